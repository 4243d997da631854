//! The scoreboard, which alone compares a run with its golden model: every link in every cycle, every
//! ejection, every count, `done_o` and `error_o`. Nothing is sampled and nothing is tolerated.

use crate::driver::{Outcome, Window};
use crate::engine::{Ejected, Ejection, DONE, ERROR};
use crate::mismatch::{Kind, Mismatch, Mismatches, NamedLink, NamedNode};
use crate::monitor::{set_bits, Monitor};
use crate::ranks::Block;
use crate::timetable::Timetable;
use std::borrow::Cow;
use torus_model::{NodeId, Torus};

/// The links that should be in use.
pub trait Links {
    /// Writes the links that carry a message in `cycle` into `valid`, a bit for each link of the block.
    fn fill(&mut self, cycle: u64, valid: &mut [u64]);
    /// Whether exactly these links carry a message in `cycle`. `buffer`: as many words, of any content.
    fn are_in_use(&mut self, cycle: u64, valid: &[u64], buffer: &mut [u64]) -> bool {
        self.fill(cycle, buffer);
        valid == buffer
    }
}

/// Checks the messages that leave the network.
pub trait Exits {
    /// Compares the messages that left in a cycle; there may be none.
    fn observe(&mut self, cycle: u64, ejections: Ejected, mismatches: &mut Mismatches);
    /// The messages that arrived at their destination, each counted once.
    fn delivered(&self) -> u64;
    /// How much has arrived, and how much of it makes one message, if messages have several parts.
    fn parts(&self) -> [u64; 2] {
        [self.delivered(), 1]
    }
    /// Compares what is known only at the end.
    fn finish(&mut self, mismatches: &mut Mismatches);
}

/// Compares the messages that left in a cycle. Mismatches are kept in the order of local ports, as engines
/// report messages in different orders.
#[inline]
pub(crate) fn in_order(
    ejections: Ejected,
    mismatches: &mut Mismatches,
    mut compare: impl FnMut(Ejection, &mut Vec<Mismatch>),
) {
    let (mut found, mut places) = (Vec::new(), Vec::new());
    for ejection in ejections.iter() {
        compare(ejection, &mut found);
        if found.len() != places.len() {
            places.resize(found.len(), ejection.local_port);
        }
    }
    if found.is_empty() {
        return;
    }
    let mut found: Vec<(u32, Mismatch)> = places.into_iter().zip(found).collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().for_each(|(_, mismatch)| mismatches.push(mismatch));
}

/// Compares one run with a schedule and its loads.
pub struct Scoreboard<'a> {
    torus: &'a Torus,
    block: Block,
    /// The loads of the links of the block.
    loads: Cow<'a, [u64]>,
    timetable: Timetable,
    links: Box<dyn Links + 'a>,
    exits: Box<dyn Exits + 'a>,
    error_since: Option<u64>,
    done_before: bool,
    /// Whether `done_o` differed in the previous cycle.
    done_differs: bool,
    /// For each link, the first cycle in which it differed from the schedule; empty if none did.
    differs: Vec<Option<u64>>,
    expected: Vec<u64>,
    mismatches: Mismatches,
}

/// The result of a scoreboard: how much arrived, and what differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The messages that arrived at their destination, each counted once.
    pub delivered: u64,
    /// The result of [`Exits::parts`].
    pub parts: [u64; 2],
    /// All differences.
    pub mismatches: Mismatches,
}

impl<'a> Scoreboard<'a> {
    /// A scoreboard for the links and exits of a block. `loads`: those of all links, by id.
    pub fn of(
        torus: &'a Torus,
        block: &Block,
        loads: &'a [u64],
        timetable: Timetable,
        links: Box<dyn Links + 'a>,
        exits: Box<dyn Exits + 'a>,
    ) -> Self {
        Scoreboard {
            torus,
            block: block.clone(),
            loads: block.part(loads, block.slots),
            timetable,
            links,
            exits,
            error_since: None,
            done_before: false,
            done_differs: false,
            differs: Vec::new(),
            expected: vec![0; block.links().div_ceil(64)],
            mismatches: Mismatches::default(),
        }
    }

    /// The messages that arrived at their destination.
    pub fn delivered(&self) -> u64 {
        self.exits.delivered()
    }

    /// Compares a window of the run.
    pub fn observe(&mut self, window: &Window) {
        for (step, cycle) in window.cycles() {
            self.links(cycle, window.batch.valid(step));
            self.status(cycle, window.batch.status(step));
        }
        for (step, cycle) in window.cycles() {
            self.ejections(cycle, window.batch.ejections_of(step));
        }
    }

    /// Compares the links in use in a cycle with the schedule.
    pub fn links(&mut self, cycle: u64, valid: &[u64]) {
        if self.links.are_in_use(cycle, valid, &mut self.expected) {
            return;
        }
        self.links.fill(cycle, &mut self.expected);
        self.differs.resize(self.block.links(), None);
        let differing: Vec<u64> = self.expected.iter().zip(valid).map(|(want, got)| want ^ got).collect();
        for id in set_bits(&differing) {
            self.differs[id].get_or_insert(cycle);
            let expected = self.expected[id / 64] >> (id % 64) & 1 == 1;
            let (torus, number) = (self.torus, self.block.link_id(id));
            self.mismatches.push_of(Kind::Activity, || {
                let link = NamedLink::numbered(torus, number).expect("a bit of a link");
                Mismatch::Activity { link, cycle, expected }
            });
        }
    }

    /// Checks `done_o` and `error_o`.
    pub fn status(&mut self, cycle: u64, status: u8) {
        let done = status & DONE != 0;
        let differs = self.timetable.done(cycle).filter(|&expected| expected != done);
        if let Some(expected) = differs.filter(|_| !self.done_differs) {
            self.mismatches.push(Mismatch::Done { cycle, expected });
        }
        self.done_differs = differs.is_some();
        // `done_o` of an earlier exchange may have risen before the last start.
        if self.done_before && !done && cycle > self.timetable.completion() {
            self.mismatches.push(Mismatch::DoneFell { cycle });
        }
        self.done_before = done;
        if status & ERROR != 0 {
            self.error_since.get_or_insert(cycle);
        }
    }

    /// Compares the messages that left the network in a cycle.
    pub fn ejections(&mut self, cycle: u64, ejections: Ejected) {
        self.exits.observe(cycle, ejections, &mut self.mismatches);
    }

    /// Compares what is known only at the end. `counts`: those of the monitor.
    pub fn finish(
        mut self,
        outcome: &Outcome,
        (monitor, counts): (&Monitor, &[u64]),
        error_nodes: &[usize],
    ) -> Verdict {
        let expected = self.timetable.completion();
        if outcome.completion != Some(expected) {
            self.mismatches.push(Mismatch::Completion { expected, got: outcome.completion });
        }
        if let Some(cycle) = self.error_since {
            let nodes = error_nodes.iter().filter_map(|&node| self.torus.node_at(node));
            let nodes = nodes.map(|node| self.node(node)).collect();
            self.mismatches.push(Mismatch::ErrorFlag { cycle, nodes });
        }
        self.compare_counts(monitor, counts);
        self.exits.finish(&mut self.mismatches);
        let (delivered, parts) = (self.exits.delivered(), self.exits.parts());
        Verdict { delivered, parts, mismatches: self.mismatches }
    }

    fn compare_counts(&mut self, monitor: &Monitor, counts: &[u64]) {
        for (id, (&got, &load)) in counts.iter().zip(self.loads.iter()).enumerate() {
            let expected = load * self.timetable.exchanges as u64;
            if got == expected {
                continue;
            }
            let first_cycle = self.differs.get(id).copied().flatten().or_else(|| monitor.first(id));
            if let Some(link) = self.link(id) {
                self.mismatches.push(Mismatch::LinkCount { link, expected, got, first_cycle });
            }
        }
    }

    fn link(&self, number: usize) -> Option<NamedLink> {
        NamedLink::numbered(self.torus, self.block.link_id(number))
    }

    fn node(&self, node: NodeId) -> NamedNode {
        NamedNode::new(self.torus, node)
    }
}

#[cfg(test)]
mod tests;
