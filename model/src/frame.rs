//! Frames: periodic schedules of the words a deterministic routing gives, without buffers.
//!
//! Every message class `(source class, offset)` has one word; its cells are the link classes it uses, one per
//! slot, and the ports of the processors that are fewer than their links. The packer finds slots modulo the
//! frame's length; no frame is shorter than E_max, the largest use of a link class, nor than what
//! [`crate::length`] says of the ports. Source: `../shared/schedules.md` sections 2.6 and 6.

use crate::{
    length::frame_bound_over,
    pack::{pack_from, Cell, Horizon, Packing, Problem},
    routing::ordered_word,
    schedule::{Kind, PortModel},
    word::Word,
    Entry, Placement, Port, Schedule,
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

/// The ODR frame of a placement; no message ever waits.
pub fn odr_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    let messages = odr_messages(placement);
    let problem = problem(placement, ports, &messages);
    let lower_bound = frame_bound_over(placement, ports, problem.lower_bound());
    let packing = pack_from(&problem, lower_bound, Horizon::Periodic, effort.seed, effort.visits);
    frame_of(placement, ports, messages, &packing, lower_bound)
}

/// The frame of packed messages, rotated so that one exchange ends earliest.
pub(crate) fn frame_of(
    placement: &Placement,
    ports: PortModel,
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
        ports,
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

/// The packing problem of messages with one word each.
pub(crate) fn problem(placement: &Placement, ports: PortModel, messages: &[Entry]) -> Problem {
    let words: Vec<&[Word]> = messages.iter().map(|message| std::slice::from_ref(&message.word)).collect();
    with_alternatives(placement, ports, messages, &words)
}

/// The same of messages with several words each, in the order of the messages. Resources are the link classes
/// and, after them, for each node class what it sends by and what it receives by, where ports are few.
pub(crate) fn with_alternatives<W: AsRef<[Word]>>(
    placement: &Placement,
    ports: PortModel,
    messages: &[Entry],
    words: &[W],
) -> Problem {
    let (torus, symmetry, sources) = (placement.torus(), placement.symmetry(), placement.sources());
    let class: Vec<usize> = sources.iter().map(|&source| symmetry.class_of(torus, source)).collect();
    let cells = |source: usize, word: &Word| cells(placement, ports, class[source], word);
    let item = |(message, words): (&Entry, &W)| {
        words.as_ref().iter().map(|word| cells(message.source, word)).collect()
    };
    let items = messages.iter().zip(words).map(item).collect();
    Problem { resources: symmetry.link_classes(torus) + 2 * symmetry.classes(torus), items }
}

/// What a word uses that starts from a node class: links, and ports where the model counts them.
fn cells(placement: &Placement, ports: PortModel, class: usize, word: &Word) -> Vec<Cell> {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let path: Vec<usize> = symmetry.path(torus, class, word.ports()).collect();
    let sends = |at: usize| symmetry.link_classes(torus) + 2 * (path[at] / torus.port_slots());
    let receives = |at: usize| {
        let port = Port::from_index(path[at] % torus.port_slots());
        let tail = path[at] / torus.port_slots();
        symmetry.link_classes(torus) + 2 * symmetry.step(torus, tail, port) + 1
    };
    let cell = |resource: usize, offset: usize| Cell { resource: resource as u32, offset: offset as u32 };
    let last = path.len() - 1;
    let mut cells: Vec<Cell> = path.iter().enumerate().map(|(at, &link)| cell(link, at)).collect();
    match ports {
        PortModel::AllPort => {}
        PortModel::OnePort => cells.extend([cell(sends(0), 0), cell(receives(last), last)]),
        PortModel::SinglePort => {
            cells.extend((0..=last).flat_map(|at| [cell(sends(at), at), cell(receives(at), at)]));
        }
    }
    cells
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
