//! Links and routers: what is at the end of a link in a cycle is on the next one, or out, in the next cycle.
//!
//! The header (`torus_model::route`): hops left in the current run, then further runs `present, port, hops`.
//! Straight on takes one hop off, a turn shifts the header by one run, a header without either is at its
//! destination.

use super::delay::Delay;
use super::errors::Errors;
use super::turns::wired;
use crate::engine::{Network, ABSENT};
use crate::monitor::set_bits;
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{HeaderLayout, PortModel, Torus};

/// The bits of a header: of 64 bits where they suffice, as they do up to nine dimensions, else of 128.
pub trait Head: Copy + Default + 'static {
    /// The bits of a ROM row.
    fn new(bits: u128) -> Self;
    /// The lowest bits, 32 at least.
    fn low(self) -> u64;
    /// Without the lowest `count` bits.
    fn shifted(self, count: usize) -> Self;
    /// The lowest `count` bits.
    fn lowest(self, count: usize) -> Self;
    /// One hop less; there is one.
    fn shorter(self) -> Self;
}

impl Head for u64 {
    fn new(bits: u128) -> Self {
        bits as u64
    }

    fn lowest(self, count: usize) -> Self {
        self & 1u64.checked_shl(count as u32).map_or(u64::MAX, |above| above - 1)
    }

    fn low(self) -> u64 {
        self
    }

    fn shifted(self, count: usize) -> Self {
        self.checked_shr(count as u32).unwrap_or(0)
    }

    fn shorter(self) -> Self {
        self - 1
    }
}

impl Head for u128 {
    fn new(bits: u128) -> Self {
        bits
    }

    fn lowest(self, count: usize) -> Self {
        self & 1u128.checked_shl(count as u32).map_or(u128::MAX, |above| above - 1)
    }

    fn low(self) -> u64 {
        self as u64
    }

    fn shifted(self, count: usize) -> Self {
        self.checked_shr(count as u32).unwrap_or(0)
    }

    fn shorter(self) -> Self {
        self - 1
    }
}

/// The payload of the scheduled network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    /// The node that sent it.
    pub source: u32,
    /// The node it is for.
    pub destination: u32,
}

/// What is on a link; `P` is what a message carries beside its header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Message<H, P> {
    /// The header: the rest of the route.
    pub head: H,
    /// The payload, or what stands for it.
    pub load: P,
}

/// A payload in an eject register.
#[derive(Clone, Copy, Debug)]
pub struct Exit<P> {
    /// The node.
    pub node: usize,
    /// Processor times the local ports of each, plus local port.
    pub local_port: usize,
    /// The payload that arrived.
    pub load: P,
}

/// Every link's register, before and after an edge.
pub struct Links<H, P> {
    layout: HeaderLayout,
    slots: usize,
    local_ports: usize,
    now: Vec<Message<H, P>>,
    next: Vec<Message<H, P>>,
    valid: Vec<u64>,
    valid_next: Vec<u64>,
    /// Behind those of the senders.
    on_way: Delay<Message<H, P>>,
    /// For every link the link that goes straight on, and the node at its end.
    continuing: Vec<(u32, u32)>,
    /// Local ports whose register takes a message in this cycle, a bit for each, where all ports share one.
    taken: Vec<u64>,
    processor: Vec<u32>,
    /// By arriving and leaving port: whether routers wire the turn.
    wired: Vec<bool>,
    /// Bits of a header on the links of each port.
    bits: Vec<usize>,
}

impl<H: Head, P: Copy + Default> Links<H, P> {
    /// Idle links of an emitted folder. Error: no router there.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        torus: &Torus,
        network: &Network,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let count = network.links();
        let (slots, layout) = (torus.port_slots(), HeaderLayout::new(torus));
        let ahead = |(node, port)| if node == ABSENT { ABSENT } else { node * slots as u32 + port };
        let continuing = network.link_ends().into_iter().map(|end| (ahead(end), end.0)).collect();
        let wired = wired(dir, &format!("{}_router", manifest.name), slots)?;
        let runs = |port| layout.hop_bits + further_runs(&wired, slots, port) * layout.group_bits();
        Ok(Links {
            bits: (0..slots).map(runs).collect(),
            layout,
            slots,
            local_ports: ports.local_ports(torus),
            now: vec![Message::default(); count],
            next: vec![Message::default(); count],
            valid: vec![0; network.words()],
            valid_next: vec![0; network.words()],
            on_way: Delay::new(&network.stages),
            continuing,
            taken: vec![0; network.local_ports().div_ceil(64)],
            processor: network.processor.clone(),
            wired,
        })
    }

    /// Nothing on any link.
    pub fn clear(&mut self) {
        self.valid.fill(0);
        self.valid_next.fill(0);
        self.on_way.clear();
    }

    /// The links in use, bit = link id.
    pub fn valid(&self) -> &[u64] {
        &self.valid
    }

    /// Every link in use and what it carries beside the header.
    pub fn loads(&self) -> impl Iterator<Item = (usize, &P)> {
        set_bits(&self.valid).map(|link| (link, &self.now[link].load))
    }

    /// Moves every message that is at the end of its link to the next one or to the eject registers.
    pub fn route(&mut self, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        self.taken.fill(0);
        for (link, message) in self.on_way.ended() {
            self.step(link, message, ejected, errors);
        }
        for word in 0..self.valid.len() {
            let mut left = self.valid[word];
            while left != 0 {
                let link = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                if !self.on_way.takes(link, self.now[link]) {
                    self.step(link, self.now[link], ejected, errors);
                }
            }
        }
    }

    fn step(&mut self, link: usize, message: Message<H, P>, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        let HeaderLayout { hop_bits, port_bits, .. } = self.layout;
        let (continuing, node) = self.continuing[link];
        let (node, low) = (node as usize, message.head.low());
        if low & ((1 << hop_bits) - 1) > 0 {
            let head = message.head.shorter();
            return self.send(continuing as usize, Message { head, ..message }, node, errors);
        }
        if low >> hop_bits & 1 == 0 {
            return self.eject(node, link % self.slots, message, ejected, errors);
        }
        let port = (low >> (hop_bits + 1)) as usize & ((1 << port_bits) - 1);
        let head = message.head.shifted(self.layout.group_bits());
        let head = if port < self.slots { head.lowest(self.bits[port]) } else { head };
        match port < self.slots && self.wired[link % self.slots * self.slots + port] {
            true => self.send(node * self.slots + port, Message { head, ..message }, node, errors),
            false => errors.note(node, true),
        }
    }

    /// Puts a message of a processor on a link: runs that no header has there are cut off.
    pub fn inject(&mut self, link: usize, message: Message<H, P>, node: usize, errors: &mut Errors) {
        let head = message.head.lowest(self.bits[link % self.slots]);
        self.send(link, Message { head, ..message }, node, errors);
    }

    /// Puts a message on a link for the next cycle; a link that has one is a conflict, and keeps it.
    pub fn send(&mut self, link: usize, message: Message<H, P>, node: usize, errors: &mut Errors) {
        let (word, bit) = (&mut self.valid_next[link / 64], 1 << (link % 64));
        if *word & bit != 0 {
            return errors.note(node, true);
        }
        *word |= bit;
        self.next[link] = message;
    }

    fn eject(
        &mut self,
        node: usize,
        port: usize,
        message: Message<H, P>,
        ejected: &mut Vec<Exit<P>>,
        errors: &mut Errors,
    ) {
        let processor = self.processor[node];
        if processor == ABSENT {
            return errors.note(node, true);
        }
        let local_port = processor as usize * self.local_ports + if self.local_ports > 1 { port } else { 0 };
        // A node's only local port takes one message in a cycle; local ports of ports cannot meet.
        let (word, bit) = (&mut self.taken[local_port / 64], 1 << (local_port % 64));
        errors.note(node, *word & bit != 0);
        match *word & bit {
            0 => ejected.push(Exit { node, local_port, load: message.load }),
            _ if port % 2 == 1 => replace(ejected, local_port, message.load),
            _ => {}
        }
        *word |= bit;
    }

    /// The clock edge.
    pub fn flip(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.valid, &mut self.valid_next);
        self.valid_next.fill(0);
        self.on_way.tick();
    }
}

/// Most runs that follow the one of a port: the other dimensions that turns lead to from there.
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

/// Of two messages for the one register of a local port, that of port `-` wins on a ring; in more dimensions
/// the router mixes them.
fn replace<P: Copy>(ejected: &mut [Exit<P>], local_port: usize, load: P) {
    ejected.iter_mut().filter(|exit| exit.local_port == local_port).for_each(|exit| exit.load = load);
}
