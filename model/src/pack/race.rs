//! Searches with seeds of their own, side by side. The winner is the same on every machine.
//!
//! Each of [`RACERS`] racers runs its searches one after the other and counts the cells that they visit: its
//! clock. The winner is the success of the lowest clock, then of the lowest racer. Racers know nothing else
//! of each other, so the winner is a function of problem, seed and effort alone. A racer stops once its clock
//! passes a success. Search times scatter like waiting times, so one core loses little by racing, and two
//! gain nearly a factor of 2.

use super::{search::Search, sums::Sums, Choice, Horizon};
use crate::Random;
use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

/// The racers, by how many queue members their searches draw. It is a constant because the result depends on
/// it.
const RACERS: [usize; 2] = [2, 6];

/// Visits for which the first racer runs alone: most small problems need no thread. The other clocks start
/// here.
const HEAD_START: u64 = 2_000_000;

/// Visits between two looks at the other racers.
const ROUND: u64 = 1_000_000;

/// How hard to search at one length.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    pub seed: u64,
    /// Cell visits of all searches together.
    pub visits: u64,
    /// Searches that share the visits; at least one for each racer.
    pub restarts: u64,
}

/// The problem, and the state that all searches of a race share.
struct Race<'a> {
    sums: &'a Sums,
    length: u32,
    horizon: Horizon,
    /// Visits of one search.
    share: u64,
    /// The lowest clock of a success so far.
    won: AtomicU64,
}

/// Packs into this length, or gives up at the end of the budget. `other`: another way, tried after the first
/// racer has run alone.
pub(super) fn race(
    sums: &Sums,
    length: u32,
    horizon: Horizon,
    budget: Budget,
    other: impl FnOnce() -> Option<Vec<Choice>>,
) -> Option<Vec<Choice>> {
    let each = budget.restarts.div_ceil(RACERS.len() as u64).max(1);
    let share = budget.visits / (each * RACERS.len() as u64);
    let race = Race { sums, length, horizon, share, won: AtomicU64::new(u64::MAX) };
    let mut seeds = Random::new(budget.seed);
    let mut first = race.search(RACERS[0], seeds.bits())?;
    // If the first round over all items takes the whole share, further rounds are no search.
    let hopeless = first.visited() >= share;
    first.run(share.min(HEAD_START));
    let found = first.choices().or_else(other);
    if found.is_some() || hopeless {
        return found;
    }
    let mut first = Some(first);
    let racer = |(number, draws)| Racer {
        begun: first.take(),
        draws,
        seeds: (0..each - u64::from(number == 0)).map(|_| seeds.bits()).collect(),
        clock: if number == 0 { 0 } else { HEAD_START },
    };
    let racers: Vec<Racer> = RACERS.into_iter().enumerate().map(racer).collect();
    race.run(racers)
}

/// A search of the race, before it starts.
struct Racer<'a> {
    begun: Option<Search<'a>>,
    draws: usize,
    seeds: Vec<u64>,
    clock: u64,
}

/// The clock of a success, and what it found.
type Success = (u64, Vec<Choice>);

impl<'a> Race<'a> {
    /// A search that has placed every item once.
    fn search(&self, draws: usize, seed: u64) -> Option<Search<'a>> {
        let mut search = Search::new(self.sums, self.length, self.horizon, draws, seed)?;
        search.begin();
        Some(search)
    }

    /// The winner of all racers, which run at the same time.
    fn run(&self, racers: Vec<Racer<'a>>) -> Option<Vec<Choice>> {
        let ended: Vec<Option<Success>> = thread::scope(|scope| {
            let racers: Vec<_> =
                racers.into_iter().map(|racer| scope.spawn(move || self.run_racer(racer))).collect();
            racers.into_iter().map(|racer| racer.join().expect("a search does not panic")).collect()
        });
        ended.into_iter().flatten().min_by_key(|(clock, _)| *clock).map(|(_, choices)| choices)
    }

    fn run_racer(&self, Racer { begun, draws, seeds, mut clock }: Racer<'a>) -> Option<Success> {
        let searches = begun.into_iter().chain(seeds.into_iter().filter_map(|seed| self.search(draws, seed)));
        for mut search in searches {
            while search.visited() < self.share
                && !search.is_done()
                && !self.is_late(clock + search.visited())
            {
                search.run((search.visited() + ROUND).min(self.share));
            }
            clock += search.visited();
            if let Some(choices) = search.choices() {
                self.won.fetch_min(clock, Relaxed);
                return Some((clock, choices));
            }
            if self.is_late(clock) {
                return None;
            }
        }
        None
    }

    fn is_late(&self, clock: u64) -> bool {
        clock > self.won.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{table::packing_problem, Effort, Torus};

    /// The racers one after the other, each unaware of the other, find the winner of the race. The share
    /// is so small that racers also go through several searches, or fail.
    #[test]
    fn the_winner_depends_on_no_other_racer() {
        let torus = Torus::new(&[5, 5, 5]).expect("a valid torus");
        let (problem, length) = packing_problem(&torus, true, Effort::with_seed(1));
        let sums = Sums::new(&problem);
        let mut winners = [0; 3];
        for seed in 0..24 {
            let budget = Budget { seed, visits: 24_000_000, restarts: 8 };
            let alone = |racer: usize| racer_alone(&sums, length, budget, racer);
            let ended = [alone(0), alone(1)];
            let winner = ended.iter().flatten().min_by_key(|(clock, _)| *clock);
            let found = race(&sums, length, Horizon::Finite, budget, || None);
            assert_eq!(found.as_ref(), winner.map(|(_, choices)| choices), "seed {seed}");
            winners[ended.iter().position(|end| end.is_some() && end.as_ref() == winner).unwrap_or(2)] += 1;
        }
        assert!(winners.iter().all(|&times| times > 0), "{winners:?}");
    }

    fn racer_alone(sums: &Sums, length: u32, budget: Budget, racer: usize) -> Option<Success> {
        let mut seeds = Random::new(budget.seed);
        let seeds: Vec<u64> = (0..budget.restarts).map(|_| seeds.bits()).collect();
        let (first, second) = seeds.split_at(seeds.len() / 2);
        let share = budget.visits / budget.restarts;
        let race = Race { sums, length, horizon: Horizon::Finite, share, won: AtomicU64::new(u64::MAX) };
        race.run_racer(Racer {
            begun: None,
            draws: RACERS[racer],
            seeds: [first, second][racer].to_vec(),
            clock: [0, HEAD_START][racer],
        })
    }
}
