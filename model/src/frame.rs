//! Frames: periodic all-port schedules of the words a deterministic routing gives, without buffers.
//!
//! Every message class `(source class, offset)` has one word; its cells are the link classes it uses, one per
//! slot. The packer finds slots modulo the frame's length; no frame is shorter than E_max, the largest use of
//! a link class. Source: `../shared/schedules.md` sections 2.6 and 6.

use crate::{
    pack::{pack, Cell, Packing, Problem},
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
    frame_of(placement, messages, &packing, problem.lower_bound())
}

/// The frame of packed messages, rotated so that one exchange ends earliest.
pub(crate) fn frame_of(
    placement: &Placement,
    messages: Vec<Entry>,
    packing: &Packing,
    lower_bound: u32,
) -> Schedule {
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
        lower_bound,
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
    let words: Vec<&[Word]> = messages.iter().map(|message| std::slice::from_ref(&message.word)).collect();
    with_alternatives(placement, messages, &words)
}

/// The same of messages with several words each, in the order of the messages.
pub(crate) fn with_alternatives<W: AsRef<[Word]>>(
    placement: &Placement,
    messages: &[Entry],
    words: &[W],
) -> Problem {
    let (torus, symmetry, sources) = (placement.torus(), placement.symmetry(), placement.sources());
    let class: Vec<usize> = sources.iter().map(|&source| symmetry.class_of(torus, source)).collect();
    let cells = |source: usize, word: &Word| {
        let path = symmetry.path(torus, class[source], word.ports());
        (0..).zip(path).map(|(offset, link)| Cell { resource: link as u32, offset }).collect()
    };
    let item = |(message, words): (&Entry, &W)| {
        words.as_ref().iter().map(|word| cells(message.source, word)).collect()
    };
    let items = messages.iter().zip(words).map(item).collect();
    Problem { resources: symmetry.link_classes(torus), items }
}

/// The rotation of a frame that ends one exchange earliest: a frame may begin at any of its slots.
fn earliest_end(messages: &[Entry], starts: &[u32], length: u32) -> u32 {
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
