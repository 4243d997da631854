//! Pieces of Verilog that the leaves share.

use crate::signal::text::vector;

/// Terms joined, or the value where there are none.
pub(super) fn joined(terms: &[String], by: &str, none: &str) -> String {
    match terms.is_empty() {
        true => none.into(),
        false => terms.join(by),
    }
}

/// A clocked block of registers with reset and power-up values: name, value, next value.
pub(super) fn registers(all: &[(String, String, String)]) -> String {
    let line = |pad: &str, by: &str, (name, value, _): &(String, String, String)| {
        format!("{pad}{name} {by} {value};\n")
    };
    let mut text = String::from("\ninitial begin\n");
    text.extend(all.iter().map(|one| line("  ", "=", one)));
    text += "end\nalways @(posedge clk_i) begin\n  if (!rst_ni) begin\n";
    text.extend(all.iter().map(|one| line("    ", "<=", one)));
    text += "  end else begin\n";
    text.extend(all.iter().map(|(name, _, next)| format!("    {name} <= {next};\n")));
    text + "  end\nend\n"
}

/// Declares a row of values of `width` bits, to be read by [`at`] at a number of so many bits. Numbers beyond
/// the last value read that one.
pub(super) fn row(name: &str, number: usize, width: usize, values: &[String]) -> String {
    let (room, last) = (width.next_power_of_two(), values.len() - 1);
    let value = |n: usize| match room - width {
        0 => values[n.min(last)].clone(),
        above => format!("{above}'d0, {}", values[n.min(last)]),
    };
    let row: Vec<String> = (0..1 << number).rev().map(value).collect();
    format!("wire {}{name} = {{{}}};\n", vector(room << number), row.join(", "))
}

/// The value of a row at a number.
pub(super) fn at(row: &str, number: &str, width: usize) -> String {
    match width.next_power_of_two().ilog2() {
        0 => format!("{row}[{number}]"),
        bits => format!("{row}[{{{number}, {bits}'d0}} +: {width}]"),
    }
}
