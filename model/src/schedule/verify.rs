//! The verifier of schedules. It does not depend on how a schedule was made: it follows the route of each
//! entry over the torus, from one processor of its source class, and records every link and port on the way.
//!
//! It checks, in this order, that
//! - the placement has the symmetry because of which one route stands for all of a class;
//! - routes are shortest and end at their offset;
//! - every source class sends to every other processor exactly once;
//! - no link class carries two messages in a slot, so no link does, and nothing is ever buffered;
//! - no node sends or receives more in a slot than its ports allow;
//! - the length is not below the bound that it is compared with, and that bound is not above the best one
//!   known. Only this last check is not independent of the search.
//!
//! Cost: the hops of one message of every class.

use super::{proved_bound, Entry, Schedule};
use crate::quote::shortened;
use crate::{LinkId, NodeId, PortModel};
use std::collections::HashMap;

/// The facts that were proved about a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Length in slots.
    pub length: u32,
    /// The number of slots in which the busiest link class is used. No schedule with these routes is
    /// shorter.
    pub busiest: u32,
    /// The number of message classes.
    pub messages: usize,
    /// The hops of all message classes.
    pub hops: u64,
}

/// A rule that a schedule violates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A placement that its symmetry does not map onto itself.
    #[error(
        "the placement is not kept by its symmetry: node {node} differs from the first node of its class"
    )]
    Symmetry {
        /// A node that differs from the others of its class.
        node: String,
    },
    /// A slot or source class that does not exist.
    #[error("the entry {entry} is outside the schedule's slots or source classes")]
    OutOfRange {
        /// The entry.
        entry: String,
    },
    /// A route that is empty, not shortest, or uses an absent port.
    #[error("the route of {entry} is not a shortest path over existing links")]
    Route {
        /// The entry.
        entry: String,
    },
    /// A route that leads elsewhere than its offset.
    #[error("the route of {entry} leads to the offset {end}")]
    Destination {
        /// The entry.
        entry: String,
        /// The node at which the route ends.
        end: String,
    },
    /// A message that is not sent, or sent more than once.
    #[error("the message {message} is sent {times} times, not once")]
    Times {
        /// Source and destination.
        message: String,
        /// How often the schedule sends it.
        times: u32,
    },
    /// Two messages on one link in one slot.
    #[error("the links like {link} carry two messages in slot {slot}: {first} and {second}")]
    Conflict {
        /// The link.
        link: String,
        /// The slot.
        slot: u32,
        /// The first of the two entries.
        first: String,
        /// The second.
        second: String,
    },
    /// Two messages on one port in one slot.
    #[error(
        "the nodes like {node} {} two messages by one port in slot {slot}: {first} and {second}",
        if *.sends { "send" } else { "receive" }
    )]
    Port {
        /// Whether the port sends.
        sends: bool,
        /// The node.
        node: String,
        /// The slot.
        slot: u32,
        /// The first of the two entries.
        first: String,
        /// The second.
        second: String,
    },
    /// A length below the bound, or a bound above the best one that is proved.
    #[error("a length of {length} over a bound of {lower_bound} is stated, the bound proved is {proved}")]
    Length {
        /// The length stated.
        length: u32,
        /// The bound stated.
        lower_bound: u32,
        /// The best bound known.
        proved: u32,
    },
}

/// Checks all properties of a schedule.
///
/// Errors: the first violation, in the order of the list in the module's head.
pub fn verify(schedule: &Schedule) -> Result<Verified, Violation> {
    check_symmetry(schedule)?;
    let sources = schedule.placement.sources();
    schedule.entries.iter().try_for_each(|entry| check_entry(schedule, &sources, entry))?;
    check_once_each(schedule)?;
    let busiest = check_links(schedule)?.max(check_ports(schedule)?);
    let (length, lower_bound, proved) = (schedule.length, schedule.lower_bound, proved_bound(schedule));
    if length < lower_bound || lower_bound > proved {
        return Err(Violation::Length { length, lower_bound, proved });
    }
    let hops = schedule.entries.iter().map(|entry| entry.route.hops() as u64).sum();
    Ok(Verified { length, busiest, messages: schedule.entries.len(), hops })
}

/// Checks that all nodes of a class have a processor, or none of them.
fn check_symmetry(schedule: &Schedule) -> Result<(), Violation> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let mut occupied = vec![None; placement.symmetry().classes(torus)];
    for node in torus.nodes() {
        let class = placement.symmetry().class_of(torus, node);
        if *occupied[class].get_or_insert(placement.contains(node)) != placement.contains(node) {
            return Err(Violation::Symmetry { node: torus.node_name(node) });
        }
    }
    Ok(())
}

fn check_entry(schedule: &Schedule, sources: &[NodeId], entry: &Entry) -> Result<(), Violation> {
    let torus = schedule.torus();
    let name = || name(entry);
    if entry.slot >= schedule.length || entry.source >= sources.len() || entry.offset.len() != torus.d() {
        return Err(Violation::OutOfRange { entry: name() });
    }
    if entry.route.segments().is_empty() || !entry.route.is_shortest(torus) {
        return Err(Violation::Route { entry: name() });
    }
    let source = sources[entry.source];
    let end = torus.offset(source, entry.route.end(torus, source));
    if end != entry.offset {
        return Err(Violation::Destination { entry: name(), end: format!("{end:?}") });
    }
    Ok(())
}

/// Checks that every source class sends to every other processor once, and to no other node.
fn check_once_each(schedule: &Schedule) -> Result<(), Violation> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    for (class, &source) in placement.sources().iter().enumerate() {
        let mut sent = vec![0; torus.len()];
        let own = schedule.entries.iter().filter(|entry| entry.source == class);
        own.for_each(|entry| sent[torus.translate(source, &entry.offset).index()] += 1);
        let due = |node: NodeId| u32::from(placement.contains(node) && node != source);
        if let Some(node) = torus.nodes().find(|&node| sent[node.index()] != due(node)) {
            let message = format!("{} to {}", torus.node_name(source), torus.node_name(node));
            return Err(Violation::Times { message, times: sent[node.index()] });
        }
    }
    Ok(())
}

/// Checks that no link class is used twice in a slot. Returns the use of the busiest class.
fn check_links(schedule: &Schedule) -> Result<u32, Violation> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let (sources, length) = (placement.sources(), schedule.length as usize);
    // A schedule that is not periodic has no slots after its end.
    let late = schedule.entries.iter().find(|entry| schedule.arrival(entry) > schedule.length);
    if let Some(entry) = late.filter(|_| !schedule.kind.is_periodic()) {
        return Err(Violation::OutOfRange { entry: name(entry) });
    }
    let mut cells = Cells::default();
    for (number, entry) in (0..).zip(&schedule.entries) {
        let mut next = entry.slot;
        for link in entry.route.links(torus, sources[entry.source]) {
            let Hop { sent, .. } = hop(schedule, link, &mut next);
            let (class, slot) = (placement.symmetry().link_class(torus, link), sent as usize % length);
            if let Some(first) = cells.take(class, slot, number) {
                return Err(conflict(schedule, link, slot, first as usize, entry));
            }
        }
    }
    Ok(cells.busiest())
}

/// A hop: its link, the slot in which the message enters it, and the slot in which the message reaches its
/// end.
struct Hop {
    link: LinkId,
    sent: u32,
    received: u32,
}

/// The hop of a message that enters a link in slot `next`. Sets `next` to the slot in which it goes on.
fn hop(schedule: &Schedule, link: LinkId, next: &mut u32) -> Hop {
    let sent = *next;
    *next += schedule.hop_cycles.of(schedule.torus().tail(link).1);
    Hop { link, sent, received: *next - 1 }
}

/// The message that uses each link and local port in each slot. Only uses take memory, because a file may
/// state any length.
#[derive(Default)]
struct Cells {
    user: HashMap<(usize, usize), u32>,
    used: HashMap<usize, u32>,
}

impl Cells {
    /// Records the use of a class of links or ports in a slot by an entry. Returns the entry that uses it
    /// already.
    fn take(&mut self, class: usize, slot: usize, number: u32) -> Option<u32> {
        let first = self.user.insert((class, slot), number);
        *self.used.entry(class).or_default() += 1;
        first
    }

    /// The largest number of slots in which one class is used.
    fn busiest(&self) -> u32 {
        self.used.values().copied().max().unwrap_or(0)
    }
}

/// Checks that no node class sends or receives twice in a slot by one port. The port model says which uses
/// count. Nodes with all ports need no check: a message leaves by the local port of its first link and
/// arrives by that of its last link. Returns the use of the busiest port.
fn check_ports(schedule: &Schedule) -> Result<u32, Violation> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let (sources, length) = (placement.sources(), schedule.length as usize);
    let mut cells = Cells::default();
    for (number, entry) in (0..).zip(&schedule.entries) {
        for (time, node, sends) in port_uses(schedule, entry, sources[entry.source]) {
            let slot = time as usize % length;
            let port = 2 * placement.symmetry().class_of(torus, node) + usize::from(sends);
            if let Some(first) = cells.take(port, slot, number) {
                let first = name(&schedule.entries[first as usize]);
                let (node, second) = (torus.node_name(node), name(entry));
                return Err(Violation::Port { sends, node, slot: slot as u32, first, second });
            }
        }
    }
    Ok(cells.busiest())
}

/// The uses of ports by an entry: the slot, the node, and whether it sends there.
fn port_uses(schedule: &Schedule, entry: &Entry, source: NodeId) -> Vec<(u32, NodeId, bool)> {
    let torus = schedule.torus();
    let ends = |Hop { link, sent, received }| {
        let (tail, port) = torus.tail(link);
        [(sent, tail, true), (received, torus.neighbour(tail, port), false)]
    };
    let mut next = entry.slot;
    let hops = entry.route.links(torus, source).map(|link| hop(schedule, link, &mut next));
    let mut uses: Vec<_> = hops.flat_map(ends).collect();
    match schedule.ports {
        PortModel::AllPort => uses.clear(),
        PortModel::OnePort => uses = vec![uses[0], uses[uses.len() - 1]],
        PortModel::SinglePort => {}
    }
    uses
}

fn conflict(schedule: &Schedule, link: LinkId, slot: usize, first: usize, second: &Entry) -> Violation {
    Violation::Conflict {
        link: schedule.torus().link_name(link),
        slot: slot as u32,
        first: name(&schedule.entries[first]),
        second: name(second),
    }
}

/// An entry as text: `slot 3 class 0 aaB`.
fn name(entry: &Entry) -> String {
    format!("slot {} class {} {}", entry.slot, entry.source, shortened(&entry.route.to_string()))
}
