//! Checks and reads ROMs of emitted files: one memory `rows`, every row set once, to one literal of its
//! width.
//!
//! The tile engine and the model engine read rows from the text; for the fabric engine, Verilator reads them.
//! They read the same only if the text contains nothing else. So all three refuse any other form: an
//! expression; a row that is missing, set twice, too wide or after the last; a directive; a second block;
//! another module that accesses the rows.

use super::source::{class, code, count_to, decimal, hides, sized, words};
use crate::engine::Contents;
use crate::output::shown;
use crate::{Manifest, SimError};
use std::path::Path;
use std::path::PathBuf;
use thiserror::Error;
use torus_model::quote::shortened_reason;

/// A line of a ROM that engines might read differently.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}, line {line}: {}; a ROM sets each of its rows once, to one literal such as `rows[2'd1] = \
     40'h0;`, and has nothing else about them, so that every engine reads the same: correct it, \
     or emit the folder again",
    shown(.path),
    shortened_reason(.reason)
)]
pub struct RomTextError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// Why the row cannot be read.
    pub reason: String,
}

/// The modules with such a memory: what a network sends, what it runs, and where blocks are.
const NAMES: [&str; 3] = ["rom", "program", "expected_rom"];

/// The widest row, in bits: a header has at most 128 bits for each local port, and there are a few dozen
/// local ports.
const WIDEST: usize = 1 << 14;

/// The line of a fault, counted from 1, and a description.
type Fault = (usize, String);

/// Whether a text has a memory of rows.
pub(super) fn has_rows(text: &str) -> bool {
    text.contains("] rows [0:")
}

/// Whether a line sets a row.
pub(super) fn is_row(line: &str) -> bool {
    line.trim_start().starts_with("rows[")
}

/// Whether a module must have this form.
pub(super) fn is_rom(module: &str, text: &str, manifest: &Manifest) -> bool {
    let part = module.strip_prefix(&manifest.name).and_then(|rest| rest.strip_prefix('_')).unwrap_or("");
    let class = class(part);
    NAMES.contains(&part.strip_suffix(class).unwrap_or(part)) || has_rows(text)
}

/// Reads the contents of a ROM from its text. Error: a line of another form.
pub(super) fn read(name: &str, text: &str, path: &Path) -> Result<Contents, SimError> {
    let found = parse(name, text);
    found.map_err(|(line, reason)| RomTextError { path: path.to_path_buf(), line, reason }.into())
}

/// Refuses a module that is not a ROM and contains the word `rows`.
pub(super) fn refuse_others(text: &str, path: &Path) -> Result<(), SimError> {
    let says = |line: &&str| words(code(line)).any(|word| word == "rows");
    match (1..).zip(text.lines()).find(|(_, line)| says(line)) {
        Some((line, _)) => {
            let reason = "another module says `rows`, which may change them".to_string();
            Err(RomTextError { path: path.to_path_buf(), line, reason }.into())
        }
        None => Ok(()),
    }
}

/// The memory, row by row.
struct Memory {
    /// The line of the declaration.
    line: usize,
    bits: usize,
    words: usize,
    data: Vec<u32>,
    set: Vec<bool>,
}

fn parse(name: &str, text: &str) -> Result<Contents, Fault> {
    let (mut memory, mut blocks, mut inside) = (None::<Memory>, 0, false);
    let set_lines = text.lines().filter(|line| is_row(line)).count();
    for (number, line) in (1..).zip(text.lines()) {
        let code = code(line);
        if hides(code) {
            return Err((number, "a directive, a block comment or an escaped name".to_string()));
        }
        match (&mut memory, declared(code)) {
            // Every row must be set, so the lines that set rows bound the memory that is allocated.
            (None, Some((bits, depth))) if bits <= WIDEST && depth <= 2 * set_lines => {
                memory = Some(Memory::new(number, bits, depth))
            }
            (Some(memory), None) if code.starts_with("rows[") && inside => {
                memory.set(code).map_err(|reason| (number, reason))?
            }
            _ if code == "initial begin" && blocks == 0 => (blocks, inside) = (1, true),
            _ if code == "end" && inside => inside = false,
            _ if inside && !code.is_empty() && !resets(code) => {
                return Err((number, "neither a row nor the register behind the rows".to_string()));
            }
            _ if words(code).any(|word| word == "initial") => {
                return Err((number, "a second block of initial values".to_string()));
            }
            _ if words(code).any(|word| word == "rows") && !reads(code) => {
                return Err((number, "`rows` outside of the block that sets them".to_string()));
            }
            _ => {}
        }
    }
    let memory = memory.ok_or_else(|| (1, "no memory such as `reg [39:0] rows [0:3];`".to_string()))?;
    match memory.set.iter().position(|set| !set) {
        Some(row) => Err((memory.line, format!("row {row} is not set"))),
        None => Ok(Contents { name: name.to_string(), words: memory.words, data: memory.data }),
    }
}

/// The bits and the depth in `reg [47:0] rows [0:7];`.
fn declared(code: &str) -> Option<(usize, usize)> {
    let (bits, depth) = code.strip_prefix("reg [")?.strip_suffix("];")?.split_once(":0] rows [0:")?;
    Some((count_to(bits)? as usize, count_to(depth)? as usize))
}

/// The registers after the rows: a ROM of logic has only the first, a block RAM has all of them.
const REGISTERS: [&str; 4] = ["row_q", "read_q", "answer_q", "busy_q"];

/// Whether a line has the form `row_q = 48'h0;`.
fn resets(code: &str) -> bool {
    let value = |name: &&str| code.strip_prefix(name)?.strip_prefix(" = ")?.strip_suffix("'h0;");
    let value = REGISTERS.iter().find_map(value);
    value.is_some_and(|width| decimal(width).is_some())
}

/// Whether a line has the form `row_q <= rows[slot_i];`.
fn reads(code: &str) -> bool {
    let address = |name: &&str| code.strip_prefix(name)?.strip_prefix(" <= rows[")?.strip_suffix("];");
    let address = REGISTERS.iter().find_map(address);
    address.is_some_and(|address| address.ends_with("_i") && words(address).eq([address]))
}

impl Memory {
    fn new(line: usize, bits: usize, depth: usize) -> Self {
        let words = bits.div_ceil(32);
        Memory { line, bits, words, data: vec![0; depth * words], set: vec![false; depth] }
    }

    /// Sets a row from a line such as `rows[3'd0] = 48'h801;`. Error: a description of what is wrong.
    fn set(&mut self, code: &str) -> Result<(), String> {
        let row = code.strip_prefix("rows[").and_then(|rest| rest.split_once("] = "));
        let row = row.and_then(|(place, value)| {
            let (width, place) = sized(place, 'd')?;
            Some((width, decimal(place)?, value.strip_suffix(';')?))
        });
        let (width, place, value) = row.ok_or("no row of the form `rows[2'd1] = 40'h0;`")?;
        if width >= 64 || place >> width != 0 {
            return Err("a row's number that does not fit its width".to_string());
        }
        let place = place as usize;
        let (depth, bits) = (self.set.len(), self.bits);
        match self.set.get_mut(place) {
            None => return Err(format!("row {place} of a memory whose last is {}", depth - 1)),
            Some(true) => return Err(format!("row {place} again")),
            Some(set) => *set = true,
        }
        let digits = sized(value, 'h').filter(|(width, _)| *width == bits as u64).map(|(_, digits)| digits);
        let words = &mut self.data[place * self.words..(place + 1) * self.words];
        let filled = digits.and_then(|digits| fill(words, bits, digits));
        filled.ok_or_else(|| format!("row {place} is not one literal of {bits} bits"))
    }
}

/// Converts hexadecimal digits to words, the least significant first. `None`: another digit, no digit, or
/// more bits than the row has.
fn fill(words: &mut [u32], bits: usize, digits: &str) -> Option<()> {
    (!digits.is_empty()).then_some(())?;
    for (at, digit) in digits.bytes().rev().enumerate() {
        let value = (digit as char).to_digit(16)?;
        let used = 4 * at + (32 - value.leading_zeros()) as usize;
        (value == 0 || used <= bits).then_some(())?;
        if value != 0 {
            words[at / 8] |= value << (at % 8 * 4);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROM: &str = "\
// a ROM
`default_nettype none

module n_rom_c1 (
);
  (* rom_style = \"logic\" *)
  reg [33:0] rows [0:3];
  reg [33:0] row_q;

  initial begin
    row_q = 34'h0;
    // slot 0: idle
    rows[2'd0] = 34'h300000001;
    rows[2'd3] = 34'h0;
    rows[2'd2] = 34'h00Af;  // idle
    rows[2'd1] = 34'h0;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      row_q <= 34'h0;
    end else begin
      row_q <= rows[slot_i];
    end
  end

endmodule

`default_nettype wire
";

    #[test]
    fn rows_are_words() {
        let expected = Contents { name: "rom".into(), words: 2, data: vec![1, 3, 0, 0, 0xaf, 0, 0, 0] };
        assert_eq!(parse("rom", ROM), Ok(expected));
    }

    const FORM: &str = "no row of the form `rows[2'd1] = 40'h0;`";
    const NEITHER: &str = "neither a row nor the register behind the rows";
    const OUTSIDE: &str = "`rows` outside of the block that sets them";
    const LITERAL: &str = "row 1 is not one literal of 34 bits";
    const HIDDEN: &str = "a directive, a block comment or an escaped name";
    const LAST: &str = "rows[2'd1] = 34'h0;";

    /// A part of the ROM, its replacement, the line that is refused, and the reason.
    const CHANGES: &[(&str, &str, usize, &str)] = &[
        (LAST, "rows[2'd1] = 34'h1 ^ 34'h3;", 16, LITERAL),
        (LAST, "rows[2'd1] = 34'h400000000;", 16, LITERAL),
        (LAST, "rows[2'd1] = 33'h0;", 16, LITERAL),
        (LAST, "rows[2'd1] = 34'd0;", 16, LITERAL),
        (LAST, "rows[2'd1] = 34'h;", 16, LITERAL),
        (LAST, "rows[2'd1] = 34'h1_0;", 16, LITERAL),
        (LAST, "rows[2'd1] = 34'hx;", 16, LITERAL),
        (LAST, "rows[2'd1] = {34{1'b0}};", 16, LITERAL),
        (LAST, "rows[2'd1] = 34'h0; rows[2'd0] = 34'h2;", 16, LITERAL),
        (LAST, "rows[2'd1] <= 34'h0;", 16, FORM),
        (LAST, "rows[1] = 34'h0;", 16, FORM),
        (LAST, "rows[2'd1][3:0] = 4'h0;", 16, FORM),
        (LAST, "rows[2'd1] =", 16, FORM),
        (LAST, "rows[2'd5] = 34'h0;", 16, "a row's number that does not fit its width"),
        (LAST, "rows[3'd4] = 34'h0;", 16, "row 4 of a memory whose last is 3"),
        (LAST, "rows[2'd0] = 34'h0;", 16, "row 0 again"),
        (LAST, "", 7, "row 1 is not set"),
        (LAST, "// rows[2'd1] = 34'h0;", 7, "row 1 is not set"),
        (LAST, "rows [2'd1] = 34'h0;", 16, NEITHER),
        (LAST, "if (1) rows[2'd1] = 34'h0;", 16, NEITHER),
        (LAST, "/* */ rows[2'd1] = 34'h0;", 16, HIDDEN),
        (LAST, "`ifdef A", 16, HIDDEN),
        (LAST, "\\rows [2'd1] = 34'h0;", 16, HIDDEN),
        ("row_q = 34'h0;", "row_q = 34'h0; rows[2'd0] = 34'h1;", 11, NEITHER),
        (
            "  end\n\n  always",
            "  end\n  initial rows[2'd0] = 34'h1;\n  always",
            18,
            "a second block of initial values",
        ),
        ("  end\n\n  always", "  end\n  initial begin\n  always", 18, "a second block of initial values"),
        ("row_q <= rows[slot_i];", "row_q <= rows[slot_i] ^ 34'h1;", 23, OUTSIDE),
        ("row_q <= rows[slot_i];", "rows[slot_i] <= row_q;", 23, OUTSIDE),
        ("row_q <= rows[slot_i];", "row_q <= rows[~slot_i];", 23, OUTSIDE),
        ("endmodule", "$readmemh(\"a\", rows);", 27, OUTSIDE),
        ("reg [33:0] rows [0:3];", "reg [33:0] rows[0:3];", 7, OUTSIDE),
        ("reg [33:0] row_q;", "reg [33:0] rows [0:3];", 8, OUTSIDE),
        ("reg [33:0] rows [0:3];", "", 13, NEITHER),
        ("reg [33:0] rows [0:3];", "reg [33:0] rows [0:99999999999];", 7, OUTSIDE),
        ("reg [33:0] rows [0:3];", "reg [99999999999:0] rows [0:3];", 7, OUTSIDE),
    ];

    /// Engines would read each of these changes differently.
    #[test]
    fn everything_else_is_refused_with_its_line() {
        for &(from, to, line, reason) in CHANGES {
            assert!(ROM.contains(from), "{from}");
            assert_eq!(parse("rom", &ROM.replacen(from, to, 1)), Err((line, reason.to_string())), "{to}");
        }
        assert_eq!(parse("rom", "").unwrap_err().0, 1);
    }
}
