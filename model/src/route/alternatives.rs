//! All shortest routes of an offset: every order of its dimensions, and either way round where both are
//! equally long.

use super::{shorter_way, Run, Word};
use crate::{Port, Random, Sign, Torus};

/// The shortest routes of an offset, sorted: all of them, or up to `cap` drawn at random where there are
/// more.
pub(crate) fn alternatives(torus: &Torus, offset: &[u32], cap: usize, random: &mut Random) -> Vec<Word> {
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

/// The segments that correct one dimension; `None` where it needs no correction.
fn runs(torus: &Torus, dim: usize, offset: u32) -> Option<Vec<Run>> {
    let n = torus.dims()[dim];
    let (sign, hops) = shorter_way(offset, n);
    let signs: &[Sign] = if n > 2 && 2 * hops == n { &[Sign::Plus, Sign::Minus] } else { &[sign] };
    (hops > 0).then(|| signs.iter().map(|&sign| Run { port: Port::new(dim, sign), hops }).collect())
}

/// The routes of every order of the dimensions, with every way round.
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
