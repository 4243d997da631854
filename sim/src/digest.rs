//! Digests as text.

use sha2::{Digest, Sha256};
use std::{
    fs::{self, File},
    io,
    path::Path,
};

/// Bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of a file; `None` if the path is not a file. Error: it cannot be read.
pub fn of_file(path: &Path) -> io::Result<Option<String>> {
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut hash = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hash)?;
    Ok(Some(hex(&hash.finalize())))
}
