//! What the flits that arrive by a port can ask for.

use crate::spec::buffered::{BufferedSpec, RingRule};
use torus_model::Port;

/// What flits that arrive by a port can ask for: straight on, turns, to leave the network; in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestSet {
    /// Place of the port they came by among the existing ones, if they can go straight on.
    pub straight: Option<usize>,
    /// Whether an even channel ends behind the wrap link.
    pub wraps: bool,
    /// Places and numbers of the ports they can turn to.
    pub turns: Vec<(usize, usize)>,
    /// Whether fewer runs can follow each turn, so that nothing reads the uppermost run of a flit that turns.
    pub shortens: bool,
    /// Whether the node has a processor, so that flits may leave here.
    pub ejects: bool,
}

impl RequestSet {
    /// Of the port at this place, in a processor's node or another; `behind`: by port, the runs at most that
    /// can follow.
    pub fn new(spec: &BufferedSpec, local: bool, at: usize, behind: &[usize]) -> Self {
        let ports = spec.existing();
        // A run of a ring of two has one hop. A node without processor is wired for more, or nothing would
        // read a port whose flits have to be at their destination.
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

    /// Places of the ports that are asked for, in order.
    pub fn targets(&self) -> Vec<usize> {
        self.straight.into_iter().chain(self.turns.iter().map(|turn| turn.0)).collect()
    }

    /// Names of the requests, in order.
    pub fn labels(&self) -> Vec<String> {
        let straight = self.straight.map(|_| "straight".into());
        let turns = self.turns.iter().map(|turn| format!("turn_{}", turn.1));
        straight.into_iter().chain(turns).chain(self.ejects.then(|| "eject".into())).collect()
    }

    /// Whether flits can ask for the same, but for the port that they go straight on by.
    pub fn is_like(&self, other: &RequestSet) -> bool {
        let own_port_aside =
            |set: &RequestSet| RequestSet { straight: set.straight.map(|_| 0), ..set.clone() };
        own_port_aside(self) == own_port_aside(other)
    }

    /// How many requests there are.
    pub fn count(&self) -> usize {
        self.targets().len() + usize::from(self.ejects)
    }
}

/// Places of the ports that flits can turn to which arrive by the one at a place.
fn turns(spec: &BufferedSpec, ports: &[Port], at: usize) -> Vec<usize> {
    (0..ports.len()).filter(|&to| spec.turns.contains(&(ports[at], ports[to]))).collect()
}

/// By port, the runs at most that can follow one by it.
pub fn runs_behind(spec: &BufferedSpec, ports: &[Port]) -> Vec<usize> {
    let places = || 0..ports.len();
    let longer = |behind: Vec<usize>| {
        let most = |at: usize| turns(spec, ports, at).into_iter().map(|to| 1 + behind[to]).max();
        places().map(|at| most(at).unwrap_or(0)).collect()
    };
    (0..spec.layout().segments).fold(vec![0; ports.len()], |behind, _| longer(behind))
}
