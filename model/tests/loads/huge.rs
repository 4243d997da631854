//! Loads by classes on tori that are too large to walk: the loads of all classes sum to the distances, and
//! the maxima are the closed forms.

use num_rational::Ratio;
use torus_model::bound::{census_bounds, Relation};
use torus_model::load::{ClassLoads, ClassLoadsError, ExactLoads};
use torus_model::{PlacementForm, Port, Radices, Routing, Ties};

/// The sum of links times load over all classes.
pub fn sum_of_classes(loads: &ClassLoads) -> Ratio<u128> {
    let ports = loads.radices().ports().flat_map(|port| loads.classes(port));
    ports.map(|(load, links)| Ratio::new(load, loads.denominator()) * links).sum()
}

/// The sum over all offsets o of the smaller one of o and n - o.
fn ring_distances(n: u64) -> u128 {
    u128::from(n / 2) * u128::from(n.div_ceil(2))
}

#[test]
fn full_tori_of_any_size_have_the_closed_forms() {
    let many = [2; 63];
    let tori: [&[u32]; 6] =
        [&[1024; 3], &[100; 8], &[4_000_000_000], &[1 << 20, 999_983, 2], &[3; 35], &many[..50]];
    for dims in tori {
        let form = PlacementForm::full(&Radices::new(dims).unwrap());
        let loads = ClassLoads::new(&form, Routing::Odr).unwrap();
        let nodes = u128::from(form.radices().nodes());
        let each = dims.iter().map(|&n| nodes / u128::from(n) * ring_distances(n.into()));
        assert_eq!(loads.total(), nodes * each.sum::<u128>(), "{dims:?}");
        assert_eq!(sum_of_classes(&loads), loads.total().into(), "{dims:?}");
        let bounds = census_bounds(&form, Routing::Odr, None);
        let exact: Vec<_> = bounds.iter().filter(|bound| bound.relation == Relation::Exact).collect();
        assert_eq!(exact.iter().map(|bound| bound.value).collect::<Vec<_>>(), [loads.e_max()], "{dims:?}");
        let lower = bounds.iter().filter(|bound| bound.relation == Relation::LowerBound);
        assert!(lower.into_iter().all(|bound| bound.value <= loads.e_max()), "{dims:?}");
    }
}

#[test]
fn linear_placements_of_any_size_have_the_closed_forms() {
    let tori: [(usize, u32, u32); 6] =
        [(2, 1 << 17, 5), (3, 1024, 1), (3, 4095, 7), (8, 100, 1), (8, 99, 3), (16, 8, 2)];
    for (d, k, t) in tori {
        let radices = Radices::new(&vec![k; d]).unwrap();
        let form = PlacementForm::multilinear(&radices, None, t).unwrap();
        for routing in [Routing::Odr, Routing::Udr] {
            let loads = ClassLoads::new(&form, routing).unwrap();
            assert_eq!(sum_of_classes(&loads), loads.total().into(), "{d} {k} {t} {routing}");
            for bound in census_bounds(&form, routing, None) {
                match bound.relation {
                    Relation::LowerBound => assert!(bound.value <= loads.e_max(), "{d} {k} {t} {bound:?}"),
                    Relation::Exact => assert_eq!(bound.value, loads.e_max(), "{d} {k} {t} {bound:?}"),
                    Relation::Comparison => {}
                }
            }
        }
        let parity = ClassLoads::ordered(&form, Ties::Parity).unwrap();
        assert_eq!(sum_of_classes(&parity), parity.total().into(), "{d} {k} {t} parity");
    }
}

#[test]
fn a_billion_nodes_and_ten_million_billion() {
    let loads = |d, k| {
        let form = PlacementForm::full(&Radices::new(&vec![k; d]).unwrap());
        let loads = ClassLoads::new(&form, Routing::Odr).unwrap();
        (loads.e_max().to_string(), loads.total().to_string())
    };
    let (billion, many) = (loads(3, 1024), loads(8, 100));
    // 2^20 * 512 * 513 / 2, and 3 * 2^60 * 256.
    assert_eq!(billion, ("137707388928".into(), "885443715538058477568".into()));
    // 100^7 * 50 * 51 / 2, and 8 * 10^32 * 25: beyond 64 bits.
    assert_eq!(many, ("127500000000000000".into(), "20000000000000000000000000000000000".into()));
}

#[test]
fn every_class_of_a_port_has_links() {
    let radices = Radices::new(&[1024; 3]).unwrap();
    let form = PlacementForm::linear(&radices, Some(&[2, 4, 1]), 3).unwrap();
    let loads = ClassLoads::ordered(&form, Ties::Parity).unwrap();
    let number = |port: Port| (loads.classes(port).count(), loads.classes(port).map(|(_, n)| n).sum());
    let all: u128 = 1 << 30;
    let numbers: Vec<(usize, u128)> = radices.ports().map(number).collect();
    assert_eq!(numbers, [(2048, all), (2048, all), (2048, all), (2048, all), (1024, all), (1024, all)]);
}

#[test]
fn what_leaves_the_integers_is_refused() {
    let full = |dims: &[u32]| PlacementForm::full(&Radices::new(dims).unwrap());
    let refused = |form: &PlacementForm, routing| ClassLoads::new(form, routing).unwrap_err().to_string();
    assert_eq!(
        refused(&full(&[4_000_000_000, 2_000_000_000]), Routing::Odr),
        "the loads of 8000000000000000000 processors on 4000000000x2000000000 with routing odr were asked \
         for; they are counted in 128 bits, and would need more: lower a radix or the number of dimensions"
    );
    assert!(matches!(
        ClassLoads::new(&full(&[2; 34]), Routing::Udr),
        Err(ClassLoadsError::TooManyMessages { processors: 17_179_869_184, .. })
    ));
    let wide = PlacementForm::linear(&Radices::new(&[1 << 24; 2]).unwrap(), None, 0).unwrap();
    assert_eq!(
        refused(&wide, Routing::Odr),
        "the placement linear:coeff=1,1:c=0 has 67108864 classes of links; loads of up to 33554432 are \
         counted: lower the radix or the number of dimensions, or place a processor on every node"
    );
}
