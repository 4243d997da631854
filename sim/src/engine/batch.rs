//! Buffers for the results of clock edges: links in use, status bits, ejections, messages on links.

use super::{Network, ABSENT};

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

/// A message that left the network.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ejection {
    /// The clock edge, as its number in the batch.
    pub step: u32,
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// Source id in the payload.
    pub source: u32,
    /// Destination id in the payload.
    pub destination: u32,
    /// Whether another bit of the payload is set.
    pub dirty: u32,
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
    pub(crate) ejections: Vec<Ejection>,
    pub(crate) ejected: usize,
    /// For each edge, the ejections up to its last one.
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

    /// The ejections, in the order of edges.
    pub fn ejections(&self) -> &[Ejection] {
        &self.ejections[..self.ejected]
    }

    /// The ejections of an edge.
    pub fn ejections_of(&self, step: usize) -> &[Ejection] {
        let first = step.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ejections[first..self.ends[step]]
    }

    /// The messages on links, in the order of edges; none if the run is not traced.
    pub fn hops(&self) -> &[Hop] {
        &self.hops[..self.hopped]
    }

    /// Notes that the ejections of an edge are complete.
    pub(crate) fn end(&mut self, step: usize) {
        self.ends[step] = self.ejected;
    }

    /// Finds the ejections of every edge, by their steps.
    pub(crate) fn find_ends(&mut self) {
        let (log, mut end) = (&self.ejections[..self.ejected], 0);
        for (step, of_step) in self.ends[..self.steps].iter_mut().enumerate() {
            end += log[end..].iter().take_while(|ejection| ejection.step as usize <= step).count();
            *of_step = end;
        }
    }

    pub(crate) fn resize(&mut self, network: &Network, start: &[bool], traced: bool) {
        let steps = start.len();
        (self.steps, self.words) = (steps, network.words());
        self.start = start.iter().map(|&bit| bit as u8).collect();
        grow(&mut self.valid, steps * self.words);
        grow(&mut self.status, steps);
        grow(&mut self.ejections, steps * network.local_ports());
        grow(&mut self.ends, steps);
        grow(&mut self.hops, if traced { steps * network.links() } else { 0 });
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
        for counts in [&[0usize, 1, 2, 0, 3, 7, 8, 9, 0, 0, 64, 1][..], &[3, 0], &[0, 0, 0]] {
            let of = |(step, count): (usize, &usize)| vec![step as u32; *count];
            let steps: Vec<u32> = counts.iter().enumerate().flat_map(of).collect();
            let of_step = |step| Ejection { step, ..Ejection::default() };
            batch.ejections = steps.into_iter().map(of_step).collect();
            (batch.steps, batch.ejected) = (counts.len(), batch.ejections.len());
            batch.ejections.resize(100, Ejection::default());
            batch.find_ends();
            for (step, count) in counts.iter().enumerate() {
                let found = batch.ejections_of(step);
                assert!(found.len() == *count && found.iter().all(|one| one.step as usize == step), "{step}");
            }
        }
    }
}
