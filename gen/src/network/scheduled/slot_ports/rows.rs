//! The rows of a table as text: a memory, and two registers after it.

use super::{tables::Rows, SlotTop};
use torus_hdl::{hex_digits, RomText, LOGIC_ROWS};

/// The parameters of the Verilog text.
pub(super) struct RowText<'a> {
    pub top: &'a SlotTop<'a>,
    pub rows: &'a Rows,
    /// Whether a row has, above its offsets, a bit for each local port: whether there is a message.
    pub marked: bool,
}

impl RowText<'_> {
    /// Bits of a row.
    pub fn bits(&self) -> usize {
        self.top.each * (self.top.offset_bits() + self.marked as usize)
    }

    /// The memory with its contents, and the registers.
    pub fn memory(&self) -> String {
        let (width, rows) = (self.bits(), self.rows);
        let memory = RomText { name: "messages", address: self.top.slot_bits(), width, indent: "  " };
        let mut text = memory.declared(rows.len() > LOGIC_ROWS);
        text += &["read_q", "row_q"].map(|name| format!("  reg [{}:0] {name};\n", width - 1)).concat();
        text += "\n  // The rows, one for each slot.\n  initial begin\n";
        for (s, row) in rows.iter().enumerate() {
            text += &format!("    // slot {s}: {}\n", in_words(row));
            text += &format!("{}\n", memory.row(s, &hex_digits(&self.bits_of(row))));
        }
        text + &memory.unused(rows.len(), "0") + "  end\n"
    }

    /// A row as bits, the lowest first.
    pub fn bits_of(&self, row: &[Option<Vec<u32>>]) -> Vec<bool> {
        let widths = self.top.spec.widths().coordinates;
        let field = |offset: &Option<Vec<u32>>, i: usize| offset.as_ref().map_or(0, |offset| offset[i]);
        let bits = |offset: &Option<Vec<u32>>| -> Vec<bool> {
            let of = |(i, &width): (usize, &usize)| {
                let value = field(offset, i);
                (0..width).map(move |bit| value >> bit & 1 == 1)
            };
            widths.iter().enumerate().flat_map(of).collect()
        };
        let marks = row.iter().filter(|_| self.marked).map(Option::is_some);
        row.iter().flat_map(bits).chain(marks).collect()
    }
}

/// The comment on a row, such as `local port 1 (0,3); local port 2 (1,1)`.
fn in_words(row: &[Option<Vec<u32>>]) -> String {
    let one = |(e, offset): (usize, &Option<Vec<u32>>)| {
        let fields: Vec<String> = offset.as_ref()?.iter().map(u32::to_string).collect();
        let fields = format!("({})", fields.join(","));
        Some(if row.len() > 1 { format!("local port {e} {fields}") } else { fields })
    };
    let all: Vec<String> = row.iter().enumerate().filter_map(one).collect();
    if all.is_empty() {
        "nothing".into()
    } else {
        all.join("; ")
    }
}
