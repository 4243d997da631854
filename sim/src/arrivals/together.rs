//! The messages of a class as a whole: all that differ only in their source.
//!
//! An engine that moves a class as one set of nodes reports its messages in the order of their sources. They
//! are compared in that order, which takes one pass over the messages and writes nothing for each.

use super::Arrivals;
use crate::engine::Ejected;
use torus_model::{schedule::Entry, torus::NodeList, NodeId, Schedule, Torus};

/// The fewest processors of a class for which this is faster than a look at each local port.
const FEW: usize = 8;

/// The senders of each class.
#[derive(Clone, Debug)]
pub(super) struct Together {
    /// By class of sources.
    senders: Vec<Senders>,
    /// By message class, its class of sources.
    sources: Vec<usize>,
    /// The offsets of all message classes in the torus of local ports, one after another.
    offsets: Vec<u32>,
    /// Coordinates of each of these offsets.
    d: usize,
}

/// The processors of a class, by id.
#[derive(Clone, Debug)]
struct Senders {
    nodes: NodeList,
    /// The first local port of each.
    local_ports: NodeList,
}

impl Together {
    /// The classes of a schedule; `None` if they are small, if not all processors are checked, or if the
    /// numbers of processors do not follow from their coordinates.
    pub fn new(schedule: &Schedule, checked: &[usize]) -> Option<Self> {
        let (placement, torus) = (&schedule.placement, schedule.torus());
        let (all, symmetry) = (placement.processors(), placement.symmetry());
        if checked.len() < all.len() || all.len() < FEW * placement.sources().len() {
            return None;
        }
        let exits = LocalPorts::new(schedule)?;
        let of_class = |&first: &NodeId| {
            let class = symmetry.class_of(torus, first);
            let alike = all.iter().copied().filter(|&node| symmetry.class_of(torus, node) == class);
            exits.senders(torus, &alike.collect::<Vec<_>>())
        };
        Some(Together {
            senders: placement.sources().iter().map(of_class).collect(),
            sources: schedule.entries.iter().map(|entry| entry.source).collect(),
            offsets: exits.offsets(schedule),
            d: exits.torus.d(),
        })
    }

    /// Whether the first ejections are the messages of a class. Returns the others.
    pub fn take<'a>(&self, arrivals: &Arrivals, entry: u32, ejections: Ejected<'a>) -> Option<Ejected<'a>> {
        let Senders { nodes, local_ports } = &self.senders[self.sources[entry as usize]];
        let (first, others) = ejections.split(nodes.nodes().len())?;
        let to_local_port = &self.offsets[entry as usize * self.d..][..self.d];
        let are_due = first.sources == nodes.nodes()
            && nodes.is_translated(arrivals.offset(entry), first.destinations)
            && local_ports.is_translated(to_local_port, first.local_ports)
            && !first.dirty.iter().fold(false, |any, &dirty| any | dirty);
        are_due.then_some(others)
    }
}

/// The local ports as nodes of a torus, if that gives them their numbers: the coordinates are those of the
/// processor, then the local port. The last coordinate of the processor is left out if the others decide it,
/// as with linear placements.
struct LocalPorts {
    torus: Torus,
    /// Coordinates of the processor.
    kept: usize,
}

impl LocalPorts {
    fn new(schedule: &Schedule) -> Option<Self> {
        let (torus, processors) = (schedule.torus(), schedule.placement.processors());
        let ports = schedule.ports.local_ports(torus);
        [torus.d(), torus.d() - 1].into_iter().find_map(|kept| {
            let of_port = Some(ports as u32).filter(|&ports| ports > 1);
            let dims: Vec<u32> = torus.dims()[..kept].iter().copied().chain(of_port).collect();
            let exits = LocalPorts { torus: Torus::new(&dims).ok()?, kept };
            let mut numbers = (0..).step_by(ports).zip(processors);
            let are_numbers = numbers.all(|(number, &node)| exits.first(torus, node).index() == number);
            are_numbers.then_some(exits)
        })
    }

    /// The first local port of a processor.
    fn first(&self, torus: &Torus, processor: NodeId) -> NodeId {
        let mut at = torus.coordinates(processor);
        at.truncate(self.kept);
        at.resize(self.torus.d(), 0);
        self.torus.node(&at)
    }

    fn senders(&self, torus: &Torus, processors: &[NodeId]) -> Senders {
        let local_ports: Vec<_> = processors.iter().map(|&node| self.first(torus, node)).collect();
        let nodes = NodeList::new(torus, processors);
        Senders { nodes, local_ports: NodeList::new(&self.torus, &local_ports) }
    }

    /// For each message class the offset from the first local port of a source to the local port of arrival.
    fn offsets(&self, schedule: &Schedule) -> Vec<u32> {
        let port = |entry: &Entry| {
            let last = entry.route.segments().last();
            last.map_or(0, |last| schedule.ports.local_port(last.port) as u32)
        };
        let of_entry = |entry: &Entry| {
            let offset = entry.offset[..self.kept].iter().copied().chain([port(entry)]);
            offset.take(self.torus.d()).collect::<Vec<_>>()
        };
        schedule.entries.iter().flat_map(of_entry).collect()
    }
}

#[cfg(test)]
mod tests;
