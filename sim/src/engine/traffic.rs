//! Flits that go into a buffered network, and the results of clock edges.
//!
//! These structs are passed to compiled libraries as they are; `shim/traffic_abi.h` has the same fields.

use super::{grow, Machine, Network};

/// A flit that waits at its source.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flit {
    /// The `head` on the first link.
    pub head: u64,
    /// The first cycle in which it may be offered.
    pub cycle: u64,
    /// Its serial number, from which its payload follows.
    pub serial: u32,
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// The first port, if a processor has one local port.
    pub port: u32,
}

/// A flit at a place: entering or leaving at a local port, or on a link.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The clock edge, as its number in the log.
    pub step: u32,
    /// The local port or link.
    pub place: u32,
    /// The serial number in the payload.
    pub serial: u32,
    /// Whether the rest of the payload does not belong to this flit.
    pub dirty: u32,
    /// For a flit that leaves: whether the router marks it as the last of its packet.
    pub last: u32,
}

/// The results of clock edges; entry i belongs to edge i.
#[derive(Clone, Debug, Default)]
pub struct Log {
    steps: usize,
    words: usize,
    pub(crate) valid: Vec<u64>,
    pub(crate) error: Vec<u8>,
    pub(crate) entered: (Vec<Seen>, usize),
    pub(crate) left: (Vec<Seen>, usize),
    pub(crate) hops: (Vec<Seen>, usize),
}

impl Log {
    /// A log from the contents of others: links in use and whether some node reports an error, by clock edge;
    /// and flits in the order of edges.
    pub(crate) fn of(valid: Vec<u64>, error: Vec<u8>, [entered, left, hops]: [Vec<Seen>; 3]) -> Self {
        let [entered, left, hops] =
            [entered, left, hops].map(|all| (all.len(), all)).map(|(n, all)| (all, n));
        let (steps, words) = (error.len(), valid.len() / error.len().max(1));
        Log { steps, words, valid, error, entered, left, hops }
    }

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

    /// The flits that the routers took, in the order of edges.
    pub fn entered(&self) -> &[Seen] {
        &self.entered.0[..self.entered.1]
    }

    /// The flits that the routers took at one edge.
    pub fn entered_at(&self, step: usize) -> &[Seen] {
        at(self.entered(), step)
    }

    /// The flits that left, in the order of edges.
    pub fn left(&self) -> &[Seen] {
        &self.left.0[..self.left.1]
    }

    /// The flits on links, in the order of edges; none if the run is not traced.
    pub fn hops(&self) -> &[Seen] {
        &self.hops.0[..self.hops.1]
    }

    /// The flits on links after one edge; none if the run is not traced.
    pub fn hops_at(&self, step: usize) -> &[Seen] {
        at(self.hops(), step)
    }

    /// Adds the contents of another log, whose first edge is edge `first` of this one.
    pub(crate) fn add(&mut self, first: usize, other: &Log) {
        let (words, steps) = (self.words, other.steps);
        self.valid[first * words..][..steps * words].copy_from_slice(&other.valid[..steps * words]);
        self.error[first..][..steps].copy_from_slice(&other.error[..steps]);
        let later = |seen: &Seen| Seen { step: first as u32 + seen.step, ..*seen };
        other.entered().iter().for_each(|seen| self.entered_by(later(seen)));
        other.left().iter().for_each(|seen| self.left_by(later(seen)));
        other.hops().iter().for_each(|seen| self.hopped(later(seen)));
    }

    /// Makes room for `steps` clock edges without results.
    pub(crate) fn begin(&mut self, network: &Network, steps: usize, traced: bool) {
        self.resize(network, steps, traced);
        (self.entered.1, self.left.1, self.hops.1) = (0, 0, 0);
    }

    /// Notes the links in use after an edge, and whether some node reports an error.
    pub(crate) fn show(&mut self, step: u32, valid: &[u64], error: bool) {
        self.valid[step as usize * self.words..][..self.words].copy_from_slice(valid);
        self.error[step as usize] = u8::from(error);
    }

    /// Notes that a router took a flit.
    pub(crate) fn entered_by(&mut self, seen: Seen) {
        append(&mut self.entered, seen);
    }

    /// Notes that a flit left at a local port.
    pub(crate) fn left_by(&mut self, seen: Seen) {
        append(&mut self.left, seen);
    }

    /// Notes a flit on a link.
    pub(crate) fn hopped(&mut self, seen: Seen) {
        append(&mut self.hops, seen);
    }

    pub(crate) fn resize(&mut self, network: &Network, steps: usize, traced: bool) {
        (self.steps, self.words) = (steps, network.words());
        grow(&mut self.valid, steps * self.words);
        grow(&mut self.error, steps);
        grow(&mut self.entered.0, steps * network.local_ports());
        grow(&mut self.left.0, steps * network.local_ports());
        grow(&mut self.hops.0, if traced { steps * network.links() } else { 0 });
    }
}

/// The entries of one edge; `all` is in the order of edges.
fn at(all: &[Seen], step: usize) -> &[Seen] {
    let from = all.partition_point(|seen| (seen.step as usize) < step);
    let to = all.partition_point(|seen| seen.step as usize <= step);
    &all[from..to]
}

fn append((all, count): &mut (Vec<Seen>, usize), seen: Seen) {
    all[*count] = seen;
    *count += 1;
}

/// What the sender of a channel has seen since the last reset.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Flits put on the channel.
    pub carried: u64,
    /// Credits that returned.
    pub returned: u64,
}

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// From a cycle on, the first credit that returns for this channel of the link is lost.
    LostCredit {
        /// Link id.
        link: u32,
        /// Channel.
        channel: u32,
        /// The first cycle in which it can happen.
        cycle: u64,
    },
    /// From a cycle on, a bit in the head of the first flit on the link is flipped.
    FlippedHead {
        /// Link id.
        link: u32,
        /// The bit of the head; 0 is the least significant.
        bit: u32,
        /// The first cycle in which it can happen.
        cycle: u64,
    },
    /// From a cycle on, an ejection port is never ready.
    StuckReady {
        /// Local port.
        local_port: u32,
        /// The first cycle in which it holds.
        cycle: u64,
    },
}

impl Fault {
    /// The fault with the numbers of a block. `flipped`: the link whose heads are flipped in the block, for a
    /// link id. `None`: the place belongs to another rank. Panics if the place does not exist.
    pub(crate) fn of_block(
        self,
        network: &Network,
        flipped: impl Fn(usize) -> Option<usize>,
    ) -> Option<Fault> {
        let exists = |link: u32| assert!((link as usize) < network.links_of_all(), "a link that exists");
        Some(match self {
            Fault::LostCredit { link, channel, cycle } => {
                exists(link);
                Fault::LostCredit { link: network.block.link(link as usize)? as u32, channel, cycle }
            }
            Fault::FlippedHead { link, bit, cycle } => {
                exists(link);
                Fault::FlippedHead { link: flipped(link as usize)? as u32, bit, cycle }
            }
            Fault::StuckReady { local_port, cycle } => {
                assert!((local_port as usize) < network.local_ports_of_all(), "a local port that exists");
                Fault::StuckReady { local_port: network.own_local_port(local_port)?, cycle }
            }
        })
    }
}

/// A machine of a buffered network, through which any traffic can be sent: compiled tiles, the emitted top
/// around them, or the cycle model.
pub trait TrafficMachine: Machine {
    /// Runs `steps` clock edges from `cycle` on. `flits` are queued before the first one, in the order of
    /// their cycles. `reset`: `rst_ni` is low throughout.
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log);
    /// With `held`, ejection ports are not ready from the next clock edge on.
    fn hold(&mut self, held: bool);
    /// Plants a fault. Panics if its place does not exist; the caller knows the network.
    fn break_something(&mut self, fault: Fault);
    /// What the sender of every channel has seen, by link id and channel.
    fn tallies(&self) -> Vec<Tally>;
}
