//! What goes into a network of buffered routers, flit by flit, and what some clock edges left behind.
//!
//! Flits cross the boundary to compiled libraries as they stand here: `shim/traffic_abi.h` has the same
//! fields.

use super::{grow, Machine, Network};

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
    /// Processor times the local ports of each, plus local port.
    pub local_port: u32,
    /// First port, where one local port serves all.
    pub port: u32,
}

/// A flit at a place: entering or leaving by a local port, or on a link.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Clock edge in the log.
    pub step: u32,
    /// Local port or link.
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
    pub(crate) valid: Vec<u64>,
    pub(crate) error: Vec<u8>,
    pub(crate) entered: (Vec<Seen>, usize),
    pub(crate) left: (Vec<Seen>, usize),
    pub(crate) hops: (Vec<Seen>, usize),
}

impl Log {
    /// What other logs say together: the links in use and whether some node reports an error, by clock edge,
    /// and flits by increasing edge.
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

    /// Flits that the routers took in, by increasing edge.
    pub fn entered(&self) -> &[Seen] {
        &self.entered.0[..self.entered.1]
    }

    /// Flits that the routers took in at one edge.
    pub fn entered_at(&self, step: usize) -> &[Seen] {
        at(self.entered(), step)
    }

    /// Flits handed out, by increasing edge.
    pub fn left(&self) -> &[Seen] {
        &self.left.0[..self.left.1]
    }

    /// Flits on links, by increasing edge; none if the run is not traced.
    pub fn hops(&self) -> &[Seen] {
        &self.hops.0[..self.hops.1]
    }

    /// Flits on links after one edge; none if the run is not traced.
    pub fn hops_at(&self, step: usize) -> &[Seen] {
        at(self.hops(), step)
    }

    /// What another log says of some clock edges, from `first` on.
    pub(crate) fn add(&mut self, first: usize, other: &Log) {
        let (words, steps) = (self.words, other.steps);
        self.valid[first * words..][..steps * words].copy_from_slice(&other.valid[..steps * words]);
        self.error[first..][..steps].copy_from_slice(&other.error[..steps]);
        let later = |seen: &Seen| Seen { step: first as u32 + seen.step, ..*seen };
        other.entered().iter().for_each(|seen| self.entered_by(later(seen)));
        other.left().iter().for_each(|seen| self.left_by(later(seen)));
        other.hops().iter().for_each(|seen| self.hopped(later(seen)));
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

    /// A local port has handed a flit out.
    pub(crate) fn left_by(&mut self, seen: Seen) {
        append(&mut self.left, seen);
    }

    /// A flit is on a link.
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

/// Those of one edge, of flits by increasing edge.
fn at(all: &[Seen], step: usize) -> &[Seen] {
    let from = all.partition_point(|seen| (seen.step as usize) < step);
    let to = all.partition_point(|seen| seen.step as usize <= step);
    &all[from..to]
}

fn append((all, count): &mut (Vec<Seen>, usize), seen: Seen) {
    all[*count] = seen;
    *count += 1;
}

/// What the sender of a channel has seen since power-up.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Flits put on the channel.
    pub carried: u64,
    /// Credits that came back.
    pub returned: u64,
}

/// What the bench breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The first credit that comes back over this link's channel from a cycle on is lost.
    LostCredit {
        /// Link id.
        link: u32,
        /// Channel.
        channel: u32,
        /// From this cycle on.
        cycle: u64,
    },
    /// A bit of the head of the first flit that the link carries from a cycle on is flipped.
    FlippedHead {
        /// Link id.
        link: u32,
        /// Bit of the head, least significant 0.
        bit: u32,
        /// From this cycle on.
        cycle: u64,
    },
    /// An ejection port is not ready any more.
    StuckReady {
        /// Local port.
        local_port: u32,
        /// From this cycle on.
        cycle: u64,
    },
}

impl Fault {
    /// It in the numbers of a block; `flipped`: a link, by its id, whose heads are flipped in the block.
    /// `None`: another rank has its place. Panics: nobody has.
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
                let own = (local_port as usize).checked_sub(network.first_local_port());
                let own = own.filter(|&own| own < network.local_ports());
                Fault::StuckReady { local_port: own? as u32, cycle }
            }
        })
    }
}

/// A machine of buffered routers, which any traffic is sent through: compiled tiles, the emitted top around
/// them, or the cycle model.
pub trait TrafficMachine: Machine {
    /// `steps` clock edges from `cycle` on, these flits queued before the first. `reset`: `rst_ni` is low
    /// throughout.
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log);
    /// Whether ejection ports are ready for nothing from the next clock edge on.
    fn hold(&mut self, held: bool);
    /// Breaks something. Places outside the network are refused by a panic: the caller knows the network.
    fn break_something(&mut self, fault: Fault);
    /// What the sender of every channel has seen, by link id and channel.
    fn tallies(&self) -> Vec<Tally>;
}
