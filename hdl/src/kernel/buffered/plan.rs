//! The connections of a buffered router: which inputs lead to which outputs. A port is numbered by its place
//! among the existing ports. Requests and requesters are in the order of their ports, the processor last.

use super::request_set::{runs_behind, RequestSet};
use super::sizes::Sizes;
use crate::spec::buffered::BufferedSpec;
use torus_model::Port;

/// A requester of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requester {
    /// The flits of a link: the place of its port, and the number of their request there.
    Link(usize, usize),
    /// The flits of the processor: the place of the injection port, and the number of their request there.
    Local(usize, usize),
}

/// The flits that a requester offers to an output: their number, whether they enter a ring, and whether they
/// come from the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub flits: usize,
    pub enters: bool,
    pub local: bool,
}

/// The inputs and outputs of a router, and their requests.
pub(super) struct Plan {
    pub ports: Vec<Port>,
    /// The numbers of the local ports.
    pub local_ports: Vec<usize>,
    /// By port: the requests of flits that arrive by it.
    pub inputs: Vec<RequestSet>,
    /// By injection port: the places of the ports that it leads to.
    pub injects: Vec<Vec<usize>>,
    /// By port: its requesters.
    pub outputs: Vec<Vec<Requester>>,
    /// By port: the sizes of its flits, if heads have room only for runs that can still follow.
    pub sizes: Vec<Sizes>,
}

impl Plan {
    /// The plan of a node with a processor if `local`, else of a node without one.
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

    /// The requesters of an ejection port, as places of ports.
    pub fn leaving(&self, local_port: usize) -> Vec<usize> {
        let all = 0..self.inputs.len();
        match self.local_ports.len() == 1 && self.injects[0].len() > 1 {
            true => all.collect(),
            false => all.filter(|&at| self.injects[local_port].contains(&at)).collect(),
        }
    }

    /// By requester of an output: whether its flits enter a ring, by a turn or from the processor.
    pub fn entering(&self, at: usize) -> Vec<bool> {
        let goes_on = |requester: &Requester| matches!(requester, Requester::Link(from, _) if *from == at);
        self.outputs[at].iter().map(|requester| !goes_on(requester)).collect()
    }

    /// The number of the first port with the same sizes and requests. The inputs of both ports are alike.
    pub fn alike(&self, at: usize) -> usize {
        let is_like = |other: &usize| {
            self.inputs[*other].is_like(&self.inputs[at]) && self.sizes[*other] == self.sizes[at]
        };
        self.ports[(0..=at).find(is_like).unwrap_or(at)].index()
    }

    /// The flits that the requesters of an output offer, if every channel of a link offers one.
    pub fn offers(&self, at: usize, channels: usize) -> Vec<Offer> {
        let offer = |(requester, enters): (&Requester, bool)| match requester {
            Requester::Link(..) => Offer { flits: channels, enters, local: false },
            Requester::Local(..) => Offer { flits: 1, enters, local: true },
        };
        self.outputs[at].iter().zip(self.entering(at)).map(offer).collect()
    }

    /// The numbers of the ports that an injection port leads to.
    pub fn named(&self, local_port: usize) -> Vec<usize> {
        self.injects[local_port].iter().map(|&to| self.ports[to].index()).collect()
    }

    /// The labels of the ports.
    pub fn port_labels(&self) -> Vec<String> {
        self.ports.iter().map(|port| port.index().to_string()).collect()
    }

    /// The labels of the local ports.
    pub fn local_labels(&self) -> Vec<String> {
        self.local_ports.iter().map(usize::to_string).collect()
    }

    /// The largest number of requests of a port or an injection port.
    pub fn most_requests(&self) -> usize {
        self.inputs.iter().map(RequestSet::count).chain(self.injects.iter().map(Vec::len)).max().unwrap_or(0)
    }

    /// The largest number of requesters of an output.
    pub fn most_requesters(&self) -> usize {
        self.outputs.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The largest number of requesters of an ejection port.
    pub fn most_leaving(&self) -> usize {
        (0..self.local_ports.len()).map(|at| self.leaving(at).len()).max().unwrap_or(0)
    }
}

/// The requesters of the output at place `to`.
fn requesters(inputs: &[RequestSet], injects: &[Vec<usize>], to: usize) -> Vec<Requester> {
    let place = |targets: &[usize]| targets.iter().position(|&target| target == to);
    let by_link =
        |(at, requests): (usize, &RequestSet)| Some(Requester::Link(at, place(&requests.targets())?));
    let by_processor = |(at, targets): (usize, &Vec<usize>)| Some(Requester::Local(at, place(targets)?));
    let links = inputs.iter().enumerate().filter_map(by_link);
    links.chain(injects.iter().enumerate().filter_map(by_processor)).collect()
}
