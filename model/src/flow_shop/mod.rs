//! No-wait flow shops: an order of jobs in which one machine never idles and no job ever waits.
//!
//! A job runs on several machines, one right after another, and each run has its place relative to the job's
//! run on the *critical* machine, the one with the most work. Here a machine is a dimension or a port of a
//! torus, a run is a straight segment of a route, and a job is a message, or several that start together.
//!
//! [`timetable`] looks for an order in which each job begins on the critical machine when the one before it
//! ends there, and on every other machine not before the one before it has ended. Then all jobs take as long
//! as the critical machine has to work, and nothing is shorter. The order is played round and round, or once:
//! then the round is cut at an empty job.
//!
//! Whether job b may follow job a depends on the two alone. So an order is a round trip through a graph, and
//! it is found as the classical algorithm for two machines does it: every job gets a follower by a matching
//! (`matching`), which gives some cycles, and cycles are joined by exchanging the followers of two jobs
//! (`cycles`). Jobs of a torus are many of few kinds, so most exchanges are possible. Where not all jobs can
//! follow each other without idle time, other seeds are tried; then each job that does not need the critical
//! machine is tied to one that does (`tied`); and the order with the least idle time is taken.
//!
//! Time: O(n^2) tests of pairs for each phase of the matching, of which there are few. Memory: O(n).
//!
//! Source: Gilmore and Gomory, "Sequencing a one state-variable machine: a solvable case of the traveling
//! salesman problem", 1964, for two machines; Wismer, "Solution of the flowshop-scheduling problem with no
//! intermediate queues", 1972, for more as a travelling salesman's problem. Differences: orders without idle
//! time are sought first, so a matching takes the place of costs, and more than two machines are no harder.

mod cycles;
mod job;
mod matching;
mod tied;

pub use job::{Job, Span};

use crate::{pack::Horizon, Random};
use tied::{Tied, To};

/// Most nodes of a torus whose messages are put in order, as the time grows with their square.
pub const MOST_NODES: usize = 1 << 14;

/// Seeds that are tried.
const SEEDS: u64 = 8;

/// When jobs are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timetable {
    /// The slots in which they start on the critical machine, or beside it.
    pub starts: Vec<i32>,
    /// The slots that all of them take.
    pub length: u32,
}

/// Whether the critical machine may be idle between two jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// It may, for as few slots as found.
    Allowed,
    /// It may not.
    Forbidden,
}

/// A timetable of all jobs, as short as was found; `None` if none was found. The same jobs and seed give the
/// same timetable.
pub fn timetable(jobs: &[Job], horizon: Horizon, idle: Idle, seed: u64) -> Option<Timetable> {
    let least: u32 = jobs.iter().map(|job| job.lasts).sum();
    let alone: Vec<Tied> = jobs.iter().cloned().enumerate().map(|(at, job)| Tied::alone(at, job)).collect();
    let tied = |to| tied::all(&alone, to);
    let ways: [&dyn Fn() -> Option<Vec<Tied>>; 3] =
        [&|| Some(alone.clone()), &|| tied(To::Least), &|| tied(To::Most)];
    let mut found = ways.iter().filter_map(|way| in_order(way()?, horizon, idle, seed));
    shortest(&mut found, |timetable| timetable.length, least)
}

/// The first that has the least length, or else the shortest.
fn shortest<T>(found: &mut dyn Iterator<Item = T>, length: impl Fn(&T) -> u32, least: u32) -> Option<T> {
    let mut best: Option<T> = None;
    for one in found {
        if best.as_ref().is_none_or(|best| length(&one) < length(best)) {
            best = Some(one);
        }
        if best.as_ref().is_some_and(|best| length(best) == least) {
            break;
        }
    }
    best
}

/// Puts all jobs in an order, one after another.
fn in_order(jobs: Vec<Tied>, horizon: Horizon, idle: Idle, seed: u64) -> Option<Timetable> {
    let machines = jobs.first()?.job.spans.len();
    let cut = Job { lasts: 0, spans: vec![Span { from: 0, to: 0 }; machines] };
    let cut = (horizon == Horizon::Finite).then(|| Tied { job: cut, members: Vec::new() });
    let jobs: Vec<Tied> = cut.into_iter().chain(jobs).collect();
    let mut starts = vec![0; jobs.iter().map(|tied| tied.members.len()).sum()];
    let mut slot = 0;
    let queue: Vec<Job> = jobs.iter().map(|tied| tied.job.clone()).collect();
    for (place, idle) in order(&queue, idle, seed)? {
        jobs[place].members.iter().for_each(|&(job, later)| starts[job] = slot + later);
        slot += jobs[place].job.lasts as i32 + idle;
    }
    Some(Timetable { starts, length: slot as u32 })
}

/// An order of the jobs that can be repeated, by their places in the list, and the idle time after each. Job
/// 0 comes first.
fn order(jobs: &[Job], idle: Idle, seed: u64) -> Option<Vec<(usize, i32)>> {
    // Whether all jobs have followers does not depend on the seed.
    let matched = |more| matching::followers(jobs, idle, &mut Random::new(seed.wrapping_add(more)));
    let joined = |mut followers: Vec<usize>| {
        let joined = cycles::join(jobs, idle, &mut followers);
        let with_idle = |job: usize| (job, jobs[job].idle_before(&jobs[followers[job]]));
        joined.then(|| round(&followers).into_iter().map(with_idle).collect())
    };
    let mut found = (0..SEEDS).map_while(matched).filter_map(joined);
    shortest(&mut found, |order: &Vec<(usize, i32)>| order.iter().map(|(_, idle)| *idle as u32).sum(), 0)
}

/// The jobs of a cycle, from job 0 on.
fn round(followers: &[usize]) -> Vec<usize> {
    let next = |&job: &usize| Some(followers[job]).filter(|&next| next != 0);
    std::iter::successors(Some(0), next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Jobs on two machines: a run on the first one, which is not critical, right before that on the second.
    fn two_machines(runs: &[(u32, u32)]) -> Vec<Job> {
        let job = |&(first, lasts): &(u32, u32)| Job {
            lasts,
            spans: vec![Span { from: -(first as i32), to: 0 }, Span { from: 0, to: lasts as i32 }],
        };
        runs.iter().map(job).collect()
    }

    fn horizons() -> impl Strategy<Value = Horizon> {
        prop_oneof![Just(Horizon::Finite), Just(Horizon::Periodic)]
    }

    /// The starts of an order without idle time.
    fn starts(jobs: &[Job], horizon: Horizon, seed: u64) -> Option<Vec<i32>> {
        let timetable = timetable(jobs, horizon, Idle::Forbidden, seed)?;
        assert_eq!(timetable.length, jobs.iter().map(|job| job.lasts).sum::<u32>());
        Some(timetable.starts)
    }

    /// Plays jobs slot by slot: nothing is used twice. Shares nothing with the search.
    fn assert_plays(jobs: &[Job], starts: &[i32], horizon: Horizon) {
        assert_plays_in(jobs, starts, horizon, jobs.iter().map(|job| job.lasts as i32).sum());
    }

    fn assert_plays_in(jobs: &[Job], starts: &[i32], horizon: Horizon, length: i32) {
        let mut used = BTreeSet::new();
        for (job, start) in jobs.iter().zip(starts) {
            for (machine, span) in job.spans.iter().enumerate() {
                for slot in (span.from..span.to).map(|slot| start + slot) {
                    assert!(horizon == Horizon::Periodic || (0..length).contains(&slot), "{starts:?}");
                    assert!(used.insert((machine, slot.rem_euclid(length))), "{starts:?}");
                }
            }
        }
        assert_eq!(starts.len(), jobs.len());
    }

    /// Whether jobs that all need the critical machine have any starts, by trying all orders.
    fn can_be_ordered(jobs: &[Job], order: &mut Vec<usize>, horizon: Horizon) -> bool {
        let follows = |a: usize, b: usize| jobs[a].precedes(&jobs[b]);
        if order.len() == jobs.len() {
            return match horizon {
                Horizon::Finite => jobs[order[0]].spans[0].from >= 0,
                Horizon::Periodic => follows(order[order.len() - 1], order[0]),
            };
        }
        (0..jobs.len()).any(|job| {
            let fits = !order.contains(&job) && order.last().is_none_or(|&last| follows(last, job));
            fits && {
                order.push(job);
                let found = can_be_ordered(jobs, order, horizon);
                order.pop();
                found
            }
        })
    }

    proptest! {
        /// Every order that is found can be played. If there is none, none is found. Few jobs of many kinds
        /// may have an order that the joining of cycles does not find.
        #[test]
        fn orders_are_played_without_a_conflict(
            runs in prop::collection::vec((0u32..5, 1u32..6), 1..7), seed: u64, horizon in horizons(),
        ) {
            let jobs = two_machines(&runs);
            if let Some(starts) = starts(&jobs, horizon, seed) {
                assert_plays(&jobs, &starts, horizon);
                prop_assert!(can_be_ordered(&jobs, &mut Vec::new(), horizon));
            }
        }

        /// The same with jobs that the critical machine does not see.
        #[test]
        fn tied_jobs_are_played_without_a_conflict(
            runs in prop::collection::vec((0u32..4, 0u32..6), 1..40), seed: u64, horizon in horizons(),
        ) {
            let jobs = two_machines(&runs);
            if let Some(starts) = starts(&jobs, horizon, seed) {
                assert_plays(&jobs, &starts, horizon);
            }
        }

        /// Idle time makes any jobs possible, and no slot is used twice then either.
        #[test]
        fn idle_time_makes_room(
            runs in prop::collection::vec((0u32..9, 0u32..6), 1..30), seed: u64, horizon in horizons(),
        ) {
            let jobs = two_machines(&runs);
            let timetable = timetable(&jobs, horizon, Idle::Allowed, seed).expect("few jobs make few cycles");
            prop_assume!(timetable.length > 0);
            assert_plays_in(&jobs, &timetable.starts, horizon, timetable.length as i32);
            prop_assert!(timetable.length >= jobs.iter().map(|job| job.lasts).sum());
        }
    }

    #[test]
    fn orders_of_few_kinds_are_found() {
        let runs: Vec<(u32, u32)> = (0..6).flat_map(|a| (1..8).map(move |b| (a, b))).collect();
        let jobs = two_machines(&runs);
        for horizon in [Horizon::Periodic, Horizon::Finite] {
            assert_plays(&jobs, &starts(&jobs, horizon, 1).unwrap(), horizon);
        }
    }

    /// The job of 3 on the first machine can follow none of the others. Tied to one of them it can.
    #[test]
    fn jobs_beside_the_critical_machine_are_tied_to_others() {
        let jobs = two_machines(&[(1, 4), (1, 4), (3, 0)]);
        assert_eq!(order(&jobs, Idle::Forbidden, 1), None);
        let starts = starts(&jobs, Horizon::Periodic, 1).unwrap();
        assert_plays(&jobs, &starts, Horizon::Periodic);
    }

    /// The run of 5 on the first machine fits after no job, and the run of 4 beside none.
    #[test]
    fn what_has_no_room_is_not_placed() {
        for runs in [&[(5, 1), (0, 4), (1, 3)][..], &[(1, 4), (1, 4), (4, 0)]] {
            assert_eq!(starts(&two_machines(runs), Horizon::Periodic, 1), None);
        }
    }

    #[test]
    fn one_job_follows_itself() {
        assert_eq!(starts(&two_machines(&[(2, 3)]), Horizon::Periodic, 1), Some(vec![0]));
        assert_eq!(starts(&two_machines(&[(3, 2)]), Horizon::Periodic, 1), None);
        assert_eq!(starts(&two_machines(&[(2, 3)]), Horizon::Finite, 1), None);
        assert_eq!(starts(&two_machines(&[(0, 3)]), Horizon::Finite, 1), Some(vec![0]));
    }
}
