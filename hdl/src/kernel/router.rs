//! The scheduled router: no buffer, no arbitration; what arrives in a cycle leaves in the next.
//!
//! A header says what remains after the link it is on (`torus_model::route`). With hops left in its run a
//! message continues and loses one; otherwise it is at its destination, or it turns: the port of the next run
//! names the output, and the header moves down by one run. The schedule promises that no two messages want
//! one output; the sticky `error_o` says so should the promise break. A turn is one comparison of the port
//! and the bit that says there is a run: compared apart, the 4x4 node with one port takes 389 LUT4, not 363
//! (mean of eight orders of its cells).
//!
//! The data multiplexer of an output defaults to its injection port, whether or not that is valid, so that a
//! free port costs no gate. Without a processor the default is the message that continues. The sources of an
//! output are numbered and its multiplexer is a binary tree on the bits of the number: four sources and two
//! select bits fit one LUT6, which a chain of choices on one request each does not. On LUT4 parts the gain
//! depends on the mapper (8x8, Yosys 0.23, ECP5: 274 or 338 LUT4 for the very same text).
//!
//! With all ports every output has an injection port and every input an ejection port. With one port there is
//! one of each: the injected message brings its output along, and arrivals at their destination are ORed
//! before the one ejection register, so that both forms have the same latency. Two arrivals in one cycle are
//! an error then.

mod sources;
mod update;

use super::{local_labels, port_field_labels, port_labels};
use crate::signal::{labels, Concat, Cst, Data, Flop, Labelled, Sig, Slice, ZeroExtend};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;
pub(super) use sources::port_names;
use sources::{index_labels, pair_labels, Sources};

/// The router of a node, with the local ports of a processor or without.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Router {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub rx_valid_i: Labelled<Signal<In, Bit>>,
    pub rx_head_i: Labelled<Sig<In>>,
    pub rx_data_i: Labelled<Sig<In>>,
    pub inject_valid_i: Labelled<Signal<In, Bit>>,
    pub inject_port_i: Labelled<Sig<In>>,
    pub inject_head_i: Labelled<Sig<In>>,
    pub inject_data_i: Labelled<Sig<In>>,
    pub tx_valid_o: Labelled<Signal<Out, Bit>>,
    pub tx_head_o: Labelled<Sig<Out>>,
    pub tx_data_o: Labelled<Sig<Out>>,
    pub eject_valid_o: Labelled<Signal<Out, Bit>>,
    pub eject_data_o: Labelled<Sig<Out>>,
    pub error_o: Signal<Out, Bit>,
    tx_valid: Labelled<Flop>,
    tx_head: Labelled<Data>,
    tx_data: Labelled<Data>,
    eject_valid: Labelled<Flop>,
    eject_data: Labelled<Data>,
    error: Flop,
    // Fields of an arriving header: hops left in the run, all above them, and of the next run whether there
    // is one, its port with that bit below it, and what follows the port.
    hops: Labelled<Slice>,
    further: Labelled<Slice>,
    next_run: Labelled<Slice>,
    next_turn: Labelled<Slice>,
    rest: Labelled<Slice>,
    // For each arriving message: it continues, its run ends, it is at its destination, it turns, it has no
    // way.
    hops_left: Labelled<Signal<Local, Bit>>,
    continues: Labelled<Signal<Local, Bit>>,
    run_ends: Labelled<Signal<Local, Bit>>,
    at_dest: Labelled<Signal<Local, Bit>>,
    turn: Labelled<Signal<Local, Bit>>,
    misrouted: Labelled<Signal<Local, Bit>>,
    // Its header behind this router if it continues, or turns.
    hops_after: Labelled<Sig<Local>>,
    head_continued: Labelled<Concat>,
    head_turned: Labelled<ZeroExtend>,
    next_head: Labelled<Sig<Local>>,
    // For each output: the processor has a message for it, somebody takes it, two want it.
    injects: Labelled<Signal<Local, Bit>>,
    taken: Labelled<Signal<Local, Bit>>,
    conflict: Labelled<Signal<Local, Bit>>,
    fault: Signal<Local, Bit>,
    // For the one injection and ejection port: a message for no output; some arrival, a second one, the data.
    inject_misrouted: Labelled<Signal<Local, Bit>>,
    arrives: Labelled<Signal<Local, Bit>>,
    eject_conflict: Labelled<Signal<Local, Bit>>,
    arrived: Labelled<Sig<Local>>,
    no_data: Cst,
    port: Labelled<Cst>,
    turn_to: Labelled<Cst>,
    no_hops: Cst,
    no_run: Cst,
    one_hop: Cst,
    turning: Constant<Bit>,
    wired: Labelled<Constant<Bit>>,
    // For each output: bits of its source's number, and the levels of its multiplexer. Level 0 has the
    // sources.
    select: Labelled<Signal<Local, Bit>>,
    mux_head: Labelled<Sig<Local>>,
    mux_data: Labelled<Sig<Local>>,
    // Whether the number of a turn has a bit; whether a place at level 0 is a turn's; whether a place of the
    // tree chooses, or has one source and forwards it.
    numbered: Labelled<Constant<Bit>>,
    sourced: Labelled<Constant<Bit>>,
    chooses: Labelled<Constant<Bit>>,
    forwards: Labelled<Constant<Bit>>,
    _levels: usize,
    _places: usize,
    _n: usize,
    // Local ports; 1 with all ports, also as the step between them; 1 with one port.
    _local_ports: usize,
    _all: usize,
    _one: usize,
    _local: usize,
    _transit: usize,
}

impl Router {
    /// The router of a processor's node.
    pub fn new(spec: &NodeSpec) -> Self {
        Router::build(spec, true)
    }

    /// The router of a node without processor.
    pub fn transit(spec: &NodeSpec) -> Self {
        Router::build(spec, false)
    }

    fn build(spec: &NodeSpec, local: bool) -> Self {
        let (ports, widths) = (spec.existing_ports(), spec.widths());
        let (n, head, data, layout) = (ports.len(), widths.head(), spec.width, widths.layout);
        let (name, pair) = (port_labels(spec), pair_labels(&ports));
        let local_port = if local { local_labels(spec) } else { Vec::new() };
        let choice = if local { port_field_labels(spec) } else { Vec::new() };
        let taker = if local { name.clone() } else { Vec::new() };
        let (one, hop_bits, port_bits) = (choice.len(), layout.hop_bits, layout.port_bits);
        // Without further runs a header is hops alone.
        let turning = if layout.segments > 0 { name.clone() } else { Vec::new() };
        let part = |from: usize, width: usize| {
            Labelled::new(&turning, |_| Slice::new(head, from, width)).with_spare(Slice::new(1, 0, 1))
        };
        let wired = |k: usize| spec.turns.contains(&(ports[k / n], ports[k % n]));
        let sources = Sources::new(n, (0..n * n).map(wired).collect(), 1 + local as usize);
        let (levels, places) = (sources.levels, 1 << sources.levels);
        let tree = index_labels(&ports, &[levels + 1, places]);
        let group = layout.group_bits();
        let above = head - hop_bits.min(head);
        Router {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&name, |_| Sig::new(head)),
            rx_data_i: Labelled::new(&name, |_| Sig::new(data)),
            inject_valid_i: Labelled::new(&local_port, |_| Signal::default()),
            inject_port_i: Labelled::new(&choice, |_| Sig::new(port_bits)),
            inject_head_i: Labelled::new(&local_port, |_| Sig::new(head)),
            inject_data_i: Labelled::new(&local_port, |_| Sig::new(data)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&name, |_| Sig::new(head)),
            tx_data_o: Labelled::new(&name, |_| Sig::new(data)),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            error_o: Signal::default(),
            tx_valid: Labelled::new(&name, |_| Flop::default()),
            tx_head: Labelled::new(&name, |_| Data::new(head)),
            tx_data: Labelled::new(&name, |_| Data::new(data)),
            eject_valid: Labelled::new(&local_port, |_| Flop::default()),
            eject_data: Labelled::new(&local_port, |_| Data::new(data)),
            error: Flop::default(),
            hops: Labelled::new(&name, |_| Slice::new(head, 0, hop_bits)),
            further: part(hop_bits, above),
            next_run: part(hop_bits, 1),
            next_turn: part(hop_bits, 1 + port_bits),
            rest: part(group, head.saturating_sub(group)),
            hops_left: Labelled::new(&name, |_| Signal::default()),
            continues: Labelled::new(&name, |_| Signal::default()),
            run_ends: Labelled::new(&name, |_| Signal::default()),
            at_dest: Labelled::new(&name, |_| Signal::default()),
            turn: Labelled::new(&pair, |_| Signal::default()),
            misrouted: Labelled::new(&name, |_| Signal::default()),
            hops_after: Labelled::new(&name, |_| Sig::new(hop_bits)),
            head_continued: Labelled::new(&turning, |_| Concat::new(above, hop_bits))
                .with_spare(Concat::new(1, 1)),
            head_turned: Labelled::new(&turning, |_| ZeroExtend::new(head - group, head))
                .with_spare(ZeroExtend::new(1, 1)),
            next_head: Labelled::new(&name, |_| Sig::new(head)),
            injects: Labelled::new(&taker, |_| Signal::default()),
            taken: Labelled::new(&name, |_| Signal::default()),
            conflict: Labelled::new(&name, |_| Signal::default()),
            fault: Signal::default(),
            inject_misrouted: Labelled::new(&choice, |_| Signal::default()),
            arrives: Labelled::new(&choice, |_| Signal::default()),
            eject_conflict: Labelled::new(&choice, |_| Signal::default()),
            arrived: Labelled::new(&choice, |_| Sig::new(data)),
            no_data: Cst::new(0, data),
            port: Labelled::new(&port_names(&ports), |q| Cst::new(ports[q].index() as u128, port_bits)),
            turn_to: Labelled::new(&port_names(&ports), |q| {
                Cst::new(1 | (ports[q].index() as u128) << 1, 1 + port_bits)
            }),
            no_hops: Cst::new(0, hop_bits),
            no_run: Cst::new(0, 1),
            one_hop: Cst::new(1, hop_bits),
            turning: Constant::new(layout.segments > 0),
            wired: Labelled::new(&pair, |k| Constant::new(wired(k))),
            select: Labelled::new(&index_labels(&ports, &[levels]), |_| Signal::default()),
            mux_head: Labelled::new(&tree, |_| Sig::new(head)),
            mux_data: Labelled::new(&tree, |_| Sig::new(data)),
            numbered: Labelled::new(&labels(0..n * n * levels), |k| Constant::new(sources.numbered(k))),
            sourced: Labelled::new(&labels(0..n * n * places), |k| Constant::new(sources.sourced(k))),
            chooses: Labelled::new(&tree, |k| Constant::new(sources.below(k, 1))),
            forwards: Labelled::new(&tree, |k| Constant::new(sources.below(k, 0) && !sources.below(k, 1))),
            _levels: levels,
            _places: places,
            _n: n,
            _local_ports: local_port.len(),
            _all: 1 - one,
            _one: one,
            _local: local as usize,
            _transit: !local as usize,
        }
    }
}
