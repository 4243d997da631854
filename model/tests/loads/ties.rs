//! Routes of UDR, tie rules, and the loads that they make.
//!
//! State space: any torus and placement. The oracle walks every packet on plain coordinates.

use crate::common::{placements, ties::parity_loads, torus, SIZES};
use proptest::prelude::*;
use torus_model::route::{ordered_route, ordered_route_with, random_order, udr_copies, udr_routes};
use torus_model::{Loads, NodeId, Placement, Random, Routing, Ties};

#[test]
fn copies_of_udr_routes_make_the_exact_loads() {
    for placement in SIZES.iter().flat_map(|dims| placements(dims)) {
        let torus = placement.torus();
        let mut counts = vec![0; torus.link_slots()];
        for &source in placement.processors() {
            for offset in placement.offsets(source) {
                let (routes, copies) = udr_copies(torus, &offset).unwrap();
                let links = routes.iter().flat_map(|route| route.links(torus, source));
                links.for_each(|link| counts[link.index()] += copies);
            }
        }
        assert_eq!(
            counts,
            Loads::new(&placement, Routing::Udr).unwrap().numerators(),
            "{placement} on {torus}"
        );
    }
}

#[test]
fn udr_routes_are_all_orders_and_a_random_one_is_one_of_them() {
    let torus = torus(&[4, 5, 2]);
    let texts = |offset: &[u32]| udr_routes(&torus, offset).iter().map(|w| w.to_string()).collect::<Vec<_>>();
    assert_eq!(texts(&[2, 0, 1]), ["aac", "caa"]);
    assert_eq!(texts(&[3, 1, 1]), ["Abc", "Acb", "bAc", "bcA", "cAb", "cbA"]);
    assert_eq!(texts(&[0, 4, 0]), ["B"]);
    let (route, mut random, mut seen) = (ordered_route(&torus, &[3, 1, 1]), Random::new(1), [0; 6]);
    for _ in 0..6000 {
        let one = random_order(&route, &mut random).to_string();
        seen[texts(&[3, 1, 1]).iter().position(|text| *text == one).unwrap()] += 1;
    }
    assert!(seen.iter().all(|&times| (850..1150).contains(&times)), "{seen:?}");
}

#[test]
fn ties_by_parity_equal_the_naive_walk() {
    for placement in SIZES.iter().flat_map(|dims| placements(dims)) {
        let (torus, dims) = (placement.torus(), placement.torus().dims());
        let naive = parity_loads(dims, placement.processors());
        assert_eq!(Loads::ordered(&placement, Ties::Parity).numerators(), naive, "{placement} on {torus}");
        let plus = Loads::ordered(&placement, Ties::Plus);
        assert_eq!(plus, Loads::new(&placement, Routing::Odr).unwrap());
        let mut counts = vec![0; torus.link_slots()];
        for &source in placement.processors() {
            for offset in placement.offsets(source) {
                let route = ordered_route_with(torus, source, torus.translate(source, &offset), Ties::Parity);
                assert!(route.is_shortest(torus));
                assert_eq!(torus.offset(source, route.end(torus, source)), offset);
                route.links(torus, source).for_each(|link| counts[link.index()] += 1);
            }
        }
        assert_eq!(counts, naive, "routes, {placement} on {torus}");
    }
}

#[test]
fn maxima_with_both_tie_rules() {
    let table: &[(&[u32], u128, u128)] = &[
        (&[4, 4], 12, 8),
        (&[6, 6], 36, 30),
        (&[8, 8], 80, 64),
        (&[5, 5], 15, 15),
        (&[4, 6], 24, 20),
        (&[2, 2], 2, 2),
        (&[16, 16, 16], 9216, 8192),
    ];
    for &(dims, plus, parity) in table {
        let full = Placement::full(&torus(dims));
        let maxima = [Ties::Plus, Ties::Parity].map(|ties| Loads::ordered(&full, ties).e_max().to_integer());
        assert_eq!(maxima, [plus, parity], "{dims:?}");
    }
}

proptest! {
    #[test]
    fn ties_by_parity_on_any_placement(
        dims in prop::collection::vec(2u32..6, 1..4),
        pick in prop::collection::vec(any::<prop::sample::Index>(), 2..9),
    ) {
        let torus = torus(&dims);
        let mut nodes: Vec<NodeId> =
            pick.iter().map(|i| torus.node_at(i.index(torus.len())).unwrap()).collect();
        nodes.sort();
        nodes.dedup();
        prop_assume!(nodes.len() >= 2);
        let loads = Loads::ordered(&Placement::listed(&torus, &nodes).unwrap(), Ties::Parity);
        prop_assert_eq!(loads.numerators(), parity_loads(&dims, &nodes));
    }
}
