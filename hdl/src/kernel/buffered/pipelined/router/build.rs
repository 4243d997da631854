//! Builds the router: its parts, and the requesters of each output.

use super::super::super::plan::{Plan, Requester};
use super::super::super::sizes::Sizes;
use super::super::super::wiring::{bit, table};
use super::super::{Eject, Inject, Input, Output};
use super::Router;
use crate::signal::{Flop, Labelled, Sig};
use crate::spec::buffered::BufferedSpec;
use rust_hdl_core::prelude::*;

/// The widths of the values that outputs and ejection ports choose from more than two requesters.
fn staged(plan: &Plan, sizes: &Sizes) -> Vec<usize> {
    let flit = |at: usize| (plan.outputs[at].len() > 2).then_some(plan.sizes[at].head + sizes.data);
    let data = sizes.data + usize::from(sizes.long);
    let leaving = |at: usize| (plan.leaving(at).len() > 2).then_some(data);
    let outputs = (0..plan.outputs.len()).filter_map(flit);
    outputs.chain((0..plan.local_ports.len()).filter_map(leaving)).collect()
}

impl Router {
    /// The router of a node with a processor.
    pub fn new(spec: &BufferedSpec) -> Self {
        Router::build(spec, &Plan::new(spec, true))
    }

    /// The router of a node without a processor.
    pub fn transit(spec: &BufferedSpec) -> Self {
        Router::build(spec, &Plan::new(spec, false))
    }

    /// The widths of the multiplexers in stages that a router has, with a processor if `local`.
    pub fn staged(spec: &BufferedSpec, local: bool) -> Vec<usize> {
        let mut all = staged(&Plan::new(spec, local), &Sizes::new(spec));
        all.sort_unstable();
        all.dedup();
        all
    }

    fn build(spec: &BufferedSpec, all: &Plan) -> Self {
        let (sizes, one) = (Sizes::new(spec), spec.one_local_port());
        let (port, local_port) = (all.port_labels(), all.local_labels());
        let (p, l, k, r) = (port.len(), local_port.len(), all.most_requests(), all.most_requesters());
        let (head, data, v) = (sizes.head, sizes.data, sizes.channels);
        let wraps: Vec<usize> = (0..p).filter(|&at| all.inputs[at].wraps).collect();
        let wrap: Vec<String> = wraps.iter().map(|&at| port[at].clone()).collect();
        let only = |yes: bool| if yes { local_port.clone() } else { Vec::new() };
        let asks = |i: usize, k: usize, o: usize| all.inputs[i].targets().get(k) == Some(&o);
        let opens = !sizes.open_at_outputs();
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
            input: Labelled::new(&port, |at| Input::new(all.sizes[at], all.inputs[at].clone(), &module(at))),
            inject: Labelled::new(&local_port, |at| Inject::new(sizes, all.named(at), one)),
            output: Labelled::new(&port, |at| Output::new(all.sizes[at], all.entering(at), spec.name)),
            eject: Labelled::new(&local_port, |at| Eject::new(sizes, all.leaving(at).len(), spec.name)),
            pop: bit(&port),
            inject_pop: bit(&local_port),
            fault: Signal::default(),
            error: Flop::default(),
            link: table([p, k, p, r], |[i, k, o, r]| all.outputs[o].get(r) == Some(&Requester::Link(i, k))),
            asks: table([p, k, p, 1], |[i, k, o, _]| asks(i, k, o)),
            goes: table([p, k, p, 1], |[i, k, o, _]| opens && asks(i, k, o) && (i == o || !sizes.bubble)),
            turns: table([p, k, p, 1], |[i, k, o, _]| opens && asks(i, k, o) && i != o && sizes.bubble),
            local_asks: table([l, k, p, 1], |[l, k, o, _]| opens && all.injects[l].get(k) == Some(&o)),
            ejects: table([p, k, l, e.max(1)], |[i, k, l, e]| {
                all.leaving(l).get(e) == Some(&i) && k + 1 == all.inputs[i].count()
            }),
            local: table([l, k, p, r], |[l, k, o, r]| all.outputs[o].get(r) == Some(&Requester::Local(l, k))),
            wraps: table([wraps.len(), p, 1, 1], |[w, i, ..]| wraps[w] == i),
            bubble: Constant::new(sizes.bubble),
            long: Constant::new(sizes.long),
            one_local_port: Constant::new(one),
            may_ask_for_nothing: Constant::new(sizes.may_ask_for_nothing(one.then_some(p))),
            _p: p,
            _l: l,
            _w: wraps.len(),
            _k: k,
            _r: r,
            _e: e,
        }
    }
}
