//! Route tables against the published numbers of steps, the naive expansion, and spoiled tables.
//!
//! State space: all tori whose number of steps is in the specification, up to 7776 nodes; dihedral and
//! cyclic groups. The expansion walks every message of every node over the real links; `check` walks only
//! one node of each parity pattern. Both know ports, but not the constructions.

use std::collections::HashMap;
use torus_model::table::{
    check, exchange_table, exchange_table_in, letters, lower_bound, Group, RouteTable, TableFault,
};
use torus_model::Effort;
use torus_model::{Port, Route, Segment, Sign, Torus};

const EFFORT: Effort = Effort { seed: 1, visits: 100_000_000 };

/// The table of a torus. It is checked, has the published number of steps and is not longer than its bound.
fn assert_steps(dims: &[u32], steps: u32) -> RouteTable {
    let torus = Torus::new(dims).unwrap();
    let table = exchange_table(&torus, EFFORT);
    check(&table).unwrap_or_else(|fault| panic!("{torus}: {fault}"));
    assert_eq!((table.length, table.lower_bound), (steps, steps), "{torus}");
    if torus.len() <= 64 {
        assert_expansion(&table);
    }
    table
}

/// Expands a table over all nodes, hop by hop. Each node reads each letter by its own parity.
fn assert_expansion(table: &RouteTable) {
    let dims = table.torus.dims();
    let mut links = HashMap::new();
    let mut delivered = HashMap::new();
    for source in (0..table.torus.len()).map(|id| coordinates(dims, id)) {
        for entry in &table.entries {
            let mut x = source.clone();
            for (hop, letter) in table.letters(&entry.route) {
                let (dim, step) = (letter / 2, entry.start + hop);
                assert!(step < table.length);
                let mirrored = table.groups[dim] == Group::Dihedral && x[dim] % 2 == 1;
                let port = letter ^ mirrored as usize;
                let other = links.insert((x.clone(), port, step), entry);
                assert_eq!(other, None, "{}: {x:?} port {port} step {step}", table.torus);
                let hop = if port % 2 == 0 { 1 } else { dims[dim] - 1 };
                x[dim] = (x[dim] + hop) % dims[dim];
            }
            let distance: u32 = (0..dims.len()).map(|i| ring_distance(source[i], x[i], dims[i])).sum();
            assert_eq!(entry.route.hops(), distance, "{} {entry}", table.torus);
            *delivered.entry((source.clone(), x)).or_insert(0) += 1;
        }
    }
    let n = table.torus.len();
    assert!(delivered.values().all(|&times| times == 1) && delivered.keys().all(|(from, to)| from != to));
    assert_eq!(delivered.len(), n * (n - 1), "{}", table.torus);
}

fn coordinates(dims: &[u32], mut id: usize) -> Vec<u32> {
    let mut x: Vec<u32> = Vec::new();
    for &n in dims.iter().rev() {
        x.insert(0, (id % n as usize) as u32);
        id /= n as usize;
    }
    x
}

fn ring_distance(a: u32, b: u32, n: u32) -> u32 {
    a.abs_diff(b).min(n - a.abs_diff(b))
}

#[test]
fn rings_take_the_published_steps() {
    for (n, steps) in (3..=12).zip([1, 2, 3, 5, 6, 8, 10, 13, 15, 18]) {
        assert_steps(&[n], steps);
    }
    for n in 13..=64 {
        assert_steps(&[n], (n * n / 4).div_ceil(2));
    }
}

#[test]
fn squares_take_the_published_steps() {
    let radices = [3, 4, 5, 6, 7, 8, 9, 10, 12, 16];
    for (n, steps) in radices.into_iter().zip([3, 8, 15, 27, 42, 64, 90, 125, 216, 512]) {
        assert_steps(&[n, n], steps);
    }
}

#[test]
fn cubes_take_the_published_steps() {
    let radices = [3, 4, 5, 6, 7, 8, 9, 10, 12];
    for (n, steps) in radices.into_iter().zip([9, 32, 75, 162, 294, 512, 810, 1250, 2592]) {
        assert_steps(&[n; 3], steps);
    }
}

#[test]
fn four_dimensions_and_more_take_the_published_steps() {
    for (n, steps) in (3..=8).zip([27, 128, 375, 972, 2058, 4096]) {
        assert_steps(&[n; 4], steps);
    }
    for (n, steps) in (3..=6).zip([81, 512, 1875, 5832]) {
        assert_steps(&[n; 5], steps);
    }
    assert_steps(&[3; 6], 243);
    assert_steps(&[4; 6], 2048);
    assert_steps(&[3; 7], 729);
}

#[test]
fn hypercubes_take_the_published_steps() {
    for d in 1..=10 {
        assert_steps(&vec![2; d], 1 << (d - 1));
    }
}

#[test]
fn mixed_radices_take_the_published_steps() {
    let published: [(&[u32], u32); 17] = [
        (&[2, 3], 3),
        (&[2, 4], 4),
        (&[2, 5], 6),
        (&[3, 4], 6),
        (&[3, 5], 9),
        (&[4, 6], 18),
        (&[2, 2, 3], 6),
        (&[2, 3, 4], 12),
        (&[3, 4, 5], 36),
        (&[4, 4, 8], 128),
        (&[4, 6, 8], 192),
        (&[5, 6, 7], 180),
        (&[6, 6, 4], 108),
        (&[7, 7, 3], 126),
        (&[2, 3, 4, 5], 72),
        (&[6, 6, 2], 54),
        (&[6, 6, 3], 81),
    ];
    published.into_iter().for_each(|(dims, steps)| drop(assert_steps(dims, steps)));
}

/// Several tight dimensions, and no orbits to help: these need more of the search.
#[test]
fn larger_mixed_radices_take_the_published_steps() {
    let effort = Effort { visits: 4_000_000_000, ..EFFORT };
    for (dims, steps) in [(&[8, 8, 4][..], 256), (&[9, 9, 3], 270), (&[6, 6, 4, 4], 432)] {
        let table = exchange_table(&Torus::new(dims).unwrap(), effort);
        assert_eq!(check(&table), Ok(()), "{dims:?}");
        assert_eq!((table.length, table.lower_bound), (steps, steps), "{dims:?}");
    }
}

/// The seed's own groups, and groups that cannot meet the bound: the table says so.
#[test]
fn groups_can_be_asked_for() {
    use Group::{Cyclic, Dihedral};
    let table = |dims: &[u32], groups: &[Group]| {
        let table = exchange_table_in(&Torus::new(dims).unwrap(), groups, EFFORT);
        check(&table).unwrap_or_else(|fault| panic!("{dims:?}: {fault}"));
        if table.torus.len() <= 64 {
            assert_expansion(&table);
        }
        assert_eq!(table.groups, groups);
        (table.length, table.lower_bound)
    };
    for n in [4, 6, 8, 10] {
        assert_eq!(table(&[n, n], &[Dihedral; 2]), (n * n * n / 8, n * n * n / 8));
    }
    assert_eq!(table(&[4; 3], &[Dihedral; 3]), (32, 32));
    assert_eq!(table(&[6; 3], &[Dihedral; 3]), (162, 162));
    assert_eq!(table(&[4; 4], &[Dihedral; 4]), (128, 128));
    assert_eq!(table(&[4, 4], &[Cyclic, Dihedral]), (8, 8));
    assert_eq!(table(&[4, 3, 2], &[Dihedral, Cyclic, Cyclic]), (12, 12));
    assert_eq!(table(&[6], &[Cyclic]), (6, 5));
    assert_eq!(table(&[4, 3], &[Cyclic; 2]), (7, 6));
}

#[test]
#[should_panic(
    expected = "5 needs one group for each dimension, dihedral only with an even radix of at least 4"
)]
fn unsuitable_groups_are_refused() {
    exchange_table_in(&Torus::new(&[5]).unwrap(), &[Group::Dihedral], EFFORT);
}

#[test]
fn bounds_are_the_specification_s() {
    let bound = |dims: &[u32]| lower_bound(&Torus::new(dims).unwrap());
    assert_eq!([bound(&[2]), bound(&[2, 3]), bound(&[3, 4]), bound(&[9, 9, 3])], [1, 3, 6, 270]);
    assert_eq!(bound(&[2; 24]), 1 << 23);
}

#[test]
fn dihedral_runs_alternate() {
    let segment = |dim, sign, hops| Segment { port: Port::new(dim, sign), hops };
    let route = Route::new([segment(0, Sign::Minus, 3), segment(1, Sign::Minus, 2)]);
    let spelt = |groups: &[Group]| letters(groups, &route).collect::<Vec<_>>();
    assert_eq!(spelt(&[Group::Dihedral, Group::Cyclic]), [(0, 1), (1, 0), (2, 1), (3, 3), (4, 3)]);
}

#[test]
fn the_same_seed_gives_the_same_table() {
    for dims in [&[4, 4, 4][..], &[3, 4, 5], &[2, 2, 2, 2, 2], &[4, 4, 4, 4]] {
        let torus = Torus::new(dims).unwrap();
        let table = |seed| exchange_table(&torus, Effort { seed, ..EFFORT });
        assert_eq!(table(7), table(7));
        assert_ne!(table(7), table(8));
    }
}

fn sample() -> RouteTable {
    exchange_table(&Torus::new(&[3, 4]).unwrap(), EFFORT)
}

fn entry(table: &RouteTable, route: &str) -> usize {
    table.entries.iter().position(|entry| entry.route.to_string() == route).unwrap()
}

/// Groups of both kinds, alone and side by side, before anything is spoiled.
#[test]
fn spoiled_tables_were_right_before() {
    for dims in [&[2u32][..], &[5], &[6], &[4, 4], &[3, 4], &[2, 3]] {
        let table = exchange_table(&Torus::new(dims).unwrap(), EFFORT);
        assert_eq!(check(&table), Ok(()), "{dims:?}");
    }
    let cyclic = exchange_table_in(&Torus::new(&[6]).unwrap(), &[Group::Cyclic], EFFORT);
    assert_eq!(check(&cyclic), Ok(()));
}

/// Each kind of fault is caught, and named.
#[test]
fn spoiled_tables_are_refused() {
    let spoil = |change: &dyn Fn(&mut RouteTable)| {
        let mut table = sample();
        change(&mut table);
        check(&table).expect_err("a spoiled table").to_string()
    };
    let groups =
        "the groups (dihedral, cyclic) do not suit 3x4: one for each dimension is needed, dihedral only \
                  with an even radix of at least 4";
    assert_eq!(spoil(&|t| t.groups = vec![Group::Dihedral, Group::Cyclic]), groups);
    assert!(spoil(&|t| t.groups.truncate(1)).starts_with("the groups (cyclic) do not suit 3x4"));
    let route = |route: Route| spoil(&|t| t.entries[0].route = route.clone());
    let segment = |dim, hops| Segment { port: Port::new(dim, Sign::Plus), hops };
    let shortest = "is not a shortest path over existing links";
    assert!(route(Route::default()).ends_with(shortest));
    assert!(route(Route::new([segment(0, 2)])).ends_with(shortest));
    assert!(route(Route::new([segment(2, 1)])).ends_with(shortest));
    assert!(route(Route::new([segment(1, 1), segment(0, 1), segment(1, 1)])).ends_with(shortest));
    let length =
        "7 steps over a bound of 6 are stated, but the routes end after 6 steps and give a bound of 6";
    assert_eq!(spoil(&|t| t.length = 7), length);
    let bound =
        "6 steps over a bound of 5 are stated, but the routes end after 6 steps and give a bound of 6";
    assert_eq!(spoil(&|t| t.lower_bound = 5), bound);
    assert!(spoil(&|t| t.entries[0].start = u32::MAX).contains("but the routes end after 42949672"));
    let lost = spoil(&|t| drop(t.entries.swap_remove(entry(t, "A"))));
    assert_eq!(lost, "the message (0,0) to (2,0) is sent 0 times, not once");
    // A message that turns up elsewhere: the counts of hops stay right.
    let misrouted = spoil(&|t| {
        let (first, second) = (entry(t, "a"), entry(t, "A"));
        t.entries[second].route = t.entries[first].route.clone();
    });
    assert_eq!(misrouted, "the message (0,0) to (1,0) is sent 2 times, not once");
    let mirrored = spoil(&|t| t.groups[1] = Group::Cyclic);
    assert!(
        mirrored.starts_with("the links like (") && mirrored.contains("carry two messages in step"),
        "{mirrored}"
    );
}

/// Two messages on one link, whichever node is looked at.
#[test]
fn conflicts_are_named_whole() {
    let mut table = sample();
    let first = table.entries[0].clone();
    let letter = |route: &Route| route.segments()[0].port;
    let later = |entry: &&mut torus_model::table::TableEntry| {
        entry.start != first.start
            && letter(&entry.route) == letter(&first.route)
            && entry.start + entry.route.hops() < 6
    };
    let second = table.entries.iter_mut().find(later).expect("a tight letter starts twice");
    second.start = first.start;
    let (one, other) = (first.to_string(), second.to_string());
    let fault = check(&table).expect_err("a conflict");
    let link = format!("(0,0) {}", letter(&first.route));
    assert_eq!(fault, TableFault::Conflict { link, step: first.start, first: one, second: other });
}

/// Every single change of a start by one step is caught where the table has no hole.
#[test]
fn every_moved_route_of_a_tight_table_is_caught() {
    let table = exchange_table(&Torus::new(&[4, 4]).unwrap(), EFFORT);
    for number in 0..table.entries.len() {
        let mut moved = table.clone();
        let start = &mut moved.entries[number].start;
        *start = if *start == 0 { 1 } else { *start - 1 };
        assert!(check(&moved).is_err(), "{}", table.entries[number]);
    }
}
