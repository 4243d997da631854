//! The rows of a generator with a table of steps.

use super::{number, walk};
use crate::cycle_model::slots::rows::Row;
use torus_model::schedule::steps::{Step, Steps};
use torus_model::{route::bits, Port, Sign, Torus};

/// The steps in a generator's text; `None`: the steps of another torus.
///
/// A table without bits is not emitted: every step is then one hop.
pub fn read(text: &str, rule: Steps) -> Option<Steps> {
    let (less, zeros) = (bits(rule.radix() / 2), bits(rule.order()));
    let crosses = usize::from(rule.is_mirrored() && rule.order() > 1);
    if less + zeros + crosses == 0 {
        return Some(rule);
    }
    let below = |value: usize, width: usize| value & ((1 << width) - 1);
    let step = |row: usize| Step {
        hops: below(row, less) + 1,
        zeros: below(row >> less, zeros),
        crosses: below(row >> (less + zeros), crosses) == 1,
    };
    let count = rule.steps().len();
    let steps: Vec<Step> = text.lines().filter_map(row).take(count).map(step).collect();
    if steps.len() < count {
        return None;
    }
    rule.by(&steps)
}

/// Parses a row of the table, such as `steps[4'd2] = 3'h5;`.
fn row(line: &str) -> Option<usize> {
    let (_, row) = line.trim().strip_prefix("steps[")?.strip_suffix(';')?.split_once("] = ")?;
    number(row)
}

/// Enters the messages of a frame in the rows: those of each window and, with an odd radix, those of its
/// mirror image.
pub fn play(rule: &Steps, torus: &Torus, rows: &mut [Row]) {
    let tracks: &[i32] = if rule.is_mirrored() { &[1, -1] } else { &[1] };
    let mut slot = 0;
    for window in rule.windows() {
        for track in tracks {
            let run = |(dim, letter): (usize, &i32)| run(dim, track * letter);
            let runs: Vec<(Port, usize)> = window.iter().enumerate().map(run).collect();
            walk(&runs, torus, slot, rows);
        }
        slot += window[0].unsigned_abs() as usize;
    }
}

/// The port and the hops of a letter.
fn run(dim: usize, letter: i32) -> (Port, usize) {
    let sign = if letter < 0 { Sign::Minus } else { Sign::Plus };
    (Port::new(dim, sign), letter.unsigned_abs() as usize)
}
