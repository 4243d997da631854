//! Errors of files and folders that cannot be read or written.

use crate::output::shown;
use std::path::PathBuf;
use thiserror::Error;

/// A file or folder that cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AccessError {
    /// A file cannot be read.
    #[error(
        "{} cannot be read ({reason}); a simulation needs the whole folder that torusgen emit wrote: \
         check the path, or emit it again",
        shown(.path)
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// The error that the operating system reports.
        reason: String,
    },
    /// A file or folder cannot be written.
    #[error(
        "{} cannot be written ({reason}): make room or give another path (TORUSGEN_CACHE moves the \
         cache)",
        shown(.path)
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// The error that the operating system reports.
        reason: String,
    },
}
