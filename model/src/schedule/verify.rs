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

mod cells;

use super::{proved_bound, Entry, Schedule};
use crate::{quote::shortened, torus::join};
use crate::{LinkId, NodeId, PortModel};
use cells::Cells;

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
        return Err(Violation::Destination { entry: name(), end: join(&end, ",") });
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
    let sources = placement.sources();
    // A schedule that is not periodic has no slots after its end.
    let late = schedule.entries.iter().find(|entry| schedule.arrival(entry) > schedule.length);
    if let Some(entry) = late.filter(|_| !schedule.kind.is_periodic()) {
        return Err(Violation::OutOfRange { entry: name(entry) });
    }
    let uses = |entry: &Entry| {
        let mut next = entry.slot;
        let links = entry.route.links(torus, sources[entry.source]);
        links
            .map(|link| {
                (link, placement.symmetry().link_class(torus, link), hop(schedule, link, &mut next).sent)
            })
            .collect::<Vec<_>>()
    };
    check_uses(schedule, uses, |link, slot, [first, second]| Violation::Conflict {
        link: torus.link_name(link),
        slot,
        first,
        second,
    })
}

/// Checks that no class of links or ports is used twice in a slot. `uses`: the links or ports that an entry
/// uses, each with its class and slot; slots are modulo the length. `violation`: the error of two entries, by
/// their names. Returns the use of the busiest class.
fn check_uses<P>(
    schedule: &Schedule,
    uses: impl Fn(&Entry) -> Vec<(P, usize, u32)>,
    violation: impl Fn(P, u32, [String; 2]) -> Violation,
) -> Result<u32, Violation> {
    let mut cells = Cells::default();
    let slot_of = |time: u32| time as usize % schedule.length as usize;
    for entry in &schedule.entries {
        for (place, class, time) in uses(entry) {
            if !cells.take(class, slot_of(time)) {
                let same =
                    |(_, other, at): &(P, usize, u32)| (*other, slot_of(*at)) == (class, slot_of(time));
                let first = schedule.entries.iter().find(|entry| uses(entry).iter().any(same));
                let first = first.expect("an entry that has taken the slot");
                return Err(violation(place, slot_of(time) as u32, [first, entry].map(name)));
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

/// Checks that no node class sends or receives twice in a slot by one port. The port model says which uses
/// count. Nodes with all ports need no check: a message leaves by the local port of its first link and
/// arrives by that of its last link. Returns the use of the busiest port.
fn check_ports(schedule: &Schedule) -> Result<u32, Violation> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let sources = placement.sources();
    let uses = |entry: &Entry| {
        let uses = port_uses(schedule, entry, sources[entry.source]).into_iter();
        uses.map(|(time, node, sends)| {
            let port = 2 * placement.symmetry().class_of(torus, node) + usize::from(sends);
            ((node, sends), port, time)
        })
        .collect()
    };
    check_uses(schedule, uses, |(node, sends), slot, [first, second]| Violation::Port {
        sends,
        node: torus.node_name(node),
        slot,
        first,
        second,
    })
}

/// The uses of ports by an entry: the slot, the node, and whether it sends there.
fn port_uses(schedule: &Schedule, entry: &Entry, source: NodeId) -> Vec<(u32, NodeId, bool)> {
    let torus = schedule.torus();
    let ends = |Hop { link, sent, received }| {
        let (tail, port) = torus.tail(link);
        [(sent, tail, true), (received, torus.neighbour(tail, port), false)]
    };
    if schedule.ports == PortModel::AllPort {
        return Vec::new();
    }
    let mut next = entry.slot;
    let hops = entry.route.links(torus, source).map(|link| hop(schedule, link, &mut next));
    let uses: Vec<_> = hops.flat_map(ends).collect();
    match schedule.ports {
        PortModel::OnePort => vec![uses[0], uses[uses.len() - 1]],
        _ => uses,
    }
}

/// An entry as text: `slot 3 class 0 aaB`.
fn name(entry: &Entry) -> String {
    format!("slot {} class {} {}", entry.slot, entry.source, shortened(&entry.route.to_string()))
}
