//! Files that cannot be read or written, or whose contents the model refuses.

use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;
use torus_sim::output::shown;

/// Why a file or folder is of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{} cannot be read ({reason}); give the path of a readable file", shown(.path))]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// It cannot be written.
    #[error("{} cannot be written ({reason}); give a path in a writable folder", shown(.path))]
    Unwritable {
        /// The path.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// The model refused its contents.
    #[error("{}: {error}", shown(.path))]
    Contents {
        /// The file.
        path: PathBuf,
        /// Why.
        error: torus_model::Error,
    },
    /// An output folder that exists and that torusgen did not make.
    #[error(
        "{} exists and was not made by torusgen (it has no manifest.json of torusgen); nothing of it is \
         overwritten: give another 'out', or remove it yourself",
        shown(.path)
    )]
    ForeignFolder {
        /// The folder.
        path: PathBuf,
    },
}

impl FileError {
    /// A file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        FileError::Unreadable { path: path.into(), reason: torus_sim::input::reason(error) }
    }

    /// A file that cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        FileError::Unwritable { path: path.into(), reason: error.kind().to_string() }
    }

    /// Contents that the model refused.
    pub fn contents(path: &Path, error: impl Into<torus_model::Error>) -> Self {
        FileError::Contents { path: path.into(), error: error.into() }
    }
}
