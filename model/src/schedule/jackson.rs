//! The bound that one resource gives for a makespan. A resource is a link class, or a port that the model
//! counts.
//!
//! The uses of a resource are jobs of one slot. A job is released when its message can first reach the
//! resource, and its remaining hops are its tail; if links have registers, hops are counted in cycles. For
//! one resource alone it is optimal to serve the released job with the longest tail. So the worst resource
//! bounds the makespan of all. Source: Jackson, "Scheduling a production line to minimize maximum
//! tardiness", 1955.

use crate::pack::Problem;
use std::collections::BinaryHeap;

/// The largest of Jackson's bounds over all resources, if every item takes its first alternative.
pub(crate) fn makespan_bound(problem: &Problem) -> u32 {
    let mut jobs = vec![Vec::new(); problem.resources];
    for item in &problem.items {
        let last = item[0].iter().map(|cell| cell.offset).max().unwrap_or(0);
        item[0].iter().for_each(|cell| jobs[cell.resource as usize].push((cell.offset, last - cell.offset)));
    }
    jobs.into_iter().map(jackson).max().unwrap_or(0).max(1)
}

/// The end of the last tail if jobs `(release, tail)` share one server that takes the longest tail first. No
/// other order ends earlier.
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

    /// All orders of up to five jobs, each served as early as the order allows. The best one is Jackson's.
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
