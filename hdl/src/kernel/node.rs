//! The node of a processor: router, schedule and slot counter.
//!
//! `start_i` begins a frame if no frame is under way, or in the last slot of one; at any other time it is an
//! error. If slots set the router, the messages of the last frame have to arrive first. Registers of their
//! own say that a frame is under way and that a slot is its last: comparing the counter would be the longest
//! path of small nodes. The ROM's row register feeds the injection ports, so slot `s` is on the links in
//! cycle `link_latency + s` after `start_i`. For a dihedral table, a mirror between ROM and router swaps
//! signs by the parities of the node's coordinates.

mod update;

use super::{head_labels, local_labels, offset_labels, port_field_labels, port_labels};
use super::{Mirror, Rom, Router, SlotRouter};
use crate::signal::{labels, Cst, Flop, Labelled, Reg, Sig};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;

/// Router, ROM and slot counter.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Node {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub flip_i: Labelled<Sig<In>>,
    pub rx_valid_i: Labelled<Signal<In, Bit>>,
    pub rx_head_i: Labelled<Sig<In>>,
    pub rx_data_i: Labelled<Sig<In>>,
    pub inject_data_i: Labelled<Sig<In>>,
    pub tx_valid_o: Labelled<Signal<Out, Bit>>,
    pub tx_head_o: Labelled<Sig<Out>>,
    pub tx_data_o: Labelled<Sig<Out>>,
    pub eject_valid_o: Labelled<Signal<Out, Bit>>,
    pub eject_data_o: Labelled<Sig<Out>>,
    pub inject_valid_o: Labelled<Signal<Out, Bit>>,
    pub inject_offset_o: Labelled<Sig<Out>>,
    pub error_o: Signal<Out, Bit>,
    pub(crate) slot: Reg,
    error: Flop,
    // Whether a frame is under way; whether this is its last slot; whether another one may begin.
    pub(crate) running: Flop,
    last: Flop,
    ready: Signal<Local, Bit>,
    before_last: Cst,
    zero: Cst,
    one: Cst,
    // Whether the schedule has a slot, and whether it has two or more.
    slots: Constant<Bit>,
    several: Constant<Bit>,
    schedule: Rom,
    mirror: Labelled<Mirror>,
    router: Labelled<Router>,
    // If slots set the routers: whether the messages of the last frame are still on their way, whether this
    // is the last slot of that, and for each register of the ROM whether its row sends.
    slot_router: Labelled<SlotRouter>,
    draining: Labelled<Flop>,
    drained: Labelled<Flop>,
    sends: Labelled<Flop>,
    before_drained: Cst,
    drains: Constant<Bit>,
    drains_long: Constant<Bit>,
    _n: usize,
    _local_ports: usize,
    _choices: usize,
    _exits: usize,
    _sends: usize,
    _sending: usize,
    _offsets: usize,
    _flips: usize,
    _mirrored: usize,
    _plain: usize,
    // 1 if messages have headers; 1 if slots set the routers.
    _by_header: usize,
    _by_slot: usize,
    // 1 if a ROM holds the rows; 1 if a generator makes them.
    _addressed: usize,
    _generated: usize,
}

impl Node {
    /// The node of one processor class.
    pub fn new(spec: &NodeSpec, class: usize) -> Self {
        let (name, local_port, widths) = (port_labels(spec), local_labels(spec), spec.widths());
        let offset = offset_labels(spec);
        let (link, data, slot, d) = (spec.link_heads(), spec.width, widths.slot, spec.torus.d());
        // There is one mirror at most, so it needs no label.
        let mirror = vec![String::new(); spec.flips.len().min(1)];
        let heads = head_labels(spec, &name);
        let by_slot = vec![String::new(); spec.slot_table.is_some() as usize];
        let by_header = vec![String::new(); 1 - by_slot.len()];
        let drain = spec.slot_table.map_or(0, |table| table.drain);
        let exits = spec.slot_table.map_or(0, |table| table.exits.len());
        let registers = by_slot.len() * spec.rom_registers();
        let slots = spec.images[class].rows.len() as u128;
        Node {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            flip_i: Labelled::new(&labels(spec.flips.iter().copied()), |_| Sig::new(1)),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&heads, |q| Sig::new(link[q])),
            rx_data_i: Labelled::new(&name, |_| Sig::new(data)),
            inject_data_i: Labelled::new(&local_port, |_| Sig::new(data)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&heads, |q| Sig::new(link[q])),
            tx_data_o: Labelled::new(&name, |_| Sig::new(data)),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            inject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            inject_offset_o: Labelled::new(&offset, |k| Sig::new(widths.coordinates[k % d])),
            error_o: Signal::default(),
            slot: Reg::new(0, slot),
            error: Flop::default(),
            running: Flop::default(),
            last: Flop::default(),
            ready: Signal::default(),
            before_last: Cst::new(slots.saturating_sub(2), slot),
            zero: Cst::new(0, slot),
            one: Cst::new(1, slot),
            slots: Constant::new(slots > 0),
            several: Constant::new(slots > 1),
            schedule: Rom::new(spec, class),
            mirror: Labelled::new(&mirror, |_| Mirror::new(spec)),
            router: Labelled::new(&by_header, |_| Router::new(spec)),
            slot_router: Labelled::new(&by_slot, |_| SlotRouter::new(spec)),
            draining: Labelled::new(&by_slot, |_| Flop::default()),
            drained: Labelled::new(&by_slot, |_| Flop::default()),
            sends: Labelled::new(&labels(0..registers), |_| Flop::default()),
            before_drained: Cst::new(drain.saturating_sub(2) as u128, slot),
            drains: Constant::new(drain > 0),
            drains_long: Constant::new(drain > 1),
            _n: name.len(),
            _local_ports: local_port.len(),
            _choices: port_field_labels(spec).len(),
            _exits: exits,
            _sends: registers,
            _sending: registers.saturating_sub(1),
            _offsets: offset.len(),
            _flips: spec.flips.len(),
            _mirrored: mirror.len(),
            _plain: by_header.len() - mirror.len(),
            _by_header: by_header.len(),
            _by_slot: by_slot.len(),
            _addressed: 1 - spec.is_generated() as usize,
            _generated: spec.is_generated() as usize,
        }
    }
}
