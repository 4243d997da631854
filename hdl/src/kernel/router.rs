//! The scheduled router: no buffers and no arbitration. A message that arrives in a cycle leaves in the next
//! one.
//!
//! A link carries `{request, header}` beside the payload. The header describes the route after this link
//! (`torus_model::route`). The request says what the router at the end of the link has to do with the
//! message (`request`): the message goes straight on and loses a hop, or it is at its destination, or it
//! turns, and the header moves down by one run. For each of these the router decodes the request of the next
//! link while it chooses the source, so a choice depends on registers alone. The schedule ensures that no
//! two messages want the same output; if they do, the sticky `error_o` rises.
//!
//! The payload of an output with up to two turns is by default that of its injection port, valid or not, so
//! that a free output costs no gate. Without a processor the default is the message that goes straight on.
//! The sources of an output are numbered, and the bits of the number choose the header in a binary tree. The
//! payload is chosen by the number as well if there are two sources. Of more sources it is chosen in two
//! stages if up to two are turns, and in pairs if more are (`mux`).
//! On the links of a dimension a header has only the runs that a message can still have there.
//!
//! With all ports every output has an injection port, and every input an ejection port. With one local port
//! there is one of each. An injected message then names its output, and one of the arrivals at their
//! destination goes to the ejection register, so both forms have the same latency. Two such arrivals in one
//! cycle are an error.
//!
//! Measured (ECP5, payloads of 32 bits, `docs/fpga.md`): decoding requests ahead, staged multiplexers and
//! shorter headers brought the 4x4 node with one port from 520 to 355 LUT and from 162 to 213 MHz.

mod build;
mod plan;
mod sources;
mod update;

use super::mux::{MuxFirst, MuxNext, MuxPair};
use super::request::{decoded_bits, Request};
use super::{local_labels, port_field_labels, port_labels};
use crate::signal::{labels, BitOf, Concat, Cst, Data, Flop, Labelled, Reg, Sig, Slice, ZeroExtend};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;

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
    tx_request: Labelled<Reg>,
    tx_head: Labelled<Data>,
    tx_link: Labelled<Concat>,
    tx_data: Labelled<Data>,
    eject_valid: Labelled<Flop>,
    eject_data: Labelled<Data>,
    error: Flop,
    // Faults at an output or at its input, and at the one local port.
    port_fault: Labelled<Flop>,
    local_fault: Labelled<Flop>,
    // For each arriving message its request, as a whole and bit by bit: at its destination, straight on,
    // turns.
    request: Labelled<Slice>,
    at_dest: Labelled<BitOf>,
    continues: Labelled<BitOf>,
    turn: Labelled<BitOf>,
    misrouted: Labelled<Signal<Local, Bit>>,
    // Fields of its header: the hops left in the run, and all bits above them; and the header after one hop
    // more.
    hops: Labelled<Slice>,
    further: Labelled<Slice>,
    hops_after: Labelled<Sig<Local>>,
    head_continued: Labelled<Concat>,
    next_head: Labelled<Sig<Local>>,
    // For each turn: the header after the run that ends, in the width of the output's headers.
    rest: Labelled<Slice>,
    head_turned: Labelled<ZeroExtend>,
    // For each output the injected header, and its bits that no message there uses.
    head_injected: Labelled<Slice>,
    unused: Labelled<Slice>,
    unused_of: Labelled<Constant<Bit>>,
    // For each source the part of its header that decides the request on the next link, and the decoder.
    injected: Labelled<Slice>,
    continued: Labelled<Slice>,
    turned: Labelled<Slice>,
    injected_decoder: Labelled<Request>,
    continued_decoder: Labelled<Request>,
    turned_decoder: Labelled<Request>,
    next_request: Labelled<Sig<Local>>,
    // For each output: whether the processor has a message for it, whether it is taken, whether two want it.
    injects: Labelled<Signal<Local, Bit>>,
    taken: Labelled<Signal<Local, Bit>>,
    conflict: Labelled<Signal<Local, Bit>>,
    fault: Signal<Local, Bit>,
    // For the one injection and ejection port: a message for no output; whether a message arrives for it, a
    // second one, and the choice of the payload.
    inject_misrouted: Labelled<Signal<Local, Bit>>,
    arrives: Labelled<Signal<Local, Bit>>,
    eject_conflict: Labelled<Signal<Local, Bit>>,
    eject_odd: Labelled<Signal<Local, Bit>>,
    eject_early: Labelled<Signal<Local, Bit>>,
    eject_take: Labelled<Signal<Local, Bit>>,
    eject_first: Labelled<MuxFirst>,
    eject_next: Labelled<MuxNext>,
    arrived: Labelled<Sig<Local>>,
    port: Labelled<Cst>,
    no_request: Labelled<Cst>,
    one_hop: Cst,
    deeper: Labelled<Constant<Bit>>,
    wired: Labelled<Constant<Bit>>,
    // For each output: the bits of its source's number, and the levels of its header's multiplexer. Level 0
    // has the sources.
    select: Labelled<Signal<Local, Bit>>,
    mux_head: Labelled<Sig<Local>>,
    // Whether a bit of a turn's number is 1; whether a place at level 0 belongs to a turn; whether a place
    // of the tree chooses between two sources, or has one and forwards it.
    numbered: Labelled<Constant<Bit>>,
    sourced: Labelled<Constant<Bit>>,
    chooses: Labelled<Constant<Bit>>,
    forwards: Labelled<Constant<Bit>>,
    // The payloads of the sources by number, and whether each is taken; the payload of each output.
    source_data: Labelled<Sig<Local>>,
    source_taken: Labelled<Signal<Local, Bit>>,
    payload: Labelled<Sig<Local>>,
    none: Cst,
    // In stages: whether there is a turn.
    any_turn: Labelled<Signal<Local, Bit>>,
    mux_first: Labelled<MuxFirst>,
    mux_next: Labelled<MuxNext>,
    // In pairs: each pair.
    mux_pair: Labelled<MuxPair>,
    // Whether an output has up to two sources, and whether it has two; whether it chooses in stages or pairs;
    // whether it takes a second turn.
    direct: Labelled<Constant<Bit>>,
    one_of_two: Labelled<Constant<Bit>>,
    staged: Labelled<Constant<Bit>>,
    gathered: Labelled<Constant<Bit>>,
    second: Labelled<Constant<Bit>>,
    // For an output with pairs: whether a pair has two sources, or only one.
    paired: Labelled<Constant<Bit>>,
    unpaired: Labelled<Constant<Bit>>,
    // The same for the ejection port, whose sources are all inputs.
    eject_several: Constant<Bit>,
    eject_full: Labelled<Constant<Bit>>,
    _levels: usize,
    // 1 if there is an output with several sources.
    _chosen: usize,
    _places: usize,
    _pairs: usize,
    _eject_stages: usize,
    _eject_pairs: usize,
    _eject_first: usize,
    _unused: usize,
    _n: usize,
    // The number of local ports; 1 with all ports, also used as the step between them; 1 with one port.
    _local_ports: usize,
    _all: usize,
    _one: usize,
    _local: usize,
    _transit: usize,
}
