//! The links in use in every cycle of an engine, and the first difference between two engines.

use std::fmt;
use torus_model::Torus;

/// The links in use, cycle after cycle, a bit for each link id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkTrace {
    words: usize,
    used: Vec<u64>,
}

impl LinkTrace {
    /// Adds a cycle.
    pub fn add(&mut self, links: &[u64]) {
        self.words = links.len();
        self.used.extend_from_slice(links);
    }

    /// The number of cycles.
    pub fn cycles(&self) -> usize {
        self.used.len() / self.words.max(1)
    }

    /// A cycle in the form in which Verilog prints it, the highest of `links` link ids first.
    pub fn bits(&self, cycle: usize, links: usize) -> String {
        (0..links).rev().map(|link| if self.carries(cycle, link) { '1' } else { '0' }).collect()
    }

    fn carries(&self, cycle: usize, link: usize) -> bool {
        self.used[cycle * self.words + link / 64] >> (link % 64) & 1 == 1
    }

    /// The first cycle in which the two differ, with its first link; if there is none, a difference in the
    /// number of cycles.
    pub fn divergence(&self, other: &LinkTrace, torus: &Torus) -> Option<Divergence> {
        let part = self.used.iter().zip(&other.used).position(|(a, b)| a != b);
        let Some(at) = part else {
            let cycles = [self.cycles(), other.cycles()];
            return (cycles[0] != cycles[1]).then_some(Divergence::Cycles { cycles });
        };
        let cycle = at / self.words;
        let bit = (self.used[at] ^ other.used[at]).trailing_zeros() as usize;
        let link = 64 * (at % self.words) + bit;
        let name = torus.link_at(link).map(|id| torus.link_name(id));
        let first = self.carries(cycle, link);
        Some(Divergence::Link {
            cycle,
            link: name.unwrap_or_else(|| format!("{link}, which does not exist")),
            first,
        })
    }
}

/// The first difference between two engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// They differ in a link.
    Link {
        /// The first cycle with a difference.
        cycle: usize,
        /// The first link with a difference in it.
        link: String,
        /// Whether the first engine uses the link.
        first: bool,
    },
    /// They differ only in the number of cycles.
    Cycles {
        /// Their numbers of cycles.
        cycles: [usize; 2],
    },
}

/// A difference between two engines, as a text line; with the names of the engines.
pub struct DivergenceLine<'a>(pub &'a Divergence, pub [&'a str; 2]);

impl fmt::Display for DivergenceLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DivergenceLine(divergence, [one, two]) = self;
        match divergence {
            Divergence::Link { cycle, link, first } => {
                let (with, without) = if *first { (one, two) } else { (two, one) };
                write!(
                    f,
                    "{one} and {two} part in cycle {cycle}: the link {link} is used in {with} and not in \
                        {without}"
                )
            }
            Divergence::Cycles { cycles } => {
                write!(f, "{one} runs for {} cycles and {two} for {}; no link differs", cycles[0], cycles[1])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(cycles: &[[u64; 2]]) -> LinkTrace {
        let mut trace = LinkTrace::default();
        cycles.iter().for_each(|links| trace.add(links));
        trace
    }

    fn said(one: &[[u64; 2]], two: &[[u64; 2]]) -> Option<String> {
        let torus = Torus::new(&[4, 5]).unwrap();
        let divergence = trace(one).divergence(&trace(two), &torus);
        divergence.map(|divergence| DivergenceLine(&divergence, ["tiles", "model"]).to_string())
    }

    /// The first cycle counts before the first link; links after the first word have their own names.
    #[test]
    fn the_first_cycle_and_its_first_link_are_named() {
        assert_eq!(said(&[[1, 2], [3, 4]], &[[1, 2], [3, 4]]), None);
        assert_eq!(
            said(&[[1, 2], [3, 4], [8, 0]], &[[1, 2], [3, 5], [1, 0]]).as_deref(),
            Some("tiles and model part in cycle 1: the link (3,1) 1+ is used in model and not in tiles")
        );
        assert_eq!(
            said(&[[6, 2]], &[[0, 0]]).as_deref(),
            Some("tiles and model part in cycle 0: the link (0,0) 1- is used in tiles and not in model")
        );
        assert_eq!(
            said(&[[1, 2]], &[[1, 2], [0, 0]]).as_deref(),
            Some("tiles runs for 1 cycles and model for 2; no link differs")
        );
    }
}
