//! Latency, throughput, fairness and faults of the buffered router in rust-hdl's simulator.
//!
//! The tests measure the properties that docs/buffered.md states: one cycle a hop, a credit round trip of
//! three cycles, a bound on waiting, and a sticky error for each kind of fault. Every cycle is also compared
//! with the naive router.

use crate::common::buffered::bench::{Bench, Kernel, Oracle, PipelinedBench, SideBySide};
use crate::common::buffered::naive::{Head, Inputs};
use crate::common::buffered::{corner, Corner, CORNERS};
use torus_hdl::buffered::RingRule::{self, Bubble, Dateline};
use torus_model::PortModel::{AllPort, OnePort};

fn head(channel: usize, cur: u128, runs: &[(usize, usize, u128)]) -> Head {
    Head { last: true, channel, cur, runs: runs.to_vec() }
}

fn inputs<K: Kernel>(bench: &SideBySide<K>) -> Inputs {
    let mut inputs = Inputs::idle(bench.naive.base());
    inputs.eject_ready.iter_mut().for_each(|ready| *ready = true);
    inputs
}

/// Inputs with one flit arriving by a port.
fn arriving<K: Kernel>(bench: &SideBySide<K>, port: usize, head: &Head) -> Inputs {
    let mut inputs = inputs(bench);
    inputs.rx[port] = Some((bench.naive.base().fields.pack(head), 0x5a));
    inputs
}

/// Inputs with one flit from the processor.
fn injected<K: Kernel>(bench: &SideBySide<K>, local_port: usize, port: usize, head: &Head) -> Inputs {
    let mut inputs = inputs(bench);
    inputs.inject[local_port] = Some((port, bench.naive.base().fields.pack(head), 0x5a));
    inputs
}

/// A router that was idle for a cycle after reset, so that its local ports are ready.
fn idle<K: Kernel>(corner: &Corner, local: bool) -> SideBySide<K> {
    let mut bench = SideBySide::new(corner, local);
    bench.cycle(&inputs(&bench));
    bench
}

/// The same for the router with one cycle a hop.
fn ready(corner: &Corner, local: bool) -> Bench {
    idle(corner, local)
}

#[test]
fn a_free_flit_takes_one_cycle() {
    for corner in &CORNERS[..2] {
        let mut bench = ready(corner, true);
        let straight = bench.cycle(&arriving(&bench, 0, &head(1, 1, &[])));
        assert_eq!(straight.tx[0].map(|(value, _)| bench.naive.fields.unpack(value)), Some(head(1, 0, &[])));
        let turn = bench.cycle(&arriving(&bench, 1, &head(1, 0, &[(3, 0, 1)])));
        assert_eq!(turn.tx[3].map(|(value, _)| bench.naive.fields.unpack(value)), Some(head(0, 1, &[])));
        let arrived = bench.cycle(&arriving(&bench, 2, &head(0, 0, &[])));
        assert_eq!(arrived.eject[bench.naive.local_port_of(2)], Some((true, 0x5a)));
        let local_port = bench.naive.local_port_of(2);
        let first = bench.cycle(&injected(&bench, local_port, 2, &head(1, 1, &[])));
        assert_eq!(first.tx[2].map(|(value, _)| bench.naive.fields.unpack(value)), Some(head(1, 1, &[])));
    }
}

/// The flits that arrive within `cycles`, sent back to back by the first of four routers in a row.
fn delivered(rule: RingRule, channels: usize, depth: usize, cycles: usize) -> usize {
    let corner = corner("8", OnePort, [channels, depth, 1], rule, false);
    let mut row: Vec<Bench> = (0..4).map(|_| ready(&corner, true)).collect();
    let mut arrived = 0;
    for t in 0..cycles + 20 {
        let now: Vec<_> = row.iter().map(|bench| bench.naive.outputs().clone()).collect();
        for k in 0..4 {
            let mut inputs = match k {
                0 => injected(&row[0], 0, 0, &head(0, 2, &[])),
                _ => inputs(&row[k]),
            };
            if k > 0 {
                inputs.rx[0] = now[k - 1].tx[0];
            }
            if k < 3 {
                inputs.credit[0] = now[k + 1].credit[0];
            }
            row[k].cycle(&inputs);
        }
        arrived += (t >= 20 && row[3].naive.outputs().eject[0].is_some()) as usize;
    }
    arrived
}

#[test]
fn a_link_is_full_where_the_buffer_covers_the_round_trip() {
    assert_eq!(delivered(Dateline, 2, 3, 120), 120);
    assert_eq!(delivered(Dateline, 2, 2, 120), 80, "Two places serve two of three cycles.");
    assert_eq!(delivered(Dateline, 2, 1, 120), 40);
    // Entering a ring wants one place more.
    assert_eq!(delivered(Bubble, 1, 4, 120), 120);
    assert_eq!(delivered(Bubble, 1, 3, 120), 80);
}

/// The longest wait of any input while all of them ask for output 2, and the number of flits that left by
/// it.
fn contention(flits: usize, cycles: usize) -> (usize, usize) {
    let corner = corner("4x4", OnePort, [2, 8, flits], Dateline, false);
    let mut bench = ready(&corner, true);
    let mut credits = [[8usize; 2]; 4];
    let (mut part, mut injected_part) = ([[0; 2]; 4], 0);
    let (mut waits, mut longest, mut left) = ([0; 7], 0, 0);
    for t in 0..cycles {
        let out = bench.naive.outputs().clone();
        let mut inputs = inputs(&bench);
        // The receiver frees every place at once.
        inputs.credit[2] = out.tx[2].map_or(0, |(value, _)| 1 << bench.naive.fields.unpack(value).channel);
        left += out.tx[2].is_some() as usize;
        for p in 0..3 {
            (0..2).for_each(|v| credits[p][v] += (out.credit[p] >> v & 1) as usize);
            let v = if credits[p][0] >= credits[p][1] { 0 } else { 1 };
            if credits[p][v] > 0 {
                // The packets of an input go to both channels in turn.
                let on = part[p][v] / flits % 2;
                let mut flit = if p == 2 { head(v, 1, &[]) } else { head(v, 0, &[(2, on, 0)]) };
                part[p][v] += 1;
                flit.last = part[p][v] % flits == 0;
                inputs.rx[p] = Some((bench.naive.fields.pack(&flit), 0));
                credits[p][v] -= 1;
            }
        }
        let mut flit = head(injected_part / flits % 2, 1, &[]);
        flit.last = (injected_part + 1) % flits == 0;
        inputs.inject[0] = Some((2, bench.naive.fields.pack(&flit), 0));
        let taken = out.inject_ready[0];
        injected_part += taken as usize;
        let next = bench.cycle(&inputs);
        for (i, wait) in waits.iter_mut().enumerate() {
            let served = if i < 6 { next.credit[i / 2] >> (i % 2) & 1 == 1 } else { taken };
            *wait = if served { 0 } else { *wait + 1 };
            longest = longest.max(if t > 50 { *wait } else { 0 });
        }
        assert!(!next.error);
    }
    (longest, left)
}

#[test]
fn nobody_waits_longer_than_a_round_of_all() {
    for flits in [1, 3] {
        let (longest, left) = contention(flits, 2000);
        // Six requests for each channel of the output (four turns, straight on, the local port), two
        // channels.
        assert!(longest <= 6 * 2 * flits, "packets of {flits}: somebody waits {longest} cycles");
        assert!(left > 1990, "Output 2 is never idle.");
    }
}

/// Whether the inputs of one cycle raise the error, which then stays until reset.
fn fails<K: Kernel>(bench: &mut SideBySide<K>, faulty: &Inputs) -> bool {
    let error = bench.cycle(faulty).error;
    for _ in 0..3 {
        assert_eq!(bench.cycle(&inputs(bench)).error, error, "The error is sticky.");
    }
    bench.reset();
    assert!(!bench.cycle(&inputs(bench)).error);
    error
}

#[test]
fn a_credit_too_many_is_an_error() {
    for corner in [&CORNERS[0], &CORNERS[2], &CORNERS[6], &CORNERS[15]] {
        let mut bench = ready(corner, true);
        for (p, c) in (0..bench.naive.ports.len()).flat_map(|p| (0..corner.channels).map(move |c| (p, c))) {
            let mut inputs = inputs(&bench);
            inputs.credit[p] = 1 << c;
            assert!(fails(&mut bench, &inputs), "{corner:?} port {p} channel {c}");
        }
    }
}

#[test]
fn a_flit_too_many_is_an_error() {
    for corner in [&CORNERS[0], &CORNERS[4], &CORNERS[9]] {
        let mut bench = ready(corner, true);
        for count in 0.. {
            let mut inputs = arriving(&bench, 0, &head(0, 0, &[]));
            inputs.eject_ready.iter_mut().for_each(|ready| *ready = false);
            // One is in the local port's register, the others in the buffer.
            let error = bench.cycle(&inputs).error;
            assert_eq!(error, count == corner.depth + 1, "{corner:?} flit {count}");
            if error {
                break;
            }
        }
    }
}

#[test]
fn a_head_without_a_way_is_an_error() {
    let mut ordered = ready(&corner("4x4", OnePort, [3, 4, 1], Bubble, false), true);
    for (port, wrong) in [
        // Back into the first dimension, into its own, a channel that does not exist, here and on the next
        // run.
        (2, head(0, 0, &[(0, 0, 0)])),
        (2, head(0, 0, &[(2, 0, 0)])),
        (2, head(0, 0, &[(3, 0, 0)])),
        (0, head(3, 1, &[])),
        (0, head(0, 0, &[(2, 3, 0)])),
    ] {
        let inputs = arriving(&ordered, port, &wrong);
        assert!(fails(&mut ordered, &inputs), "{wrong:?}");
    }
    let inputs = injected(&ordered, 0, 0, &head(3, 1, &[]));
    assert!(fails(&mut ordered, &inputs), "An injected channel that does not exist.");
    let right = arriving(&ordered, 0, &head(2, 0, &[(2, 2, 0)]));
    assert!(!fails(&mut ordered, &right));
}

#[test]
fn what_a_node_does_not_have_is_an_error() {
    let mut two = ready(&corner("2x4", OnePort, [2, 4, 1], Dateline, false), true);
    let (straight, absent) = (arriving(&two, 0, &head(0, 1, &[])), injected(&two, 0, 1, &head(0, 0, &[])));
    assert!(fails(&mut two, &straight), "A ring of two has no second hop.");
    assert!(fails(&mut two, &absent), "Radix 2 has no port 1.");
    let mut transit = ready(&corner("4x4", AllPort, [2, 4, 1], Dateline, false), false);
    let arrived = arriving(&transit, 0, &head(0, 0, &[]));
    assert!(fails(&mut transit, &arrived), "A transit router has no destination.");
}

/// The same faults where a hop takes two cycles. A buffer of three has four cells.
#[test]
fn faults_in_two_cycles_a_hop_are_errors() {
    let mut bench: PipelinedBench = idle(&corner("4x4", OnePort, [3, 3, 1], Bubble, false), true);
    for (p, c) in (0..4).flat_map(|p| (0..3).map(move |c| (p, c))) {
        let mut inputs = inputs(&bench);
        inputs.credit[p] = 1 << c;
        assert!(fails(&mut bench, &inputs), "a credit too many, port {p} channel {c}");
    }
    // An unwired turn, now and behind a further link; a channel that does not exist, now and behind a turn.
    let turns = [(2, head(0, 0, &[(0, 0, 0)])), (2, head(1, 0, &[(0, 0, 0)]))];
    for (port, wrong) in turns.into_iter().chain([(0, head(3, 1, &[])), (0, head(0, 0, &[(2, 3, 0)]))]) {
        let inputs = arriving(&bench, port, &wrong);
        assert!(fails(&mut bench, &inputs), "{wrong:?}");
    }
    let unknown = injected(&bench, 0, 0, &head(3, 1, &[]));
    assert!(fails(&mut bench, &unknown), "An injected channel that does not exist.");
    let right = arriving(&bench, 0, &head(2, 0, &[(2, 2, 0)]));
    assert!(!fails(&mut bench, &right));
    for count in 0..=5 {
        let mut inputs = arriving(&bench, 0, &head(0, 0, &[]));
        inputs.eject_ready[0] = false;
        assert_eq!(bench.cycle(&inputs).error, count == 5, "flit {count}");
    }
}

#[test]
fn a_free_flit_takes_two_cycles_where_a_hop_does() {
    let mut bench: PipelinedBench = idle(&CORNERS[0], true);
    let first = bench.cycle(&arriving(&bench, 0, &head(1, 1, &[])));
    assert_eq!(first.tx, [None; 4]);
    let second = bench.cycle(&inputs(&bench));
    let left = second.tx[0].map(|(value, _)| bench.naive.base.fields.unpack(value));
    assert_eq!(left, Some(head(1, 0, &[])));
}
