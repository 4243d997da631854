//! Which inputs of a buffered router lead to which outputs. Ports are numbered by their place among the
//! existing ones, requests and requesters in the order of their ports, the processor last.

use super::sizes::Sizes;
use super::ways::{runs_behind, RequestSet};
use crate::spec::buffered::BufferedSpec;
use torus_model::Port;

/// Who asks for an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requester {
    /// Flits that come by a link: the place of its port, and the number of their request.
    Link(usize, usize),
    /// Flits of the processor: the place of the injection port, and the number of their request.
    Local(usize, usize),
}

/// What a requester of an output offers: how many flits at once, whether they enter a ring, whether it is the
/// processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub flits: usize,
    pub enters: bool,
    pub local: bool,
}

/// Inputs and outputs of a router, and who asks for what.
pub(super) struct Plan {
    pub ports: Vec<Port>,
    /// Numbers of the local ports.
    pub local_ports: Vec<usize>,
    /// By port: what flits that arrive by it can ask for.
    pub inputs: Vec<RequestSet>,
    /// By injection port: the places of the ports that it leads to.
    pub injects: Vec<Vec<usize>>,
    /// By port: who asks for it.
    pub outputs: Vec<Vec<Requester>>,
    /// By port: the sizes of its flits where heads have room only for runs that can still follow.
    pub sizes: Vec<Sizes>,
}

impl Plan {
    /// The plan of a processor's node, or of a node without.
    pub fn new(spec: &BufferedSpec, local: bool) -> Self {
        let (ports, local_ports) = (spec.existing(), if local { spec.local_ports() } else { Vec::new() });
        let behind = runs_behind(spec, &ports);
        let inputs: Vec<RequestSet> =
            (0..ports.len()).map(|at| RequestSet::new(spec, local, at, &behind)).collect();
        let leads = |&local_port: &usize| match spec.one_local_port() {
            true => (0..ports.len()).collect(),
            false => (0..ports.len()).filter(|&at| ports[at].index() == local_port).collect(),
        };
        let injects: Vec<Vec<usize>> = local_ports.iter().map(leads).collect();
        let outputs = (0..ports.len()).map(|to| requesters(&inputs, &injects, to)).collect();
        let sizes = behind.into_iter().map(|runs| Sizes::new(spec).followed_by(runs)).collect();
        Plan { ports, local_ports, inputs, injects, outputs, sizes }
    }

    /// Who asks for an ejection port: the places of ports.
    pub fn leaving(&self, local_port: usize) -> Vec<usize> {
        let all = 0..self.inputs.len();
        match self.local_ports.len() == 1 && self.injects[0].len() > 1 {
            true => all.collect(),
            false => all.filter(|&at| self.injects[local_port].contains(&at)).collect(),
        }
    }

    /// By requester of the output: whether it enters, by a turn or from the processor.
    pub fn entering(&self, at: usize) -> Vec<bool> {
        let goes_on = |requester: &Requester| matches!(requester, Requester::Link(from, _) if *from == at);
        self.outputs[at].iter().map(|requester| !goes_on(requester)).collect()
    }

    /// Number of the first port whose flits have the same sizes and can ask for the same: their inputs are
    /// alike.
    pub fn alike(&self, at: usize) -> usize {
        let is_like = |other: &usize| {
            self.inputs[*other].is_like(&self.inputs[at]) && self.sizes[*other] == self.sizes[at]
        };
        self.ports[(0..=at).find(is_like).unwrap_or(at)].index()
    }

    /// What the requesters of an output offer, where each channel of a link offers a flit.
    pub fn offers(&self, at: usize, channels: usize) -> Vec<Offer> {
        let offer = |(requester, enters): (&Requester, bool)| match requester {
            Requester::Link(..) => Offer { flits: channels, enters, local: false },
            Requester::Local(..) => Offer { flits: 1, enters, local: true },
        };
        self.outputs[at].iter().zip(self.entering(at)).map(offer).collect()
    }

    /// Numbers of the ports that an injection port leads to.
    pub fn named(&self, local_port: usize) -> Vec<usize> {
        self.injects[local_port].iter().map(|&to| self.ports[to].index()).collect()
    }

    /// Labels of the ports.
    pub fn port_labels(&self) -> Vec<String> {
        self.ports.iter().map(|port| port.index().to_string()).collect()
    }

    /// Labels of the local ports.
    pub fn local_labels(&self) -> Vec<String> {
        self.local_ports.iter().map(usize::to_string).collect()
    }

    /// Requests of the port, or of the injection port, that has the most.
    pub fn most_requests(&self) -> usize {
        self.inputs.iter().map(RequestSet::count).chain(self.injects.iter().map(Vec::len)).max().unwrap_or(0)
    }

    /// Requesters of the output that has the most.
    pub fn most_requesters(&self) -> usize {
        self.outputs.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Requesters of the ejection port that has the most.
    pub fn most_leaving(&self) -> usize {
        (0..self.local_ports.len()).map(|at| self.leaving(at).len()).max().unwrap_or(0)
    }
}

/// Who leads to the output at this place.
fn requesters(inputs: &[RequestSet], injects: &[Vec<usize>], to: usize) -> Vec<Requester> {
    let place = |targets: &[usize]| targets.iter().position(|&target| target == to);
    let by_link =
        |(at, requests): (usize, &RequestSet)| Some(Requester::Link(at, place(&requests.targets())?));
    let by_processor = |(at, targets): (usize, &Vec<usize>)| Some(Requester::Local(at, place(targets)?));
    let links = inputs.iter().enumerate().filter_map(by_link);
    links.chain(injects.iter().enumerate().filter_map(by_processor)).collect()
}
