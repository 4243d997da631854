//! Balanced routing: one shortest path for every message class, chosen so that the busiest link is as little
//! used as any shortest routing allows; and frames of such words.
//!
//! A message may correct its dimensions in any order and go either way round where that is equally far; as
//! everywhere, one run per dimension. [`balanced_words`] chooses among these words by local search, from the
//! load bound up. Linear placements of two and three dimensions up to k = 12 meet [`load_bound`]; in four
//! dimensions k = 7 and 8 take one more, which is the optimum over all dimension orders.
//!
//! [`balanced_frame`] and [`balanced_oneshot`] let the packer choose words and slots together (`free`), so that a
//! frame is as long as its busiest link has to work or little longer. Frames of linear placements, default
//! effort: the bound for d = 2 and 3 up to k = 11 and for d = 4, k = 3..6 (4, 8, 16, 27); above it are d = 3,
//! k = 12 with 25 over 24, and d = 4, k = 7 and 8 with 45 over 43 and 66 over 64; the maximum loads of these are
//! 24, 44 and 65 all the same.
//!
//! Source: `../shared/schedules.md` section 6; the bounds are those of [`crate::bounds`] and [`crate::length`].
//! Differences: any placement and torus; several targets between a failure and the best maximum are tried by
//! halving; messages that are images of each other under turns of the torus start together, which is ours.
//!
//! ```
//! use torus_model::{balanced::{balanced_frame, load_bound}, frame::Effort, schedule::PortModel, Placement, Torus};
//! let placement = Placement::linear(&Torus::homogeneous(3, 4)?, None, 0)?;
//! assert_eq!(load_bound(&placement), 3);
//! assert_eq!(balanced_frame(&placement, PortModel::AllPort, Effort::with_seed(1)).length, 3);
//! # Ok::<(), torus_model::Error>(())
//! ```

mod free;
mod search;
mod turns;

use crate::{
    bound::{exchange_bound, frame_bound, load_bound},
    pack::Horizon,
    route::alternatives,
    schedule::{
        frame::frame_of,
        problem::{odr_messages, with_alternatives},
        Kind,
    },
    Effort, Entry, Placement, PortModel, Random, Schedule, Word,
};

/// Words kept in all; it bounds the memory of large placements. Beyond it words are drawn by the seed.
const WORDS: usize = 4_000_000;

/// Words of one message for the local search: all of them up to four dimensions.
const WORDS_OF_ONE: usize = 384;

/// Every message class once, in slot 0, with its chosen word: by source class, then by destination.
/// Same placement and effort, same words.
pub fn balanced_words(placement: &Placement, effort: Effort) -> Vec<Entry> {
    let mut messages = odr_messages(placement);
    let words = word_lists(placement, &messages, effort.seed);
    let problem = with_alternatives(placement, PortModel::AllPort, &messages, &words);
    let target = load_bound(placement).max(problem.lower_bound());
    let chosen = search::balance(&problem, target, effort);
    for ((message, words), chosen) in messages.iter_mut().zip(words).zip(chosen) {
        message.word = words[chosen].clone();
    }
    messages
}

/// The shortest balanced frame found; no message ever waits. Its lower bound is that of
/// [`crate::length::frame_bound`].
pub fn balanced_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    let lower_bound = frame_bound(placement, ports);
    let packed = free::shortest(placement, ports, Horizon::Periodic, lower_bound, effort);
    let packed = free::even_out(placement, ports, Horizon::Periodic, packed, effort);
    frame_of(placement, ports, packed.messages, &packed.packing, lower_bound)
}

/// One exchange by the words that make it shortest, as far as found; no message ever waits. Its lower bound is that
/// of [`crate::length::exchange_bound`].
pub fn balanced_oneshot(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    let lower_bound = exchange_bound(placement, ports);
    let packed = free::shortest(placement, ports, Horizon::Finite, lower_bound, effort);
    let starts = packed.packing.choices.iter().map(|choice| choice.start);
    let started = packed.messages.into_iter().zip(starts);
    let mut entries: Vec<Entry> = started.map(|(message, slot)| Entry { slot, ..message }).collect();
    entries.sort();
    let (kind, length) = (Kind::OneShot, packed.packing.length);
    Schedule { placement: placement.clone(), kind, ports, length, lower_bound, entries }
}

/// The words each message may take, all of them or those drawn by the seed.
fn word_lists(placement: &Placement, messages: &[Entry], seed: u64) -> Vec<Vec<Word>> {
    let cap = (WORDS / messages.len().max(1)).clamp(2, WORDS_OF_ONE);
    let mut random = Random::new(seed);
    let words = |message: &Entry| alternatives(placement.torus(), &message.offset, cap, &mut random);
    messages.iter().map(words).collect()
}
