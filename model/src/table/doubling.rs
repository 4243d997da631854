//! Dimensions of radix 2, by doubling: each one doubles the steps.
//!
//! Two copies of a table of H steps are side by side. Every route needs a partner with the letter x of the
//! new dimension, so one of its two copies gets x in front or at the end. Every column takes one x. This is
//! a matching of routes with columns, with at most four columns for a route; the route x itself takes a
//! column that is left over. So a table of N nodes can be doubled only if `2H >= N`. Augmenting paths find
//! the matching. If it is not perfect, some earlier doublings are done again in another random order.
//!
//! Hypercubes begin with one dimension and take `2^(d-1)` steps. Up to ten dimensions take less than a tenth
//! of a second. From eleven on the packer takes over, above the bound. Other tori begin with a table of
//! their other dimensions, and where that has too few steps, of some of radix 2, too. Cost of a doubling:
//! `N^2` at worst.
//!
//! Source: Coolsaet, Fack and De Meyer, section 3.2. Differences: the paper shows tables of hypercubes of
//! four dimensions and refers to its authors' proof for the others; doubling by matching is ours, and so are
//! other tori.

use super::{layout::Layout, lower_bound, TableEntry};
use crate::{Effort, Port, Random, Route, Segment, Sign, Torus};

/// One way to give a route its new letter: the column of the letter, the copy, and whether it comes in front.
#[derive(Clone, Copy)]
struct Place {
    column: u32,
    copy: u32,
    front: bool,
}

/// Visits that one route costs in one doubling, as the effort counts them.
const VISITS: u64 = 100;

/// Many tables are tried, so each gets this part of the effort.
const PARTS: u64 = 80;

/// Searches for tables of the same dimensions.
const SEARCHES: u64 = 24;

/// Nodes of the largest torus whose table is searched for to be doubled.
const MOST_SEARCHED: usize = 64;

/// Lays out a torus without doubling, by a construction or, if asked, by a search. Returns false if that
/// fails.
pub(super) type LayOthers = fn(&mut Layout, bool, Effort) -> bool;

/// Lays out a hypercube. Returns false if the doublings fail.
pub(super) fn lay_hypercube(layout: &mut Layout, effort: Effort) -> bool {
    let (first, others) = (hop(0), Vec::from_iter(1..layout.torus.d()));
    let line = vec![TableEntry { start: 0, route: Route::new([first]) }];
    put_all(layout, double_up((line, 1), &others, effort))
}

/// Lays out a torus with dimensions of radix 2 in `least` steps. Returns false if it has none, if no table
/// can be doubled to as many steps, or if the doublings fail.
pub(super) fn lay(layout: &mut Layout, least: u32, effort: Effort, of_others: LayOthers) -> bool {
    let twos: Vec<usize> = (0..layout.torus.d()).filter(|&dim| layout.torus.dims()[dim] == 2).collect();
    (0..twos.len()).any(|kept| lay_beside(layout, &twos[kept..], least, effort, of_others))
}

/// Adds these dimensions to a table of the others. Returns false as [`lay`] does. Which tables can be
/// doubled is a matter of luck, so several are tried: first a constructed one, then, of small tori, those of
/// searches.
fn lay_beside(layout: &mut Layout, twos: &[usize], least: u32, effort: Effort, of_others: LayOthers) -> bool {
    let others: Vec<usize> = (0..layout.torus.d()).filter(|dim| !twos.contains(dim)).collect();
    let Some(empty) = torus_of(layout, &others, least >> twos.len()) else { return false };
    let searches = if empty.torus.len() <= MOST_SEARCHED { SEARCHES } else { 0 };
    (0..=searches).any(|search| {
        let part = Effort { visits: effort.visits / PARTS, ..effort.reseeded(search) };
        let mut table = Layout::new(&empty.torus, &empty.groups);
        let laid = of_others(&mut table, search > 0, part) && table.length() << twos.len() == least;
        let entries = || table.entries().iter().map(|entry| renumbered(entry, &others)).collect();
        laid && put_all(layout, double_up((entries(), table.length()), twos, part))
    })
}

/// The torus of some dimensions with their groups; `None` if its table cannot have so many steps, or not be
/// doubled.
fn torus_of(layout: &Layout, dims: &[usize], steps: u32) -> Option<Layout> {
    let radices: Vec<u32> = dims.iter().map(|&dim| layout.torus.dims()[dim]).collect();
    let torus = Torus::new(&radices).ok()?;
    let groups: Vec<_> = dims.iter().map(|&dim| layout.groups[dim]).collect();
    let fits = lower_bound(&torus) == steps && 2 * steps as usize >= torus.len();
    fits.then(|| Layout::new(&torus, &groups))
}

/// An entry whose dimensions get these numbers.
fn renumbered(TableEntry { start, route }: &TableEntry, dims: &[usize]) -> TableEntry {
    let renumber =
        |&Segment { port, hops }: &Segment| Segment { port: Port::new(dims[port.dim()], port.sign()), hops };
    TableEntry { start: *start, route: Route::new(route.segments().iter().map(renumber)) }
}

/// The hop in a dimension of radix 2.
fn hop(dim: usize) -> Segment {
    Segment { port: Port::new(dim, Sign::Plus), hops: 1 }
}

/// Puts the entries of a table, if there is one. Returns whether there is.
fn put_all(layout: &mut Layout, table: Option<Vec<TableEntry>>) -> bool {
    let found = table.is_some();
    table.into_iter().flatten().for_each(|TableEntry { start, route }| layout.put(start, route));
    found
}

/// Doubles a table of so many steps for each of some dimensions, some doublings back after every failure,
/// while the effort lasts.
fn double_up(
    (first, length): (Vec<TableEntry>, u32),
    twos: &[usize],
    effort: Effort,
) -> Option<Vec<TableEntry>> {
    let mut random = Random::new(effort.seed);
    let mut stages = vec![first];
    let mut spent = 0;
    while stages.len() <= twos.len() && spent < effort.visits {
        let done = stages.len() - 1;
        spent += VISITS * stages[done].len() as u64;
        match double(&stages[done], length << done, twos[done], &mut random) {
            Some(next) => stages.push(next),
            // No other matching of this table is larger; only another table can have a better one.
            // Far steps back are cheap, and get rid of an unlucky start.
            None => stages.truncate(random.below(stages.len()).max(1)),
        }
    }
    stages.pop().filter(|_| stages.len() == twos.len())
}

/// A table of `half` steps with one more dimension; `None` if a route finds no column.
fn double(table: &[TableEntry], half: u32, dim: usize, random: &mut Random) -> Option<Vec<TableEntry>> {
    let mut order: Vec<usize> = (0..table.len()).collect();
    (1..order.len()).for_each(|at| order.swap(at, random.below(at + 1)));
    let mut places: Vec<Vec<Place>> = table.iter().map(|entry| places(entry, half)).collect();
    places.iter_mut().for_each(|of| (1..of.len()).for_each(|at| of.swap(at, random.below(at + 1))));
    let mut matching = Matching::new(&places, 2 * half as usize);
    order.into_iter().all(|route| matching.augment(route)).then(|| matching.table(table, half, dim)).flatten()
}

/// The places of the new letter beside the two copies of a route, inside the columns.
fn places(entry: &TableEntry, half: u32) -> Vec<Place> {
    let beside = |copy: u32| {
        let start = entry.start + copy * half;
        let end = start + entry.route.hops();
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

    /// Both copies of every route, one of them with the new letter, and the letter itself in a column that is
    /// left. `None` if no column is left.
    fn table(&self, entries: &[TableEntry], half: u32, dim: usize) -> Option<Vec<TableEntry>> {
        let (mut table, mut alone) =
            (Vec::with_capacity(2 * entries.len() + 1), Some(Route::new([hop(dim)])));
        for (column, taken) in (0..).zip(&self.taken) {
            let Some((route, number)) = *taken else {
                table.extend(alone.take().map(|route| TableEntry { start: column, route }));
                continue;
            };
            let (TableEntry { start, route }, place) = (&entries[route], self.places[route][number]);
            let at = |copy| start + copy * half;
            table.push(TableEntry { start: at(1 - place.copy), route: route.clone() });
            let hops = |here: bool| here.then(|| hop(dim));
            let all = hops(place.front).into_iter().chain(route.segments().iter().copied());
            let route = Route::new(all.chain(hops(!place.front)));
            table.push(TableEntry { start: at(place.copy) - u32::from(place.front), route });
        }
        alone.is_none().then_some(table)
    }
}
