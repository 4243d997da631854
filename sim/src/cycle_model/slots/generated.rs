//! The rows of an emitted generator.
//!
//! The rule that continues a window of letters is read from the emitted generator; so is its table of steps
//! ([`steps`]), if it has one. From the letters, every message is then followed from its first run to its
//! ejection, and its actions are entered in the rows of their slots.
//!
//! Bounds: nothing else is read from the generator's text, in particular not how the RTL follows its
//! messages.

mod steps;

use super::rows::Row;
use crate::build::{module_path, module_text};
use crate::cycle_model::{exits::Target, image::NoRom};
use crate::{Manifest, SimError};
use std::{collections::BTreeMap, path::Path, rc::Rc};
use torus_model::schedule::{
    letters::{Letters, Pattern},
    Rule,
};
use torus_model::{route::bits, Port, Torus};

/// The rows of the network's generator. Errors: files; no generator.
pub fn rows(dir: &Path, manifest: &Manifest, torus: &Torus, slots: usize) -> Result<Vec<Row>, SimError> {
    let module = format!("{}_generator", manifest.name);
    let text = module_text(dir, &module)?;
    let mut rows = vec![Row::idle(torus); slots];
    match Rule::of(torus) {
        Some(Rule::Letters(rule)) => {
            letters(&text, torus, rule).map(|rule| play_all(&rule, torus, &mut rows))
        }
        Some(Rule::Steps(rule)) => steps::read(&text, rule).map(|rule| steps::play(&rule, torus, &mut rows)),
        None => None,
    }
    .ok_or_else(|| NoRom { path: module_path(dir, &module) })?;
    Ok(rows)
}

/// Enters the messages of all patterns in the rows.
fn play_all(letters: &Letters, torus: &Torus, rows: &mut [Row]) {
    for (pair, track) in (0..1 << (torus.d() - 1)).flat_map(|pair| [(pair, 0), (pair, 1)]) {
        let first = pair * (rows.len() >> (torus.d() - 1));
        play(letters, Pattern::new(pair, track), torus, first, rows);
    }
}

/// The rule in a generator's text: a statement of sums, or a line for each exception. `None`: the rule of
/// another torus.
fn letters(text: &str, torus: &Torus, letters: Letters) -> Option<Letters> {
    let letter = bits(letters.letters());
    let row = |window: &[usize]| window.iter().rev().fold(0, |row, x| row << letter | x);
    if let Some((sums, turn)) = recurrence(text) {
        let inside = sums.iter().flatten().all(|&place| place < torus.d() * letter);
        let fits = inside && sums.len() == letter && turn < letters.letters();
        return fits.then(|| letters.by(|window| next_by_sums(row(window), &sums, turn)));
    }
    let exceptions: BTreeMap<usize, usize> = text.lines().filter_map(exception).collect();
    // Some window is followed by another letter than its first one, or there would be one letter only.
    let fits = !exceptions.is_empty() && exceptions.values().all(|&next| next < letters.letters());
    fits.then(|| letters.by(|window| exceptions.get(&row(window)).copied().unwrap_or(window[0])))
}

/// Parses `4'hc: next = 2'h1;`: a window, its first letter in the lowest bits, and the letter after it.
fn exception(line: &str) -> Option<(usize, usize)> {
    let (window, next) = line.trim().strip_suffix(';')?.split_once(": next = ")?;
    Some((number(window)?, number(next)?))
}

/// The value of a literal such as `4'hc`.
fn number(literal: &str) -> Option<usize> {
    usize::from_str_radix(literal.split_once("'h")?.1, 16).ok()
}

/// Parses `next = {window[1], window[0] ^ window[3]} ^ (all_zero ? 2'h1 : 2'h0);`, in one line or several:
/// for each bit, the highest first, the bits of the window that are added; and what is added if all bits
/// except the lowest are 0.
fn recurrence(text: &str) -> Option<(Vec<Vec<usize>>, usize)> {
    let (statement, _) = text.split_once("next = {")?.1.split_once(';')?;
    let (sums, turn) = statement.split_once("} ^")?;
    let place = |bit: &str| bit.trim().strip_prefix("window[")?.strip_suffix(']')?.parse().ok();
    let sum = |sum: &str| sum.split('^').map(place).collect::<Option<Vec<usize>>>();
    let turn = turn.split_once("? ")?.1.split_once(" :")?.0;
    Some((sums.split(',').map(sum).collect::<Option<_>>()?, number(turn)?))
}

fn next_by_sums(row: usize, sums: &[Vec<usize>], turn: usize) -> usize {
    let bit = |sum: &Vec<usize>| sum.iter().filter(|&&place| row >> place & 1 == 1).count() % 2;
    let sum = sums.iter().fold(0, |next, sum| next << 1 | bit(sum));
    sum ^ if row < 2 { turn } else { 0 }
}

/// Enters the messages of a pattern that begins in slot `first` in the rows.
fn play(letters: &Letters, pattern: Pattern, torus: &Torus, first: usize, rows: &mut [Row]) {
    let mut slot = first;
    for window in letters.windows(pattern) {
        let hops = |(dim, letter): (usize, &usize)| (pattern.port(dim), pattern.hops(dim, *letter));
        let runs: Vec<(Port, usize)> = window.iter().enumerate().map(hops).collect();
        walk(&runs, torus, slot, rows);
        slot += window[0] + 1;
    }
}

/// Enters a message in the rows, from the slot on in which it begins. Without a hop there is no message.
fn walk(runs: &[(Port, usize)], torus: &Torus, first: usize, rows: &mut [Row]) {
    let mut ports = runs.iter().flat_map(|&(port, hops)| std::iter::repeat_n(port.index(), hops));
    let Some(mut at) = ports.next() else { return };
    let slots = rows.len();
    rows[first % slots].injected.push((Target::Link(at), offset(runs, torus)));
    let mut slot = first;
    for next in ports.map(Some).chain([None]) {
        slot += 1;
        let row = &mut rows[slot % slots];
        row.expected[at] = true;
        row.passed_on[at].push(next.map_or(Target::Ejection(at), Target::Link));
        at = next.unwrap_or(at);
    }
}

/// The offset (destination minus source) of a message with these runs.
fn offset(runs: &[(Port, usize)], torus: &Torus) -> Rc<[u32]> {
    let coordinate = |(&(port, hops), &n): (&(Port, usize), &u32)| match port.sign() {
        torus_model::Sign::Plus => hops as u32 % n,
        torus_model::Sign::Minus => (n - hops as u32) % n,
    };
    runs.iter().zip(torus.dims()).map(coordinate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules of the rings of 8 and 32 nodes, as they are emitted; the second one takes two lines.
    #[test]
    fn rules_are_read_from_one_line_or_two() {
        let short =
            "      next = {window[0], window[1] ^ window[0]} ^ ((window[1:1] == 1'h0) ? 2'h3 : 2'h0);";
        assert_eq!(recurrence(short), Some((vec![vec![0], vec![1, 0]], 3)));
        let long = "begin\n  next = {window[0], window[3], window[2], window[1] ^ window[0]} ^\n      \
                    ((window[3:1] == 3'h0) ? 4'h9 : 4'h0);\n";
        assert_eq!(recurrence(long), Some((vec![vec![0], vec![3], vec![2], vec![1, 0]], 9)));
    }

    /// Without a rule the text is that of another network.
    #[test]
    fn a_text_without_a_rule_is_refused() {
        for dims in ["8", "10x10"] {
            let torus: Torus = dims.parse().unwrap();
            let Some(Rule::Letters(rule)) = Rule::of(&torus) else { panic!("letters play {dims}") };
            assert_eq!(letters("  next = window[1:0];\n", &torus, rule), None, "{dims}");
        }
    }
}
