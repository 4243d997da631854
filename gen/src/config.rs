//! What the user asked for: options over keys of a TOML file over defaults, checked.
//!
//! [`NetworkOptions`] are text and numbers as given. [`Description`] is what they ask for, checked: a
//! [`Config`], which every network has, and what its kind is made with.

use crate::{
    buffered::{refuse_buffers, refuse_channels, Buffers},
    error::UsageError,
    paths::Paths,
    stored::{Algorithm, Storage},
};
use serde::{Deserialize, Serialize};
use std::path::Path;
use torus_model::{
    placement::{parse_nodes, PlacementError},
    route::bits,
    table::Group,
    Effort, HeaderLayout, NodeId, Placement, PlacementSpec, PortModel, Routing, ScheduleKind, Torus,
    UnknownName,
};
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

/// A checked description of a network: what every network has, and what its kind is made with.
#[derive(Clone, Debug)]
pub struct Description {
    /// What every network has.
    pub config: Config,
    /// What its kind is made with.
    pub kind: KindOptions,
}

/// What a network of one kind is made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindOptions {
    /// A schedule of this kind in ROMs.
    Scheduled(ScheduleKind),
    /// Message memories and what runs on them.
    Memory(Storage),
    /// Buffers, credits and channels.
    Buffered(Buffers),
}

impl KindOptions {
    /// How long a network of this kind takes to compile, roughly, beside others, in no unit.
    pub fn compilation(&self) -> u64 {
        match self {
            KindOptions::Memory(_) => 1 << 14,
            KindOptions::Scheduled(_) | KindOptions::Buffered(_) => 1 << 13,
        }
    }
}

/// What every network has, whatever its kind.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who sends to whom, and where.
    pub placement: Placement,
    /// By which paths; those of a total exchange are minimal.
    pub paths: Paths,
    /// What a processor sends and receives in one slot.
    pub ports: PortModel,
    /// Payload bits.
    pub width: usize,
    /// Seed and effort of the schedule's search.
    pub effort: Effort,
    /// Name of the network.
    pub name: String,
}

impl Description {
    /// Checks options. Errors: each option with its own message, see [`UsageError`].
    pub fn new(options: &NetworkOptions) -> Result<Description, UsageError> {
        let torus = torus(options)?;
        let ports = options.ports.as_deref().map_or(Ok(PortModel::AllPort), str::parse)?;
        let placement = placement(&torus, options.placement.as_deref().unwrap_or("full"))?;
        let storage = storage(options, &placement, ports)?;
        let schedule = schedule_kind(options, &placement, storage.as_ref())?;
        let paths = paths(options, schedule, ports, &torus)?;
        let kind = match storage {
            Some(storage) => memory(options, Storage { schedule, ..storage })?,
            None => buffers(options, &torus, paths, ports)?
                .map_or(KindOptions::Scheduled(schedule), KindOptions::Buffered),
        };
        let width = width(&torus, options.width)?;
        let name = options.name.clone().unwrap_or_else(|| format!("torus_{torus}"));
        check_name(&name)?;
        let effort = effort(options, schedule, ports);
        Ok(Description { config: Config { placement, paths, ports, width, effort, name }, kind })
    }
}

impl Config {
    /// The torus.
    pub fn torus(&self) -> &Torus {
        self.placement.torus()
    }
}

/// Chosen words are worth ten times the effort where links and ports are nearly full, as in tables and
/// one-port schedules: those at the bound are found long before it is spent.
fn effort(options: &NetworkOptions, kind: ScheduleKind, ports: PortModel) -> Effort {
    let usual = Effort::with_seed(options.seed.unwrap_or(1));
    let full = kind == ScheduleKind::Exchange || ports != PortModel::AllPort;
    let visits = if full { 10 * usual.visits } else { usual.visits };
    Effort { visits: options.effort.unwrap_or(visits), ..usual }
}

/// What a network with memories is made with. Errors: options of channels, which it has none of.
fn memory(options: &NetworkOptions, storage: Storage) -> Result<KindOptions, UsageError> {
    refuse_channels(options)?;
    Ok(KindOptions::Memory(storage))
}

/// The kind of schedule; word tables are for tori with a processor on every node.
fn schedule_kind(
    options: &NetworkOptions,
    placement: &Placement,
    storage: Option<&Storage>,
) -> Result<ScheduleKind, UsageError> {
    // What an algorithm stores on the way goes by any shortest words, as in a total exchange.
    if storage.is_some_and(|storage| storage.algorithm != Algorithm::Table) {
        return Ok(ScheduleKind::Exchange);
    }
    let kind = options.kind.as_deref().map_or(Ok(ScheduleKind::Frame), str::parse)?;
    if kind == ScheduleKind::Exchange && placement.len() < placement.torus().len() {
        return Err(UsageError::ExchangePlacement { placement: placement.to_string() });
    }
    Ok(kind)
}

/// Message memories, where some are asked for. Errors: those of [`Storage::new`]; a router without any.
fn storage(
    options: &NetworkOptions,
    placement: &Placement,
    ports: PortModel,
) -> Result<Option<Storage>, UsageError> {
    let storage = Storage::new(options, placement, ports)?;
    let option = if options.algorithm.is_some() { "--algorithm" } else { "--kind broadcast" };
    match options.router.as_deref() {
        Some("buffered") if storage.is_some() => {
            Err(UsageError::BufferedOption { option, what: "a program" })
        }
        Some(other) if storage.is_some() && other != "scheduled" => {
            Err(UsageError::RouterName { text: other.into() })
        }
        _ => Ok(storage),
    }
}

fn torus(options: &NetworkOptions) -> Result<Torus, UsageError> {
    let Some(text) = &options.dims else {
        let (d, k) = (options.d.unwrap_or(3), options.k.unwrap_or(4));
        // No torus has more dimensions than bits of its largest size; longer lists need not be built.
        return Ok(Torus::homogeneous(d.min(64) as usize, k)?);
    };
    if options.d.is_some() || options.k.is_some() {
        return Err(UsageError::DimsTwice);
    }
    Ok(text.parse()?)
}

/// The paths: those of a total exchange follow from its kind.
fn paths(
    options: &NetworkOptions,
    kind: ScheduleKind,
    ports: PortModel,
    torus: &Torus,
) -> Result<Paths, UsageError> {
    let asked = options.routing.as_deref().map(Paths::asked).transpose()?;
    let group = group(options, kind, ports, torus)?;
    match (kind, asked) {
        (ScheduleKind::Exchange, None) => Ok(Paths::Minimal(group)),
        (ScheduleKind::Exchange, Some(asked)) => {
            Err(UsageError::ExchangeRouting { routing: asked.to_string() })
        }
        (_, asked) => Ok(asked.unwrap_or(Paths::Routed(Routing::Odr))),
    }
}

/// The group of letters asked for. Errors: schedules without letters, radices that the group does not suit.
fn group(
    options: &NetworkOptions,
    kind: ScheduleKind,
    ports: PortModel,
    torus: &Torus,
) -> Result<Option<Group>, UsageError> {
    let Some(text) = options.group.as_deref() else { return Ok(None) };
    let group: Group = text.parse()?;
    if kind != ScheduleKind::Exchange || ports != PortModel::AllPort {
        return Err(UsageError::GroupWithoutTable { group: text.into() });
    }
    if !torus.dims().iter().all(|&radix| group.suits(radix)) {
        return Err(UsageError::Dihedral { dims: torus.to_string() });
    }
    Ok(Some(group))
}

/// What a buffered router is made with. Errors: options of the other router; a port model without lanes.
fn buffers(
    options: &NetworkOptions,
    torus: &Torus,
    paths: Paths,
    ports: PortModel,
) -> Result<Option<Buffers>, UsageError> {
    match options.router.as_deref() {
        None | Some("scheduled") => refuse_buffers(options).map(|()| None),
        Some("buffered") if options.kind.is_some() => {
            Err(UsageError::BufferedOption { option: "--kind", what: "a schedule" })
        }
        Some("buffered") if ports == PortModel::SinglePort => Err(UsageError::BufferedOption {
            option: "--ports single",
            what: "a schedule that counts what is forwarded",
        }),
        Some("buffered") if options.effort.is_some() => {
            Err(UsageError::BufferedOption { option: "--effort", what: "a search" })
        }
        Some("buffered") => Buffers::new(options, torus, paths).map(Some),
        Some(other) => Err(UsageError::RouterName { text: other.into() }),
    }
}

/// The placement that a specification describes.
pub fn placement(torus: &Torus, text: &str) -> Result<Placement, UsageError> {
    Ok(match text.parse()? {
        PlacementSpec::Full => Placement::full(torus),
        PlacementSpec::Linear { coefficients, c } => Placement::linear(torus, coefficients.as_deref(), c)?,
        PlacementSpec::Multilinear { t, coefficients } => {
            Placement::multilinear(torus, coefficients.as_deref(), t)?
        }
        PlacementSpec::File(path) => Placement::listed(torus, &nodes_of_file(torus, Path::new(&path))?)?,
    })
}

/// A placement from its text, or from its processors where the text is just `file`. Errors: a text that names
/// a file; a processor on a node that does not exist.
pub fn placement_of(torus: &Torus, text: &str, processors: &[u32]) -> Result<Placement, UsageError> {
    if text != "file" {
        // A file that is read opens no other one.
        let opens = text.starts_with("file:").then(|| UnknownName {
            what: "placement",
            text: text.to_string(),
            allowed: &["full", "linear", "multilinear", "file"],
        });
        return opens.map_or_else(|| placement(torus, text), |error| Err(error.into()));
    }
    let node = |&node: &u32| {
        let dims = || torus.dims().to_vec();
        torus.node_at(node as usize).ok_or_else(|| PlacementError::NoNode { node, dims: dims() })
    };
    let nodes: Vec<_> = processors.iter().map(node).collect::<Result<_, _>>()?;
    Ok(Placement::listed(torus, &nodes)?)
}

/// The nodes listed in a file, one a line.
pub fn nodes_of_file(torus: &Torus, path: &Path) -> Result<Vec<NodeId>, UsageError> {
    let text =
        input::read(path, input::nodes(torus.len())).map_err(|error| UsageError::unreadable(path, &error))?;
    parse_nodes(torus, &text).map_err(|error| UsageError::InFile { path: path.into(), error: error.into() })
}

fn width(torus: &Torus, asked: Option<usize>) -> Result<usize, UsageError> {
    let least = 2 * bits(torus.len());
    let width = asked.unwrap_or(least.max(32));
    let fits = width >= least && width % 2 == 0 && width <= MAX_WIDTH;
    if fits {
        Ok(width)
    } else {
        Err(UsageError::Width { width, least, dims: torus.to_string() })
    }
}

/// The widest payload.
pub const MAX_WIDTH: usize = 1024;

/// The widest header that the node's kernels hold.
pub const MAX_HEADER: usize = 128;

/// Refuses tori whose header or node tables are beyond what is emitted.
pub fn check_emittable(torus: &Torus) -> Result<(), UsageError> {
    let header = HeaderLayout::new(torus).width();
    if header > MAX_HEADER || torus.len() > MAX_EMITTED {
        return Err(UsageError::TooLargeToEmit { dims: torus.to_string(), nodes: torus.len(), header });
    }
    Ok(())
}

/// The largest network that is emitted: its tables stay within the literal widths tools take.
pub const MAX_EMITTED: usize = 65_536;

/// Names become module and file names: lower-case identifiers without double underscores.
fn check_name(name: &str) -> Result<(), UsageError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(plain)
        && !name.contains("__")
        && !name.ends_with('_')
        && name.len() <= 64
        && !VERILOG_WORDS.contains(&format!(" {name} "));
    if good {
        Ok(())
    } else {
        Err(UsageError::Name { name: name.to_string() })
    }
}

/// Keywords of Verilog-2001 and SystemVerilog that have the form of a name.
const VERILOG_WORDS: &str = " always and assign automatic begin bit bind buf bufif0 bufif1 byte case casex \
    casez cell chandle checker class clocking cmos config const constraint context continue cover covergroup \
    coverpoint cross deassign default defparam design disable dist do edge else end endcase endmodule \
    endfunction endtask endgenerate enum event expect export extends extern final for force foreach forever \
    fork function generate genvar highz0 highz1 if iff ifnone import initial inout input inside instance int \
    integer interface intersect join large let liblist library local localparam logic longint macromodule \
    matches medium modport module nand negedge new nmos nor not null or output package packed parameter pmos \
    posedge primitive priority program property protected pull0 pull1 pulldown pullup pure rand randc \
    randcase ref reg release repeat restrict return rnmos rpmos rtran scalared sequence shortint shortreal \
    signed small solve specify specparam static string strong0 strong1 struct super supply0 supply1 table \
    tagged task this throughout time timeprecision timeunit tran tri tri0 tri1 triand trior trireg type \
    typedef union unique unsigned use var vectored virtual void wait wand weak0 weak1 while wildcard wire \
    with within wor xnor xor ";

/// A path as messages quote it.
pub fn shown(path: &Path) -> String {
    torus_sim::output::shown(path)
}
