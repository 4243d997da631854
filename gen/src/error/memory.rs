//! What is refused of message memories and of the algorithms on them.

use crate::limits::MAX_BLOCK;
use std::{fmt, path::PathBuf};
use torus_model::quote::shortened;
use torus_sim::output::shown;

/// Why a network with memories cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// An algorithm that is not known.
    AlgorithmName {
        /// The text given.
        text: String,
        /// The names of algorithms.
        allowed: &'static str,
    },
    /// An algorithm and a kind that do not go together.
    AlgorithmKind {
        /// The algorithm.
        algorithm: String,
        /// The kind asked for.
        kind: String,
    },
    /// An algorithm on some of the nodes.
    AlgorithmPlacement {
        /// The algorithm.
        algorithm: String,
        /// The placement.
        placement: String,
    },
    /// An algorithm with other ports than its own.
    AlgorithmPorts {
        /// The algorithm.
        algorithm: String,
        /// The ports asked for.
        asked: String,
        /// Its own.
        has: String,
    },
    /// An option that an algorithm decides itself.
    AlgorithmOption {
        /// The algorithm.
        algorithm: String,
        /// The option.
        option: &'static str,
    },
    /// A length of blocks that is not built.
    BlockFlits {
        /// The length asked for.
        asked: usize,
    },
    /// A source of something that has none.
    SourceWithoutBroadcast,
    /// A source that is no node.
    BroadcastSource {
        /// The text given.
        text: String,
        /// The torus.
        dims: String,
    },
    /// A memory that does not hold what is stored in it.
    MemoryDepth {
        /// The depth asked for.
        asked: usize,
        /// The least.
        least: usize,
        /// Flits of a block.
        flits: u32,
    },
    /// Memories that are too large together.
    TooMuchMemory {
        /// Flits of all.
        flits: usize,
        /// The most.
        most: usize,
    },
    /// A plan that is not valid.
    BadPlan {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        violation: String,
    },
    /// A plan file together with options that say what it says.
    PlanOptions {
        /// The file.
        path: PathBuf,
        /// The option given.
        option: String,
    },
    /// An option that needs message memories.
    NeedsMemory {
        /// The option.
        option: &'static str,
    },
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::AlgorithmName { text, allowed } => {
                let text = shortened(text);
                write!(f, "the algorithm {text:?} is not known; allowed are {allowed}: use one of these")
            }
            StorageError::AlgorithmKind { algorithm, kind } => write!(
                f,
                "--kind {} was asked for together with --algorithm {algorithm}, which has a kind of its own: \
                 leave --kind out",
                shortened(kind)
            ),
            StorageError::AlgorithmPlacement { algorithm, placement } => write!(
                f,
                "--algorithm {algorithm} was asked for with the placement {placement}; it has a processor on \
                 every node: use --placement full, or --algorithm table for a schedule of this placement"
            ),
            StorageError::AlgorithmPorts { algorithm, asked, has } => write!(
                f,
                "--algorithm {algorithm} was asked for with --ports {asked}; it is made for --ports {has}: \
                 leave --ports out"
            ),
            StorageError::AlgorithmOption { algorithm, option } => write!(
                f,
                "{option} was asked for together with --algorithm {algorithm}, which chooses its paths \
                 itself: leave {option} out"
            ),
            StorageError::BlockFlits { asked } => write!(
                f,
                "--flits {asked} was asked for; a block or message has 1 to {MAX_BLOCK} flits: use one of \
                    these"
            ),
            StorageError::SourceWithoutBroadcast => f.write_str(
                "--source was asked for without a broadcast; every node of an exchange is a source: add \
                 --kind broadcast, or leave --source out",
            ),
            StorageError::BroadcastSource { text, dims } => write!(
                f,
                "the source {:?} is no node of the torus {dims}; a node is a coordinate below its radix for \
                 every dimension, joined by commas: give one such as 0,0 in two dimensions",
                shortened(text)
            ),
            StorageError::MemoryDepth { asked, least, flits } => write!(
                f,
                "--depth {asked} was asked for; with --flits {flits} a bank has to hold {least} flits: use \
                 at least that, a lower --flits, or leave --depth out"
            ),
            StorageError::TooMuchMemory { flits, most } => write!(
                f,
                "the memories of all processors would hold {flits} flits; torusgen makes at most {most}: use \
                 a lower --flits or --depth, a smaller torus, or an algorithm that stores less"
            ),
            StorageError::BadPlan { path, violation } => write!(
                f,
                "{} holds a plan that is not valid: {violation}; hardware is made from valid plans only: see \
                 torusgen verify",
                shown(path)
            ),
            StorageError::PlanOptions { path, option } => write!(
                f,
                "{} is a plan file, which says torus, algorithm and source itself; with --schedule only \
                 --flits, --depth, --width, --name and --out may be given: leave {option} out",
                shown(path)
            ),
            StorageError::NeedsMemory { option } => write!(
                f,
                "{option} was asked for of a network without message memories: add --algorithm, such as \
                 --algorithm table, or leave {option} out"
            ),
        }
    }
}
