//! What a bench does with a node: it loads the blocks, starts it, reads the results back and compares.
//!
//! The ledger's rows are gone through one flit a cycle, first those to load, then, when the node is no longer busy,
//! the results; rows that are not valid take their time, too, so all nodes are in step. A flit of an exchange is
//! `{origin id, destination id}`, of a broadcast `{source id, number of the flit}`, the number cut to half a
//! payload. The partner's id comes from the own position plus the ledger's offset, each coordinate modulo its
//! radix: with `room = radix - offset` the sum wraps where `x >= room`. `start_i` before `done_o`
//! is an error, as are an id and coordinates that contradict each other.
//!
//! With L cycles of loading, R of reading and S slots: loading in cycles 1 to L after `start_i`, the node's
//! start in L + 1, reading from L + S + 4 on, `done_o` in L + S + R + 6. A row is in the ledger's register one
//! cycle after its number, a result one cycle later.

use super::resize::Resize;
use crate::kernel::buffered::fields::Beside;
use crate::rt::{labels, Bv, Cst, Data, Fit, Flop, Lanes, Reg, Sig, Strap};
use crate::stored::StoredSpec;
use rust_hdl_core::prelude::*;

/// Loads, starts and checks a node.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Clerk {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub id_i: Sig<In>,
    pub x_i: Lanes<Sig<In>>,
    pub ledger_addr_o: Sig<Out>,
    pub ledger_valid_i: Signal<In, Bit>,
    pub ledger_place_i: Sig<In>,
    pub ledger_partner_i: Lanes<Sig<In>>,
    pub node_start_o: Signal<Out, Bit>,
    pub node_busy_i: Signal<In, Bit>,
    pub mem_write_o: Signal<Out, Bit>,
    pub mem_addr_o: Sig<Out>,
    pub mem_data_o: Sig<Out>,
    pub mem_data_i: Sig<In>,
    pub done_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    id: Strap,
    x: Lanes<Strap>,
    // Row and flit whose number is given to the ledger, and what for.
    row: Reg,
    flit: Reg,
    loading: Flop,
    waiting: Flop,
    reading: Flop,
    // One cycle later: the ledger's row is there. Two: so is the result.
    filling: Flop,
    asking: Flop,
    flit_late: Reg,
    checking: Flop,
    wanted: Data,
    begin: Flop,
    ending: Flop,
    closing: Flop,
    busy: Flop,
    done: Flop,
    error: Flop,
    starts: Signal<Local, Bit>,
    works: Signal<Local, Bit>,
    turns: Signal<Local, Bit>,
    loaded: Signal<Local, Bit>,
    rested: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    // The partner, and the two flits.
    room: Lanes<Sig<Local>>,
    partner: Lanes<Sig<Local>>,
    wide: Lanes<Fit>,
    partner_id: Sig<Local>,
    // The own id once more, from the coordinates.
    here: Lanes<Fit>,
    here_id: Sig<Local>,
    own_half: Fit,
    partner_half: Fit,
    number_half: Resize,
    loads: Beside,
    finds: Beside,
    step: Resize,
    radix: Lanes<Cst>,
    stride: Lanes<Cst>,
    wraps: Lanes<Constant<Bit>>,
    broadcast: Constant<Bit>,
    id_none: Cst,
    first_row: Cst,
    one_row: Cst,
    load_row: Cst,
    result_row: Cst,
    first_flit: Cst,
    one_flit: Cst,
    last_flit: Cst,
    _d: usize,
}

impl Clerk {
    /// The clerk of any processor; which one it is comes in by the straps.
    pub fn new(spec: &StoredSpec) -> Self {
        let (torus, widths, d) = (spec.torus, spec.widths(), spec.torus.d());
        let (axis, ow, half) = (labels(0..d), |i: usize| widths.coordinates[i], spec.width / 2);
        let (row, flit, address) = (widths.ledger, widths.flit, widths.address());
        let (load, results) = (spec.load_rows() as u128, spec.result_rows() as u128);
        let radix = |i: usize| torus.dims()[i] as u128;
        Clerk {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Lanes::new(&axis, |i| Sig::new(ow(i))),
            ledger_addr_o: Sig::new(row),
            ledger_valid_i: Signal::default(),
            ledger_place_i: Sig::new(address),
            ledger_partner_i: Lanes::new(&axis, |i| Sig::new(ow(i))),
            node_start_o: Signal::default(),
            node_busy_i: Signal::default(),
            mem_write_o: Signal::default(),
            mem_addr_o: Sig::new(address),
            mem_data_o: Sig::new(spec.width),
            mem_data_i: Sig::new(spec.width),
            done_o: Signal::default(),
            error_o: Signal::default(),
            id: Strap::new(widths.id),
            x: Lanes::new(&axis, |i| Strap::new(ow(i))),
            row: Reg::new(0, row),
            flit: Reg::new(0, flit),
            loading: Flop::default(),
            waiting: Flop::default(),
            reading: Flop::default(),
            filling: Flop::default(),
            asking: Flop::default(),
            flit_late: Reg::new(0, flit),
            checking: Flop::default(),
            wanted: Data::new(spec.width),
            begin: Flop::default(),
            ending: Flop::default(),
            closing: Flop::default(),
            busy: Flop::default(),
            done: Flop::default(),
            error: Flop::default(),
            starts: Signal::default(),
            works: Signal::default(),
            turns: Signal::default(),
            loaded: Signal::default(),
            rested: Signal::default(),
            read: Signal::default(),
            room: Lanes::new(&axis, |i| Sig::new(ow(i))),
            partner: Lanes::new(&axis, |i| Sig::new(ow(i))),
            wide: Lanes::new(&axis, |i| Fit::new(ow(i), widths.id)),
            partner_id: Sig::new(widths.id),
            here: Lanes::new(&axis, |i| Fit::new(ow(i), widths.id)),
            here_id: Sig::new(widths.id),
            own_half: Fit::new(widths.id, half),
            partner_half: Fit::new(widths.id, half),
            number_half: Resize::new(flit, half),
            loads: Beside::new(half, half),
            finds: Beside::new(half, half),
            step: Resize::new(flit, address),
            radix: Lanes::new(&axis, |i| Cst::new(Bv::wrap(radix(i), ow(i)).value(), ow(i))),
            stride: Lanes::new(&axis, |i| Cst::new(torus.stride(i) as u128, widths.id)),
            wraps: Lanes::new(&axis, |i| Constant::new(!torus.dims()[i].is_power_of_two())),
            broadcast: Constant::new(spec.program.broadcast),
            id_none: Cst::new(0, widths.id),
            first_row: Cst::new(0, row),
            one_row: Cst::new(1, row),
            load_row: Cst::new(load - 1, row),
            result_row: Cst::new(load + results - 1, row),
            first_flit: Cst::new(0, flit),
            one_flit: Cst::new(1, flit),
            last_flit: Cst::new(spec.program.flits as u128 - 1, flit),
            _d: d,
        }
    }
}

impl Logic for Clerk {
    #[hdl_gen]
    fn update(&mut self) {
        self.id.clk.next = self.clk_i.val();
        self.id.rst_n.next = self.rst_ni.val();
        self.id.d.next = self.id_i.val();
        self.row.clk.next = self.clk_i.val();
        self.row.rst_n.next = self.rst_ni.val();
        self.flit.clk.next = self.clk_i.val();
        self.flit.rst_n.next = self.rst_ni.val();
        self.loading.clk.next = self.clk_i.val();
        self.loading.rst_n.next = self.rst_ni.val();
        self.waiting.clk.next = self.clk_i.val();
        self.waiting.rst_n.next = self.rst_ni.val();
        self.reading.clk.next = self.clk_i.val();
        self.reading.rst_n.next = self.rst_ni.val();
        self.filling.clk.next = self.clk_i.val();
        self.filling.rst_n.next = self.rst_ni.val();
        self.asking.clk.next = self.clk_i.val();
        self.asking.rst_n.next = self.rst_ni.val();
        self.flit_late.clk.next = self.clk_i.val();
        self.flit_late.rst_n.next = self.rst_ni.val();
        self.checking.clk.next = self.clk_i.val();
        self.checking.rst_n.next = self.rst_ni.val();
        self.wanted.clk.next = self.clk_i.val();
        self.begin.clk.next = self.clk_i.val();
        self.begin.rst_n.next = self.rst_ni.val();
        self.ending.clk.next = self.clk_i.val();
        self.ending.rst_n.next = self.rst_ni.val();
        self.closing.clk.next = self.clk_i.val();
        self.closing.rst_n.next = self.rst_ni.val();
        self.busy.clk.next = self.clk_i.val();
        self.busy.rst_n.next = self.rst_ni.val();
        self.done.clk.next = self.clk_i.val();
        self.done.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        // What comes when.
        self.starts.next = self.start_i.val() & !self.busy.q.val();
        self.works.next = self.loading.q.val() | self.reading.q.val();
        self.turns.next = self.works.val() & (self.flit.q.val() == self.last_flit.val());
        self.loaded.next =
            self.loading.q.val() & self.turns.val() & (self.row.q.val() == self.load_row.val());
        self.read.next =
            self.reading.q.val() & self.turns.val() & (self.row.q.val() == self.result_row.val());
        self.rested.next = self.waiting.q.val() & !self.node_busy_i.val();
        self.loading.d.next = self.starts.val() | (self.loading.q.val() & !self.loaded.val());
        self.begin.d.next = self.loaded.val();
        self.waiting.d.next = self.begin.q.val() | (self.waiting.q.val() & !self.rested.val());
        self.reading.d.next = self.rested.val() | (self.reading.q.val() & !self.read.val());
        self.ending.d.next = self.read.val();
        self.closing.d.next = self.ending.q.val();
        self.busy.d.next = self.starts.val() | (self.busy.q.val() & !self.closing.q.val());
        self.done.d.next = !self.starts.val() & (self.done.q.val() | self.closing.q.val());
        self.node_start_o.next = self.begin.q.val();
        self.done_o.next = self.done.q.val();
        // Rows and their flits.
        self.row.d.next = self.row.q.val();
        self.flit.d.next = self.flit.q.val();
        if self.starts.val() {
            self.row.d.next = self.first_row.val();
            self.flit.d.next = self.first_flit.val();
        } else if self.turns.val() {
            self.row.d.next = self.row.q.val() + self.one_row.val();
            self.flit.d.next = self.first_flit.val();
        } else if self.works.val() {
            self.flit.d.next = self.flit.q.val() + self.one_flit.val();
        }
        self.ledger_addr_o.next = self.row.q.val();
        self.filling.d.next = self.loading.q.val();
        self.asking.d.next = self.reading.q.val();
        self.flit_late.d.next = self.flit.q.val();
        self.step.a.next = self.flit_late.q.val();
        self.mem_write_o.next = self.filling.q.val() & self.ledger_valid_i.val();
        self.mem_addr_o.next = self.ledger_place_i.val() + self.step.y.val();
        // The partner: own position plus offset.
        self.partner_id.next = self.id_none.val();
        self.here_id.next = self.id_none.val();
        for i in 0..self._d {
            self.x[i].clk.next = self.clk_i.val();
            self.x[i].rst_n.next = self.rst_ni.val();
            self.x[i].d.next = self.x_i[i].val();
            self.partner[i].next = self.x[i].q.val() + self.ledger_partner_i[i].val();
            if self.wraps[i].val() {
                self.room[i].next = self.radix[i].val() - self.ledger_partner_i[i].val();
                if self.x[i].q.val() >= self.room[i].val() {
                    self.partner[i].next = self.partner[i].val() - self.radix[i].val();
                }
            }
            self.wide[i].a.next = self.partner[i].val();
            self.partner_id.next = self.partner_id.val() + (self.wide[i].y.val() * self.stride[i].val());
            self.here[i].a.next = self.x[i].q.val();
            self.here_id.next = self.here_id.val() + (self.here[i].y.val() * self.stride[i].val());
        }
        // What is loaded, and what is found.
        self.own_half.a.next = self.id.q.val();
        self.partner_half.a.next = self.partner_id.val();
        self.number_half.a.next = self.flit_late.q.val();
        self.finds.high.next = self.partner_half.y.val();
        if self.broadcast.val() {
            self.loads.high.next = self.partner_half.y.val();
            self.loads.low.next = self.number_half.y.val();
            self.finds.low.next = self.number_half.y.val();
        } else {
            self.loads.high.next = self.own_half.y.val();
            self.loads.low.next = self.partner_half.y.val();
            self.finds.low.next = self.own_half.y.val();
        }
        self.mem_data_o.next = self.loads.y.val();
        self.wanted.d.next = self.finds.y.val();
        self.checking.d.next = self.asking.q.val() & self.ledger_valid_i.val();
        self.error.d.next = self.error.q.val()
            | (self.start_i.val() & self.busy.q.val())
            | (self.busy.q.val() & (self.id.q.val() != self.here_id.val()))
            | (self.checking.q.val() & (self.mem_data_i.val() != self.wanted.q.val()));
        self.error_o.next = self.error.q.val();
    }
}
