//! Banks: no two blocks of one bank are read in one slot, nor written in one slot.
//!
//! A block is written once and read once. So the blocks of a memory are the edges of a bipartite multigraph
//! between write slots and read slots, and banks are colours of edges. As many colours as the largest degree
//! suffice (König, 1916), and that is at most the number of local ports. They are found by alternating paths,
//! edge by edge. Blocks that are only loaded or only read back have one end; they take the least filled bank
//! that is free there.

use super::lifetimes::{Lifetime, Lifetimes, PhaseStep};
use std::collections::HashMap;

const NONE: u32 = u32::MAX;

/// The number of banks, and the bank of every lifetime.
pub fn colour(lifetimes: &Lifetimes) -> (usize, Vec<usize>) {
    let graph = Graph::new(&lifetimes.all);
    let banks = graph.degree().max(1);
    let mut search = Colouring { graph: &graph, at: vec![NONE; graph.vertices * banks], banks };
    let mut bank = vec![NONE; lifetimes.all.len()];
    let both = |lifetime: &usize| graph.ends[*lifetime].0 != NONE && graph.ends[*lifetime].1 != NONE;
    let (inner, outer): (Vec<usize>, Vec<usize>) = (0..lifetimes.all.len()).partition(both);
    inner.into_iter().for_each(|lifetime| search.add(lifetime, &mut bank));
    let mut filled =
        vec![vec![0u32; banks]; 1 + lifetimes.all.iter().map(|lifetime| lifetime.class).max().unwrap_or(0)];
    for lifetime in outer {
        let filled = &mut filled[lifetimes.all[lifetime].class];
        let free = (0..banks).filter(|&b| search.free(graph.ends[lifetime], b));
        let chosen = free.min_by_key(|&b| filled[b]).expect("as many banks as the largest degree");
        filled[chosen] += 1;
        search.set(lifetime, chosen, &mut bank);
    }
    (banks, bank.into_iter().map(|b| b as usize).collect())
}

/// Lifetimes as edges between the slots in which they are written and read; an end that does not exist is
/// [`NONE`].
struct Graph {
    ends: Vec<(u32, u32)>,
    vertices: usize,
}

impl Graph {
    fn new(all: &[Lifetime]) -> Self {
        let mut known: HashMap<(usize, bool, PhaseStep), u32> = HashMap::new();
        let mut vertex = |class, reads, at: Option<PhaseStep>| match at {
            None => NONE,
            Some(at) => {
                let next = known.len() as u32;
                *known.entry((class, reads, at)).or_insert(next)
            }
        };
        let ends: Vec<_> =
            all.iter().map(|l| (vertex(l.class, false, l.born), vertex(l.class, true, l.sent))).collect();
        let vertices = known.len();
        Graph { ends, vertices }
    }

    fn degree(&self) -> usize {
        let mut degrees = vec![0; self.vertices];
        let ends = self.ends.iter().flat_map(|&(a, b)| [a, b]).filter(|&end| end != NONE);
        ends.for_each(|end| degrees[end as usize] += 1);
        degrees.into_iter().max().unwrap_or(0)
    }
}

struct Colouring<'a> {
    graph: &'a Graph,
    /// For each vertex and bank the lifetime that uses it.
    at: Vec<u32>,
    banks: usize,
}

impl Colouring<'_> {
    fn free(&self, (a, b): (u32, u32), bank: usize) -> bool {
        [a, b].into_iter().all(|v| v == NONE || self.at[v as usize * self.banks + bank] == NONE)
    }

    fn set(&mut self, lifetime: usize, bank: usize, of: &mut [u32]) {
        let (a, b) = self.graph.ends[lifetime];
        for v in [a, b].into_iter().filter(|&v| v != NONE) {
            self.at[v as usize * self.banks + bank] = lifetime as u32;
        }
        of[lifetime] = bank as u32;
    }

    fn first_free(&self, v: u32) -> usize {
        (0..self.banks).find(|&b| self.free((v, NONE), b)).expect("as many banks as the largest degree")
    }

    /// Gives a lifetime with two ends a bank that is free at both. If need be, two banks are exchanged along
    /// a path.
    fn add(&mut self, lifetime: usize, of: &mut [u32]) {
        let (a, b) = self.graph.ends[lifetime];
        let (at_a, at_b) = (self.first_free(a), self.first_free(b));
        if !self.free((b, NONE), at_a) {
            self.exchange(b, at_a, at_b, of);
        }
        self.set(lifetime, at_a, of);
    }

    /// Exchanges two banks on the path that begins at `v` with `first`. The path never reaches the other end
    /// of the lifetime to be added, as the graph is bipartite and `first` is free there.
    fn exchange(&mut self, v: u32, first: usize, second: usize, of: &mut [u32]) {
        let (mut path, mut v, mut bank) = (Vec::new(), v, first);
        while v != NONE && self.at[v as usize * self.banks + bank] != NONE {
            let lifetime = self.at[v as usize * self.banks + bank];
            path.push(lifetime as usize);
            let (a, b) = self.graph.ends[lifetime as usize];
            v = if a == v { b } else { a };
            bank = first + second - bank;
        }
        for &lifetime in &path {
            let (a, b) = self.graph.ends[lifetime];
            let old = of[lifetime] as usize;
            [a, b]
                .into_iter()
                .filter(|&v| v != NONE)
                .for_each(|v| self.at[v as usize * self.banks + old] = NONE);
        }
        for lifetime in path {
            let new = first + second - of[lifetime] as usize;
            self.set(lifetime, new, of);
        }
    }
}
