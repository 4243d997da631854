//! Spoiled broadcasts: the checker and the verifier each refuse every one, and the checker gives the reason.
//!
//! Faults: one mutant for every rule of a plan, on a plan with wraps, ties and two-dimensional worms (4x4
//! and 5x3). Also every single worm left out, moved to the first step, or turned.

use crate::broadcast_oracle::check;
use torus_model::collective::{broadcast, verify::verify, Block, Plan, Send, Timing};
use torus_model::{Port, Route, Segment, Torus};

fn plan(dims: &[u32]) -> Plan {
    let torus = Torus::new(dims).unwrap();
    let plan = broadcast::broadcast(&torus, torus.node_at(4).unwrap()).unwrap();
    check(&plan).unwrap();
    plan
}

/// Expects that both refuse the plan after this change, and that the checker gives this reason.
fn assert_refused(dims: &[u32], reason: &str, spoil: impl FnOnce(&mut Plan)) {
    let mut plan = plan(dims);
    spoil(&mut plan);
    let fault = check(&plan).expect_err(reason);
    assert!(fault.contains(reason), "{reason:?} expected, {fault:?} found");
    assert!(verify(&plan).is_err(), "the verifier takes a plan with: {fault}");
}

fn last(plan: &mut Plan) -> &mut Vec<Send> {
    &mut plan.phases.last_mut().unwrap().sends
}

fn route(text: &str) -> Route {
    text.parse().unwrap()
}

#[test]
fn one_fault_of_each_kind() {
    let dims = &[4, 4];
    assert_refused(dims, "is never told", |plan| _ = last(plan).pop());
    assert_refused(dims, "is never told", |plan| _ = plan.phases.pop());
    assert_refused(dims, "it does not know", |plan| plan.phases.swap(0, 1));
    assert_refused(dims, "not in order, or a port twice", |plan| last(plan).reverse());
    assert_refused(dims, "not in order, or a port twice", |plan| {
        let send = last(plan)[0].clone();
        last(plan).insert(0, send);
    });
    assert_refused(dims, "not the message", |plan| last(plan)[0].blocks[0].origin ^= 1);
    assert_refused(dims, "not the message", |plan| last(plan)[0].blocks.clear());
    assert_refused(dims, "not the message", |plan| {
        last(plan)[0].blocks.push(Block { origin: 0, destination: 0 });
    });
    assert_refused(dims, "no path, or late", |plan| last(plan)[0].step = 1);
    assert_refused(dims, "not one step of worms", |plan| plan.phases[0].timing = Timing::Passes);
    assert_refused(dims, "not one step of worms", |plan| plan.phases[0].steps = 2);
}

#[test]
fn paths_that_break_a_rule() {
    assert_refused(&[5, 3], "not shortest", |plan| by_port(plan, 0).route = route("aaa"));
    assert_refused(&[5, 3], "not in order of dimensions", |plan| by_port(plan, 2).route = route("ba"));
    assert_refused(&[3, 2], "no such link", |plan| {
        let sends = plan.phases.iter_mut().flat_map(|phase| phase.sends.iter_mut());
        sends.filter(|send| send.route == route("b")).last().unwrap().route = route("B");
    });
}

/// The first worm that leaves by a port.
fn by_port(plan: &mut Plan, port: usize) -> &mut Send {
    let mut sends = plan.phases.iter_mut().flat_map(|phase| phase.sends.iter_mut());
    sends.find(|send| send.route.segments()[0].port.index() == port).unwrap()
}

/// Every worm of a plan, spoiled alone: none can be spared, come before its sender knows, or go the other
/// way.
#[test]
fn every_worm_counts() {
    let dims = &[5, 5];
    let whole = plan(dims);
    let all = whole
        .phases
        .iter()
        .enumerate()
        .flat_map(|(step, phase)| (0..phase.sends.len()).map(move |at| (step, at)));
    for (step, at) in all {
        assert_refused(dims, "", |plan| _ = plan.phases[step].sends.remove(at));
        assert_refused(dims, "", |plan| turn(&mut plan.phases[step].sends[at]));
        if step > 0 && whole.phases[step].sends[at].source != 4 {
            assert_refused(dims, "", |plan| {
                let send = plan.phases[step].sends.remove(at);
                plan.phases[0].sends.push(send);
            });
        }
    }
}

fn turn(send: &mut Send) {
    let turned =
        |segment: &Segment| Segment { port: Port::from_index(segment.port.index() ^ 1), hops: segment.hops };
    send.route = Route::new(send.route.segments().iter().map(turned));
}
