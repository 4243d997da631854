//! Schedules against the naive oracle, and the verifier against spoiled schedules.
//!
//! State space: ODR frames of full, linear, multilinear and listed placements. The oracle expands every
//! message of every processor over the real links, slot by slot, with the naive walk. The verifier walks
//! only one processor of each class.

use crate::common::oracle;
use proptest::prelude::*;
use std::collections::HashMap;
use torus_model::schedule::oneshot::odr_oneshot;
use torus_model::schedule::verify::{verify, Violation};
use torus_model::PortModel;
use torus_model::{schedule::frame::odr_frame, Effort};
use torus_model::{Loads, Placement, Route, Routing, Schedule, Torus};

const ALL: PortModel = PortModel::AllPort;

/// Checks every (link, slot modulo length) of every message of every processor, found by the naive walk.
fn assert_free_of_conflicts(schedule: &Schedule) {
    let dims = schedule.torus().dims();
    let mut user = HashMap::new();
    let mut sent = HashMap::new();
    for &node in schedule.placement.processors() {
        let class = schedule.placement.symmetry().class_of(schedule.torus(), node);
        let from = oracle::coordinates(dims, node.index());
        let source = schedule
            .placement
            .sources()
            .iter()
            .position(|&s| schedule.placement.symmetry().class_of(schedule.torus(), s) == class);
        for entry in schedule.entries.iter().filter(|entry| Some(entry.source) == source) {
            let to: Vec<u32> = (0..dims.len()).map(|i| (from[i] + entry.offset[i]) % dims[i]).collect();
            *sent.entry((from.clone(), to.clone())).or_insert(0) += 1;
            let path = oracle::walk(dims, &from, &to, &(0..dims.len()).collect::<Vec<_>>());
            for (time, link) in (entry.slot..).zip(path) {
                let other = user.insert((link, time % schedule.length), entry);
                assert_eq!(other, None, "link {link} in slot {}", time % schedule.length);
            }
        }
    }
    let p = schedule.placement.len();
    assert_eq!(sent.len(), p * (p - 1));
    assert!(sent.values().all(|&times| times == 1));
}

fn assert_frame(placement: &Placement) -> Schedule {
    let schedule = odr_frame(placement, ALL, Effort { seed: 1, visits: 20_000_000 });
    let verified =
        verify(&schedule).unwrap_or_else(|why| panic!("{placement} on {}: {why}", placement.torus()));
    let loads = Loads::new(placement, Routing::Odr).unwrap();
    assert_eq!(loads.e_max().to_string(), schedule.lower_bound.to_string());
    let copies = (placement.len() / placement.sources().len()) as u64;
    assert_eq!(u128::from(verified.hops * copies), loads.total(), "hops are the sum of the loads");
    schedule
}

/// The bar: one class of a linear placement meets E_max in every case up to d = 4, k = 10, and in larger
/// ones.
#[test]
fn linear_frames_meet_the_maximum_load() {
    let large = [(3, 16), (3, 17), (3, 21), (3, 32), (3, 64)];
    for (d, k) in (2..=4).flat_map(|d| (2..=10).map(move |k| (d, k))).chain(large) {
        let torus = Torus::homogeneous(d, k).unwrap();
        let schedule = assert_frame(&Placement::linear(&torus, None, 0).unwrap());
        assert_eq!(schedule.length, schedule.lower_bound, "d={d} k={k}");
        if torus.len() <= 256 {
            assert_free_of_conflicts(&schedule);
        }
    }
}

/// Frames and one-shots of placements whose form is taken modulo the common divisor of unequal radices.
#[test]
fn linear_placements_of_unequal_radices_have_schedules() {
    for dims in [&[2, 4][..], &[4, 8], &[8, 4], &[6, 4], &[6, 9], &[9, 3], &[2, 4, 6], &[8, 8, 4], &[3, 6, 6]]
    {
        let torus = Torus::new(dims).unwrap();
        for placement in [Placement::linear(&torus, None, 1), Placement::multilinear(&torus, None, 2)] {
            let frame = assert_frame(&placement.unwrap());
            assert_eq!(frame.length, frame.lower_bound, "{} on {torus}", frame.placement);
            assert_free_of_conflicts(&frame);
            let oneshot = odr_oneshot(&frame.placement, ALL, Effort { seed: 1, visits: 2_000_000 });
            verify(&oneshot).unwrap_or_else(|why| panic!("{} on {torus}: {why}", frame.placement));
            assert_free_of_conflicts(&oneshot);
        }
    }
}

#[test]
fn full_squares_meet_the_maximum_load_up_to_eight() {
    for k in 2..=8 {
        let schedule = assert_frame(&Placement::full(&Torus::homogeneous(2, k).unwrap()));
        assert_eq!(schedule.length, schedule.lower_bound, "k={k}");
        assert_free_of_conflicts(&schedule);
    }
}

/// In closed form, of any size: radix 2, odd, even, one dimension to eight.
#[test]
fn large_full_tori_meet_the_maximum_load() {
    let sizes = [
        (1, 65),
        (1, 100),
        (2, 9),
        (2, 12),
        (2, 16),
        (2, 17),
        (3, 5),
        (3, 6),
        (3, 8),
        (3, 16),
        (4, 3),
        (4, 4),
    ];
    for (d, k) in sizes.into_iter().chain([(5, 3), (5, 4), (7, 2), (8, 2)]) {
        let torus = Torus::homogeneous(d, k).unwrap();
        let schedule = assert_frame(&Placement::full(&torus));
        assert_eq!(schedule.length, schedule.lower_bound, "d={d} k={k}");
        if torus.len() <= 256 {
            assert_free_of_conflicts(&schedule);
        }
    }
}

#[test]
fn other_frames_are_valid() {
    for dims in
        [&[2u32][..], &[5], &[8], &[2, 3], &[3, 4], &[5, 2], &[2, 2, 2], &[2, 3, 4], &[3, 3, 3], &[4, 4, 4]]
    {
        assert_free_of_conflicts(&assert_frame(&Placement::full(&Torus::new(dims).unwrap())));
    }
    for (d, k) in [(1, 5), (2, 4), (2, 7), (3, 3), (3, 4)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        for t in 2..k {
            assert_free_of_conflicts(&assert_frame(&Placement::multilinear(&torus, None, t).unwrap()));
        }
    }
    let torus = Torus::homogeneous(2, 6).unwrap();
    assert_free_of_conflicts(&assert_frame(&Placement::linear(&torus, Some(&[1, 2]), 3).unwrap()));
}

#[test]
fn the_same_seed_gives_the_same_frame() {
    let placement = Placement::full(&Torus::homogeneous(2, 6).unwrap());
    let effort = Effort { seed: 7, visits: 10_000_000 };
    assert_eq!(odr_frame(&placement, ALL, effort), odr_frame(&placement, ALL, effort));
}

fn sample() -> Schedule {
    odr_frame(
        &Placement::linear(&Torus::homogeneous(2, 5).unwrap(), None, 0).unwrap(),
        ALL,
        Effort::with_seed(1),
    )
}

/// Each kind of fault is caught, and named.
#[test]
fn spoiled_schedules_are_refused() {
    let spoil = |change: &dyn Fn(&mut Schedule)| {
        let mut schedule = sample();
        change(&mut schedule);
        verify(&schedule).expect_err("a spoiled schedule").to_string()
    };
    let at =
        |route: &str| sample().entries.iter().position(|entry| entry.route.to_string() == route).unwrap();
    let text = spoil(&|s| drop(s.entries.pop()));
    assert!(text.ends_with("is sent 0 times, not once"), "{text}");
    let text = spoil(&|s| s.entries[0] = s.entries[1].clone());
    assert!(text.contains("is sent"), "{text}");
    let text = spoil(&|s| s.entries[at("aB")].route = s.entries[at("Ab")].route.clone());
    assert!(text.starts_with("the route of slot") && text.ends_with("leads to the offset 4,1"), "{text}");
    let text = spoil(&|s| s.entries[at("aB")].slot = 9);
    assert!(text.ends_with("is outside the schedule's slots or source classes"), "{text}");
    let text = spoil(&|s| {
        let other = 1 - s.entries[at("aB")].slot;
        s.entries[at("aB")].slot = other;
    });
    assert!(text.starts_with("the links like (") && text.contains("carry two messages in slot"), "{text}");
    let text = spoil(&|s| s.lower_bound = 3);
    assert_eq!(text, "a length of 2 over a bound of 3 is stated, the bound proved is 2");
    let text = spoil(&|s| (s.length, s.lower_bound) = (9, 9));
    assert_eq!(text, "a length of 9 over a bound of 9 is stated, the bound proved is 2");
}

#[test]
fn conflicts_are_named_whole() {
    let mut schedule = sample();
    let first = schedule.entries[0].clone();
    let second = schedule
        .entries
        .iter()
        .position(|e| e.slot != first.slot && e.route.segments()[0].port == first.route.segments()[0].port);
    schedule.entries[second.unwrap()].slot = first.slot;
    let Err(Violation::Conflict { link, slot, .. }) = verify(&schedule) else { panic!("a conflict") };
    assert_eq!(
        (link.as_str(), slot),
        (format!("(0,0) {}", first.route.segments()[0].port).as_str(), first.slot)
    );
}

proptest! {
    #[test]
    fn frames_of_listed_placements_are_valid(
        dims in prop::collection::vec(2u32..5, 1..4),
        chosen in prop::collection::btree_set(0usize..64, 2..7),
    ) {
        let torus = Torus::new(&dims).unwrap();
        let node = |at: usize| torus.node_at(at % torus.len()).unwrap();
        let mut nodes: Vec<_> = chosen.into_iter().map(node).collect();
        nodes.sort();
        nodes.dedup();
        prop_assume!(nodes.len() >= 2);
        assert_free_of_conflicts(&assert_frame(&Placement::listed(&torus, &nodes).unwrap()));
    }
}

/// One-shot schedules end within their length, and some meet Jackson's bound.
#[test]
fn one_shot_schedules_are_valid() {
    let mut met = 0;
    for (d, k) in [(1, 5), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (4, 3)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        let linear = Placement::linear(&torus, None, 0).ok();
        for placement in linear.into_iter().chain([Placement::full(&torus)]) {
            let schedule = odr_oneshot(&placement, ALL, Effort { seed: 1, visits: 5_000_000 });
            verify(&schedule).unwrap_or_else(|why| panic!("{placement} on {torus}: {why}"));
            assert!(schedule.makespan() <= schedule.length);
            met += usize::from(schedule.length == schedule.lower_bound);
        }
    }
    assert!(met >= 10, "{met} schedules meet their bound");
}

#[test]
fn routes_are_read_as_they_are_printed() {
    for text in ["a", "aaB", "CCbA"] {
        assert_eq!(text.parse::<Route>().unwrap().to_string(), text);
    }
    assert_eq!(
        "a1".parse::<Route>().unwrap_err().to_string(),
        "the route \"a1\" has the character '1'; routes are letters, a b c .. for + and A B C .. for - in \
         dimensions 1, 2, 3: correct it"
    );
}
