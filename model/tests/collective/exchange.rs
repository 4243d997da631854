//! Exchanges with storing on the way, against a naive replay of every block and the numbers of the papers.
//!
//! State space: bufferless schedules of all kinds and ports, the one-row table, products with a single port
//! and with all ports, combining exchanges. Parameters: one to five dimensions; equal and mixed radices,
//! odd, even, 2 and 3 (a ring without choice); sides of 4 to 32. Corners: radix 2 has one link; a half-way
//! message; nodes that do not send in a step; the smallest sides of every combining exchange.

use crate::common::torus;
use crate::replay::{replay, Counted};
use proptest::prelude::*;
use torus_model::collective::combining::{divide, suh_shin};
use torus_model::collective::costs::{published, Costs, Published};
use torus_model::collective::direct::{direct, one_row};
use torus_model::collective::product::{product_a1, product_a2, product_a3};
use torus_model::collective::verify::verify;
use torus_model::collective::Plan;
use torus_model::schedule::balanced::{balanced_frame, balanced_oneshot};
use torus_model::schedule::exchange::exchange;
use torus_model::Effort;
use torus_model::PortModel;
use torus_model::{Placement, Torus};

const LITTLE: Effort = Effort { seed: 1, visits: 20_000_000 };

/// The costs of a plan. It is verified and replayed, and both counts have to be the same.
fn counted(plan: &Plan) -> Costs {
    let what = format!("{} on {}", plan.algorithm, plan.torus());
    let proved = verify(plan).unwrap_or_else(|why| panic!("{what}: {why}"));
    assert_eq!(proved.steps, plan.steps(), "{what}");
    let costs = Costs::of(plan);
    let Costs { blocks, hops, held, transit, .. } = costs;
    assert_eq!(replay(plan), Ok(Counted { blocks, hops, held, transit }), "{what}");
    costs
}

/// The sum of all distances from a node.
fn status(dims: &[u32]) -> u32 {
    let nodes: u32 = dims.iter().product();
    dims.iter().map(|n| nodes / n * (n * n / 4)).sum()
}

#[test]
fn single_port_products_take_the_sum_of_all_distances() {
    let cases: &[(&[u32], u32)] = &[
        (&[2], 1),
        (&[3], 2),
        (&[9], 20),
        (&[3, 4], 20),
        (&[4, 4], 32),
        (&[5, 5], 60),
        (&[7, 7], 168),
        (&[6, 2, 3], 96),
        (&[4, 4, 4], 192),
        (&[3, 3, 3, 3], 216),
        (&[2, 3, 4, 3], 204),
        (&[2, 2, 2, 2, 2], 80),
    ];
    for &(dims, steps) in cases {
        assert_eq!(status(dims), steps, "{dims:?}");
        let torus = torus(dims);
        let nodes = torus.len() as u64;
        let row = one_row(&torus);
        let costs = counted(&row);
        assert_eq!((row.steps(), row.lower_bound, row.phases.len()), (steps, steps, 1), "{torus}");
        assert_eq!((costs.startups, costs.held, costs.transit), (nodes - 1, nodes - 1, 0), "{torus}");
        for plan in [product_a1(&torus), product_a2(&torus)] {
            let costs = counted(&plan);
            assert_eq!((plan.steps(), plan.lower_bound), (steps, steps), "{} {torus}", plan.algorithm);
            assert_eq!(
                (plan.phases.len(), costs.held),
                (dims.len(), nodes - 1),
                "{} {torus}",
                plan.algorithm
            );
        }
    }
}

/// After some dimensions a node has the blocks from M nodes for N / M nodes; all are in transit but its own
/// and those for it.
#[test]
fn products_store_what_the_one_row_table_does_not() {
    for dims in [&[7][..], &[3, 4], &[4, 4], &[5, 5], &[4, 4, 4], &[2, 2, 2, 2, 2], &[2, 3, 4, 3]] {
        let nodes: u64 = dims.iter().product::<u32>().into();
        let origins = (0..dims.len()).map(|dim| u64::from(dims[dim..].iter().product::<u32>()));
        let most = origins.map(|origins| (origins - 1) * (nodes / origins - 1)).max();
        assert_eq!(Some(Costs::of(&product_a1(&torus(dims))).transit), most, "{dims:?}");
        assert_eq!(Some(Costs::of(&product_a2(&torus(dims))).transit), most, "{dims:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn single_port_products_of_any_radices_are_optimal(dims in prop::collection::vec(2u32..7, 1..5)) {
        prop_assume!(dims.iter().product::<u32>() <= 150);
        let torus = torus(&dims);
        for plan in [product_a1(&torus), product_a2(&torus), one_row(&torus)] {
            counted(&plan);
            prop_assert_eq!((plan.steps(), plan.lower_bound), (status(&dims), status(&dims)));
        }
    }
}

#[test]
fn orders_of_a1_and_a2_differ() {
    let routes = |plan: Plan| -> Vec<String> {
        plan.phases[0].sends.iter().map(|send| send.route.to_string()).collect()
    };
    let torus = torus(&[2, 4]);
    assert_eq!(routes(product_a1(&torus)), ["b", "b", "bb", "bb", "B", "B"]);
    assert_eq!(routes(product_a2(&torus)), ["b", "bb", "B", "b", "bb", "B"]);
}

#[test]
fn all_port_products_take_the_ring_times_the_nodes_of_a_half() {
    // Radix, dimensions, steps, bound.
    let square = [(3, 3, 3), (4, 8, 8), (5, 15, 15), (6, 30, 27), (7, 42, 42), (8, 64, 64), (9, 90, 90)];
    let ring = [(2, 1, 1), (3, 1, 1), (4, 2, 2), (7, 6, 6), (8, 8, 8), (10, 13, 13), (12, 18, 18)];
    let four = [(2, 8, 8), (3, 27, 27), (4, 128, 128)];
    let cases = [(1, &ring[..]), (2, &[(2, 2, 2)]), (2, &square), (4, &four)];
    for (d, cases) in cases {
        for &(n, steps, bound) in cases {
            let plan = product_a3(&Torus::homogeneous(d, n).unwrap()).unwrap();
            let costs = counted(&plan);
            assert_eq!((plan.steps(), plan.lower_bound), (steps, bound), "{n}^{d}");
            assert_eq!((costs.steps, costs.held), (steps, plan.torus().len() as u64 - 1), "{n}^{d}");
            assert_eq!(plan.phases.len(), (n as usize).pow(d as u32 - 1), "{n}^{d}");
        }
    }
}

#[test]
fn a3_stores_one_round() {
    for n in 3..8u32 {
        let plan = product_a3(&torus(&[n, n])).unwrap();
        assert_eq!(Costs::of(&plan).transit, u64::from(n - 1), "{n}x{n}");
    }
}

#[test]
fn suh_shin_has_the_published_costs() {
    for (n, startups) in [(4, 4), (8, 6), (12, 8), (16, 10), (20, 12), (32, 18)] {
        let plan = suh_shin(&torus(&[n, n])).unwrap();
        let (costs, said) = (counted(&plan), published("suh-shin", n).unwrap());
        assert_eq!((costs.startups, u64::from(plan.steps())), (startups, startups), "{n}x{n}");
        assert_eq!(
            (costs.startups, costs.blocks, costs.held),
            (said.startups, said.blocks, said.held),
            "{n}x{n}"
        );
        assert_eq!(plan.placement.sources().len(), 16);
    }
}

/// A1 and A_(n-1) as corrected: start-ups, blocks and blocks held.
#[test]
fn dividing_has_the_costs_of_the_corrected_table() {
    let check = |n: u32, levels: u32, costs: Costs, blocks: u64, held: u64| {
        let name = format!("divide-{levels}");
        let startups = published(&name, n).unwrap().startups;
        assert_eq!((costs.startups, costs.blocks, costs.held), (startups, blocks, held), "{name} {n}x{n}");
    };
    for (n, startups) in [(8u32, 7), (16, 9), (32, 13)] {
        let (plan, cube, square) =
            (divide(&torus(&[n, n]), 1).unwrap(), u64::from(n).pow(3), u64::from(n).pow(2));
        assert_eq!(plan.steps(), startups);
        check(n, 1, counted(&plan), (cube + 18 * square) / 4, 2 * square);
    }
    for (n, startups) in [(4u32, 5), (8, 8), (16, 11), (32, 14)] {
        let (cube, square) = (u64::from(n).pow(3), u64::from(n).pow(2));
        let plan = divide(&torus(&[n, n]), n.ilog2() - 1).unwrap();
        assert_eq!(plan.steps(), startups);
        check(n, n.ilog2() - 1, counted(&plan), (7 * cube - 10 * square) / 4, cube / 2);
    }
}

#[test]
fn every_number_of_divisions_between_is_right() {
    for (n, levels, startups) in [(8u32, 1, 7), (16, 2, 10), (32, 2, 12), (32, 3, 13)] {
        let plan = divide(&torus(&[n, n]), levels).unwrap();
        let (costs, square, cells) = (counted(&plan), u64::from(n).pow(2), 1u64 << levels);
        let blocks = square * (10 * (cells - 1) + u64::from(n) + 4 * cells) / 4;
        assert_eq!(
            (costs.startups, costs.blocks, costs.held),
            (startups, blocks, cells * square),
            "{n}x{n} {levels}"
        );
        assert_eq!(plan.placement.sources().len() as u32, (4 << levels) * (4 << levels));
    }
}

#[test]
fn published_costs_are_those_of_the_paper() {
    let said = |source, startups, blocks, rearranged, held| {
        Some(Published { source, startups, blocks, rearranged, held })
    };
    assert_eq!(published("suh-shin", 8), said("Suh and Shin", 6, 192, 192, 64));
    assert_eq!(published("diagonal", 8), said("Tseng and others", 6, 192, 320, 64));
    assert_eq!(published("divide-1", 8), said("A1", 7, 288, 640, 128));
    assert_eq!(published("divide-2", 8), said("A_(n-1)", 8, 896, 1536, 256));
    assert_eq!(published("divide-1", 4), said("A_(n-1)", 5, 96, 128, 32));
    assert_eq!(
        (published("divide-2", 16), published("product-a2", 8), published("suh-shin", 0)),
        (None, None, None)
    );
}

#[test]
fn any_schedule_is_a_plan_as_long_as_its_makespan() {
    let full = |dims: &[u32]| Placement::full(&torus(dims));
    let linear = Placement::linear(&torus(&[4, 4]), None, 1).unwrap();
    let some = Placement::multilinear(&torus(&[5, 5]), None, 2).unwrap();
    let listed = [&[0, 0][..], &[1, 2], &[2, 1], &[3, 3]].map(|x| torus(&[4, 4]).node(x));
    let listed = Placement::listed(&torus(&[4, 4]), &listed).unwrap();
    let (one, all) = (PortModel::OnePort, PortModel::AllPort);
    let mut schedules = Vec::new();
    for dims in [&[6][..], &[4, 4], &[3, 4], &[2, 3], &[5, 5], &[2, 2, 2]] {
        schedules.extend(
            [all, one, PortModel::SinglePort].map(|ports| exchange(&torus(dims), ports, None, LITTLE)),
        );
    }
    for placement in [&full(&[3, 4]), &linear, &some, &listed] {
        schedules.extend([one, all].map(|ports| balanced_frame(placement, ports, LITTLE)));
        schedules.extend([one, all].map(|ports| balanced_oneshot(placement, ports, LITTLE)));
    }
    for schedule in schedules {
        let plan = direct(&schedule);
        let costs = counted(&plan);
        assert_eq!((plan.steps(), costs.transit), (schedule.makespan(), 0));
        assert_eq!((plan.algorithm.as_str(), plan.phases.len()), ("table", 1));
        assert_eq!(plan.phases[0].sends.len(), schedule.entries.len());
    }
}

/// The whole message of an error.
fn message(result: Result<Plan, impl std::fmt::Display + std::fmt::Debug>) -> String {
    result.map(|_| ()).expect_err("an error").to_string()
}

#[test]
fn messages_say_what_is_allowed() {
    assert_eq!(
        message(product_a3(&torus(&[3, 4]))),
        "product-a3 was asked for on 3x4; it needs equal radices and 1, 2, 4, 8 or another power of two of \
         dimensions: use a torus like 5x5, or product-a2"
    );
    assert_eq!(
        message(product_a3(&torus(&[3, 3, 3]))),
        "product-a3 was asked for on 3x3x3; it needs equal radices and 1, 2, 4, 8 or another power of two of \
         dimensions: use a torus like 5x5, or product-a2"
    );
    for dims in [&[6, 6][..], &[4, 8], &[4, 4, 4], &[4]] {
        let said = dims.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        assert_eq!(
            message(suh_shin(&torus(dims))),
            format!(
                "suh-shin was asked for on {said}; it needs two equal radices divisible by 4: use a torus \
                 like 12x12, or product-a2"
            )
        );
    }
    for dims in [&[12, 12][..], &[2, 2], &[4, 8], &[8]] {
        let said = dims.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        assert_eq!(
            message(divide(&torus(dims), 1)),
            format!(
                "an exchange that divides was asked for on {said}; it needs two equal radices that are a \
                 power of two, at least 4: use a torus like 8x8, or suh-shin or product-a2"
            )
        );
    }
    for levels in [0, 3, 40] {
        assert_eq!(
            message(divide(&torus(&[8, 8]), levels)),
            format!(
                "divide-{levels} was asked for on 8x8, which can be divided 1 to 2 times: change the number"
            )
        );
    }
}
