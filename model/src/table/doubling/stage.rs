//! One doubling of a table: the places of the new letter beside its routes, and a matching of them.

use super::super::TableEntry;
use crate::{matching::Matching, Port, Random, Route, Segment};

/// Where a route gets the new letter: in which copy of the table, and whether in front.
#[derive(Clone, Copy)]
struct Place {
    copy: u32,
    front: bool,
}

/// A table, the letter that doubles it, and a matching of its routes with the columns of the letter.
pub(super) struct Stage {
    table: Vec<TableEntry>,
    steps: u32,
    letter: Port,
    matching: Matching<Place>,
    lacks: usize,
}

impl Stage {
    /// Matches as many routes of a table of so many steps as possible, in a random order.
    pub fn new(table: Vec<TableEntry>, steps: u32, letter: Port, random: &mut Random) -> Self {
        let mut order: Vec<usize> = (0..table.len()).collect();
        random.shuffle(&mut order);
        let mut places: Vec<_> = table.iter().map(|entry| places(entry, steps, letter)).collect();
        places.iter_mut().for_each(|of_route| random.shuffle(of_route));
        let mut matching = Matching::new(places, 2 * steps as usize);
        let lacks = order.into_iter().filter(|&route| !matching.add(route)).count();
        Stage { table, steps, letter, matching, lacks }
    }

    /// The same doubling of another table.
    pub fn with_table(&self, table: Vec<TableEntry>, random: &mut Random) -> Self {
        Stage::new(table, self.steps, self.letter, random)
    }

    /// The same table, matched in another order.
    pub fn again(&self, random: &mut Random) -> Self {
        self.with_table(self.table.clone(), random)
    }

    /// The same table, a few of whose routes have other places. No more routes lack a column.
    pub fn changed(&self, random: &mut Random) -> Self {
        let columns = self.matching.taken().len();
        let some: Vec<usize> = (0..=random.below(3)).map(|_| random.below(columns)).collect();
        let mut matching = self.matching.clone();
        matching.redo(&some, random);
        Stage { table: self.table.clone(), matching, ..*self }
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    pub fn routes(&self) -> u64 {
        self.table.len() as u64
    }

    /// Routes for which there is no column.
    pub fn lacks(&self) -> usize {
        self.lacks
    }

    /// The table of twice the steps, if no route lacks a column: both copies of every route, one of them with
    /// the letter, and the letter alone in a column that is left.
    pub fn doubled(&self) -> Vec<TableEntry> {
        let mut doubled = Vec::with_capacity(2 * self.table.len() + 1);
        let mut alone = Some(Route::new([hop(self.letter)]));
        for (column, taken) in (0..).zip(self.matching.taken()) {
            match *taken {
                Some((route, place)) => doubled.extend(self.copies(&self.table[route], place)),
                None => doubled.extend(alone.take().map(|route| TableEntry { start: column, route })),
            }
        }
        doubled
    }

    /// Both copies of a route, first the one without the letter.
    fn copies(
        &self,
        TableEntry { start, route }: &TableEntry,
        Place { copy, front }: Place,
    ) -> [TableEntry; 2] {
        let at = |copy: u32| start + copy * self.steps;
        let longer = with_letter(route, self.letter, front);
        [
            TableEntry { start: at(1 - copy), route: route.clone() },
            TableEntry { start: at(copy) - u32::from(front), route: longer },
        ]
    }
}

/// The columns of a letter beside the two copies of a route, inside the table of twice the steps. A route
/// that has the dimension of the letter takes it only beside its hop in this dimension.
fn places(entry: &TableEntry, steps: u32, letter: Port) -> Vec<(usize, Place)> {
    let segments = entry.route.segments();
    let meets = |segment: &Segment| segment.port.dim() == letter.dim();
    let anywhere = !segments.iter().any(meets);
    let fits = |front: bool| anywhere || meets(&segments[if front { 0 } else { segments.len() - 1 }]);
    let beside = |copy: u32| {
        let start = entry.start + copy * steps;
        let end = start + entry.route.hops();
        let front = start.checked_sub(1).map(|column| (column, Place { copy, front: true }));
        let behind = (end < 2 * steps).then_some((end, Place { copy, front: false }));
        front.into_iter().chain(behind)
    };
    let all = (0..2).flat_map(beside).filter(|&(_, Place { front, .. })| fits(front));
    all.map(|(column, place)| (column as usize, place)).collect()
}

/// The hop of a letter.
pub(super) fn hop(letter: Port) -> Segment {
    Segment { port: letter, hops: 1 }
}

/// A route with a letter in front or behind. It is one segment with a hop of the same dimension beside it.
fn with_letter(route: &Route, letter: Port, front: bool) -> Route {
    let mut segments = route.segments().to_vec();
    let at = if front { 0 } else { segments.len() - 1 };
    let Segment { port, hops } = segments[at];
    if port.dim() == letter.dim() {
        segments[at] = Segment { port: if front { letter } else { port }, hops: hops + 1 };
    } else {
        segments.insert(if front { 0 } else { at + 1 }, hop(letter));
    }
    Route::new(segments)
}
