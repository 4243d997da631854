//! Schedules: for each message class its slot and its route.
//!
//! A schedule is invariant under the symmetry of its placement: an entry `(slot, source class, offset,
//! route)` is sent by **every** processor of that class. A message injected in slot s never waits and uses
//! its j-th link (from 0) in slot `s + j`. On links with registers it is later by the number of registers on
//! the j links before it ([`HopCycles`]). A frame is periodic: what happens in slot s happens again in every
//! slot `s + m length`. The other kinds end: no link is used in slot `length` or later.
//!
//! [`frame`] and [`oneshot`] take the routes of ODR, [`balanced`] chooses routes that share the links
//! evenly, and [`exchange`] takes any shortest routes. [`verify`] checks a schedule, however it was made.

pub mod balanced;
mod bound;
pub mod circuits;
mod euler;
pub mod exchange;
pub mod frame;
mod jackson;
pub mod letters;
mod mixed;
pub mod oneshot;
mod problem;
mod repeated;
mod rom;
mod rom_style;
mod rule;
mod shorter;
pub mod steps;
mod switching;
pub mod verify;
mod windows;

pub use bound::proved_bound;
pub use rom::{RomEntry, RomImage};
pub use rom_style::RomStyle;
pub use rule::Rule;
pub use switching::Switching;

use crate::{names::named, HopCycles, Loads, Placement, PortModel, Route, Torus};

/// The kind of a schedule: how its length is counted, and which routes it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleKind {
    /// Periodic, with the routes of a routing. Slots are counted modulo the length.
    Frame,
    /// One exchange with the routes of a routing. The length is the makespan.
    OneShot,
    /// One total exchange with any shortest routes (route tables). The length is the makespan.
    Exchange,
}

impl ScheduleKind {
    /// Whether slots are counted modulo the length.
    pub fn is_periodic(self) -> bool {
        self == ScheduleKind::Frame
    }
}

named!(ScheduleKind, "kind of schedule", Frame => "frame", OneShot => "oneshot", Exchange => "exchange");

/// One message class of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The injection slot.
    pub slot: u32,
    /// The source class: an index into [`Placement::sources`].
    pub source: usize,
    /// Destination minus source, every coordinate modulo its radix.
    pub offset: Vec<u32>,
    /// The route.
    pub route: Route,
}

/// A schedule of one complete exchange. Only [`verify::verify`] proves its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The processors that send and receive.
    pub placement: Placement,
    /// The kind of the schedule.
    pub kind: ScheduleKind,
    /// The port model.
    pub ports: PortModel,
    /// The cycles that hops take.
    pub hop_cycles: HopCycles,
    /// The length in slots.
    pub length: u32,
    /// A lower bound: no schedule of this kind with these routes and ports is shorter.
    pub lower_bound: u32,
    /// The message classes, sorted by slot, source and offset.
    pub entries: Vec<Entry>,
}

impl Schedule {
    /// The torus of the placement.
    pub fn torus(&self) -> &Torus {
        self.placement.torus()
    }

    /// The slot in which a message is ejected: the one after the slot in which it reaches the end of its
    /// last link.
    pub fn arrival(&self, entry: &Entry) -> u32 {
        entry.slot + self.hop_cycles.travel(&entry.route)
    }

    /// Slots from the first injection slot of one exchange until all messages have passed their last links:
    /// the largest slot + hops, with the registers on the links.
    pub fn makespan(&self) -> u32 {
        self.entries.iter().map(|entry| self.arrival(entry)).max().unwrap_or(0)
    }

    /// For every slot `0..makespan` of one exchange, the link classes in use, in increasing order.
    pub fn link_classes_by_slot(&self) -> Vec<Vec<usize>> {
        let (torus, symmetry, sources) = (self.torus(), self.placement.symmetry(), self.placement.sources());
        let mut slots = vec![Vec::new(); self.makespan() as usize];
        for entry in &self.entries {
            let class = symmetry.class_of(torus, sources[entry.source]);
            let path = symmetry.path(torus, class, entry.route.ports());
            for ((time, _), link) in self.hop_cycles.uses(&entry.route).zip(path) {
                slots[(entry.slot + time) as usize].push(link);
            }
        }
        slots.iter_mut().for_each(|links| links.sort_unstable());
        slots
    }

    /// The link loads of one exchange with these routes. For a frame or a one-shot they are those of its
    /// routing.
    pub fn loads(&self) -> Loads {
        let (torus, symmetry) = (self.torus(), self.placement.symmetry());
        let mut classes = vec![0; symmetry.link_classes(torus)];
        self.link_classes_by_slot().into_iter().flatten().for_each(|link| classes[link] += 1);
        let mut numerators = vec![0; torus.link_slots()];
        torus.links().for_each(|link| numerators[link.index()] = classes[symmetry.link_class(torus, link)]);
        Loads::from_counts(torus, numerators, 1)
    }

    /// The ROM image of every source class, in order. A row has an entry for each local port.
    pub fn rom_images(&self) -> Vec<RomImage> {
        let idle = RomImage::idle(self.length as usize, self.ports.local_ports(self.torus()));
        let mut images = vec![idle; self.placement.sources().len()];
        for Entry { slot, source, offset, route } in &self.entries {
            let port = self.ports.local_port(route.segments()[0].port);
            let cell = &mut images[*source].rows[*slot as usize][port];
            *cell = Some(RomEntry { offset: offset.clone(), route: route.clone() });
        }
        images
    }
}
