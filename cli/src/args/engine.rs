//! `--engine`: which simulator.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use torus_sim::Engine;

/// Names, engines, and what `--help` says of each.
const ENGINES: [(&str, Engine, &str); 3] = [
    ("tiles", Engine::Tiles, "One verilated node, stamped N times"),
    (
        "fabric",
        Engine::Fabric,
        "The whole emitted bench, verilated: the ground truth, for up to a few dozen nodes",
    ),
    ("model", Engine::Model, "The registers in Rust, without Verilator or a compiler"),
];

/// Takes an engine's name.
pub fn parser() -> impl TypedValueParser<Value = Engine> {
    let values = ENGINES.map(|(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| named(&name))
}

fn named(name: &str) -> Engine {
    let found = ENGINES.iter().find(|(other, ..)| *other == name);
    found.map(|&(_, engine, _)| engine).expect("the parser takes these names only")
}
