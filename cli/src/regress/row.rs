//! What is kept of one configuration.

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
    /// Slots or steps; of buffered networks, cycles.
    pub length: u32,
    /// What the length cannot fall below.
    pub lower_bound: u32,
    /// The ROM of a processor.
    pub rom: Option<RomInfo>,
    /// Bits of all message memories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bits: Option<usize>,
    /// Cycles from the start to the end.
    pub cycles: u64,
    /// Whether everything was as it should be.
    #[serde(rename = "match")]
    pub matches: bool,
    /// Mismatches line by line, or why the configuration could not be run.
    pub details: String,
    /// Whether it could not be run.
    pub error: bool,
    /// The engines that showed the same in every cycle, where several were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Row {
    /// A row of which nothing is known but the configuration.
    pub fn new(name: &str, base: &Base) -> Self {
        Row {
            name: name.to_string(),
            nodes: base.torus().len(),
            processors: base.placement.len(),
            links: base.torus().links().count(),
            ..Row::default()
        }
    }

    /// `equal`, `DIFFERENT` or `NOT RUN`.
    pub fn verdict(&self) -> &'static str {
        match (self.error, self.matches) {
            (true, _) => "NOT RUN",
            (_, true) => "equal",
            (_, false) => "DIFFERENT",
        }
    }
}
