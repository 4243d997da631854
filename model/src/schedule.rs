//! Schedules: which message class starts when, and by which word.
//!
//! A schedule is invariant under the placement's symmetry: an entry `(slot, source class, offset, word)` is
//! sent by **every** processor of that class. A message injected in slot s uses its j-th link (from 0) in slot
//! `s + j` and never waits. A frame is periodic: what happens in slot s happens in every slot `s + m length`.
//! The other kinds end: no link is used in slot `length` or later.

use crate::{names::named, Placement, Port, RomEntry, RomImage, Torus, Word};

/// What the length of a schedule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Periodic: slots modulo the length; words of a routing.
    Frame,
    /// One exchange with the words of a routing; the length is the makespan.
    OneShot,
    /// One total exchange by any shortest paths (word tables); the length is the makespan.
    Exchange,
}

impl Kind {
    /// Whether slots are counted modulo the length.
    pub fn is_periodic(self) -> bool {
        self == Kind::Frame
    }
}

named!(Kind, "kind of schedule", Frame => "frame", OneShot => "oneshot", Exchange => "exchange");

/// How many messages a processor may inject and eject in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortModel {
    /// One per link of the node, each way.
    AllPort,
    /// One, each way: a processor sends at most one message a slot, and receives at most one.
    OnePort,
    /// A node sends at most one message a slot and receives at most one, those it forwards included.
    SinglePort,
}

impl PortModel {
    /// Lanes of a processor, each way; with all ports a lane for each port slot, absent ports counted.
    pub fn lanes(self, torus: &Torus) -> usize {
        match self {
            PortModel::AllPort => torus.port_slots(),
            PortModel::OnePort | PortModel::SinglePort => 1,
        }
    }

    /// The lanes that exist, by number: those of existing ports, or a single 0.
    pub fn existing_lanes(self, torus: &Torus) -> Vec<usize> {
        match self {
            PortModel::AllPort => torus.ports().map(Port::index).collect(),
            PortModel::OnePort | PortModel::SinglePort => vec![0],
        }
    }

    /// The lane that serves a message which leaves, or arrives, by this port.
    pub fn lane(self, port: Port) -> usize {
        match self {
            PortModel::AllPort => port.index(),
            PortModel::OnePort | PortModel::SinglePort => 0,
        }
    }

    /// How many messages a processor of this torus can send in one slot.
    pub fn width(self, torus: &Torus) -> usize {
        match self {
            PortModel::AllPort => torus.ports().count(),
            PortModel::OnePort | PortModel::SinglePort => 1,
        }
    }
}

named!(PortModel, "port model", AllPort => "all", OnePort => "one", SinglePort => "single");

/// One message class of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Injection slot.
    pub slot: u32,
    /// Source class: index into [`Placement::sources`].
    pub source: usize,
    /// Destination minus source, every coordinate modulo its radix.
    pub offset: Vec<u32>,
    /// The path.
    pub word: Word,
}

/// A schedule of one complete exchange. Nothing here is proved: that is `verify`'s work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Who sends and receives.
    pub placement: Placement,
    /// Meaning of the length.
    pub kind: Kind,
    /// Port model.
    pub ports: PortModel,
    /// Length in slots.
    pub length: u32,
    /// No schedule of this kind, routing and port model is shorter.
    pub lower_bound: u32,
    /// The message classes, sorted by slot, source and offset.
    pub entries: Vec<Entry>,
}

impl Schedule {
    /// The torus underneath.
    pub fn torus(&self) -> &Torus {
        self.placement.torus()
    }

    /// Slots from the first injection slot of one exchange to the last use of a link: max(slot + hops).
    pub fn makespan(&self) -> u32 {
        self.entries.iter().map(|entry| entry.slot + entry.word.hops()).max().unwrap_or(0)
    }

    /// For every slot `0..makespan` of one exchange the link classes in use, in increasing order.
    pub fn link_classes_by_slot(&self) -> Vec<Vec<usize>> {
        let (torus, symmetry, sources) = (self.torus(), self.placement.symmetry(), self.placement.sources());
        let mut slots = vec![Vec::new(); self.makespan() as usize];
        for entry in &self.entries {
            let class = symmetry.class_of(torus, sources[entry.source]);
            for (slot, link) in (entry.slot as usize..).zip(symmetry.path(torus, class, entry.word.ports())) {
                slots[slot].push(link);
            }
        }
        slots.iter_mut().for_each(|links| links.sort_unstable());
        slots
    }

    /// The ROM image of every source class, in their order; rows have a cell for each lane of the port model.
    pub fn rom_images(&self) -> Vec<RomImage> {
        let idle = RomImage::idle(self.length as usize, self.ports.lanes(self.torus()));
        let mut images = vec![idle; self.placement.sources().len()];
        for Entry { slot, source, offset, word } in &self.entries {
            let lane = self.ports.lane(word.runs()[0].port);
            let cell = &mut images[*source].rows[*slot as usize][lane];
            *cell = Some(RomEntry { offset: offset.clone(), word: word.clone() });
        }
        images
    }
}
