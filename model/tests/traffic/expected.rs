//! The expected loads of every pattern against the naive walk, and the bounds that follow from them.

use crate::common::{full, oracle, placements, torus, SIZES};
use crate::destinations;
use crate::injection::drawn;
use num_rational::Ratio;
use proptest::prelude::*;
use torus_model::traffic::{expected_loads, saturation, Injection, Lengths, Pattern, Traffic};
use torus_model::{NodeId, Placement, PortModel, Routing, Ties};

/// Compares the expected loads with every pair walked with its probability.
fn assert_expected(placement: &Placement, pattern: &str) {
    let Ok(to) = destinations(placement, pattern) else { return };
    let (torus, dims) = (placement.torus(), placement.torus().dims());
    let others = placement.len() as u64 - 1;
    let share = |p: usize, q: usize| match to.pattern() {
        Pattern::Uniform => Ratio::new(1, others),
        Pattern::Hotspot { at, .. } if p == at => Ratio::new(1, others),
        Pattern::Hotspot { percent, at } => {
            Ratio::new(100 - percent as u64, 100 * others)
                + Ratio::new(percent as u64 * u64::from(q == at), 100)
        }
        _ => Ratio::from_integer(u64::from(to.only(p) == Some(to.processors()[q]))),
    };
    let orders = [vec![(0..dims.len()).collect()], oracle::orders(dims.len())];
    for (routing, orders) in [Routing::Odr, Routing::Udr].into_iter().zip(orders) {
        let mut naive = vec![Ratio::from_integer(0); torus.link_slots()];
        for (p, q) in (0..placement.len()).flat_map(|p| (0..placement.len()).map(move |q| (p, q))) {
            let x = |p: usize| oracle::coordinates(dims, placement.processors()[p].index());
            let part = if p == q { Ratio::from_integer(0) } else { share(p, q) / orders.len() as u64 };
            for link in orders.iter().flat_map(|order: &Vec<usize>| oracle::walk(dims, &x(p), &x(q), order)) {
                naive[link] += part;
            }
        }
        let loads = expected_loads(placement, &to, routing, Ties::Plus).unwrap();
        for link in torus.links() {
            assert_eq!(loads.load(link), naive[link.index()], "{pattern} {routing} {placement} on {torus}");
        }
    }
}

const PATTERNS: [&str; 9] = [
    "uniform",
    "transpose",
    "tornado",
    "neighbour",
    "complement",
    "reverse",
    "shuffle",
    "hotspot",
    "hotspot:percent=100:at=1",
];

#[test]
fn expected_loads_equal_the_naive_walk() {
    for placement in SIZES.iter().flat_map(|dims| placements(dims)).filter(|p| p.len() <= 64) {
        PATTERNS.iter().for_each(|pattern| assert_expected(&placement, pattern));
    }
}

/// Channel bounds of ODR: pattern, torus, bound with all ports, with one, with ties by parity and all ports.
#[test]
fn bounds_of_the_patterns() {
    let table: &[(&str, &[u32], &str, &str, &str)] = &[
        ("uniform", &[8, 8], "63/80", "63/80", "63/64"),
        ("uniform", &[4, 4, 4], "21/16", "1", "63/32"),
        ("transpose", &[8, 8], "1/4", "1/4", "1/4"),
        ("tornado", &[8, 8], "1/3", "1/3", "1/3"),
        ("neighbour", &[8, 8], "1", "1", "1"),
        ("complement", &[8, 8], "1/2", "1/2", "1/2"),
        ("hotspot:percent=10:at=0", &[8, 8], "35/152", "5/36", "35/144"),
    ];
    for &(pattern, dims, all, one, parity) in table {
        let (placement, text) = (full(dims), |bound: Ratio<u64>| bound.to_string());
        let to = destinations(&placement, pattern).unwrap();
        let loads = |ties| expected_loads(&placement, &to, Routing::Odr, ties).unwrap();
        let bound = |ties, ports| text(saturation(&loads(ties), &to, ports));
        let found = [
            bound(Ties::Plus, PortModel::AllPort),
            bound(Ties::Plus, PortModel::OnePort),
            bound(Ties::Parity, PortModel::AllPort),
        ];

        assert_eq!(found, [all, one, parity], "{pattern} on {dims:?}");
    }
}

proptest! {
    #[test]
    fn any_placement_and_pattern(
        dims in prop::collection::vec(2u32..6, 1..4),
        pick in prop::collection::vec(any::<prop::sample::Index>(), 2..9),
        pattern in prop::sample::select(&PATTERNS[..]),
    ) {
        let torus = torus(&dims);
        let node = |i: &prop::sample::Index| torus.node_at(i.index(torus.len())).unwrap();
        let mut nodes: Vec<NodeId> = pick.iter().map(node).collect();
        nodes.sort();
        nodes.dedup();
        prop_assume!(nodes.len() >= 2);
        let placement = Placement::listed(&torus, &nodes).unwrap();
        assert_expected(&placement, pattern);
    }

    #[test]
    fn packets_stay_within_their_limits(
        dims in prop::collection::vec(2u32..5, 1..4),
        least in 1u32..4,
        more in 0u32..4,
        burst in 1u32..6,
        seed in any::<u64>(),
    ) {
        let to = destinations(&full(&dims), "uniform").unwrap();
        let lengths = Lengths::new(least, least + more, 8).unwrap();
        let traffic = Traffic::new(to, Injection::Bursty { burst }, Ratio::new(1, 3), lengths).unwrap();
        for packet in drawn(&traffic, seed, 200) {
            prop_assert!(packet.source != packet.destination);
            prop_assert!((least..=least + more).contains(&packet.flits));
        }
    }
}
