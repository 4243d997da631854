//! Digests of texts, as they stand in manifests, reports and schedule files.

use sha2::{Digest, Sha256};

/// Lower-case hexadecimal SHA-256.
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
