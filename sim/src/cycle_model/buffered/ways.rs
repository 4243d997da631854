//! What the head of a flit requests at a node: an output channel, to leave the network, or something that
//! does not exist.
//!
//! It is written from `docs/buffered.md`, without code of the kernels. A head that requests a turn that its
//! router does not wire is misrouted.

use super::wiring::{Arriving, Wiring};
use crate::cycle_model::head::Head;
use crate::engine::Network;
use crate::manifest::BufferedInfo;
use crate::ranks::{number, Carried};
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{HeaderLayout, Port, PortModel, Torus};

/// In a request: the flit enters a ring, by injection or by a turn.
pub const ENTERS: u32 = 1 << 30;
/// The request to leave the network.
pub const EJECT: u32 = 1 << 31;
/// The request of a misrouted flit.
pub const MISROUTED: u32 = EJECT + 1;

/// A flit: its head, its serial number, and at an injection port its first port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// From the highest field: mark of the last flit, channel, header.
    pub head: u64,
    /// The number of the flit, from which its payload follows.
    pub serial: u32,
    /// The first port, if a processor has one local port.
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

    /// Flits on links no longer have a first port.
    fn get(head: usize, bytes: &[u8]) -> Self {
        Token { head: number(&bytes[..head]), serial: number(&bytes[head..head + 4]) as u32, port: 0 }
    }
}

/// Sizes and wires of a network. The inputs of a node are numbered `port * channels + channel`, then its
/// local ports; outputs are numbered `port * channels + channel`.
pub struct Ways {
    /// Port slots of a node, 2d.
    pub ports: usize,
    /// Channels of a link, V.
    pub channels: usize,
    /// Local ports of a processor.
    pub local_ports: usize,
    /// Whether a packet may have several flits.
    long: bool,
    fields: Fields,
    /// Output channels of a node; arriving channels plus local ports of a node.
    outputs: usize,
    inputs: usize,
    /// Port and channel of every output, and of every input from a link.
    places: Vec<(u16, u16)>,
    /// For each port slot, whether the port exists.
    exists: Vec<bool>,
    /// For each node and port, whether arriving flits change their channel because they crossed a wrap link.
    switches: Vec<bool>,
    /// The kind of each node.
    kind: Vec<u32>,
    /// What happens to arriving flits, by kind and port.
    arriving: Vec<Arriving>,
    /// For each kind: by place and requester, the position of the requester among those that lead there.
    positions: Vec<Vec<usize>>,
}

/// The positions of the fields of a head.
struct Fields {
    hop_bits: usize,
    /// Masks: hops left in the current run; the header; a channel number in the lowest bits.
    hops: u64,
    header: u64,
    channel: u64,
    /// The next run: whether there can be one, the mask of its port in the lowest bits, the position of its
    /// channel, and its bits in all.
    runs: bool,
    port: u64,
    next_channel: usize,
    group_bits: usize,
    /// Bits below the channel, and bits below the mark of the last flit.
    header_bits: usize,
    bits: usize,
}

impl Fields {
    fn new(layout: &HeaderLayout) -> Self {
        let (hop_bits, header_bits) = (layout.hop_bits, layout.width());
        Fields {
            hop_bits,
            hops: u64::MAX.lowest(hop_bits),
            header: u64::MAX.lowest(header_bits),
            channel: u64::MAX.lowest(layout.channel_bits),
            runs: layout.segments > 0,
            port: u64::MAX.lowest(layout.port_bits),
            next_channel: hop_bits + 1 + layout.port_bits,
            group_bits: layout.group_bits(),
            header_bits,
            bits: header_bits + layout.channel_bits,
        }
    }
}

impl Ways {
    /// Reads the wires from an emitted folder. Errors: files.
    pub fn read(
        dir: &Path,
        manifest: &Manifest,
        info: &BufferedInfo,
        torus: &Torus,
        network: &Network,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let layout = HeaderLayout::with_channels(torus, info.channels);
        let kinds = Wiring::of_kinds(dir, manifest, torus, network, ports)?;
        let slots = torus.port_slots();
        Ok(Ways {
            ports: slots,
            channels: info.channels,
            local_ports: ports.local_ports(torus),
            long: info.flits > 1,
            fields: Fields::new(&layout),
            outputs: slots * info.channels,
            inputs: slots * info.channels + ports.local_ports(torus),
            places: places(slots, info.channels),
            exists: (0..slots).map(|slot| torus.has_port(Port::from_index(slot))).collect(),
            switches: switches(torus, info.rule == "dateline")[network.block.links()].to_vec(),
            kind: network.image.clone(),
            arriving: kinds.iter().flat_map(|kind| kind.arriving(&layout, info.pipeline)).collect(),
            positions: kinds.iter().map(Wiring::positions).collect(),
        })
    }

    /// What a node can do with flits that arrive at a port.
    #[inline(always)]
    fn arriving(&self, node: usize, port: usize) -> &Arriving {
        &self.arriving[self.kind[node] as usize * self.ports + port]
    }

    /// The bits of a head that may be 1 on a link of a node.
    pub fn known(&self, node: usize, port: usize) -> u64 {
        self.arriving(node, port).known
    }

    /// Bytes of a head.
    pub fn head_bytes(&self) -> usize {
        (self.fields.bits + usize::from(self.long)).div_ceil(8)
    }

    /// Ports and local ports of a node.
    pub fn requesters(&self) -> usize {
        self.ports + self.local_ports
    }

    /// The position of a requester among those that lead to the same place.
    pub fn position(&self, node: usize, to: usize, requester: usize) -> usize {
        self.positions[self.kind[node] as usize][to * self.requesters() + requester]
    }

    /// The number of output channels of a node, which is also that of arriving channels.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The number of arriving channels and local ports of a node.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Whether an input is that of a local port.
    pub fn is_local_port(&self, input: usize) -> bool {
        input >= self.outputs
    }

    /// The port and channel of an output, or of an input from a link.
    #[inline(always)]
    pub fn place(&self, at: usize) -> (usize, usize) {
        let (port, channel) = self.places[at];
        (port as usize, channel as usize)
    }

    /// The channel in a head.
    #[inline(always)]
    pub fn channel(&self, head: u64) -> usize {
        (head.checked_shr(self.fields.header_bits as u32).unwrap_or(0) & self.fields.channel) as usize
    }

    /// Whether a head belongs to the last flit of a packet.
    #[inline(always)]
    pub fn is_last(&self, head: u64) -> bool {
        !self.long || head >> self.fields.bits & 1 == 1
    }

    /// The request of the first flit of an input: an output, with or without [`ENTERS`]; [`EJECT`]; or
    /// [`MISROUTED`].
    #[inline(always)]
    pub fn request(&self, node: usize, input: usize, token: Token) -> u32 {
        let Some(local_port) = input.checked_sub(self.outputs()) else {
            let (port, channel) = self.place(input);
            return self.continuing(node, port, channel, token.head);
        };
        let port = if self.local_ports > 1 { local_port } else { token.port as usize };
        let exists = self.exists.get(port).copied().unwrap_or(false);
        self.output(exists, port, self.channel(token.head), ENTERS)
    }

    #[inline(always)]
    fn continuing(&self, node: usize, port: usize, channel: usize, head: u64) -> u32 {
        let arriving = self.arriving(node, port);
        if head & !arriving.known != 0 {
            return MISROUTED;
        }
        let fields = &self.fields;
        if head & fields.hops != 0 {
            let switches = self.switches[node * self.ports + port] && channel % 2 == 0;
            return self.output(arriving.straight, port, channel + usize::from(switches), 0);
        }
        let next = head >> fields.hop_bits;
        if !fields.runs || next & 1 == 0 {
            return if arriving.local { EJECT } else { MISROUTED };
        }
        let to = (next >> 1 & fields.port) as usize;
        let channel = (head >> fields.next_channel & fields.channel) as usize;
        self.output(arriving.turns >> to & 1 == 1, to, channel, ENTERS)
    }

    #[inline(always)]
    fn output(&self, wired: bool, port: usize, channel: usize, enters: u32) -> u32 {
        match wired && channel < self.channels {
            true => (port * self.channels + channel) as u32 | enters,
            false => MISROUTED,
        }
    }

    /// The head on the next link, with this channel. An injected flit already has the head of its first link.
    #[inline(always)]
    pub fn leaving(&self, input: usize, head: u64, channel: usize) -> u64 {
        let fields = &self.fields;
        let header = match head & fields.hops {
            _ if self.is_local_port(input) => head & fields.header,
            0 => (head & fields.header) >> fields.group_bits,
            _ => (head & fields.header) - 1,
        };
        let last = if self.long { head >> fields.bits << fields.bits } else { 0 };
        last | header | (channel as u64).checked_shl(fields.header_bits as u32).unwrap_or(0)
    }
}

/// Port and channel by number, in a table that saves a division for every flit at every edge.
fn places(ports: usize, channels: usize) -> Vec<(u16, u16)> {
    let of_port = |port| (0..channels as u16).map(move |channel| (port, channel));
    (0..ports as u16).flat_map(of_port).collect()
}

/// For each node and port, whether arriving flits change their channel: they crossed the wrap link of a ring,
/// and the rule has datelines. Flits in `+` direction cross it before coordinate 0, those in `-` direction
/// before the last coordinate.
fn switches(torus: &Torus, dateline: bool) -> Vec<bool> {
    let at = |node, slot: usize| {
        let (dim, x) = (slot / 2, torus.coordinate(node, slot / 2));
        let n = torus.dims()[dim];
        dateline && n > 2 && x == if slot % 2 == 0 { 0 } else { n - 1 }
    };
    torus.nodes().flat_map(|node| (0..torus.port_slots()).map(move |slot| at(node, slot))).collect()
}
