//! The self-test agent of a bench: it loads the blocks, starts the node, reads the results back and
//! compares.
//!
//! It steps through the rows of the expected-data ROM, one flit a cycle: first the blocks to load and, when
//! the node is no longer busy, the results. Rows that are not valid take as long, so all nodes keep in step.
//! A flit of an exchange is `{origin id, destination id}`. A flit of a broadcast is `{source id, number of
//! the flit}`, the number cut to half a payload. If there is room above the ids, the numbers of the run and
//! of the flit are there, and the mark of an inverted payload ([`torus_model::payload`]).
//!
//! The partner's id is computed from the own position plus the ROM's offset, each coordinate modulo its
//! radix. With `room = radix - offset` the sum wraps if `x >= room`. It is an error if `start_i` comes
//! before `done_o`, or if the id does not match the coordinates.
//!
//! With L cycles of loading, R of reading and S slots: loading is in cycles 1 to L after `start_i`, the node
//! starts in L + 1, reading begins in L + S + 4, and `done_o` rises in L + S + R + 6. A row is in the ROM's
//! register one cycle after its number, a result one cycle later.

mod update;

use super::{resize::Resize, stamp::Stamp};
use crate::signal::{labels, Bv, Cst, Data, Flop, Labelled, Reg, Sig, Strap, ZeroExtend};
use crate::spec::memory::MemorySpec;
use rust_hdl_core::prelude::*;

/// Loads, starts and checks a node.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct SelfTestAgent {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub id_i: Sig<In>,
    pub x_i: Labelled<Sig<In>>,
    pub expected_addr_o: Sig<Out>,
    pub expected_valid_i: Signal<In, Bit>,
    pub expected_place_i: Sig<In>,
    pub expected_partner_i: Labelled<Sig<In>>,
    pub node_start_o: Signal<Out, Bit>,
    pub node_busy_i: Signal<In, Bit>,
    pub mem_write_o: Signal<Out, Bit>,
    pub mem_addr_o: Sig<Out>,
    pub mem_data_o: Sig<Out>,
    pub mem_data_i: Sig<In>,
    pub done_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    id: Strap,
    x: Labelled<Strap>,
    // The number of the row for the expected-data ROM, the flit of its block, and what is done with them.
    row: Reg,
    flit: Reg,
    loading: Flop,
    waiting: Flop,
    reading: Flop,
    // One cycle later the ROM's row has arrived; two cycles later the result has arrived, too.
    filling: Flop,
    asking: Flop,
    flit_late: Reg,
    checking: Flop,
    expected: Data,
    begin: Flop,
    ending: Flop,
    closing: Flop,
    busy: Flop,
    done: Flop,
    error: Flop,
    run: Labelled<Reg>,
    one_run: Labelled<Cst>,
    starts: Signal<Local, Bit>,
    steps: Signal<Local, Bit>,
    block_ends: Signal<Local, Bit>,
    loaded: Signal<Local, Bit>,
    node_done: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    // The partner, and the flits that are loaded and expected.
    room: Labelled<Sig<Local>>,
    partner: Labelled<Sig<Local>>,
    wide: Labelled<ZeroExtend>,
    partner_id: Sig<Local>,
    // The own id, computed from the coordinates.
    here: Labelled<ZeroExtend>,
    here_id: Sig<Local>,
    load_flit: Stamp,
    expected_flit: Stamp,
    step: Resize,
    radix: Labelled<Cst>,
    stride: Labelled<Cst>,
    wraps: Labelled<Constant<Bit>>,
    id_none: Cst,
    first_row: Cst,
    one_row: Cst,
    load_row: Cst,
    result_row: Cst,
    first_flit: Cst,
    one_flit: Cst,
    last_flit: Cst,
    _d: usize,
    _runs: usize,
    _numbers: usize,
    _exchange: usize,
    _broadcast: usize,
}

impl SelfTestAgent {
    /// The self-test agent of any processor. Its straps give the node id and the coordinates.
    pub fn new(spec: &MemorySpec) -> Self {
        let (torus, widths, d) = (spec.torus, spec.widths(), spec.torus.d());
        let (axis, ow) = (labels(0..d), |i: usize| widths.coordinates[i]);
        let (row, flit, address) = (widths.expected_row, widths.flit, widths.address());
        let (load, results) = (spec.load_rows() as u128, spec.result_rows() as u128);
        let radix = |i: usize| torus.dims()[i] as u128;
        let (layout, broadcast) = (spec.payload(), spec.program.broadcast);
        let (count, run) = (layout.run_counter(), vec![String::new(); layout.marked as usize]);
        let stamp = || Stamp::new(layout, flit, broadcast);
        SelfTestAgent {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Labelled::new(&axis, |i| Sig::new(ow(i))),
            expected_addr_o: Sig::new(row),
            expected_valid_i: Signal::default(),
            expected_place_i: Sig::new(address),
            expected_partner_i: Labelled::new(&axis, |i| Sig::new(ow(i))),
            node_start_o: Signal::default(),
            node_busy_i: Signal::default(),
            mem_write_o: Signal::default(),
            mem_addr_o: Sig::new(address),
            mem_data_o: Sig::new(spec.width),
            mem_data_i: Sig::new(spec.width),
            done_o: Signal::default(),
            error_o: Signal::default(),
            id: Strap::new(widths.id),
            x: Labelled::new(&axis, |i| Strap::new(ow(i))),
            row: Reg::new(0, row),
            flit: Reg::new(0, flit),
            loading: Flop::default(),
            waiting: Flop::default(),
            reading: Flop::default(),
            filling: Flop::default(),
            asking: Flop::default(),
            flit_late: Reg::new(0, flit),
            checking: Flop::default(),
            expected: Data::new(spec.width),
            begin: Flop::default(),
            ending: Flop::default(),
            closing: Flop::default(),
            busy: Flop::default(),
            done: Flop::default(),
            error: Flop::default(),
            run: Labelled::new(&run, |_| Reg::new(0, count)),
            one_run: Labelled::new(&run, |_| Cst::new(1, count)),
            starts: Signal::default(),
            steps: Signal::default(),
            block_ends: Signal::default(),
            loaded: Signal::default(),
            node_done: Signal::default(),
            read: Signal::default(),
            room: Labelled::new(&axis, |i| Sig::new(ow(i))),
            partner: Labelled::new(&axis, |i| Sig::new(ow(i))),
            wide: Labelled::new(&axis, |i| ZeroExtend::new(ow(i), widths.id)),
            partner_id: Sig::new(widths.id),
            here: Labelled::new(&axis, |i| ZeroExtend::new(ow(i), widths.id)),
            here_id: Sig::new(widths.id),
            load_flit: stamp(),
            expected_flit: stamp(),
            step: Resize::new(flit, address),
            radix: Labelled::new(&axis, |i| Cst::new(Bv::wrap(radix(i), ow(i)).value(), ow(i))),
            stride: Labelled::new(&axis, |i| Cst::new(torus.stride(i) as u128, widths.id)),
            wraps: Labelled::new(&axis, |i| Constant::new(!torus.dims()[i].is_power_of_two())),
            id_none: Cst::new(0, widths.id),
            first_row: Cst::new(0, row),
            one_row: Cst::new(1, row),
            load_row: Cst::new(load - 1, row),
            result_row: Cst::new(load + results - 1, row),
            first_flit: Cst::new(0, flit),
            one_flit: Cst::new(1, flit),
            last_flit: Cst::new(spec.program.flits as u128 - 1, flit),
            _d: d,
            _runs: run.len(),
            _numbers: (broadcast || layout.flit > 0) as usize,
            _exchange: !broadcast as usize,
            _broadcast: broadcast as usize,
        }
    }
}
