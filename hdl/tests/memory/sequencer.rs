//! The sequencer in rust-hdl's simulator against a plain walk over the rows.
//!
//! State space: all programs of up to three phases with one or two rows of 1 or 2 cycles each, run in passes
//! or once. Parameters: 1 to 4 flits. There are two runs, one after the other, and starts that come too
//! early.

use crate::common::memory::{spec, timed, Corner};
use crate::common::{put, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::memory::Sequencer;
use torus_model::collective::{NodeProgram, Program, Row};
use torus_model::PortModel::OnePort;

/// The forms of a phase: one row or two, the last one of 1 or 2 cycles, in passes or not.
fn phase(code: usize) -> Vec<Row> {
    let row = |cycles, last, again| Row { cycles, last, again, writes: vec![None] };
    let (again, cycles) = (code & 1 == 1, 1 + (code >> 1 & 1) as u32);
    match code >> 2 & 1 {
        0 => vec![row(cycles, true, again)],
        _ => vec![row(3 - cycles, false, false), row(cycles, true, again)],
    }
}

fn program(rows: Vec<Row>, flits: u32) -> Program {
    let corner = Corner { dims: "3", ports: OnePort, banks: 1, flits, worms: false, broadcast: false };
    let known = corner.program();
    let class = NodeProgram { rows, ..known.classes[0].clone() };
    Program { classes: vec![class], ..known }
}

/// A sequencer with its ROM: the contents of the row register.
struct Bench {
    sequencer: Sequencer,
    rows: Vec<Row>,
    row: Option<usize>,
}

impl Bench {
    fn new(program: &Program) -> Self {
        let torus = torus("3");
        let mut sequencer = Sequencer::new(&spec(&torus, program));
        sequencer.connect_all();
        check_all(&sequencer).unwrap();
        let mut bench = Bench { sequencer, rows: program.classes[0].rows.clone(), row: None };
        bench.cycle(false);
        bench.sequencer.rst_ni.next = true;
        bench.cycle(false);
        bench
    }

    /// Makes a cycle. The row register is 0 in reset. After the last row there are halt rows.
    fn cycle(&mut self, start: bool) {
        let row = self.row.and_then(|row| self.rows.get(row));
        let (cycles, last) = row.map_or((0, false), |row| (row.cycles - 1, row.last));
        let again = row.map_or(self.row.is_some(), |row| row.again);
        put(&mut self.sequencer.cycles_i, cycles as u128);
        self.sequencer.last_i.next = last;
        self.sequencer.again_i.next = again;
        self.sequencer.start_i.next = start;
        crate::common::settle(&mut self.sequencer);
        let next = self.sequencer.addr_o.val().value() as usize;
        tick(&mut self.sequencer, |s| &mut s.clk_i);
        self.row = self.sequencer.rst_ni.val().then_some(next);
    }

    fn offset(&self) -> u128 {
        self.sequencer.offset_o.val().value()
    }
}

/// For every slot the row, and the number that is added to its addresses.
fn slots(rows: &[Row], flits: u32) -> Vec<(usize, u128)> {
    let (mut all, mut pass, mut before) = (Vec::new(), 0, usize::MAX);
    let mut first = 0;
    for (_, row) in timed(rows, flits) {
        let k = rows.iter().position(|other| std::ptr::eq(other, row)).unwrap();
        let new_phase = k == 0 || rows[k - 1].last;
        if new_phase {
            pass = if first == k && before != usize::MAX { pass + 1 } else { 0 };
            first = k;
        }
        before = k;
        all.extend((0..row.cycles).map(|i| (k, (pass + i) as u128)));
    }
    all
}

fn programs() -> Vec<Vec<Row>> {
    let mut all: Vec<Vec<Row>> = (0..8).map(phase).collect();
    for a in 0..8 {
        all.extend((0..8).map(|b| [phase(a), phase(b)].concat()));
        all.extend((0..8).map(|b| [phase(a), phase(b), phase(a ^ b)].concat()));
    }
    all
}

#[test]
fn rows_follow_each_other() {
    for flits in 1..5 {
        for rows in programs() {
            let mut bench = Bench::new(&program(rows.clone(), flits));
            let slots = slots(&rows, flits);
            let mask = (1 << bench.sequencer.offset_o.bits()) - 1;
            for _run in 0..2 {
                assert!(!bench.sequencer.busy_o.val());
                bench.cycle(true);
                for (slot, (row, offset)) in slots.iter().enumerate() {
                    assert_eq!(bench.row, Some(*row), "{flits} {rows:?} {slot}");
                    assert_eq!(bench.offset(), offset & mask, "{flits} {rows:?} {slot}");
                    assert!(bench.sequencer.busy_o.val());
                    bench.cycle(false);
                }
                assert_eq!(bench.row, Some(rows.len()), "The halt row.");
                assert!(bench.sequencer.busy_o.val(), "Busy for one more cycle.");
                bench.cycle(false);
                bench.cycle(false);
                assert_eq!(bench.row, Some(rows.len()), "It rests there.");
            }
            assert!(!bench.sequencer.error_o.val());
        }
    }
}

#[test]
fn an_early_start_is_an_error_and_ignored() {
    let rows = [phase(7), phase(2)].concat();
    let program = program(rows.clone(), 2);
    let slots = slots(&rows, 2);
    for early in 1..slots.len() + 2 {
        let mut bench = Bench::new(&program);
        bench.cycle(true);
        for (slot, (row, _)) in slots.iter().enumerate() {
            assert_eq!(bench.row, Some(*row), "{slot}");
            bench.cycle(slot + 1 == early);
        }
        bench.cycle(slots.len() + 1 == early);
        assert!(bench.sequencer.error_o.val(), "{early}");
        assert!(!bench.sequencer.busy_o.val());
    }
}

#[test]
fn nothing_happens_in_reset_and_before_a_start() {
    let program = program(phase(0), 1);
    let mut bench = Bench::new(&program);
    for _ in 0..5 {
        bench.cycle(false);
        assert!(bench.row >= Some(1) && !bench.sequencer.busy_o.val() && !bench.sequencer.error_o.val());
    }
}
