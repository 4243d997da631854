//! Heads: the rows that the paper prints, read as they stand.
//!
//! A row is routes from left to right, separated by `|`; a `.` is an empty column. A symbol is a letter and
//! how often it stands: `a^m`, where m is one of the lengths given, or a digit. Without `^` it stands `unit`
//! times. In a dihedral dimension a symbol is a straight segment that begins with its letter, as everywhere
//! in these tables.

use super::layout::Layout;
use crate::{Port, Route, Segment, Sign};

/// The lengths that the symbols of some rows stand for.
pub(super) struct Lengths<'a> {
    /// Letters of a symbol without exponent.
    pub unit: u32,
    /// The exponents.
    pub named: &'a [(char, u32)],
}

/// Lays out rows one below the other, from the end of the layout.
pub(super) fn lay(layout: &mut Layout, rows: &[&str], lengths: &Lengths) {
    let ends = rows.iter().map(|row| lay_row(layout, row, lengths)).max();
    layout.end = ends.unwrap_or(layout.end);
}

/// Returns the first column after the row.
fn lay_row(layout: &mut Layout, row: &str, lengths: &Lengths) -> u32 {
    let mut column = layout.end;
    for cell in row.split('|') {
        let route = parse(cell, lengths);
        column += cell.matches('.').count() as u32;
        if route.hops() > 0 {
            let start = column;
            column += route.hops();
            layout.put(start, route);
        }
    }
    column
}

/// The route of one cell; equal letters in a row are one segment.
fn parse(cell: &str, lengths: &Lengths) -> Route {
    let mut segments: Vec<Segment> = Vec::new();
    let mut symbols = cell.chars().filter(|c| !c.is_whitespace() && *c != '.').peekable();
    while let Some(letter) = symbols.next() {
        let hops = match symbols.next_if_eq(&'^') {
            Some(_) => lengths.named(symbols.next().expect("an exponent follows its caret")),
            None => lengths.unit,
        };
        match segments.last_mut().filter(|segment| segment.port == port(letter)) {
            Some(segment) => segment.hops += hops,
            None => segments.push(Segment { port: port(letter), hops }),
        }
    }
    Route::new(segments)
}

impl Lengths<'_> {
    fn named(&self, exponent: char) -> u32 {
        let named = self.named.iter().find(|(name, _)| *name == exponent).map(|&(_, length)| length);
        named.or(exponent.to_digit(10)).expect("the rows name only lengths that are given")
    }
}

fn port(letter: char) -> Port {
    let sign = if letter.is_ascii_lowercase() { Sign::Plus } else { Sign::Minus };
    Port::new((letter.to_ascii_lowercase() as u8 - b'a') as usize, sign)
}
