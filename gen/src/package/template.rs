//! The templates: which file each one makes. Their language is that of Jinja.

use super::Core;
use crate::network::EmittedFile;
use minijinja::{
    syntax::SyntaxConfig,
    value::{Serde, Value},
    Environment, UndefinedBehavior,
};

/// A file that is made from the description of a network.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Where it stands in the folder; `NAME` is the name of the network.
    pub path: &'static str,
    source: &'static str,
}

macro_rules! template {
    ($path:literal, $file:literal) => {
        Template { path: $path, source: include_str!(concat!("templates/", $file)) }
    };
}

/// The pins of a board, as they stand in the repository.
macro_rules! pins {
    ($file:literal) => {
        Template {
            path: concat!("boards/", $file),
            source: include_str!(concat!("../../../constraints/", $file)),
        }
    };
}

/// All files beside the Verilog.
pub const TEMPLATES: &[Template] = &[
    template!("README.md", "README.md.j2"),
    template!("Makefile", "Makefile.j2"),
    template!("examples/tb_NAME.v", "tb.v.j2"),
    template!("examples/verilator.vlt", "verilator.vlt.j2"),
    template!("examples/main.cpp", "main.cpp.j2"),
    template!("NAME.core", "core.j2"),
    template!("Bender.yml", "bender.yml.j2"),
    template!("component.xml", "component.xml.j2"),
    template!("NAME.sdc", "sdc.j2"),
    template!("NAME.xdc", "xdc.j2"),
    template!("NAME.lpf", "lpf.j2"),
    pins!("ulx3s.lpf"),
    pins!("icebreaker.pcf"),
    pins!("tang_nano_9k.cst"),
    pins!("arty_a7.xdc"),
];

/// The files of this network.
pub fn files(core: &Core) -> impl Iterator<Item = EmittedFile> + '_ {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_syntax(line_blocks());
    let value = Value::from(Serde(core));
    let path = |template: &Template| template.path.replace("NAME", core.name());
    TEMPLATES.iter().map(move |template| (path(template), template.render(&environment, &value)))
}

impl Template {
    fn render(&self, environment: &Environment, core: &Value) -> String {
        let made = environment.render_str(self.source, core);
        made.unwrap_or_else(|why| panic!("the template of {} does not fit: {why:#}", self.path))
    }
}

/// A tag may stand in a line of its own, which leaves no line in the file.
fn line_blocks() -> SyntaxConfig {
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    syntax.build().expect("the usual tags of Jinja")
}
