//! Makes texts from Jinja templates. A tag alone on a line leaves no line in the text.

use minijinja::{syntax::SyntaxConfig, value::Serde, value::Value, Environment, UndefinedBehavior};
use serde::Serialize;
use torus_model::quantity;

/// A template filled with `value`. `of`: the file it makes, for messages. Panics if template and value do not
/// fit.
pub fn rendered(of: &str, source: &str, value: impl Serialize) -> String {
    rendered_with(of, source, &[], value)
}

/// As [`rendered`], for a template that extends others; `shared` has their names and sources.
pub fn rendered_with(of: &str, source: &str, shared: &[(&str, &str)], value: impl Serialize) -> String {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.add_filter("quantity", |number: u64, noun: &str| quantity(number, noun));
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    environment.set_syntax(syntax.build().expect("the usual tags of Jinja"));
    let parsed = shared.iter().try_for_each(|(name, source)| environment.add_template(name, source));
    let made = parsed.and_then(|()| environment.render_str(source, Value::from(Serde(value))));
    made.unwrap_or_else(|why| panic!("the template of {of} does not fit: {why:#}"))
}
