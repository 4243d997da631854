//! The ejection packer: unit-capacity, no-wait packing, the one generic search behind the schedules.
//!
//! Items are message classes; each has alternatives, lists of cells `(resource, time offset)`; a resource
//! serves one cell in each of `length` slots, times taken modulo the length. The search places an item at the
//! cheapest (alternative, start), where an occupied cell costs its owner's weight; owners are ejected, gain
//! weight and queue again. Success when the queue is empty. Sizes up to about a thousand items are solved at
//! the bound within a second when few resources are tight.
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

    fn cells(&self, item: usize, alternative: usize) -> &[Cell] {
        &self.items[item][alternative]
    }

    fn size(&self, item: usize) -> usize {
        self.items[item][0].len()
    }
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

/// Packs with the smallest length found: the lower bound first, then longer ones in doubling steps, then down
/// again between the last failure and the success. `effort`: cell visits spent on each length tried. Beyond
/// the bound, lengths are told apart to 1/256 of it.
pub fn pack(problem: &Problem, seed: u64, effort: u64) -> Packing {
    let bound = problem.lower_bound();
    let grain = (bound / 256).max(1);
    let attempt = |length: u32| Search::new(problem, length, seed).map(|search| search.run(effort));
    let (mut failed, mut step) = (bound - 1, 1);
    let mut best = loop {
        let length = failed + step;
        match attempt(length).flatten() {
            Some(choices) => break Packing { length, choices },
            None => (failed, step) = (length, if length == bound { grain } else { step * 2 }),
        }
    };
    while best.length > failed + grain {
        let length = (failed + best.length) / 2;
        match attempt(length).flatten() {
            Some(choices) => best = Packing { length, choices },
            None => failed = length,
        }
    }
    best
}

const NOBODY: u32 = u32::MAX;

/// The state of one search at one length. Rows of prices are stored twice in a row, so that a row shifted by
/// an offset is one contiguous slice.
struct Search<'a> {
    problem: &'a Problem,
    length: usize,
    owner: Vec<u32>,
    price: Vec<u32>,
    weight: Vec<u32>,
    placed: Vec<Choice>,
    queue: Vec<u32>,
    cost: Vec<u32>,
    random: Random,
}

impl<'a> Search<'a> {
    /// `None` where some item's every alternative meets itself at this length.
    fn new(problem: &'a Problem, length: u32, seed: u64) -> Option<Self> {
        let length = length as usize;
        let fits =
            |alternatives: &Vec<Vec<Cell>>| alternatives.iter().any(|cells| is_free_of_itself(cells, length));
        if !problem.items.iter().all(fits) {
            return None;
        }
        Some(Search {
            problem,
            length,
            owner: vec![NOBODY; problem.resources * length],
            price: vec![0; problem.resources * 2 * length],
            weight: vec![1; problem.items.len()],
            placed: vec![Choice { alternative: 0, start: 0 }; problem.items.len()],
            queue: Vec::new(),
            cost: vec![0; length],
            random: Random::new(seed),
        })
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
        self.queue.is_empty().then_some(self.placed)
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
        let problem = self.problem;
        let mut best = (u32::MAX, Choice { alternative: 0, start: 0 });
        let mut ties = 0;
        let mut visited = 0;
        for (alternative, cells) in problem.items[item].iter().enumerate() {
            if !is_free_of_itself(cells, self.length) {
                continue;
            }
            self.price_all_starts(cells);
            visited += (cells.len() * self.length) as u64;
            let least = self.cost.iter().copied().min().unwrap_or(0);
            if least > best.0 {
                continue;
            }
            if least < best.0 {
                ties = 0;
            }
            let here = self.cost.iter().filter(|&&cost| cost == least).count();
            ties += here;
            // Every tie of every alternative is equally likely.
            let draw = self.random.below(ties);
            if draw < here {
                let mut starts = (0..self.length).filter(|&start| self.cost[start] == least);
                let start = starts.nth(draw).unwrap_or(0) as u32;
                best = (least, Choice { alternative, start });
            }
            best.0 = least;
        }
        self.occupy(item, best.1);
        visited
    }

    /// `cost[start]` = sum of the prices of the cells, for every start at once.
    fn price_all_starts(&mut self, cells: &[Cell]) {
        let length = self.length;
        self.cost.fill(0);
        for cell in cells {
            let from = cell.resource as usize * 2 * length + cell.offset as usize % length;
            let row = &self.price[from..from + length];
            self.cost.iter_mut().zip(row).for_each(|(cost, price)| *cost += price);
        }
    }

    fn occupy(&mut self, item: usize, choice: Choice) {
        let problem = self.problem;
        for cell in problem.cells(item, choice.alternative) {
            let other = self.owner[self.at(cell, choice.start)];
            if other != NOBODY {
                self.eject(other as usize);
            }
        }
        self.placed[item] = choice;
        self.set(item, item as u32, self.weight[item]);
    }

    fn eject(&mut self, item: usize) {
        self.set(item, NOBODY, 0);
        self.weight[item] += 1;
        self.queue.push(item as u32);
    }

    /// Marks the cells of a placed item.
    fn set(&mut self, item: usize, owner: u32, price: u32) {
        let problem = self.problem;
        let Choice { alternative, start } = self.placed[item];
        for cell in problem.cells(item, alternative) {
            let at = self.at(cell, start);
            self.owner[at] = owner;
            let row = cell.resource as usize * self.length;
            let doubled = at + row;
            self.price[doubled] = price;
            self.price[doubled + self.length] = price;
        }
    }

    fn at(&self, cell: &Cell, start: u32) -> usize {
        cell.resource as usize * self.length + (start + cell.offset) as usize % self.length
    }
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
