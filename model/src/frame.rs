//! Frames: periodic all-port schedules of the words a deterministic routing gives, without buffers.
//!
//! Every message class `(source class, offset)` has one word; its cells are the link classes it uses, one per
//! slot. The packer finds slots modulo the frame's length; no frame is shorter than E_max, the largest use of
//! a link class. Source: `../shared/schedules.md` sections 2.6 and 6.

use crate::{
    pack::{pack, Cell, Problem},
    routing::ordered_word,
    schedule::{Kind, PortModel},
    word::Word,
    Entry, Placement, Schedule,
};

/// How hard to search: the seed and the cell visits for each length tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Same seed, same schedule.
    pub seed: u64,
    /// Cell visits for each length; about 10^9 a second.
    pub visits: u64,
}

impl Effort {
    /// The default effort with this seed: well under a second for each length tried.
    pub fn with_seed(seed: u64) -> Self {
        Effort { seed, visits: 400_000_000 }
    }
}

/// The ODR frame of a placement: all-port, no message ever waits.
pub fn odr_frame(placement: &Placement, effort: Effort) -> Schedule {
    let messages = odr_messages(placement);
    let problem = problem(placement, &messages);
    let packing = pack(&problem, effort.seed, effort.visits);
    let starts: Vec<u32> = packing.choices.iter().map(|choice| choice.start).collect();
    let shift = earliest_end(&messages, &starts, packing.length);
    let slot = |start: u32| (start + shift) % packing.length;
    let entries =
        messages.into_iter().zip(&starts).map(|(message, &start)| Entry { slot: slot(start), ..message });
    let mut entries: Vec<Entry> = entries.collect();
    entries.sort();
    Schedule {
        placement: placement.clone(),
        kind: Kind::Frame,
        ports: PortModel::AllPort,
        length: packing.length,
        lower_bound: problem.lower_bound(),
        entries,
    }
}

/// Every message class with its ODR word, in slot 0.
pub(crate) fn odr_messages(placement: &Placement) -> Vec<Entry> {
    let word = |offset: &[u32]| ordered_word(placement.torus(), offset);
    let of = |(source, node)| {
        let entry = move |offset: Vec<u32>| Entry { slot: 0, source, word: word(&offset), offset };
        placement.offsets(node).map(entry)
    };
    placement.sources().into_iter().enumerate().flat_map(of).collect()
}

/// The packing problem of messages with one word each: resources are link classes.
pub(crate) fn problem(placement: &Placement, messages: &[Entry]) -> Problem {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let sources = placement.sources();
    let cells = |source: usize, word: &Word| {
        let path = symmetry.path(torus, symmetry.class_of(torus, sources[source]), word.ports());
        (0..).zip(path).map(|(offset, link)| Cell { resource: link as u32, offset }).collect()
    };
    Problem {
        resources: symmetry.link_classes(torus),
        items: messages.iter().map(|message| vec![cells(message.source, &message.word)]).collect(),
    }
}

/// The rotation of a frame that ends one exchange earliest: a frame may begin at any of its slots.
pub(crate) fn earliest_end(messages: &[Entry], starts: &[u32], length: u32) -> u32 {
    let mut longest = vec![0; length as usize];
    for (message, &start) in messages.iter().zip(starts) {
        let longest = &mut longest[start as usize];
        *longest = message.word.hops().max(*longest);
    }
    let end = |shift: &u32| {
        let ends = (0u32..).zip(&longest).filter(|(_, hops)| **hops > 0);
        ends.map(|(start, hops)| (start + shift) % length + hops).max()
    };
    (0..length).min_by_key(end).unwrap_or(0)
}
