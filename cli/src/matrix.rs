//! Matrices of configurations: the built-in one, and those of TOML files.

mod name;
mod rows;

use name::name;
use rows::*;
use std::path::Path;
use torus_gen::{
    file_error::FileError,
    options::{read_table, NetworkOptions, OptionsError},
};
use torus_sim::input;

/// A configuration of a regression, with a name that describes it.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The name that it was given, or radices and placement, such as `4x4x4-linear`, and what else is not
    /// default.
    pub name: String,
    /// Its options.
    pub options: NetworkOptions,
}

impl Configuration {
    /// A configuration with its name; if it has none, the options given, in a fixed order.
    pub fn of(options: NetworkOptions) -> Self {
        Configuration { name: options.name.clone().unwrap_or_else(|| name(&options)), options }
    }
}

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
    let scheduled = SCHEDULED_STAGED.iter().map(|(dims, row, stages)| scheduled_staged(dims, row, stages));
    let in_memory = STORED
        .iter()
        .flat_map(|&(algorithm, all, flits)| all.iter().map(move |dims| stored(algorithm, dims, flits)));
    let styled = ROM_STYLES.iter().map(|row| in_style(*row));
    let generated = GENERATED.iter().map(|dims| switched(dims, None, None, "generator"));
    let plain = frames.chain(tables).chain(dihedral).chain(one_shots).chain(one_port).chain(slots);
    plain
        .chain(styled)
        .chain(generated)
        .chain(buffered)
        .chain(pipelined)
        .chain(staged)
        .chain(scheduled)
        .chain(in_memory)
        .collect()
}

fn stored(algorithm: &str, dims: &str, flits: usize) -> Configuration {
    let kind = if algorithm == "table" { Some("exchange") } else { None };
    let plain = configuration(dims, "full", kind, None).options;
    let (algorithm, flits) = (Some(algorithm.to_string()), Some(flits).filter(|&flits| flits > 1));
    let options = NetworkOptions { algorithm, flits, ..plain };
    Configuration::of(options)
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
    Configuration::of(options)
}

fn staged(row: &Buffered, stages: &str, pipeline: usize) -> Configuration {
    let plain = buffered(row, Some(pipeline).filter(|&cycles| cycles > 1)).options;
    let options = NetworkOptions { link_stages: Some(stages.into()), ..plain };
    Configuration::of(options)
}

fn switched(dims: &str, kind: Option<&str>, ports: Option<&str>, switching: &str) -> Configuration {
    let plain = configuration(dims, "full", kind, ports).options;
    let options = NetworkOptions { switching: Some(switching.into()), ..plain };
    Configuration::of(options)
}

fn in_style((dims, ports, switching, style): (&str, &str, &str, &str)) -> Configuration {
    let plain = switched(dims, None, Some(ports), switching).options;
    let options = NetworkOptions { rom: Some(style.into()), ..plain };
    Configuration::of(options)
}

fn scheduled_staged(
    dims: &str,
    &(placement, kind, ports, switching): &Scheduled,
    stages: &str,
) -> Configuration {
    let plain = configuration(dims, placement, kind, Some(ports)).options;
    let switching = Some(switching.to_string()).filter(|switching| switching != "headers");
    let options = NetworkOptions { switching, link_stages: Some(stages.into()), ..plain };
    Configuration::of(options)
}

fn in_group(dims: &str, group: &str) -> Configuration {
    let plain = configuration(dims, "full", Some("exchange"), None).options;
    let options = NetworkOptions { group: Some(group.to_string()), ..plain };
    Configuration::of(options)
}

fn configuration(dims: &str, placement: &str, kind: Option<&str>, ports: Option<&str>) -> Configuration {
    let options = NetworkOptions {
        dims: Some(dims.to_string()),
        placement: Some(placement.to_string()),
        kind: kind.map(str::to_string),
        ports: ports.map(str::to_string),
        ..NetworkOptions::default()
    };
    Configuration::of(options)
}

/// Reads the `[[configuration]]` tables of a TOML file; each has the keys of a network.
///
/// Errors: unreadable; not TOML; other keys.
pub fn from_file(path: &Path) -> Result<Vec<Configuration>, OptionsError> {
    let text = input::read(path, input::MATRIX).map_err(|error| FileError::unreadable(path, &error))?;
    let mut file = read_table(&text, path)?;
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
    let configuration = |(number, table): (usize, toml::Value)| {
        // Errors name the table, too.
        let place = format!("{}, configuration {number},", path.display());
        let options = NetworkOptions::from_table(table.try_into().map_err(|_| shape())?, Path::new(&place))?;
        Ok(Configuration::of(options))
    };
    (1..).zip(tables).map(configuration).collect()
}
