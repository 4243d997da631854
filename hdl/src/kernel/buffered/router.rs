//! The buffered router's signals and constants; what they do is in [`update`].
//!
//! Inputs, output channels and the ways between them are numbered by the [`Plan`]. Where something exists
//! for each pair of them, its index is `input * outputs + output`. A constant for each pair says whether there
//! is a way at all; the printer drops the rest.

mod update;

use super::fields::{Beside, Dress, Pin, Row, Strip};
use super::plan::{pairs, Plan, Way};
use super::{Arbiter, Buffer, Lane};
use crate::buffered::{BufferedSpec, RingRule, LANE_DEPTH};
use crate::rt::{labels, Cst, Data, Flop, Lanes, Reg, Sig, Slice};
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
    stray: Lanes<Signal<Local, Bit>>,
    over: Lanes<Signal<Local, Bit>>,
    buffer: Lanes<Buffer>,
    // From the processor.
    tagged: Lanes<Beside>,
    lane: Lanes<Lane>,
    lane_port: Lanes<Slice>,
    lane_head: Lanes<Slice>,
    lane_channel: Lanes<Slice>,
    lane_route: Lanes<Strip>,
    head: Lanes<Sig<Local>>,
    // Each buffer's oldest flit: hops left, at the end of its run, home, header after a hop or a turn, next
    // run's port and channel.
    onward: Lanes<Signal<Local, Bit>>,
    goes: Lanes<Signal<Local, Bit>>,
    ends: Lanes<Signal<Local, Bit>>,
    home: Lanes<Signal<Local, Bit>>,
    shorter: Lanes<Sig<Local>>,
    turned: Lanes<Sig<Local>>,
    code: Lanes<Sig<Local>>,
    leads: Lanes<Slice>,
    // Whether a flit wants an output channel, may have it too, is chosen there, goes; whether it wants any.
    want: Lanes<Signal<Local, Bit>>,
    ask: Lanes<Signal<Local, Bit>>,
    first: Lanes<Signal<Local, Bit>>,
    take: Lanes<Signal<Local, Bit>>,
    known: Lanes<Signal<Local, Bit>>,
    lost: Lanes<Signal<Local, Bit>>,
    // Output channels: credits, what they allow, lock, somebody is chosen, its flit goes.
    back: Lanes<Pin>,
    credits: Lanes<Reg>,
    step: Lanes<Sig<Local>>,
    spill: Lanes<Signal<Local, Bit>>,
    some: Lanes<Signal<Local, Bit>>,
    may_go: Lanes<Signal<Local, Bit>>,
    may_enter: Lanes<Signal<Local, Bit>>,
    lock: Lanes<Flop>,
    won: Lanes<Signal<Local, Bit>>,
    sent: Lanes<Signal<Local, Bit>>,
    rivals: Lanes<Arbiter>,
    channels: Lanes<Arbiter>,
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
    homes: Lanes<Arbiter>,
    free: Lanes<Signal<Local, Bit>>,
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
    one: Cst,
    hops: Cst,
    present: Cst,
    last: Cst,
    code_mask: Cst,
    port: Lanes<Cst>,
    group: Cst,
    nothing: Cst,
    port_number: Lanes<Cst>,
    channel: Lanes<Cst>,
    credit_none: Cst,
    credit_one: Cst,
    credit_less: Cst,
    credit_full: Cst,
    credit_go: Cst,
    credit_enter: Cst,
    turning: Constant<Bit>,
    many: Constant<Bit>,
    long: Constant<Bit>,
    bubble: Constant<Bit>,
    ragged: Constant<Bit>,
    one_lane: Constant<Bit>,
    local: Constant<Bit>,
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
    rivalry: Lanes<Constant<Bit>>,
    void: Lanes<Constant<Bit>>,
    meet: Constant<Bit>,
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
        let codes = Codes::new(spec, &plan);
        let wraps: Vec<usize> = (0..p).filter(|&q| plan.wraps(q)).collect();
        let wrap: Vec<String> = wraps.iter().map(|&q| port[q].clone()).collect();
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
            stray: bit(&port),
            over: bit(&port),
            buffer: Lanes::new(&chan, |_| Buffer::new(spec.depth, route, data)),
            tagged: Lanes::new(&only(one_lane, &lane), |_| Beside::new(tag, head))
                .with_spare(Beside::new(1, 1)),
            lane: Lanes::new(&lane, |_| Lane::new(LANE_DEPTH, lane_head, data)),
            lane_port: slice(&only(one_lane, &lane), lane_head, head, tag),
            lane_head: slice(&only(one_lane, &lane), lane_head, 0, head),
            lane_channel: slice(&only(many, &lane), head, header, cb),
            lane_route: strip(&only(many, &lane)),
            head: Lanes::new(&lane, |_| Sig::new(head)),
            onward: bit(&chan),
            goes: bit(&chan),
            ends: bit(&chan),
            home: bit(&chan),
            shorter: Lanes::new(&chan, |_| Sig::new(route)),
            turned: Lanes::new(&chan, |_| Sig::new(route)),
            code: Lanes::new(&chan, |_| Sig::new(route)),
            leads: slice(
                &only(many && layout.segments > 0, &chan),
                route,
                layout.hop_bits + 1 + layout.port_bits,
                cb,
            ),
            want: bit(&edge),
            ask: bit(&edge),
            first: bit(&edge),
            take: bit(&edge),
            known: bit(&input),
            lost: bit(&input),
            back: Lanes::new(&chan, |o| Pin::new(v, o % v)),
            credits: Lanes::new(&chan, |_| Reg::new(spec.depth as u128, count)),
            step: Lanes::new(&chan, |_| Sig::new(count)),
            spill: bit(&chan),
            some: bit(&chan),
            may_go: bit(&chan),
            may_enter: bit(&chan),
            lock: flop(&only(long, &chan)),
            won: bit(&chan),
            sent: bit(&chan),
            rivals: Lanes::new(&chan, |o| Arbiter::new(plan.rivals(o).len(), long)),
            channels: Lanes::new(&only(many, &port), |_| Arbiter::new(v, false))
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
            homes: Lanes::new(&lane, |_| Arbiter::new(sharing, long)),
            free: bit(&lane),
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
            one: Cst::new(1, route),
            hops: Cst::new(codes.hops, route),
            present: Cst::new(codes.present, route),
            last: Cst::new(codes.last, route),
            code_mask: Cst::new(codes.mask, route),
            port: Lanes::new(&port, |q| Cst::new(codes.port[q], route)),
            group: Cst::new(layout.group_bits() as u128, bits(layout.group_bits() + 1)),
            nothing: Cst::new(0, data),
            port_number: Lanes::new(&port, |q| Cst::new(plan.ports[q].index() as u128, tag)),
            channel: Lanes::new(&labels(0..if many { v } else { 0 }), |c| Cst::new(c as u128, cb)),
            credit_none: credit(0),
            credit_one: credit(1),
            credit_less: credit((1 << count) - 1),
            credit_full: credit(spec.depth),
            credit_go: credit(go),
            credit_enter: credit(enter),
            turning: Constant::new(layout.segments > 0),
            many: Constant::new(many),
            long: Constant::new(long),
            bubble: Constant::new(spec.rule == RingRule::Bubble),
            ragged: Constant::new(!v.is_power_of_two()),
            one_lane: Constant::new(one_lane),
            local: Constant::new(local),
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
            rivalry: Lanes::new(&chan, |o| Constant::new(plan.rivals(o).len() > 1)),
            void: Lanes::new(&chan, |o| Constant::new(plan.rivals(o).is_empty())),
            meet: Constant::new(sharing > 1),
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
        }
    }
}

/// A bit for each label.
fn bit<D: Direction>(all: &[String]) -> Lanes<Signal<D, Bit>> {
    Lanes::new(all, |_| Signal::default()).with_spare(Signal::default())
}

/// Fields of a route as constants.
struct Codes {
    hops: u128,
    last: u128,
    present: u128,
    mask: u128,
    port: Vec<u128>,
}

impl Codes {
    fn new(spec: &BufferedSpec, plan: &Plan) -> Self {
        let layout = spec.layout();
        let hops = (1 << layout.hop_bits) - 1;
        let last = if spec.long() { 1 << layout.width() } else { 0 };
        if layout.segments == 0 {
            return Codes { hops, last, present: 0, mask: 0, port: vec![0; plan.ports.len()] };
        }
        let group = |port: u128| (1 | port << 1) << layout.hop_bits;
        let mask = group((1 << layout.port_bits) - 1);
        let port = plan.ports.iter().map(|port| group(port.index() as u128)).collect();
        Codes { hops, last, present: group(0), mask, port }
    }
}
