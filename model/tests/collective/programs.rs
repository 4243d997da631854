//! Programs of every algorithm: they are played without a fault, take the slots that `docs/memory.md`
//! states, need no more banks than local ports, and use every link as often as the plan.
//!
//! Parameters: blocks of 1, 2, 3 and 5 flits; one to three dimensions, radices 2 to 8; all ports, one port,
//! single port; full, linear, multilinear and listed placements. A naive player agrees on programs and on
//! random mutants of them. Every kind of mutant has its message.

use crate::common::torus;
use crate::naive_player::{self, plan_moves, plan_uses, Uses};
use proptest::prelude::*;
use std::collections::BTreeMap;
use torus_model::collective::combining::{divide, suh_shin};
use torus_model::collective::direct::{direct, one_row};
use torus_model::collective::product::{product_a1, product_a2, product_a3};
use torus_model::collective::{assemble, broadcast, play, Plan, Program, Task, Timing};
use torus_model::schedule::balanced::{balanced_frame, balanced_oneshot};
use torus_model::schedule::exchange::exchange;
use torus_model::Effort;
use torus_model::Placement;
use torus_model::PortModel::{self, AllPort, OnePort, SinglePort};

pub const LITTLE: Effort = Effort { seed: 1, visits: 1_000_000 };

/// The slots by the formula in `docs/memory.md`.
fn slots(plan: &Plan, flits: u32) -> u32 {
    let of_phase = |phase: &torus_model::collective::Phase| {
        let hops = phase.sends.iter().map(|send| send.route.to_string().len()).max().unwrap_or(0) as u32;
        let blocks = phase.sends.iter().map(|send| send.blocks.len()).max().unwrap_or(0) as u32;
        match phase.timing {
            Timing::Passes => flits * phase.steps + 3,
            Timing::Worms if phase.sends.is_empty() => 4,
            Timing::Worms => hops + blocks * flits + 2,
        }
    };
    plan.phases.iter().map(of_phase).sum()
}

/// The uses of links by slot, and the number of flits that were ejected.
fn played(program: &Program, what: &str) -> (Uses, u64) {
    let (mut uses, mut arrivals) = (Uses::new(), 0);
    let torus = program.placement.torus();
    play(program, |slot, events| {
        let ends = events.links.iter().map(|link| torus.tail(*link));
        uses.extend(ends.map(|(node, port)| (slot, node.index(), port.index())));
        arrivals += events.arrivals.len() as u64;
    })
    .unwrap_or_else(|fault| panic!("{what}: {fault}"));
    (uses, arrivals)
}

fn check(plan: &Plan, flits: u32) {
    let what = format!("{} on {} {}, {flits} flits", plan.algorithm, plan.torus(), plan.placement);
    let program = assemble(plan, flits);
    let (uses, arrivals) = played(&program, &what);
    let mut counts = BTreeMap::new();
    uses.iter().for_each(|(_, node, port)| *counts.entry((*node, *port)).or_insert(0) += 1);
    let expected: BTreeMap<_, _> =
        plan_uses(plan).into_iter().map(|(l, n)| (l, n * u64::from(flits))).collect();
    assert_eq!(counts, expected, "{what}: link uses");
    assert_eq!(arrivals, plan_moves(plan) * u64::from(flits), "{what}: flits that come out");
    assert_eq!(program.slots, slots(plan, flits), "{what}: slots");
    assert_eq!(program.makespan, uses.last().unwrap().0 + 1, "{what}: makespan");
    let one = plan.ports != AllPort || matches!(plan.task, Task::Broadcast { .. });
    let most = if one { 1 } else { plan.torus().ports().count() };
    assert!((1..=most).contains(&program.banks), "{what}: {} banks", program.banks);
    assert_eq!(program.depth as u32 % flits, 0, "{what}: whole blocks");
    assert_eq!(naive_player::play(&program), Some(uses), "{what}: the naive player");
}

fn check_all(plans: impl IntoIterator<Item = Plan>) {
    for plan in plans {
        [1, 2, 3, 5].into_iter().for_each(|flits| check(&plan, flits));
    }
}

#[test]
fn tables_of_full_tori() {
    for dims in [&[2][..], &[5], &[6], &[2, 2], &[3, 3], &[3, 4], &[2, 5], &[2, 3, 2]] {
        let table = |ports| direct(&exchange(&torus(dims), ports, None, LITTLE));
        check_all([AllPort, OnePort, SinglePort].map(table));
    }
}

#[test]
fn tables_of_other_placements() {
    let listed = |dims: &[u32], nodes: &[usize]| {
        let nodes: Vec<_> = nodes.iter().map(|&n| torus(dims).node_at(n).unwrap()).collect();
        Placement::listed(&torus(dims), &nodes).unwrap()
    };
    for placement in [
        Placement::linear(&torus(&[4, 4]), None, 1).unwrap(),
        Placement::multilinear(&torus(&[4, 4]), None, 2).unwrap(),
        listed(&[3, 4], &[0, 1, 6, 11]),
        listed(&[2, 3], &[1, 4]),
    ] {
        let plans = |ports| {
            let frame = direct(&balanced_frame(&placement, ports, LITTLE));
            [frame, direct(&balanced_oneshot(&placement, ports, LITTLE))]
        };
        check_all([AllPort, OnePort].into_iter().flat_map(plans));
    }
}

#[test]
fn products() {
    for dims in [&[2][..], &[5], &[2, 2], &[3, 4], &[4, 3], &[2, 3, 4]] {
        check_all([one_row, product_a1, product_a2].map(|plan| plan(&torus(dims))));
    }
    check_all([&[4][..], &[5], &[2, 2], &[3, 3], &[4, 4]].map(|dims| product_a3(&torus(dims)).unwrap()));
}

#[test]
fn combining() {
    check_all([4, 8].map(|n| suh_shin(&torus(&[n, n])).unwrap()));
    check_all([(4, 1), (8, 1), (8, 2)].map(|(n, levels)| divide(&torus(&[n, n]), levels).unwrap()));
}

#[test]
fn broadcasts() {
    for dims in [&[2][..], &[7], &[2, 2], &[3, 4], &[4, 4], &[2, 3, 3]] {
        let torus = torus(dims);
        for node in [0, torus.len() / 2, torus.len() - 1] {
            let source = torus.node_at(node).unwrap();
            check_all([
                broadcast::lines(&torus, source).unwrap(),
                broadcast::broadcast(&torus, source).unwrap(),
            ]);
            check_all(broadcast::staged(&torus, source).ok());
        }
    }
}

/// Any small plan, from the numbers of an algorithm and a node.
pub fn any_plan(dims: &[u32], which: usize, node: usize, ports: PortModel) -> Plan {
    let torus = torus(dims);
    let source = torus.node_at(node % torus.len()).unwrap();
    match which {
        0 => one_row(&torus),
        1 => product_a1(&torus),
        2 => product_a2(&torus),
        3 => product_a3(&torus).unwrap_or_else(|_| product_a2(&torus)),
        4 => broadcast::lines(&torus, source).unwrap(),
        _ => direct(&balanced_oneshot(&Placement::full(&torus), ports, LITTLE)),
    }
}

fn dims() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(2u32..6, 1..4).prop_filter("small", |dims| dims.iter().product::<u32>() <= 24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_algorithm_on_any_torus(
        dims in dims(), which in 0usize..6, node in 0usize..99, flits in 1u32..6, one: bool,
    ) {
        check(&any_plan(&dims, which, node, if one { OnePort } else { AllPort }), flits);
    }
}
