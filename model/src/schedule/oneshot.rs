//! One-shot schedules of ODR: one exchange by the routes of ordered routing, without buffers, as short as
//! found.
//!
//! Lower bound: on every link class, and on every port that the model counts, the messages are unit jobs. A
//! job is released when its message can first reach the resource, and its remaining hops are its tail. For
//! one such resource alone it is optimal to serve the released job of the longest tail (Jackson, 1955). So
//! the worst resource bounds the makespan, and so do the longest route and the sum lemma of
//! [`crate::bound::length`]. Where links have registers, hops are counted in cycles. Source: our notes on the
//! papers, section 6.

use crate::{
    bound::exchange_bound_over,
    pack::{pack_from, Horizon, Problem},
    schedule::{
        problem::{odr_messages, problem, Setting},
        ScheduleKind,
    },
    Effort, Entry, HopCycles, Placement, PortModel, Schedule,
};
use std::collections::BinaryHeap;

/// The ODR one-shot schedule of a placement.
pub fn odr_oneshot(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    odr_oneshot_with(placement, ports, HopCycles::one(placement.torus()), effort)
}

/// The same where a hop takes so many cycles.
pub fn odr_oneshot_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: HopCycles,
    effort: Effort,
) -> Schedule {
    let messages = odr_messages(placement);
    let problem = problem(Setting { placement, ports, hop_cycles: &hop_cycles }, &messages);
    let lower_bound = exchange_bound_over(placement, ports, &hop_cycles, makespan_bound(&problem));
    let packing = pack_from(&problem, lower_bound, Horizon::Finite, effort.seed, effort.visits);
    let placed = messages.into_iter().zip(&packing.choices);
    let mut entries: Vec<Entry> =
        placed.map(|(message, choice)| Entry { slot: choice.start, ..message }).collect();
    entries.sort();
    let (kind, length) = (ScheduleKind::OneShot, packing.length);
    Schedule { placement: placement.clone(), kind, ports, hop_cycles, length, lower_bound, entries }
}

/// The largest of Jackson's bounds of one resource, where every item takes its first alternative.
pub(crate) fn makespan_bound(problem: &Problem) -> u32 {
    let mut jobs = vec![Vec::new(); problem.resources];
    for item in &problem.items {
        let last = item[0].iter().map(|cell| cell.offset).max().unwrap_or(0);
        item[0].iter().for_each(|cell| jobs[cell.resource as usize].push((cell.offset, last - cell.offset)));
    }
    jobs.into_iter().map(jackson).max().unwrap_or(0).max(1)
}

/// When the last tail ends if unit jobs `(release, tail)` share one server that takes the longest tail first.
/// No other order ends earlier.
fn jackson(mut jobs: Vec<(u32, u32)>) -> u32 {
    jobs.sort_unstable();
    let (mut released, mut next, mut time, mut end) = (BinaryHeap::new(), 0, 0, 0);
    while next < jobs.len() || !released.is_empty() {
        if released.is_empty() {
            time = time.max(jobs[next].0);
        }
        while next < jobs.len() && jobs[next].0 <= time {
            released.push(jobs[next].1);
            next += 1;
        }
        time += 1;
        end = end.max(time + released.pop().unwrap_or(0));
    }
    end
}

#[cfg(test)]
mod tests {
    use super::jackson;

    /// Every order of up to five jobs, served as early as the order allows: the best is Jackson's.
    #[test]
    fn jackson_is_the_best_order() {
        let best = |jobs: &[(u32, u32)]| {
            let mut least = u32::MAX;
            orders(jobs.len(), &mut Vec::new(), &mut |order| {
                let (mut time, mut end) = (0, 0);
                for &job in order {
                    time = jobs[job].0.max(time) + 1;
                    end = end.max(time + jobs[job].1);
                }
                least = least.min(end);
            });
            least
        };
        let mut random = crate::Random::new(7);
        for _ in 0..300 {
            let count = 1 + random.below(5);
            let jobs: Vec<_> = (0..count).map(|_| (random.below(4) as u32, random.below(5) as u32)).collect();
            assert_eq!(jackson(jobs.clone()), best(&jobs), "{jobs:?}");
        }
    }

    fn orders(n: usize, chosen: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
        if chosen.len() == n {
            return visit(chosen);
        }
        for job in 0..n {
            if !chosen.contains(&job) {
                chosen.push(job);
                orders(n, chosen, visit);
                chosen.pop();
            }
        }
    }
}
