//! Tables in the comments of emitted modules: one sentence for each row.

/// The sentences in the comments of a module that begin with these words, each in one line and without its
/// full stop. In the text a sentence may take several lines.
pub(super) fn sentences<'a>(text: &'a str, begin: &'a str) -> impl Iterator<Item = String> + 'a {
    let comments = || text.lines().map(|line| line.strip_prefix("// ").unwrap_or_default());
    let begins = move |(at, line): (usize, &str)| line.starts_with(begin).then_some(at);
    comments().enumerate().filter_map(begins).filter_map(move |at| {
        let mut sentence = String::new();
        for line in comments().skip(at).take_while(|line| !line.is_empty()) {
            sentence.push_str(line);
            if let Some(complete) = sentence.strip_suffix('.') {
                return Some(complete.to_string());
            }
            sentence.push(' ');
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_take_one_line_or_several() {
        let text =
            "// Seed 1\n// To +x1 (0) from a,\n// b,\n// c.\n// To be\n\n// To d.\n  // To e.\nwire f;";
        assert_eq!(sentences(text, "To ").collect::<Vec<_>>(), ["To +x1 (0) from a, b, c", "To d"]);
    }
}
