//! Hypercubes, by doubling: `2^(d-1)` steps.
//!
//! Two copies of the table for d dimensions are side by side, H columns each. Every route needs a partner
//! with the new letter x, so one of its two copies gets x in front or at the end. Every column takes one x.
//! This is a matching of routes with columns, with at most four columns for a route; the column that is left
//! over is the route x itself. Augmenting paths find the matching. If it is not perfect, some earlier
//! doublings are done again in another random order. Up to ten dimensions take less than a tenth of a second.
//! From eleven on the packer takes over, above the bound. Cost of a doubling: `4^d` at worst.
//!
//! Source: Coolsaet, Fack and De Meyer, section 3.2. Differences: the paper shows tables of four dimensions
//! and refers to its authors' proof for the others; doubling by matching is ours.

use super::layout::Layout;
use crate::{Effort, Port, Random, Route, Segment, Sign};

/// A message of a table under construction: its first step, and its dimensions in order.
#[derive(Clone)]
struct Flight {
    start: u32,
    dims: Vec<u8>,
}

/// One way to give a route its new letter: the column of the letter, the copy, and whether it comes in front.
#[derive(Clone, Copy)]
struct Place {
    column: u32,
    copy: u32,
    front: bool,
}

/// Visits that one route costs in one doubling, as the effort counts them.
const VISITS: u64 = 100;

/// Lays out a hypercube. Returns false if the doublings fail.
pub(super) fn lay(layout: &mut Layout, effort: Effort) -> bool {
    let flights = double_up(layout.torus.d(), effort);
    let found = flights.is_some();
    for Flight { start, dims } in flights.unwrap_or_default() {
        let segment = |&dim: &u8| Segment { port: Port::new(dim as usize, Sign::Plus), hops: 1 };
        layout.put(start, Route::new(dims.iter().map(segment)));
    }
    found
}

/// Doubles from one dimension to d, some steps back after every failure, while the effort lasts.
fn double_up(d: usize, effort: Effort) -> Option<Vec<Flight>> {
    let mut random = Random::new(effort.seed);
    let mut stages = vec![vec![Flight { start: 0, dims: vec![0] }]];
    let mut spent = 0;
    while stages.len() < d && spent < effort.visits {
        let last = &stages[stages.len() - 1];
        spent += VISITS * last.len() as u64;
        match double(last, stages.len() as u8, &mut random) {
            Some(next) => stages.push(next),
            // No other matching of this table is larger; only another table can have a better one.
            // Far steps back are cheap, and get rid of an unlucky start.
            None => stages.truncate(random.below(stages.len()).max(1)),
        }
    }
    stages.pop().filter(|_| stages.len() + 1 == d)
}

/// The table with one more dimension x; `None` if a route finds no column.
fn double(flights: &[Flight], x: u8, random: &mut Random) -> Option<Vec<Flight>> {
    let half = 1 << (x - 1);
    let mut order: Vec<usize> = (0..flights.len()).collect();
    (1..order.len()).for_each(|at| order.swap(at, random.below(at + 1)));
    let mut places: Vec<Vec<Place>> = flights.iter().map(|flight| places(flight, half)).collect();
    places.iter_mut().for_each(|of| (1..of.len()).for_each(|at| of.swap(at, random.below(at + 1))));
    let mut matching = Matching::new(&places, 2 * half as usize);
    order.into_iter().all(|route| matching.augment(route)).then(|| matching.table(flights, x, half))
}

/// The places of x beside the two copies of a route, inside the columns.
fn places(flight: &Flight, half: u32) -> Vec<Place> {
    let beside = |copy: u32| {
        let (start, end) =
            (flight.start + copy * half, flight.start + copy * half + flight.dims.len() as u32);
        let front = start.checked_sub(1).map(|column| Place { column, copy, front: true });
        let behind = (end < 2 * half).then_some(Place { column: end, copy, front: false });
        front.into_iter().chain(behind)
    };
    (0..2).flat_map(beside).collect()
}

/// A matching of routes with columns while it grows.
struct Matching<'a> {
    places: &'a [Vec<Place>],
    /// By column: the route there and which of its places this is.
    taken: Vec<Option<(usize, usize)>>,
    /// By column: the augmentation that visited it last.
    visited: Vec<usize>,
    round: usize,
}

impl<'a> Matching<'a> {
    fn new(places: &'a [Vec<Place>], columns: usize) -> Self {
        Matching { places, taken: vec![None; columns], visited: vec![0; columns], round: 0 }
    }

    /// Matches one more route, moving others where needed.
    fn augment(&mut self, route: usize) -> bool {
        self.round += 1;
        self.seek(route)
    }

    fn seek(&mut self, route: usize) -> bool {
        for (number, place) in self.places[route].iter().enumerate() {
            let column = place.column as usize;
            if std::mem::replace(&mut self.visited[column], self.round) == self.round {
                continue;
            }
            if self.taken[column].is_none_or(|(other, _)| self.seek(other)) {
                self.taken[column] = Some((route, number));
                return true;
            }
        }
        false
    }

    /// Both copies of every route, one of them with x, and x itself in the column left.
    fn table(&self, flights: &[Flight], x: u8, half: u32) -> Vec<Flight> {
        let mut table = Vec::with_capacity(2 * flights.len() + 1);
        for (column, taken) in (0..).zip(&self.taken) {
            let Some((route, number)) = *taken else {
                table.push(Flight { start: column, dims: vec![x] });
                continue;
            };
            let (flight, place) = (&flights[route], self.places[route][number]);
            let at = |copy| flight.start + copy * half;
            table.push(Flight { start: at(1 - place.copy), dims: flight.dims.clone() });
            let (first, last) = if place.front { (Some(x), None) } else { (None, Some(x)) };
            let dims = first.into_iter().chain(flight.dims.iter().copied()).chain(last).collect();
            table.push(Flight { start: at(place.copy) - place.front as u32, dims });
        }
        table
    }
}
