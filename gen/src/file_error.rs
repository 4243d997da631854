//! Errors of files: they cannot be read or written, or the model refuses their contents.

use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;
use torus_sim::output::shown;

/// Why a file or folder cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{} cannot be read ({reason}); give the path of a readable file", shown(.path))]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The error that the operating system reports.
        reason: String,
    },
    /// It cannot be written.
    #[error("{} cannot be written ({reason}); give a path in a writable folder", shown(.path))]
    Unwritable {
        /// The path.
        path: PathBuf,
        /// The error that the operating system reports.
        reason: String,
    },
    /// The model refused its contents.
    #[error("{}: {error}", shown(.path))]
    Contents {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: torus_model::Error,
    },
    /// The output folder exists, and torusgen did not make it.
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
    /// The error of a file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        FileError::Unreadable { path: path.into(), reason: torus_sim::input::reason(error) }
    }

    /// The error of a file that cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        FileError::Unwritable { path: path.into(), reason: torus_sim::input::reason(error) }
    }

    /// The error of a file whose contents the model refused.
    pub fn contents(path: &Path, error: impl Into<torus_model::Error>) -> Self {
        FileError::Contents { path: path.into(), error: error.into() }
    }
}
