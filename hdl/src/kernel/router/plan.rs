//! What a router has: its ports and turns, and the widths of what lies between them.
//!
//! Ports are counted from 0 without those that do not exist. A pair of an input p and an output q has the
//! number p n + q, n being the number of ports.

use super::sources::Sources;
use super::{decoded_bits, local_labels, port_field_labels, Request};
use crate::signal::{BitOf, Slice};
use crate::spec::NodeSpec;
use torus_model::Port;

/// The ports, widths and sources of the router of a specification.
pub(super) struct Plan<'a> {
    spec: &'a NodeSpec<'a>,
    /// The ports that exist.
    pub ports: Vec<Port>,
    /// Labels of the local ports; none without a processor.
    pub local_port: Vec<String>,
    /// Labels of the fields that choose an output, where there is one local port for all of them.
    pub choice: Vec<String>,
    /// Bits of a header that is injected.
    pub whole: usize,
    /// Bits of the header and the request on the link of each port.
    pub link: Vec<usize>,
    /// Bits of the hops left in a run.
    pub hop_bits: usize,
    /// The numbers of the sources of each output.
    pub sources: Sources,
}

impl<'a> Plan<'a> {
    /// The plan of a router with the local ports of a processor, or without.
    pub fn new(spec: &'a NodeSpec<'a>, local: bool) -> Self {
        let (ports, widths) = (spec.existing_ports(), spec.widths());
        let n = ports.len();
        let wired = (0..n * n).map(|k| spec.turns.contains(&(ports[k / n], ports[k % n]))).collect();
        Plan {
            spec,
            local_port: if local { local_labels(spec) } else { Vec::new() },
            choice: if local { port_field_labels(spec) } else { Vec::new() },
            whole: widths.head(),
            link: spec.link_heads(),
            hop_bits: widths.layout.hop_bits,
            sources: Sources::new(n, wired, 1 + usize::from(local)),
            ports,
        }
    }

    /// The number of ports.
    pub fn n(&self) -> usize {
        self.ports.len()
    }

    /// Whether the router has the local ports of a processor.
    pub fn is_local(&self) -> bool {
        !self.local_port.is_empty()
    }

    /// Stages that join the payloads of the one ejection port, after the first.
    pub fn eject_stages(&self) -> usize {
        self.choice.len() * (self.n().div_ceil(2) - 1)
    }

    /// Bits of a header on the links of a port.
    pub fn head(&self, q: usize) -> usize {
        self.spec.header_bits(self.ports[q])
    }

    /// Bits of a request on the links of a port.
    pub fn request(&self, q: usize) -> usize {
        self.spec.request_bits(self.ports[q])
    }

    /// Bits of a header from which the request of a port is decoded.
    pub fn decoded(&self, q: usize) -> usize {
        decoded_bits(self.spec, self.ports[q])
    }

    /// The decoder of requests of a port; `there`: whether it is used.
    pub fn decoder(&self, there: bool, q: usize) -> Request {
        Request::new(self.spec, there.then(|| self.ports[q]))
    }

    /// Whether a header on the links of a port has runs after the current one.
    pub fn deeper(&self, q: usize) -> bool {
        self.head(q) > self.hop_bits
    }

    /// Bits of these runs, at least 1.
    pub fn above(&self, q: usize) -> usize {
        (self.head(q) - self.hop_bits).max(1)
    }

    /// These runs of a header that arrives.
    pub fn further(&self, p: usize) -> Slice {
        match self.deeper(p) {
            true => Slice::new(self.link[p], self.hop_bits, self.above(p)),
            false => Slice::new(1, 0, 1),
        }
    }

    /// Whether messages turn from the input to the output of a pair.
    pub fn wired(&self, k: usize) -> bool {
        self.sources.wired(k)
    }

    /// The bit of a request that asks for a turn.
    pub fn turn(&self, k: usize) -> BitOf {
        let (from, to) = (self.ports[k / self.n()], self.ports[k % self.n()]);
        let before = || self.spec.turns_from(from).take_while(|other| *other != to).count();
        match self.wired(k) {
            true => BitOf::new(self.link[k / self.n()], self.head(k / self.n()) + 2 + before()),
            false => BitOf::new(1, 0),
        }
    }

    /// Bits of a header after its run, as far as the links of the output of a pair carry them.
    pub fn rest(&self, k: usize) -> usize {
        let group = self.spec.widths().layout.group_bits();
        let rest = || self.head(k % self.n()).min(self.head(k / self.n()) - group);
        if self.wired(k) {
            rest()
        } else {
            1
        }
    }

    /// These bits of a header that arrives.
    pub fn rest_of(&self, k: usize) -> Slice {
        let group = self.spec.widths().layout.group_bits();
        match self.wired(k) {
            true => Slice::new(self.link[k / self.n()], group, self.rest(k)),
            false => Slice::new(1, 0, 1),
        }
    }

    /// Bits of the header after a turn.
    pub fn after(&self, k: usize) -> usize {
        if self.wired(k) {
            self.head(k % self.n())
        } else {
            1
        }
    }

    /// The bits of a header after a turn from which the next request is decoded.
    pub fn turned(&self, k: usize) -> Slice {
        match self.wired(k) {
            true => Slice::new(self.after(k), 0, self.decoded(k % self.n())),
            false => Slice::new(1, 0, 1),
        }
    }

    /// The outputs whose links carry less than an injected header. With all ports, an injected header has
    /// room for runs that no message of its port has. With one port, it may have room for runs that no
    /// message has, which the longest header shows.
    pub fn short(&self) -> Vec<usize> {
        let longest = (0..self.n()).max_by_key(|q| self.head(*q)).filter(|_| !self.choice.is_empty());
        let is_short = |&q: &usize| self.head(q) < self.whole && longest.is_none_or(|p| p == q);
        (0..self.n()).filter(|_| self.is_local()).filter(is_short).collect()
    }
}
