//! Links and routers: a message at the end of a link in a cycle is on the next link, or ejected, in the next
//! cycle.
//!
//! The header (`torus_model::route`) has the hops left in the current run, then further runs `present, port,
//! hops`. Going straight takes one hop off; a turn shifts the header by one run; a header without either is
//! at its destination.

use super::errors::Errors;
use super::head::Head;
use super::turns::wired;
use crate::engine::{Ends, Network, ABSENT};
use crate::ranks::{number, Carried};
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{HeaderLayout, Port, PortModel, Torus};

/// A message on a link; `P` is what it carries beside its header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Message<H, P> {
    /// The header: the rest of the route.
    pub head: H,
    /// The payload, or a number that stands for it.
    pub load: P,
}

/// A payload in an ejection register.
#[derive(Clone, Copy, Debug)]
pub struct Exit<P> {
    /// The node.
    pub node: u32,
    /// The port by which it arrived.
    pub port: u32,
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// The payload that arrived.
    pub load: P,
}

impl<P> Exit<P> {
    /// A payload that leaves a node by a local port.
    pub fn at((node, port): (usize, usize), load: P, network: &Network) -> Self {
        let local_port = network.processor[node] * network.local_ports_each as u32 + port as u32;
        Exit { node: node as u32, port: port as u32, local_port, load }
    }
}

/// The payload of a message, without its header.
pub trait Load: Carried + Ord {}

impl<P: Carried + Ord> Load for P {}

impl Carried for Ends {
    fn bytes(_: usize) -> usize {
        8
    }

    fn put(&self, _: usize, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&self.source.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.destination.to_le_bytes());
    }

    fn get(_: usize, bytes: &[u8]) -> Self {
        Ends { source: number(&bytes[..4]) as u32, destination: number(&bytes[4..8]) as u32 }
    }
}

impl<H: Head, P: Load> Carried for Message<H, P> {
    fn bytes(head: usize) -> usize {
        head + P::bytes(head)
    }

    fn put(&self, head: usize, bytes: &mut [u8]) {
        match bytes.first_chunk_mut::<8>() {
            // Copies eight bytes at once; the load then overwrites those that are not part of the header.
            Some(low) if head <= 8 => *low = self.head.low().to_le_bytes(),
            _ => bytes[..head].copy_from_slice(&self.head.bits().to_le_bytes()[..head]),
        }
        self.load.put(head, &mut bytes[head..]);
    }

    fn get(head: usize, bytes: &[u8]) -> Self {
        let (bits, load) = bytes.split_at(head);
        let bits = match bytes.first_chunk::<8>() {
            Some(&low) if head < 8 => u128::from(u64::from_le_bytes(low) & ((1 << (8 * head)) - 1)),
            _ => bits.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte)),
        };
        Message { head: H::new(bits), load: P::get(head, load) }
    }
}

/// What a router does with a message after the last hop of a run.
pub enum Next<H> {
    /// The message continues by another port.
    Turn(usize, H),
    /// The message is at its destination.
    Out,
    /// The turn is not wired.
    Nowhere,
}

/// The parameters that all routers of an emitted folder share.
pub struct Router {
    layout: HeaderLayout,
    slots: usize,
    local_ports: usize,
    /// A bit for each processor with one local port: whether that port takes a message in this cycle.
    taken: Vec<u64>,
    processor: Vec<u32>,
    /// For each arriving and leaving port, whether routers wire the turn.
    wired: Vec<bool>,
    /// Bits of a header on the links of each port.
    bits: Vec<usize>,
    /// For each port slot, whether the port exists.
    exists: Vec<bool>,
}

impl Router {
    /// The router of an emitted folder. Error: there is none.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        torus: &Torus,
        network: &Network,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let wired = wired(dir, &format!("{}_router", manifest.name), torus.port_slots())?;
        Ok(Self::with_turns(wired, torus, network, ports))
    }

    /// Routers that wire these turns, by arriving and leaving port.
    pub fn with_turns(wired: Vec<bool>, torus: &Torus, network: &Network, ports: PortModel) -> Self {
        let (slots, layout) = (torus.port_slots(), HeaderLayout::new(torus));
        let runs = |port| layout.hop_bits + further_runs(&wired, slots, port) * layout.group_bits();
        Router {
            bits: (0..slots).map(runs).collect(),
            exists: (0..slots).map(|slot| torus.has_port(Port::from_index(slot))).collect(),
            layout,
            slots,
            local_ports: ports.local_ports(torus),
            taken: vec![0; network.processors.div_ceil(64)],
            processor: network.processor.clone(),
            wired,
        }
    }

    /// Begins a cycle, in which no local port has taken a message.
    pub fn begin(&mut self) {
        self.taken.fill(0);
    }

    /// Whether nodes have a port with this number; a damaged ROM may name another one.
    pub fn has(&self, port: usize) -> bool {
        self.exists.get(port).is_some_and(|&exists| exists)
    }

    /// A header with the bits that the links of a port have.
    pub fn cut<H: Head>(&self, head: H, port: usize) -> H {
        head.lowest(self.bits[port])
    }

    /// The bytes that hold a header on any link.
    pub fn head_bytes(&self) -> usize {
        self.bits.iter().copied().max().unwrap_or(0).div_ceil(8)
    }

    /// Hops left in the current run.
    pub fn hops<H: Head>(&self, head: H) -> u64 {
        head.low() & ((1 << self.layout.hop_bits) - 1)
    }

    /// The runs of a header after the current one, as a number.
    pub fn further<H: Head>(&self, head: H) -> u128 {
        head.shifted(self.layout.hop_bits).bits()
    }

    /// Where a message goes that arrived at port `arriving` and has no hop left in its run.
    pub fn next<H: Head>(&self, head: H, arriving: usize) -> Next<H> {
        let HeaderLayout { hop_bits, port_bits, .. } = self.layout;
        let low = head.low();
        if low >> hop_bits & 1 == 0 {
            return Next::Out;
        }
        let port = (low >> (hop_bits + 1)) as usize & ((1 << port_bits) - 1);
        match port < self.slots && self.wired[arriving * self.slots + port] {
            true => Next::Turn(port, self.cut(head.shifted(self.layout.group_bits()), port)),
            false => Next::Nowhere,
        }
    }

    /// Ejects messages that arrived at these nodes by a port.
    pub fn eject_all<P: Copy>(
        &mut self,
        port: usize,
        nodes: &[u32],
        loads: impl ExactSizeIterator<Item = P>,
        ejected: &mut Vec<Exit<P>>,
        errors: &mut Errors,
    ) {
        let (processor, local_ports, number) = (&self.processor, self.local_ports as u32, port as u32);
        if local_ports == 1 || nodes.iter().any(|&node| processor[node as usize] == ABSENT) {
            let messages = nodes.iter().zip(loads);
            return messages
                .for_each(|(&node, load)| self.eject((node as usize, port), load, ejected, errors));
        }
        ejected.extend(nodes.iter().zip(loads).map(|(&node, load)| {
            let local_port = processor[node as usize] * local_ports + number;
            Exit { node, port: number, local_port, load }
        }));
    }

    /// Ejects a message that arrived by a port.
    #[inline]
    pub fn eject<P: Copy>(
        &mut self,
        (node, port): (usize, usize),
        load: P,
        ejected: &mut Vec<Exit<P>>,
        errors: &mut Errors,
    ) {
        let processor = self.processor[node];
        if processor == ABSENT {
            return errors.find(node);
        }
        let (node, port) = (node as u32, port as u32);
        if self.local_ports > 1 {
            // With a local port for each port, messages cannot collide.
            let local_port = processor * self.local_ports as u32 + port;
            return ejected.push(Exit { node, port, local_port, load });
        }
        let exit = Exit { node, port, local_port: processor, load };
        let (word, bit) = (&mut self.taken[processor as usize / 64], 1 << (processor % 64));
        match *word & bit {
            0 => ejected.push(exit),
            _ => {
                errors.find(node as usize);
                replace(ejected, exit);
            }
        }
        *word |= bit;
    }
}

/// The most runs that can follow a run on a port: the other dimensions that turns from it lead to.
fn further_runs(wired: &[bool], slots: usize, port: usize) -> usize {
    let mut dims = vec![port / 2];
    for next in 0.. {
        let Some(&dim) = dims.get(next) else { break };
        let leads = |to: &usize| {
            (0..slots).any(|k| k / 2 == dim && (0..slots).any(|q| q / 2 == *to && wired[k * slots + q]))
        };
        let new: Vec<usize> = (0..slots / 2).filter(leads).filter(|to| !dims.contains(to)).collect();
        dims.extend(new);
    }
    dims.len() - 1
}

/// Chooses between messages for the one register of a local port. On a ring, the one from port `-` wins. In
/// more dimensions the router mixes them; here the one from the last port `-` is taken.
fn replace<P: Copy>(ejected: &mut [Exit<P>], other: Exit<P>) {
    let rank = |exit: &Exit<P>| (exit.port % 2, exit.port);
    let taken = ejected.iter_mut().find(|exit| exit.local_port == other.local_port);
    taken.filter(|exit| rank(exit) < rank(&other)).into_iter().for_each(|exit| *exit = other);
}
