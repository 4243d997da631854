//! Quotes inputs in messages, shortened so that they can be read.

use std::borrow::Cow;

/// The most characters of an input that a message repeats.
pub const MOST: usize = 80;

/// The most characters of a reason that another program or library gave, and that may quote an input itself.
pub const MOST_OF_REASON: usize = 400;

/// An input as a message quotes it: as it is, or without its middle if it has more than [`MOST`] characters.
///
/// ```
/// use torus_model::quote::shortened;
/// assert_eq!(shortened("4x?"), "4x?");
/// assert_eq!(shortened(&"ä".repeat(1000)), format!("{}…{}", "ä".repeat(50), "ä".repeat(29)));
/// ```
pub fn shortened(text: &str) -> Cow<'_, str> {
    shortened_to(text, MOST)
}

/// A reason as a message repeats it, without its middle if it has more than [`MOST_OF_REASON`] characters.
pub fn shortened_reason(text: &str) -> Cow<'_, str> {
    shortened_to(text, MOST_OF_REASON)
}

/// A text of `most` characters at most: its beginning and its end, 5 to 3, as both tell people which of their
/// inputs it is.
pub fn shortened_to(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    let first = most * 5 / 8;
    let boundary = |(at, _): (usize, char)| at;
    let head = text.char_indices().nth(first).map_or(text.len(), boundary);
    let tail = text.char_indices().rev().nth(most - first - 2).map_or(0, boundary);
    Cow::Owned(format!("{}…{}", &text[..head], &text[tail..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_most_characters_is_whole() {
        for letter in ["x", "ä", "\u{1F600}"] {
            assert_eq!(shortened(&letter.repeat(MOST)), letter.repeat(MOST));
            let longer = shortened(&letter.repeat(MOST + 1)).to_string();
            assert_eq!(longer.chars().count(), MOST);
            assert!(longer.contains('…'));
        }
        assert_eq!(shortened_reason(&"x".repeat(MOST_OF_REASON + 1)).chars().count(), MOST_OF_REASON);
    }
}
