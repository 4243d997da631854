//! Buffers for the results of clock edges: links in use, status bits, ejections, messages on links.

use super::{Ejected, Ejection, Ejections, Network, ABSENT};

/// The bit of `done_o` in a status byte.
pub const DONE: u8 = 1;
/// The bit of `error_o` in a status byte.
pub const ERROR: u8 = 2;

/// The source and destination of a message: the payload of a scheduled network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ends {
    /// The node that sent it.
    pub source: u32,
    /// The node it is for.
    pub destination: u32,
}

impl Ends {
    /// The ends of no message.
    pub const NONE: Ends = Ends { source: ABSENT, destination: ABSENT };
}

/// A message on a link.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// The clock edge, as its number in the batch.
    pub step: u32,
    /// Link id.
    pub link: u32,
    /// Source id in the payload.
    pub source: u32,
    /// Destination id in the payload.
    pub destination: u32,
}

/// Accesses of a host to the memories, one for each clock edge and processor. Ranks that share a network all
/// get the accesses of all processors, and read those of their own.
#[derive(Clone, Debug)]
pub struct Host {
    /// Whether the accesses write; otherwise they read.
    pub write: bool,
    /// 32-bit words of a flit.
    pub words: usize,
    /// For each clock edge, the address of every processor, or [`ABSENT`].
    pub address: Vec<u32>,
    /// The data that are written, or were read: `words` for each address.
    pub data: Vec<u32>,
}

impl Host {
    /// `steps` clock edges without an access.
    pub fn new(write: bool, steps: usize, processors: usize, words: usize) -> Self {
        let accesses = steps * processors;
        Host { write, words, address: vec![ABSENT; accesses], data: vec![0; accesses * words] }
    }
}

/// The results of clock edges; entry i is the state after edge i.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(crate) steps: usize,
    pub(crate) words: usize,
    pub(crate) start: Vec<u8>,
    pub(crate) valid: Vec<u64>,
    pub(crate) status: Vec<u8>,
    /// The ejections, in the order of edges.
    pub(crate) ejections: Ejections,
    /// For each edge, the number of ejections up to its last one.
    pub(crate) ends: Vec<usize>,
    pub(crate) hops: Vec<Hop>,
    pub(crate) hopped: usize,
}

impl Batch {
    /// Number of clock edges.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The links in use after an edge, bit = link id.
    pub fn valid(&self, step: usize) -> &[u64] {
        &self.valid[step * self.words..][..self.words]
    }

    /// The bits [`DONE`] and [`ERROR`] after an edge.
    pub fn status(&self, step: usize) -> u8 {
        self.status[step]
    }

    /// The ejections of an edge.
    pub fn ejections_of(&self, step: usize) -> Ejected<'_> {
        let first = step.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.ejections.part(first..self.ends[step])
    }

    /// The messages on links, in the order of edges; none if the run is not traced.
    pub fn hops(&self) -> &[Hop] {
        &self.hops[..self.hopped]
    }

    /// Removes all messages.
    pub(crate) fn clear(&mut self) {
        self.ejections.clear();
        self.hopped = 0;
    }

    /// Notes that the ejections of an edge are complete.
    pub(crate) fn end(&mut self, step: usize) {
        self.ends[step] = self.ejections.len();
    }

    /// Takes the ejections of all edges from a list in the order of edges, each with its edge.
    pub(crate) fn take(&mut self, log: impl Iterator<Item = (u32, Ejection)>) {
        self.ejections.clear();
        let mut log = log.peekable();
        for step in 0..self.steps {
            while let Some((_, ejection)) = log.next_if(|&(of, _)| of as usize <= step) {
                self.ejections.push(ejection);
            }
            self.end(step);
        }
    }

    pub(crate) fn resize(&mut self, network: &Network, start: &[bool], traced: bool) {
        let steps = start.len();
        (self.steps, self.words) = (steps, network.words());
        self.start = start.iter().map(|&bit| bit as u8).collect();
        grow(&mut self.valid, steps * self.words);
        grow(&mut self.status, steps);
        grow(&mut self.ends, steps);
        grow(&mut self.hops, if traced { steps * network.links() } else { 0 });
        self.clear();
    }
}

pub(crate) fn grow<T: Clone + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() < len {
        buffer.resize(len, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps without ejections, with one and with many, the last one too: each is compared with a filter. A
    /// batch that is used again has longer ends than edges.
    #[test]
    fn the_ejections_of_an_edge_are_those_of_its_step() {
        let mut batch = Batch { ends: vec![99; 20], ..Batch::default() };
        for counts in [&[0u32, 1, 2, 0, 3, 7, 8, 9, 0, 0, 64, 1][..], &[3, 0], &[0, 0, 0]] {
            let log = (0..).zip(counts).flat_map(|(step, &count)| (0..count).map(move |at| (step, at)));
            let numbered = |source| Ejection { source, ..Ejection::default() };
            batch.steps = counts.len();
            batch.take(log.map(|(step, at)| (step, numbered(100 * step + at))));
            for (step, &count) in (0..).zip(counts) {
                let expected: Vec<u32> = (0..count).map(|at| 100 * step + at).collect();
                assert_eq!(batch.ejections_of(step as usize).sources, expected, "{step}");
            }
        }
    }
}
