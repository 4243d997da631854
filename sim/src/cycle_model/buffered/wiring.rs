//! The wires of the routers of one kind, port by port. They are read from the table in the header of the
//! emitted module.

use crate::cycle_model::{head::Head, turns::wired};
use crate::engine::{Network, ABSENT};
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{HeaderLayout, Pipeline, Port, PortModel, Torus};

/// What a router can do with flits that arrive at a port.
#[derive(Clone, Copy, Debug)]
pub struct Arriving {
    /// A bit for each port to which a turn is wired.
    pub turns: u64,
    /// The bits of a head that may be 1 on a link of the port.
    pub known: u64,
    /// Whether a flit can go straight on.
    pub straight: bool,
    /// Whether a flit can leave the network, as the node has a processor.
    pub local: bool,
    /// Whether flits change their channel, as they crossed a wrap link.
    pub switches: bool,
}

/// The routers of one kind in a network.
pub struct Wiring {
    ports: usize,
    local_ports: usize,
    /// Whether the nodes have processors.
    local: bool,
    /// For each port: whether it exists, whether a run on it can have more than one hop, and the turns from
    /// it.
    exists: Vec<bool>,
    ring: Vec<bool>,
    turns: Vec<u64>,
}

impl Wiring {
    /// Reads the routers of every kind. Errors: files.
    pub fn of_kinds(
        dir: &Path,
        manifest: &Manifest,
        torus: &Torus,
        network: &Network,
        ports: PortModel,
    ) -> Result<Vec<Self>, SimError> {
        let slots: Vec<Port> = (0..torus.port_slots()).map(Port::from_index).collect();
        let wiring = |(kind, module): (usize, &str)| {
            let node = network.image.iter().position(|&k| k as usize == kind);
            Ok(Wiring {
                ports: slots.len(),
                local_ports: ports.local_ports(torus),
                local: node.is_some_and(|node| network.processor[node] != ABSENT),
                exists: slots.iter().map(|&port| torus.has_port(port)).collect(),
                ring: slots.iter().map(|port| torus.dims()[port.dim()] > 2).collect(),
                turns: wired(dir, module, slots.len())?.chunks(slots.len()).map(as_bits).collect(),
            })
        };
        manifest.kinds.iter().map(|kind| kind.node.as_str()).enumerate().map(wiring).collect()
    }

    /// What happens to arriving flits, by port: first to those that do not change their channel, then to
    /// those that do. With one cycle per hop a router uses all bits of a head; with two, only those of runs
    /// that can follow.
    pub fn arriving(&self, layout: &HeaderLayout, pipeline: Pipeline) -> Vec<Arriving> {
        let runs = (0..layout.segments).fold(vec![0; self.ports], |runs, _| self.longer(&runs));
        let used = |runs: usize| layout.hop_bits + runs * layout.group_bits();
        let known = |port: usize| match pipeline {
            Pipeline::OneCycle => u64::MAX,
            Pipeline::TwoCycles => !u64::MAX.lowest(layout.width()) | u64::MAX.lowest(used(runs[port])),
        };
        let arriving = |(switches, port): (bool, usize)| Arriving {
            switches,
            turns: self.turns[port],
            known: known(port),
            straight: self.ring[port] || !self.local,
            local: self.local,
        };
        let of = |switches| (0..self.ports).map(move |port| (switches, port));
        [false, true].into_iter().flat_map(of).map(arriving).collect()
    }

    /// For each port, the runs that can follow a run on it: one more than those that follow after its turns.
    fn longer(&self, runs: &[usize]) -> Vec<usize> {
        let behind = |port: usize| {
            let next = (0..self.ports).filter(|to| self.turns[port] >> to & 1 == 1);
            next.map(|to| 1 + runs[to]).max().unwrap_or(0)
        };
        (0..self.ports).map(behind).collect()
    }

    /// By place and requester, the position of the requester among those that lead to the same place.
    pub fn positions(&self) -> Vec<usize> {
        let n = self.ports + self.local_ports;
        let mut all = vec![0; n * n];
        for to in 0..n {
            let leading = (0..n).filter(|&requester| self.leads(to, requester));
            leading.enumerate().for_each(|(position, requester)| all[to * n + requester] = position);
        }
        all
    }

    /// Whether a requester leads to a place. Requesters are ports, then injection ports; places are ports,
    /// then ejection ports.
    fn leads(&self, to: usize, requester: usize) -> bool {
        let one = self.local_ports == 1;
        match (to.checked_sub(self.ports), requester.checked_sub(self.ports)) {
            (None, None) if to == requester => self.exists[to] && (self.ring[to] || !self.local),
            (None, None) => self.turns[requester] >> to & 1 == 1,
            (None, Some(from)) => self.local && self.exists[to] && (one || from == to),
            (Some(_), None) => self.exists[requester],
            (Some(_), Some(_)) => false,
        }
    }
}

fn as_bits(flags: &[bool]) -> u64 {
    (0..).zip(flags).map(|(bit, &flag)| u64::from(flag) << bit).sum()
}
