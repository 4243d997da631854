//! Random mutants of plans, on which the verifier and the naive replay have to agree.

use crate::common::torus;
use crate::plan_mutants::{a2, combining};
use crate::replay;
use proptest::prelude::*;
use torus_model::collective::combining::divide;
use torus_model::collective::direct::{direct, one_row};
use torus_model::collective::product::{product_a2, product_a3};
use torus_model::collective::{verify::verify, Plan, Send};
use torus_model::schedule::exchange::exchange;
use torus_model::{Effort, PortModel};

/// The plans from which random mutants are made.
fn originals() -> Vec<Plan> {
    let small = Effort { seed: 1, visits: 1_000_000 };
    vec![
        a2(),
        product_a2(&torus(&[3, 4])),
        product_a3(&torus(&[4, 4])).unwrap(),
        one_row(&torus(&[3, 3])),
        direct(&exchange(&torus(&[3, 4]), PortModel::AllPort, None, small)),
        combining(),
        divide(&torus(&[4, 4]), 1).unwrap(),
    ]
}

/// Makes one random change. The order of sends is kept, because the replay does not depend on it.
fn mutate(plan: &mut Plan, kind: u8, at: usize, by: usize) {
    let phase = at % plan.phases.len();
    let phase = &mut plan.phases[phase];
    let (count, steps) = (phase.sends.len(), phase.steps);
    let (first, second) = (at / 7 % count, by % count);
    match kind {
        0 => drop(phase.sends.remove(first)),
        1 => phase.sends[first].step = by as u32 % steps,
        2 => phase.sends[first].route = phase.sends[second].route.clone(),
        3 => phase.sends[first].blocks = phase.sends[second].blocks.clone(),
        4 => {
            let (a, b) = (phase.sends[first].blocks[0], phase.sends[second].blocks[0]);
            (phase.sends[first].blocks[0], phase.sends[second].blocks[0]) = (b, a);
        }
        _ => phase.sends.push(Send { step: by as u32 % steps, ..phase.sends[first].clone() }),
    }
    phase.sends.sort_by_key(|send| (send.step, send.source, send.route.segments()[0].port));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn verifier_and_replay_agree_on_mutants(
        (which, kind) in (0usize..7, 0u8..6), (at, by) in (0usize..10_000, 0usize..10_000),
    ) {
        let mut plan = originals().swap_remove(which);
        mutate(&mut plan, kind, at, by);
        let (proved, replayed) = (verify(&plan), replay::replay(&plan));
        prop_assert_eq!(proved.is_ok(), replayed.is_ok(), "{:?} {:?}", proved, replayed);
    }
}
