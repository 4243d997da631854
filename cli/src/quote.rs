//! Texts of users as values of CSV lines, and in HTML and SVG.

/// A text as a value of a CSV line, in quotes.
pub fn csv(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A text between the tags of HTML or SVG.
pub fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_value_or_begins_a_tag_is_quoted() {
        assert_eq!(csv("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(markup("<a> & b"), "&lt;a&gt; &amp; b");
    }
}
