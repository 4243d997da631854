//! The buffered router's signals and constants; what they do is in [`update`].
//!
//! Inputs, output channels and the ways between them are numbered by the [`Plan`]. Where something exists for
//! each pair of them, its index is `input * outputs + output`. A constant for each pair says whether there is
//! a way at all; the printer drops the rest.

mod update;

use super::fields::{Dress, Pin, Row, Strip};
use super::plan::{pairs, Plan, Way};
use super::{Arbiter, Buffer, Lane};
use crate::buffered::{BufferedSpec, RingRule, LANE_DEPTH};
use crate::kernel::router::port_names;
use crate::rt::{labels, Beside, Cst, Data, Fit, Flop, Lanes, Reg, Sig, Slice};
use rust_hdl_core::prelude::*;
use torus_model::route::bits;

/// The router of a node, with the lanes of a processor or without.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Router {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub wrap_i: Lanes<Signal<In, Bit>>,
    pub rx_valid_i: Lanes<Signal<In, Bit>>,
    pub rx_head_i: Lanes<Sig<In>>,
    pub rx_data_i: Lanes<Sig<In>>,
    pub rx_credit_o: Lanes<Sig<Out>>,
    pub tx_valid_o: Lanes<Signal<Out, Bit>>,
    pub tx_head_o: Lanes<Sig<Out>>,
    pub tx_data_o: Lanes<Sig<Out>>,
    pub tx_credit_i: Lanes<Sig<In>>,
    pub inject_valid_i: Lanes<Signal<In, Bit>>,
    pub inject_ready_o: Lanes<Signal<Out, Bit>>,
    pub inject_port_i: Lanes<Sig<In>>,
    pub inject_head_i: Lanes<Sig<In>>,
    pub inject_data_i: Lanes<Sig<In>>,
    pub eject_valid_o: Lanes<Signal<Out, Bit>>,
    pub eject_ready_i: Lanes<Signal<In, Bit>>,
    pub eject_last_o: Lanes<Signal<Out, Bit>>,
    pub eject_data_o: Lanes<Sig<Out>>,
    pub error_o: Signal<Out, Bit>,
    // Arriving: the fields of a head, whether its channel does not exist, over the wrap link.
    rx_channel: Lanes<Slice>,
    rx_route: Lanes<Strip>,
    push: Lanes<Signal<Local, Bit>>,
    unknown_channel: Lanes<Signal<Local, Bit>>,
    over_wrap: Lanes<Signal<Local, Bit>>,
    buffer: Lanes<Buffer>,
    // From the processor.
    tagged: Lanes<Beside>,
    lane: Lanes<Lane>,
    lane_port: Lanes<Slice>,
    lane_head: Lanes<Slice>,
    lane_channel: Lanes<Slice>,
    lane_route: Lanes<Strip>,
    head: Lanes<Sig<Local>>,
    // Each buffer's oldest flit: fields of its header, whether it continues, its run ends or it is at its
    // destination, and its next header.
    hops: Lanes<Slice>,
    further: Lanes<Slice>,
    next_run: Lanes<Slice>,
    next_port: Lanes<Slice>,
    rest: Lanes<Slice>,
    last_flit: Lanes<Slice>,
    hops_left: Lanes<Signal<Local, Bit>>,
    hops_after: Lanes<Sig<Local>>,
    continues: Lanes<Signal<Local, Bit>>,
    run_ends: Lanes<Signal<Local, Bit>>,
    at_dest: Lanes<Signal<Local, Bit>>,
    joined: Lanes<Beside>,
    head_continued: Lanes<Sig<Local>>,
    cleared: Lanes<Fit>,
    kept_last: Lanes<Beside>,
    head_turned: Lanes<Sig<Local>>,
    next_channel: Lanes<Slice>,
    // The bits of a header that nothing reads.
    unused: Lanes<Slice>,
    // Whether a flit wants an output channel, may have it too, is chosen there, goes; whether it wants any.
    want: Lanes<Signal<Local, Bit>>,
    ask: Lanes<Signal<Local, Bit>>,
    first: Lanes<Signal<Local, Bit>>,
    take: Lanes<Signal<Local, Bit>>,
    has_way: Lanes<Signal<Local, Bit>>,
    misrouted: Lanes<Signal<Local, Bit>>,
    // Output channels: credits, what they allow, lock, somebody is chosen, its flit goes.
    back: Lanes<Pin>,
    credits: Lanes<Reg>,
    step: Lanes<Sig<Local>>,
    extra_credit: Lanes<Signal<Local, Bit>>,
    has_credit: Lanes<Signal<Local, Bit>>,
    may_go: Lanes<Signal<Local, Bit>>,
    may_enter: Lanes<Signal<Local, Bit>>,
    lock: Lanes<Flop>,
    some_asks: Lanes<Signal<Local, Bit>>,
    sent: Lanes<Signal<Local, Bit>>,
    vc_arbiter: Lanes<Arbiter>,
    port_arbiter: Lanes<Arbiter>,
    // Outputs: which input, and its flit.
    pick: Lanes<Signal<Local, Bit>>,
    route: Lanes<Sig<Local>>,
    data: Lanes<Sig<Local>>,
    ending: Lanes<Signal<Local, Bit>>,
    number: Lanes<Sig<Local>>,
    dress: Lanes<Dress>,
    tx_valid: Lanes<Flop>,
    tx_head: Lanes<Data>,
    tx_data: Lanes<Data>,
    // Ejection.
    eject_arbiter: Lanes<Arbiter>,
    eject_free: Lanes<Signal<Local, Bit>>,
    arrives: Lanes<Signal<Local, Bit>>,
    leave: Lanes<Signal<Local, Bit>>,
    out_last: Lanes<Signal<Local, Bit>>,
    out_data: Lanes<Sig<Local>>,
    eject_lock: Lanes<Flop>,
    eject_valid: Lanes<Flop>,
    eject_last: Lanes<Flop>,
    eject_data: Lanes<Data>,
    // Places freed.
    pop: Lanes<Signal<Local, Bit>>,
    freed: Lanes<Flop>,
    rx_credit: Lanes<Row>,
    fault: Signal<Local, Bit>,
    error: Flop,
    none: Cst,
    no_hops: Cst,
    one_hop: Cst,
    no_run: Cst,
    last: Cst,
    nothing: Cst,
    port: Lanes<Cst>,
    channel: Lanes<Cst>,
    credit_none: Cst,
    credit_one: Cst,
    credit_less: Cst,
    credit_full: Cst,
    credit_go: Cst,
    credit_enter: Cst,
    turning: Constant<Bit>,
    above: Constant<Bit>,
    many: Constant<Bit>,
    long: Constant<Bit>,
    bubble: Constant<Bit>,
    channels_not_pow2: Constant<Bit>,
    one_lane: Constant<Bit>,
    local: Constant<Bit>,
    ended: Lanes<Constant<Bit>>,
    wrapped: Lanes<Constant<Bit>>,
    flat: Lanes<Constant<Bit>>,
    stays: Lanes<Constant<Bit>>,
    before: Lanes<Constant<Bit>>,
    behind: Lanes<Constant<Bit>>,
    turns: Lanes<Constant<Bit>>,
    enters: Lanes<Constant<Bit>>,
    wired: Lanes<Constant<Bit>>,
    opens: Lanes<Constant<Bit>>,
    placed: Lanes<Constant<Bit>>,
    has_arbiter: Lanes<Constant<Bit>>,
    has_no_requester: Lanes<Constant<Bit>>,
    shares_output: Constant<Bit>,
    from_straight: Lanes<Constant<Bit>>,
    from_turn: Lanes<Constant<Bit>>,
    from_lane: Lanes<Constant<Bit>>,
    _p: usize,
    _v: usize,
    _n: usize,
    _l: usize,
    _i: usize,
    _most: usize,
    _sharing: usize,
    _wraps: usize,
    _ends: usize,
}

impl Router {
    /// The router of a processor's node.
    pub fn new(spec: &BufferedSpec) -> Self {
        Router::build(spec, true)
    }

    /// The router of a node without processor.
    pub fn pass(spec: &BufferedSpec) -> Self {
        Router::build(spec, false)
    }

    fn build(spec: &BufferedSpec, local: bool) -> Self {
        let plan = Plan::new(spec, local);
        let (p, v, n, l, inputs) =
            (plan.ports.len(), plan.channels, plan.outputs(), plan.lanes.len(), plan.inputs());
        let (port, chan, lane, input) =
            (plan.port_labels(), plan.channel_labels(), plan.lane_labels(), plan.input_labels());
        let only = |yes: bool, all: &[String]| if yes { all.to_vec() } else { Vec::new() };
        let (edge, branch) = (pairs(&input, &chan), pairs(&input, &port));
        let (many, long, one_lane) = (v > 1, spec.long(), spec.one_lane());
        let (layout, head, route, data) = (spec.layout(), spec.head(), spec.route(), spec.width);
        let (header, cb, tag) = (layout.width(), spec.channel_bits(), spec.port_bits());
        let lane_head = head + if one_lane { tag } else { 0 };
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
        let (most, count) = (plan.most_rivals(), bits(spec.depth + 1));
        let (go, enter) = spec.needs();
        let sharing = n.checked_div(l).unwrap_or(0);
        let is = |way: Way| Lanes::new(&edge, |k| Constant::new(plan.ways[k] == Some(way)));
        let from = |ways: &[Way]| {
            let any = |k: usize| plan.to_port(k / p, k % p).iter().flatten().any(|way| ways.contains(way));
            Lanes::new(&branch, |k| Constant::new(any(k)))
        };
        let flop = |all: &[String]| Lanes::new(all, |_| Flop::default()).with_spare(Flop::default());
        let slice = |all: &[String], whole, from, width| {
            Lanes::new(all, |_| Slice::new(whole, from, width)).with_spare(Slice::new(1, 0, 1))
        };
        let strip = |all: &[String]| {
            Lanes::new(all, |_| Strip::new(head, route, header)).with_spare(Strip::new(1, 1, 1))
        };
        let credit = |value: usize| Cst::new(value as u128, count);
        Router {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            wrap_i: bit(&wrap),
            rx_valid_i: bit(&port),
            rx_head_i: Lanes::new(&port, |_| Sig::new(head)),
            rx_data_i: Lanes::new(&port, |_| Sig::new(data)),
            rx_credit_o: Lanes::new(&port, |_| Sig::new(v)),
            tx_valid_o: bit(&port),
            tx_head_o: Lanes::new(&port, |_| Sig::new(head)),
            tx_data_o: Lanes::new(&port, |_| Sig::new(data)),
            tx_credit_i: Lanes::new(&port, |_| Sig::new(v)),
            inject_valid_i: bit(&lane),
            inject_ready_o: bit(&lane),
            inject_port_i: Lanes::new(&only(one_lane, &lane), |_| Sig::new(tag)).with_spare(Sig::new(1)),
            inject_head_i: Lanes::new(&lane, |_| Sig::new(head)),
            inject_data_i: Lanes::new(&lane, |_| Sig::new(data)),
            eject_valid_o: bit(&lane),
            eject_ready_i: bit(&lane),
            eject_last_o: bit(&only(long, &lane)),
            eject_data_o: Lanes::new(&lane, |_| Sig::new(data)),
            error_o: Signal::default(),
            rx_channel: slice(&only(many, &port), head, header, cb),
            rx_route: strip(&only(many, &port)),
            push: bit(&chan),
            unknown_channel: bit(&port),
            over_wrap: bit(&port),
            buffer: Lanes::new(&chan, |_| Buffer::new(spec.depth, route, data)),
            tagged: Lanes::new(&only(one_lane, &lane), |_| Beside::new(tag, head))
                .with_spare(Beside::new(1, 1)),
            lane: Lanes::new(&lane, |_| Lane::new(LANE_DEPTH, lane_head, data)),
            lane_port: slice(&only(one_lane, &lane), lane_head, head, tag),
            lane_head: slice(&only(one_lane, &lane), lane_head, 0, head),
            lane_channel: slice(&only(many, &lane), head, header, cb),
            lane_route: strip(&only(many, &lane)),
            head: Lanes::new(&lane, |_| Sig::new(head)),
            hops: Lanes::new(&chan, |_| Slice::new(route, 0, layout.hop_bits)),
            further: slice(&only(above > 0, &chan), route, layout.hop_bits, above),
            next_run: slice(&turning, route, layout.hop_bits, 1),
            next_port: slice(&turning, route, layout.hop_bits + 1, layout.port_bits),
            rest: slice(&turning, route, group, header.saturating_sub(group)),
            last_flit: slice(&only(long, &chan), route, header, 1),
            hops_left: bit(&chan),
            hops_after: Lanes::new(&chan, |_| Sig::new(layout.hop_bits)),
            continues: bit(&chan),
            run_ends: bit(&chan),
            at_dest: bit(&chan),
            joined: Lanes::new(&only(above > 0, &chan), |_| Beside::new(above, layout.hop_bits))
                .with_spare(Beside::new(1, 1)),
            head_continued: Lanes::new(&chan, |_| Sig::new(route)),
            cleared: Lanes::new(&turning, |_| Fit::new(header - group, header)).with_spare(Fit::new(1, 1)),
            kept_last: Lanes::new(&only(long && layout.segments > 0, &chan), |_| Beside::new(1, header))
                .with_spare(Beside::new(1, 1)),
            head_turned: Lanes::new(&chan, |_| Sig::new(route)),
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
            back: Lanes::new(&chan, |o| Pin::new(v, o % v)),
            credits: Lanes::new(&chan, |_| Reg::new(spec.depth as u128, count)),
            step: Lanes::new(&chan, |_| Sig::new(count)),
            extra_credit: bit(&chan),
            has_credit: bit(&chan),
            may_go: bit(&chan),
            may_enter: bit(&chan),
            lock: flop(&only(long, &chan)),
            some_asks: bit(&chan),
            sent: bit(&chan),
            vc_arbiter: Lanes::new(&chan, |o| Arbiter::new(plan.rivals(o).len(), long)),
            port_arbiter: Lanes::new(&only(many, &port), |_| Arbiter::new(v, false))
                .with_spare(Arbiter::new(0, false)),
            pick: bit(&branch),
            route: Lanes::new(&port, |_| Sig::new(route)),
            data: Lanes::new(&port, |_| Sig::new(data)),
            ending: bit(&port),
            number: Lanes::new(&only(many, &port), |_| Sig::new(cb)).with_spare(Sig::new(1)),
            dress: Lanes::new(&only(many, &port), |_| Dress::new(head, route, header))
                .with_spare(Dress::new(2, 1, 1)),
            tx_valid: Lanes::new(&port, |_| Flop::default()),
            tx_head: Lanes::new(&port, |_| Data::new(head)),
            tx_data: Lanes::new(&port, |_| Data::new(data)),
            eject_arbiter: Lanes::new(&lane, |_| Arbiter::new(sharing, long)),
            eject_free: bit(&lane),
            arrives: bit(&lane),
            leave: bit(&only(local, &chan)),
            out_last: bit(&lane),
            out_data: Lanes::new(&lane, |_| Sig::new(data)),
            eject_lock: flop(&only(long, &lane)),
            eject_valid: Lanes::new(&lane, |_| Flop::default()),
            eject_last: flop(&only(long, &lane)),
            eject_data: Lanes::new(&lane, |_| Data::new(data)),
            pop: bit(&input),
            freed: Lanes::new(&chan, |_| Flop::default()),
            rx_credit: Lanes::new(&port, |_| Row::new(v)),
            fault: Signal::default(),
            error: Flop::default(),
            none: Cst::new(0, route),
            no_hops: Cst::new(0, layout.hop_bits),
            one_hop: Cst::new(1, layout.hop_bits),
            no_run: Cst::new(0, 1),
            last: Cst::new(if long { 1 << header } else { 0 }, route),
            nothing: Cst::new(0, data),
            port: Lanes::new(&port_names(&plan.ports), |q| Cst::new(plan.ports[q].index() as u128, tag)),
            channel: Lanes::new(&labels(0..if many { v } else { 0 }), |c| Cst::new(c as u128, cb)),
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
            one_lane: Constant::new(one_lane),
            local: Constant::new(local),
            ended: Lanes::new(&labels(0..ends.len() * n), |k| Constant::new(ends[k / n] == k % n)),
            wrapped: Lanes::new(&labels(0..wraps.len() * p), |k| Constant::new(wraps[k / p] == k % p)),
            flat: Lanes::new(&port, |q| Constant::new(!plan.wraps(q))),
            stays: is(Way::Stay),
            before: is(Way::Before),
            behind: is(Way::Behind),
            turns: is(Way::Turn),
            enters: is(Way::Inject),
            wired: Lanes::new(&edge, |k| Constant::new(plan.ways[k].is_some())),
            opens: Lanes::new(&edge, |k| Constant::new(plan.opens(k / n, k % n))),
            placed: Lanes::new(&labels(0..inputs * n * most), |k| {
                Constant::new(plan.rivals(k / most % n).get(k % most) == Some(&(k / most / n)))
            }),
            has_arbiter: Lanes::new(&chan, |o| Constant::new(plan.rivals(o).len() > 1)),
            has_no_requester: Lanes::new(&chan, |o| Constant::new(plan.rivals(o).is_empty())),
            shares_output: Constant::new(sharing > 1),
            from_straight: from(&[Way::Stay, Way::Before, Way::Behind]),
            from_turn: from(&[Way::Turn]),
            from_lane: from(&[Way::Inject]),
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
fn bit<D: Direction>(all: &[String]) -> Lanes<Signal<D, Bit>> {
    Lanes::new(all, |_| Signal::default()).with_spare(Signal::default())
}
