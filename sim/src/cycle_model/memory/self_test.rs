//! The self-test agents of a bench, for the nodes of one class: they load blocks, start the nodes, read the
//! results back and compare.
//!
//! The self-test agents of a class are in step. They differ only in the flits, which depend on the place of
//! the processor in the torus.

use super::banks::Layout;
use super::image::{Constants, Entry};
use super::payload::Number;

/// The activity of a self-test agent with the rows of its expected-data ROM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Work {
    /// Nothing, or waiting.
    #[default]
    Rest,
    Load,
    Read,
}

/// The state of a self-test agent.
#[derive(Clone, Debug)]
pub struct SelfTest {
    constants: Constants,
    expected_data: Vec<Entry>,
    /// The row and flit asked of the expected-data ROM, and the purpose.
    row: u32,
    flit: u32,
    work: Work,
    /// The same a cycle later: the row is in the register of the expected-data ROM. 0 in reset.
    held: Option<usize>,
    held_flit: u32,
    held_work: Work,
    /// Two cycles later: a result has been read and can be compared.
    checks: bool,
    starts: bool,
    waits: bool,
    ends: [bool; 2],
    busy: bool,
    done: bool,
    /// Runs begun since reset.
    run: u32,
    nothing: Entry,
}

impl SelfTest {
    /// A self-test agent at rest.
    pub fn new(constants: Constants, expected_data: Vec<Entry>, dims: usize) -> Self {
        let nothing = Entry { partner: vec![0; dims], ..Entry::default() };
        SelfTest {
            constants,
            expected_data,
            row: 0,
            flit: 0,
            work: Work::Rest,
            held: None,
            held_flit: 0,
            held_work: Work::Rest,
            checks: false,
            starts: false,
            waits: false,
            ends: [false; 2],
            busy: false,
            done: false,
            run: 0,
            nothing,
        }
    }

    /// Reset.
    pub fn clear(&mut self) {
        (self.row, self.flit, self.work) = (0, 0, Work::Rest);
        (self.held, self.held_flit, self.held_work) = (None, 0, Work::Rest);
        (self.checks, self.starts, self.waits, self.ends) = (false, false, false, [false; 2]);
        (self.busy, self.done, self.run) = (false, false, 0);
    }

    /// The row in the register of the expected-data ROM.
    pub fn entry(&self) -> &Entry {
        self.held.and_then(|row| self.expected_data.get(row)).unwrap_or(&self.nothing)
    }

    /// The numbers of the run and of the flit for this row.
    pub fn number(&self) -> Number {
        Number { run: self.run, flit: self.held_flit }
    }

    /// The address at the port of the memory.
    pub fn address(&self, layout: &Layout) -> u32 {
        layout.add(self.entry().place, self.held_flit)
    }

    /// Whether the agent writes a flit in this cycle.
    pub fn writes(&self) -> bool {
        self.held_work == Work::Load && self.entry().valid
    }

    /// Whether the agent reads a flit in this cycle.
    pub fn reads(&self) -> bool {
        self.held_work == Work::Read && self.entry().valid
    }

    /// Whether the agent compares a flit that was read.
    pub fn checks(&self) -> bool {
        self.checks
    }

    /// Whether the agent starts the nodes in this cycle.
    pub fn starts(&self) -> bool {
        self.starts
    }

    /// Whether all results of the last run were read.
    pub fn done(&self) -> bool {
        self.done
    }

    /// A clock edge. Returns whether a start came before the end of a run; it then has no effect.
    pub fn edge(&mut self, start: bool, node_busy: bool) -> bool {
        let (wrong, begins) = (start && self.busy, start && !self.busy);
        self.checks = self.reads();
        (self.held, self.held_flit, self.held_work) = (Some(self.row as usize), self.flit, self.work);
        let [loaded, read] = self.turn(begins);
        let rested = self.waits && !node_busy;
        self.waits = self.starts || (self.waits && !rested);
        self.starts = loaded;
        self.work = self.next(begins, rested, loaded || read);
        let [ending, closing] = self.ends;
        self.run = self.run.wrapping_add(begins as u32);
        self.done = !begins && (self.done || closing);
        self.busy = begins || (self.busy && !closing);
        self.ends = [read, ending];
        wrong
    }

    /// Advances to the next flit or row. Returns whether the last block is loaded, and whether the last
    /// result is read.
    fn turn(&mut self, begins: bool) -> [bool; 2] {
        let (row, works) = (self.row, self.work != Work::Rest);
        let turns = works && self.flit == self.constants.last_flit;
        (self.row, self.flit) = match () {
            _ if begins => (0, 0),
            _ if turns => ((row + 1) % self.expected_data.len() as u32, 0),
            _ => (row, self.flit + u32::from(works)),
        };
        let over = |work, last| turns && self.work == work && row == last;
        [over(Work::Load, self.constants.load_row), over(Work::Read, self.constants.result_row)]
    }

    fn next(&self, begins: bool, rested: bool, over: bool) -> Work {
        match self.work {
            _ if begins => Work::Load,
            _ if rested => Work::Read,
            _ if over => Work::Rest,
            work => work,
        }
    }
}
