//! Followers that make several cycles become one cycle.
//!
//! If job a is followed by b and c by d, and the four may as well go a, d and c, b, then exchanging the
//! followers joins two cycles.
//!
//! Source: Gilmore and Gomory 1964, who choose the cheapest exchanges; here all of them are free.

use super::Job;

/// Joins the cycles; whether one is left.
pub(super) fn join(jobs: &[Job], followers: &mut [usize]) -> bool {
    loop {
        let mut cycles = Cycles::of(followers);
        let before = cycles.count();
        if before == 1 {
            return true;
        }
        (0..jobs.len()).for_each(|job| join_at(jobs, followers, &mut cycles, job));
        if cycles.count() == before {
            return false;
        }
    }
}

/// Joins the cycle of a job with all those that an exchange of its follower joins.
fn join_at(jobs: &[Job], followers: &mut [usize], cycles: &mut Cycles, job: usize) {
    for other in 0..jobs.len() {
        let may = |a: usize, b: usize| jobs[a].precedes(&jobs[followers[b]]);
        if cycles.of[job] != cycles.of[other] && may(job, other) && may(other, job) {
            followers.swap(job, other);
            cycles.merge(job, other);
        }
    }
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
