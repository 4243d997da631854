//! The common parts of the alternatives of an item, each of which is summed once.
//!
//! The price of an alternative at all starts is the sum of shifted rows of prices, one row for each cell. The
//! routes of one message share their segments, and pairs of segments. Such a share is a **part**, whose row
//! is summed once for all routes that contain it. A part adds two rows, `left[t] + right[t + shift]`. The
//! last sum of an alternative is left to the search, which only looks for its least value. Routes of d
//! segments cost about one sum each instead of one for every hop.
//!
//! Parts are found in the cells alone. The *mark* of a cell is its resource and how often that came before.
//! Two cells stay together if the mark of one is always followed by the mark of the other, and that one is
//! always preceded by it. The chains that this gives are then joined in pairs, equal pairs once.

use super::{Cell, Problem};
use std::collections::HashMap;

/// The row of a resource, or of a part.
pub(super) type Row = u32;

/// A sum of two rows, the right one read `shift` slots later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub left: Row,
    pub right: Row,
    pub shift: u32,
}

/// One of the ways in which an item may be placed.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// Its cells, in the list of all.
    pub cells: std::ops::Range<usize>,
    /// Its price at all starts.
    pub sum: Sum,
}

/// An item: its parts, in an order in which they can be summed, and its alternatives.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub parts: std::ops::Range<usize>,
    pub alternatives: std::ops::Range<usize>,
    /// Cells of the first alternative.
    pub size: usize,
}

/// A problem prepared for searches of any length. Rows are numbered: the resources, a row of zeros, the parts
/// of the item at hand.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub resources: usize,
    pub cells: Vec<Cell>,
    pub alternatives: Vec<Alternative>,
    pub items: Vec<Item>,
    /// Every part with the number of slots that it spans.
    pub parts: Vec<(Sum, u32)>,
    /// Most parts of one item.
    pub most_parts: usize,
}

impl Sums {
    pub fn new(problem: &Problem) -> Self {
        let mut sums = Sums {
            resources: problem.resources,
            cells: Vec::new(),
            alternatives: Vec::new(),
            items: Vec::new(),
            parts: Vec::new(),
            most_parts: 0,
        };
        problem.items.iter().for_each(|item| sums.add(item));
        sums
    }

    fn add(&mut self, alternatives: &[Vec<Cell>]) {
        let mut builder = Builder::new(self.resources as u32, alternatives);
        let first = self.alternatives.len();
        for cells in alternatives {
            let from = self.cells.len();
            self.cells.extend(cells);
            let sum = builder.alternative(cells);
            self.alternatives.push(Alternative { cells: from..self.cells.len(), sum });
        }
        let from = self.parts.len();
        self.parts.append(&mut builder.parts);
        self.most_parts = self.most_parts.max(self.parts.len() - from);
        let (parts, size) = (from..self.parts.len(), alternatives[0].len());
        self.items.push(Item { parts, alternatives: first..self.alternatives.len(), size });
    }
}

/// A resource and how many cells of the alternative use it before.
type Mark = (u32, u32);

/// The neighbour of a mark: the other mark and the slots between the two.
type Beside = (Mark, u32);

/// A row with the first slot it is wanted at, relative to the start.
type Placed = (Row, u32);

/// The parts of one item, while they are found.
struct Builder {
    resources: u32,
    /// The mark that always follows, `None` where that varies.
    next: HashMap<Mark, Option<Beside>>,
    /// The mark that always precedes.
    previous: HashMap<Mark, Option<Beside>>,
    numbers: HashMap<Sum, Row>,
    parts: Vec<(Sum, u32)>,
}

impl Builder {
    fn new(resources: u32, alternatives: &[Vec<Cell>]) -> Self {
        let (next, previous) = (HashMap::new(), HashMap::new());
        let mut builder = Builder { resources, next, previous, numbers: HashMap::new(), parts: Vec::new() };
        for cells in alternatives {
            let marked = marked(cells);
            let beside = |at: usize, other: usize| {
                let (mark, offset) = marked.get(other)?;
                Some((*mark, offset.abs_diff(marked[at].1)))
            };
            for (at, (mark, _)) in marked.iter().enumerate() {
                note(&mut builder.next, *mark, beside(at, at + 1));
                note(&mut builder.previous, *mark, beside(at, at.wrapping_sub(1)));
            }
        }
        builder
    }

    /// The last sum of an alternative; the parts before it are added if they are new.
    fn alternative(&mut self, cells: &[Cell]) -> Sum {
        let zeros = self.resources;
        let mut rows = self.chains(&marked(cells));
        if rows[0].1 > 0 {
            rows.insert(0, (zeros, 0));
        }
        while rows.len() > 2 {
            rows = rows.chunks(2).map(|pair| self.join(pair)).collect();
        }
        self.sum(rows[0], rows.get(1).copied().unwrap_or((zeros, 0)))
    }

    /// The rows of the cells that stay together.
    fn chains(&mut self, marked: &[(Mark, u32)]) -> Vec<Placed> {
        let together = |a: &(Mark, u32), b: &(Mark, u32)| {
            self.next[&a.0] == Some((b.0, b.1 - a.1)) && self.previous[&b.0] == Some((a.0, b.1 - a.1))
        };
        let chains: Vec<&[(Mark, u32)]> = marked.chunk_by(together).collect();
        chains.into_iter().map(|chain| self.chain(chain)).collect()
    }

    fn chain(&mut self, chain: &[(Mark, u32)]) -> Placed {
        let mut rows: Vec<Placed> = chain.iter().map(|&((resource, _), offset)| (resource, offset)).collect();
        while rows.len() > 1 {
            rows = rows.chunks(2).map(|pair| self.join(pair)).collect();
        }
        rows[0]
    }

    /// The row of a pair of rows; a single row is returned as it is.
    fn join(&mut self, pair: &[Placed]) -> Placed {
        let &[left, right] = pair else { return pair[0] };
        let sum = self.sum(left, right);
        let number = self.resources + 1 + self.parts.len() as u32;
        let row = *self.numbers.entry(sum).or_insert(number);
        if row == number {
            let span = self.span(sum.left).max(sum.shift + self.span(sum.right));
            self.parts.push((sum, span));
        }
        (row, left.1)
    }

    fn sum(&self, left: Placed, right: Placed) -> Sum {
        Sum { left: left.0, right: right.0, shift: right.1 - left.1 }
    }

    /// Slots from the first to the last that a row adds up.
    fn span(&self, row: Row) -> u32 {
        row.checked_sub(self.resources + 1).map_or(1, |part| self.parts[part as usize].1)
    }
}

/// The marks of cells with their offsets, in order of time.
fn marked(cells: &[Cell]) -> Vec<(Mark, u32)> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let before = |at: usize| cells[..at].iter().filter(|cell| cell.resource == cells[at].resource).count();
    cells.iter().enumerate().map(|(at, cell)| ((cell.resource, before(at) as u32), cell.offset)).collect()
}

/// Records the neighbour of a mark, or that it varies.
fn note(of: &mut HashMap<Mark, Option<Beside>>, mark: Mark, beside: Option<Beside>) {
    of.entry(mark)
        .and_modify(|known| *known = known.filter(|&known| Some(known) == beside))
        .or_insert(beside);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{table::packing_problem, Effort, Random, Torus};

    /// The price at each start by the sums, and cell by cell; rows long enough for every start.
    fn assert_sums(problem: &Problem, starts: usize) {
        let sums = Sums::new(problem);
        let mut random = Random::new(5);
        let prices: Vec<Vec<u64>> =
            (0..problem.resources).map(|_| (0..4 * starts).map(|_| random.bits() >> 32).collect()).collect();
        for (item, alternatives) in sums.items.iter().zip(&problem.items) {
            let mut rows = prices.clone();
            rows.push(vec![0; 4 * starts]);
            let add = |rows: &[Vec<u64>], sum: Sum, t: usize| {
                Some(rows[sum.left as usize].get(t)? + rows[sum.right as usize].get(t + sum.shift as usize)?)
            };
            for (part, _) in &sums.parts[item.parts.clone()] {
                let row = (0..).map_while(|t| add(&rows, *part, t)).collect();
                rows.push(row);
            }
            for (alternative, cells) in sums.alternatives[item.alternatives.clone()].iter().zip(alternatives)
            {
                for t in 0..starts {
                    let naive: u64 = cells
                        .iter()
                        .map(|cell| prices[cell.resource as usize][t + cell.offset as usize])
                        .sum();
                    assert_eq!(add(&rows, alternative.sum, t), Some(naive));
                }
            }
        }
    }

    #[test]
    fn sums_price_every_cell_once() {
        for (dims, pairs) in [(&[4, 6, 8][..], true), (&[4, 3], false), (&[3, 3, 3, 3], false), (&[7], false)]
        {
            let torus = Torus::new(dims).expect("a valid torus");
            assert_sums(&packing_problem(&torus, pairs, Effort::with_seed(1)).0, 40);
        }
        let mut random = Random::new(9);
        let mut cell = || Cell { resource: random.below(3) as u32, offset: random.below(9) as u32 };
        let items =
            (1..40).map(|n| (0..4).map(|_| (0..n % 7 + 1).map(|_| cell()).collect()).collect()).collect();
        assert_sums(&Problem { resources: 3, items }, 20);
    }

    /// Three segments in six orders: three parts of segments, six pairs of segments, and one last sum for
    /// each order.
    #[test]
    fn routes_share_their_runs() {
        let torus = Torus::new(&[9, 9, 9]).expect("a valid torus");
        let sums = Sums::new(&packing_problem(&torus, false, Effort::with_seed(1)).0);
        let last = sums.items.iter().max_by_key(|item| item.size).expect("there are items");
        // A segment of four hops is two sums: a pair, and the pair twice.
        assert_eq!((last.size, last.alternatives.len(), last.parts.len()), (12, 6, 3 * 2 + 6));
    }
}
