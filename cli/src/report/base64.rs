//! Bytes as text, for the page.

/// Base 64 in the form for `atob`.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quad = |chunk: &[u8]| {
        let all = chunk.iter().fold(0u32, |all, &byte| all << 8 | byte as u32) << (8 * (3 - chunk.len()));
        (0..4).map(move |at| (at, all >> (18 - 6 * at) & 63)).map({
            let used = chunk.len();
            move |(at, digit)| if at <= used { DIGITS[digit as usize] as char } else { '=' }
        })
    };
    bytes.chunks(3).flat_map(quad).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_standard_one() {
        let all = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        all.iter().enumerate().for_each(|(n, text)| assert_eq!(base64(&b"foobar"[..n]), *text));
    }
}
