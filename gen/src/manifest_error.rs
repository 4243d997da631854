//! Errors of emitted folders that contradict their manifest or come from another version.

use std::path::{Path, PathBuf};
use thiserror::Error;
use torus_model::quote::shortened_reason;
use torus_sim::output::shown;

/// An emitted folder whose manifest does not fit the folder or this version of torusgen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} is not a folder that this torusgen can simulate ({}): emit it again with torusgen emit",
    shown(.path), shortened_reason(.reason)
)]
pub struct ManifestError {
    /// The folder.
    pub path: PathBuf,
    /// The reason why it cannot be simulated.
    pub reason: String,
}

/// Refuses a folder that contains another schedule or plan than its manifest names, by their digests.
pub fn check_digest(dir: &Path, what: &str, stated: &str, found: &str) -> Result<(), ManifestError> {
    if stated == found {
        return Ok(());
    }
    let reason = format!("its manifest names the {what} {stated}, the one in it is {found}");
    Err(ManifestError { path: dir.into(), reason })
}
