//! Loads against the naive oracle, closed forms, and each other.
//!
//! State space: any torus, any placement, both routings. Table: sizes that tend to find faults (radix 2,
//! odd, even, not a power of two, unequal, one dimension, two processors). Properties: random tori up to 5
//! dimensions with random placements.

use crate::common::oracle;
use proptest::prelude::*;
use torus_model::bound::{best_lower_bound, bounds, Relation};
use torus_model::load::ExactLoads;
use torus_model::{Loads, Placement, Routing, Torus};

const DIMS: &[&[u32]] = &[
    &[2],
    &[3],
    &[6],
    &[9],
    &[2, 2],
    &[2, 3],
    &[3, 2],
    &[4, 4],
    &[5, 3],
    &[4, 6],
    &[2, 2, 2],
    &[3, 3, 3],
    &[4, 4, 4],
    &[2, 3, 4],
    &[5, 2, 3],
    &[2, 2, 2, 2],
    &[3, 2, 4, 2],
];

fn ids(placement: &Placement) -> Vec<usize> {
    placement.processors().iter().map(|node| node.index()).collect()
}

fn assert_loads(placement: &Placement) {
    let dims = placement.torus().dims();
    let odr = Loads::new(placement, Routing::Odr).unwrap();
    assert_eq!(odr.numerators(), oracle::odr_loads(dims, &ids(placement)), "ODR on {dims:?} {placement}");
    let udr = Loads::new(placement, Routing::Udr).unwrap();
    assert_eq!(udr.numerators(), oracle::udr_loads(dims, &ids(placement)), "UDR on {dims:?} {placement}");
    assert_eq!(odr, Loads::by_classes(placement, Routing::Odr).unwrap(), "ODR classes {dims:?} {placement}");
    assert_eq!(udr, Loads::by_classes(placement, Routing::Udr).unwrap(), "UDR classes {dims:?} {placement}");
    assert_eq!(odr.total(), udr.total());
}

#[test]
fn full_placements_equal_the_naive_walk() {
    for dims in DIMS {
        assert_loads(&Placement::full(&Torus::new(dims).unwrap()));
    }
}

#[test]
fn linear_and_multilinear_placements_equal_the_naive_walk() {
    for (d, k) in [(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (3, 5), (4, 2), (4, 3)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        assert_loads(&Placement::linear(&torus, None, 1).unwrap());
        let mut skew = vec![2; d];
        skew[d - 1] = 1;
        assert_loads(&Placement::linear(&torus, Some(&skew), -1).unwrap());
        for t in 1..=k {
            assert_loads(&Placement::multilinear(&torus, None, t).unwrap());
        }
    }
}

#[test]
fn two_processors_on_one_ring() {
    let torus = Torus::new(&[8]).unwrap();
    let nodes: Vec<_> = [1, 5].iter().map(|&i| torus.node_at(i).unwrap()).collect();
    let loads = Loads::new(&Placement::listed(&torus, &nodes).unwrap(), Routing::Odr).unwrap();
    assert_eq!(
        loads.numerators().iter().step_by(2).copied().collect::<Vec<_>>(),
        [1; 8],
        "a tie goes + both ways"
    );
    assert_eq!(loads.numerators().iter().skip(1).step_by(2).copied().collect::<Vec<_>>(), [0; 8]);
}

/// Maxima of ODR, worked out by hand from the papers' closed forms.
#[test]
fn maxima_equal_the_published_table() {
    let table: &[(usize, u32, &[u64])] = &[
        (2, 3, &[1, 2, 2, 3, 3, 4, 4, 5, 5, 6]),
        (3, 3, &[3, 8, 10, 18, 21, 32, 36, 50, 55, 72]),
        (4, 3, &[9, 32, 50, 108, 147, 256, 324, 500]),
    ];
    for &(d, first, values) in table {
        for (k, &value) in (first..).zip(values) {
            let placement = Placement::linear(&Torus::homogeneous(d, k).unwrap(), None, 0).unwrap();
            let loads = Loads::new(&placement, Routing::Odr).unwrap();
            assert_eq!(loads.e_max().to_string(), value.to_string(), "d={d} k={k}");
        }
    }
}

/// The number of bounds of a placement that are exact. Each exact one equals the maximum, and no lower bound
/// is above it.
fn exact_bounds(placement: &Placement) -> usize {
    let e_max = Loads::new(placement, Routing::Odr).unwrap().e_max();
    let all = bounds(placement, Routing::Odr, None);
    for bound in &all {
        let holds = match bound.relation {
            Relation::LowerBound => bound.value <= e_max,
            Relation::Exact => bound.value == e_max,
            Relation::Comparison => true,
        };
        let torus = placement.torus();
        assert!(holds, "{placement} on {torus}: {} = {} against E_max {e_max}", bound.name, bound.value);
    }
    let udr = Loads::new(placement, Routing::Udr).unwrap().e_max();
    assert!(best_lower_bound(&bounds(placement, Routing::Udr, None)) <= udr);
    all.iter().filter(|bound| bound.relation == Relation::Exact).count()
}

#[test]
fn closed_forms_are_exact_and_bounds_hold() {
    let sizes = [
        (1, 5),
        (1, 6),
        (2, 2),
        (2, 5),
        (2, 6),
        (2, 7),
        (2, 8),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 6),
        (4, 3),
        (4, 4),
    ];
    for (d, k) in sizes {
        let torus = Torus::homogeneous(d, k).unwrap();
        let mut placements = vec![Placement::full(&torus)];
        placements.extend((1..=k).filter_map(|t| Placement::multilinear(&torus, None, t).ok()));
        let exact: usize = placements.iter().map(exact_bounds).sum();
        assert!(exact >= 1, "no closed form was met for d={d} k={k}");
    }
}

/// Theorem 3 read literally is wrong: k^(d-1)/8 is what the interior dimensions carry, asymptotically.
#[test]
fn interior_dimensions_carry_an_eighth() {
    let torus = Torus::homogeneous(3, 32).unwrap();
    let loads = Loads::new(&Placement::linear(&torus, None, 0).unwrap(), Routing::Odr).unwrap();
    let max: Vec<u128> = loads.port_max().iter().map(|load| load.to_integer()).collect();
    assert_eq!(max[0], 16 * 32);
    assert_eq!(max[4], 16 * 32);
    let eighth = 32 * 32 / 8;
    assert!(max[2].abs_diff(eighth) * 8 <= eighth, "interior load {} is near {eighth}", max[2]);
}

#[test]
fn equation_four_takes_a_given_set() {
    let torus = Torus::new(&[4, 4]).unwrap();
    let full = Placement::full(&torus);
    let corner = [torus.node(&[0, 0])];
    let all = bounds(&full, Routing::Odr, Some(&corner));
    let four = all.iter().find(|bound| bound.source == "(4)").unwrap();
    assert_eq!(four.value, all[0].value, "with one processor (4) is (1)");
    let half: Vec<_> = torus.nodes().filter(|node| node.index() < 8).collect();
    let all = bounds(&full, Routing::Odr, Some(&half));
    let four = all.iter().find(|bound| bound.source == "(4)").unwrap();
    assert_eq!(four.name, "separator: 8 of 16 processors, 16 links cut");
    assert_eq!(four.value.to_string(), "8");
}

fn torus() -> impl Strategy<Value = Torus> {
    prop::collection::vec(2u32..7, 1..5)
        .prop_filter("small enough to walk", |dims| oracle::size(dims) <= 200)
        .prop_map(|dims| Torus::new(&dims).unwrap())
}

fn listed() -> impl Strategy<Value = Placement> {
    torus().prop_flat_map(|torus| {
        let nodes: Vec<_> = torus.nodes().collect();
        let most = nodes.len().min(12);
        prop::sample::subsequence(nodes, 2..=most)
            .prop_map(move |some| Placement::listed(&torus, &some).unwrap())
    })
}

proptest! {
    #[test]
    fn any_placement_equals_the_naive_walk(placement in listed()) {
        assert_loads(&placement);
    }

    #[test]
    fn any_placement_respects_its_lower_bounds(placement in listed()) {
        for routing in [Routing::Odr, Routing::Udr] {
            let e_max = Loads::new(&placement, routing).unwrap().e_max();
            prop_assert!(best_lower_bound(&bounds(&placement, routing, None)) <= e_max);
        }
    }

    #[test]
    fn numbering_equals_the_naive_one(torus in torus(), seed in 0usize..1000) {
        let at = seed % torus.len();
        let node = torus.node_at(at).unwrap();
        let x = oracle::coordinates(torus.dims(), at);
        prop_assert_eq!(torus.coordinates(node), x.clone());
        for port in torus.ports() {
            let mut y = x.clone();
            let n = torus.dims()[port.dim()];
            let hop = if port.index() % 2 == 0 { 1 } else { n - 1 };
            y[port.dim()] = (y[port.dim()] + hop) % n;
            prop_assert_eq!(torus.neighbour(node, port).index(), oracle::id(torus.dims(), &y));
        }
    }
}
