//! No-wait flow shops: an order of jobs in which one machine never idles and no job ever waits.
//!
//! A job runs on several machines, one right behind the other, and each run has its place relative to the
//! job's run on the *critical* machine, the one with the most work. Here a machine is a dimension or a port
//! of a torus, a run is a straight segment of a route, and a job is a message, or several that start
//! together.
//!
//! [`starts`] finds an order in which each job begins on the critical machine when the one before it ends
//! there, and on every other machine not before the one before it has ended. So all jobs take as long as the
//! critical machine has to work, and nothing is shorter. The order is played round and round, or once: then
//! the round is cut at an empty job.
//!
//! Whether job b may follow job a depends on the two alone. So an order is a round trip through a graph, and
//! it is found as the classical algorithm for two machines does it: every job gets a follower by a matching
//! (`matching`), which gives some cycles, and cycles are joined by exchanging the followers of two jobs
//! (`cycles`). Jobs of a torus are many of few kinds, so most exchanges are possible. Where the joining
//! fails, other seeds are tried. Where no order is found, each job that does not need the critical machine is
//! tied to one that does (`tied`). If that fails as well, there is no answer.
//!
//! Time: O(n^2) tests of pairs for each phase of the matching, of which there are few. Memory: O(n).
//!
//! Source: Gilmore and Gomory, "Sequencing a one state-variable machine: a solvable case of the traveling
//! salesman problem", 1964, for two machines; Wismer, "Solution of the flowshop-scheduling problem with no
//! intermediate queues", 1972, for more as a travelling salesman's problem. Differences: only orders without
//! idle time count, so a matching takes the place of costs, and more than two machines are no harder.

mod cycles;
mod matching;
mod tied;

use crate::{pack::Horizon, Random};
use tied::{Tied, To};

/// Most nodes of a torus whose messages are put in order, as the time grows with their square.
pub const MOST_NODES: usize = 1 << 14;

/// Seeds that are tried.
const SEEDS: u64 = 8;

/// A time on one machine, in slots behind the job's start on the critical machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its first slot.
    pub from: i32,
    /// The slot behind its last one.
    pub to: i32,
}

impl Span {
    fn is_empty(self) -> bool {
        self.from == self.to
    }

    /// The span that has both; an empty one adds nothing.
    pub fn joined(self, other: Span) -> Span {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { from: self.from.min(other.from), to: self.to.max(other.to) },
        }
    }
}

/// What has to be done without a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Slots on the critical machine.
    pub lasts: u32,
    /// The time that it needs on every machine, the same number of machines for all jobs. Where a job does
    /// not need a machine, the span is empty: it says between which jobs the job passes the machine.
    pub spans: Vec<Span>,
}

impl Job {
    /// Whether a job may start when this one ends on the critical machine.
    fn precedes(&self, next: &Job) -> bool {
        let lasts = self.lasts as i32;
        self.spans.iter().zip(&next.spans).all(|(span, of_next)| span.to <= of_next.from + lasts)
    }
}

/// The slots in which the jobs start on the critical machine, or beside it, if all can be done in as many
/// slots as the critical machine has to work. None: it was not found how. The same jobs and seed give the
/// same starts.
pub fn starts(jobs: &[Job], horizon: Horizon, seed: u64) -> Option<Vec<i32>> {
    let alone: Vec<Tied> = jobs.iter().cloned().enumerate().map(|(at, job)| Tied::alone(at, job)).collect();
    let tied = |to| in_order(tied::all(&alone, to)?, horizon, seed);
    in_order(alone.clone(), horizon, seed).or_else(|| tied(To::Least)).or_else(|| tied(To::Most))
}

/// Starts of all jobs, one behind the other.
fn in_order(jobs: Vec<Tied>, horizon: Horizon, seed: u64) -> Option<Vec<i32>> {
    let machines = jobs.first()?.job.spans.len();
    let cut = Job { lasts: 0, spans: vec![Span { from: 0, to: 0 }; machines] };
    let cut = (horizon == Horizon::Finite).then(|| Tied { job: cut, members: Vec::new() });
    let jobs: Vec<Tied> = cut.into_iter().chain(jobs).collect();
    let mut starts = vec![0; jobs.iter().map(|tied| tied.members.len()).sum()];
    let mut slot = 0;
    for place in order(&jobs.iter().map(|tied| tied.job.clone()).collect::<Vec<Job>>(), seed)? {
        jobs[place].members.iter().for_each(|&(job, later)| starts[job] = slot + later);
        slot += jobs[place].job.lasts as i32;
    }
    Some(starts)
}

/// An order of the jobs, by their places in the list, that can be repeated. Job 0 comes first.
fn order(jobs: &[Job], seed: u64) -> Option<Vec<usize>> {
    for seed in (0..SEEDS).map(|more| seed.wrapping_add(more)) {
        let mut followers = matching::followers(jobs, &mut Random::new(seed))?;
        if cycles::join(jobs, &mut followers) {
            return Some(round(&followers));
        }
    }
    None
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

    /// Plays jobs slot by slot: nothing is used twice. Shares nothing with the search.
    fn assert_plays(jobs: &[Job], starts: &[i32], horizon: Horizon) {
        let length: i32 = jobs.iter().map(|job| job.lasts as i32).sum();
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
        /// What is found can be played, and where nothing can be, nothing is found. Few jobs of many kinds
        /// may have an order that the joining of cycles does not find.
        #[test]
        fn orders_are_played_without_a_conflict(
            runs in prop::collection::vec((0u32..5, 1u32..6), 1..7), seed: u64, finite: bool,
        ) {
            let horizon = if finite { Horizon::Finite } else { Horizon::Periodic };
            let jobs = two_machines(&runs);
            if let Some(starts) = starts(&jobs, horizon, seed) {
                assert_plays(&jobs, &starts, horizon);
                prop_assert!(can_be_ordered(&jobs, &mut Vec::new(), horizon));
            }
        }

        /// The same with jobs that the critical machine does not see.
        #[test]
        fn tied_jobs_are_played_without_a_conflict(
            runs in prop::collection::vec((0u32..4, 0u32..6), 1..40), seed: u64, finite: bool,
        ) {
            let horizon = if finite { Horizon::Finite } else { Horizon::Periodic };
            let jobs = two_machines(&runs);
            if let Some(starts) = starts(&jobs, horizon, seed) {
                assert_plays(&jobs, &starts, horizon);
            }
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
        assert_eq!(order(&jobs, 1), None);
        let starts = starts(&jobs, Horizon::Periodic, 1).unwrap();
        assert_plays(&jobs, &starts, Horizon::Periodic);
    }

    /// The run of 5 on the first machine fits behind no job, and the run of 4 beside none.
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
