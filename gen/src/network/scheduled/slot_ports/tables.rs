//! Tables of what a processor sends and receives in every slot.

use std::collections::HashMap;
use torus_model::{distinct, Entry, NodeId, Schedule};

/// The offsets of the messages of each local port, slot by slot.
pub(super) type Rows = Vec<Vec<Option<Vec<u32>>>>;

/// The tables of all processors; equal tables are stored once.
pub(super) struct Tables {
    /// The distinct tables.
    pub distinct: Vec<Rows>,
    /// The index of the table of each processor.
    pub of_processors: Vec<usize>,
}

impl Tables {
    /// The tables of what arrives: a message at the end of its last link in slot s is in row s, modulo the
    /// frame. Processors of a class have the same table, as their class sends alike.
    pub fn arrivals(schedule: &Schedule) -> Self {
        let messages = Messages::new(schedule);
        let receivers = schedule.placement.sources().into_iter();
        Self::shared(schedule, receivers.map(|receiver| messages.arrivals(receiver)))
    }

    /// The tables of what is sent: a message injected in slot s is in row s.
    pub fn sends(schedule: &Schedule) -> Self {
        let numbers = schedule.ports.existing_local_ports(schedule.torus());
        let images = schedule.rom_images().into_iter();
        let rows = images.map(|image| {
            let row = |row: Vec<Option<torus_model::RomEntry>>| {
                let offset = |&number: &usize| row[number].as_ref().map(|entry| entry.offset.clone());
                numbers.iter().map(offset).collect()
            };
            image.rows.into_iter().map(row).collect()
        });
        Self::shared(schedule, rows)
    }

    /// Stores equal tables once. `all`: a table for each class of processors.
    fn shared(schedule: &Schedule, all: impl Iterator<Item = Rows>) -> Self {
        let (distinct, of_class) = distinct(&all.collect::<Vec<_>>());
        let classes = schedule.placement.source_indices().into_iter();
        Tables { distinct, of_processors: classes.map(|class| of_class[class]).collect() }
    }
}

/// All messages, by the class of their source and their offset.
struct Messages<'a> {
    schedule: &'a Schedule,
    /// The class of every processor.
    classes: Vec<usize>,
    /// The existing local ports.
    numbers: Vec<usize>,
    entries: HashMap<(usize, &'a [u32]), &'a Entry>,
}

impl<'a> Messages<'a> {
    fn new(schedule: &'a Schedule) -> Self {
        let key = |entry: &'a Entry| ((entry.source, &entry.offset[..]), entry);
        Messages {
            schedule,
            classes: schedule.placement.source_indices(),
            numbers: schedule.ports.existing_local_ports(schedule.torus()),
            entries: schedule.entries.iter().map(key).collect(),
        }
    }

    /// The table of what arrives at one processor.
    fn arrivals(&self, receiver: NodeId) -> Rows {
        let (schedule, torus) = (self.schedule, self.schedule.torus());
        let mut rows = vec![vec![None; self.numbers.len()]; schedule.length as usize];
        for (&sender, &class) in schedule.placement.processors().iter().zip(&self.classes) {
            let offset = torus.offset(sender, receiver);
            let Some(entry) = self.entries.get(&(class, &offset[..])) else { continue };
            let row = (schedule.arrival(entry) - 1) % schedule.length;
            let before = rows[row as usize][self.local_port(entry)].replace(offset);
            assert!(before.is_none(), "Two messages arrive at one local port in slot {row}.");
        }
        rows
    }

    /// The local port at which a message is ejected, as its number among the existing ones.
    fn local_port(&self, entry: &Entry) -> usize {
        let last = entry.route.segments().last().expect("a route has a hop").port;
        let port = self.schedule.ports.local_port(last);
        self.numbers.iter().position(|&number| number == port).expect("its port exists")
    }
}
