//! The sequencer steps through the rows of a program. It gives the number of the next row, and the offset
//! that is added to the row's addresses.
//!
//! `addr_o` is the row of the next cycle, so the ROM's row register always holds the current one. Rows of
//! one cycle follow each other without a gap, also where a phase is repeated. A row ends after `cycles_i +
//! 1` cycles. `offset_o` is a register: the number of the pass through the phase plus the cycles spent in
//! the row. At rest the sequencer stays on a halt row: on the one that ended the run, and after reset on the
//! last row of the ROM. `start_i` while `busy_o` is high is an error and has no effect.

mod update;

use super::resize::Resize;
use crate::signal::{Cst, Flop, Reg, Sig};
use crate::spec::memory::MemorySpec;
use rust_hdl_core::prelude::*;

/// The row counter and the pass counter.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Sequencer {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub cycles_i: Sig<In>,
    pub last_i: Signal<In, Bit>,
    pub again_i: Signal<In, Bit>,
    pub addr_o: Sig<Out>,
    pub offset_o: Sig<Out>,
    pub busy_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    row: Reg,
    // The first row of the phase, the number of the pass, and the cycles spent in the row.
    phase: Reg,
    pass: Reg,
    spent: Reg,
    offset: Reg,
    busy: Flop,
    error: Flop,
    starts: Signal<Local, Bit>,
    halts: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    repeats: Signal<Local, Bit>,
    fresh: Signal<Local, Bit>,
    following: Sig<Local>,
    next_row: Sig<Local>,
    next_phase: Sig<Local>,
    next_pass: Sig<Local>,
    passed: Resize,
    first_row: Cst,
    one_row: Cst,
    first_pass: Cst,
    last_pass: Cst,
    one_pass: Cst,
    no_cycle: Cst,
    one_cycle: Cst,
    one_flit: Cst,
}

impl Sequencer {
    /// The sequencer of any class.
    pub fn new(spec: &MemorySpec) -> Self {
        let widths = spec.widths();
        let (row, cycles, flit, index) = (widths.row, widths.cycles, widths.flit, widths.index);
        Sequencer {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            cycles_i: Sig::new(cycles),
            last_i: Signal::default(),
            again_i: Signal::default(),
            addr_o: Sig::new(row),
            offset_o: Sig::new(index),
            busy_o: Signal::default(),
            error_o: Signal::default(),
            row: Reg::new((1 << row) - 1, row),
            phase: Reg::new(0, row),
            pass: Reg::new(0, flit),
            spent: Reg::new(0, cycles),
            offset: Reg::new(0, index),
            busy: Flop::default(),
            error: Flop::default(),
            starts: Signal::default(),
            halts: Signal::default(),
            moves: Signal::default(),
            repeats: Signal::default(),
            fresh: Signal::default(),
            following: Sig::new(row),
            next_row: Sig::new(row),
            next_phase: Sig::new(row),
            next_pass: Sig::new(flit),
            passed: Resize::new(flit, index),
            first_row: Cst::new(0, row),
            one_row: Cst::new(1, row),
            first_pass: Cst::new(0, flit),
            last_pass: Cst::new(spec.program.flits as u128 - 1, flit),
            one_pass: Cst::new(1, flit),
            no_cycle: Cst::new(0, cycles),
            one_cycle: Cst::new(1, cycles),
            one_flit: Cst::new(1, index),
        }
    }
}
