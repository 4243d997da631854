//! Shortens what the parser's errors quote, as the parser repeats any text completely.

use clap::error::{ContextKind, ContextValue, Error};
use torus_model::quote::{shortened, shortened_reason};

/// The error with its quotations shortened as in other messages.
pub fn brief(mut error: Error) -> Error {
    let given: Vec<(ContextKind, ContextValue)> =
        error.context().filter_map(|(kind, value)| Some((kind, shorter(value)?))).collect();
    given.into_iter().for_each(|(kind, value)| _ = error.insert(kind, value));
    error
}

/// A value of the error, shortened; `None` if it has no text to shorten.
fn shorter(value: &ContextValue) -> Option<ContextValue> {
    let short = |text: &String| shortened(text).into_owned();
    Some(match value {
        ContextValue::String(text) => ContextValue::String(short(text)),
        ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(short).collect()),
        // Sentences with colours, which are kept if they are short.
        ContextValue::StyledStr(text) => ContextValue::StyledStr(sentence(text)?),
        ContextValue::StyledStrs(texts) => ContextValue::StyledStrs(
            texts.iter().map(|text| sentence(text).unwrap_or(text.clone())).collect(),
        ),
        _ => return None,
    })
}

/// A sentence that was too long, shortened; `None` if it was short.
fn sentence(text: &clap::builder::StyledStr) -> Option<clap::builder::StyledStr> {
    let plain = text.to_string();
    let short = shortened_reason(&plain);
    (short != plain).then(|| short.into_owned().into())
}

#[cfg(test)]
mod tests {
    use super::brief;
    use crate::args::Cli;
    use clap::Parser;

    fn message(words: &[&str]) -> String {
        let all = ["torusgen"].iter().chain(words);
        brief(Cli::try_parse_from(all).expect_err("bad words")).render().to_string()
    }

    #[test]
    fn errors_keep_what_is_short() {
        let words = ["emit", "--width", "wide"];
        let whole = Cli::try_parse_from(["torusgen"].iter().chain(&words)).expect_err("no number");
        assert_eq!(message(&words), whole.render().to_string());
    }

    #[test]
    fn errors_of_every_kind_are_short() {
        let long = "a".repeat(100_000);
        let option = format!("--{long}");
        for words in [
            &["emit", "--width", &long][..],
            &["emit", "--format", &long],
            &["emit", &option],
            &["emit", "4x4", &long],
            &["emit", &format!("--help={long}")],
            &[&long],
            &["completions", &long],
        ] {
            let message = message(words);
            assert!(message.len() < 2048, "{} bytes: {}", message.len(), &message[..300]);
            assert!(message.contains('…'), "{message}");
        }
    }

    /// For letters after one dash, the parser quotes the first one that is no option.
    #[test]
    fn letters_behind_a_dash_are_short() {
        let message = message(&["emit", &format!("-{}", "a".repeat(100_000))]);
        assert!(message.len() < 2048 && message.contains("'-a'"), "{} bytes", message.len());
    }
}
