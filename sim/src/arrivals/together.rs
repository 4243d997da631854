//! The messages of a class as a whole: all that differ only in their source.
//!
//! An engine that moves a class as one set of nodes reports its messages in the order of their sources. They
//! are compared in that order, which takes one pass over the messages and writes nothing for each.

use super::Arrivals;
use crate::engine::{Ejection, ABSENT};
use torus_model::{torus::NodeList, NodeId, Schedule};

/// The fewest processors of a class for which this is faster than a look at each local port.
const FEW: usize = 8;

/// The senders of each class.
#[derive(Clone, Debug)]
pub(super) struct Together {
    /// By class of sources: its processors, by id.
    senders: Vec<NodeList>,
    /// By message class, its class of sources.
    sources: Vec<usize>,
    /// By number of local port, its place: the node times the local ports of each, plus the local port. There
    /// are fewer of them than nodes where few nodes are processors.
    places: Vec<u32>,
}

impl Together {
    /// The classes of a schedule; `None` if they are small, or if not all processors are checked.
    pub fn new(schedule: &Schedule, checked: &[usize]) -> Option<Self> {
        let (placement, torus) = (&schedule.placement, schedule.torus());
        let (all, symmetry) = (placement.processors(), placement.symmetry());
        let ports = schedule.ports.local_ports(torus) as u32;
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
            places: all
                .iter()
                .flat_map(|node| (0..ports).map(|port| node.index() as u32 * ports + port))
                .collect(),
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
        let ports = arrivals.local_ports as u32;
        let ejections = ejections.get(..senders.nodes().len())?;
        senders.translate_into(destinations, arrivals.offset(entry));
        let due = senders.nodes().iter().zip(&*destinations);
        let differs = |(ejection, (&source, &destination)): (&Ejection, (&u32, &u32))| {
            let came_at = self.places.get(ejection.local_port as usize).copied().unwrap_or(ABSENT);
            ejection.source ^ source
                | ejection.destination ^ destination
                | came_at ^ (destination * ports + place % ports)
                | ejection.dirty
        };
        // No early end, so that the loop has no branch for each message.
        let differences = ejections.iter().zip(due).map(differs).fold(0, |all, one| all | one);
        (differences == 0).then_some(ejections.len())
    }
}

#[cfg(test)]
mod tests;
