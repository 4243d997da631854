//! A whole ring of naive routers: what the bubble rule guarantees and what it does not.
//!
//! Processors send packets of up to four hops round one direction of a ring of eight, as fast as they can.
//! If every packet has F flits, a bubble ring always moves. With shorter packets among them, its free places
//! can be divided into holes that are too small for a first flit, which needs F places, and the ring stops.
//! That takes an unlucky order of moves, so it is shown without clocks.

use crate::common::buffered::naive::{Head, Inputs, Naive};
use crate::common::buffered::traffic::Random;
use crate::common::buffered::{corner, Corner};
use crate::common::torus;
use torus_hdl::buffered::RingRule::{Bubble, Dateline};
use torus_model::PortModel::OnePort;

const NODES: usize = 8;
const CYCLES: usize = 10_000;

/// A processor that always has a packet to send.
struct Sender {
    head: Head,
    left: usize,
}

impl Sender {
    /// A packet of `least` to F flits on channel 0.
    fn next(random: &mut Random, corner: &Corner, least: usize) -> Self {
        let left = least + random.below(corner.flits - least + 1);
        Sender {
            head: Head {
                last: true,
                channel: 0,
                cur: [0, 3, 3, 3, 3, 3, 3, 3][random.below(8)],
                runs: Vec::new(),
            },
            left,
        }
    }

    fn flit(&self, naive: &Naive) -> (usize, u128, u128) {
        (0, naive.fields.pack(&Head { last: self.left == 1, ..self.head.clone() }), 0)
    }
}

/// The flits that arrive in the last tenth of the time. `marked`: node 0 knows that its link is the wrap
/// link.
fn late_deliveries(corner: &Corner, least: usize, seed: u64, marked: bool) -> usize {
    let (torus, mut random) = (torus(corner.dims), Random(seed));
    let mut ring = vec![Naive::new(corner, &torus, &[], true); NODES];
    let mut senders: Vec<Sender> = (0..NODES).map(|_| Sender::next(&mut random, corner, least)).collect();
    let mut arrived = 0;
    for t in 0..CYCLES {
        let now: Vec<_> = ring.iter().map(|node| node.outputs().clone()).collect();
        for k in 0..NODES {
            let mut inputs = Inputs::idle(&ring[k]);
            inputs.wrap[0] = marked && k == 0;
            inputs.rx[0] = now[(k + NODES - 1) % NODES].tx[0];
            inputs.credit[0] = now[(k + 1) % NODES].credit[0];
            inputs.eject_ready[0] = t >= CYCLES / 2 || random.percent(40);
            inputs.inject[0] = Some(senders[k].flit(&ring[k]));
            if now[k].inject_ready[0] {
                senders[k].left -= 1;
                if senders[k].left == 0 {
                    senders[k] = Sender::next(&mut random, corner, least);
                }
            }
            ring[k].cycle(&inputs);
            assert!(!ring[k].outputs().error);
            arrived += (t >= CYCLES - CYCLES / 10 && ring[k].outputs().eject[0].is_some()) as usize;
        }
    }
    arrived
}

#[test]
fn rings_move_on_under_either_rule() {
    for seed in 1..6 {
        for (depth, flits) in [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 3)] {
            let bubble = corner("8", OnePort, [1, depth, flits], Bubble, false);
            assert!(late_deliveries(&bubble, flits, seed, true) > 500, "{bubble:?} seed {seed}");
            let dateline = corner("8", OnePort, [2, depth, flits], Dateline, false);
            assert!(late_deliveries(&dateline, 1, seed, true) > 500, "{dateline:?} seed {seed}");
        }
    }
}

/// The bubble rule without clocks: packets `(flits, hops left)` in the buffers of a ring, one move at a time
/// in random order, with processors that are slow to take packets. Returns whether it reaches a state
/// without a move.
fn stuck(depth: usize, flits: usize, least: usize, seed: u64) -> bool {
    let (mut random, mut ring) = (Random(seed), vec![Vec::<(usize, usize)>::new(); NODES]);
    let free = |ring: &[Vec<_>], k: usize| depth - ring[k].iter().map(|(l, _)| l).sum::<usize>();
    for _ in 0..3000 {
        let next = |k: usize| (k + 1) % NODES;
        let may_go = |k: usize| ring[k].first().is_some_and(|p| p.1 > 0) && free(&ring, next(k)) >= flits;
        let going: Vec<usize> = (0..NODES).filter(|&k| may_go(k)).collect();
        let entering: Vec<usize> = (0..NODES).filter(|&k| free(&ring, next(k)) >= 2 * flits).collect();
        let arrived: Vec<usize> = (0..NODES).filter(|&k| ring[k].first().is_some_and(|p| p.1 == 0)).collect();
        let moves = going.len() + entering.len();
        if moves == 0 && arrived.is_empty() {
            return true;
        }
        if moves == 0 || !arrived.is_empty() && random.percent(2) {
            ring[arrived[random.below(arrived.len())]].remove(0);
            continue;
        }
        let chosen = random.below(moves);
        let (to, packet) = match going.get(chosen) {
            Some(&k) => (next(k), ring[k].remove(0)),
            None => (next(entering[chosen - going.len()]), (0, 0)),
        };
        let new = (least + random.below(flits - least + 1), if random.percent(20) { 1 } else { 4 });
        let (l, hops) = if packet.0 > 0 { packet } else { new };
        ring[to].push((l, hops - 1));
    }
    false
}

#[test]
fn short_packets_can_stop_a_bubble_ring() {
    for (depth, flits) in [(4, 2), (6, 3)] {
        assert!((1..200).any(|seed| stuck(depth, flits, 1, seed)), "{depth} places, up to {flits} flits");
        assert!(!(1..200).any(|seed| stuck(depth, flits, flits, seed)), "{depth} places, {flits} flits");
    }
}

#[test]
fn a_ring_whose_wrap_link_is_not_marked_stops() {
    // The test bites: the dateline alone keeps these rings going.
    let ring = corner("8", OnePort, [2, 2, 1], Dateline, false);
    let stopped = (1..6).filter(|&seed| late_deliveries(&ring, 1, seed, false) == 0).count();
    assert!(stopped > 0);
}
