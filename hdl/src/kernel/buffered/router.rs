//! The router with one cycle a hop: its parts and their connections.
//!
//! Inputs, outputs and requesters are numbered by their places among the existing ports. Constants say which
//! request of an input is which requester of an output. The printer drops the combinations that do not
//! exist.

mod build;
mod update;

use super::{Eject, Inject, Input, Output};
use crate::signal::{Cst, Flop, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// The router of a node, with the local ports of a processor or without.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Router {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub wrap_i: Labelled<Signal<In, Bit>>,
    pub rx_valid_i: Labelled<Signal<In, Bit>>,
    pub rx_head_i: Labelled<Sig<In>>,
    pub rx_data_i: Labelled<Sig<In>>,
    pub rx_credit_o: Labelled<Sig<Out>>,
    pub tx_valid_o: Labelled<Signal<Out, Bit>>,
    pub tx_head_o: Labelled<Sig<Out>>,
    pub tx_data_o: Labelled<Sig<Out>>,
    pub tx_credit_i: Labelled<Sig<In>>,
    pub inject_valid_i: Labelled<Signal<In, Bit>>,
    pub inject_ready_o: Labelled<Signal<Out, Bit>>,
    pub inject_port_i: Labelled<Sig<In>>,
    pub inject_head_i: Labelled<Sig<In>>,
    pub inject_data_i: Labelled<Sig<In>>,
    pub eject_valid_o: Labelled<Signal<Out, Bit>>,
    pub eject_ready_i: Labelled<Signal<In, Bit>>,
    pub eject_last_o: Labelled<Signal<Out, Bit>>,
    pub eject_data_o: Labelled<Sig<Out>>,
    pub error_o: Signal<Out, Bit>,
    input: Labelled<Input>,
    inject: Labelled<Inject>,
    output: Labelled<Output>,
    eject: Labelled<Eject>,
    // By port and by injection port: the flits that leave their buffer.
    pop: Labelled<Sig<Local>>,
    inject_pop: Labelled<Sig<Local>>,
    fault: Signal<Local, Bit>,
    error: Flop,
    // A constant for each input, request, output and requester: whether this request is this requester.
    link: Labelled<Constant<Bit>>,
    local: Labelled<Constant<Bit>>,
    // The same for ejection ports.
    ejects: Labelled<Constant<Bit>>,
    // For each pair of ports: whether flits go straight on from the first to the second.
    straight: Labelled<Constant<Bit>>,
    wraps: Labelled<Constant<Bit>>,
    many: Constant<Bit>,
    long: Constant<Bit>,
    one_local_port: Constant<Bit>,
    // Whether an injection port has a fault.
    may_ask_for_nothing: Constant<Bit>,
    none: Cst,
    stays: Cst,
    _p: usize,
    _l: usize,
    _w: usize,
    _k: usize,
    _r: usize,
    _e: usize,
}
