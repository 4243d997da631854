//! A node with a ROM of ten times as many rows takes about ten times as long to print: the text of each row
//! is made once.
//!
//! Both times are the least of [`RUNS`] in one process; only their ratio says something.

#[path = "../tests/common/schedule.rs"]
#[allow(dead_code)]
mod schedule;

use std::time::{Duration, Instant};
use torus_hdl::{modules, NodeSpec};
use torus_model::{Port, PortModel, RomImage, RomStyle, Torus};

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// Rows of the two ROMs.
const ROWS: [usize; 2] = [1_000, 10_000];

fn main() {
    let torus: Torus = "16x16x16".parse().expect("a torus");
    let [few, many] = ROWS.map(|rows| (0..RUNS).map(|_| printed(&torus, rows)).min().unwrap_or_default());
    let ratio = many.as_secs_f64() / few.as_secs_f64();
    println!(
        "printing a node of {torus}: {} rows {few:?}, {} rows {many:?}, {ratio:.1} times",
        ROWS[0], ROWS[1]
    );
}

/// How long the modules of a node with so many rows take.
fn printed(torus: &Torus, rows: usize) -> Duration {
    let row = schedule::one_by_one(torus, PortModel::AllPort, 1).rows[0].clone();
    let images = [RomImage { rows: vec![row; rows] }];
    let later = |p: Port| torus.ports().filter(move |q| q.dim() > p.dim()).map(move |q| (p, q));
    let turns: Vec<(Port, Port)> = torus.ports().flat_map(later).collect();
    let spec = NodeSpec {
        name: "net",
        torus,
        width: 32,
        processors: torus.len(),
        ports: PortModel::AllPort,
        images: &images,
        flips: &[],
        turns: &turns,
        slot_table: None,
        rom_style: RomStyle::Auto,
        overlap: 1,
        header: Vec::new(),
        with_transit: true,
    };
    let begin = Instant::now();
    let all = modules(&spec);
    let took = begin.elapsed();
    assert_eq!(all.len(), 6);
    took
}
