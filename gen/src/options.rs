//! The options that a user gives, from the command line and from a TOML file.

mod error;

pub use error::OptionsError;

use crate::file_error::FileError;
use error::reason;
use serde::{Deserialize, Serialize};
use std::path::Path;
use torus_sim::input;

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
    /// How the letters of route tables are read, in every dimension: `cyclic` or `dihedral`; if not given,
    /// the one that suits each dimension.
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

/// What decides when a message moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Router {
    /// A schedule.
    Scheduled,
    /// Buffers and credits.
    Buffered,
}

impl NetworkOptions {
    /// The routers asked for. Error: another name.
    pub fn router(&self) -> Result<Router, OptionsError> {
        match self.router.as_deref() {
            None | Some("scheduled") => Ok(Router::Scheduled),
            Some("buffered") => Ok(Router::Buffered),
            Some(other) => Err(OptionsError::RouterName { text: other.into() }),
        }
    }

    /// These options, completed by those of the file where one is not given.
    pub fn over(self, file: NetworkOptions) -> NetworkOptions {
        // Radices given here replace all radices of the file; one of d and k replaces that one alone.
        let sized = self.dims.is_some() || self.d.is_some() && self.k.is_some();
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
        of_table(table.clone()).map_err(|error| {
            // A value alone shows to which key the error belongs.
            let alone = |(key, value): (&String, &toml::Value)| {
                let alone = toml::Table::from_iter([(key.clone(), value.clone())]);
                of_table(alone).err().map(|error| OptionsError::value(path, key, &error))
            };
            table.iter().find_map(alone).unwrap_or_else(|| OptionsError::toml(path, &error))
        })
    }
}

/// Parses TOML. Error: the first line that is none.
pub fn read_table(text: &str, path: &Path) -> Result<toml::Table, OptionsError> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        OptionsError::Toml { path: path.into(), reason: format!("line {line}: {}", reason(&error)) }
    })
}
