//! The declaration and the rows of a memory with fixed contents, as Verilog.
//!
//! Tools differ in the attributes that they read. Logic is asked for in the words of each: yosys reads
//! `ram_style` first, and has no LUT memory without a write port; Vivado reads `rom_style`, for which UG901
//! allows `block` and `distributed`; Quartus reads `romstyle`. Block RAM has one word for yosys and Vivado.
//! Other tools choose by themselves.

use std::fmt::Write;

/// Asks for logic.
const LOGIC: &str = r#"(* ram_style = "registers", rom_style = "distributed", romstyle = "logic" *)"#;

/// Asks for block RAM.
const BLOCK: &str = r#"(* rom_style = "block" *)"#;

/// The attribute of a memory with fixed contents.
pub fn rom_attribute(in_block_ram: bool) -> &'static str {
    match in_block_ram {
        true => BLOCK,
        false => LOGIC,
    }
}

/// A memory with fixed contents. It has a row for every address, so that no address is undefined.
pub struct RomText<'a> {
    /// The name of the memory.
    pub name: &'a str,
    /// Bits of an address.
    pub address: usize,
    /// Bits of a row.
    pub width: usize,
    /// What stands before each line, without the two places that rows are indented further.
    pub indent: &'a str,
}

impl RomText<'_> {
    /// The declaration with its attribute.
    pub fn declared(&self, in_block_ram: bool) -> String {
        let RomText { name, indent, .. } = self;
        let (top, last) = (self.width - 1, (1usize << self.address) - 1);
        format!("{indent}{}\n{indent}reg [{top}:0] {name} [0:{last}];\n", rom_attribute(in_block_ram))
    }

    /// The statement that sets a row: `rows[4'd3] = 40'h12;`. `digits`: the row in hexadecimal.
    pub fn row(&self, at: usize, digits: &str) -> String {
        let RomText { name, address, width, indent } = self;
        format!("{indent}  {name}[{address}'d{at}] = {width}'h{digits};")
    }

    /// The statements that set the rows from `first` on to the same value.
    pub fn unused(&self, first: usize, digits: &str) -> String {
        let mut text = String::new();
        if first < 1 << self.address {
            let _ = writeln!(text, "{}  // Rows after the last one.", self.indent);
        }
        for at in first..1 << self.address {
            let _ = writeln!(text, "{}", self.row(at, digits));
        }
        text
    }
}
