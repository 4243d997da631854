//! The words and signs of C++ that Verilator wrote, without comments.

/// A word or sign. Signs that belong together are one, such as `<<` or `->`.
pub type Token<'a> = &'a str;

/// The tokens of a text without comments.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let (token, behind) = rest.split_at(length(first, rest));
        found.push(token);
        rest = behind.trim_start();
    }
    found
}

/// The length of the token with which a text begins.
fn length(first: char, text: &str) -> usize {
    let all: fn(char) -> bool = match first {
        c if is_word(c) => is_word,
        c if is_sign(c) => is_sign,
        c => return c.len_utf8(),
    };
    text.find(|c| !all(c)).unwrap_or(text.len())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_sign(c: char) -> bool {
    "=<>!&|+-*/%^~?:".contains(c)
}

/// The place of the bracket that closes the one with which the tokens begin.
pub fn closing(tokens: &[Token]) -> Option<usize> {
    let mut open = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => open += 1,
            ")" | "]" | "}" if open == 1 => return Some(at),
            ")" | "]" | "}" => open = open.checked_sub(1)?,
            _ => (),
        }
    }
    None
}

/// The place of a sign outside all brackets.
pub fn outside(tokens: &[Token], sign: &str) -> Option<usize> {
    let mut open = 0usize;
    tokens.iter().position(|token| {
        match *token {
            "(" | "[" | "{" => open += 1,
            ")" | "]" | "}" => open = open.saturating_sub(1),
            _ => (),
        }
        open == 0 && *token == sign
    })
}

/// The number that a literal such as `9U` or `0xaU` is.
pub fn literal(tokens: &[Token]) -> Option<usize> {
    let [word] = tokens else { return None };
    let digits = word.strip_suffix('U')?;
    match digits.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs() {
        let text = "vlSelf->a[3U] \n   = (- (IData)((0U != b<<2U)));";
        let expected = "vlSelf -> a [ 3U ] = ( - ( IData ) ( ( 0U != b << 2U ) ) ) ;";
        assert_eq!(tokens(text).join(" "), expected);
        assert_eq!(tokens("  "), [""; 0]);
    }

    #[test]
    fn brackets_and_what_is_outside_of_them() {
        let all = tokens("(a[b ? c : d]) ? e : f");
        assert_eq!(closing(&all), Some(9));
        assert_eq!(outside(&all, "?"), Some(10));
        assert_eq!((closing(&tokens("(a[b)")), closing(&tokens("(a"))), (None, None));
        assert_eq!(outside(&tokens("(a ? b : c)"), "?"), None);
    }

    #[test]
    fn literals() {
        assert_eq!(["9U", "0x1aU"].map(|text| literal(&tokens(text))), [Some(9), Some(26)]);
        for other in ["12", "0xU", "a", "1U + 1U", ""] {
            assert_eq!(literal(&tokens(other)), None, "{other}");
        }
    }
}
