//! Full tori of unequal radices: schedules that are ordered, against the packer in the same run; then how
//! many of all tori up to 1024 nodes meet their bound. Every 20th is tried; all are with `-- --all`, in half
//! an hour.
#![allow(missing_docs)] // Nothing here is called from elsewhere.

#[path = "../tests/common/unequal.rs"]
mod tori;

use std::{env, time::Instant};
use torus_model::{
    pack::{tally, Horizon},
    schedule::frame::odr_frame,
    table::{exchange_table, packing_problem},
    Effort, Placement, PortModel, Torus,
};

/// Tori whose exchanges are ordered, and packed.
const CASES: [&[u32]; 4] = [&[9, 10], &[25, 26], &[8, 10, 12], &[8, 8, 8, 3]];

/// Cell visits of the packer.
const VISITS: u64 = 1_000_000_000;

/// The largest torus, and the step through all of them.
const MOST_NODES: u32 = 1024;
const STEP: usize = 20;

fn main() {
    CASES.into_iter().for_each(against_the_packer);
    let step = if env::args().any(|argument| argument == "--all") { 1 } else { STEP };
    let tori: Vec<Vec<u32>> = tori::unequal(MOST_NODES).into_iter().step_by(step).collect();
    let turned: Vec<Vec<u32>> = tori.iter().map(|dims| dims.iter().rev().copied().collect()).collect();
    at_the_bound("exchanges", &tori, exchange);
    at_the_bound("frames, the longest radix last", &tori, frame);
    at_the_bound("frames, the longest radix first", &turned, frame);
    let parted: Vec<Vec<u32>> = tori::parted(MOST_NODES).into_iter().step_by(step).collect();
    at_the_bound("frames, others between the busiest radices", &parted, frame);
}

fn torus(dims: &[u32]) -> Torus {
    Torus::new(dims).expect("a valid torus")
}

/// Length and bound of the exchange of a torus.
fn exchange(dims: &[u32]) -> (u32, u32) {
    let table = exchange_table(&torus(dims), Effort::with_seed(1));
    (table.length, table.lower_bound)
}

/// The same of its frame by ordered routing.
fn frame(dims: &[u32]) -> (u32, u32) {
    let frame = odr_frame(&Placement::full(&torus(dims)), PortModel::AllPort, Effort::with_seed(1));
    (frame.length, frame.lower_bound)
}

fn against_the_packer(dims: &[u32]) {
    let start = Instant::now();
    let (length, bound) = exchange(dims);
    let seconds = start.elapsed().as_secs_f64();
    let (problem, _) = packing_problem(&torus(dims), true, Effort::with_seed(1));
    let start = Instant::now();
    let packed = tally(&problem, length, Horizon::Finite, 1, VISITS).expect("all items fit").packed;
    let ratio = start.elapsed().as_secs_f64() / seconds;
    let packed = if packed { "found it" } else { "gave up" };
    println!(
        "{}: {length} steps of {bound} in {:.1} ms; the packer {packed} after {ratio:.1} x as long",
        torus(dims),
        1e3 * seconds
    );
}

fn at_the_bound(what: &str, tori: &[Vec<u32>], schedule: impl Fn(&[u32]) -> (u32, u32)) {
    let (mut met, mut within, mut worst) = (0, 0, (0.0, String::new()));
    let start = Instant::now();
    for dims in tori {
        let (length, bound) = schedule(dims);
        let above = f64::from(length - bound) / f64::from(bound);
        met += usize::from(length == bound);
        within += usize::from(above <= 0.005);
        if above > worst.0 {
            worst = (above, torus(dims).to_string());
        }
    }
    println!(
        "{what}: {met} of {} tori at their bound, {within} within 0.5 %, at most {:.1} % above ({}); {:.0} s",
        tori.len(),
        100.0 * worst.0,
        worst.1,
        start.elapsed().as_secs_f64()
    );
}
