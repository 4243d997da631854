//! Joins the cycles of followers into one cycle.
//!
//! If job a is followed by b and c by d, and a may also be followed by d and c by b, then exchanging the
//! followers joins two cycles.
//!
//! Source: Gilmore and Gomory 1964, who choose the cheapest exchanges for two machines. Differences:
//! exchanges without idle time come first, and most often suffice; then the cheapest one for any two cycles.

use super::{Idle, Job};

/// Cycles that are joined at the cost of idle time, at most.
const MOST: usize = 32;

/// Joins the cycles. Returns whether one is left.
pub(super) fn join(jobs: &[Job], idle: Idle, followers: &mut [usize]) -> bool {
    loop {
        let mut cycles = Cycles::of(followers);
        let before = cycles.count();
        if before == 1 {
            return true;
        }
        (0..jobs.len()).for_each(|job| join_at(jobs, followers, &mut cycles, job));
        if cycles.count() == before {
            if idle == Idle::Forbidden || before > MOST {
                return false;
            }
            join_cheapest(jobs, followers, &cycles);
        }
    }
}

/// Joins the cycle of a job with every other one that an exchange of its follower joins without idle time.
fn join_at(jobs: &[Job], followers: &mut [usize], cycles: &mut Cycles, job: usize) {
    for other in 0..jobs.len() {
        let may = |a: usize, b: usize| jobs[a].precedes(&jobs[followers[b]]);
        if cycles.of[job] != cycles.of[other] && may(job, other) && may(other, job) {
            followers.swap(job, other);
            cycles.merge(job, other);
        }
    }
}

/// Joins two of several cycles by the exchange that adds the least idle time.
fn join_cheapest(jobs: &[Job], followers: &mut [usize], cycles: &Cycles) {
    let idle = |a: usize, b: usize| jobs[a].idle_before(&jobs[followers[b]]);
    let added = |&(a, b): &(usize, usize)| idle(a, b) + idle(b, a) - idle(a, a) - idle(b, b);
    let pairs = (0..jobs.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let apart = pairs.filter(|&(a, b)| cycles.of[a] != cycles.of[b]);
    let (a, b) = apart.min_by_key(added).expect("several cycles have jobs");
    followers.swap(a, b);
}

/// The cycle of every job, and the jobs of every cycle.
struct Cycles {
    of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

impl Cycles {
    fn of(followers: &[usize]) -> Self {
        let mut cycles = Cycles { of: vec![usize::MAX; followers.len()], members: Vec::new() };
        for first in 0..followers.len() {
            let mut job = first;
            let mut members = Vec::new();
            while cycles.of[job] == usize::MAX {
                cycles.of[job] = cycles.members.len();
                members.push(job);
                job = followers[job];
            }
            if !members.is_empty() {
                cycles.members.push(members);
            }
        }
        cycles
    }

    /// The smaller of two cycles becomes part of the other one.
    fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of[a], self.of[b]);
        let (from, into) = if self.members[a].len() < self.members[b].len() { (a, b) } else { (b, a) };
        let moved = std::mem::take(&mut self.members[from]);
        moved.iter().for_each(|&job| self.of[job] = into);
        self.members[into].extend(moved);
    }

    fn count(&self) -> usize {
        self.members.iter().filter(|members| !members.is_empty()).count()
    }
}
