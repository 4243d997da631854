//! The options that a user gives, from the command line and from a TOML file.

use serde::{Deserialize, Serialize};
use std::path::Path;
use std::path::PathBuf;
use thiserror::Error;
use torus_model::quote::{shortened, shortened_reason};
use torus_sim::{input, output::shown};

use crate::files::FileError;

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

    fn value(path: &Path, key: &str, error: &toml::de::Error) -> Self {
        OptionsError::Value { path: path.into(), key: key.into(), reason: reason(error) }
    }
}

/// The parser's message in one line.
fn reason(error: &toml::de::Error) -> String {
    error.message().trim().replace('\n', " ")
}

/// Parses TOML. Error: the first line that is none.
pub fn read_table(text: &str, path: &Path) -> Result<toml::Table, OptionsError> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        OptionsError::Toml { path: path.into(), reason: format!("line {line}: {}", reason(&error)) }
    })
}

/// The options that describe a network, the same on the command line and in TOML. Each comment names the
/// default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkOptions {
    /// Number of dimensions of a k-ary d-dimensional torus; 3 if no radices are given.
    pub d: Option<u32>,
    /// Radix of every dimension; 4 if no radices are given.
    pub k: Option<u32>,
    /// Radices, first dimension first, such as `3x4x5`; instead of `d` and `k`.
    pub dims: Option<String>,
    /// `full`, `linear[:coeff=1,1,1][:c=0]`, `multilinear:t=2[:coeff=..]` or `file:PATH`; full if not given.
    pub placement: Option<String>,
    /// `odr`, `udr` or `balanced`; odr if not given.
    pub routing: Option<String>,
    /// Messages that a processor sends and receives in a slot: `all` (one for each link), `one`, or `single`
    /// (one, counting those that it forwards); all if not given.
    pub ports: Option<String>,
    /// Kind of schedule: `frame`, `oneshot`, `exchange` or `broadcast`; frame if not given.
    pub kind: Option<String>,
    /// How the letters of word tables are read, in every dimension: `cyclic` or `dihedral`; if not given, the
    /// one that suits each dimension.
    pub group: Option<String>,
    /// How scheduled routers know where a message goes: `headers`, `slots` or `generator`; headers if not
    /// given.
    pub switching: Option<String>,
    /// How schedule ROMs are built: `auto` (by their number of rows), `logic` or `block`; auto if not given.
    pub rom: Option<String>,
    /// `scheduled` or `buffered`; scheduled if not given.
    pub router: Option<String>,
    /// Buffered router: virtual channels of a link; if not given, as many as freedom from deadlock needs.
    pub channels: Option<usize>,
    /// Flits that the buffer of a channel, or a bank of a message memory, holds; if not given, as many as
    /// needed.
    pub depth: Option<usize>,
    /// Flits of the longest packet, or of a block or message in memories; 1 if not given.
    pub flits: Option<usize>,
    /// Buffered router: cycles that a hop takes, 1 or 2; 1 if not given.
    pub pipeline: Option<usize>,
    /// Buffered router: what keeps rings free of deadlock, `dateline` or `bubble`; dateline if not given.
    pub deadlock: Option<String>,
    /// Buffered router: direction of offsets of half a ring, `plus` or `parity`; plus if not given.
    pub ties: Option<String>,
    /// Registers on every link, such as `2`, or `0,1,2` by dimension; `wrap=4` after them is for links that
    /// close a ring. None if not given.
    #[serde(rename = "link-stages")]
    pub link_stages: Option<String>,
    /// The interface at the processors, `native` or `axis`; native if not given.
    pub interface: Option<String>,
    /// Whether streams have a clock of their own, with `interface` axis; no if not given.
    #[serde(rename = "local-clock")]
    pub local_clock: Option<bool>,
    /// Scheduled network: whether `NAME` shows the current slot, and whether messages are under way; no if
    /// not given.
    pub status: Option<bool>,
    /// Scheduled network: how `NAME` shows the sender of an arriving message, `offset` or `id`; not at all if
    /// not given.
    #[serde(rename = "eject-source")]
    pub eject_source: Option<String>,
    /// Scheduled network: how many cycles ahead `NAME` shows what is injected, 1 or 2; not at all if not
    /// given.
    #[serde(rename = "inject-early")]
    pub inject_early: Option<u32>,
    /// The algorithm that processors with message memories run; without it there are no memories.
    pub algorithm: Option<String>,
    /// The node that sends a broadcast, coordinates joined by commas; the first one if not given.
    pub source: Option<String>,
    /// Payload bits, even, at least twice the bits of a node id; if not given, 32 or more if the ids need
    /// more.
    pub width: Option<usize>,
    /// Seed of the schedule's search; 1 if not given.
    pub seed: Option<u64>,
    /// How hard to search: cells visited for each length tried; if not given 4*10^8, for tables 4*10^9.
    pub effort: Option<u64>,
    /// Name of the network and prefix of its modules; `torus_` and the radices if not given.
    pub name: Option<String>,
}

/// Keys that a TOML file may hold, in the order of [`NetworkOptions`].
pub const KEYS: [&str; 29] = [
    "d",
    "k",
    "dims",
    "placement",
    "routing",
    "ports",
    "kind",
    "group",
    "switching",
    "rom",
    "router",
    "channels",
    "depth",
    "flits",
    "pipeline",
    "deadlock",
    "ties",
    "link-stages",
    "interface",
    "local-clock",
    "status",
    "eject-source",
    "inject-early",
    "algorithm",
    "source",
    "width",
    "seed",
    "effort",
    "name",
];

impl NetworkOptions {
    /// These options, completed by those of the file where one is not given.
    pub fn over(self, file: NetworkOptions) -> NetworkOptions {
        // Radices given here in either way replace all radices of the file.
        let sized = self.d.is_some() || self.k.is_some() || self.dims.is_some();
        let below = if sized { NetworkOptions { d: None, k: None, dims: None, ..file } } else { file };
        let mut keys = below.keys();
        keys.extend(self.keys().into_iter().filter(|(_, value)| !value.is_null()));
        Self::from_keys(keys.into()).expect("both sides have the keys of options")
    }

    /// Keys and values; `null` where an option is not given.
    fn keys(&self) -> serde_json::Map<String, serde_json::Value> {
        let value = serde_json::to_value(self).expect("options are numbers, strings and truth values");
        value.as_object().cloned().unwrap_or_default()
    }

    /// The first option that is given, in quotes, in the order of [`KEYS`].
    pub(crate) fn first_given(&self) -> Option<String> {
        let keys = self.keys();
        let key = KEYS.into_iter().find(|key| !keys[*key].is_null())?;
        // Radices may have been given without the name of their option.
        Some(if key == "dims" { "the radices ('dims')".into() } else { format!("'{key}'") })
    }

    /// Whether an option of [`KEYS`] is given.
    pub fn has(&self, key: &str) -> bool {
        self.keys().get(key).is_some_and(|value| !value.is_null())
    }

    /// Options from an object with these keys. Errors: another key; a value of the wrong type.
    pub fn from_keys(object: serde_json::Value) -> Result<NetworkOptions, serde_json::Error> {
        serde_json::from_value(object)
    }

    /// These options with radices that were given as an argument without `--dims`. Error: radices given
    /// twice.
    pub fn with_radices(self, alone: Option<&str>) -> Result<NetworkOptions, OptionsError> {
        let Some(text) = alone else { return Ok(self) };
        if self.d.is_some() || self.k.is_some() || self.dims.is_some() {
            return Err(OptionsError::DimsTwice);
        }
        Ok(NetworkOptions { dims: Some(text.into()), ..self })
    }

    /// Reads a TOML file of these keys. Errors: unreadable, not TOML, an unknown key, a wrong type.
    pub fn from_file(path: &Path) -> Result<NetworkOptions, OptionsError> {
        let text = input::read(path, input::OPTIONS).map_err(|error| FileError::unreadable(path, &error))?;
        Self::from_table(read_table(&text, path)?, path)
    }

    /// Options from a TOML table of these keys; `path` names the file in errors.
    pub fn from_table(table: toml::Table, path: &Path) -> Result<NetworkOptions, OptionsError> {
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(OptionsError::UnknownKey { path: path.into(), key: key.clone(), allowed: &KEYS });
        }
        let of_table = |table: toml::Table| table.try_into::<NetworkOptions>();
        // A value alone shows to which key an error belongs.
        for (key, value) in &table {
            let alone = toml::Table::from_iter([(key.clone(), value.clone())]);
            of_table(alone).map_err(|error| OptionsError::value(path, key, &error))?;
        }
        of_table(table).map_err(|error| OptionsError::toml(path, &error))
    }
}
