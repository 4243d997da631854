//! A broadcast on a torus that is cut into cells: first among the cells, then in all of them alike.
//!
//! Let `inner` be a tree on radices k, and `outer` one on M cells a dimension. The first nodes of the cells
//! inform each other by the worms of `outer`, stretched over cells. Then every cell does what `inner` does. A
//! worm of `inner` may wrap: as it leaves its cell it enters the next one, which sends its own worm on in
//! the same way, as all cells do the same. So two worms of a step that share a link of the large torus share
//! one of the inner torus, and hence are one worm. Where cells are cut short, the last `silent` nodes of a
//! dimension of `inner`, which nobody needs as senders, are left out, and worms across the cut become
//! shorter. Steps add: `T(M k) <= T(M) + T(k)`, and so for every n between `M (k - silent)` and `M k`.
//! Source: ours. In Cayley graphs of quotient groups it is the lift of a broadcast. For 5^p x 5^p Park et al.
//! and Wang and Tseng use nested grids too.

use super::{
    space::Space,
    tree::{coordinates, Tree, Worm},
};
use crate::{route::Segment, Route, Sign};

/// The tree on `space` of cells; `None` if a route would break a rule of the space.
pub(super) fn product(space: &Space, outer: &Tree, inner: &Tree) -> Option<Tree> {
    let cells = Cells::new(&space.radices, &outer.radices);
    let mut tree = Tree::new(&space.radices);
    tree.steps =
        outer.steps.iter().map(|worms| worms.iter().map(|worm| cells.stretched(worm)).collect()).collect();
    tree.steps.extend(inner.steps.iter().map(|worms| cells.lifted(worms, &inner.radices)));
    space.admits(&tree).then_some(tree)
}

/// Cells of nearly equal size along every dimension.
struct Cells {
    /// Number of cells.
    counts: Vec<u32>,
    /// First coordinate of every cell, the circumference at the end.
    starts: Vec<Vec<u32>>,
}

impl Cells {
    fn new(radices: &[u32], counts: &[u32]) -> Self {
        let starts = |(&n, &count): (&u32, &u32)| {
            (0..=count).map(|cell| (cell as u64 * n as u64 / count as u64) as u32).collect()
        };
        Cells { counts: counts.to_vec(), starts: radices.iter().zip(counts).map(starts).collect() }
    }

    fn size(&self, dim: usize, cell: u32) -> u32 {
        self.starts[dim][cell as usize + 1] - self.starts[dim][cell as usize]
    }

    /// The cell `by` cells further.
    fn next(&self, dim: usize, cell: u32, by: i64) -> u32 {
        (cell as i64 + by).rem_euclid(self.counts[dim] as i64) as u32
    }

    /// The node at `x` of cell `cell`.
    fn node(&self, cell: &[u32], x: &[u32]) -> Vec<u32> {
        let coordinate = |dim: usize| self.starts[dim][cell[dim] as usize] + x[dim];
        (0..x.len()).map(coordinate).collect()
    }

    /// A worm between cells as one between their origins.
    fn stretched(&self, worm: &Worm) -> Worm {
        let hops = |segment: &Segment| {
            let (dim, cell) = (segment.port.dim(), worm.from[segment.port.dim()]);
            let crossed = |hop: u32| match segment.port.sign() {
                Sign::Plus => self.next(dim, cell, hop as i64),
                Sign::Minus => self.next(dim, cell, -(hop as i64) - 1),
            };
            (0..segment.hops).map(|hop| self.size(dim, crossed(hop))).sum()
        };
        let segment = |segment: &Segment| Segment { port: segment.port, hops: hops(segment) };
        Worm {
            from: self.node(&worm.from, &vec![0; worm.from.len()]),
            route: Route::new(worm.route.segments().iter().map(segment)),
        }
    }

    /// A step of the inner tree in all cells.
    fn lifted(&self, worms: &[Worm], radices: &[u32]) -> Vec<Worm> {
        let count = self.counts.iter().map(|&count| count as usize).product();
        let cells: Vec<Vec<u32>> = (0..count).map(|cell| coordinates(&self.counts, cell)).collect();
        cells
            .iter()
            .flat_map(|cell| worms.iter().filter_map(|worm| self.shortened(cell, worm, radices)))
            .collect()
    }

    /// An inner worm from one cell, unless it begins or ends at a node that is cut off.
    fn shortened(&self, cell: &[u32], worm: &Worm, radices: &[u32]) -> Option<Worm> {
        let mut there = cell.to_vec();
        let mut x = worm.from.clone();
        let mut segments = Vec::new();
        for segment in worm.route.segments() {
            let (dim, hops) = (segment.port.dim(), segment.hops);
            let (wraps, to) = wrapped(x[dim], segment, radices[dim]);
            segments.push(Segment {
                port: segment.port,
                hops: if wraps == 0 { hops } else { self.across(&there, x[dim], segment, to) },
            });
            there[dim] = self.next(dim, there[dim], wraps);
            x[dim] = to;
        }
        let whole = |cell: &[u32], x: &[u32]| (0..x.len()).all(|dim| x[dim] < self.size(dim, cell[dim]));
        (whole(cell, &worm.from) && whole(&there, &x))
            .then(|| Worm { from: self.node(cell, &worm.from), route: Route::new(segments) })
    }

    /// Hops from coordinate `x` of a cell to coordinate `to` of the next one.
    fn across(&self, cell: &[u32], x: u32, segment: &Segment, to: u32) -> u32 {
        let (dim, sign) = (segment.port.dim(), segment.port.sign());
        match sign {
            Sign::Plus => (self.size(dim, cell[dim]) + to).saturating_sub(x),
            Sign::Minus => (x + self.size(dim, self.next(dim, cell[dim], -1))).saturating_sub(to),
        }
    }
}

/// Cells crossed by a segment, and its last coordinate.
fn wrapped(x: u32, segment: &Segment, radix: u32) -> (i64, u32) {
    let to = x as i64
        + if segment.port.sign() == Sign::Plus { segment.hops as i64 } else { -(segment.hops as i64) };
    (to.div_euclid(radix as i64), to.rem_euclid(radix as i64) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{collective::broadcast::tree::id, Torus};
    use std::collections::BTreeSet;

    /// How many nodes a tree informs, if it uses no link twice in a step and informs every node once, from
    /// one that has the message.
    fn told(tree: &Tree) -> Option<usize> {
        let torus = Torus::new(&tree.radices).unwrap();
        let mut knows = BTreeSet::from([0]);
        for worms in &tree.steps {
            let (mut links, mut ends) = (BTreeSet::new(), Vec::new());
            for worm in worms {
                let from = torus.node(&worm.from);
                knows.get(&from.index())?;
                ends.push(id(&tree.radices, &tree.end(worm)));
                worm.route.links(&torus, from).all(|link| links.insert(link)).then_some(())?;
            }
            ends.into_iter().all(|end| knows.insert(end)).then_some(())?;
        }
        Some(knows.len())
    }

    /// 3x3 by lines.
    fn lines() -> Tree {
        Tree::parse(&[3, 3], "0:a 0:A\n0:b 0:B 3:b 3:B 6:b 6:B\n")
    }

    #[test]
    fn cells_of_any_size() {
        for (rows, columns) in [(9, 9), (8, 9), (7, 8), (6, 6)] {
            let tree = product(&Space::free(&[rows, columns]), &lines(), &lines()).unwrap();
            assert_eq!(
                (tree.steps.len(), told(&tree)),
                (4, Some((rows * columns) as usize)),
                "{rows}x{columns}"
            );
        }
    }

    /// The last node of a ring of three tells the second: without it the second is not told.
    #[test]
    fn senders_may_not_be_cut_off() {
        let (outer, inner) = (Tree::parse(&[3], "0:a 0:A\n"), Tree::parse(&[3], "0:A\n2:A\n"));
        let of = |n: u32| told(&product(&Space::free(&[n]), &outer, &inner).unwrap());
        assert_eq!([of(9), of(8), of(7)], [Some(9), Some(7), Some(5)]);
    }

    /// Two cells on a ring of five: one way round is too long for a shortest route.
    #[test]
    fn halves_of_an_odd_circle() {
        let inner = Tree::parse(&[3], "0:a 0:A\n");
        let of = |text| product(&Space::free(&[5]), &Tree::parse(&[2], text), &inner);
        assert!(of("0:a\n").is_some() && of("0:A\n").is_none());
    }
}
