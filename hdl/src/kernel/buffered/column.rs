//! Verilog of a column of a crossbar: the granted one of all flits that are offered. It is an OR of ANDs,
//! because at most one flit is granted.

use super::rows::Loop;
use crate::signal::text::{concat, spread, vector};

/// Flits that are offered together, in rows.
pub(super) struct Offered {
    /// The row of grants, a bit for each flit.
    pub grant: String,
    /// The parts of a flit, the highest first: the row that has the part of every flit, and its bits.
    pub parts: Vec<(String, usize)>,
    pub flits: usize,
}

impl Offered {
    fn masked(&self, name: &str, width: usize) -> String {
        let each = Loop { channels: self.flits, variable: "k" };
        let parts: Vec<String> = self.parts.iter().map(|(row, bits)| each.value(row, *bits)).collect();
        format!("{name} = {name} | ({} & {});\n", spread(&each.bit(&self.grant), width), concat(&parts))
    }
}

/// Declares a value of `width` bits, and assigns the granted flit to it.
pub(super) fn column(name: &str, width: usize, offered: &[Offered]) -> String {
    let (rows, single): (Vec<&Offered>, Vec<&Offered>) = offered.iter().partition(|one| one.flits > 1);
    let most = rows.iter().map(|one| one.flits).max();
    let mut text = format!("reg {}{name};\n", vector(width));
    text += if most.is_some() { "integer k;\n" } else { "" };
    text += &format!("always @* begin\n  {name} = {width}'d0;\n");
    text.extend(single.iter().map(|one| format!("  {}", one.masked(name, width))));
    if let Some(most) = most {
        text += &format!("  for (k = 0; k < {most}; k = k + 1) begin\n");
        text.extend(rows.iter().map(|one| format!("    {}", one.masked(name, width))));
        text += "  end\n";
    }
    text + "end\n"
}
