//! Balanced routing: one shortest path for every message class, chosen so that the busiest link is as little
//! used as any shortest routing allows; and frames of such words.
//!
//! A message may correct its dimensions in any order and go either way round where that is equally far; as
//! everywhere, one run per dimension. [`balanced_words`] chooses among these words by local search, from the
//! load bound up; [`balanced_frame`] packs the chosen words and, where that misses, lets the packer choose words
//! too. Linear placements of two and three dimensions up to k = 12 meet [`load_bound`]; in four dimensions
//! k = 7 and 8 take one more, which is the optimum over all dimension orders.
//!
//! Source: `../shared/schedules.md` section 6; the bounds are those of [`crate::bounds`]. Differences: any
//! placement and torus; several targets between a failure and the best maximum are tried by halving.
//!
//! ```
//! use torus_model::{balanced::{balanced_frame, load_bound}, frame::Effort, schedule::PortModel, Placement, Torus};
//! let placement = Placement::linear(&Torus::homogeneous(3, 4)?, None, 0)?;
//! assert_eq!(load_bound(&placement), 3);
//! assert_eq!(balanced_frame(&placement, PortModel::AllPort, Effort::with_seed(1)).length, 3);
//! # Ok::<(), torus_model::Error>(())
//! ```

mod search;

use crate::{
    bounds::{best_lower_bound, bounds},
    frame::{frame_of, odr_messages, problem, with_alternatives, Effort},
    length::frame_bound,
    pack::{pack_from, pack_into, Choice, Horizon, Packing, Problem, Random},
    schedule::PortModel,
    tables::alternatives,
    Entry, Placement, Routing, Schedule, Word,
};

/// Words kept in all; it bounds the memory of large placements. Beyond it words are drawn by the seed.
const WORDS: usize = 4_000_000;

/// Words of one message for the local search: all of them up to four dimensions.
const WORDS_OF_ONE: usize = 384;

/// Words of one message for the packer, which pays for each of them in every move.
const WORDS_TO_PACK: usize = 48;

/// Searches that share the effort of one length.
const RESTARTS: u64 = 4;

/// Every message class once, in slot 0, with its chosen word: by source class, then by destination.
/// Same placement and effort, same words.
pub fn balanced_words(placement: &Placement, effort: Effort) -> Vec<Entry> {
    let mut messages = odr_messages(placement);
    let words = word_lists(placement, &messages, WORDS_OF_ONE, effort.seed);
    let problem = with_alternatives(placement, PortModel::AllPort, &messages, &words);
    let target = load_bound(placement).max(problem.lower_bound());
    let chosen = search::balance(&problem, target, effort);
    for ((message, words), chosen) in messages.iter_mut().zip(words).zip(chosen) {
        message.word = words[chosen].clone();
    }
    messages
}

/// No shortest routing has a smaller maximum load: the best of the bounds, rounded up.
pub fn load_bound(placement: &Placement) -> u32 {
    best_lower_bound(&bounds(placement, Routing::Udr, None)).ceil().to_integer() as u32
}

/// The shortest balanced frame found; no message ever waits. Its lower bound is that of
/// [`crate::length::frame_bound`].
pub fn balanced_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    let mut messages = balanced_words(placement, effort);
    let lower_bound = frame_bound(placement, ports);
    let packing = pack_messages(placement, ports, &mut messages, lower_bound, effort);
    frame_of(placement, ports, messages, &packing, lower_bound)
}

/// Packs the messages' words at the least length they allow; else any words, from there on.
fn pack_messages(
    placement: &Placement,
    ports: PortModel,
    messages: &mut [Entry],
    bound: u32,
    effort: Effort,
) -> Packing {
    let chosen = problem(placement, ports, messages);
    let length = bound.max(chosen.lower_bound());
    let Effort { seed, visits } = effort;
    if let Some(choices) = pack_into(&chosen, length, Horizon::Periodic, seed, visits / 4, RESTARTS) {
        return Packing { length, choices };
    }
    let words = word_lists(placement, messages, WORDS_TO_PACK, seed);
    let free = with_alternatives(placement, ports, messages, &words);
    let packing = pack_free(&free, length, effort);
    for ((message, words), choice) in messages.iter_mut().zip(words).zip(&packing.choices) {
        message.word = words[choice.alternative].clone();
    }
    packing
}

/// Packs with every message's words to choose from; restarts at the length hoped for.
fn pack_free(problem: &Problem, length: u32, effort: Effort) -> Packing {
    let Effort { seed, visits } = effort;
    let choices: Option<Vec<Choice>> = pack_into(problem, length, Horizon::Periodic, seed, visits, RESTARTS);
    match choices {
        Some(choices) => Packing { length, choices },
        None => pack_from(problem, length + 1, Horizon::Periodic, seed, visits),
    }
}

/// The words each message may take, its present word among them.
fn word_lists(placement: &Placement, messages: &[Entry], most: usize, seed: u64) -> Vec<Vec<Word>> {
    let cap = (WORDS / messages.len()).clamp(2, most);
    let mut random = Random::new(seed);
    let words = |message: &Entry| {
        let mut words = alternatives(placement.torus(), &message.offset, cap, &mut random);
        // Words drawn at random may miss the one that is known to balance.
        if !words.contains(&message.word) {
            words.push(message.word.clone());
        }
        words
    };
    messages.iter().map(words).collect()
}
