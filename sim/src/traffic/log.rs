//! What goes into a network of buffered routers, flit by flit, and what some clock edges left behind.
//!
//! Flits cross the boundary to compiled libraries as they stand here: `shim/traffic_abi.h` has the same
//! fields.

use crate::engine::{grow, Network};

/// A flit that waits at its source.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flit {
    /// What stands in `head` on the first link.
    pub head: u64,
    /// First cycle in which it may be offered.
    pub cycle: u64,
    /// Its serial number; the payload follows from it.
    pub serial: u32,
    /// Processor times the lanes of each, plus lane.
    pub lane: u32,
    /// First port, where one lane serves all.
    pub port: u32,
}

/// A flit at a place: entering or leaving by a lane, or on a link.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Clock edge in the log.
    pub step: u32,
    /// Lane or link.
    pub place: u32,
    /// Serial number in the payload.
    pub serial: u32,
    /// Whether the rest of the payload is another's.
    pub dirty: u32,
    /// Leaving: whether the router says that its packet ends.
    pub last: u32,
}

/// What some clock edges left behind; entry i belongs to edge i.
#[derive(Clone, Debug, Default)]
pub struct Log {
    steps: usize,
    words: usize,
    pub(super) valid: Vec<u64>,
    pub(super) error: Vec<u8>,
    pub(super) entered: (Vec<Seen>, usize),
    pub(super) left: (Vec<Seen>, usize),
    pub(super) hops: (Vec<Seen>, usize),
}

impl Log {
    /// Number of clock edges.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The links in use after an edge, bit = link id.
    pub fn valid(&self, step: usize) -> &[u64] {
        &self.valid[step * self.words..][..self.words]
    }

    /// The first edge after which some node reports an error.
    pub fn first_error(&self) -> Option<usize> {
        self.error[..self.steps].iter().position(|&error| error != 0)
    }

    /// Whether some node reports an error after an edge.
    pub fn error(&self, step: usize) -> bool {
        self.error[step] != 0
    }

    /// Flits that the routers took in, by increasing edge.
    pub fn entered(&self) -> &[Seen] {
        &self.entered.0[..self.entered.1]
    }

    /// Flits handed out, by increasing edge.
    pub fn left(&self) -> &[Seen] {
        &self.left.0[..self.left.1]
    }

    /// Flits on links, by increasing edge; none if the run is not traced.
    pub fn hops(&self) -> &[Seen] {
        &self.hops.0[..self.hops.1]
    }

    /// Room for `steps` clock edges, of which nothing is known yet.
    pub(crate) fn begin(&mut self, network: &Network, steps: usize, traced: bool) {
        self.resize(network, steps, traced);
        (self.entered.1, self.left.1, self.hops.1) = (0, 0, 0);
    }

    /// The links in use after an edge, and whether some node reports an error.
    pub(crate) fn show(&mut self, step: u32, valid: &[u64], error: bool) {
        self.valid[step as usize * self.words..][..self.words].copy_from_slice(valid);
        self.error[step as usize] = u8::from(error);
    }

    /// A router has taken a flit in.
    pub(crate) fn entered_by(&mut self, seen: Seen) {
        append(&mut self.entered, seen);
    }

    /// A lane has handed a flit out.
    pub(crate) fn left_by(&mut self, seen: Seen) {
        append(&mut self.left, seen);
    }

    /// A flit is on a link.
    pub(crate) fn hopped(&mut self, seen: Seen) {
        append(&mut self.hops, seen);
    }

    pub(super) fn resize(&mut self, network: &Network, steps: usize, traced: bool) {
        (self.steps, self.words) = (steps, network.words());
        grow(&mut self.valid, steps * self.words);
        grow(&mut self.error, steps);
        grow(&mut self.entered.0, steps * network.lanes());
        grow(&mut self.left.0, steps * network.lanes());
        grow(&mut self.hops.0, if traced { steps * network.links() } else { 0 });
    }
}

fn append((all, count): &mut (Vec<Seen>, usize), seen: Seen) {
    all[*count] = seen;
    *count += 1;
}
