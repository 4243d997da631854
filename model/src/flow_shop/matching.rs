//! A follower for every job: a matching of jobs and followers, as many of them without idle time as possible.
//!
//! Source: augmenting paths in phases, as in Hopcroft and Karp, "An n^(5/2) algorithm for maximum matchings
//! in bipartite graphs", 1973. Differences: paths of a phase are found depth first, and are not the shortest;
//! jobs with few followers choose first, which leaves little to mend.

use super::{Idle, Job};
use crate::Random;

/// The follower of every job; each job follows once. `None`: some job would be followed by idle time, which
/// is not allowed.
pub(super) fn followers(jobs: &[Job], idle: Idle, random: &mut Random) -> Option<Vec<usize>> {
    let mut matching = Matching::new(jobs, random);
    while matching.phase(random) {}
    if idle == Idle::Allowed {
        matching.complete();
    }
    matching.follower.into_iter().collect()
}

struct Matching<'a> {
    jobs: &'a [Job],
    /// The jobs, those with the fewest followers first.
    choosers: Vec<usize>,
    follower: Vec<Option<usize>>,
    /// The job before each job.
    before: Vec<Option<usize>>,
}

impl<'a> Matching<'a> {
    fn new(jobs: &'a [Job], random: &mut Random) -> Self {
        let choices = |&job: &usize| jobs.iter().filter(|next| jobs[job].precedes(next)).count();
        let mut choosers: Vec<usize> = (0..jobs.len()).collect();
        random.shuffle(&mut choosers);
        choosers.sort_by_cached_key(choices);
        let none = vec![None; jobs.len()];
        Matching { jobs, choosers, follower: none.clone(), before: none }
    }

    /// The jobs without a follower, in the order in which they choose.
    fn free(&self) -> Vec<usize> {
        self.choosers.iter().copied().filter(|&job| self.follower[job].is_none()).collect()
    }

    /// Gives the remaining jobs followers with as little idle time as possible.
    fn complete(&mut self) {
        for job in self.free() {
            let open = (0..self.jobs.len()).filter(|&next| self.before[next].is_none());
            let next = open.min_by_key(|&next| self.jobs[job].idle_before(&self.jobs[next]));
            (self.follower[job], self.before[next.expect("as many jobs as followers")]) = (next, Some(job));
        }
    }

    /// Looks for a path from each free job; no two paths visit a follower. Returns whether one was found.
    fn phase(&mut self, random: &mut Random) -> bool {
        let free = self.free();
        let mut unseen: Vec<usize> = (0..self.jobs.len()).collect();
        random.shuffle(&mut unseen);
        free.iter().filter(|&&job| self.augment(job, &mut unseen)).count() > 0
    }

    /// Gives a job a follower. Jobs whose follower is taken from them get another one. Followers that were
    /// looked at leave the unseen ones.
    fn augment(&mut self, job: usize, unseen: &mut Vec<usize>) -> bool {
        // The jobs on the path, each with the follower that it would take.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = job;
        loop {
            match self.unseen_follower(at, unseen) {
                Some(next) => {
                    path.push((at, next));
                    match self.before[next] {
                        Some(robbed) => at = robbed,
                        None => break,
                    }
                }
                None => match path.pop() {
                    Some((back, _)) => at = back,
                    None => return false,
                },
            }
        }
        for (job, next) in path {
            (self.follower[job], self.before[next]) = (Some(next), Some(job));
        }
        true
    }

    /// Takes a possible follower from the unseen ones, one that follows no job if there is one.
    fn unseen_follower(&self, job: usize, unseen: &mut Vec<usize>) -> Option<usize> {
        let may = |next: usize| self.jobs[job].precedes(&self.jobs[next]);
        let free = unseen.iter().position(|&next| self.before[next].is_none() && may(next));
        let place = free.or_else(|| unseen.iter().position(|&next| may(next)))?;
        Some(unseen.swap_remove(place))
    }
}
