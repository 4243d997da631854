//! The scoreboard: the only place that compares. Every link in every cycle, every ejection, every count,
//! `done_o` and `error_o`; nothing is sampled, nothing is tolerated.

use crate::deliveries::{Deliveries, Shortfall};
use crate::driver::{Outcome, Timetable, Window};
use crate::ffi::{Ejection, ABSENT, DONE, ERROR};
use crate::mismatch::{Mismatch, Mismatches, NamedLink, NamedNode};
use crate::monitor::{set_bits, Monitor};
use crate::reference::{Activity, Arrivals, Due};
use std::collections::BTreeMap;
use std::sync::Arc;
use torus_model::{LinkId, NodeId, Schedule, Torus};

/// Compares one run with a schedule and its loads.
pub struct Scoreboard<'a> {
    torus: &'a Torus,
    processors: &'a [NodeId],
    /// Index of every node's processor, or [`ABSENT`].
    index: Vec<u32>,
    loads: &'a [u64],
    timetable: Timetable,
    activity: Activity,
    arrivals: Arc<Arrivals>,
    deliveries: Deliveries,
    delivered: u64,
    error_since: Option<u64>,
    done_before: bool,
    /// By link: the first cycle in which it differed from the schedule.
    differs: BTreeMap<usize, u64>,
    expected: Vec<u64>,
    mismatches: Mismatches,
}

/// What the scoreboard found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Messages that arrived where they should, none counted twice.
    pub delivered: u64,
    /// Everything that differs.
    pub mismatches: Mismatches,
}

impl<'a> Scoreboard<'a> {
    /// `loads`: the exact number of messages over each link id in one exchange.
    pub fn new(schedule: &'a Schedule, loads: &'a [u64], timetable: Timetable) -> Self {
        let (torus, processors) = (schedule.torus(), schedule.placement.processors());
        let mut index = vec![ABSENT; torus.len()];
        processors.iter().zip(0..).for_each(|(node, p)| index[node.index()] = p);
        Scoreboard {
            torus,
            processors,
            index,
            loads,
            timetable,
            activity: Activity::new(schedule, timetable),
            arrivals: Arc::new(Arrivals::new(schedule, timetable)),
            deliveries: Deliveries::new(processors.len(), timetable.exchanges as u64),
            delivered: 0,
            error_since: None,
            done_before: false,
            differs: BTreeMap::new(),
            expected: vec![0; torus.link_slots().div_ceil(64)],
            mismatches: Mismatches::default(),
        }
    }

    /// Messages that have arrived where they should.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Compares a window of the run.
    pub fn observe(&mut self, window: &Window) {
        for (step, cycle) in window.cycles() {
            self.links(cycle, window.batch.valid(step));
            self.status(cycle, window.batch.status(step));
        }
        let ejections = window.batch.ejections();
        for together in ejections.chunk_by(|one, other| one.step == other.step) {
            if let Some(cycle) = window.cycle(together[0].step) {
                self.ejections(cycle, together);
            }
        }
    }

    /// Compares the links in use in a cycle with the schedule.
    pub fn links(&mut self, cycle: u64, valid: &[u64]) {
        self.activity.fill(cycle, &mut self.expected);
        if self.expected == valid {
            return;
        }
        let differing: Vec<u64> = self.expected.iter().zip(valid).map(|(want, got)| want ^ got).collect();
        for id in set_bits(&differing) {
            self.differs.entry(id).or_insert(cycle);
            let expected = self.expected[id / 64] >> (id % 64) & 1 == 1;
            if let Some(link) = self.link(id) {
                self.mismatches.push(Mismatch::Activity { link, cycle, expected });
            }
        }
    }

    /// Watches `done_o` and `error_o`.
    pub fn status(&mut self, cycle: u64, status: u8) {
        let done = status & DONE != 0;
        // An earlier exchange may have been done before the last one started.
        if self.done_before && !done && cycle > self.timetable.completion() {
            self.mismatches.push(Mismatch::DoneFell { cycle });
        }
        self.done_before = done;
        if status & ERROR != 0 {
            self.error_since.get_or_insert(cycle);
        }
    }

    /// Compares the messages that left the network in a cycle: whose they are, whether they are due, and what
    /// they carry.
    pub fn ejections(&mut self, cycle: u64, ejections: &[Ejection]) {
        let arrivals = Arc::clone(&self.arrivals);
        let due = arrivals.due(cycle);
        ejections.iter().for_each(|ejection| self.ejection(cycle, ejection, &arrivals, &due));
    }

    fn ejection(&mut self, cycle: u64, ejection: &Ejection, arrivals: &Arrivals, due: &Due) {
        let Ejection { lane: number, source, destination, .. } = *ejection;
        let (node, lane) = arrivals.lane(number);
        if ejection.dirty != 0 {
            let node = self.node(node);
            self.mismatches.push(Mismatch::Payload { node, lane, cycle });
        }
        if !due.sources(number).any(|due| due == source) {
            let (expected, node) = (due.sources(number).next(), self.node(node));
            self.mismatches.push(Mismatch::Unscheduled { node, lane, cycle, source, expected });
        }
        let sender = self.index.get(source as usize).copied().filter(|&index| index != ABSENT);
        match sender.filter(|_| destination as usize == node.index() && source != destination) {
            Some(sender) => self.delivery(cycle, sender as usize, arrivals.processor(number)),
            None => {
                let node = self.node(node);
                self.mismatches.push(Mismatch::Misdelivered { node, lane, cycle, source, destination });
            }
        }
    }

    fn delivery(&mut self, cycle: u64, sender: usize, receiver: usize) {
        if self.deliveries.add(sender, receiver) {
            self.delivered += 1;
            return;
        }
        let (source, destination) = (self.processor(sender), self.processor(receiver));
        self.mismatches.push(Mismatch::Duplicate { source, destination, cycle });
    }

    /// Compares what can be known at the end only.
    pub fn finish(mut self, outcome: &Outcome, monitor: &Monitor, error_nodes: &[usize]) -> Verdict {
        let expected = self.timetable.completion();
        if outcome.completion != Some(expected) {
            self.mismatches.push(Mismatch::Completion { expected, got: outcome.completion });
        }
        if let Some(cycle) = self.error_since {
            let nodes = error_nodes.iter().filter_map(|&node| self.torus.node_at(node));
            let nodes = nodes.map(|node| self.node(node)).collect();
            self.mismatches.push(Mismatch::ErrorFlag { cycle, nodes });
        }
        self.counts(monitor);
        self.shortfalls();
        Verdict { delivered: self.delivered, mismatches: self.mismatches }
    }

    fn counts(&mut self, monitor: &Monitor) {
        for (id, (&got, &load)) in monitor.counts().iter().zip(self.loads).enumerate() {
            let expected = load * self.timetable.exchanges as u64;
            if got == expected {
                continue;
            }
            let first_cycle = self.differs.get(&id).copied().or_else(|| monitor.first(id));
            if let Some(link) = self.link(id) {
                self.mismatches.push(Mismatch::LinkCount { link, expected, got, first_cycle });
            }
        }
    }

    fn shortfalls(&mut self) {
        let exchanges = self.timetable.exchanges as u64;
        for shortfall in self.deliveries.shortfalls() {
            self.mismatches.push(match shortfall {
                Shortfall::Pair { source, destination, got } => {
                    let (source, destination) = (self.processor(source), self.processor(destination));
                    Mismatch::Missing { source, destination, expected: exchanges, got }
                }
                Shortfall::Destination { destination, got } => {
                    let expected = exchanges * (self.processors.len() as u64 - 1);
                    Mismatch::Received { node: self.processor(destination), expected, got }
                }
            });
        }
    }

    fn node(&self, node: NodeId) -> NamedNode {
        NamedNode::new(self.torus, node)
    }

    fn processor(&self, index: usize) -> NamedNode {
        self.node(self.processors[index])
    }

    /// The link with this id; also an absent one, which must never be in use.
    fn link(&self, id: usize) -> Option<NamedLink> {
        let slots = self.torus.port_slots();
        let node = self.torus.node_at(id / slots)?;
        let link: LinkId = self.torus.link(node, torus_model::Port::from_index(id % slots));
        Some(NamedLink::new(self.torus, link))
    }
}
