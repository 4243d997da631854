//! What a processor sends and what arrives at it in every slot.

use torus_model::{NodeId, Placement, Schedule};

/// The offsets of the messages of each local port, slot by slot.
pub(super) type Rows = Vec<Vec<Option<Vec<u32>>>>;

/// The distinct tables of all processors.
pub(super) struct Tables {
    /// Those that differ.
    pub distinct: Vec<Rows>,
    /// Which of them each processor has.
    pub of_processors: Vec<usize>,
}

impl Tables {
    /// What arrives: a message of h hops that is injected in slot s is in row s + h - 1, modulo the frame.
    /// Processors of a class receive alike, as they send alike.
    pub fn arrivals(schedule: &Schedule) -> Self {
        let receivers = schedule.placement.sources().into_iter();
        Self::shared(schedule, receivers.map(|receiver| arrivals(schedule, receiver)))
    }

    /// What is sent: a message that is injected in slot s is in row s.
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

    /// Equal tables once; `all`: one for each class of processors.
    fn shared(schedule: &Schedule, all: impl Iterator<Item = Rows>) -> Self {
        let (mut distinct, mut of_class): (Vec<Rows>, Vec<usize>) = Default::default();
        for rows in all {
            let found = distinct.iter().position(|other| *other == rows);
            of_class.push(found.unwrap_or(distinct.len()));
            if found.is_none() {
                distinct.push(rows);
            }
        }
        let classes = schedule.placement.source_indices().into_iter();
        Tables { distinct, of_processors: classes.map(|class| of_class[class]).collect() }
    }
}

/// What arrives at one processor.
fn arrivals(schedule: &Schedule, receiver: NodeId) -> Rows {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let numbers = schedule.ports.existing_local_ports(torus);
    let classes = placement.source_indices();
    let mut rows = vec![vec![None; numbers.len()]; schedule.length as usize];
    for entry in &schedule.entries {
        let back: Vec<u32> = entry.offset.iter().zip(torus.dims()).map(|(x, n)| (n - x) % n).collect();
        let sender = torus.translate(receiver, &back);
        if class_of(placement, &classes, sender) != Some(entry.source) {
            continue;
        }
        let last = entry.route.segments().last().expect("a route has a hop").port;
        let port = schedule.ports.local_port(last);
        let e = numbers.iter().position(|&number| number == port).expect("its port exists");
        let row = (entry.slot + entry.route.hops() - 1) % schedule.length;
        let before = rows[row as usize][e].replace(entry.offset.clone());
        assert!(before.is_none(), "Two messages arrive at one local port in slot {row}.");
    }
    rows
}

fn class_of(placement: &Placement, classes: &[usize], node: NodeId) -> Option<usize> {
    Some(classes[placement.processors().binary_search(&node).ok()?])
}
