//! The parts of the router, and who is whose requester.

use super::super::super::plan::Plan;
use super::super::ways::{runs_behind, RequestSet, Sizes};
use super::super::{Eject, Inject, Input, Output};
use super::Router;
use crate::signal::{labels, Flop, Labelled, Sig};
use crate::spec::buffered::BufferedSpec;
use rust_hdl_core::prelude::*;

/// The wiring of a router: which input's request goes to which output.
struct Requesters {
    plan: Plan,
    inputs: Vec<RequestSet>,
    /// Of each injection port the places of the ports that it leads to.
    injects: Vec<Vec<usize>>,
    /// Of each output its requesters: an input and its request, or an injection port and its request.
    outputs: Vec<Vec<(bool, usize, usize)>>,
    /// Of each port the sizes of its flits, whose heads need not have room for all runs.
    sizes: Vec<Sizes>,
}

impl Requesters {
    fn new(spec: &BufferedSpec, local: bool) -> Self {
        let plan = Plan::new(spec, local);
        let p = plan.ports.len();
        let behind = runs_behind(&plan, spec.layout().segments);
        let inputs: Vec<RequestSet> = (0..p).map(|at| RequestSet::new(&plan, at, &behind)).collect();
        let leads = |&local_port: &usize| match spec.one_local_port() {
            true => (0..p).collect(),
            false => (0..p).filter(|&at| plan.ports[at].index() == local_port).collect(),
        };
        let injects: Vec<Vec<usize>> = plan.local_ports.iter().map(leads).collect();
        let outputs = (0..p).map(|to| requesters(&inputs, &injects, to)).collect();
        let sizes = behind.into_iter().map(|runs| Sizes::new(spec).followed_by(runs)).collect();
        Requesters { plan, inputs, injects, outputs, sizes }
    }

    /// Requesters of an ejection port: inputs.
    fn leaving(&self, local_port: usize) -> Vec<usize> {
        let all = 0..self.inputs.len();
        match self.plan.local_ports.len() == 1 && self.injects[0].len() > 1 {
            true => all.collect(),
            false => all.filter(|&at| self.injects[local_port].contains(&at)).collect(),
        }
    }

    /// By requester of the output: whether it enters, by a turn or from the processor.
    fn entering(&self, at: usize) -> Vec<bool> {
        self.outputs[at].iter().map(|requester| requester.0 || requester.1 != at).collect()
    }

    /// Bits of what is chosen among more than two, at outputs and ejection ports.
    fn staged(&self, sizes: &Sizes) -> Vec<usize> {
        let flit = |at: usize| (self.outputs[at].len() > 2).then_some(self.sizes[at].head + sizes.data);
        let data = sizes.data + usize::from(sizes.long);
        let leaving = |at: usize| (self.leaving(at).len() > 2).then_some(data);
        let outputs = (0..self.outputs.len()).filter_map(flit);
        outputs.chain((0..self.plan.local_ports.len()).filter_map(leaving)).collect()
    }

    fn most_requests(&self) -> usize {
        self.inputs.iter().map(RequestSet::count).chain(self.injects.iter().map(Vec::len)).max().unwrap_or(0)
    }

    fn most_requesters(&self) -> usize {
        self.outputs.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Who leads to the output at this place.
fn requesters(inputs: &[RequestSet], injects: &[Vec<usize>], to: usize) -> Vec<(bool, usize, usize)> {
    let place = |targets: &[usize]| targets.iter().position(|&target| target == to);
    let by_link = |(at, requests): (usize, &RequestSet)| Some((false, at, place(&requests.targets())?));
    let by_processor = |(at, targets): (usize, &Vec<usize>)| Some((true, at, place(targets)?));
    let links = inputs.iter().enumerate().filter_map(by_link);
    links.chain(injects.iter().enumerate().filter_map(by_processor)).collect()
}

/// Constants for all combinations of numbers below these.
fn table(sizes: [usize; 4], is: impl Fn([usize; 4]) -> bool) -> Labelled<Constant<Bit>> {
    let [_, b, c, d] = sizes;
    let split = |k: usize| [k / (b * c * d), k / (c * d) % b, k / d % c, k % d];
    Labelled::new(&labels(0..sizes.iter().product()), |k| Constant::new(is(split(k))))
}

fn bit<D: Direction>(all: &[String]) -> Labelled<Signal<D, Bit>> {
    Labelled::new(all, |_| Signal::default()).with_spare(Signal::default())
}

impl Router {
    /// The router of a processor's node.
    pub fn new(spec: &BufferedSpec) -> Self {
        Router::build(spec, &Requesters::new(spec, true))
    }

    /// The router of a node without processor.
    pub fn transit(spec: &BufferedSpec) -> Self {
        Router::build(spec, &Requesters::new(spec, false))
    }

    /// Bits of the multiplexers in stages that a router has, with the local ports of a processor or not.
    pub fn staged(spec: &BufferedSpec, local: bool) -> Vec<usize> {
        let mut all = Requesters::new(spec, local).staged(&Sizes::new(spec));
        all.sort_unstable();
        all.dedup();
        all
    }

    fn build(spec: &BufferedSpec, all: &Requesters) -> Self {
        let (sizes, one) = (Sizes::new(spec), spec.one_local_port());
        let (port, local_port) = (all.plan.port_labels(), all.plan.local_labels());
        let (p, l, k, r) = (port.len(), local_port.len(), all.most_requests(), all.most_requesters());
        let (head, data, v) = (sizes.head, sizes.data, sizes.channels);
        let wraps: Vec<usize> = (0..p).filter(|&at| all.inputs[at].wraps).collect();
        let wrap: Vec<String> = wraps.iter().map(|&at| port[at].clone()).collect();
        let only = |yes: bool| if yes { local_port.clone() } else { Vec::new() };
        let asks = |i: usize, k: usize, o: usize| all.inputs[i].targets().get(k) == Some(&o);
        let opens = !sizes.open_at_outputs();
        let e = (0..l).map(|at| all.leaving(at).len()).max().unwrap_or(0);
        let module = |at: usize| format!("{}input_{}", if l > 0 { "" } else { "transit_" }, port[at]);
        let named = |at: usize| all.injects[at].iter().map(|&to| all.plan.ports[to].index()).collect();
        Router {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            wrap_i: bit(&wrap),
            rx_valid_i: bit(&port),
            rx_head_i: Labelled::new(&port, |_| Sig::new(head)),
            rx_data_i: Labelled::new(&port, |_| Sig::new(data)),
            rx_credit_o: Labelled::new(&port, |_| Sig::new(v)),
            tx_valid_o: bit(&port),
            tx_head_o: Labelled::new(&port, |_| Sig::new(head)),
            tx_data_o: Labelled::new(&port, |_| Sig::new(data)),
            tx_credit_i: Labelled::new(&port, |_| Sig::new(v)),
            inject_valid_i: bit(&local_port),
            inject_ready_o: bit(&local_port),
            inject_port_i: Labelled::new(&only(one), |_| Sig::new(sizes.port)).with_spare(Sig::new(1)),
            inject_head_i: Labelled::new(&local_port, |_| Sig::new(head)),
            inject_data_i: Labelled::new(&local_port, |_| Sig::new(data)),
            eject_valid_o: bit(&local_port),
            eject_ready_i: bit(&local_port),
            eject_last_o: bit(&only(sizes.long)),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            error_o: Signal::default(),
            input: Labelled::new(&port, |at| Input::new(all.sizes[at], all.inputs[at].clone(), &module(at))),
            inject: Labelled::new(&local_port, |at| Inject::new(sizes, named(at), one)),
            output: Labelled::new(&port, |at| Output::new(all.sizes[at], all.entering(at), spec.name)),
            eject: Labelled::new(&local_port, |at| Eject::new(sizes, all.leaving(at).len(), spec.name)),
            pop: bit(&port),
            inject_pop: bit(&local_port),
            fault: Signal::default(),
            error: Flop::default(),
            link: table([p, k, p, r], |[i, k, o, r]| all.outputs[o].get(r) == Some(&(false, i, k))),
            asks: table([p, k, p, 1], |[i, k, o, _]| asks(i, k, o)),
            goes: table([p, k, p, 1], |[i, k, o, _]| opens && asks(i, k, o) && (i == o || !sizes.bubble)),
            turns: table([p, k, p, 1], |[i, k, o, _]| opens && asks(i, k, o) && i != o && sizes.bubble),
            local_asks: table([l, k, p, 1], |[l, k, o, _]| opens && all.injects[l].get(k) == Some(&o)),
            ejects: table([p, k, l, e.max(1)], |[i, k, l, e]| {
                all.leaving(l).get(e) == Some(&i) && k + 1 == all.inputs[i].count()
            }),
            local: table([l, k, p, r], |[l, k, o, r]| all.outputs[o].get(r) == Some(&(true, l, k))),
            wraps: table([wraps.len(), p, 1, 1], |[w, i, ..]| wraps[w] == i),
            bubble: Constant::new(sizes.bubble),
            long: Constant::new(sizes.long),
            one_local_port: Constant::new(one),
            _p: p,
            _v: v,
            _l: l,
            _w: wraps.len(),
            _k: k,
            _r: r,
            _e: e,
        }
    }
}
