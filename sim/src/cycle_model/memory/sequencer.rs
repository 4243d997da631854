//! The sequencer: which row of its program a node executes. Rows are active for some cycles; phases are
//! repeated for each flit.
//!
//! Nodes of one class have one program and start together, so a class has one sequencer.

use super::banks::Layout;
use super::image::{Constants, Row};

/// Row, pass and cycle.
#[derive(Clone, Debug)]
pub struct Sequencer {
    last_pass: u32,
    rows: usize,
    /// The active row.
    row: usize,
    /// The first row of its phase, and the number of the pass of the phase.
    phase: usize,
    pass: u32,
    /// Cycles for which the row has been active.
    spent: u32,
    /// The offset added to the row's addresses.
    offset: u32,
    busy: bool,
}

impl Sequencer {
    /// The state after reset: at rest on the last row, which halts.
    pub fn new(rows: usize, constants: &Constants) -> Self {
        let last_pass = constants.last_pass;
        Sequencer { last_pass, rows, row: rows - 1, phase: 0, pass: 0, spent: 0, offset: 0, busy: false }
    }

    /// Reset.
    pub fn clear(&mut self) {
        (self.row, self.phase, self.pass) = (self.rows - 1, 0, 0);
        (self.spent, self.offset, self.busy) = (0, 0, false);
    }

    /// The row in the ROM in this cycle, outside of reset.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The offset added to the row's addresses.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Whether a run is under way.
    pub fn busy(&self) -> bool {
        self.busy
    }

    /// A clock edge. `row`: the row in the ROM. Returns whether a start came during a run; it then has no
    /// effect.
    pub fn edge(&mut self, start: bool, row: &Row, layout: &Layout) -> bool {
        let (was, halts) = (self.busy, row.again && !row.last);
        if start && !was {
            (self.row, self.phase, self.pass) = (0, 0, 0);
            self.enter(layout);
        } else if was && !halts && self.spent == row.cycles {
            self.follow(row);
            self.enter(layout);
        } else if !was {
            self.enter(layout);
        } else {
            (self.spent, self.offset) = (self.spent + 1, layout.offset(self.offset + 1));
        }
        self.busy = (start && !was) || (was && !halts);
        start && was
    }

    /// Begins a row.
    fn enter(&mut self, layout: &Layout) {
        (self.spent, self.offset) = (0, layout.offset(self.pass));
    }

    /// Goes to the row after this one, or back to the first row of the phase.
    fn follow(&mut self, row: &Row) {
        if row.last && row.again && self.pass != self.last_pass {
            (self.row, self.pass) = (self.phase, self.pass + 1);
            return;
        }
        self.row = (self.row + 1) % self.rows;
        if row.last {
            (self.phase, self.pass) = (self.row, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::MemoryInfo;

    /// Only the host of a node can start it too early. The program then continues as if nothing had happened,
    /// even in the halting cycle.
    #[test]
    fn a_start_while_busy_is_an_error_and_nothing_else() {
        let info = MemoryInfo {
            algorithm: String::new(),
            flits: 2,
            banks: 1,
            depth: 4,
            address: 2,
            memory_bits: 0,
            slots: 4,
        };
        let (layout, halt) = (Layout::new(&info), Row { again: true, ..Row::default() });
        let again = Row { cycles: 1, last: true, again: true, ..Row::default() };
        let constants = Constants { last_pass: 1, last_flit: 1, load_row: 0, result_row: 1 };
        let mut sequencer = Sequencer::new(2, &constants);
        let mut run = |start: bool| {
            let row = if sequencer.row() == 0 { &again } else { &halt };
            let wrong = sequencer.edge(start, row, &layout);
            (wrong, sequencer.row(), sequencer.offset(), sequencer.busy())
        };
        // Two passes of two cycles, a halt row, rest; then at once the next run.
        let calm = [(0, 0), (0, 1), (0, 1), (0, 2), (1, 0)].map(|(row, offset)| (row, offset, true));
        for (step, (row, offset, busy)) in calm.into_iter().enumerate() {
            assert_eq!(run(step == 0 || step == 2), (step == 2, row, offset, busy), "step {step}");
        }
        assert_eq!(run(true), (true, 1, 1, false), "the halting cycle is busy");
        assert_eq!(run(false), (false, 1, 0, false));
        assert_eq!(run(true), (false, 0, 0, true));
    }
}
