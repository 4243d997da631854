//! Any torus with any groups: the packer on all messages at once.
//!
//! A message may correct its dimensions in any order, and go either way round where that is equally far; the
//! packer chooses among these words and their starts. It begins with the shortest length that the bound, the
//! diameter and the split of the half-way messages allow, and adds steps until it succeeds.
//! Source: `../shared/schedules.md` section 2.6.

use super::{layout::Layout, lower_bound, Group};
use crate::{
    frame::Effort,
    pack::{pack_into, Horizon, Problem, Random},
    routing::distance,
    word::shorter_way,
    Port, Run, Sign, Torus, Word,
};

/// Most words tried for one message; beyond it they are drawn by the seed.
const WORDS: usize = 48;

/// Searches that share the effort of one length.
const RESTARTS: u64 = 2;

/// Lays out every message.
pub(super) fn lay(layout: &mut Layout, effort: Effort) {
    let torus = layout.torus.clone();
    let mut random = Random::new(effort.seed);
    let nodes = torus.nodes().skip(1);
    let words: Vec<Vec<Word>> =
        nodes.map(|node| alternatives(&torus, &torus.coordinates(node), WORDS, &mut random)).collect();
    let mut length = least_length(&torus, &layout.groups);
    while !pack_words(layout, &words, length, effort, RESTARTS) {
        length += (length / 64).max(1);
    }
}

/// Packs one word of each list into `length` steps from the end of the layout, or changes nothing.
pub(super) fn pack_words(
    layout: &mut Layout,
    words: &[Vec<Word>],
    length: u32,
    effort: Effort,
    restarts: u64,
) -> bool {
    let cells = |words: &Vec<Word>| words.iter().map(|word| layout.cells(word)).collect();
    let problem = Problem { resources: layout.torus.port_slots(), items: words.iter().map(cells).collect() };
    let choices = pack_into(&problem, length, Horizon::Finite, effort.seed, effort.visits, restarts);
    let found = choices.is_some();
    for (words, choice) in words.iter().zip(choices.unwrap_or_default()) {
        layout.put(layout.end + choice.start, words[choice.alternative].clone());
    }
    layout.end += if found { length } else { 0 };
    found
}

/// Where no search needs to look below: the bound, the diameter, and the cyclic rings' own needs.
fn least_length(torus: &Torus, groups: &[Group]) -> u32 {
    let half: Vec<u32> = torus.dims().iter().map(|n| n / 2).collect();
    let split = (0..torus.d()).filter(|&dim| groups[dim] == Group::Cyclic).map(|dim| cyclic_need(torus, dim));
    split.chain([lower_bound(torus), distance(torus, &half)]).max().unwrap_or(1)
}

/// Steps that a cyclic dimension needs: the half-way messages are N/n, and an odd one out goes one way.
pub(super) fn cyclic_need(torus: &Torus, dim: usize) -> u32 {
    let n = torus.dims()[dim];
    let (others, below) = (torus.len() as u32 / n, (n - 1) / 2);
    let one_way = others * (below * (below + 1) / 2);
    let half_way = if n % 2 == 1 {
        0
    } else if n == 2 {
        others
    } else {
        others.div_ceil(2)
    };
    one_way + half_way * (n / 2)
}

/// The shortest words of an offset, all of them or `cap` drawn at random.
pub(super) fn alternatives(torus: &Torus, offset: &[u32], cap: usize, random: &mut Random) -> Vec<Word> {
    let runs: Vec<Vec<Run>> = (0..torus.d()).filter_map(|dim| runs(torus, dim, offset[dim])).collect();
    let count =
        (1..=runs.len()).chain(runs.iter().map(Vec::len)).try_fold(1usize, |all, n| all.checked_mul(n));
    let mut words = match count {
        Some(count) if count <= cap => all_words(&runs),
        _ => (0..cap).map(|_| random_word(&runs, random)).collect(),
    };
    words.sort();
    words.dedup();
    words
}

/// The ways to correct one dimension; `None` where it needs no correction.
fn runs(torus: &Torus, dim: usize, offset: u32) -> Option<Vec<Run>> {
    let n = torus.dims()[dim];
    let (sign, hops) = shorter_way(offset, n);
    let signs: &[Sign] = if n > 2 && 2 * hops == n { &[Sign::Plus, Sign::Minus] } else { &[sign] };
    (hops > 0).then(|| signs.iter().map(|&sign| Run { port: Port::new(dim, sign), hops }).collect())
}

/// Every order of the dimensions with every way.
fn all_words(runs: &[Vec<Run>]) -> Vec<Word> {
    let mut partial: Vec<Vec<Run>> = vec![Vec::new()];
    for _ in 0..runs.len() {
        let longer = |word: Vec<Run>| {
            let dims: Vec<usize> = word.iter().map(|run| run.port.dim()).collect();
            let next = runs.iter().flatten().filter(move |run| !dims.contains(&run.port.dim()));
            next.map(|&run| word.iter().copied().chain([run]).collect()).collect::<Vec<_>>()
        };
        partial = partial.into_iter().flat_map(longer).collect();
    }
    partial.into_iter().map(Word::new).collect()
}

fn random_word(runs: &[Vec<Run>], random: &mut Random) -> Word {
    let mut word: Vec<Run> = runs.iter().map(|ways| ways[random.below(ways.len())]).collect();
    (1..word.len()).for_each(|at| word.swap(at, random.below(at + 1)));
    Word::new(word)
}
