//! Residue classes of nodes, and the bounds of plans.
//!
//! State space: every node and port of small tori; periods 1, a divisor, and the radix; radix 2 and mixed
//! radices. The expected classes are computed from coordinates. Corners: periods 1 in all dimensions are all
//! translations; periods 2 are parities.

use torus_model::collective::bound::{startup_bound, step_bound};
use torus_model::PortModel;
use torus_model::{Placement, Symmetry, Torus};

const CASES: &[(&[u32], &[u32])] = &[
    (&[6], &[3]),
    (&[4, 4], &[4, 2]),
    (&[8, 8], &[4, 4]),
    (&[4, 6, 2], &[2, 3, 1]),
    (&[4, 6, 2], &[4, 6, 2]),
    (&[5, 3], &[1, 3]),
];

#[test]
fn a_class_is_the_vector_of_residues() {
    for &(dims, periods) in CASES {
        let torus = Torus::new(dims).unwrap();
        let placement = Placement::full_by_residue(&torus, periods);
        let symmetry = placement.symmetry();
        let classes: usize = periods.iter().product::<u32>() as usize;
        assert_eq!((symmetry.classes(&torus), placement.sources().len()), (classes, classes));
        for node in torus.nodes() {
            let x = torus.coordinates(node);
            let class = (0..dims.len()).fold(0, |class, i| class * periods[i] + x[i] % periods[i]);
            assert_eq!(symmetry.class_of(&torus, node), class as usize, "{dims:?} {periods:?} {x:?}");
            for port in torus.ports() {
                let next = symmetry.class_of(&torus, torus.neighbour(node, port));
                assert_eq!(
                    symmetry.step(&torus, class as usize, port),
                    next,
                    "{dims:?} {periods:?} {x:?} {port}"
                );
            }
        }
        let first: Vec<usize> =
            placement.sources().iter().map(|&node| symmetry.class_of(&torus, node)).collect();
        assert_eq!(first, (0..classes).collect::<Vec<_>>());
    }
}

#[test]
fn periods_of_one_are_all_translations() {
    let torus = Torus::new(&[4, 3]).unwrap();
    assert_eq!(Placement::full_by_residue(&torus, &[1, 1]), Placement::full(&torus));
}

#[test]
fn periods_of_two_are_parities() {
    let torus = Torus::new(&[4, 3, 6]).unwrap();
    let (residues, parities) = (
        Placement::full_by_residue(&torus, &[2, 1, 2]),
        Placement::full_by_parity(&torus, &[true, false, true]),
    );
    assert_eq!(residues.symmetry(), &Symmetry::Residue { periods: vec![2, 1, 2] });
    let alike = |placement: &Placement, a, b| {
        placement.symmetry().class_of(&torus, a) == placement.symmetry().class_of(&torus, b)
    };
    for a in torus.nodes() {
        assert!(torus.nodes().all(|b| alike(&residues, a, b) == alike(&parities, a, b)));
    }
}

#[test]
fn startups_grow_with_the_logarithm() {
    let bound = |dims: &[u32], ports| startup_bound(&Placement::full(&Torus::new(dims).unwrap()), ports);
    let one = [(&[2][..], 1), (&[4, 4], 4), (&[17], 5), (&[8, 8], 6), (&[32, 32], 10)];
    for (dims, startups) in one {
        assert_eq!(bound(dims, PortModel::OnePort), startups, "{dims:?}");
        assert_eq!(bound(dims, PortModel::SinglePort), startups, "{dims:?}");
    }
    for (dims, startups) in
        [(&[2, 2][..], 2), (&[3, 3], 2), (&[5, 5], 2), (&[6, 6], 3), (&[3, 3, 3], 2), (&[9], 2)]
    {
        assert_eq!(bound(dims, PortModel::AllPort), startups, "{dims:?}");
    }
}

#[test]
fn steps_are_at_least_what_links_and_ports_need() {
    let bound = |dims: &[u32], ports| step_bound(&Placement::full(&Torus::new(dims).unwrap()), ports);
    // All ports: the largest sum of distances over the links of a dimension.
    for (dims, steps) in [(&[3, 4][..], 6), (&[6, 6], 27), (&[2, 2, 2], 4), (&[9], 10), (&[4, 4, 4], 32)] {
        assert_eq!(bound(dims, PortModel::AllPort), steps, "{dims:?}");
    }
    for (dims, messages) in [(&[3, 4][..], 11), (&[4, 4], 15)] {
        assert_eq!(bound(dims, PortModel::OnePort), messages, "{dims:?}");
    }
    for (dims, status) in [(&[3, 4][..], 20), (&[4, 4], 32), (&[2, 3, 4, 3], 204)] {
        assert_eq!(bound(dims, PortModel::SinglePort), status, "{dims:?}");
    }
}
