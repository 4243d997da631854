//! The ROMs of a node with message memories: rows of fields, their Verilog, and a registered read.
//!
//! The memory is `rows`, with a line for each row: `rows[4'd3] = 40'h12;`. The ROMs of two classes differ
//! only in these lines. All rows after the last one are the same. The row register is 0 in reset.

use crate::kernel::rom::hex;
use crate::rom_text::RomText;
use crate::spec::LOGIC_ROWS;
use std::fmt::Write;

/// Rows of fields. Values are in the order of the columns, the first one in the lowest bits.
pub(super) struct Table {
    /// Bits of a row's number.
    pub address: usize,
    /// Name and width of every field.
    pub columns: Vec<(String, usize)>,
    /// The values and the comment of each row.
    pub rows: Vec<(Vec<u128>, String)>,
    /// The values of every row after the last one.
    pub beyond: Vec<u128>,
}

impl Table {
    /// The values of a row. `None` is the register in reset.
    pub fn values(&self, row: Option<usize>) -> Vec<u128> {
        match row {
            Some(row) => self.rows.get(row).map_or(&self.beyond, |(values, _)| values).clone(),
            None => vec![0; self.columns.len()],
        }
    }

    /// Bits of a row.
    pub fn width(&self) -> usize {
        self.columns.iter().map(|(_, width)| width).sum()
    }

    /// The body of the module.
    pub fn text(&self) -> String {
        self.memory() + &self.fields()
    }

    fn digits(&self, values: &[u128]) -> String {
        let fields = values.iter().zip(&self.columns);
        let bits = |(&value, &(_, width)): (&u128, &(String, usize))| {
            (0..width).map(move |i| i < 128 && value >> i & 1 == 1)
        };
        hex(&fields.flat_map(bits).collect::<Vec<bool>>())
    }

    fn memory(&self) -> String {
        let width = self.width();
        let memory = RomText { name: "rows", address: self.address, width, indent: "" };
        let mut text = memory.declared(1 << self.address > LOGIC_ROWS);
        let _ = writeln!(text, "reg [{}:0] row_q;\n", width - 1);
        let _ = writeln!(text, "// The rows.\ninitial begin\n  row_q = {width}'h0;");
        for (k, (values, meaning)) in self.rows.iter().enumerate() {
            let _ = writeln!(text, "{}  // {meaning}", memory.row(k, &self.digits(values)));
        }
        text + &memory.unused(self.rows.len(), &self.digits(&self.beyond)) + "end\n"
    }

    fn fields(&self) -> String {
        let mut text = format!(
            "\n// The row register.\nalways @(posedge clk_i) begin\n  if (!rst_ni) begin\n    \
             row_q <= {}'h0;\n  end else begin\n    row_q <= rows[addr_i];\n  end\nend\n\n\
             // The fields of the row.\n",
            self.width()
        );
        let mut from = 0;
        for (name, width) in &self.columns {
            let range = if *width == 1 { from.to_string() } else { format!("{}:{from}", from + width - 1) };
            let _ = writeln!(text, "assign {name} = row_q[{range}];");
            from += width;
        }
        text
    }
}
