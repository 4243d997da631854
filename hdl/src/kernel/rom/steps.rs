//! The Verilog of a generator for odd radices and radix 2: it makes the rows of a slot table from a table of
//! letters.
//!
//! The frame is played by steps ([`Steps`]): all dimensions play the same letter at once, each for messages
//! that began a different number of letters before. So the work of a router follows from three things: the
//! step, the number of letters 0 before it, and whether its sign differs from that of the step before. No
//! message is tracked. A row of this table is a letter; a row of a ROM is a slot with the settings of all
//! exits.
//!
//! Registers hold the current step and those after it, as many as a window has letters. They are the runs of
//! the messages that begin.
//!
//! Bounds: the table is in logic and has a row for each step, about half as many rows as there are messages.

mod counter;
mod row;
mod window;

use self::counter::Counter;
use super::hex;
use crate::rom_text::rom_attribute;
use crate::spec::SlotTable;
use std::collections::BTreeSet;
use torus_model::route::bits;
use torus_model::schedule::steps::{Step, Steps};

/// The parameters of the Verilog text.
pub(super) struct StepGenerator<'a> {
    steps: Vec<Step>,
    table: &'a SlotTable,
    /// Bits of a row.
    width: usize,
    radix: usize,
    /// Dimensions.
    d: usize,
    /// Bits of a step's fields: its hops less one, the number of letters 0 before it, and whether its sign
    /// changes.
    less: usize,
    zeros: usize,
    crosses: usize,
}

impl<'a> StepGenerator<'a> {
    /// The generator of this table, with these steps and rows of `width` bits.
    pub fn new(steps: &Steps, table: &'a SlotTable, width: usize) -> Self {
        let (radix, d) = (steps.radix(), steps.order());
        let crosses = usize::from(steps.is_mirrored() && d > 1);
        let (less, zeros) = (bits(radix / 2), bits(d));
        StepGenerator { steps: steps.steps(), table, width, radix, d, less, zeros, crosses }
    }

    /// Bits of a step.
    fn bits(&self) -> usize {
        self.less + self.zeros + self.crosses
    }

    /// The body of the module, up to the row that it shows next.
    pub fn text(&self) -> String {
        let played = match self.bits() {
            0 => "// Every slot is a step of one hop.\nwire unused_restart = restart_i;\n".to_string(),
            _ => [self.letters(), self.player()].join("\n"),
        };
        [played, self.window(), self.row()].join("\n")
    }

    /// The fields of a step, lowest first. After the largest number of letters 0 no message depends on the
    /// change of sign.
    fn value(&self, step: &Step) -> usize {
        let crosses = usize::from(step.crosses && step.zeros + 1 < self.d) * self.crosses;
        (crosses << self.zeros | step.zeros) << self.less | (step.hops - 1)
    }

    /// Several steps as one number, the first step lowest.
    fn number(&self, steps: &[Step]) -> String {
        let bit = |value: usize| (0..self.bits()).map(move |bit| value >> bit & 1 == 1);
        hex(&steps.iter().flat_map(|step| bit(self.value(step))).collect::<Vec<_>>())
    }

    /// Every step with the number of its row. Row 0 has the first step that is not in the registers at the
    /// start.
    fn rows(&self) -> Vec<(Step, usize)> {
        let count = self.steps.len();
        let numbers: Vec<usize> = self.counter().numbers().take(count).collect();
        (0..count).map(|at| (self.steps[at], numbers[(at + count - self.d) % count])).collect()
    }

    fn counter(&self) -> Counter {
        Counter::of(self.steps.len())
    }

    /// The table of steps.
    fn letters(&self) -> String {
        let (bits, counter) = (self.bits(), self.counter());
        let moves = match self.radix {
            2 => ".",
            _ => ": messages of one\n// track make its hops by plus, those of the other track by minus.",
        };
        let mut text = format!(
            r#"// A letter is a run in one dimension; letter 0 has no hops. A message is a row of letters, one
// for each dimension. A step is a letter other than 0, which all dimensions play at once{moves}
// Its fields, lowest first: hops less one, letters 0 before it, whether the tracks change places; a field
// that never changes is left out. Steps stand in their order; rows are numbered as the register below
// runs through its values.
{attribute}
reg [{0}:0] steps [0:{1}];
"#,
            bits - 1,
            counter.most(),
            attribute = rom_attribute(false),
        );
        let rows = self.rows();
        let row =
            |number: usize, value: &str| format!("  steps[{}] = {bits}'h{value};\n", counter.value(number));
        text.push_str("initial begin\n");
        rows.iter().for_each(|(step, number)| text += &row(*number, &self.number(&[*step])));
        text.push_str("  // Steps that it never comes to.\n");
        let taken: BTreeSet<usize> = rows.iter().map(|(_, number)| *number).collect();
        let free = (0..=counter.most()).filter(|number| !taken.contains(number));
        free.for_each(|number| text += &row(number, "0"));
        text + "end\n"
    }

    /// The registers of the current step and of those after it.
    fn player(&self) -> String {
        let (bits, counter, whole) = (self.bits(), self.counter(), self.d * self.bits());
        let following = match self.d {
            1 => "steps[ahead_q]".to_string(),
            _ => format!("{{steps[ahead_q], steps_q[{}:{bits}]}}", whole - 1),
        };
        let last = counter.numbers().nth(self.steps.len() - 1).expect("a number for each step");
        format!(
            r"reg [{0}:0] steps_q;  // the step that is played in the lowest bits, and those behind it
reg [{1}:0] ahead_q;  // the row of the next one
wire [{0}:0] following = {following};
wire idle = restart_i | !running_i;
{slots}
// A step leaves when it ends, and one comes behind the others.
always @(posedge clk_i) begin
  if (idle) begin
    steps_q <= {whole}'h{start};
  end else if (ends) begin
    steps_q <= following;
  end
end

// A linear feedback shift register (XNOR) counts the rows, and begins again at 0 after the last one.
always @(posedge clk_i) begin
  if (idle | (ends & (ahead_q == {last}))) begin
    ahead_q <= {zero};
  end else if (ends) begin
    ahead_q <= {shifted};
  end
end
",
            whole - 1,
            counter.bits() - 1,
            slots = self.slots(),
            start = self.number(&self.steps[..self.d]),
            last = counter.value(last),
            zero = counter.value(0),
            shifted = counter.shifted("ahead_q"),
        )
    }

    /// The counter of the slots of a step.
    fn slots(&self) -> String {
        let less = self.less;
        if less == 0 {
            return "wire ends = 1'b1;  // a step is one slot\n".into();
        }
        format!(
            r"reg [{0}:0] left_q;  // slots that the step goes on for
reg first_q;  // this is its first one
wire ends = left_q == {less}'h0;

// A step begins when the one before it ends.
always @(posedge clk_i) begin
  if (idle) begin
    left_q <= {less}'h{start:x};
    first_q <= 1'b1;
  end else begin
    left_q <= ends ? following[{0}:0] : left_q - {less}'h1;
    first_q <= ends;
  end
end
",
            less - 1,
            start = self.steps[0].hops - 1,
        )
    }
}
