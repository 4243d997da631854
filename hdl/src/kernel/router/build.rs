//! Builds the router of a specification: widths, labels and connections.

use super::plan::Plan;
use super::sources::{index_labels, pair_labels, Form};
use super::*;
use crate::router_docs::port_names;

impl Router {
    /// The router of a node with a processor.
    pub fn new(spec: &NodeSpec) -> Self {
        Router::build(spec, true)
    }

    /// The router of a node without a processor.
    pub fn transit(spec: &NodeSpec) -> Self {
        Router::build(spec, false)
    }

    fn build(spec: &NodeSpec, local: bool) -> Self {
        let plan = Plan::new(spec, local);
        let Plan { ports, local_port, choice, link, sources, whole, hop_bits, .. } = &plan;
        let (n, one, data, whole, hop_bits) = (plan.n(), choice.len(), spec.width, *whole, *hop_bits);
        let (name, pair, short) = (port_labels(spec), pair_labels(ports), plan.short());
        let taker = if local { name.clone() } else { Vec::new() };
        let unused = labels(short.iter().map(|q| ports[*q].index()));
        let (levels, places, pairs) = (sources.levels, 1 << sources.levels, sources.most_pairs());
        let tree = index_labels(ports, &[levels + 1, places]);
        let (source_label, step) = (index_labels(ports, &[places]), index_labels(ports, &[pairs]));
        let (form, eject_stages) = (|q: usize| sources.form(q), labels(0..plan.eject_stages()));
        let port_bits = spec.widths().layout.port_bits;
        Router {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&name, |p| Sig::new(link[p])),
            rx_data_i: Labelled::new(&name, |_| Sig::new(data)),
            inject_valid_i: Labelled::new(local_port, |_| Signal::default()),
            inject_port_i: Labelled::new(choice, |_| Sig::new(port_bits)),
            inject_head_i: Labelled::new(local_port, |_| Sig::new(whole)),
            inject_data_i: Labelled::new(local_port, |_| Sig::new(data)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&name, |q| Sig::new(link[q])),
            tx_data_o: Labelled::new(&name, |_| Sig::new(data)),
            eject_valid_o: Labelled::new(local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(local_port, |_| Sig::new(data)),
            error_o: Signal::default(),
            tx_valid: Labelled::new(&name, |_| Flop::default()),
            tx_request: Labelled::new(&name, |q| Reg::new(0, plan.request(q))),
            tx_head: Labelled::new(&name, |q| Data::new(plan.head(q))),
            tx_link: Labelled::new(&name, |q| Concat::new(plan.request(q), plan.head(q))),
            tx_data: Labelled::new(&name, |_| Data::new(data)),
            eject_valid: Labelled::new(local_port, |_| Flop::default()),
            eject_data: Labelled::new(local_port, |_| Data::new(data)),
            error: Flop::default(),
            port_fault: Labelled::new(&name, |_| Flop::default()),
            local_fault: Labelled::new(choice, |_| Flop::default()),
            request: Labelled::new(&name, |p| Slice::new(link[p], plan.head(p), plan.request(p))),
            at_dest: Labelled::new(&name, |p| BitOf::new(link[p], plan.head(p))),
            continues: Labelled::new(&name, |p| BitOf::new(link[p], plan.head(p) + 1)),
            turn: Labelled::new(&pair, |k| plan.turn(k)),
            misrouted: Labelled::new(&name, |_| Signal::default()),
            hops: Labelled::new(&name, |p| Slice::new(link[p], 0, hop_bits)),
            further: Labelled::new(&name, |p| plan.further(p)),
            hops_after: Labelled::new(&name, |_| Sig::new(hop_bits)),
            head_continued: Labelled::new(&name, |p| Concat::new(plan.above(p), hop_bits)),
            next_head: Labelled::new(&name, |p| Sig::new(plan.head(p))),
            rest: Labelled::new(&pair, |k| plan.rest_of(k)),
            head_turned: Labelled::new(&pair, |k| ZeroExtend::new(plan.rest(k), plan.after(k))),
            head_injected: Labelled::new(&taker, |q| Slice::new(whole, 0, plan.head(q))),
            unused: Labelled::new(&unused, |k| {
                Slice::new(whole, plan.head(short[k]), whole - plan.head(short[k]))
            }),
            unused_of: Labelled::new(&labels(0..short.len() * n), |k| Constant::new(short[k / n] == k % n)),
            injected: Labelled::new(&taker, |q| Slice::new(plan.head(q), 0, plan.decoded(q))),
            continued: Labelled::new(&name, |q| Slice::new(plan.head(q), 0, plan.decoded(q))),
            turned: Labelled::new(&pair, |k| plan.turned(k)),
            injected_decoder: Labelled::new(&taker, |q| plan.decoder(true, q)),
            continued_decoder: Labelled::new(&name, |q| plan.decoder(true, q)),
            turned_decoder: Labelled::new(&pair, |k| plan.decoder(plan.wired(k), k % n)),
            next_request: Labelled::new(&name, |q| Sig::new(plan.request(q))),
            injects: Labelled::new(&taker, |_| Signal::default()),
            taken: Labelled::new(&name, |_| Signal::default()),
            conflict: Labelled::new(&name, |_| Signal::default()),
            fault: Signal::default(),
            inject_misrouted: Labelled::new(choice, |_| Signal::default()),
            arrives: Labelled::new(choice, |_| Signal::default()),
            eject_conflict: Labelled::new(choice, |_| Signal::default()),
            eject_odd: Labelled::new(choice, |_| Signal::default()),
            eject_early: Labelled::new(choice, |_| Signal::default()),
            eject_take: Labelled::new(&eject_stages, |_| Signal::default()),
            eject_first: Labelled::new(choice, |_| MuxFirst::new(data, n > 1)),
            eject_next: Labelled::new(&eject_stages, |_| MuxNext::new(data, true)),
            arrived: Labelled::new(&labels(0..one + plan.eject_stages()), |_| Sig::new(data)),
            port: Labelled::new(&port_names(ports), |q| Cst::new(ports[q].index() as u128, port_bits)),
            no_request: Labelled::new(&name, |q| Cst::new(0, plan.request(q))),
            one_hop: Cst::new(1, hop_bits),
            deeper: Labelled::new(&name, |q| Constant::new(plan.deeper(q))),
            wired: Labelled::new(&pair, |k| Constant::new(plan.wired(k))),
            select: Labelled::new(&index_labels(ports, &[levels]), |_| Signal::default()),
            mux_head: Labelled::new(&tree, |k| Sig::new(plan.head(k / (levels + 1) / places))),
            numbered: Labelled::new(&labels(0..n * n * levels), |k| Constant::new(sources.numbered(k))),
            sourced: Labelled::new(&labels(0..n * n * places), |k| Constant::new(sources.sourced(k))),
            chooses: Labelled::new(&tree, |k| Constant::new(sources.below(k, 1))),
            forwards: Labelled::new(&tree, |k| Constant::new(sources.below(k, 0) && !sources.below(k, 1))),
            source_data: Labelled::new(&source_label, |_| Sig::new(data)),
            source_taken: Labelled::new(&source_label, |_| Signal::default()),
            payload: Labelled::new(&name, |_| Sig::new(data)),
            none: Cst::new(0, data),
            any_turn: Labelled::new(&name, |_| Signal::default()),
            mux_first: Labelled::new(&name, |q| MuxFirst::new(data, form(q) == Form::Stages)),
            mux_next: Labelled::new(&name, |q| MuxNext::new(data, form(q) == Form::Stages)),
            mux_pair: Labelled::new(&step, |k| MuxPair::new(data, sources.paired(k / pairs, k % pairs))),
            direct: Labelled::new(&name, |q| Constant::new(form(q) == Form::Direct)),
            one_of_two: Labelled::new(&name, |q| Constant::new(sources.is_one_of_two(q))),
            staged: Labelled::new(&name, |q| Constant::new(form(q) == Form::Stages)),
            gathered: Labelled::new(&name, |q| Constant::new(form(q) == Form::Pairs)),
            second: Labelled::new(&name, |q| Constant::new(sources.turns(q) > 1)),
            paired: Labelled::new(&step, |k| Constant::new(sources.paired(k / pairs, k % pairs))),
            unpaired: Labelled::new(&step, |k| Constant::new(sources.unpaired(k / pairs, k % pairs))),
            eject_several: Constant::new(n > 1),
            eject_full: Labelled::new(&eject_stages, |k| Constant::new(2 * k + 3 < n)),
            _levels: levels,
            _chosen: levels.min(1),
            _places: places,
            _pairs: pairs,
            _eject_stages: plan.eject_stages(),
            _eject_pairs: n / 2,
            _eject_first: n.min(2),
            _unused: short.len(),
            _n: n,
            _local_ports: local_port.len(),
            _all: 1 - one,
            _one: one,
            _local: local as usize,
            _transit: !local as usize,
        }
    }
}
