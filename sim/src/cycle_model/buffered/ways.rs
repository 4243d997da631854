//! What the head of a flit asks for at a node: an output channel, to leave the network, or something that is
//! not there.
//!
//! Own code from `docs/buffered.md`. Which turns a router wires is read from the table in the emitted
//! module's header. A head that asks for another turn has no way.

use crate::cycle_model::turns::wired;
use crate::engine::{Network, ABSENT};
use crate::manifest::BufferedInfo;
use crate::ranks::{number, Carried};
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{route::bits, HeaderLayout, Port, PortModel, Torus};

/// In a request: the flit enters a ring there, by injection or a turn.
pub const ENTERS: u32 = 1 << 30;
/// The request to leave the network.
pub const EJECT: u32 = 1 << 31;
/// A request that no way leads to.
pub const MISROUTED: u32 = EJECT + 1;

/// A flit: what stands beside its payload, its serial number, and at an injection port the first port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// Last, channel, header.
    pub head: u64,
    /// Which flit it is; the payload follows from it.
    pub serial: u32,
    /// First port, where one local port serves all.
    pub port: u32,
}

impl Carried for Token {
    fn bytes(head: usize) -> usize {
        head + 4
    }

    fn put(&self, head: usize, bytes: &mut [u8]) {
        let (bits, serial) = bytes.split_at_mut(head);
        bits.copy_from_slice(&self.head.to_le_bytes()[..head]);
        serial.copy_from_slice(&self.serial.to_le_bytes());
    }

    /// On a link nothing asks for the first port any more.
    fn get(head: usize, bytes: &[u8]) -> Self {
        Token { head: number(&bytes[..head]), serial: number(&bytes[head..head + 4]) as u32, port: 0 }
    }
}

/// Sizes and wires of a network. Inputs of a node are numbered `port * channels + channel`, then its local
/// ports; outputs `port * channels + channel`.
pub struct Ways {
    /// Port slots 2d of a node.
    pub ports: usize,
    /// Channels V of a link.
    pub channels: usize,
    /// Local ports of a processor.
    pub local_ports: usize,
    /// Whether a packet may have several flits.
    long: bool,
    hop_bits: usize,
    group_bits: usize,
    channel_bits: usize,
    port_mask: u64,
    header_bits: usize,
    runs: bool,
    dateline: bool,
    /// By port slot: whether it exists, and whether a run on it has more than one hop.
    exists: Vec<bool>,
    ring: Vec<bool>,
    /// By node and port: whether what arrives came over the wrap link.
    wrapped: Vec<bool>,
    /// By node: its kind, and whether it has a processor.
    kind: Vec<u32>,
    local: Vec<bool>,
    /// By kind, port and port: the turns that are wired.
    turns: Vec<Vec<bool>>,
    /// By kind, place and requester: its position among those that lead there.
    positions: Vec<Vec<usize>>,
    /// By kind and port: the bits of a head that may be 1 on a link by it.
    known: Vec<Vec<u64>>,
}

impl Ways {
    /// The wires of an emitted folder. Errors: files.
    pub fn read(
        dir: &Path,
        manifest: &Manifest,
        info: &BufferedInfo,
        torus: &Torus,
        network: &Network,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let layout = HeaderLayout::with_channels(torus, info.channels);
        let turns: Result<_, _> =
            manifest.kinds.iter().map(|kind| wired(dir, &kind.node, torus.port_slots())).collect();
        let slots: Vec<Port> = (0..torus.port_slots()).map(Port::from_index).collect();
        let mut ways = Ways {
            ports: torus.port_slots(),
            channels: info.channels,
            local_ports: ports.local_ports(torus),
            long: info.flits > 1,
            hop_bits: layout.hop_bits,
            group_bits: layout.group_bits(),
            channel_bits: bits(info.channels),
            port_mask: (1 << layout.port_bits) - 1,
            header_bits: layout.width(),
            runs: layout.segments > 0,
            dateline: info.rule == "dateline",
            exists: slots.iter().map(|&port| torus.has_port(port)).collect(),
            ring: slots.iter().map(|port| torus.dims()[port.dim()] > 2).collect(),
            wrapped: wrapped(torus)[network.block.links()].to_vec(),
            kind: network.image.clone(),
            local: network.processor.iter().map(|&processor| processor != ABSENT).collect(),
            turns: turns?,
            positions: Vec::new(),
            known: Vec::new(),
        };
        let kinds = 0..ways.turns.len();
        ways.positions = kinds.clone().map(|kind| ways.positions_of(kind)).collect();
        ways.known = kinds.map(|kind| ways.known_of(kind, info.pipeline, layout.segments)).collect();
        Ok(ways)
    }

    /// Positions of requesters at the nodes of a kind.
    fn positions_of(&self, kind: usize) -> Vec<usize> {
        let node = self.kind.iter().position(|&k| k as usize == kind);
        let local = node.is_some_and(|node| self.local[node]);
        let n = self.requesters();
        let mut all = vec![0; n * n];
        for to in 0..n {
            let leading = (0..n).filter(|&requester| self.leads(kind, local, to, requester));
            leading.enumerate().for_each(|(position, requester)| all[to * n + requester] = position);
        }
        all
    }

    /// By port, the bits of a head that a router of a kind knows: all with one cycle a hop, with two those of
    /// runs that can follow.
    fn known_of(&self, kind: usize, pipeline: usize, segments: usize) -> Vec<u64> {
        if pipeline == 1 {
            return vec![u64::MAX; self.ports];
        }
        let behind = |runs: &[usize], port: usize| {
            let next = (0..self.ports).filter(|to| self.turns[kind][port * self.ports + to]);
            next.map(|to| 1 + runs[to]).max().unwrap_or(0)
        };
        let longer = |runs: Vec<usize>, _| (0..self.ports).map(|port| behind(&runs, port)).collect();
        let runs = (0..segments).fold(vec![0; self.ports], longer);
        let unused = |runs| mask(self.header_bits) & !mask(self.hop_bits + runs * self.group_bits);
        runs.into_iter().map(|runs| !unused(runs)).collect()
    }

    /// The bits of a head that may be 1 on a link of a node.
    pub fn known(&self, node: usize, port: usize) -> u64 {
        self.known[self.kind[node] as usize][port]
    }

    /// Whether a port, or behind the ports an injection port, leads to a port, or behind the ports to an
    /// ejection port.
    fn leads(&self, kind: usize, local: bool, to: usize, requester: usize) -> bool {
        let one = self.local_ports == 1;
        match (to.checked_sub(self.ports), requester.checked_sub(self.ports)) {
            (None, None) if to == requester => self.exists[to] && (self.ring[to] || !local),
            (None, None) => self.turns[kind][requester * self.ports + to],
            (None, Some(from)) => local && self.exists[to] && (one || from == to),
            (Some(_), None) => self.exists[requester],
            (Some(_), Some(_)) => false,
        }
    }

    /// Bytes of a head.
    pub fn head_bytes(&self) -> usize {
        (self.header_bits + self.channel_bits + usize::from(self.long)).div_ceil(8)
    }

    /// Ports and local ports of a node.
    pub fn requesters(&self) -> usize {
        self.ports + self.local_ports
    }

    /// The position of a requester among those that lead to the same place.
    pub fn position(&self, node: usize, to: usize, requester: usize) -> usize {
        self.positions[self.kind[node] as usize][to * self.requesters() + requester]
    }

    /// Output channels of a node, and as many arriving channels.
    pub fn outputs(&self) -> usize {
        self.ports * self.channels
    }

    /// Arriving channels and local ports of a node.
    pub fn inputs(&self) -> usize {
        self.outputs() + self.local_ports
    }

    /// The channel in a head.
    pub fn channel(&self, head: u64) -> usize {
        (head.checked_shr(self.header_bits as u32).unwrap_or(0) & mask(self.channel_bits)) as usize
    }

    /// Whether a head is that of a packet's last flit.
    pub fn is_last(&self, head: u64) -> bool {
        !self.long || head >> (self.header_bits + self.channel_bits) & 1 == 1
    }

    /// What the first flit of an input requests: an output, with [`ENTERS`] or not, [`EJECT`] or
    /// [`MISROUTED`].
    pub fn request(&self, node: usize, input: usize, token: Token) -> u32 {
        let Some(local_port) = input.checked_sub(self.outputs()) else {
            return self.continuing(node, input / self.channels, input % self.channels, token.head);
        };
        let port = if self.local_ports > 1 { local_port } else { token.port as usize };
        let exists = self.exists.get(port).copied().unwrap_or(false);
        self.output(exists, port, self.channel(token.head), ENTERS)
    }

    fn continuing(&self, node: usize, port: usize, channel: usize, head: u64) -> u32 {
        if head & !self.known(node, port) != 0 {
            return MISROUTED;
        }
        if head & mask(self.hop_bits) != 0 {
            let wrapped = self.dateline && self.ring[port] && self.wrapped[node * self.ports + port];
            let channel = channel + usize::from(wrapped && channel % 2 == 0);
            return self.output(self.ring[port] || !self.local[node], port, channel, 0);
        }
        let next = head >> self.hop_bits;
        if !self.runs || next & 1 == 0 {
            return if self.local[node] { EJECT } else { MISROUTED };
        }
        let to = (next >> 1 & self.port_mask) as usize;
        let behind = self.hop_bits + 1 + self.port_mask.count_ones() as usize;
        let wired = to < self.ports && self.turns[self.kind[node] as usize][port * self.ports + to];
        self.output(wired, to, (head >> behind & mask(self.channel_bits)) as usize, ENTERS)
    }

    fn output(&self, wired: bool, port: usize, channel: usize, enters: u32) -> u32 {
        match wired && channel < self.channels {
            true => (port * self.channels + channel) as u32 | enters,
            false => MISROUTED,
        }
    }

    /// The head on the next link, on this channel. An injected flit has the head of its first link.
    pub fn leaving(&self, input: usize, head: u64, channel: usize) -> u64 {
        let header = head & mask(self.header_bits);
        let header = match header & mask(self.hop_bits) {
            _ if input >= self.outputs() => header,
            0 => header >> self.group_bits,
            _ => header - 1,
        };
        let last = head & !mask(self.header_bits + self.channel_bits);
        last | header | (channel as u64).checked_shl(self.header_bits as u32).unwrap_or(0)
    }
}

fn mask(bits: usize) -> u64 {
    1u64.checked_shl(bits as u32).map_or(u64::MAX, |bit| bit - 1)
}

/// What travels up and arrives at coordinate 0 came over the wrap link; what travels down, at the last
/// coordinate.
fn wrapped(torus: &Torus) -> Vec<bool> {
    let at = |node, slot: usize| {
        let (dim, x) = (slot / 2, torus.coordinate(node, slot / 2));
        x == if slot % 2 == 0 { 0 } else { torus.dims()[dim] - 1 }
    };
    torus.nodes().flat_map(|node| (0..torus.port_slots()).map(move |slot| at(node, slot))).collect()
}
