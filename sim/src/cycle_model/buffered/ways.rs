//! What the head of a flit requests at a node: an output channel, to leave the network, or something that
//! does not exist.
//!
//! It is written from `docs/buffered.md`, without code of the kernels. A head that requests a turn that its
//! router does not wire is misrouted.

use super::head_fields::Fields;
use super::wiring::{Arriving, Wiring};
use crate::engine::Network;
use crate::manifest::BufferedInfo;
use crate::ranks::{number, Carried};
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{HeaderLayout, Port, PortModel, RingRule, Torus};

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

/// What a flit does at a router. It says how many credits the flit needs, and how its head changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// It goes straight on.
    Straight,
    /// It turns to another ring.
    Turn,
    /// It enters the network.
    Inject,
    /// It leaves the network.
    Eject,
}

/// Where a flit wants to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// Out by a channel of a port.
    Output {
        /// The port.
        port: u16,
        /// The channel.
        channel: u16,
        /// What it does.
        step: Step,
    },
    /// Out of the network.
    Ejection,
    /// Nowhere: it is misrouted.
    Nothing,
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
    fields: Fields,
    /// Output channels of a node; arriving channels plus local ports of a node.
    outputs: usize,
    inputs: usize,
    /// Port and channel of every input, and so of every output. Local ports have numbers after those of the
    /// ports.
    places: Vec<(u16, u16)>,
    /// For each port slot, whether the port exists.
    exists: Vec<bool>,
    /// The kind of each node.
    kind: Vec<u32>,
    /// What happens to arriving flits, and which of these rows holds at each node and port.
    arriving: Vec<Arriving>,
    rows: Vec<u32>,
    /// For each kind: by place and requester, the position of the requester among those that lead there.
    positions: Vec<Vec<usize>>,
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
            fields: Fields::new(&layout, info.flits > 1),
            outputs: slots * info.channels,
            inputs: slots * info.channels + ports.local_ports(torus),
            places: places(slots, info.channels, ports.local_ports(torus)),
            exists: (0..slots).map(|slot| torus.has_port(Port::from_index(slot))).collect(),
            kind: network.image.clone(),
            arriving: kinds.iter().flat_map(|kind| kind.arriving(&layout, info.pipeline)).collect(),
            rows: rows(
                network,
                &network.block.part(&switches(torus, info.rule == RingRule::Dateline), network.block.slots),
            ),
            positions: kinds.iter().map(Wiring::positions).collect(),
        })
    }

    /// What a node can do with flits that arrive at a port.
    #[inline(always)]
    fn arriving(&self, node: usize, port: usize) -> &Arriving {
        &self.arriving[self.rows[node * self.ports + port] as usize]
    }

    /// The bits of a head that may be 1 on a link of a node.
    pub fn known(&self, node: usize, port: usize) -> u64 {
        self.arriving(node, port).known
    }

    /// Bytes of a head.
    pub fn head_bytes(&self) -> usize {
        self.fields.bits.div_ceil(8)
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

    /// The port and channel of an input or output. Local ports have numbers after those of the ports.
    #[inline(always)]
    pub fn place(&self, at: usize) -> (usize, usize) {
        let (port, channel) = self.places[at];
        (port as usize, channel as usize)
    }

    /// The channel in a head.
    #[inline(always)]
    pub fn channel(&self, head: u64) -> usize {
        (head >> self.fields.channel_at & self.fields.channel) as usize
    }

    /// Whether a head belongs to the last flit of a packet.
    #[inline(always)]
    pub fn is_last(&self, head: u64) -> bool {
        head & self.fields.last == self.fields.last
    }

    /// Where a flit wants to go that arrived on a channel of a port; local ports have numbers after those
    /// of the ports.
    #[inline(always)]
    pub fn wanted(&self, node: usize, port: usize, channel: usize, token: Token) -> Wanted {
        let Some(local_port) = port.checked_sub(self.ports) else {
            return self.continuing(node, port, channel, token.head);
        };
        let port = if self.local_ports > 1 { local_port } else { token.port as usize };
        let exists = self.exists.get(port).copied().unwrap_or(false);
        self.output(exists, port, self.channel(token.head), Step::Inject)
    }

    /// Where a flit wants to go that arrived by a link. Straight on or by a turn: both are computed, as a
    /// branch would often be guessed wrong.
    #[inline(always)]
    fn continuing(&self, node: usize, port: usize, channel: usize, head: u64) -> Wanted {
        let (fields, arriving) = (&self.fields, self.arriving(node, port));
        let (straight, next) = (head & fields.hops != 0, head >> fields.hop_bits);
        let ends = !straight & (!fields.runs | (next & 1 == 0));
        if head & !arriving.known != 0 || ends & !arriving.local {
            return Wanted::Nothing;
        }
        if ends {
            return Wanted::Ejection;
        }
        let to = (next >> 1 & fields.port) as usize;
        let turned = (head >> fields.next_channel & fields.channel) as usize;
        let wired = if straight { arriving.straight } else { arriving.turns >> to & 1 == 1 };
        let switched = channel + usize::from(arriving.switches & (channel % 2 == 0));
        let (port, channel, step) =
            if straight { (port, switched, Step::Straight) } else { (to, turned, Step::Turn) };
        self.output(wired, port, channel, step)
    }

    #[inline(always)]
    fn output(&self, wired: bool, port: usize, channel: usize, step: Step) -> Wanted {
        match wired && channel < self.channels {
            true => Wanted::Output { port: port as u16, channel: channel as u16, step },
            false => Wanted::Nothing,
        }
    }

    /// The head on the next link, with this channel, of a flit that does this step. An injected flit already
    /// has the head of its first link.
    #[inline(always)]
    pub fn leaving(&self, step: Step, head: u64, channel: usize) -> u64 {
        let fields = &self.fields;
        let shift = if step == Step::Turn { fields.group_bits } else { 0 };
        let header = ((head & fields.header) >> shift) - u64::from(step == Step::Straight);
        head & fields.last | header | (channel as u64) << fields.channel_at
    }
}

/// Port and channel by number, in a table that saves a division for every flit at every edge.
fn places(ports: usize, channels: usize, local_ports: usize) -> Vec<(u16, u16)> {
    let of_port = |port| (0..channels as u16).map(move |channel| (port, channel));
    let of_links = (0..ports as u16).flat_map(of_port);
    of_links.chain((ports..ports + local_ports).map(|port| (port as u16, 0))).collect()
}

/// For each node and port, the row of what happens to arriving flits. The rows are those of kinds by port,
/// first of flits that do not change their channel, then of those that do.
fn rows(network: &Network, switches: &[bool]) -> Vec<u32> {
    let ports = switches.len() / network.nodes();
    let row = |(at, &switches): (usize, &bool)| {
        (network.image[at / ports] * 2 + u32::from(switches)) * ports as u32 + (at % ports) as u32
    };
    switches.iter().enumerate().map(row).collect()
}

/// For each node and port, whether arriving flits change their channel: they crossed the wrap link of a
/// ring, and the rule has datelines. Flits in `+` direction cross it before coordinate 0, those in `-`
/// direction before the last coordinate.
fn switches(torus: &Torus, dateline: bool) -> Vec<bool> {
    let at = |node, slot: usize| {
        let (dim, x) = (slot / 2, torus.coordinate(node, slot / 2));
        let n = torus.dims()[dim];
        dateline && n > 2 && x == if slot % 2 == 0 { 0 } else { n - 1 }
    };
    torus.nodes().flat_map(|node| (0..torus.port_slots()).map(move |slot| at(node, slot))).collect()
}
