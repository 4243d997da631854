//! Matrices of configurations: the built-in one, and those of TOML files.

use std::path::Path;
use torus_gen::{
    files::FileError,
    options::{NetworkOptions, OptionsError},
};
use torus_model::torus::radices;
use torus_sim::input;

/// A configuration of a regression, with a name that says what it is.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Radices and placement, such as `4x4x4-linear`.
    pub name: String,
    /// Its options.
    pub options: NetworkOptions,
}

/// Radices and placements of the built-in matrix: d = 1..4, radices 2..8, odd, even, mixed; all, one class,
/// several classes of nodes with processors, and coefficients other than ones.
const BUILT_IN: &[(&[&str], &[&str])] = &[
    (&["2", "3", "4", "5", "6", "7", "8"], &["full"]),
    (&["4", "5", "8"], &["multilinear:t=2"]),
    (&["2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8"], &["full", "linear"]),
    (&["3x3", "4x4", "5x5", "6x6", "7x7", "8x8"], &["multilinear:t=2"]),
    (&["2x3", "3x2", "2x5", "3x4", "4x6", "5x7", "8x2"], &["full"]),
    (&["5x5"], &["linear:coeff=1,2", "linear:coeff=1,-1:c=3"]),
    (&["6x6"], &["linear:coeff=1,3", "linear:coeff=2,5"]),
    (&["2x2x2", "3x3x3", "4x4x4"], &["full"]),
    (&["2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "8x8x8"], &["linear"]),
    (&["3x3x3", "4x4x4", "5x5x5"], &["multilinear:t=2"]),
    (&["4x4x4"], &["multilinear:t=3"]),
    (&["2x3x4", "4x3x2", "3x4x5", "2x2x5"], &["full"]),
    (&["2x2x2x2", "3x3x3x3"], &["full"]),
    (&["2x2x2x2", "3x3x3x3", "4x4x4x4", "5x5x5x5"], &["linear"]),
    (&["3x3x3x3"], &["multilinear:t=2"]),
    (&["2x3x2x3"], &["full"]),
];

/// Full tori of the built-in matrix that run a total exchange by word tables: every torus of up to 512 nodes
/// whose step count is known. All are at their bound.
const TABLES: &[&[&str]] = &[
    // Rings.
    &["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
    // Squares.
    &["3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "16x16"],
    // Cubes and beyond.
    &["3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "8x8x8", "3x3x3x3", "4x4x4x4", "3x3x3x3x3"],
    // Hypercubes.
    &[
        "2x2",
        "2x2x2",
        "2x2x2x2",
        "2x2x2x2x2",
        "2x2x2x2x2x2",
        "2x2x2x2x2x2x2",
        "2x2x2x2x2x2x2x2",
        "2x2x2x2x2x2x2x2x2",
    ],
    // Mixed radices.
    &[
        "2x3", "2x4", "2x5", "3x4", "3x5", "4x6", "6x5", "2x2x3", "2x3x4", "3x4x5", "4x3x3", "4x4x8",
        "4x6x8", "5x6x7", "6x6x4", "7x7x3", "6x6x2", "6x6x3", "8x8x4", "9x9x3", "2x3x4x5",
    ],
];

/// Full tori of the built-in matrix whose tables have dihedral letters in every dimension: one ROM all the
/// same.
const DIHEDRAL: &[&str] = &["8", "4x4", "4x6", "8x8", "4x4x4"];

/// Tori of the built-in matrix that run a one-shot schedule of a linear placement.
const ONE_SHOTS: &[&str] = &["4x4", "5x5", "4x4x4"];

/// One-port configurations of the built-in matrix, radices, placement and kind: 1 to 4 dimensions, radix 2,
/// odd, even, mixed, one and several ROM images.
const ONE_PORT: &[(&[&str], &str, Option<&str>)] = &[
    (&["2", "5", "2x2", "4x4", "3x4", "2x5", "2x3x4", "2x2x2x2"], "full", None),
    (&["4x4", "6x6", "5x5x5", "4x4x4", "3x3x3x3"], "linear", None),
    (&["4x4", "3x3x3"], "multilinear:t=2", None),
    (&["6", "3x3", "2x3x2"], "full", Some("oneshot")),
    (&["5x5", "4x4x4"], "linear", Some("oneshot")),
    (&["5x5"], "multilinear:t=2", Some("oneshot")),
    (&["4x4", "3x5", "2x2x3"], "full", Some("exchange")),
];

/// Radices, placement, routing, ports and rule of a buffered network.
type Buffered = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Networks of the built-in matrix without headers, radices, kind and ports.
const SLOTS: &[(&[&str], Option<&str>, &str)] = &[
    (&["2", "5", "4x4", "3x5", "8x8", "2x3x4", "3x3x3"], None, "all"),
    (&["2", "3", "4x4", "5x4", "2x2x2x2"], None, "one"),
    (&["6", "4x3"], Some("oneshot"), "all"),
    (&["5x5", "4x4x4"], Some("exchange"), "one"),
];

/// Tori of the built-in matrix whose rows are generated.
const GENERATED: &[&str] = &["6", "4x4", "12x12", "6x6x6"];

/// Buffered networks of the built-in matrix, each in one exchange that nobody scheduled.
const BUFFERED: &[Buffered] = &[
    ("5", "full", "odr", "all", "dateline"),
    ("2x3", "full", "odr", "one", "dateline"),
    ("3x5", "full", "odr", "all", "bubble"),
    ("4x4", "full", "odr", "one", "dateline"),
    ("4x4", "full", "odr", "one", "bubble"),
    ("8x8", "full", "odr", "one", "dateline"),
    ("4x4x4", "full", "odr", "one", "dateline"),
    ("4x4x4", "linear", "odr", "all", "dateline"),
    ("3x3", "full", "udr", "one", "dateline"),
    ("2x2x2", "full", "udr", "all", "bubble"),
    ("4x4", "multilinear:t=2", "udr", "one", "dateline"),
    ("3x3x3", "linear", "udr", "one", "bubble"),
];

/// The same with two cycles a hop.
const PIPELINED: &[Buffered] = &[
    ("5", "full", "odr", "all", "dateline"),
    ("4x4", "full", "odr", "one", "dateline"),
    ("8x8", "full", "odr", "one", "bubble"),
    ("2x3x4", "full", "odr", "one", "dateline"),
    ("3x3x3", "linear", "udr", "one", "bubble"),
];

/// The same with registers on links: none in one dimension, wrap links with more, fewer and none.
const STAGED: &[(Buffered, &str, usize)] = &[
    (("5", "full", "odr", "all", "dateline"), "3,wrap=0", 1),
    (("2x3", "full", "odr", "one", "dateline"), "2,0,wrap=1", 2),
    (("4x4", "full", "odr", "one", "bubble"), "1", 1),
    (("3x4x5", "full", "odr", "one", "dateline"), "0,1,1,wrap=2", 1),
    (("4x4x4", "linear", "odr", "all", "dateline"), "0,1,2", 2),
    (("3x3", "full", "udr", "one", "dateline"), "1,wrap=4", 1),
];

/// Networks with message memories, algorithm, radices and flits of a block: every algorithm, every word
/// table's form, odd, even, radix 2, mixed, several banks, and the sizes whose step counts are known.
const STORED: &[(&str, &[&str], usize)] = &[
    ("table", &["5", "3x3", "4x4", "6x5", "2x3x4", "8x8", "2x2x2x2", "4x4x4"], 1),
    ("table", &["4x4", "3x5"], 3),
    ("one-row", &["3x4", "4x4"], 2),
    ("product-a1", &["3x4", "2x3x4x3"], 1),
    ("product-a2", &["2", "3x4", "4x4", "5x5", "2x2x2x2x2", "4x4x4"], 1),
    ("product-a2", &["3x4"], 4),
    (
        "product-a3",
        &["2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "2x2x2x2", "3x3x3x3", "4x4x4x4"],
        1,
    ),
    ("product-a3", &["4x4"], 2),
    ("suh-shin", &["4x4", "8x8", "12x12", "16x16"], 1),
    ("suh-shin", &["8x8"], 3),
    ("divide-1", &["4x4", "8x8", "16x16"], 1),
    ("divide-2", &["8x8", "16x16"], 1),
    ("divide-3", &["16x16"], 1),
    ("broadcast", &["5", "3x3", "4x4", "5x5", "8x8", "2x2x2", "3x3x3", "2x3x4", "2x2x2x2"], 7),
    ("broadcast-staged", &["6x6", "4x4x4"], 16),
    ("broadcast-lines", &["3x5", "2x2x2"], 1),
];

/// The built-in matrix.
pub fn built_in() -> Vec<Configuration> {
    let group = |&(dims, placements): &(&'static [&'static str], &'static [&'static str])| {
        dims.iter().flat_map(move |dims| {
            placements.iter().map(move |placement| configuration(dims, placement, None, None))
        })
    };
    let frames = BUILT_IN.iter().flat_map(group);
    let tables =
        TABLES.iter().copied().flatten().map(|dims| configuration(dims, "full", Some("exchange"), None));
    let one_shots = ONE_SHOTS.iter().map(|dims| configuration(dims, "linear", Some("oneshot"), None));
    let one_port = ONE_PORT.iter().flat_map(|&(dims, placement, kind)| {
        dims.iter().map(move |dims| configuration(dims, placement, kind, Some("one")))
    });
    let slots = SLOTS.iter().flat_map(|&(all, kind, ports)| {
        all.iter().map(move |dims| switched(dims, kind, Some(ports), "slots"))
    });
    let buffered = BUFFERED.iter().map(|row| self::buffered(row, None));
    let pipelined = PIPELINED.iter().map(|row| self::buffered(row, Some(2)));
    let staged = STAGED.iter().map(|(row, stages, pipeline)| self::staged(row, stages, *pipeline));
    let dihedral = DIHEDRAL.iter().map(|dims| in_group(dims, "dihedral"));
    let in_memory = STORED
        .iter()
        .flat_map(|&(algorithm, all, flits)| all.iter().map(move |dims| stored(algorithm, dims, flits)));
    let generated = GENERATED.iter().map(|dims| switched(dims, None, None, "generator"));
    let plain = frames.chain(tables).chain(dihedral).chain(one_shots).chain(one_port).chain(slots);
    plain.chain(generated).chain(buffered).chain(pipelined).chain(staged).chain(in_memory).collect()
}

fn stored(algorithm: &str, dims: &str, flits: usize) -> Configuration {
    let kind = if algorithm == "table" { Some("exchange") } else { None };
    let plain = configuration(dims, "full", kind, None).options;
    let (algorithm, flits) = (Some(algorithm.to_string()), Some(flits).filter(|&flits| flits > 1));
    let options = NetworkOptions { algorithm, flits, ..plain };
    Configuration { name: name(&options), options }
}

fn buffered(&(dims, placement, routing, ports, rule): &Buffered, pipeline: Option<usize>) -> Configuration {
    let plain = configuration(dims, placement, None, Some(ports)).options;
    let options = NetworkOptions {
        router: Some("buffered".into()),
        routing: Some(routing.into()),
        deadlock: Some(rule.into()),
        pipeline,
        ..plain
    };
    Configuration { name: name(&options), options }
}

fn staged(row: &Buffered, stages: &str, pipeline: usize) -> Configuration {
    let plain = buffered(row, Some(pipeline).filter(|&cycles| cycles > 1)).options;
    let options = NetworkOptions { link_stages: Some(stages.into()), ..plain };
    Configuration { name: name(&options), options }
}

fn switched(dims: &str, kind: Option<&str>, ports: Option<&str>, switching: &str) -> Configuration {
    let plain = configuration(dims, "full", kind, ports).options;
    let options = NetworkOptions { switching: Some(switching.into()), ..plain };
    Configuration { name: name(&options), options }
}

fn in_group(dims: &str, group: &str) -> Configuration {
    let plain = configuration(dims, "full", Some("exchange"), None).options;
    let options = NetworkOptions { group: Some(group.to_string()), ..plain };
    Configuration { name: name(&options), options }
}

fn configuration(dims: &str, placement: &str, kind: Option<&str>, ports: Option<&str>) -> Configuration {
    let options = NetworkOptions {
        dims: Some(dims.to_string()),
        placement: Some(placement.to_string()),
        kind: kind.map(str::to_string),
        ports: ports.map(str::to_string),
        ..NetworkOptions::default()
    };
    Configuration { name: name(&options), options }
}

/// `[[configuration]]` tables of a TOML file; each has the keys of a network.
///
/// Errors: unreadable, not TOML, other keys.
pub fn from_file(path: &Path) -> Result<Vec<Configuration>, OptionsError> {
    let text = input::read(path, input::MATRIX).map_err(|error| FileError::unreadable(path, &error))?;
    let mut file: toml::Table = text.parse().map_err(|error| OptionsError::toml(path, &error))?;
    let tables = file.remove("configuration");
    if let Some(key) = file.keys().next() {
        return Err(OptionsError::UnknownKey {
            path: path.into(),
            key: key.clone(),
            allowed: &["configuration"],
        });
    }
    let shape =
        || OptionsError::Toml { path: path.into(), reason: "it has no [[configuration]] tables".into() };
    let toml::Value::Array(tables) = tables.ok_or_else(shape)? else { return Err(shape()) };
    tables.into_iter().map(|table| from_table(table.try_into().map_err(|_| shape())?, path)).collect()
}

fn from_table(table: toml::Table, path: &Path) -> Result<Configuration, OptionsError> {
    let options = NetworkOptions::from_table(table, path)?;
    Ok(Configuration { name: name(&options), options })
}

/// Radices, placement, and whatever else is not left to the defaults.
fn name(options: &NetworkOptions) -> String {
    let homogeneous = || {
        let (d, k) = (options.d.unwrap_or(3), options.k.unwrap_or(4));
        vec![k.to_string(); d.min(64) as usize].join("x")
    };
    let joined = |text: &String| {
        let numbers = radices(text)?.iter().map(u32::to_string).collect::<Vec<_>>();
        Some(numbers.join("x"))
    };
    // Invalid radices are refused later, by the text given.
    let dims = options.dims.as_ref().map(|text| joined(text).unwrap_or_else(|| text.clone()));
    let mut parts = vec![dims.unwrap_or_else(homogeneous)];
    parts.push(options.placement.clone().unwrap_or_else(|| "full".into()));
    parts.extend(options.routing.clone());
    parts.extend(options.kind.clone());
    parts.extend(options.group.clone());
    parts.extend(options.ports.as_ref().map(|ports| format!("{ports}-port")));
    parts.extend(options.switching.clone());
    parts.extend(options.router.clone());
    parts.extend(options.deadlock.clone());
    parts.extend(options.algorithm.clone());
    parts.extend(options.source.as_ref().map(|source| format!("from-{source}")));
    parts.extend(options.ties.as_ref().map(|ties| format!("ties-{ties}")));
    parts.extend(options.link_stages.as_ref().map(|stages| format!("stages-{stages}")));
    parts.extend([&options.interface, &options.eject_source].into_iter().flatten().cloned());
    parts.extend(options.status.filter(|status| *status).map(|_| "status".into()));
    parts.extend(options.inject_early.map(|cycles| format!("early-{cycles}")));
    parts.extend(options.channels.map(|channels| format!("v{channels}")));
    parts.extend(options.depth.map(|depth| format!("d{depth}")));
    parts.extend(options.flits.map(|flits| format!("f{flits}")));
    parts.extend(options.pipeline.map(|cycles| format!("p{cycles}")));
    parts.extend(options.width.map(|width| format!("w{width}")));
    parts.extend(options.seed.map(|seed| format!("s{seed}")));
    parts.extend(options.effort.map(|visits| format!("e{visits}")));
    parts.join("-")
}
