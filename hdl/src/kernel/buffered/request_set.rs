//! The requests of the flits that arrive by a port.

use crate::spec::buffered::{BufferedSpec, RingRule};
use torus_model::Port;

/// The requests of the flits that arrive by a port, in this order: straight on, turns, leaving the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestSet {
    /// The place of this port among the existing ones, if its flits can go straight on.
    pub straight: Option<usize>,
    /// Whether flits change from an even channel to the next one after the wrap link.
    pub wraps: bool,
    /// The places and numbers of the ports that flits can turn to.
    pub turns: Vec<(usize, usize)>,
    /// Whether fewer runs can follow each turn, so that no logic reads the uppermost run of a flit that
    /// turns.
    pub shortens: bool,
    /// Whether the node has a processor, so that flits may leave here.
    pub ejects: bool,
}

impl RequestSet {
    /// The requests at the port at place `at`, in a node with a processor if `local`. `behind` gives for
    /// each port the largest number of runs that can follow.
    pub fn new(spec: &BufferedSpec, local: bool, at: usize, behind: &[usize]) -> Self {
        let ports = spec.existing();
        // In a ring of two nodes a run has one hop, so no flit goes straight on. A node without a processor
        // is wired for it all the same. Otherwise nothing would read a port whose flits have to be at their
        // destination.
        let ring = spec.torus.dims()[ports[at].dim()] > 2;
        let turns: Vec<(usize, usize)> =
            turns(spec, &ports, at).into_iter().map(|to| (to, ports[to].index())).collect();
        RequestSet {
            straight: (ring || !local).then_some(at),
            wraps: ring && spec.rule == RingRule::Dateline,
            shortens: turns.iter().all(|turn| behind[turn.0] < behind[at]),
            turns,
            ejects: local,
        }
    }

    /// The places of the ports that are asked for, in the order of the requests.
    pub fn targets(&self) -> Vec<usize> {
        self.straight.into_iter().chain(self.turns.iter().map(|turn| turn.0)).collect()
    }

    /// The names of the requests, in order.
    pub fn labels(&self) -> Vec<String> {
        let straight = self.straight.map(|_| "straight".into());
        let turns = self.turns.iter().map(|turn| format!("turn_{}", turn.1));
        straight.into_iter().chain(turns).chain(self.ejects.then(|| "eject".into())).collect()
    }

    /// Whether both sets have the same requests, apart from the port for going straight on.
    pub fn is_like(&self, other: &RequestSet) -> bool {
        let own_port_aside =
            |set: &RequestSet| RequestSet { straight: set.straight.map(|_| 0), ..set.clone() };
        own_port_aside(self) == own_port_aside(other)
    }

    /// The number of requests.
    pub fn count(&self) -> usize {
        self.targets().len() + usize::from(self.ejects)
    }
}

/// The places of the ports that flits can turn to from the port at place `at`.
fn turns(spec: &BufferedSpec, ports: &[Port], at: usize) -> Vec<usize> {
    (0..ports.len()).filter(|&to| spec.turns.contains(&(ports[at], ports[to]))).collect()
}

/// By port: the largest number of runs that can follow a run by it.
pub fn runs_behind(spec: &BufferedSpec, ports: &[Port]) -> Vec<usize> {
    let places = || 0..ports.len();
    let longer = |behind: Vec<usize>| {
        let most = |at: usize| turns(spec, ports, at).into_iter().map(|to| 1 + behind[to]).max();
        places().map(|at| most(at).unwrap_or(0)).collect()
    };
    (0..spec.layout().segments).fold(vec![0; ports.len()], |behind, _| longer(behind))
}
