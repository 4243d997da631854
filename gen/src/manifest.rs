//! Emitted folders that do not fit their manifest, or this version.

use std::path::{Path, PathBuf};
use thiserror::Error;
use torus_model::quote::shortened_reason;
use torus_sim::output::shown;

/// An emitted folder whose manifest does not fit this version or itself.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} is not a folder that this torusgen can simulate ({}): emit it again with torusgen emit",
    shown(.path), shortened_reason(.reason)
)]
pub struct ManifestError {
    /// The folder.
    pub path: PathBuf,
    /// What does not fit.
    pub reason: String,
}

/// Refuses a folder whose manifest names another schedule or plan than is in it.
pub fn check_digest(dir: &Path, what: &str, stated: &str, found: &str) -> Result<(), ManifestError> {
    if stated == found {
        return Ok(());
    }
    let reason = format!("its manifest names the {what} {stated}, the one in it is {found}");
    Err(ManifestError { path: dir.into(), reason })
}
