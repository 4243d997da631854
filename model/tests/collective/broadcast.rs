//! Broadcasts: every number of steps that is known to be best. Every plan is walked by a
//! separate checker and by the verifier.
//!
//! State space: staged broadcasts and broadcasts by lines on all n^d up to 20 000 nodes; stored plans from
//! every source; searches for the same plans without them; products; random radices and sources. Corners:
//! radix 2, odd, even and unequal radices, a ring, the largest stored plan, the two cases that are proved
//! impossible.

use crate::broadcast_oracle::check;
use crate::common::torus;
use proptest::prelude::*;
use torus_model::collective::{
    broadcast::{self, BroadcastError},
    verify::verify,
    Plan, Task,
};
use torus_model::Effort;
use torus_model::Torus;

/// Checks with both judges that the plan is right, and that it takes this number of steps.
fn assert_plan(plan: &Plan, steps: u32) {
    let torus = plan.torus();
    check(plan).unwrap_or_else(|fault| panic!("{} on {torus}: {fault}", plan.algorithm));
    verify(plan).unwrap_or_else(|violation| panic!("{} on {torus}: {violation}", plan.algorithm));
    assert_eq!(plan.steps(), steps, "{} on {torus}", plan.algorithm);
    let bound = broadcast::ordered_bound(torus);
    assert!(plan.lower_bound == bound && broadcast::lower_bound(torus) <= bound && bound <= steps, "{torus}");
}

/// The tori n^d with at most `nodes` nodes, for every n from 2.
fn homogeneous(d: usize, nodes: usize) -> impl Iterator<Item = Torus> {
    (2..).map_while(move |n| Torus::homogeneous(d, n).ok()).take_while(move |torus| torus.len() <= nodes)
}

#[test]
fn published_step_counts() {
    let published: [(usize, &[(u32, u32)]); 4] = [
        (2, &[(5, 3), (25, 5), (49, 7)]),
        (3, &[(7, 5), (49, 8)]),
        (4, &[(9, 7), (49, 11)]),
        (5, &[(11, 9), (49, 14)]),
    ];
    for (d, counts) in published {
        for n in 2..=49 {
            let (_, steps) = counts.iter().find(|&&(last, _)| n <= last).unwrap();
            assert_eq!(broadcast::staged_steps(d, n), *steps, "{n}^{d}");
        }
    }
}

#[test]
fn staged_on_every_torus() {
    for (d, nodes) in [(1, 100), (2, 2500), (3, 10_000), (4, 20_000), (5, 20_000), (6, 5000)] {
        for torus in homogeneous(d, nodes) {
            let source = torus.node_at(torus.len() / 3).unwrap();
            let steps = broadcast::staged_steps(d, torus.radix().unwrap());
            assert_plan(&broadcast::staged(&torus, source).unwrap(), steps);
        }
    }
}

#[test]
fn lines_on_every_torus() {
    for dims in [&[2][..], &[9], &[28], &[2, 2], &[5, 2], &[2, 7, 3], &[4, 27, 10], &[2; 9], &[3, 2, 5, 4]] {
        let torus = torus(dims);
        let source = torus.node_at(torus.len() - 1).unwrap();
        assert_plan(&broadcast::lines(&torus, source).unwrap(), broadcast::lines_steps(dims));
    }
    assert_eq!(broadcast::lines_steps(&[2, 3, 4, 9, 10, 27, 28]), 1 + 1 + 2 + 2 + 3 + 3 + 4);
}

/// Small tori: radices and steps, all at the bound.
const SMALL: [(&[u32], u32); 13] = [
    (&[3, 3], 2),
    (&[4, 4], 2),
    (&[6, 6], 3),
    (&[7, 7], 3),
    (&[8, 8], 3),
    (&[9, 9], 3),
    (&[10, 10], 3),
    (&[2, 2, 2], 2),
    (&[3, 3, 3], 2),
    (&[4, 4, 4], 3),
    (&[5, 5, 5], 3),
    (&[6, 6, 6], 3),
    (&[2, 2, 2, 2], 2),
];

#[test]
fn small_cases_from_every_source() {
    for (dims, steps) in SMALL {
        let torus = torus(dims);
        for source in torus.nodes() {
            let plan = broadcast::broadcast(&torus, source).unwrap();
            assert_plan(&plan, steps);
            assert_eq!((plan.task, plan.lower_bound), (Task::Broadcast { source }, steps));
        }
    }
}

#[test]
fn small_cases_are_found_again() {
    for (dims, steps) in SMALL {
        let torus = torus(dims);
        let effort = Effort { seed: 1, visits: 1_000_000_000 };
        let plan = broadcast::search(&torus, torus.node_at(1).unwrap(), steps, effort).unwrap();
        assert_plan(&plan, steps);
        assert_eq!(plan.algorithm, "broadcast-search");
    }
}

/// Searches and products where the staged broadcast takes more.
#[test]
fn shorter_than_staged() {
    let cases: [(&[u32], u32, &str); 13] = [
        (&[13, 13], 4, "broadcast-search"),
        (&[22, 22], 4, "broadcast-search"),
        (&[46, 46], 5, "broadcast-search"),
        (&[5, 5], 3, "broadcast-staged"),
        (&[2, 2, 2, 2, 2], 3, "broadcast-search"),
        (&[3, 3, 3, 3, 3], 3, "broadcast-search"),
        (&[70, 70], 6, "broadcast-product"),
        (&[17, 17, 17], 5, "broadcast-product"),
        (&[10, 10, 10, 10], 5, "broadcast-product"),
        (&[2, 3, 4, 5], 3, "broadcast-search"),
        (&[61, 67], 6, "broadcast-product"),
        (&[5, 100, 9], 5, "broadcast-product"),
        (&[2; 12], 5, "broadcast-product"),
    ];
    for (dims, steps, algorithm) in cases {
        let torus = torus(dims);
        let plan = broadcast::broadcast(&torus, torus.node_at(torus.len() / 2).unwrap()).unwrap();
        assert_plan(&plan, steps);
        assert_eq!(plan.algorithm, algorithm, "{torus}");
    }
}

/// One seed, one plan; another seed, another one.
#[test]
fn searches_repeat() {
    let torus = torus(&[7, 5]);
    let search = |seed| {
        let plan =
            broadcast::search(&torus, torus.node_at(0).unwrap(), 3, Effort { seed, visits: 10_000_000 });
        broadcast::text(&plan.unwrap())
    };
    assert_eq!(search(5), search(5));
    assert_ne!(search(5), search(6));
}

#[test]
fn errors_say_what_to_do() {
    let (small, large) = (torus(&[5, 5]), torus(&[6, 6]));
    let (inside, outside) = (small.node_at(7).unwrap(), large.node_at(30).unwrap());
    let effort = Effort { seed: 1, visits: 100_000 };
    let message = |plan: Result<Plan, BroadcastError>| plan.unwrap_err().to_string();
    let outside_message =
        "a broadcast from node 30 was asked for; the nodes of 5x5 are 0 to 24: change the source";
    assert_eq!(message(broadcast::staged(&small, outside)), outside_message);
    assert_eq!(message(broadcast::lines(&small, outside)), outside_message);
    assert_eq!(message(broadcast::broadcast(&small, outside)), outside_message);
    assert_eq!(message(broadcast::search(&small, outside, 3, effort)), outside_message);
    assert_eq!(
        message(broadcast::staged(&torus(&[5, 6]), inside)),
        "broadcast-staged was asked for on 5x6; it needs equal radices: use a torus like 5x5, or \
         broadcast-lines"
    );
    assert_eq!(
        message(broadcast::search(&small, inside, 2, effort)),
        "a broadcast in 2 steps was asked for on 5x5; by routes ordered by dimension it takes 3 or more: ask \
         for 3"
    );
    assert_eq!(
        message(broadcast::search(&torus(&[10, 10]), inside, 3, effort)),
        "no broadcast in 3 steps was found on 10x10 with an effort of 100000 visits; there may be none: ask \
         for 4, or change the seed or the effort"
    );
}

fn any_torus() -> impl Strategy<Value = Torus> {
    prop::collection::vec(2..9u32, 1..5)
        .prop_filter("small", |dims| dims.iter().product::<u32>() <= 150)
        .prop_map(|dims| Torus::new(&dims).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_radices_and_source(torus in any_torus(), at in any::<prop::sample::Index>()) {
        let source = torus.node_at(at.index(torus.len())).unwrap();
        let lines = broadcast::lines(&torus, source).unwrap();
        assert_plan(&lines, broadcast::lines_steps(torus.dims()));
        let best = broadcast::broadcast(&torus, source).unwrap();
        assert_plan(&best, best.steps());
        prop_assert!(best.steps() <= lines.steps());
        if let Some(n) = torus.radix() {
            let staged = broadcast::staged(&torus, source).unwrap();
            assert_plan(&staged, broadcast::staged_steps(torus.d(), n));
            prop_assert!(best.steps() <= staged.steps());
        }
    }
}
