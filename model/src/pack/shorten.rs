//! Makes packings shorter by annealing, a few slots at a time.
//!
//! The last slots are taken away, and the items that used them queue until all are placed (`anneal`); then
//! the next ones. So hardly any moves are spent on a length before there is a packing that is little longer.

use super::{
    anneal::{fitting, Annealing},
    board::Board,
    Horizon, Packing, Problem,
};
use crate::{Effort, Random};
use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

/// One in this many of the slots above the bound is removed at a time, but at least one slot.
const PARTS: u32 = 6;

/// Searches that run side by side.
const SEARCHES: u64 = 2;

/// The largest number of cells that a board has.
const MOST_CELLS: u64 = 1 << 26;

/// The packing after this many moves of annealing: the shorter one of two searches that run side by side.
pub(super) fn shorten(
    problem: &Problem,
    packing: Packing,
    bound: u32,
    horizon: Horizon,
    Effort { seed, visits: moves }: Effort,
) -> Packing {
    if problem.resources as u64 * u64::from(packing.length) > MOST_CELLS {
        return packing;
    }
    let (mut seeds, reached) = (Random::new(seed), &AtomicU64::new(moves));
    let shortening = Shortening { problem, bound, horizon, reached };
    let ended: Vec<(Packing, u64)> = thread::scope(|scope| {
        let run = |seed| {
            let packing = packing.clone();
            scope.spawn(move || shortening.run(packing, seed))
        };
        let running: Vec<_> = (0..SEARCHES).map(|_| run(seeds.bits())).collect();
        running.into_iter().map(|search| search.join().expect("a search does not panic")).collect()
    });
    let shortest = ended.into_iter().min_by_key(|(packing, moves)| (packing.length, *moves));
    shortest.map_or(packing, |(packing, _)| packing)
}

#[derive(Clone, Copy)]
struct Shortening<'a> {
    problem: &'a Problem,
    bound: u32,
    horizon: Horizon,
    /// The moves after which a search is over: all, or those of the first one to reach the bound.
    reached: &'a AtomicU64,
}

impl Shortening<'_> {
    /// The shortest packing of one search, and its moves.
    fn run(self, mut best: Packing, seed: u64) -> (Packing, u64) {
        let (mut random, mut moves) = (Random::new(seed), 0);
        while best.length > self.bound {
            let length = best.length - ((best.length - self.bound) / PARTS).max(1);
            let Some(items) = fitting(self.problem, length, self.horizon) else { break };
            let board = Board::new(self.problem.resources, length);
            let mut annealing = Annealing::new(&items, board, &mut random, moves);
            annealing.resume(&best.choices);
            let Some(choices) = annealing.run(self.reached) else { break };
            moves = annealing.moves;
            best = Packing { length, choices };
        }
        if best.length <= self.bound {
            self.reached.fetch_min(moves, Relaxed);
        }
        (best, moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pack::{self, Cell, Choice},
        table::packing_problem,
        Torus,
    };

    fn is_packing(problem: &Problem, packing: &Packing, horizon: Horizon) -> bool {
        packing.choices.len() == problem.items.len()
            && pack::is_packing(problem, packing.length, horizon, &packing.choices)
    }

    /// One item after another: the trivial packing.
    fn in_a_row(problem: &Problem) -> Packing {
        let mut length = 0;
        let mut place = |item: &Vec<Vec<Cell>>| {
            let start = length;
            length += item[0].iter().map(|cell| cell.offset + 1).max().unwrap_or(0);
            Choice { alternative: 0, start }
        };
        let choices = problem.items.iter().map(&mut place).collect();
        Packing { length, choices }
    }

    fn shortened(problem: &Problem, bound: u32, horizon: Horizon, seed: u64, moves: u64) -> Packing {
        shorten(problem, in_a_row(problem), bound, horizon, Effort { seed, visits: moves })
    }

    /// From one item after another to the bound, and the same result again.
    #[test]
    fn packings_become_as_short_as_the_bound() {
        for (dims, more) in [(&[5, 5][..], 0), (&[4, 6], 2), (&[3, 3, 3], 0), (&[2, 4, 4], 2), (&[7, 7], 0)] {
            let torus = Torus::new(dims).expect("a valid torus");
            let (problem, least) = packing_problem(&torus, false, Effort::with_seed(1));
            for horizon in [Horizon::Finite, Horizon::Periodic] {
                let shorten = || shortened(&problem, least + more, horizon, 3, 20_000_000);
                let packing = shorten();
                assert_eq!(packing.length, least + more, "{torus} {horizon:?}");
                assert!(is_packing(&problem, &packing, horizon), "{torus} {horizon:?}");
                assert_eq!(shorten().choices, packing.choices, "{torus} {horizon:?}");
            }
        }
    }

    /// Whatever the moves allow is a packing, and no longer than before.
    #[test]
    fn few_moves_make_a_packing_little_shorter() {
        let torus = Torus::new(&[6, 6]).expect("a valid torus");
        let (problem, least) = packing_problem(&torus, false, Effort::with_seed(1));
        let lengths = [0, 1 << 14, 1 << 16, 1 << 22].map(|moves| {
            let packing = shortened(&problem, least, Horizon::Finite, 1, moves);
            assert!(is_packing(&problem, &packing, Horizon::Finite), "{moves}");
            packing.length
        });
        assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths[3] < lengths[0], "{lengths:?}");
        assert_eq!(lengths[0], in_a_row(&problem).length);
    }

    /// Eight cells of one resource have no room in seven slots, nor an item of eight slots.
    #[test]
    fn full_resources_stay_full() {
        let cells = |offset| vec![vec![Cell { offset, resource: 0 }]];
        let eight = Problem { resources: 1, items: (0..8).map(|_| cells(0)).collect() };
        let long = Problem { resources: 1, items: vec![cells(7)] };
        for (problem, horizon) in
            [(&eight, Horizon::Finite), (&eight, Horizon::Periodic), (&long, Horizon::Finite)]
        {
            let packing = shortened(problem, 1, horizon, 1, 1 << 16);
            assert_eq!(packing.length, 8, "{horizon:?}");
            assert!(is_packing(problem, &packing, horizon), "{horizon:?}");
        }
        // Without an end an item takes a slot, wherever it starts.
        assert_eq!(shortened(&long, 1, Horizon::Periodic, 1, 1 << 16).length, 1);
    }
}
