//! Random neighbours of a router: senders that respect their credits, receivers that return credits at
//! random times, and a processor that sends and takes flits at random times. The same seed gives the same
//! traffic.

use super::naive::{Head, Inputs, Naive, Request};
use std::collections::VecDeque;
use torus_model::PortModel;

/// Xorshift, for seeds that are not 0.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub fn percent(&mut self, p: usize) -> bool {
        self.below(100) < p
    }
}

/// How busy senders, receivers and processor are, in percent.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub arrive: usize,
    pub credit: usize,
    pub inject: usize,
    pub eject: usize,
}

/// A packet with flits that are still to be sent.
#[derive(Clone, Debug)]
struct Packet {
    port: usize,
    head: Head,
    left: usize,
}

/// The neighbours and the processor.
pub struct Traffic {
    pub random: Random,
    load: Load,
    wrap: Vec<bool>,
    /// For each arriving channel: the credits of its sender, and the packet that is being sent.
    credits: Vec<usize>,
    packets: Vec<Option<Packet>>,
    /// For each leaving channel: flits that the receiver holds.
    held: Vec<usize>,
    injecting: Vec<Option<Packet>>,
    offered: Vec<Option<(usize, u128, u128)>>,
    width: usize,
    /// The number of flits sent in each stream; it only gives payloads their order.
    pub sent: VecDeque<u128>,
}

impl Traffic {
    pub fn new(seed: u64, load: Load, router: &Naive, width: usize) -> Self {
        let mut random = Random(seed);
        let n = router.ports.len() * router.corner.channels;
        Traffic {
            wrap: router.ports.iter().map(|_| random.percent(50)).collect(),
            random,
            load,
            credits: vec![router.corner.depth; n],
            packets: vec![None; n],
            held: vec![0; n],
            injecting: vec![None; router.local_ports.len()],
            offered: vec![None; router.local_ports.len()],
            width,
            sent: VecDeque::new(),
        }
    }

    fn data(&mut self) -> u128 {
        self.random.below(1 << self.width) as u128
    }

    fn head(&mut self, router: &Naive, channel: usize) -> Head {
        let (f, v) = (router.fields.clone(), router.corner.channels);
        let mut hops = || if self.random.percent(60) { 0 } else { self.random.below(1 << f.hop) as u128 };
        let cur = hops();
        let hops: Vec<u128> = (0..f.runs).map(|_| hops()).collect();
        let count = self.random.below(f.runs + 1);
        let run = |r: usize| (self.random.below(1 << f.port), self.random.below(v), hops[r]);
        Head { last: true, channel, cur, runs: (0..count).map(run).collect() }
    }

    /// A random packet that the router can forward.
    fn packet(&mut self, router: &Naive, port: usize, channel: usize) -> Packet {
        loop {
            let head = self.head(router, channel);
            let known = router.fits(port, &head.runs);
            if known && router.request(port, router.fields.pack(&head), self.wrap[port]) != Request::Misrouted
            {
                let left = 1 + self.random.below(router.corner.flits);
                return Packet { port, head, left };
            }
        }
    }

    /// The inputs of the next cycle, from the router's outputs.
    pub fn inputs(&mut self, router: &Naive) -> Inputs {
        let (v, out) = (router.corner.channels, router.outputs().clone());
        let mut inputs = Inputs { wrap: self.wrap.clone(), ..Inputs::default() };
        for p in 0..router.ports.len() {
            let start = self.random.below(v);
            let ready = (0..v).map(|k| p * v + (start + k) % v).find(|&i| self.credits[i] > 0);
            let flit = ready.filter(|_| self.random.percent(self.load.arrive));
            inputs.rx.push(flit.map(|i| self.arriving(router, i)));
            inputs.credit.push(self.returned(
                p,
                v,
                out.tx[p].map(|(head, _)| router.fields.unpack(head).channel),
            ));
        }
        for (i, credits) in self.credits.iter_mut().enumerate() {
            *credits += (out.credit[i / v] >> (i % v) & 1) as usize;
        }
        for l in 0..router.local_ports.len() {
            inputs.inject.push(self.injected(router, l, out.inject_ready[l]));
            inputs.eject_ready.push(self.random.percent(self.load.eject));
        }
        inputs
    }

    fn arriving(&mut self, router: &Naive, i: usize) -> (u128, u128) {
        let v = router.corner.channels;
        let mut packet = match self.packets[i].take() {
            Some(packet) => packet,
            None => self.packet(router, i / v, i % v),
        };
        self.credits[i] -= 1;
        packet.left -= 1;
        packet.head.last = packet.left == 0;
        let value =
            router.fields.pack(&Head { last: packet.head.last && router.fields.last, ..packet.head.clone() });
        self.packets[i] = (packet.left > 0).then_some(packet);
        (value, self.data())
    }

    /// The credits of an output: the receiver takes the flit on the link, and some of its flits leave.
    fn returned(&mut self, p: usize, v: usize, arrives: Option<usize>) -> u128 {
        let mut credit = 0;
        for c in 0..v {
            let held = &mut self.held[p * v + c];
            *held += (arrives == Some(c)) as usize;
            if *held > 0 && self.random.percent(self.load.credit) {
                *held -= 1;
                credit |= 1 << c;
            }
        }
        credit
    }

    /// The flit that the processor offers. It stays until it is taken.
    fn injected(&mut self, router: &Naive, l: usize, ready: bool) -> Option<(usize, u128, u128)> {
        if self.offered[l].is_none() && self.random.percent(self.load.inject) {
            let mut packet = match self.injecting[l].take() {
                Some(packet) => packet,
                None => self.injection(router, l),
            };
            packet.left -= 1;
            let last = packet.left == 0 && router.fields.last;
            let value = router.fields.pack(&Head { last, ..packet.head.clone() });
            self.offered[l] = Some((router.ports[packet.port].index(), value, self.data()));
            self.injecting[l] = (packet.left > 0).then_some(packet);
        }
        let offered = self.offered[l];
        if ready {
            self.offered[l] = None;
        }
        offered
    }

    /// A random packet of a processor, by any port that this local port leads to.
    fn injection(&mut self, router: &Naive, l: usize) -> Packet {
        let port = self.random.below(router.ports.len());
        let channel = self.random.below(router.corner.channels);
        let left = 1 + self.random.below(router.corner.flits);
        let by = if router.corner.ports == PortModel::AllPort { l } else { port };
        let head =
            std::iter::repeat_with(|| self.head(router, channel)).find(|head| router.fits(by, &head.runs));
        Packet { port, head: head.expect("one without a further run fits"), left }
    }
}
