//! Errors of options.

use crate::file_error::FileError;
use std::path::{Path, PathBuf};
use thiserror::Error;
use torus_model::quote::{shortened, shortened_reason};
use torus_sim::output::shown;

/// Why options exclude each other, or a file of options cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionsError {
    /// Radices given in more than one way.
    #[error(
        "the radices are given twice; one of 4x4 alone, 'dims' 4x4, and 'd' 2 'k' 4 is enough: leave the \
         others out"
    )]
    DimsTwice,
    /// A file that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A value of the wrong type.
    #[error("{} gives {key} another kind of value ({}): correct it", shown(.path), shortened_reason(.reason))]
    Value {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// The error that the parser reports.
        reason: String,
    },
    /// A file that is no TOML of this form.
    #[error(
        "{} is no TOML file of torusgen's keys ({}); correct it, docs/guide.md has an example",
        shown(.path), shortened_reason(.reason)
    )]
    Toml {
        /// The file.
        path: PathBuf,
        /// The error that the parser reports.
        reason: String,
    },
    /// A key that is not the name of an option.
    #[error(
        "{} has the key {:?}, which is not known; allowed are {}: correct or remove it",
        shown(.path), shortened(.key), .allowed.join(", ")
    )]
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// The keys that are allowed.
        allowed: &'static [&'static str],
    },
    /// A router that is not known.
    #[error(
        "the router {:?} is not known; allowed are scheduled and buffered: use one of these",
        shortened(.text)
    )]
    RouterName {
        /// The text given.
        text: String,
    },
    /// An option of scheduled networks, given for a buffered one.
    #[error(
        "{option} was asked for together with 'router' buffered; it describes {what}, and buffered routers \
         have none: leave one of the two out"
    )]
    BufferedOption {
        /// The option.
        option: &'static str,
        /// The feature that it asks for.
        what: &'static str,
    },
    /// Registers on links of a network with message memories.
    #[error(
        "'link-stages' was asked for together with message memories; the slots of programs are hops of one \
         cycle, so links have no registers there: leave one of the two out"
    )]
    StagesWithMemory,
    /// An option of buffered networks, given for a scheduled one.
    #[error(
        "{option} was asked for; scheduled routers have no buffers and no channels: add 'router' buffered, \
         or leave {option} out"
    )]
    NeedsBuffered {
        /// The option.
        option: &'static str,
    },
    /// An option of buffered networks and of message memories, given for a network with neither.
    #[error(
        "{option} was asked for; this network has neither buffers nor message memories: add 'router' \
         buffered, or 'algorithm' for memories, or leave {option} out"
    )]
    NeedsStorage {
        /// The option.
        option: &'static str,
    },
    /// An option of packets, given for a folder with a scheduled network.
    #[error(
        "{option} was asked for; the folder has a scheduled network, which takes no packets: give a folder \
         that was emitted with 'router' buffered, or leave {option} out"
    )]
    NeedsBufferedFolder {
        /// The option.
        option: &'static str,
    },
}

impl OptionsError {
    /// A file that is no TOML.
    pub fn toml(path: &Path, error: &toml::de::Error) -> Self {
        OptionsError::Toml { path: path.into(), reason: reason(error) }
    }

    /// A value of the wrong type.
    pub(super) fn value(path: &Path, key: &str, error: &toml::de::Error) -> Self {
        OptionsError::Value { path: path.into(), key: key.into(), reason: needed(&reason(error)) }
    }
}

/// The parser's message about a value, in words for users.
fn needed(reason: &str) -> String {
    let said = ["invalid type: ", "invalid value: "].iter().find_map(|begin| reason.strip_prefix(begin));
    let Some((given, expected)) = said.and_then(|said| said.split_once(", expected ")) else {
        return reason.into();
    };
    let expected = match expected {
        "a string" => "text in quotation marks".to_string(),
        "a boolean" => "true or false".to_string(),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => format!("a whole number from 0 to {}", i64::MAX),
        other => other.to_string(),
    };
    format!("{given} where {expected} is needed")
}

/// The parser's message in one line.
pub(super) fn reason(error: &toml::de::Error) -> String {
    error.message().trim().replace('\n', " ")
}
