//! The messages of a class as a whole: all that differ only in their source.
//!
//! An engine that moves a class as one set of nodes reports its messages in the order of their sources. They
//! are compared in that order, which takes one pass over the messages and writes nothing for each.

use super::{processor_by_node, Arrivals};
use crate::engine::{Ejection, ABSENT};
use torus_model::{torus::NodeList, NodeId, Schedule, Torus};

/// The fewest processors of a class for which this is faster than a look at each local port.
const FEW: usize = 8;

/// The senders of each class.
#[derive(Clone, Debug)]
pub(super) struct Together {
    /// By class of sources: its processors, by id.
    senders: Vec<NodeList>,
    /// By message class, its class of sources.
    sources: Vec<usize>,
    /// By node, the number of the first local port of its processor.
    local_port: Vec<u32>,
}

impl Together {
    /// The classes of a schedule; `None` if they are small, or if not all processors are checked.
    pub fn new(schedule: &Schedule, checked: &[usize]) -> Option<Self> {
        let (placement, torus) = (&schedule.placement, schedule.torus());
        let (all, symmetry) = (placement.processors(), placement.symmetry());
        if checked.len() < all.len() || all.len() < FEW * placement.sources().len() {
            return None;
        }
        let of_class = |&first: &NodeId| {
            let class = symmetry.class_of(torus, first);
            let alike = all.iter().copied().filter(|&node| symmetry.class_of(torus, node) == class);
            NodeList::new(torus, &alike.collect::<Vec<_>>())
        };
        Some(Together {
            senders: placement.sources().iter().map(of_class).collect(),
            sources: schedule.entries.iter().map(|entry| entry.source).collect(),
            local_port: first_local_ports(torus, schedule),
        })
    }

    /// Whether the first ejections are the messages of a class that arrives at a place. Returns how many
    /// messages the class has. `destinations`: memory that is used again.
    pub fn take(
        &self,
        arrivals: &Arrivals,
        (place, entry): (u32, u32),
        ejections: &[Ejection],
        destinations: &mut Vec<u32>,
    ) -> Option<usize> {
        let senders = &self.senders[self.sources[entry as usize]];
        let local_port = place % arrivals.local_ports as u32;
        let ejections = ejections.get(..senders.nodes().len())?;
        senders.translate_into(destinations, arrivals.offset(entry));
        let due = senders.nodes().iter().zip(&*destinations);
        let differs = |(ejection, (&source, &destination)): (&Ejection, (&u32, &u32))| {
            let number = self.local_port[destination as usize].wrapping_add(local_port);
            ejection.source ^ source
                | ejection.destination ^ destination
                | ejection.local_port ^ number
                | ejection.dirty
        };
        // No early end, so that the loop has no branch for each message.
        let differences = ejections.iter().zip(due).map(differs).fold(0, |all, one| all | one);
        (differences == 0).then_some(ejections.len())
    }
}

/// By node, the number of the first local port of its processor; [`ABSENT`] without one.
fn first_local_ports(torus: &Torus, schedule: &Schedule) -> Vec<u32> {
    let of_each = schedule.ports.local_ports(torus) as u32;
    let mut first = processor_by_node(torus, schedule.placement.processors());
    first.iter_mut().filter(|processor| **processor != ABSENT).for_each(|processor| *processor *= of_each);
    first
}

#[cfg(test)]
mod tests;
