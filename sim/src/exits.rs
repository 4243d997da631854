//! Checks what leaves a scheduled network: every message at its local port, in its cycle, once.
//!
//! The messages of a cycle are compared with all that are due in it, and counted by class. After the first
//! difference they are compared and counted one by one.

use crate::activity::Activity;
use crate::arrivals::{processor_by_node, Arrivals, Buffers, Due};
use crate::deliveries::{Deliveries, Shortfall};
use crate::engine::{Ejected, Ejection, Ends, ABSENT};
use crate::mismatch::{Mismatch, Mismatches, NamedNode};
use crate::ranks::Block;
use crate::scoreboard::{in_order, Exits, Scoreboard};
use crate::timetable::Timetable;
use std::rc::Rc;
use torus_model::{NodeId, Schedule, Torus};

/// Compares ejections with a schedule: their sources, their cycles, and their payloads.
pub struct ScheduledExits<'a> {
    torus: &'a Torus,
    processors: &'a [NodeId],
    /// The processors whose local ports are checked.
    receivers: Vec<usize>,
    /// Index of every node's processor, or [`ABSENT`].
    index: Vec<u32>,
    exchanges: u64,
    arrivals: Rc<Arrivals>,
    /// For each local port, the message due in a cycle; used while its messages are compared.
    due: Vec<Ends>,
    buffers: Buffers,
    /// For each message class, how often all its messages have arrived; `None` after messages are counted one
    /// by one.
    arrived: Option<Vec<u64>>,
    deliveries: Deliveries,
    delivered: u64,
}

impl<'a> ScheduledExits<'a> {
    /// The checker before the first message.
    pub fn new(schedule: &'a Schedule, timetable: Timetable, block: &Block) -> Self {
        let (torus, processors) = (schedule.torus(), schedule.placement.processors());
        let receives = |at: &usize| block.node(processors[*at].index()).is_some();
        let receivers: Vec<usize> = (0..processors.len()).filter(receives).collect();
        let exchanges = timetable.exchanges as u64;
        ScheduledExits {
            torus,
            processors,
            index: processor_by_node(torus, processors),
            exchanges,
            arrivals: Rc::new(Arrivals::new(schedule, timetable, &receivers)),
            due: vec![Ends::NONE; processors.len() * schedule.ports.local_ports(torus)],
            buffers: Buffers::default(),
            arrived: is_complete(schedule).then(|| vec![0; schedule.entries.len()]),
            receivers,
            deliveries: Deliveries::new(processors.len(), exchanges),
            delivered: 0,
        }
    }

    /// Compares the messages of a cycle with those that are due, and counts them if they are equal. Returns
    /// false if they differ or have to be counted one by one.
    fn is_as_due(&mut self, due: &Due, ejections: Ejected) -> bool {
        if self.arrived.is_none() {
            return false;
        }
        let as_due = due.are_together(ejections, &mut self.buffers) || self.are_at_ports(due, ejections);
        let arrived = self.arrived.as_mut().filter(|_| as_due);
        arrived.into_iter().for_each(|arrived| due.entries().for_each(|entry| arrived[entry] += 1));
        self.delivered += if as_due { ejections.len() as u64 } else { 0 };
        as_due
    }

    /// Whether these are the messages that are due, in any order: each is compared with that of its local
    /// port.
    fn are_at_ports(&mut self, due: &Due, ejections: Ejected) -> bool {
        let written = due.write(&mut self.due, &mut self.buffers);
        let as_due = written == ejections.len() && ejections.iter().all(|one| take(&mut self.due, one));
        if !as_due {
            self.due.fill(Ends::NONE);
        }
        as_due
    }

    /// Changes to counting messages one by one.
    fn count_each(&mut self) {
        let Some(arrived) = self.arrived.take() else { return };
        for arrival in self.arrivals.all() {
            let (times, index) = (arrived[arrival.1 as usize], &self.index);
            self.arrivals.messages(arrival, &mut self.buffers, |_, Ends { source, destination }| {
                let [sender, receiver] = [source, destination].map(|node| index[node as usize] as usize);
                (0..times).for_each(|_| assert!(self.deliveries.add(sender, receiver)));
            });
        }
    }

    fn ejection(&mut self, cycle: u64, ejection: Ejection, due: &Due, mismatches: &mut Vec<Mismatch>) {
        let Ejection { local_port: number, source, destination, dirty } = ejection;
        let exit = self.arrivals.exit(number);
        let (node, local_port) = (exit.node, self.arrivals.name(&exit));
        if dirty {
            let node = self.node(node);
            mismatches.push(Mismatch::Payload { node, local_port, cycle });
        }
        if !due.sources(&exit).any(|due| due == source) {
            let (expected, node) = (due.sources(&exit).next(), self.node(node));
            mismatches.push(Mismatch::Unscheduled { node, local_port, cycle, source, expected });
        }
        let sender = self.index.get(source as usize).copied().filter(|&index| index != ABSENT);
        match sender.filter(|_| destination as usize == node.index() && source != destination) {
            Some(sender) => self.delivery(cycle, sender as usize, exit.processor, mismatches),
            None => {
                let node = self.node(node);
                mismatches.push(Mismatch::Misdelivered { node, local_port, cycle, source, destination });
            }
        }
    }

    fn delivery(&mut self, cycle: u64, sender: usize, receiver: usize, mismatches: &mut Vec<Mismatch>) {
        if self.deliveries.add(sender, receiver) {
            self.delivered += 1;
            return;
        }
        let (source, destination) = (self.processor(sender), self.processor(receiver));
        mismatches.push(Mismatch::Duplicate { source, destination, cycle });
    }

    fn node(&self, node: NodeId) -> NamedNode {
        NamedNode::new(self.torus, node)
    }

    fn processor(&self, index: usize) -> NamedNode {
        self.node(self.processors[index])
    }
}

impl Exits for ScheduledExits<'_> {
    fn observe(&mut self, cycle: u64, ejections: Ejected, mismatches: &mut Mismatches) {
        if ejections.is_empty() {
            return;
        }
        let arrivals = Rc::clone(&self.arrivals);
        let due = arrivals.due(cycle);
        if !self.is_as_due(&due, ejections) {
            self.count_each();
            in_order(ejections, mismatches, |ejection, found| self.ejection(cycle, ejection, &due, found));
        }
    }

    fn delivered(&self) -> u64 {
        self.delivered
    }

    fn finish(&mut self, mismatches: &mut Mismatches) {
        if self.arrived.iter().flatten().any(|&times| times != self.exchanges) {
            self.count_each();
        }
        if self.arrived.is_some() {
            return;
        }
        for shortfall in self.deliveries.shortfalls(&self.receivers) {
            mismatches.push(match shortfall {
                Shortfall::Pair { source, destination, got } => {
                    let (source, destination) = (self.processor(source), self.processor(destination));
                    Mismatch::Missing { source, destination, expected: self.exchanges, got }
                }
                Shortfall::Destination { destination, got } => {
                    let expected = self.exchanges * (self.processors.len() as u64 - 1);
                    Mismatch::Received { node: self.processor(destination), expected, got }
                }
            });
        }
    }
}

/// Removes the message that is due at the ejection's local port. Returns whether the ejection is that
/// message, complete and at its destination.
#[inline]
fn take(due: &mut [Ends], ejection: Ejection) -> bool {
    let Ejection { local_port, source, destination, dirty } = ejection;
    let due = std::mem::replace(&mut due[local_port as usize], Ends::NONE);
    due == (Ends { source, destination }) && !dirty && source != destination
}

/// Whether a schedule has a message from every processor to every other: for each class of sources, one for
/// each offset.
fn is_complete(schedule: &Schedule) -> bool {
    let placement = &schedule.placement;
    let mut all: Vec<_> = schedule.entries.iter().map(|entry| (entry.source, &entry.offset)).collect();
    all.sort_unstable();
    all.dedup();
    let to_others = all.iter().all(|(_, offset)| offset.iter().any(|&x| x != 0));
    to_others && all.len() == placement.sources().len() * (placement.processors().len() - 1)
}

/// The scoreboard for a block of a run. `loads`: the exact number of messages over each link in one exchange,
/// by link id.
pub fn scoreboard<'a>(
    schedule: &'a Schedule,
    loads: &'a [u64],
    timetable: Timetable,
    block: &Block,
) -> Scoreboard<'a> {
    let links = Box::new(Activity::new(schedule, timetable, block));
    let exits = Box::new(ScheduledExits::new(schedule, timetable, block));
    Scoreboard::of(schedule.torus(), block, loads, timetable, links, exits)
}
