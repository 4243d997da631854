//! The signals and constants of a buffered router, with their widths and labels.

use super::super::fields::{AddChannel, BitRow, DropChannel};
use super::super::plan::{pairs, Plan, Way};
use super::super::{Arbiter, Buffer, InjectBuffer};
use super::Router;
use crate::router_docs::port_names;
use crate::signal::{labels, BitOf, Concat, Cst, Data, Flop, Labelled, Reg, Sig, Slice, ZeroExtend};
use crate::spec::buffered::{BufferedSpec, RingRule, INJECT_DEPTH};
use rust_hdl_core::prelude::*;
use torus_model::route::bits;

impl Router {
    /// The router of a processor's node.
    pub fn new(spec: &BufferedSpec) -> Self {
        Router::build(spec, true)
    }

    /// The router of a node without processor.
    pub fn transit(spec: &BufferedSpec) -> Self {
        Router::build(spec, false)
    }

    fn build(spec: &BufferedSpec, local: bool) -> Self {
        let plan = Plan::new(spec, local);
        let (p, v, n, l, inputs) =
            (plan.ports.len(), plan.channels, plan.outputs(), plan.local_ports.len(), plan.inputs());
        let (port, chan, local_port, input) =
            (plan.port_labels(), plan.channel_labels(), plan.local_labels(), plan.input_labels());
        let only = |yes: bool, all: &[String]| if yes { all.to_vec() } else { Vec::new() };
        let (edge, branch) = (pairs(&input, &chan), pairs(&input, &port));
        let (many, long, one_local_port) = (v > 1, spec.long(), spec.one_local_port());
        let (layout, head, route, data) = (spec.layout(), spec.head(), spec.route(), spec.width);
        let (header, cb, tag) = (layout.width(), spec.channel_bits(), spec.port_bits());
        let injected_head = head + if one_local_port { tag } else { 0 };
        let (group, above) = (layout.group_bits(), route - layout.hop_bits);
        let turning = only(layout.segments > 0, &chan);
        let wraps: Vec<usize> = (0..p).filter(|&q| plan.wraps(q)).collect();
        let wrap: Vec<String> = wraps.iter().map(|&q| port[q].clone()).collect();
        // What is read of a header that leads nowhere: hops, and whether a run follows. Packets read all of
        // it.
        let read = layout.hop_bits + 1;
        let leads_nowhere = |&i: &usize| !long && route > read && plan.ends(i);
        let ends: Vec<usize> = (0..n).filter(leads_nowhere).collect();
        let ended: Vec<String> = ends.iter().map(|&i| chan[i].clone()).collect();
        let (most, count) = (plan.most_requesters(), bits(spec.depth + 1));
        let (go, enter) = spec.needs();
        let sharing = n.checked_div(l).unwrap_or(0);
        let is = |way: Way| Labelled::new(&edge, |k| Constant::new(plan.ways[k] == Some(way)));
        let from = |ways: &[Way]| {
            let any = |k: usize| plan.to_port(k / p, k % p).iter().flatten().any(|way| ways.contains(way));
            Labelled::new(&branch, |k| Constant::new(any(k)))
        };
        let flop = |all: &[String]| Labelled::new(all, |_| Flop::default()).with_spare(Flop::default());
        let slice = |all: &[String], whole, from, width| {
            Labelled::new(all, |_| Slice::new(whole, from, width)).with_spare(Slice::new(1, 0, 1))
        };
        let strip = |all: &[String]| {
            Labelled::new(all, |_| DropChannel::new(head, route, header))
                .with_spare(DropChannel::new(1, 1, 1))
        };
        let credit = |value: usize| Cst::new(value as u128, count);
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
            inject_port_i: Labelled::new(&only(one_local_port, &local_port), |_| Sig::new(tag))
                .with_spare(Sig::new(1)),
            inject_head_i: Labelled::new(&local_port, |_| Sig::new(head)),
            inject_data_i: Labelled::new(&local_port, |_| Sig::new(data)),
            eject_valid_o: bit(&local_port),
            eject_ready_i: bit(&local_port),
            eject_last_o: bit(&only(long, &local_port)),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            error_o: Signal::default(),
            rx_channel: slice(&only(many, &port), head, header, cb),
            rx_route: strip(&only(many, &port)),
            push: bit(&chan),
            unknown_channel: bit(&port),
            over_wrap: bit(&port),
            buffer: Labelled::new(&chan, |_| Buffer::new(spec.depth, route, data)),
            tagged: Labelled::new(&only(one_local_port, &local_port), |_| Concat::new(tag, head))
                .with_spare(Concat::new(1, 1)),
            inject_buffer: Labelled::new(&local_port, |_| {
                InjectBuffer::new(INJECT_DEPTH, injected_head, data)
            }),
            injected_port: slice(&only(one_local_port, &local_port), injected_head, head, tag),
            injected_head: slice(&only(one_local_port, &local_port), injected_head, 0, head),
            injected_channel: slice(&only(many, &local_port), head, header, cb),
            injected_route: strip(&only(many, &local_port)),
            head: Labelled::new(&local_port, |_| Sig::new(head)),
            hops: Labelled::new(&chan, |_| Slice::new(route, 0, layout.hop_bits)),
            further: slice(&only(above > 0, &chan), route, layout.hop_bits, above),
            next_run: slice(&turning, route, layout.hop_bits, 1),
            next_port: slice(&turning, route, layout.hop_bits + 1, layout.port_bits),
            rest: slice(&turning, route, group, header.saturating_sub(group)),
            last_flit: slice(&only(long, &chan), route, header, 1),
            hops_left: bit(&chan),
            hops_after: Labelled::new(&chan, |_| Sig::new(layout.hop_bits)),
            continues: bit(&chan),
            run_ends: bit(&chan),
            at_dest: bit(&chan),
            joined: Labelled::new(&only(above > 0, &chan), |_| Concat::new(above, layout.hop_bits))
                .with_spare(Concat::new(1, 1)),
            head_continued: Labelled::new(&chan, |_| Sig::new(route)),
            cleared: Labelled::new(&turning, |_| ZeroExtend::new(header - group, header))
                .with_spare(ZeroExtend::new(1, 1)),
            kept_last: Labelled::new(&only(long && layout.segments > 0, &chan), |_| Concat::new(1, header))
                .with_spare(Concat::new(1, 1)),
            head_turned: Labelled::new(&chan, |_| Sig::new(route)),
            next_channel: slice(
                &only(many && layout.segments > 0, &chan),
                route,
                layout.hop_bits + 1 + layout.port_bits,
                cb,
            ),
            unused: slice(&ended, route, read.min(route - 1), route.saturating_sub(read).max(1)),
            want: bit(&edge),
            ask: bit(&edge),
            first: bit(&edge),
            take: bit(&edge),
            has_way: bit(&input),
            misrouted: bit(&input),
            back: Labelled::new(&chan, |o| BitOf::new(v, o % v)),
            credits: Labelled::new(&chan, |_| Reg::new(spec.depth as u128, count)),
            step: Labelled::new(&chan, |_| Sig::new(count)),
            extra_credit: bit(&chan),
            has_credit: bit(&chan),
            may_go: bit(&chan),
            may_enter: bit(&chan),
            lock: flop(&only(long, &chan)),
            some_asks: bit(&chan),
            sent: bit(&chan),
            vc_arbiter: Labelled::new(&chan, |o| Arbiter::new(plan.requesters(o).len(), long)),
            port_arbiter: Labelled::new(&only(many, &port), |_| Arbiter::new(v, false))
                .with_spare(Arbiter::new(0, false)),
            pick: bit(&branch),
            route: Labelled::new(&port, |_| Sig::new(route)),
            data: Labelled::new(&port, |_| Sig::new(data)),
            ending: bit(&port),
            sent_channel: Labelled::new(&only(many, &port), |_| Sig::new(cb)).with_spare(Sig::new(1)),
            sent_head: Labelled::new(&only(many, &port), |_| AddChannel::new(head, route, header))
                .with_spare(AddChannel::new(2, 1, 1)),
            tx_valid: Labelled::new(&port, |_| Flop::default()),
            tx_head: Labelled::new(&port, |_| Data::new(head)),
            tx_data: Labelled::new(&port, |_| Data::new(data)),
            eject_arbiter: Labelled::new(&local_port, |_| Arbiter::new(sharing, long)),
            eject_free: bit(&local_port),
            arrives: bit(&local_port),
            leave: bit(&only(local, &chan)),
            out_last: bit(&local_port),
            out_data: Labelled::new(&local_port, |_| Sig::new(data)),
            eject_lock: flop(&only(long, &local_port)),
            eject_valid: Labelled::new(&local_port, |_| Flop::default()),
            eject_last: flop(&only(long, &local_port)),
            eject_data: Labelled::new(&local_port, |_| Data::new(data)),
            pop: bit(&input),
            freed: Labelled::new(&chan, |_| Flop::default()),
            rx_credit: Labelled::new(&port, |_| BitRow::new(v)),
            fault: Signal::default(),
            error: Flop::default(),
            none: Cst::new(0, route),
            no_hops: Cst::new(0, layout.hop_bits),
            one_hop: Cst::new(1, layout.hop_bits),
            no_run: Cst::new(0, 1),
            last: Cst::new(if long { 1 << header } else { 0 }, route),
            nothing: Cst::new(0, data),
            port: Labelled::new(&port_names(&plan.ports), |q| Cst::new(plan.ports[q].index() as u128, tag)),
            channel: Labelled::new(&labels(0..if many { v } else { 0 }), |c| Cst::new(c as u128, cb)),
            credit_none: credit(0),
            credit_one: credit(1),
            credit_less: credit((1 << count) - 1),
            credit_full: credit(spec.depth),
            credit_go: credit(go),
            credit_enter: credit(enter),
            turning: Constant::new(layout.segments > 0),
            above: Constant::new(above > 0),
            many: Constant::new(many),
            long: Constant::new(long),
            bubble: Constant::new(spec.rule == RingRule::Bubble),
            channels_not_pow2: Constant::new(!v.is_power_of_two()),
            one_local_port: Constant::new(one_local_port),
            local: Constant::new(local),
            ended: Labelled::new(&labels(0..ends.len() * n), |k| Constant::new(ends[k / n] == k % n)),
            wrapped: Labelled::new(&labels(0..wraps.len() * p), |k| Constant::new(wraps[k / p] == k % p)),
            flat: Labelled::new(&port, |q| Constant::new(!plan.wraps(q))),
            stays: is(Way::Stay),
            before: is(Way::Before),
            behind: is(Way::Behind),
            turns: is(Way::Turn),
            enters: is(Way::Inject),
            wired: Labelled::new(&edge, |k| Constant::new(plan.ways[k].is_some())),
            opens: Labelled::new(&edge, |k| Constant::new(plan.opens(k / n, k % n))),
            placed: Labelled::new(&labels(0..inputs * n * most), |k| {
                Constant::new(plan.requesters(k / most % n).get(k % most) == Some(&(k / most / n)))
            }),
            has_arbiter: Labelled::new(&chan, |o| Constant::new(plan.requesters(o).len() > 1)),
            has_no_requester: Labelled::new(&chan, |o| Constant::new(plan.requesters(o).is_empty())),
            shares_output: Constant::new(sharing > 1),
            from_straight: from(&[Way::Stay, Way::Before, Way::Behind]),
            from_turn: from(&[Way::Turn]),
            from_local: from(&[Way::Inject]),
            _p: p,
            _v: v,
            _n: n,
            _l: l,
            _i: inputs,
            _most: most,
            _sharing: sharing,
            _wraps: wraps.len(),
            _ends: ends.len(),
        }
    }
}

/// A bit for each label.
fn bit<D: Direction>(all: &[String]) -> Labelled<Signal<D, Bit>> {
    Labelled::new(all, |_| Signal::default()).with_spare(Signal::default())
}
