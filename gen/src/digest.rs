//! Digests of texts, for manifests, reports and schedule files.

use sha2::{Digest, Sha256};
use std::fmt::{self, Display, Write};
use torus_sim::digest::hex;

/// The SHA-256 of a text in lower-case hexadecimal. The text is hashed while it is formatted.
pub fn digest(text: impl Display) -> String {
    let mut hash = Hash(Sha256::new());
    // Hashing does not fail, and our texts are formatted without errors.
    let _ = write!(hash, "{text}");
    hex(&hash.0.finalize())
}

struct Hash(Sha256);

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn pieces_have_the_digest_of_the_whole() {
        let whole = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest("abc"), whole);
        assert_eq!(digest(format_args!("{}{}{}", 'a', "b", 'c')), whole);
    }
}
