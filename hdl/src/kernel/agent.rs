//! The traffic agent of one processor, for benches: it makes payloads and checks the messages that arrive.
//!
//! A payload is `{source id, destination id}`. The destination is the agent's own position plus the offset
//! from the schedule, each coordinate modulo its radix. With `room = radix - offset` the sum wraps if `x >=
//! room`, so it needs no extra bit. `pending` counts the messages that `start_i` announced and that have not
//! arrived yet; `done_o` is high when none is left. If a payload has a bit above the ids, every other
//! exchange inverts all bits of its payloads, and the highest bit says so; this finds data bits that are
//! stuck. A port that sends nothing shows an inverted payload; this finds ports that are confused with each
//! other.

mod update;

use super::{has_spare_ids, local_labels, offset_labels};
use crate::signal::{
    labels, Bv, Cst, Flop, Invert, JoinHalves, Labelled, Reg, Sig, Slice, Strap, Uninvert, ZeroExtend,
};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;
use torus_model::{route::bits, PayloadLayout};

/// The traffic agent of a tile.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct TrafficAgent {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub id_i: Sig<In>,
    pub x_i: Labelled<Sig<In>>,
    pub inject_valid_i: Labelled<Signal<In, Bit>>,
    pub inject_offset_i: Labelled<Sig<In>>,
    pub eject_valid_i: Labelled<Signal<In, Bit>>,
    pub eject_data_i: Labelled<Sig<In>>,
    pub inject_data_o: Labelled<Sig<Out>>,
    pub done_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    id: Strap,
    x: Labelled<Strap>,
    started: Flop,
    done: Flop,
    error: Flop,
    pending: Reg,
    // Whether payloads are inverted, if they have a bit for it.
    inverts: Labelled<Flop>,
    // Whether a second exchange has begun. No payload of the first exchange is inverted.
    repeats: Labelled<Flop>,
    // Source: the destination of each local port.
    room: Labelled<Sig<Local>>,
    dest: Labelled<Sig<Local>>,
    wide: Labelled<ZeroExtend>,
    dest_id: Labelled<Sig<Local>>,
    payload: Labelled<JoinHalves>,
    sent: Labelled<Invert>,
    radix: Labelled<Cst>,
    stride: Labelled<Cst>,
    wraps: Labelled<Constant<Bit>>,
    id_none: Cst,
    // Check: the message that arrived, and whether it is right.
    got: Labelled<Uninvert>,
    own: ZeroExtend,
    to: Labelled<Slice>,
    from: Labelled<Slice>,
    wrong: Labelled<Signal<Local, Bit>>,
    nodes: Cst,
    bounded: Constant<Bit>,
    // The messages that have not arrived yet.
    announced: Sig<Local>,
    arrived: Sig<Local>,
    left: Sig<Local>,
    fault: Signal<Local, Bit>,
    batch: Cst,
    most: Cst,
    none: Cst,
    one: Cst,
    _n: usize,
    _d: usize,
    _offsets: usize,
    _marked: usize,
    _unmarked: usize,
}

impl TrafficAgent {
    /// The traffic agent of any processor. Its straps give the node id and the coordinates.
    pub fn new(spec: &NodeSpec) -> Self {
        let (name, local_port, widths) = (local_labels(spec), offset_labels(spec), spec.widths());
        let (torus, d, half) = (spec.torus, spec.torus.d(), spec.width / 2);
        let (axis, ow, batch) = (labels(0..d), |i: usize| widths.coordinates[i], spec.processors - 1);
        let most = spec.overlap * batch;
        let count = bits((most + batch).max(name.len()) + 1);
        let radix = |i: usize| torus.dims()[i] as u128;
        let bounded = has_spare_ids(half, torus.len());
        let marked = PayloadLayout::of_messages(spec.width, torus.len()).marked as usize;
        let (mark, turned) = (vec![String::new(); marked], if marked == 1 { &name[..] } else { &[] });
        TrafficAgent {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Labelled::new(&axis, |i| Sig::new(ow(i))),
            inject_valid_i: Labelled::new(&name, |_| Signal::default()),
            inject_offset_i: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            eject_valid_i: Labelled::new(&name, |_| Signal::default()),
            eject_data_i: Labelled::new(&name, |_| Sig::new(spec.width)),
            inject_data_o: Labelled::new(&name, |_| Sig::new(spec.width)),
            done_o: Signal::default(),
            error_o: Signal::default(),
            id: Strap::new(widths.id),
            x: Labelled::new(&axis, |i| Strap::new(ow(i))),
            started: Flop::default(),
            done: Flop::default(),
            error: Flop::default(),
            pending: Reg::new(0, count),
            inverts: Labelled::new(&mark, |_| Flop::default()),
            repeats: Labelled::new(&mark, |_| Flop::default()),
            room: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            dest: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            wide: Labelled::new(&local_port, |k| ZeroExtend::new(ow(k % d), widths.id)),
            dest_id: Labelled::new(&name, |_| Sig::new(widths.id)),
            payload: Labelled::new(&name, |_| JoinHalves::new(widths.id, half)),
            sent: Labelled::new(&name, |_| Invert::new(spec.width)),
            radix: Labelled::new(&axis, |i| Cst::new(Bv::wrap(radix(i), ow(i)).value(), ow(i))),
            stride: Labelled::new(&axis, |i| Cst::new(torus.stride(i) as u128, widths.id)),
            wraps: Labelled::new(&axis, |i| Constant::new(!torus.dims()[i].is_power_of_two())),
            id_none: Cst::new(0, widths.id),
            got: Labelled::new(turned, |_| Uninvert::new(spec.width)),
            own: ZeroExtend::new(widths.id, half),
            to: Labelled::new(&name, |_| Slice::new(spec.width, 0, half)),
            from: Labelled::new(&name, |_| Slice::new(spec.width, half, half)),
            wrong: Labelled::new(&name, |_| Signal::default()),
            nodes: Cst::new(if bounded { torus.len() as u128 } else { 0 }, half),
            bounded: Constant::new(bounded),
            announced: Sig::new(count),
            arrived: Sig::new(count),
            left: Sig::new(count),
            fault: Signal::default(),
            batch: Cst::new(batch as u128, count),
            most: Cst::new(most as u128, count),
            none: Cst::new(0, count),
            one: Cst::new(1, count),
            _n: name.len(),
            _d: d,
            _offsets: local_port.len(),
            _marked: marked,
            _unmarked: 1 - marked,
        }
    }
}
