//! Errors of questions about waves.

use std::path::{Path, PathBuf};
use torus_model::quote::shortened;
use torus_model::Torus;
use torus_sim::{output::shown, WavesError};

/// Why a question about waves cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WavesRefused {
    /// The reader refused the file.
    #[error("{}: {error}", shown(.path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: WavesError,
    },
    /// Waves of a trace, without the trace.
    #[error(
        "{} shows the packets of a trace, which it does not name; its loads are counted from the trace: give \
         it by --trace, or ask for --busiest, --follow or --diff",
        shown(.path)
    )]
    NoTrace {
        /// The file.
        path: PathBuf,
    },
    /// A trace, given with waves of other traffic.
    #[error(
        "--trace was given, but {} does not show the packets of a trace: leave --trace out",
        shown(.path)
    )]
    NotOfTrace {
        /// The file.
        path: PathBuf,
    },
    /// An emitted folder with another torus.
    #[error(
        "{} was emitted for a torus {found}, and the waves are of {torus}: give the folder that they were \
         made from, or leave --from out",
        shown(.path)
    )]
    OtherTorus {
        /// The folder.
        path: PathBuf,
        /// Its torus.
        found: String,
        /// The torus of the waves.
        torus: String,
    },
    /// A question about loads, for waves with only some slots.
    #[error(
        "{} has the slots or cycles {} only, and loads are those of whole runs: give a file written without \
         --window, or ask for --busiest, --follow or --diff",
        shown(.path),
        shortened(.window)
    )]
    Window {
        /// The file.
        path: PathBuf,
        /// The slots.
        window: String,
    },
    /// A node that is not in the torus of the waves.
    #[error(
        "--follow was given the node \"{}\"; the waves are of the torus {torus}, whose nodes are ids 0 to \
         {} or coordinates joined by commas: give two of them",
        shortened(.text),
        nodes - 1
    )]
    Node {
        /// The text given.
        text: String,
        /// The torus.
        torus: String,
        /// Its number of nodes.
        nodes: usize,
    },
    /// A message that is not in waves of a complete run.
    #[error(
        "the waves show no message from {sender} to {destination}; processors send to the other processors: \
         give two of them"
    )]
    NoMessage {
        /// Its source.
        sender: String,
        /// Its destination.
        destination: String,
    },
    /// A message that is not in waves of a part of a run.
    #[error(
        "the waves show no message from {sender} to {destination}; they are a part of a run: write more \
         slots or links, or follow a message in it"
    )]
    NoMessageInPart {
        /// Its source.
        sender: String,
        /// Its destination.
        destination: String,
    },
    /// Two waveforms without a variable in common.
    #[error(
        "{} and {} have no variable in common; --diff compares waves of one torus: give such files",
        shown(&.paths[0]),
        shown(&.paths[1])
    )]
    Apart {
        /// The files.
        paths: [PathBuf; 2],
    },
}

impl WavesRefused {
    /// The error of a file that the reader refused.
    pub fn read(path: &Path, error: WavesError) -> Self {
        WavesRefused::Read { path: path.into(), error }
    }
}

/// A number that is missing in the comment of waves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its comment gives no number for {key}")]
pub struct NoNumber {
    /// The key of the number.
    pub key: String,
}

impl NoNumber {
    /// The error for the number with this key.
    pub fn of(key: &str) -> Self {
        NoNumber { key: key.into() }
    }
}

crate::passed_on!(WavesRefused, NoNumber);

/// Refuses a folder whose torus is not that of the waves.
pub fn same_torus(dir: &Path, found: &Torus, torus: &Torus) -> Result<(), WavesRefused> {
    let (path, [found, torus]) = (dir.into(), [found, torus].map(Torus::to_string));
    match found == torus {
        true => Ok(()),
        false => Err(WavesRefused::OtherTorus { path, found, torus }),
    }
}
