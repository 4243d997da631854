//! The scheduled router without headers: the slot alone decides what every link and ejection port takes.
//!
//! Each exit, a link or an ejection port, has a setting from the node's slot table
//! ([`SlotTable`](crate::SlotTable)): whether it takes a message, and from which of its sources. Settings
//! come from registers and choose payloads in stages (`mux`), so an exit of up to four sources has two
//! levels of logic between registers. The valid bit of a source takes the same way. A slot in which nothing
//! has been sent leaves the link idle, so a router does not need to know when a frame begins.
//!
//! A message that arrives in a slot in which none is expected has no way out. It is lost, and the sticky
//! `error_o` rises.
//!
//! Measured (ECP5, payloads of 32 bits, `docs/fpga.md`): the 4x4 node with one port takes 275 LUT and runs
//! at 282 MHz; with headers it takes 355 LUT and runs at 213 MHz.

mod build;
mod update;

use super::mux::{MuxFirst, MuxNext};
use super::{exit_labels, local_labels, port_labels};
use crate::signal::{labels, BitOf, Data, Flop, Labelled, Sig};
use crate::spec::{Exit, NodeSpec, SlotTable, Source};
use rust_hdl_core::prelude::*;

/// The router of a node with a slot table.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct SlotRouter {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub rx_valid_i: Labelled<Signal<In, Bit>>,
    pub rx_data_i: Labelled<Sig<In>>,
    pub inject_valid_i: Labelled<Signal<In, Bit>>,
    pub inject_data_i: Labelled<Sig<In>>,
    pub setting_i: Labelled<Sig<In>>,
    pub expected_i: Labelled<Signal<In, Bit>>,
    pub tx_valid_o: Labelled<Signal<Out, Bit>>,
    pub tx_data_o: Labelled<Sig<Out>>,
    pub eject_valid_o: Labelled<Signal<Out, Bit>>,
    pub eject_data_o: Labelled<Sig<Out>>,
    pub error_o: Signal<Out, Bit>,
    // The register of each exit.
    exit_valid: Labelled<Flop>,
    exit_data: Labelled<Data>,
    error: Flop,
    fault: Signal<Local, Bit>,
    // All sources of the router: arrivals by port, then the injected messages.
    valid_of: Labelled<Signal<Local, Bit>>,
    data_of: Labelled<Sig<Local>>,
    // The setting of each exit, bit by bit: it takes a message; the second source of a pair; the source of
    // this stage or a later one. Computed from these: the source of this stage; one after the first stage.
    busy: Labelled<BitOf>,
    odd: Labelled<BitOf>,
    from: Labelled<BitOf>,
    take: Labelled<Signal<Local, Bit>>,
    later: Labelled<Signal<Local, Bit>>,
    // The sources of each exit by place, and the stages that choose one.
    source_valid: Labelled<Signal<Local, Bit>>,
    source_data: Labelled<Sig<Local>>,
    stage_valid: Labelled<Signal<Local, Bit>>,
    stage_data: Labelled<Sig<Local>>,
    mux_first: Labelled<MuxFirst>,
    mux_next: Labelled<MuxNext>,
    // Whether a source is at a place of an exit. Whether an exit has several sources, more than two, this
    // stage, a further stage, and two sources in this stage.
    placed: Labelled<Constant<Bit>>,
    several: Labelled<Constant<Bit>>,
    in_stages: Labelled<Constant<Bit>>,
    staged: Labelled<Constant<Bit>>,
    followed: Labelled<Constant<Bit>>,
    paired: Labelled<Constant<Bit>>,
    _n: usize,
    _local_ports: usize,
    _sources: usize,
    _exits: usize,
    _places: usize,
    _stages: usize,
}
