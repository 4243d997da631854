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

/// Takes the ejections of a clock edge from a log, and drops those of earlier edges. The log is in the order
/// of edges.
pub fn of_step<'a>(log: &mut &'a [Ejection], step: usize) -> &'a [Ejection] {
    take_before(log, step);
    take_before(log, step + 1)
}

/// Takes the ejections before a step from a log. They are few beside all of it, so the search begins at its
/// front, and looks twice as far each time.
fn take_before<'a>(log: &mut &'a [Ejection], step: usize) -> &'a [Ejection] {
    let before = |ejection: &Ejection| (ejection.step as usize) < step;
    let mut reach = 1;
    while log.get(reach - 1).is_some_and(before) {
        reach *= 2;
    }
    let count = log[..reach.min(log.len())].partition_point(before);
    let (taken, left) = log.split_at(count);
    *log = left;
    taken
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

    /// The messages on links, in the order of edges; none if the run is not traced.
    pub fn hops(&self) -> &[Hop] {
        &self.hops[..self.hopped]
    }

    pub(crate) fn resize(&mut self, network: &Network, start: &[bool], traced: bool) {
        let steps = start.len();
        (self.steps, self.words) = (steps, network.words());
        self.start = start.iter().map(|&bit| bit as u8).collect();
        grow(&mut self.valid, steps * self.words);
        grow(&mut self.status, steps);
        grow(&mut self.ejections, steps * network.local_ports());
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

    /// Steps without ejections, with one and with many, each taken by a filter, too; some are left out.
    #[test]
    fn the_ejections_of_a_step_are_taken_and_earlier_ones_dropped() {
        let counts = [0, 1, 2, 0, 3, 7, 8, 9, 0, 0, 64, 1];
        let of = |(step, count): (usize, &usize)| vec![step as u32; *count];
        let steps: Vec<u32> = counts.iter().enumerate().flat_map(of).collect();
        let log: Vec<_> = steps.iter().map(|&step| Ejection { step, ..Ejection::default() }).collect();
        for stride in 1..=counts.len() {
            let mut left = &log[..];
            for step in (0..=counts.len()).step_by(stride) {
                let naive = log.iter().filter(|ejection| ejection.step as usize == step);
                assert!(of_step(&mut left, step).iter().eq(naive), "step {step} of every {stride}");
                assert!(left.iter().all(|ejection| ejection.step as usize > step));
            }
        }
    }
}
