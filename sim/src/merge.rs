//! Merges what ranks found, into what one process would have found.
//!
//! Rank 0 reports what all ranks know. What each knows about its own links and local ports is merged in the
//! order of cycles, then of nodes and links.

use crate::mismatch::{Kind, Mismatch, Mismatches};
use crate::ranks::{bytes, numbers, read, several, Block, Grid, Ranks};
use crate::scoreboard::Verdict;
use serde::{Deserialize, Serialize};
use torus_model::Torus;

/// Numbers that ranks add up at a time.
const SUMMED: usize = 1 << 16;

/// Mismatches of one kind: how many, and the first ones as cycles, places and lines.
#[derive(Serialize, Deserialize)]
struct OfKind {
    kind: Kind,
    count: u64,
    kept: Vec<(u64, usize, String)>,
}

/// Merges the verdicts of all ranks.
pub(crate) fn verdict(ranks: Option<&dyn Ranks>, mine: Verdict) -> Verdict {
    let Some(shared) = several(ranks) else { return mine };
    let arrived = sum(Some(shared), mine.parts[0]);
    let each = mine.parts[1];
    let mismatches = mismatches(ranks, mine.mismatches);
    Verdict { delivered: arrived / each, parts: [arrived, each], mismatches }
}

/// Merges the mismatches of all ranks.
pub(crate) fn mismatches(ranks: Option<&dyn Ranks>, mut mine: Mismatches) -> Mismatches {
    let Some(ranks) = several(ranks) else { return mine };
    let bytes = serde_json::to_vec(&own(&mine)).expect("numbers and texts");
    let read = |bytes: Vec<u8>| -> Vec<OfKind> { serde_json::from_slice(&bytes).expect("what a rank wrote") };
    let mut others: Vec<OfKind> = ranks.all(&bytes).into_iter().flat_map(read).collect();
    mine.forget(|kind| !kind.is_of_all());
    others.sort_by_key(|of_kind| of_kind.kind);
    for of_kind in others.chunk_by(|a, b| a.kind == b.kind) {
        let mut kept: Vec<&(u64, usize, String)> = of_kind.iter().flat_map(|of_kind| &of_kind.kept).collect();
        // The sort is stable: what a rank found at one place stays in order.
        kept.sort_by_key(|(cycle, place, _)| (*cycle, *place));
        let kind = of_kind[0].kind;
        let told = kept.into_iter().map(|(_, _, line)| Mismatch::OfRank { kind, line: line.clone() });
        mine.add(kind, told, of_kind.iter().map(|of_kind| of_kind.count).sum());
    }
    mine
}

fn own(mismatches: &Mismatches) -> Vec<OfKind> {
    let own = mismatches.kinds().filter(|(kind, ..)| !kind.is_of_all());
    let of_kind = |(kind, count, kept): (Kind, u64, &[(usize, Mismatch)])| {
        let line = |(place, mismatch): &(usize, Mismatch)| (mismatch.cycle(), *place, mismatch.to_string());
        OfKind { kind, count, kept: kept.iter().map(line).collect() }
    };
    own.map(of_kind).collect()
}

/// The counts of all links, for rank 0; other ranks get those of their own links.
pub(crate) fn counts(ranks: Option<&dyn Ranks>, torus: &Torus, mine: Vec<u64>) -> Vec<u64> {
    let Some(ranks) = several(ranks) else { return mine };
    let all = ranks.gather(&bytes(&mine));
    if ranks.rank() > 0 {
        return mine;
    }
    by_link(ranks, torus, all.iter().map(|bytes| read(bytes)))
}

/// What the ranks have for each of their links, by link id.
fn by_link(
    ranks: &dyn Ranks,
    torus: &Torus,
    all: impl Iterator<Item = impl Iterator<Item = u64>>,
) -> Vec<u64> {
    let (grid, mut by_link) = (Grid::of(torus, ranks), vec![0; torus.link_slots()]);
    for (rank, counts) in all.enumerate() {
        let block = Block::of_rank(torus, &grid, rank);
        (0..block.links()).zip(counts).for_each(|(own, count)| by_link[block.link_id(own)] = count);
    }
    by_link
}

/// The sums of the ranks' numbers, element by element; all ranks have equally many.
pub(crate) fn sums(ranks: &dyn Ranks, mine: &[u64]) -> Vec<u64> {
    // In parts, as every rank receives the numbers of all ranks.
    let sum = |part: &[u64]| {
        let all = numbers(ranks, part);
        (0..part.len()).map(|at| all.iter().map(|theirs| theirs[at]).sum()).collect::<Vec<u64>>()
    };
    mine.chunks(SUMMED).flat_map(sum).collect()
}

/// The counts of all links, for every rank.
pub(crate) fn counts_for_all(ranks: Option<&dyn Ranks>, torus: &Torus, mine: Vec<u64>) -> Vec<u64> {
    match several(ranks) {
        Some(ranks) => by_link(ranks, torus, numbers(ranks, &mine).into_iter().map(Vec::into_iter)),
        None => mine,
    }
}

/// The sum of the ranks' numbers, for every rank.
pub(crate) fn sum(ranks: Option<&dyn Ranks>, mine: u64) -> u64 {
    several(ranks).map_or(mine, |ranks| numbers(ranks, &[mine]).concat().into_iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::threads::on_threads;

    /// No numbers, one, and enough for three rounds; each rank gets the sums that one process would have.
    #[test]
    fn numbers_are_added_up_place_by_place() {
        for (size, count) in [(1, 5), (2, 0), (3, 1), (2, 2 * SUMMED + 1)] {
            let number = |rank: usize, at: usize| ((rank + 1) * at + rank) as u64;
            let sums = on_threads(size, |ranks| {
                let mine: Vec<u64> = (0..count).map(|at| number(ranks.rank(), at)).collect();
                sums(ranks, &mine)
            });
            let all = |at: usize| (0..size).map(|rank| number(rank, at)).sum();
            let expected: Vec<u64> = (0..count).map(all).collect();
            assert!(sums.iter().all(|sums| *sums == expected), "{count} numbers on {size} ranks");
        }
    }
}
