//! Lower bounds of the length of schedules: what links and ports allow, whatever routes and slots are chosen.
//!
//! Write M = |P| - 1 for the messages of a processor, w for how many of them it can send in a slot, S for the
//! number of source classes, and H for the sum of the hops of all S M message classes, which is the same for
//! every choice of shortest routes. All processors of a class act alike, so everything is counted once for
//! each class.
//!
//! **Ports.** A processor sends M messages, w in a slot: no schedule is shorter than ceil(M / w). Where a
//! node sends one message in a slot, including messages that it forwards, no schedule is shorter than all
//! hops divided by all nodes.
//!
//! **Sum lemma of frames.** If M = w L then a frame of length L exists only if L divides H. Proof: every
//! class fills all its w injection ports in every slot, so the slots of injection of all classes sum to some
//! A. Every processor receives M messages by w ports, so the slots of the last hops sum to A too, modulo L. A
//! message of h hops ends h - 1 slots after it starts, so the sum of all h - 1 is 0 modulo L. Adding the
//! number of message classes, S M, a multiple of L, gives the sum of all h.
//!
//! **Sum lemma of one exchange.** In a makespan of T slots, the slots of a class's injections sum to at least
//! B = sum of floor(i / w) for i < M, since at most w of them share a slot, and the slots of its last hops
//! sum to at most M (T - 1) - B. The difference of the two is the sum of h - 1, so S (M (T - 1) - 2 B) >= H -
//! S M.
//!
//! **Ramps.** In slot t of one exchange, from 0, at most w (t + 1) messages of each processor are under way,
//! as no more have started; and in slot T - 1 - t as many, as no more have yet to arrive. Each uses one link,
//! so some links are idle while an exchange begins and while it ends. Take the links of one or more
//! dimensions, c at each of N nodes. All slots together use them at most sum over t of min(c N, |P| w (t +
//! 1), |P| w (T - t)) times, and that is not less than all distances in these dimensions.
//!
//! **Registers on links.** Where a hop takes several cycles, they take the place of hops in both lemmas, as a
//! message is received at the end of its last link: H is the sum of the cycles of all hops.
//!
//! The lemmas are ours (`docs/theory.md`, Frames and one-shots). That of one exchange proves that the
//! one-port makespans 9 17 26 38 51 for n x n, n = 3..7, and 28 and 66 for 3x3x3 and 4x4x4 are optimal, and
//! the third n (n^2 - 1) / 8 + 3, or n^3 / 8 + 3 if n is even, for n from 9 on.

use super::load_bound;
use crate::{load::total_distances, saturating::at_most_u32, HopCycles, NodeId, Placement, PortModel};

/// A lower bound of frames of shortest routes: the largest of those by links, by ports, and by the sum lemma.
pub fn frame_bound(placement: &Placement, ports: PortModel) -> u32 {
    frame_bound_with(placement, ports, &HopCycles::one(placement.torus()))
}

/// The same for hops of several cycles.
pub fn frame_bound_with(placement: &Placement, ports: PortModel, hop_cycles: &HopCycles) -> u32 {
    frame_bound_over(placement, ports, hop_cycles, load_bound(placement))
}

/// A lower bound of frames whose routes use some link `load` times.
pub(crate) fn frame_bound_over(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: &HopCycles,
    load: u32,
) -> u32 {
    let bound = load.max(port_bound(placement, ports)).max(1);
    let full = ports != PortModel::SinglePort
        && placement.len() - 1 == ports.width(placement.torus()) * bound as usize;
    bound + u32::from(full && travel(placement, hop_cycles) % bound as u64 != 0)
}

/// A lower bound of one exchange by shortest routes: the largest of those by links, by ports, by ramps, by
/// the sum lemma and by the longest distance.
pub fn exchange_bound(placement: &Placement, ports: PortModel) -> u32 {
    exchange_bound_with(placement, ports, &HopCycles::one(placement.torus()))
}

/// The same for hops of several cycles.
pub fn exchange_bound_with(placement: &Placement, ports: PortModel, hop_cycles: &HopCycles) -> u32 {
    let least = load_bound(placement).max(longest_travel(placement, hop_cycles));
    exchange_bound_over(placement, ports, hop_cycles, least)
}

/// A lower bound of exchanges whose routes need `least` slots on some link.
pub(crate) fn exchange_bound_over(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: &HopCycles,
    least: u32,
) -> u32 {
    let by_ports = port_bound(placement, ports).max(ramp_bound(placement, ports));
    least.max(by_ports).max(sum_bound(placement, ports, hop_cycles)).max(1)
}

/// The bound by ports alone.
pub(crate) fn port_bound(placement: &Placement, ports: PortModel) -> u32 {
    match ports {
        PortModel::AllPort | PortModel::OnePort => {
            (placement.len() - 1).div_ceil(ports.width(placement.torus())) as u32
        }
        PortModel::SinglePort => {
            let total: u128 = total_distances(placement).iter().sum();
            at_most_u32(total.div_ceil(placement.torus().len() as u128))
        }
    }
}

/// The least T that the sum lemma of one exchange allows.
fn sum_bound(placement: &Placement, ports: PortModel, hop_cycles: &HopCycles) -> u32 {
    let (messages, width) = (placement.len() as u64 - 1, ports.width(placement.torus()) as u64);
    if messages == 0 {
        return 0;
    }
    let earliest: u64 = (0..messages).map(|i| i / width).sum();
    let travel = travel(placement, hop_cycles) - messages * placement.sources().len() as u64;
    let needed = travel.div_ceil(placement.sources().len() as u64) + 2 * earliest;
    at_most_u32(needed.div_ceil(messages) + 1)
}

/// The least T that the ramps allow, for the dimensions with the most work on a link.
fn ramp_bound(placement: &Placement, ports: PortModel) -> u32 {
    let torus = placement.torus();
    let wide = (placement.len() * ports.width(torus)) as u128;
    let links = |dim: usize| (torus.len() * torus.ports().filter(|port| port.dim() == dim).count()) as u128;
    let mut dims: Vec<(u128, u128)> = total_distances(placement).into_iter().zip((0..).map(links)).collect();
    dims.sort_by_key(|&(total, links)| std::cmp::Reverse(total / links.max(1)));
    let sums = dims.iter().scan((0, 0), |(total, links), dim| {
        (*total, *links) = (*total + dim.0, *links + dim.1);
        Some((*total, *links))
    });
    sums.filter_map(|(total, links)| ramps(total, links, wide)).max().unwrap_or(0)
}

/// The least T for `total` uses of `links` links, if `wide` more of them can be in use in each slot. `None`:
/// the two ramps overlap.
fn ramps(total: u128, links: u128, wide: u128) -> Option<u32> {
    let slots = links.checked_div(wide)?;
    // Link i is idle for i / wide slots: `slots` ramps of `wide` links, and what is left of them.
    let idle = 2 * (slots * slots.saturating_sub(1) / 2 * wide + slots * (links - slots * wide));
    let least = (total + idle).div_ceil(links.max(1));
    (least > 2 * slots).then(|| u32::try_from(least).ok()).flatten()
}

/// The hops of all message classes, in cycles.
pub(crate) fn travel(placement: &Placement, hop_cycles: &HopCycles) -> u64 {
    let total = hop_cycles.weigh(&total_distances(placement));
    (total * placement.sources().len() as u128 / placement.len() as u128) as u64
}

/// The largest distance of two processors.
pub(crate) fn longest_way(placement: &Placement) -> u32 {
    longest_travel(placement, &HopCycles::one(placement.torus()))
}

/// The most cycles between two processors.
fn longest_travel(placement: &Placement, hop_cycles: &HopCycles) -> u32 {
    let way = |to: Vec<u32>| hop_cycles.distance(placement.torus(), &to);
    let far = |&source: &NodeId| placement.offsets(source).map(way).max();
    placement.sources().iter().filter_map(far).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::ramps;

    /// The least T, by counting the links that can be in use in each slot.
    fn counted(total: u128, links: u128, wide: u128) -> u32 {
        let used =
            |length: u128| (0..length).map(|t| links.min(wide * (t + 1)).min(wide * (length - t))).sum();
        (0..)
            .find(|&length: &u32| {
                let used: u128 = used(length.into());
                used >= total
            })
            .unwrap()
    }

    #[test]
    fn ramps_are_counted_links() {
        for (links, wide) in [(4, 1), (6, 1), (4, 4), (48, 13), (7, 2), (100, 9), (2, 3)] {
            for total in (1..400).step_by(7) {
                let (found, counted) = (ramps(total, links, wide), counted(total, links, wide));
                assert!(found.is_none_or(|found| found == counted), "{total} {links} {wide}: {found:?}");
                let apart = u128::from(counted) > 2 * (links / wide);
                assert_eq!(found.is_some(), apart, "{total} {links} {wide}: {counted}");
            }
        }
        assert_eq!(ramps(360, 4, 1), Some(93));
    }
}
