//! The report of a run: its counts, its mismatches and its times.

use crate::digest::hex;
use crate::ranks::Exchanged;
use crate::{Engine, Mismatches, Spent};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;
use torus_model::Torus;

/// The time of each stage; wall-clock time if other programs do the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// Verilator; on a cached run, finding the tools and hashing.
    pub verilate: Duration,
    /// The C++ compiler; zero on a cached run.
    pub compile: Duration,
    /// Loading the library and building the network in it.
    pub load: Duration,
    /// Clock edges of the engine.
    pub run: Spent,
    /// Making packets and their expected links, in buffered networks only.
    pub send: Spent,
    /// Counting, comparing and writing waves.
    pub check: Spent,
    /// Clock edges run.
    pub edges: u64,
    /// Threads that shared the nodes.
    pub threads: usize,
    /// Bytes of registers and links that the engine visits in every cycle; 0 if it visits only some of them.
    pub footprint: usize,
    /// Clock edges that the engine made in one pass over the nodes.
    pub together: usize,
    /// The data that ranks sent to each other.
    pub exchanged: Exchanged,
}

impl Timings {
    /// Nodes times clock edges per second of CPU time of the run.
    pub fn rate(&self, nodes: usize) -> f64 {
        nodes as f64 * self.edges as f64 / self.run.processor.as_secs_f64().max(1e-9)
    }

    /// Nodes times clock edges per second of wall-clock time.
    pub fn node_cycles_per_second(&self, nodes: usize) -> f64 {
        nodes as f64 * self.edges as f64 / self.run.wall.as_secs_f64().max(1e-9)
    }

    /// Nodes times clock edges per second of CPU time that memory allows, at so many bytes per second, to an
    /// engine that has a footprint.
    pub fn ceiling(&self, nodes: usize, bandwidth: f64) -> f64 {
        (self.together * nodes) as f64 * bandwidth / self.footprint as f64
    }

    /// The CPU time of checking, relative to that of running.
    pub fn checking(&self) -> f64 {
        self.check.processor.as_secs_f64() / self.run.processor.as_secs_f64().max(1e-9)
    }
}

/// The results of a run; `figures` has those that only one sort of run has.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<F = ExchangeFigures> {
    /// The engine.
    pub engine: Engine,
    /// Whether it was compiled for this run; otherwise it came from the cache.
    pub compiled: bool,
    /// Cycles simulated, including idle ones after an exchange; for packets, until the last flit came out.
    pub cycles: u64,
    /// Messages, packets or flits that arrived at their destination.
    pub delivered: u64,
    /// How many messages should arrive.
    pub expected: u64,
    /// For each link id, the number of cycles in which it carried something.
    pub link_counts: Vec<u64>,
    /// The exact counts with which these are compared.
    pub expected_counts: Vec<u64>,
    /// All differences.
    pub mismatches: Mismatches,
    /// The further exchanges, which follow those of this report.
    pub further: Further,
    /// The time that each stage took.
    pub timings: Timings,
    /// Results that only this sort of run has.
    pub figures: F,
}

/// The results of exchanges of a schedule or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExchangeFigures {
    /// The number of complete exchanges.
    pub exchanges: u32,
    /// The cycle in which `done_o` rose.
    pub completion: Option<u64>,
    /// The cycle in which it should rise.
    pub expected_completion: u64,
}

impl<F> Report<F> {
    /// Whether the network agrees with its golden model in everything, including further exchanges.
    pub fn matches(&self) -> bool {
        self.differences() == 0
    }

    /// The number of differences, including those of further exchanges.
    pub fn differences(&self) -> u64 {
        self.mismatches.total() + self.further.mismatches.total()
    }

    /// The differences that are kept, as text lines.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.mismatches.iter().map(ToString::to_string).chain(self.further.lines())
    }

    /// A line for each difference that is kept, and one for each kind that has more.
    pub fn details(&self) -> String {
        format!("{}{}", self.mismatches, self.further)
    }

    /// The [`link_digest`] of the counts.
    pub fn link_digest(&self, torus: &Torus) -> String {
        link_digest(torus, &self.link_counts)
    }

    /// The [`link_digest`] of the expected counts.
    pub fn expected_digest(&self, torus: &Torus) -> String {
        link_digest(torus, &self.expected_counts)
    }
}

/// Exchanges that follow those of a report, to check that the network starts again correctly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Further {
    /// The number of exchanges; 0 if those of the report already differ.
    pub exchanges: u32,
    /// Everything that differs in them; their cycles continue those of the report.
    pub mismatches: Mismatches,
}

impl Further {
    /// The kept differences, as text lines.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.mismatches.iter().map(|mismatch| format!("{FURTHER}{mismatch}"))
    }
}

/// The prefix of the lines about further exchanges.
const FURTHER: &str = "further exchanges: ";

/// A line for each kept mismatch, and one for each kind that has more.
impl fmt::Display for Further {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mismatches.to_string().lines().try_for_each(|line| writeln!(f, "{FURTHER}{line}"))
    }
}

/// The SHA-256 of the decimal counts in the order of link ids, joined by commas, without absent ports.
pub fn link_digest(torus: &Torus, counts: &[u64]) -> String {
    let decimal: Vec<_> = torus.links().map(|link| counts[link.index()].to_string()).collect();
    hex(&Sha256::digest(decimal.join(",")))
}
