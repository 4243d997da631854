//! Jobs that do not need the critical machine, each tied to one that does.
//!
//! Such a job takes no time in an order, so the jobs before and after it would have to leave free the
//! machines that it needs. If all jobs need these machines, it finds no place. So it is tied to a job with
//! little to do there, right before which it is done; or to one with as much to do there as leaves room for
//! both.

use super::{Job, Span};
use std::cmp::Reverse;

/// Jobs that are ordered as one.
#[derive(Clone)]
pub(super) struct Tied {
    /// The machine time that they need together.
    pub job: Job,
    /// The jobs, by their places in the list of all, and how many slots later than the whole each starts.
    pub members: Vec<(usize, i32)>,
}

impl Tied {
    /// A job by itself, and its place in the list of all.
    pub fn alone(place: usize, job: Job) -> Self {
        Tied { job, members: vec![(place, 0)] }
    }

    /// The slots that it needs on all machines but the critical one.
    fn beside(&self) -> i32 {
        self.job.spans.iter().map(|span| span.to - span.from).sum::<i32>() - self.job.lasts as i32
    }

    /// The most slots by which a machine is used before the critical one, or after it.
    fn reach(&self) -> i32 {
        let reach = |span: &Span| (-span.from).max(span.to - self.job.lasts as i32);
        self.job.spans.iter().map(reach).max().unwrap_or(0)
    }

    /// This one together with another job that is done before it, as late as possible.
    fn with(&self, other: &Tied) -> Tied {
        let pairs = || self.job.spans.iter().zip(&other.job.spans);
        let used = pairs().filter(|(_, span)| !span.is_empty());
        let later = used.map(|(own, span)| own.from - span.to).min().unwrap_or(0);
        let joined = |(own, span): (&Span, &Span)| match span.is_empty() {
            true => *own,
            false => own.joined(Span { from: span.from + later, to: span.to + later }),
        };
        let job = Job { lasts: self.job.lasts, spans: pairs().map(joined).collect() };
        let others = other.members.iter().map(|&(job, at)| (job, at + later));
        Tied { job, members: self.members.iter().copied().chain(others).collect() }
    }
}

/// The jobs to which others are tied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    /// Those that need least of the machines beside the critical one.
    Least,
    /// Those that need most, as long as the two need no more than the longest job allows.
    Most,
}

/// Ties each job that takes no time to another one, those that need most first. `None`: there are too few
/// others, or there is none to tie.
pub(super) fn all(jobs: &[Tied], to: To) -> Option<Vec<Tied>> {
    let (mut open, mut others): (Vec<Tied>, Vec<Tied>) =
        jobs.iter().cloned().partition(|tied| tied.job.lasts > 0);
    open.sort_by_key(Tied::beside);
    others.sort_by_key(|tied| Reverse(tied.beside()));
    if others.is_empty() || others.len() > open.len() {
        return None;
    }
    let longest = open.iter().map(|tied| tied.job.lasts as i32).max()?;
    let mut tied = Vec::new();
    for other in &others {
        let fits = |job: &Tied| job.with(other).reach() <= longest.max(job.reach());
        let most = || open.iter().rposition(fits);
        let chosen = if to == To::Most { most() } else { None };
        tied.push(open.remove(chosen.unwrap_or(0)).with(other));
    }
    open.extend(tied);
    Some(open)
}
