//! Errors of manifests.

use crate::output::shown;
use std::path::PathBuf;
use thiserror::Error;
use torus_model::quote::shortened_reason;

/// An invalid `manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} is not a manifest of this version of torusgen ({}): emit the folder again",
    shown(.path),
    shortened_reason(.reason)
)]
pub struct ManifestError {
    /// The file.
    pub path: PathBuf,
    /// The parser's message.
    pub reason: String,
}

/// A folder with another kind of network than the one that is needed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongKind {
    /// A folder without a schedule.
    #[error(
        "{} has buffered routers and no schedule; a scheduled exchange needs scheduled routers: \
         emit it so, or send traffic through this one",
        shown(.dir)
    )]
    NotScheduled {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder without buffered routers.
    #[error(
        "{} has scheduled routers; other traffic than its schedule's needs buffered routers: emit \
         it so",
        shown(.dir)
    )]
    NotBuffered {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder without message memories.
    #[error(
        "{} has no message memories, which a transpose goes through: emit it with \
         memories",
        shown(.dir)
    )]
    NoMemories {
        /// The folder.
        dir: PathBuf,
    },
}
