//! A packet checker: it checks every flit that a processor receives in an exchange, and counts the packets.
//!
//! A payload is `{source id, destination id}`: the destination has to be this node, and the source another
//! node. `start_i` sets `pending` to the packets of an exchange. It counts down; at zero `done_o` rises. A
//! packet of several flits counts when its last flit arrives. Under the dateline rule the packets of the
//! exchange have one flit each, so a flit that is not the last of its packet is wrong.

mod update;

use crate::kernel::has_spare_ids;
use crate::signal::{labels, Cst, Flop, Labelled, Reg, Sig, Slice, Strap, ZeroExtend};
use crate::spec::buffered::{BufferedSpec, RingRule};
use rust_hdl_core::prelude::*;
use torus_model::route::bits;

/// The packet checker of any processor. Its strap gives the node id.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct PacketChecker {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub id_i: Sig<In>,
    pub eject_valid_i: Labelled<Signal<In, Bit>>,
    pub eject_last_i: Labelled<Signal<In, Bit>>,
    pub eject_data_i: Labelled<Sig<In>>,
    pub done_o: Signal<Out, Bit>,
    pub wrong_o: Signal<Out, Bit>,
    id: Strap,
    done: Flop,
    error: Flop,
    pending: Reg,
    // The flit that arrived, and whether it is right.
    own: ZeroExtend,
    to: Labelled<Slice>,
    from: Labelled<Slice>,
    wrong: Labelled<Signal<Local, Bit>>,
    ends: Labelled<Signal<Local, Bit>>,
    nodes: Cst,
    bounded: Constant<Bit>,
    long: Constant<Bit>,
    single: Constant<Bit>,
    // The packets that have not arrived yet.
    announced: Sig<Local>,
    arrived: Sig<Local>,
    left: Sig<Local>,
    fault: Signal<Local, Bit>,
    batch: Cst,
    none: Cst,
    one: Cst,
    _n: usize,
}

impl PacketChecker {
    /// The packet checker of a processor that receives `batch` packets in an exchange.
    pub fn new(spec: &BufferedSpec, batch: usize) -> Self {
        let (name, id, half) = (labels(spec.local_ports()), bits(spec.torus.len()), spec.width / 2);
        let only: &[String] = if spec.long() { &name } else { &[] };
        let count = bits(batch.max(name.len()) + 1);
        let bounded = has_spare_ids(half, spec.torus.len());
        PacketChecker {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(id),
            eject_valid_i: Labelled::new(&name, |_| Signal::default()),
            eject_last_i: Labelled::new(only, |_| Signal::default()),
            eject_data_i: Labelled::new(&name, |_| Sig::new(spec.width)),
            done_o: Signal::default(),
            wrong_o: Signal::default(),
            id: Strap::new(id),
            done: Flop::default(),
            error: Flop::default(),
            pending: Reg::new(0, count),
            own: ZeroExtend::new(id, half),
            to: Labelled::new(&name, |_| Slice::new(spec.width, 0, half)),
            from: Labelled::new(&name, |_| Slice::new(spec.width, half, half)),
            wrong: Labelled::new(&name, |_| Signal::default()),
            ends: Labelled::new(&name, |_| Signal::default()),
            nodes: Cst::new(if bounded { spec.torus.len() as u128 } else { 0 }, half),
            bounded: Constant::new(bounded),
            long: Constant::new(spec.long()),
            single: Constant::new(spec.rule == RingRule::Dateline),
            announced: Sig::new(count),
            arrived: Sig::new(count),
            left: Sig::new(count),
            fault: Signal::default(),
            batch: Cst::new(batch as u128, count),
            none: Cst::new(0, count),
            one: Cst::new(1, count),
            _n: name.len(),
        }
    }
}
