//! The row of one configuration in the results.

use serde::{Deserialize, Serialize};
use std::fmt;
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

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match (self.error, self.matches) {
            (true, _) => Verdict::NotRun,
            (_, true) => Verdict::Equal,
            (_, false) => Verdict::Different,
        }
    }
}

/// What came out of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of it is as in the golden model.
    Equal,
    /// There are mismatches.
    Different,
    /// It could not be run.
    NotRun,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Equal => "equal",
            Verdict::Different => "DIFFERENT",
            Verdict::NotRun => "NOT RUN",
        })
    }
}
