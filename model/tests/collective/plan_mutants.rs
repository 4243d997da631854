//! Mutants of plans: the verifier finds every fault and names it.
//!
//! There is one mutant for each check of the verifier, on plans with passes, with worms, and on a broadcast
//! of three worms that is written by hand. Random mutants follow, on which verifier and naive replay have to
//! agree.

use crate::common::torus;
use torus_model::collective::combining::{divide, suh_shin};
use torus_model::collective::direct::direct;
use torus_model::collective::product::{product_a2, product_a3};
use torus_model::collective::verify::{verify, Verified};
use torus_model::collective::{Block, Phase, Plan, Send, Task, Timing};
use torus_model::Effort;
use torus_model::PortModel;
use torus_model::{Placement, Route};

fn route(letters: &str) -> Route {
    letters.parse().unwrap()
}

/// The verifier's message about a plan after a change.
fn fault(mut plan: Plan, change: impl FnOnce(&mut Plan)) -> String {
    assert!(verify(&plan).is_ok(), "{}", plan.algorithm);
    change(&mut plan);
    verify(&plan).expect_err("a mutant has to be caught").to_string()
}

/// A block as its holder sees it, from ids.
fn block(origin: u32, destination: u32) -> Block {
    Block { origin, destination }
}

pub fn a2() -> Plan {
    product_a2(&torus(&[2, 3]))
}

pub fn combining() -> Plan {
    suh_shin(&torus(&[4, 4])).unwrap()
}

/// A broadcast on a ring of four: one worm to each of two neighbours, then one to the last node.
fn broadcast() -> Plan {
    let torus = torus(&[4]);
    let source = torus.node(&[1]);
    let nodes: Vec<_> = torus.nodes().collect();
    let send = |source, letters, origin| Send {
        step: 0,
        source,
        route: route(letters),
        blocks: vec![block(origin, origin)],
    };
    let phase = |sends| Phase { timing: Timing::Worms, steps: 1, sends };
    Plan {
        algorithm: "by hand".into(),
        placement: Placement::listed(&torus, &nodes).unwrap(),
        ports: PortModel::AllPort,
        task: Task::Broadcast { source },
        phases: vec![phase(vec![send(1, "a", 0), send(1, "A", 0)]), phase(vec![send(2, "a", 3)])],
        lower_bound: 2,
    }
}

#[test]
fn what_is_proved_is_counted() {
    assert_eq!(verify(&a2()), Ok(Verified { steps: 7, messages: 42, moves: 42, hops: 42 }));
    assert_eq!(verify(&broadcast()), Ok(Verified { steps: 2, messages: 3, moves: 3, hops: 3 }));
    let proved = verify(&combining()).unwrap();
    assert_eq!((proved.steps, proved.messages, proved.moves, proved.hops), (4, 64, 512, 96));
}

#[test]
fn a_dropped_send_leaves_its_block_behind() {
    assert_eq!(
        fault(a2(), |plan| drop(plan.phases[1].sends.remove(0))),
        "the block (0,0) to (1,0) is at (0,0) in the end"
    );
    assert_eq!(
        fault(a2(), |plan| drop(plan.phases[0].sends.remove(2))),
        "the node (0,0) sends the block (0,2) to (1,0) in phase 1, but does not hold it"
    );
    assert_eq!(
        fault(combining(), |plan| drop(plan.phases[3].sends.pop())),
        "the block (1,0) to (2,3) is at (3,3) in the end"
    );
    assert_eq!(fault(broadcast(), |plan| drop(plan.phases.pop())), "the node (3) never receives the message");
}

#[test]
fn a_wrong_route_is_named() {
    let with = |letters: &str| {
        let changed = route(letters);
        fault(a2(), |plan| plan.phases[0].sends[0].route = changed)
    };
    let not_shortest = |letters| {
        format!("the route of phase 0 step 0 class 0 {letters} is not a shortest path over existing links")
    };
    for letters in ["A", "c", "bb", "bab", ""] {
        assert_eq!(with(letters), not_shortest(letters));
    }
    assert_eq!(with("B"), "the block (0,0) to (0,1) is at (0,2) in the end");
}

#[test]
fn sends_outside_their_phase_are_named() {
    assert_eq!(
        fault(a2(), |plan| plan.phases[0].steps = 3),
        "the send phase 0 step 3 class 0 B is outside its phase's steps, the source classes or the nodes of \
         its blocks"
    );
    assert_eq!(
        fault(a2(), |plan| plan.phases[0].sends[0].source = 1),
        "the send phase 0 step 0 class 1 b is outside its phase's steps, the source classes or the nodes of \
         its blocks"
    );
    assert_eq!(
        fault(a2(), |plan| plan.phases[0].sends[0].blocks[0].destination = 6),
        "the send phase 0 step 0 class 0 b is outside its phase's steps, the source classes or the nodes of \
         its blocks"
    );
    assert_eq!(
        fault(combining(), |plan| plan.phases[0].sends[0].step = 1),
        "the send phase 0 step 1 class 0 bb is outside its phase's steps, the source classes or the nodes of \
         its blocks"
    );
    // The last step that a file can state: its end does not fit 32 bits.
    assert_eq!(
        fault(a2(), |plan| plan.phases[0].sends[0].step = u32::MAX),
        "the send phase 0 step 4294967295 class 0 b is outside its phase's steps, the source classes or the \
         nodes of its blocks"
    );
    assert_eq!(
        fault(combining(), |plan| plan.phases[2].steps = 2),
        "phase 2 counts 2 steps; a phase of worms is one"
    );
}

#[test]
fn sends_out_of_order_are_named() {
    assert_eq!(
        fault(a2(), |plan| plan.phases[0].sends.swap(0, 1)),
        "the send phase 0 step 0 class 0 b comes too late: sends are sorted by step, class and first port"
    );
}

#[test]
fn a_swapped_step_is_a_conflict() {
    // Two steps of one class become the same.
    assert_eq!(
        fault(a2(), |plan| plan.phases[1].sends[1].step = 0),
        "the link (0,0) 1+ carries two messages in step 0: phase 1 step 0 class 0 a and phase 1 step 0 class \
         0 a"
    );
    assert_eq!(
        fault(a2(), |plan| {
            plan.phases[0].sends[1].step = 0;
        }),
        "the node (0,0) sends two messages by one port in step 0: phase 0 step 0 class 0 b and phase 0 step \
         0 class 0 B"
    );
}

#[test]
fn numbers_of_blocks_are_checked() {
    assert_eq!(
        fault(a2(), |plan| plan.phases[0].sends[0].blocks.push(block(0, 1))),
        "the send phase 0 step 0 class 0 b carries 2 blocks, exactly one is allowed"
    );
    assert_eq!(
        fault(combining(), |plan| plan.phases[0].sends[0].blocks.clear()),
        "the send phase 0 step 0 class 0 bb carries 0 blocks, at least one is allowed"
    );
}

#[test]
fn a_block_is_sent_once_by_who_holds_it() {
    assert_eq!(
        fault(combining(), |plan| {
            let first = plan.phases[0].sends[0].blocks[0];
            plan.phases[0].sends[0].blocks.push(first);
        }),
        "the node (0,0) sends the block (0,0) to (0,2) in phase 0, but does not hold it"
    );
    assert_eq!(
        fault(combining(), |plan| plan.phases[0].sends[0].blocks[0].origin = 5),
        "the node (0,0) sends the block (1,1) to (0,2) in phase 0, but does not hold it"
    );
    // What arrives in a phase cannot be sent on in it.
    assert_eq!(
        fault(a2(), |plan| {
            let later = plan.phases.remove(1);
            let (before, phase) = (plan.phases[0].steps, &mut plan.phases[0]);
            phase.steps += later.steps;
            phase.sends.extend(later.sends.into_iter().map(|send| Send { step: send.step + before, ..send }));
        }),
        "the node (0,0) sends the block (0,1) to (1,0) in phase 0, but does not hold it"
    );
}

#[test]
fn worms_share_no_link_and_no_port() {
    assert_eq!(
        fault(combining(), |plan| plan.phases[3].sends[0].route = route("b")),
        "the node (0,1) receives two messages by one port in step 0: phase 3 step 0 class 0 b and phase 3 \
         step 0 class 5 A"
    );
    assert_eq!(
        fault(combining(), |plan| plan.phases[0].sends[1].route = route("bb")),
        "the link (0,1) 2+ carries two messages in step 0: phase 0 step 0 class 0 bb and phase 0 step 0 \
         class 1 bb"
    );
}

#[test]
fn a_worm_that_passes_uses_no_port_but_of_single_port_nodes() {
    assert_eq!(
        fault(combining(), |plan| plan.ports = PortModel::SinglePort),
        "the node (0,1) sends two messages by one port in step 0: phase 0 step 0 class 0 bb and phase 0 step \
         0 class 1 aa"
    );
}

#[test]
fn broadcasts_tell_every_node_once() {
    assert_eq!(
        fault(broadcast(), |plan| plan.phases[1].sends[0].route = route("aa")),
        "the node (0) receives the message in phase 1, but has it already"
    );
    assert_eq!(
        fault(broadcast(), |plan| drop(plan.phases[0].sends.remove(0))),
        "the node (2) sends the block (1) to (1) in phase 1, but does not hold it"
    );
    assert_eq!(
        fault(broadcast(), |plan| plan.phases[1].sends.clear()),
        "the node (3) never receives the message"
    );
    assert_eq!(
        fault(broadcast(), |plan| plan.phases[0].sends[1].blocks[0] = block(0, 1)),
        "the node (1) sends the block (1) to (2) in phase 0, but does not hold it"
    );
}

#[test]
fn lengths_and_bounds_are_checked() {
    let stated = |plan: Plan, bound| fault(plan, |plan| plan.lower_bound = bound);
    assert_eq!(stated(a2(), 8), "7 steps over a bound of 8 are stated, the bound proved is 7");
    assert_eq!(stated(combining(), 5), "4 steps over a bound of 5 are stated, the bound proved is 4");
    assert_eq!(stated(broadcast(), 3), "2 steps over a bound of 3 are stated, the bound proved is 2");
    let a3 = product_a3(&torus(&[6, 6])).unwrap();
    assert_eq!(stated(a3, 28), "30 steps over a bound of 28 are stated, the bound proved is 27");
    let eight = divide(&torus(&[8, 8]), 1).unwrap();
    assert_eq!(stated(eight, 7), "7 steps over a bound of 7 are stated, the bound proved is 6");
}

#[test]
fn receivers_have_processors() {
    let torus = torus(&[4, 4]);
    let listed = [&[0, 0][..], &[0, 2]].map(|x| torus.node(x));
    let placement = Placement::listed(&torus, &listed).unwrap();
    let schedule = torus_model::schedule::balanced::balanced_oneshot(
        &placement,
        PortModel::OnePort,
        Effort::with_seed(1),
    );
    assert_eq!(
        fault(direct(&schedule), |plan| plan.phases[0].sends[0].route = route("b")),
        "the send phase 0 step 0 class 0 b ends at (0,1), which has no processor"
    );
}
