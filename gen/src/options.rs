//! What the user asked for, as given: options over keys of a TOML file.

use crate::error::UsageError;
use serde::{Deserialize, Serialize};
use std::path::Path;
use torus_sim::input;

/// Options that describe a network, the same on the command line and in TOML; each has the default that it
/// names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkOptions {
    /// Number of dimensions of a k-ary d-dimensional torus; 3 if nothing says the radices.
    pub d: Option<u32>,
    /// Radix of every dimension; 4 if nothing says the radices.
    pub k: Option<u32>,
    /// Radices, first dimension first, such as `3x4x5`; instead of `d` and `k`.
    pub dims: Option<String>,
    /// `full`, `linear[:coeff=1,1,1][:c=0]`, `multilinear:t=2[:coeff=..]` or `file:PATH`; full if not given.
    pub placement: Option<String>,
    /// `odr`, `udr` or `balanced`; odr if not given.
    pub routing: Option<String>,
    /// Messages that a processor sends and receives in a slot: `all` (one for each link), `one`, or `single`
    /// (one, those it forwards included); all if not given.
    pub ports: Option<String>,
    /// Kind of schedule: `frame`, `oneshot`, `exchange` or `broadcast`; frame if not given.
    pub kind: Option<String>,
    /// Letters of word tables, in every dimension: `cyclic` or `dihedral`; what suits each dimension if not
    /// given.
    pub group: Option<String>,
    /// `scheduled` or `buffered`; scheduled if not given.
    pub router: Option<String>,
    /// Buffered router: virtual channels of a link; as many as freedom from deadlock needs if not given.
    pub channels: Option<usize>,
    /// Flits that a channel's buffer, or a bank of a message memory, holds; what is needed if not given.
    pub depth: Option<usize>,
    /// Flits of the longest packet, or of a block or message in memories; 1 if not given.
    pub flits: Option<usize>,
    /// Buffered router: what keeps rings free of deadlock, `dateline` or `bubble`; dateline if not given.
    pub deadlock: Option<String>,
    /// Buffered router: where half-way offsets go, `plus` or `parity`; plus if not given.
    pub ties: Option<String>,
    /// What processors with message memories run, by name; without it there are no memories.
    pub algorithm: Option<String>,
    /// Node that a broadcast comes from, coordinates joined by commas; the first if not given.
    pub source: Option<String>,
    /// Payload bits, even, at least twice the bits of a node id; 32 or what the ids need if not given.
    pub width: Option<usize>,
    /// Seed of the schedule's search; 1 if not given.
    pub seed: Option<u64>,
    /// How hard to search: cell visits for each length tried; 4*10^8, of tables 4*10^9 if not given.
    pub effort: Option<u64>,
    /// Name of the network and prefix of its modules; `torus_` and the radices if not given.
    pub name: Option<String>,
}

/// Keys that a TOML file may hold, in the order of [`NetworkOptions`].
pub const KEYS: [&str; 20] = [
    "d",
    "k",
    "dims",
    "placement",
    "routing",
    "ports",
    "kind",
    "group",
    "router",
    "channels",
    "depth",
    "flits",
    "deadlock",
    "ties",
    "algorithm",
    "source",
    "width",
    "seed",
    "effort",
    "name",
];

impl NetworkOptions {
    /// These options, and where one is not given, the file's.
    pub fn over(self, file: NetworkOptions) -> NetworkOptions {
        // Either way of giving the radices replaces the other.
        let sized = self.d.is_some() || self.k.is_some() || self.dims.is_some();
        let below = if sized { NetworkOptions { d: None, k: None, dims: None, ..file } } else { file };
        let mut keys = below.keys();
        keys.extend(self.keys().into_iter().filter(|(_, value)| !value.is_null()));
        Self::from_keys(keys.into()).expect("both sides have the keys of options")
    }

    /// Keys and values; `null` where an option is not given.
    fn keys(&self) -> serde_json::Map<String, serde_json::Value> {
        let value = serde_json::to_value(self).expect("options are numbers and strings");
        value.as_object().cloned().unwrap_or_default()
    }

    /// The option of the first key that is given.
    pub(crate) fn first_given(&self) -> Option<String> {
        let keys = self.keys();
        let key = KEYS.into_iter().find(|key| !keys[*key].is_null())?;
        Some(format!("{}{key}", if key.len() == 1 { "-" } else { "--" }))
    }

    /// The options of an object with these keys. Error: another key, or a value of the wrong type.
    pub fn from_keys(object: serde_json::Value) -> Result<NetworkOptions, serde_json::Error> {
        serde_json::from_value(object)
    }

    /// These options with radices that were given alone, without `--dims`. Error: radices given twice.
    pub fn with_radices(self, alone: Option<&str>) -> Result<NetworkOptions, UsageError> {
        let Some(text) = alone else { return Ok(self) };
        if self.d.is_some() || self.k.is_some() || self.dims.is_some() {
            return Err(UsageError::DimsTwice);
        }
        Ok(NetworkOptions { dims: Some(text.into()), ..self })
    }

    /// Reads a TOML file of these keys. Errors: unreadable, not TOML, a key that is none, a wrong type.
    pub fn from_file(path: &Path) -> Result<NetworkOptions, UsageError> {
        let text = input::read(path, input::OPTIONS).map_err(|error| UsageError::unreadable(path, &error))?;
        let table: toml::Table = text.parse().map_err(|error| UsageError::toml(path, &error))?;
        Self::from_table(table, path)
    }

    /// Takes a TOML table of these keys; `path` names it in errors.
    pub fn from_table(table: toml::Table, path: &Path) -> Result<NetworkOptions, UsageError> {
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(UsageError::UnknownKey { path: path.into(), key: key.clone(), allowed: &KEYS });
        }
        table.try_into().map_err(|error| UsageError::toml(path, &error))
    }
}
