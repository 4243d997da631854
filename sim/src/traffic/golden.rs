//! The model engine beside another engine: it runs the same flits in the same cycles, and all results are
//! compared.
//!
//! The model of buffered routers shares no code with their kernels ([`crate::cycle_model::buffered`]), so an
//! error that both make is a misreading of `docs/buffered.md`. If ranks share the network, each runs the
//! model of its block, and together they find the first difference of any rank.

use super::{Traffic, TrafficMachine, BATCH, RESET_EDGES};
use crate::cycle_model::buffered;
use crate::engine::traffic::{Flit, Log, Seen};
use crate::monitor::set_bits;
use crate::ranks::{agree, several, Ranks};
use crate::SimError;
use serde::{Deserialize, Serialize};
use torus_model::{Placement, Port, PortModel};

/// A place at which two engines differ; in one cycle, the first in this order is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Place {
    /// An injection port.
    Entry(usize),
    /// An ejection port.
    Exit(usize),
    /// A link: its id.
    Link(usize),
    /// The error bit of some node.
    Error,
    /// The bit for the end of an exchange, in a bench.
    Done,
}

/// The model engine, in the cycle of the engine beside it.
pub(super) struct Golden<'a> {
    cycle_model: Box<dyn TrafficMachine + 'a>,
    log: Log,
    ranks: Option<&'a dyn Ranks>,
}

impl<'a> Golden<'a> {
    /// The model after `until` cycles in which these flits were offered. Errors: files, at any rank.
    pub fn at(traffic: &Traffic<'a>, ports: PortModel, flits: &[Flit], until: u64) -> Result<Self, SimError> {
        let (setup, ranks) = (traffic.setup, several(traffic.setup.ranks));
        let model = buffered::model(setup.dir, setup.manifest, traffic.placement, ports, ranks);
        let mut cycle_model = agree(ranks, model)?;
        let mut log = Log::default();
        cycle_model.run(0, RESET_EDGES, true, flits, false, &mut log);
        let mut cycle = 0;
        while cycle < until {
            let steps = BATCH.min(until - cycle);
            cycle_model.run(cycle, steps as usize, false, &[], false, &mut log);
            cycle += steps;
        }
        Ok(Golden { cycle_model, log, ranks })
    }

    /// With `held`, ejection ports take nothing from now on.
    pub fn hold(&mut self, held: bool) {
        self.cycle_model.hold(held);
    }

    /// Runs the same clock edges as the engine of this log. Returns the first edge after which they differ,
    /// counted from 0, and the place.
    pub fn run(&mut self, cycle: u64, steps: usize, flits: &[Flit], log: &Log) -> Option<(u64, Place)> {
        self.cycle_model.run(cycle, steps, false, flits, false, &mut self.log);
        let errors = [log, &self.log].map(|log| self.errors(log));
        let own = difference([log, &self.log], &errors).map(|(step, place)| (step, self.of_network(place)));
        let Some(ranks) = self.ranks else { return own };
        let told = serde_json::to_vec(&own).expect("numbers");
        let read =
            |told: Vec<u8>| -> Option<(u64, Place)> { serde_json::from_slice(&told).expect("numbers") };
        ranks.all(&told).into_iter().filter_map(read).min()
    }

    /// By clock edge, whether a node of any rank reports an error.
    fn errors(&self, log: &Log) -> Vec<u8> {
        let mut errors = (0..log.steps()).map(|step| log.error(step).into()).collect::<Vec<u8>>();
        self.ranks.iter().for_each(|ranks| ranks.any(&mut errors));
        errors
    }

    /// A place in the block, with its number in the whole network.
    fn of_network(&self, place: Place) -> Place {
        let network = self.cycle_model.network();
        let local_port = |own: usize| network.local_port_id(own as u32) as usize;
        match place {
            Place::Entry(own) => Place::Entry(local_port(own)),
            Place::Exit(own) => Place::Exit(local_port(own)),
            Place::Link(own) => Place::Link(network.block.link_id(own)),
            place => place,
        }
    }
}

/// The first step and place in which two logs, or their errors, differ. What links carry after an edge
/// belongs to the next cycle.
fn difference([one, other]: [&Log; 2], errors: &[Vec<u8>; 2]) -> Option<(u64, Place)> {
    let local_ports = [(one.entered(), other.entered(), true), (one.left(), other.left(), false)];
    let local_ports = local_ports.into_iter().filter_map(|(one, other, enters)| {
        let (step, local_port) = first_of(one, other)?;
        Some((step as u64, if enters { Place::Entry(local_port) } else { Place::Exit(local_port) }))
    });
    let links = (0..one.steps()).find_map(|step| {
        let changed: Vec<u64> =
            one.valid(step).iter().zip(other.valid(step)).map(|(one, other)| one ^ other).collect();
        let link = set_bits(&changed).next().map(Place::Link);
        let error = (errors[0][step] != errors[1][step]).then_some(Place::Error);
        link.or(error).map(|place| (step as u64 + 1, place))
    });
    local_ports.chain(links).min()
}

/// The first step and local port in which two lists of flits differ. Within a step, engines list local ports
/// in any order.
fn first_of(one: &[Seen], other: &[Seen]) -> Option<(u32, usize)> {
    let sorted = |all: &[Seen]| {
        let mut all: Vec<_> =
            all.iter().map(|seen| (seen.step, seen.place, seen.serial, seen.last)).collect();
        all.sort_unstable();
        all
    };
    let (one, other) = (sorted(one), sorted(other));
    let at = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at))?;
    let first = one.get(at).into_iter().chain(other.get(at)).min()?;
    Some((first.0, first.1 as usize))
}

impl Place {
    /// A name such as `the link (0,0) 1+` or `the ejection local port 1+ of (0,0)`.
    pub fn name(self, placement: &Placement, ports: PortModel) -> String {
        let torus = placement.torus();
        let local_port = |local_port: usize| {
            let (each, node) =
                (ports.local_ports(torus), placement.processors()[local_port / ports.local_ports(torus)]);
            let port =
                if each > 1 { format!(" {}", Port::from_index(local_port % each)) } else { String::new() };
            format!("local port{port} of {}", torus.node_name(node))
        };
        match self {
            Place::Link(id) => torus.link_at(id).map_or_else(
                || format!("link {id}, which does not exist,"),
                |link| format!("the link {}", torus.link_name(link)),
            ),
            Place::Entry(at) => format!("the injection {}", local_port(at)),
            Place::Exit(at) => format!("the ejection {}", local_port(at)),
            Place::Error => "error_o".to_string(),
            Place::Done => "done_o".to_string(),
        }
    }
}
