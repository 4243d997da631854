//! The values of `--engine` and of `--optimize`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use torus_sim::{Engine, OptLevel};

/// Parses the name of an engine.
pub fn parser() -> impl TypedValueParser<Value = Engine> {
    let values = Engine::ALL.iter().map(|engine| PossibleValue::new(engine.name()).help(help(*engine)));
    let values: Vec<_> = values.collect();
    PossibleValuesParser::new(values).map(|name| name.parse().expect("the parser takes these names only"))
}

fn help(engine: Engine) -> &'static str {
    match engine {
        Engine::Tiles => "One verilated node, stamped N times",
        Engine::Fabric => "The whole emitted bench, verilated: the ground truth, for up to a few dozen nodes",
        Engine::Model => "The registers in Rust, without Verilator or a compiler",
    }
}

/// The help texts of the levels, from the lowest on.
const LEVELS: [&str; 3] =
    ["Compiled soonest, runs up to five times as long: for runs of few cycles", "In between", "Runs fastest"];

/// Parses a level of optimisation.
pub fn level_parser() -> impl TypedValueParser<Value = OptLevel> {
    let value = |(level, help): (OptLevel, &'static str)| PossibleValue::new(digit(level)).help(help);
    let values: Vec<_> = OptLevel::ALL.into_iter().zip(LEVELS).map(value).collect();
    PossibleValuesParser::new(values).map(|text| text.parse().expect("the parser takes these levels only"))
}

fn digit(level: OptLevel) -> &'static str {
    ["0", "1", "2"][level as usize]
}
