//! The row of one configuration in the results.

use serde::{Deserialize, Serialize};
use torus_gen::Base;
use torus_sim::manifest::RomInfo;

/// The result of one configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The configuration's name.
    pub name: String,
    /// Nodes of the torus.
    pub nodes: usize,
    /// Processors.
    pub processors: usize,
    /// Directed links.
    pub links: usize,
    /// The maximum load, `p` or `p/q`.
    pub e_max: String,
    /// Slots or steps; for buffered networks, cycles.
    pub length: u32,
    /// The lower bound of the length.
    pub lower_bound: u32,
    /// The ROM of a processor.
    pub rom: Option<RomInfo>,
    /// Bits of all message memories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bits: Option<usize>,
    /// Cycles from the start to the end.
    pub cycles: u64,
    /// Whether there were no mismatches.
    #[serde(rename = "match")]
    pub matches: bool,
    /// Mismatches line by line, or why the configuration could not be run.
    pub details: String,
    /// Whether it could not be run.
    pub error: bool,
    /// The engines that agreed in every cycle, if several were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<String>,
    /// The time that it took.
    pub seconds: f64,
}

impl Row {
    /// A row that has only the facts of the configuration.
    pub fn new(name: &str, base: &Base) -> Self {
        Row {
            name: name.to_string(),
            nodes: base.torus().len(),
            processors: base.placement.len(),
            links: base.torus().links().count(),
            ..Row::default()
        }
    }

    /// The verdict: `equal`, `DIFFERENT` or `NOT RUN`.
    pub fn verdict(&self) -> &'static str {
        match (self.error, self.matches) {
            (true, _) => "NOT RUN",
            (_, true) => "equal",
            (_, false) => "DIFFERENT",
        }
    }
}
