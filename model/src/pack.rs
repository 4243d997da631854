//! The ejection packer: unit-capacity, no-wait packing, the one generic search behind the schedules.
//!
//! Items are message classes; each has alternatives, lists of cells `(resource, time offset)`; a resource
//! serves one cell in each of `length` slots. A [`Horizon`] says whether times are taken modulo the length or
//! have to end with it. The search places an item at the cheapest (alternative, start), where an occupied cell
//! costs its owner's weight; owners are ejected, gain weight and queue again. Success when the queue is empty.
//! Sizes up to about a thousand items are solved at the bound within a second when few resources are tight.
//!
//! The result is a function of the problem, the seed and the effort alone: effort counts cell visits, never
//! time. Source: `../shared/schedules.md` section 2.6.

/// One unit of use: a resource at a time after the item's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Which resource, below the problem's number of them.
    pub resource: u32,
    /// Slots after the start.
    pub offset: u32,
}

/// A packing problem: `items[i]` lists the alternatives of item i, none of them empty.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Number of resources.
    pub resources: usize,
    /// Alternatives of every item.
    pub items: Vec<Vec<Vec<Cell>>>,
}

/// Where an item was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index of its alternative.
    pub alternative: usize,
    /// Start slot, below the length.
    pub start: u32,
}

impl Problem {
    /// No packing is shorter: the largest use of one resource, where every item has one alternative.
    /// With more alternatives each item counts on a resource what it cannot avoid there.
    pub fn lower_bound(&self) -> u32 {
        let mut use_of = vec![0u32; self.resources];
        for alternatives in &self.items {
            let mut least: Vec<(u32, u32)> = counts(&alternatives[0]);
            for other in &alternatives[1..] {
                let counts = counts(other);
                let find = |r| counts.iter().find(|&&(o, _)| o == r).map_or(0, |&(_, n)| n);
                least.iter_mut().for_each(|(r, n)| *n = (*n).min(find(*r)));
            }
            least.iter().for_each(|&(r, n)| use_of[r as usize] += n);
        }
        use_of.into_iter().max().unwrap_or(0).max(1)
    }

    fn size(&self, item: usize) -> usize {
        self.items[item][0].len()
    }
}

/// What happens at the last slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Slot `length` is slot 0 again: a frame that repeats.
    Periodic,
    /// Every item ends within the length: one exchange.
    Finite,
}

/// How often each resource occurs among some cells.
fn counts(cells: &[Cell]) -> Vec<(u32, u32)> {
    let mut used: Vec<u32> = cells.iter().map(|cell| cell.resource).collect();
    used.sort_unstable();
    used.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}

/// A packing of minimal length as far as the effort reaches.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Its length.
    pub length: u32,
    /// One choice for every item.
    pub choices: Vec<Choice>,
}

/// Packs periodically, see [`pack_from`], from the problem's own lower bound.
pub fn pack(problem: &Problem, seed: u64, effort: u64) -> Packing {
    pack_from(problem, problem.lower_bound(), Horizon::Periodic, seed, effort)
}

/// Packs with the smallest length found: the bound first, then longer ones in doubling steps, then down again
/// between the last failure and the success. `effort`: cell visits spent on each length tried. Beyond the
/// bound, lengths are told apart to 1/256 of it.
pub fn pack_from(problem: &Problem, bound: u32, horizon: Horizon, seed: u64, effort: u64) -> Packing {
    let grain = (bound / 256).max(1);
    let attempt = |length| search(problem, length, horizon, seed, effort);
    let (mut failed, mut step) = (bound - 1, 1);
    let mut best = loop {
        let length = failed + step;
        match attempt(length) {
            Some(choices) => break Packing { length, choices },
            None => (failed, step) = (length, if length == bound { grain } else { step * 2 }),
        }
    };
    while best.length > failed + grain {
        let length = (failed + best.length) / 2;
        match attempt(length) {
            Some(choices) => best = Packing { length, choices },
            None => failed = length,
        }
    }
    best
}

/// Packs into exactly this length, or gives up. The effort is shared by `restarts` searches with seeds of their
/// own: a search that is far from done at its share seldom ends well.
pub fn pack_into(
    problem: &Problem,
    length: u32,
    horizon: Horizon,
    seed: u64,
    effort: u64,
    restarts: u64,
) -> Option<Vec<Choice>> {
    let mut seeds = Random::new(seed);
    let share = effort / restarts.max(1);
    (0..restarts.max(1)).find_map(|_| search(problem, length, horizon, seeds.bits(), share))
}

fn search(problem: &Problem, length: u32, horizon: Horizon, seed: u64, effort: u64) -> Option<Vec<Choice>> {
    Search::new(problem, length, horizon, seed).and_then(|search| search.run(effort))
}

const NOBODY: u32 = u32::MAX;

/// An alternative that fits: its number in the problem, its cells in the flat list, its possible starts.
struct Alternative {
    number: u32,
    cells: std::ops::Range<u32>,
    starts: u32,
}

/// The state of one search at one length. Rows of prices are stored twice in a row, so that a row shifted by
/// an offset is one contiguous slice. Cells and alternatives of all items lie in flat lists.
struct Search<'a> {
    problem: &'a Problem,
    length: usize,
    cells: Vec<Cell>,
    alternatives: Vec<Alternative>,
    /// The alternatives of item i are those from `first[i]` to `first[i + 1]`.
    first: Vec<u32>,
    owner: Vec<u32>,
    price: Vec<u32>,
    weight: Vec<u32>,
    /// Index into `alternatives`, and start.
    placed: Vec<(u32, u32)>,
    queue: Vec<u32>,
    cost: Vec<u32>,
    random: Random,
}

impl<'a> Search<'a> {
    /// `None` where no alternative of some item fits this length.
    fn new(problem: &'a Problem, length: u32, horizon: Horizon, seed: u64) -> Option<Self> {
        let length = length as usize;
        let mut search = Search {
            problem,
            length,
            cells: Vec::new(),
            alternatives: Vec::new(),
            first: vec![0],
            owner: vec![NOBODY; problem.resources * length],
            price: vec![0; problem.resources * 2 * length],
            weight: vec![1; problem.items.len()],
            placed: vec![(0, 0); problem.items.len()],
            queue: Vec::new(),
            cost: vec![0; length],
            random: Random::new(seed),
        };
        problem.items.iter().all(|item| search.add(item, horizon)).then_some(search)
    }

    /// Lists the alternatives of an item that fit; whether there is one.
    fn add(&mut self, item: &[Vec<Cell>], horizon: Horizon) -> bool {
        let before = self.alternatives.len();
        for (number, cells) in (0..).zip(item) {
            let starts = starts(cells, self.length, horizon);
            if starts > 0 {
                let from = self.cells.len() as u32;
                self.cells.extend(cells);
                self.alternatives.push(Alternative { number, cells: from..self.cells.len() as u32, starts });
            }
        }
        self.first.push(self.alternatives.len() as u32);
        self.alternatives.len() > before
    }

    fn run(mut self, effort: u64) -> Option<Vec<Choice>> {
        let mut order: Vec<u32> = (0..self.problem.items.len() as u32).collect();
        order.sort_by_key(|&item| std::cmp::Reverse(self.problem.size(item as usize)));
        let mut spent = 0;
        for item in order {
            spent += self.place(item as usize);
        }
        while !self.queue.is_empty() && spent < effort {
            let item = self.next();
            spent += self.place(item);
        }
        let choice = |&(alternative, start): &(u32, u32)| Choice {
            alternative: self.alternatives[alternative as usize].number as usize,
            start,
        };
        self.queue.is_empty().then(|| self.placed.iter().map(choice).collect())
    }

    /// The longer of two random queue members, taken off the queue.
    fn next(&mut self) -> usize {
        let draw = |random: &mut Random, n: usize| random.below(n);
        let (a, b) = (draw(&mut self.random, self.queue.len()), draw(&mut self.random, self.queue.len()));
        let size = |at: usize| self.problem.size(self.queue[at] as usize);
        self.queue.swap_remove(if size(b) > size(a) { b } else { a }) as usize
    }

    /// Puts an item at its cheapest place and ejects who was there. Returns the cells visited.
    fn place(&mut self, item: usize) -> u64 {
        let mut best = (u32::MAX, (0, 0));
        let mut ties = 0;
        let mut visited = 0;
        for alternative in self.first[item]..self.first[item + 1] {
            visited += self.price_all_starts(alternative as usize);
            let cost = &self.cost[..self.alternatives[alternative as usize].starts as usize];
            let least = cost.iter().copied().min().unwrap_or(0);
            if least > best.0 {
                continue;
            }
            if least < best.0 {
                ties = 0;
            }
            let here = cost.iter().filter(|&&cost| cost == least).count();
            ties += here;
            // Every tie of every alternative is equally likely.
            let draw = self.random.below(ties);
            if draw < here {
                let mut starts = (0..).zip(cost).filter(|(_, &cost)| cost == least);
                let start = starts.nth(draw).map_or(0, |(start, _)| start);
                best = (least, (alternative, start));
            }
            best.0 = least;
        }
        self.occupy(item, best.1);
        visited
    }

    /// `cost[start]` = sum of the prices of the cells, for every start at once. Returns the cells visited.
    fn price_all_starts(&mut self, alternative: usize) -> u64 {
        let cells = self.cells_of(alternative as u32);
        let starts = self.alternatives[alternative].starts as usize;
        let visited = (cells.len() * starts) as u64;
        let cost = &mut self.cost[..starts];
        cost.fill(0);
        for cell in &self.cells[cells] {
            let from = cell.resource as usize * 2 * self.length + cell.offset as usize % self.length;
            let row = &self.price[from..from + starts];
            cost.iter_mut().zip(row).for_each(|(cost, price)| *cost += price);
        }
        visited
    }

    /// The cells of an alternative, as indices into the flat list.
    fn cells_of(&self, alternative: u32) -> std::ops::Range<usize> {
        let cells = &self.alternatives[alternative as usize].cells;
        cells.start as usize..cells.end as usize
    }

    fn occupy(&mut self, item: usize, place: (u32, u32)) {
        for cell in self.cells_of(place.0) {
            let other = self.owner[self.at(cell, place.1)];
            if other != NOBODY {
                self.eject(other as usize);
            }
        }
        self.placed[item] = place;
        self.set(item, item as u32, self.weight[item]);
    }

    fn eject(&mut self, item: usize) {
        self.set(item, NOBODY, 0);
        self.weight[item] += 1;
        self.queue.push(item as u32);
    }

    /// Marks the cells of a placed item.
    fn set(&mut self, item: usize, owner: u32, price: u32) {
        let place = self.placed[item];
        for cell in self.cells_of(place.0) {
            let at = self.at(cell, place.1);
            self.owner[at] = owner;
            let row = self.cells[cell].resource as usize * self.length;
            let doubled = at + row;
            self.price[doubled] = price;
            self.price[doubled + self.length] = price;
        }
    }

    /// Index into `owner` of a cell of the flat list, started at `start`.
    fn at(&self, cell: usize, start: u32) -> usize {
        let Cell { resource, offset } = self.cells[cell];
        resource as usize * self.length + (start + offset) as usize % self.length
    }
}

/// The number of starts at which these cells fit, from 0 on.
fn starts(cells: &[Cell], length: usize, horizon: Horizon) -> u32 {
    let last = cells.iter().map(|cell| cell.offset as usize).max().unwrap_or(0);
    let starts = match horizon {
        Horizon::Periodic if is_free_of_itself(cells, length) => length,
        Horizon::Periodic => 0,
        Horizon::Finite => length.saturating_sub(last),
    };
    starts as u32
}

/// Whether no two cells fall on one resource and slot, times modulo the length.
fn is_free_of_itself(cells: &[Cell], length: usize) -> bool {
    let last = cells.iter().map(|cell| cell.offset as usize).max().unwrap_or(0);
    // Offsets below the length differ from each other; only longer items can meet themselves.
    last < length || {
        let mut used: Vec<_> =
            cells.iter().map(|cell| (cell.resource, cell.offset as usize % length)).collect();
        used.sort_unstable();
        used.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// A small generator of random numbers (SplitMix64: Steele, Lea and Flood, 2014), the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n >= 1`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.bits() as u128 * n as u128) >> 64) as usize
    }
}
