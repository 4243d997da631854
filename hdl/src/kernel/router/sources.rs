//! The numbered sources of an output, and labels of ports, pairs of ports and multiplexers.

use crate::signal::labels;
use torus_model::route::bits;
use torus_model::Port;

/// How an output chooses its payload.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// One source, or one of two by its number.
    Direct,
    /// More sources, of which up to two are turns: multiplexers in stages.
    Stages,
    /// More turns: pairs of sources, joined by an OR.
    Pairs,
}

/// The numbers of an output's sources: the default is 0, straight on comes next, then the turns.
pub(super) struct Sources {
    n: usize,
    wired: Vec<bool>,
    turns_from: usize,
    /// Bits of a source's number.
    pub levels: usize,
}

impl Sources {
    /// The sources for `n` ports. Turns are numbered from `turns_from` on.
    pub fn new(n: usize, wired: Vec<bool>, turns_from: usize) -> Self {
        let mut sources = Sources { n, wired, turns_from, levels: 0 };
        sources.levels = (0..n).map(|q| bits(sources.count(q, n))).max().unwrap_or(0);
        sources
    }

    /// Whether messages turn from the input to the output of a pair.
    pub fn wired(&self, k: usize) -> bool {
        self.wired[k]
    }

    /// The number of sources of an output, with the turns from inputs below `inputs`.
    fn count(&self, output: usize, inputs: usize) -> usize {
        self.turns_from + (0..inputs).filter(|p| self.wired[p * self.n + output]).count()
    }

    /// The number of a turn. 0 if it is not wired.
    fn number(&self, pair: usize) -> usize {
        self.wired[pair] as usize * self.count(pair % self.n, pair / self.n)
    }

    /// For pair and bit in one index: whether this bit of the turn's number is 1.
    pub fn numbered(&self, k: usize) -> bool {
        self.number(k / self.levels) >> (k % self.levels) & 1 == 1
    }

    /// For pair and place in one index: whether the turn is the source at this place.
    pub fn sourced(&self, k: usize) -> bool {
        let (pair, place) = (k >> self.levels, k % (1 << self.levels));
        self.wired[pair] && self.number(pair) == place
    }

    /// The number of turns that an output takes.
    pub fn turns(&self, output: usize) -> usize {
        self.count(output, self.n) - self.turns_from
    }

    /// How an output chooses its payload.
    pub fn form(&self, output: usize) -> Form {
        match (self.count(output, self.n), self.turns(output)) {
            (1 | 2, _) => Form::Direct,
            (_, 1 | 2) => Form::Stages,
            _ => Form::Pairs,
        }
    }

    /// Whether an output has two sources.
    pub fn is_one_of_two(&self, output: usize) -> bool {
        self.count(output, self.n) == 2
    }

    /// The largest number of pairs of an output. A single source counts as a pair.
    pub fn most_pairs(&self) -> usize {
        (0..self.n).map(|q| self.count(q, self.n).div_ceil(2)).max().unwrap_or(0)
    }

    /// Whether an output has a pair of two sources at this place.
    pub fn paired(&self, output: usize, pair: usize) -> bool {
        self.form(output) == Form::Pairs && 2 * pair + 1 < self.count(output, self.n)
    }

    /// Whether an output has a single source in the place of a pair.
    pub fn unpaired(&self, output: usize, pair: usize) -> bool {
        self.form(output) == Form::Pairs && 2 * pair + 1 == self.count(output, self.n)
    }

    /// Whether the left (0) or right (1) place below a place of the tree exists.
    pub fn below(&self, place: usize, side: usize) -> bool {
        let places = 1 << self.levels;
        let (j, level) = (place % places, place / places % (self.levels + 1));
        let output = place / places / (self.levels + 1);
        level > 0 && (2 * j + side) << (level - 1) < self.count(output, self.n)
    }
}

/// Labels `in_out` of the items that exist once for each pair of ports.
pub(super) fn pair_labels(ports: &[Port]) -> Vec<String> {
    let pair = |p: &Port, q: &Port| format!("{}_{}", p.index(), q.index());
    ports.iter().flat_map(|p| ports.iter().map(move |q| pair(p, q))).collect()
}

/// Labels of the items that exist once for each port and each index of a grid.
pub(super) fn index_labels(ports: &[Port], grid: &[usize]) -> Vec<String> {
    let deeper = |all: Vec<String>, count: &usize| {
        all.iter().flat_map(|label| (0..*count).map(move |k| format!("{label}_{k}"))).collect()
    };
    grid.iter().fold(labels(ports.iter().map(|port| port.index())), deeper)
}
