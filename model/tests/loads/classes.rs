//! Loads and bounds of placements in closed form, by classes of links.
//!
//! State space: radices (2, odd, even, unequal), any coefficients with a unit at an end, any constant and
//! number of classes, ODR with both tie rules and UDR. Small tori are compared with the naive walk of all
//! pairs and with the counting of listed nodes. `huge.rs` has tori of any size.

use crate::common::{oracle, ties::parity_loads};
use crate::huge::sum_of_classes;
use proptest::prelude::*;
use torus_model::bound::census_bounds;
use torus_model::load::{digest_text, ClassLoads, ExactLoads};
use torus_model::placement::Census;
use torus_model::{Loads, Placement, PlacementForm, Routing, Ties, Torus};

/// Numerators by link slot, absent links 0, as the oracle gives them.
fn by_link(loads: &ClassLoads) -> Vec<u64> {
    let radices = loads.radices();
    let mut all = vec![0; radices.nodes() as usize * radices.port_slots()];
    for link in loads.links() {
        all[radices.link(link.node, link.port) as usize] = link.numerator as u64;
    }
    all
}

fn ids(placement: &Placement) -> Vec<usize> {
    placement.processors().iter().map(|node| node.index()).collect()
}

/// The same placement as a list of nodes, without its form.
fn listed(placement: &Placement) -> Placement {
    Placement::listed(placement.torus(), placement.processors()).unwrap()
}

/// Compares all results of loads by classes with the counting of listed nodes.
fn assert_counted(classes: &ClassLoads, counted: &Loads) {
    let name = format!("{} on {}", classes.form(), classes.radices());
    assert_eq!(by_link(classes), counted.numerators(), "{name}");
    assert_eq!(classes.denominator(), counted.denominator().into(), "{name}");
    assert_eq!(classes.port_max(), counted.port_max(), "{name}");
    assert_eq!(classes.e_max(), counted.e_max(), "{name}");
    assert_eq!(classes.total(), counted.total(), "{name}");
    let torus = Torus::new(classes.radices().dims()).unwrap();
    let decimals: Vec<String> = torus.links().map(|link| counted.load(link).to_string()).collect();
    assert_eq!(digest_text(classes).to_string(), decimals.join(","), "{name}");
    assert_eq!(counted.digest_text().to_string(), decimals.join(","), "{name}");
    assert_eq!(sum_of_classes(classes), classes.total().into(), "{name}");
    let links: u128 = classes.radices().ports().flat_map(|port| classes.classes(port)).map(|(_, n)| n).sum();
    assert_eq!(links, classes.radices().links(), "{name}");
}

fn assert_placement(placement: &Placement) {
    let (form, list) = (placement.closed_form().unwrap(), listed(placement));
    for routing in [Routing::Odr, Routing::Udr] {
        let classes = ClassLoads::new(form, routing).unwrap();
        assert_counted(&classes, &Loads::new(&list, routing).unwrap());
        let walked = Loads::by_classes(placement, routing).unwrap();
        assert_eq!(by_link(&classes), walked.numerators(), "{placement} on {}", placement.torus());
        assert_eq!(
            census_bounds(form, routing, None),
            census_bounds(placement, routing, None),
            "{placement}"
        );
    }
    for ties in [Ties::Plus, Ties::Parity] {
        assert_counted(&ClassLoads::ordered(form, ties).unwrap(), &Loads::ordered(&list, ties));
    }
    assert_census(form, &list);
}

/// Compares the numbers that bounds are computed from.
fn assert_census(form: &PlacementForm, list: &Placement) {
    assert_eq!(form.processors(), list.len() as u64);
    for dim in 0..form.radices().d() {
        let n = form.radices().dims()[dim] as usize;
        let again: Vec<u64> = form.marginal(dim).into_iter().cycle().take(n).collect();
        assert_eq!(again, list.marginal(dim), "{form} dimension {dim}");
        for before in 0..list.len() as u64 {
            assert_eq!(form.nth(dim, before), list.nth(dim, before), "{form} dimension {dim}");
        }
    }
}

fn assert_walked(placement: &Placement) {
    let (dims, form) = (placement.torus().dims(), placement.closed_form().unwrap());
    let loads = |routing| by_link(&ClassLoads::new(form, routing).unwrap());
    assert_eq!(loads(Routing::Odr), oracle::odr_loads(dims, &ids(placement)), "{placement} on {dims:?}");
    assert_eq!(loads(Routing::Udr), oracle::udr_loads(dims, &ids(placement)), "{placement} on {dims:?}");
    let parity = by_link(&ClassLoads::ordered(form, Ties::Parity).unwrap());
    assert_eq!(parity, parity_loads(dims, placement.processors()), "{placement} on {dims:?}");
}

const FULL: &[&[u32]] = &[
    &[2],
    &[3],
    &[4],
    &[9],
    &[2, 2],
    &[2, 3],
    &[3, 2],
    &[4, 4],
    &[5, 3],
    &[4, 6],
    &[2, 2, 2],
    &[3, 3, 3],
    &[2, 3, 4],
    &[5, 2, 3],
    &[6, 1 << 5],
    &[2, 2, 2, 2],
    &[3, 2, 4, 2],
];

#[test]
fn full_placements_are_counted_without_their_nodes() {
    for dims in FULL {
        let placement = Placement::full(&Torus::new(dims).unwrap());
        assert_placement(&placement);
        assert_walked(&placement);
    }
}

/// Every pair of coefficients, every constant and every number of classes of all small rings and squares.
#[test]
fn all_forms_of_small_tori_are_counted_without_their_nodes() {
    let mut counted = 0;
    for (d, k) in [(1, 2), (1, 3), (1, 6), (1, 8), (2, 2), (2, 3), (2, 4), (2, 6)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        for first in 0..k as i64 {
            for last in 0..k as i64 {
                let coefficients = &[first, last][..d];
                let linear = (0..k as i64).map(|c| Placement::linear(&torus, Some(coefficients), c));
                let several = (1..=k).map(|t| Placement::multilinear(&torus, Some(coefficients), t));
                for placement in linear.chain(several).flatten() {
                    assert_placement(&placement);
                    counted += 1;
                }
            }
        }
    }
    assert!(counted > 500, "{counted} placements");
}

#[test]
fn forms_of_three_and_four_dimensions_equal_the_naive_walk() {
    for (d, k) in [(2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (4, 2)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        let mut skew = vec![2; d];
        skew[d - 1] = 1;
        assert_walked(&Placement::linear(&torus, None, 1).unwrap());
        assert_walked(&Placement::linear(&torus, Some(&skew), -1).unwrap());
        assert_walked(&Placement::multilinear(&torus, Some(&skew), k - 1).unwrap());
    }
}

/// Forms are taken modulo the greatest common divisor of radices that differ.
const UNEQUAL: &[&[u32]] = &[
    &[2, 4],
    &[4, 2],
    &[4, 8],
    &[6, 4],
    &[9, 3],
    &[6, 9],
    &[12, 8],
    &[2, 4, 6],
    &[4, 2, 2],
    &[8, 4, 4],
    &[3, 6, 3],
    &[2, 4, 2, 6],
];

#[test]
fn forms_of_unequal_radices_are_counted_without_their_nodes() {
    let mut counted = 0;
    for dims in UNEQUAL {
        let (torus, d) = (Torus::new(dims).unwrap(), dims.len());
        for end in 0..4 {
            for inner in 0..2 {
                let mut coefficients = vec![inner; d];
                coefficients[0] = 1;
                coefficients[d - 1] = end;
                let linear = (0..2).map(|c| Placement::linear(&torus, Some(&coefficients), c));
                let several = (1..=3).map(|t| Placement::multilinear(&torus, Some(&coefficients), t));
                for placement in linear.chain(several).flatten() {
                    assert_placement(&placement);
                    counted += 1;
                }
            }
        }
        assert_walked(&Placement::linear(&torus, None, 1).unwrap());
        assert_bisection(&Placement::linear(&torus, None, 1).unwrap());
    }
    assert!(counted > 300, "{counted} placements");
}

/// The bisection, by trying every run of planes and counting every cut.
fn naive_bisection(placement: &Placement) -> (u128, String) {
    let (torus, half) = (placement.torus(), placement.len() / 2);
    let cut = |inside: &[usize]| {
        let crosses = |&link: &torus_model::LinkId| {
            let (tail, port) = torus.tail(link);
            let ends = [tail, torus.neighbour(tail, port)].map(|node| inside.contains(&node.index()));
            ends[0] != ends[1]
        };
        torus.links().filter(crosses).count() as u128
    };
    let held = |inside: &[usize]| ids(placement).iter().filter(|id| inside.contains(id)).count();
    let (mut of_planes, mut sweeps) = (Vec::new(), Vec::new());
    for dim in 0..torus.d() {
        let n = torus.dims()[dim];
        let runs = (0..n).flat_map(|first| (1..n).map(move |width| (first, width)));
        let found = runs.into_iter().find_map(|(first, width)| {
            let within = |id: &usize| (oracle::coordinates(torus.dims(), *id)[dim] + n - first) % n < width;
            let inside: Vec<usize> = (0..torus.len()).filter(within).collect();
            let name = format!("planes x{} = {first}..{}", dim + 1, (first + width - 1) % n);
            (held(&inside) == half).then(|| (cut(&inside), name))
        });
        of_planes.extend(found);
        let mut order: Vec<usize> = (0..torus.len()).collect();
        order.sort_by_key(|&id| oracle::coordinates(torus.dims(), id)[dim]);
        let first = (0..=torus.len()).find(|&nodes| held(&order[..nodes]) == half).unwrap();
        sweeps.push((cut(&order[..first]), format!("sweep along x{}", dim + 1)));
    }
    let best = |found: Vec<(u128, String)>| found.into_iter().min_by_key(|(links, _)| *links);
    best(of_planes).or_else(|| best(sweeps)).unwrap()
}

fn assert_bisection(placement: &Placement) {
    let (links, how) = naive_bisection(placement);
    let found = torus_model::bound::bisection(placement);
    assert_eq!((found.cut.links, found.how), (links, how), "{placement} on {}", placement.torus());
    assert_eq!(found.cut.held, placement.len() as u64 / 2);
}

#[test]
fn bisections_are_those_of_every_run_of_planes_and_sweep() {
    for dims in FULL.iter().filter(|dims| oracle::size(dims) < 100) {
        assert_bisection(&Placement::full(&Torus::new(dims).unwrap()));
    }
    for (d, k) in [(1, 6), (2, 3), (2, 5), (2, 6), (3, 3), (3, 4), (4, 3)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        (1..=k)
            .filter_map(|t| Placement::multilinear(&torus, None, t).ok())
            .for_each(|p| assert_bisection(&p));
    }
}

fn form() -> impl Strategy<Value = Placement> {
    let factors = prop::collection::vec(1u32..4, 1..5);
    let size = (2u32..13, factors, prop::bool::ANY).prop_map(|(m, factors, equal)| {
        factors.iter().map(|factor| m * if equal { 1 } else { *factor }).collect::<Vec<u32>>()
    });
    size.prop_filter("small", |dims| oracle::size(dims) <= 1300).prop_flat_map(|dims| {
        let coefficients = prop::collection::vec(0..i64::from(dims[0]), dims.len());
        let t = prop::option::of(1..=dims[0]);
        (coefficients, 0..i64::from(dims[0]), t).prop_filter_map(
            "a unit at an end, no more classes than there are, and two processors",
            move |(coefficients, c, t)| {
                let torus = Torus::new(&dims).unwrap();
                match t {
                    None => Placement::linear(&torus, Some(&coefficients), c).ok(),
                    Some(t) => Placement::multilinear(&torus, Some(&coefficients), t).ok(),
                }
            },
        )
    })
}

proptest! {
    #[test]
    fn any_form_is_counted_without_its_nodes(placement in form()) {
        assert_placement(&placement);
    }

    #[test]
    fn any_full_torus_is_counted_without_its_nodes(dims in prop::collection::vec(2u32..9, 1..5)) {
        prop_assume!(oracle::size(&dims) <= 800);
        assert_placement(&Placement::full(&Torus::new(&dims).unwrap()));
    }
}
