//! Full tori of unequal radices: tables and frames that are ordered instead of searched, at their bounds.
//!
//! State space: a sample of all tori of up to 1024 nodes whose radices differ, and a list of corners: one
//! longest radix, two, three and four; odd, even and both; radix 2 once and more often; the longest radix
//! first, last, in the middle and with others between; a longest radix with an odd number of half-way
//! messages. Routes are walked here port by port, by code that knows no construction.

use crate::common::unequal::unequal;
use std::collections::BTreeSet;
use torus_model::schedule::{balanced::balanced_frame, frame::odr_frame, verify::verify};
use torus_model::table::{check, cyclic_bound, exchange_table};
use torus_model::{Effort, Placement, PortModel, Schedule, Torus};

const EFFORT: Effort = Effort { seed: 1, visits: 50_000_000 };

/// Tori for which both an exchange and a frame meet the bound.
const CORNERS: [&[u32]; 28] = [
    &[25, 26],
    &[26, 23],
    &[3, 16],
    &[3, 18],
    &[3, 20],
    &[5, 3, 22],
    &[30, 32],
    &[16, 16, 4],
    &[9, 9, 8],
    &[9, 8, 9],
    &[8, 10, 12],
    &[12, 10, 8],
    &[10, 12, 8],
    &[9, 10, 11],
    &[4, 5, 6, 7],
    &[7, 6, 5, 4],
    &[3, 5, 7, 9],
    &[2, 13, 14],
    &[2, 123],
    &[123, 2],
    &[2, 2, 2, 5, 7],
    &[2, 16, 30],
    &[4, 107],
    &[7, 11, 13],
    &[15, 2, 15],
    &[9, 4, 9],
    &[7, 2, 7, 7],
    &[13, 3, 13, 2],
];

/// Walks a schedule of one source class: no port is used twice in a slot, and every other node is reached
/// once, by a shortest way.
fn assert_walks(schedule: &Schedule) {
    let (torus, dims) = (schedule.torus(), schedule.torus().dims());
    let (mut used, mut ends) = (BTreeSet::new(), BTreeSet::new());
    for entry in &schedule.entries {
        let mut at = vec![0; dims.len()];
        for (slot, port) in (entry.slot..).zip(entry.route.ports()) {
            assert!(used.insert((port.index(), slot % schedule.length)), "{torus}: {entry:?}");
            let (dim, back) = (port.index() / 2, port.index() % 2 == 1);
            at[dim] = (at[dim] + if back { dims[dim] - 1 } else { 1 }) % dims[dim];
        }
        let distance: u32 = at.iter().zip(dims).map(|(&x, &n)| x.min(n - x)).sum();
        assert_eq!(entry.route.hops(), distance, "{torus}: {entry:?}");
        ends.insert(at);
    }
    assert_eq!((ends.len(), schedule.entries.len()), (torus.len() - 1, torus.len() - 1), "{torus}");
}

/// The steps of an exchange above its bound.
fn excess_of_table(dims: &[u32]) -> u32 {
    excess_of_table_with(dims, EFFORT)
}

fn excess_of_table_with(dims: &[u32], effort: Effort) -> u32 {
    let table = exchange_table(&Torus::new(dims).unwrap(), effort);
    assert_eq!(check(&table), Ok(()), "{dims:?}");
    table.length - table.lower_bound
}

/// The slots of a frame of dimension-ordered routing above E_max.
fn excess_of_frame(dims: &[u32]) -> u32 {
    let placement = Placement::full(&Torus::new(dims).unwrap());
    let frame = odr_frame(&placement, PortModel::AllPort, EFFORT);
    assert!(verify(&frame).is_ok(), "{dims:?}");
    assert_walks(&frame);
    frame.length - frame.lower_bound
}

#[test]
fn corners_meet_their_bounds() {
    for dims in CORNERS {
        assert_eq!((excess_of_table(dims), excess_of_frame(dims)), (0, 0), "{dims:?}");
    }
}

/// Only exchanges: three and four longest radices that are even, which ordered routing does not order.
#[test]
fn many_longest_radices_meet_their_bounds() {
    for dims in [&[8, 8, 8, 3][..], &[3, 6, 6, 6], &[2, 8, 8, 8], &[4, 4, 4, 4, 3], &[4, 6, 6, 6]] {
        assert_eq!(excess_of_table(dims), 0, "{dims:?}");
    }
}

/// Exchanges with dimensions of radix 2 in front, between and behind, added by doubling: to constructed
/// tables and to those of a search, with room for the new letters and without; then with radix 4 as two
/// dimensions of radix 2, beside others and alone.
#[test]
fn dimensions_of_radix_2_are_added_by_doubling() {
    let doubled: [&[u32]; 12] = [
        &[5, 2, 5, 2, 5],
        &[6, 6, 6, 2, 2],
        &[4, 4, 2, 2],
        &[4, 4, 2, 2, 2, 2],
        &[4, 4, 2, 2, 2, 2, 2],
        &[2, 4, 2, 2, 2, 2, 2, 2],
        &[4, 3, 2, 2, 2, 2, 2, 2],
        &[3, 3, 2, 3, 2, 2],
        &[2, 4, 3, 4, 4],
        &[4, 2, 4, 4, 4],
        &[5, 4, 5, 2, 5],
        &[2; 11],
    ];
    let effort = Effort { visits: 4_000_000_000, ..EFFORT };
    for dims in doubled {
        assert_eq!(excess_of_table_with(dims, effort), 0, "{dims:?}");
    }
}

/// Tori whose frames repeat a core: two or three dimensions of an odd or an even radix, before the others,
/// after them and between them; one that is busiest but not the longest; a core of one dimension. Then tori
/// with mixed copies: cubes of an odd radix beside one to three dimensions of radix 2, or radices 2 and 3;
/// many of radix 2 beside radix 3.
const REPEATED: [&[u32]; 35] = [
    &[4, 15, 15],
    &[15, 15, 4],
    &[2, 2, 13, 13],
    &[2, 13, 13, 2],
    &[21, 21, 2],
    &[2, 2, 9, 9],
    &[9, 9, 5, 2],
    &[6, 13, 13],
    &[2, 6, 9, 9],
    &[9, 9, 6],
    &[8, 11, 11],
    &[4, 4, 7, 7],
    &[3, 7, 7, 7],
    &[5, 5, 5, 3],
    &[3, 8, 8, 8],
    &[8, 8, 8, 3],
    &[4, 6, 6, 6],
    &[14, 15, 15],
    &[14, 14, 15],
    &[3, 4, 4, 4, 4],
    &[2, 5, 3],
    &[2, 5, 5, 5],
    &[2, 7, 7, 7],
    &[7, 7, 7, 2],
    &[2, 2, 5, 5, 5],
    &[2, 5, 5, 5, 2],
    &[5, 5, 5, 2, 2],
    &[2, 2, 2, 5, 5, 5],
    &[5, 5, 5, 2, 2, 2],
    &[2, 3, 5, 5, 5],
    &[5, 5, 5, 3, 2],
    &[3, 2, 2, 2, 2, 2, 2, 2, 2],
    &[2, 2, 2, 2, 2, 2, 2, 2, 3],
    &[3, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    &[2, 11, 11, 11],
];

#[test]
fn a_core_that_is_repeated_meets_its_bound() {
    for dims in REPEATED {
        assert_eq!(excess_of_frame(dims), 0, "{dims:?}");
    }
}

/// Of all 6499 tori every 61st: the exchange, the frame, and the frame with the longest radix first.
#[test]
fn a_sample_of_all_meets_its_bounds() {
    let all = unequal(1024);
    assert_eq!(all.len(), 6499);
    for dims in all.iter().step_by(61) {
        let turned: Vec<u32> = dims.iter().rev().copied().collect();
        let excess = [excess_of_table(dims), excess_of_frame(dims), excess_of_frame(&turned)];
        assert_eq!(excess, [0; 3], "{dims:?}");
    }
}

/// A balanced frame is a table of cyclic groups: as long as its busiest direction has to work.
#[test]
fn balanced_frames_are_tables() {
    for dims in [&[16, 16][..], &[12, 12], &[25, 26], &[8, 8, 8], &[8, 9], &[3, 4], &[8], &[4, 6, 8]] {
        let torus = Torus::new(dims).unwrap();
        let frame = balanced_frame(&Placement::full(&torus), PortModel::AllPort, EFFORT);
        assert!(verify(&frame).is_ok(), "{dims:?}");
        assert_walks(&frame);
        assert_eq!(frame.length, cyclic_bound(&torus), "{dims:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_order() {
    for dims in [&[9, 10][..], &[2, 5, 7]] {
        let torus = Torus::new(dims).unwrap();
        let table = |seed| exchange_table(&torus, Effort { seed, ..EFFORT });
        assert_eq!(table(7), table(7));
        assert_ne!(table(7), table(8));
    }
}
