//! Steps of broadcasts, also of tori too large to emit: from the library, with every plan verified.

use super::{markdown, Cost, Table};
use crate::runs::Runs;
use rayon::prelude::*;
use torus_model::{
    collective::{
        broadcast::{broadcast, lines_steps, lower_bound, ordered_bound, staged_steps},
        verify::verify,
    },
    Torus,
};

const COMMAND: &str =
    "torus_model::collective::broadcast; up to 65,536 nodes torusgen schedule --dims DIMS --kind broadcast";

pub const TABLES: &[Table] = &[
    Table { name: "broadcast-steps", command: COMMAND, cost: Cost::Minutes, make: |_| steps(&SMALL) },
    Table { name: "broadcast-large", command: COMMAND, cost: Cost::Hour, make: |_| steps(&LARGE) },
    Table { name: "broadcast-mixed", command: COMMAND, cost: Cost::Minutes, make: mixed },
];

/// Dimensions with the first and the last n.
type Sizes = [(usize, u32, u32)];

/// Up to some thousands of nodes.
const SMALL: [(usize, u32, u32); 4] = [(2, 2, 60), (3, 2, 18), (4, 2, 9), (5, 2, 6)];

/// Up to a quarter million.
const LARGE: [(usize, u32, u32); 3] = [(3, 19, 49), (4, 10, 22), (5, 7, 12)];

/// The shortest broadcast found here, verified; the bounds of ordered worms and of ports.
fn here(torus: &Torus) -> (u32, u32, u32) {
    let plan = broadcast(torus, torus.node_at(0).expect("a node")).expect("a broadcast");
    verify(&plan).unwrap_or_else(|violation| panic!("{torus}: {violation}"));
    (plan.steps(), ordered_bound(torus), lower_bound(torus))
}

/// Steps and bound. The steps are in bold if they meet the bound.
fn emphasised(steps: u32, bound: u32) -> String {
    if steps == bound {
        format!("**{steps}**")
    } else {
        steps.to_string()
    }
}

/// The rows of n^d. Consecutive n with equal columns share a row.
fn steps(sizes: &Sizes) -> String {
    let all: Vec<(usize, u32)> =
        sizes.iter().flat_map(|&(d, first, last)| (first..=last).map(move |n| (d, n))).collect();
    let columns = |&(d, n): &(usize, u32)| {
        let torus = Torus::homogeneous(d, n).expect("a torus");
        let (here, ordered, ports) = here(&torus);
        let lines = lines_steps(torus.dims());
        let cells = [staged_steps(d, n).to_string(), lines.to_string(), emphasised(here, ordered)];
        (d, n, [cells.to_vec(), vec![ordered.to_string(), ports.to_string()]].concat())
    };
    let mut rows: Vec<(usize, u32, u32, Vec<String>)> = Vec::new();
    // The largest first, so that no core waits for one of them at the end.
    let mut found: Vec<_> = all.par_iter().rev().map(columns).collect();
    found.reverse();
    for (d, n, cells) in found {
        match rows.last_mut() {
            Some((rank, _, last, same)) if *rank == d && *same == cells => *last = n,
            _ => rows.push((d, n, n, cells)),
        }
    }
    let row = |(d, first, last, cells): (usize, u32, u32, Vec<String>)| {
        let name = if first == last { format!("{first}^{d}") } else { format!("{first}^{d} to {last}^{d}") };
        [vec![name], cells].concat()
    };
    markdown(
        &["torus", ">staged", ">lines", ">here", ">ordered bound", ">ports bound"],
        rows.into_iter().map(row),
    )
}

/// Tori of unequal radices, and some large ones.
fn mixed(_runs: &Runs) -> String {
    let all = "4x6 3x5x7 2x3x4x5 9x9x3 8x8x4 6x6x4x4 3x60x30 7x300 61x67 100x100 128x128 2x2x2x2x2x2x2x2 \
               2x2x2x2x2x2x2x2x2x2x2x2";
    let names: Vec<&str> = all.split_whitespace().collect();
    let row = |name: &&str| {
        let dims: Vec<u32> = name.split('x').map(|n| n.parse().expect("a radix")).collect();
        let (here, ordered, ports) = here(&Torus::new(&dims).expect("a torus"));
        vec![name.to_string(), emphasised(here, ordered), ordered.to_string(), ports.to_string()]
    };
    let rows: Vec<Vec<String>> = names.par_iter().map(row).collect();
    markdown(&["torus", ">here", ">ordered bound", ">ports bound"], rows)
}
