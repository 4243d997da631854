//! Builds the router: its parts, and the requesters of each output.

use super::super::plan::{Plan, Requester};
use super::super::sizes::Sizes;
use super::super::wiring::{bit, table};
use super::super::{Buffer, Eject, Inject, InjectBuffer, Input, Output};
use super::Router;
use crate::signal::{Cst, Flop, Labelled, Sig};
use crate::spec::buffered::{BufferedSpec, INJECT_DEPTH};
use rust_hdl_core::prelude::*;
use std::collections::BTreeSet;

impl Router {
    /// The router of a node with a processor.
    pub fn new(spec: &BufferedSpec) -> Self {
        Router::build(spec, &Plan::new(spec, true))
    }

    /// The router of a node without a processor.
    pub fn transit(spec: &BufferedSpec) -> Self {
        Router::build(spec, &Plan::new(spec, false))
    }

    /// The buffer of a channel, which inputs instantiate.
    pub fn buffer(spec: &BufferedSpec) -> Buffer {
        Buffer::new(spec.depth, spec.route(), spec.width)
    }

    /// The buffer of an injection port.
    pub fn inject_buffer(spec: &BufferedSpec) -> InjectBuffer {
        let tag = if spec.one_local_port() { spec.port_bits() } else { 0 };
        InjectBuffer::new(INJECT_DEPTH, spec.head() + tag, spec.width)
    }

    /// The arbiters that outputs and ejection ports instantiate: for each its number of requests, and
    /// whether it has a lock.
    pub fn arbiters(spec: &BufferedSpec, local: bool) -> Vec<(usize, bool)> {
        let (all, v) = (Plan::new(spec, local), spec.channels);
        let flits = |at: usize| all.offers(at, v).iter().map(|offer| offer.flits).sum();
        let outputs = (0..all.outputs.len()).map(|at| (flits(at), spec.long()));
        let leaving = (0..all.local_ports.len()).map(|at| (all.leaving(at).len() * v, spec.long()));
        let found: BTreeSet<(usize, bool)> = outputs.chain(leaving).chain([(v, false)]).collect();
        found.into_iter().filter(|(n, _)| *n > 1).collect()
    }

    fn build(spec: &BufferedSpec, all: &Plan) -> Self {
        let (sizes, one) = (Sizes::new(spec), spec.one_local_port());
        let (port, local_port) = (all.port_labels(), all.local_labels());
        let (p, l, k, r) = (port.len(), local_port.len(), all.most_requests(), all.most_requesters());
        let (head, data, v) = (sizes.head, sizes.data, sizes.channels);
        let wraps: Vec<usize> = (0..p).filter(|&at| all.inputs[at].wraps).collect();
        let wrap: Vec<String> = wraps.iter().map(|&at| port[at].clone()).collect();
        let only = |yes: bool| if yes { local_port.clone() } else { Vec::new() };
        let e = all.most_leaving();
        let module = |at: usize| format!("{}input_{}", if l > 0 { "" } else { "transit_" }, all.alike(at));
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
            input: Labelled::new(&port, |at| {
                Input::new(sizes, all.inputs[at].clone(), spec.name, &module(at))
            }),
            inject: Labelled::new(&local_port, |at| Inject::new(sizes, all.named(at), one, spec.name)),
            output: Labelled::new(&port, |at| Output::new(sizes, all.offers(at, v), spec.name)),
            eject: Labelled::new(&local_port, |at| Eject::new(sizes, all.leaving(at).len(), spec.name)),
            pop: Labelled::new(&port, |_| Sig::new(v)),
            inject_pop: Labelled::new(&local_port, |_| Sig::new(1)),
            fault: Signal::default(),
            error: Flop::default(),
            link: table([p, k, p, r], |[i, k, o, r]| all.outputs[o].get(r) == Some(&Requester::Link(i, k))),
            local: table([l, k, p, r], |[l, k, o, r]| all.outputs[o].get(r) == Some(&Requester::Local(l, k))),
            ejects: table([p, k, l, e.max(1)], |[i, k, l, e]| {
                all.leaving(l).get(e) == Some(&i) && k + 1 == all.inputs[i].count()
            }),
            straight: table([p, p, 1, 1], |[i, o, ..]| i == o),
            wraps: table([wraps.len(), p, 1, 1], |[w, i, ..]| wraps[w] == i),
            many: Constant::new(v > 1),
            long: Constant::new(sizes.long),
            one_local_port: Constant::new(one),
            may_ask_for_nothing: Constant::new(sizes.may_ask_for_nothing(one.then_some(p))),
            none: Cst::new(0, v),
            stays: Cst::new(0, 1),
            _p: p,
            _l: l,
            _w: wraps.len(),
            _k: k,
            _r: r,
            _e: e,
        }
    }
}
