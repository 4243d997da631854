//! Rows: the values of all virtual channels of a link, or of all requesters, side by side in one vector. The
//! first value is the lowest. In Verilog a generate loop goes through the channels.
//!
//! Kernels simulate rows of up to 128 bits, like all vectors, and print rows of any width.

use crate::signal::text::vector;
use crate::signal::Bv;

/// A row of values of `width` bits.
pub(super) fn packed(values: impl IntoIterator<Item = u128>, width: usize) -> Bv {
    let place = |(k, value): (usize, u128)| (value << (k * width), 1);
    let all = values.into_iter().enumerate().map(place);
    let (row, count) = all.fold((0, 0), |(row, count), (value, one)| (row | value, count + one));
    assert!(count * width <= Bv::MAX_WIDTH, "A row of {count} times {width} bits is printed, not simulated.");
    Bv::new(row, count * width)
}

/// The value of `width` bits at a place of a row.
pub(super) fn unpacked(row: Bv, width: usize, place: usize) -> u128 {
    row.value() >> (place * width) & (u128::MAX >> (Bv::MAX_WIDTH - width))
}

/// A row of bits.
pub(super) fn bits(values: impl IntoIterator<Item = bool>) -> Bv {
    packed(values.into_iter().map(u128::from), 1)
}

/// Whether the bit at a place is set.
pub(super) fn bit(row: Bv, place: usize) -> bool {
    row.value() >> place & 1 == 1
}

/// A Verilog loop through the channels of a link, with the name of its variable.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub channels: usize,
    pub variable: &'static str,
}

impl Loop {
    /// The bit of the loop's channel in a row of bits.
    pub fn bit(self, row: &str) -> String {
        self.bit_from(row, 0)
    }

    /// The same in a row of bits that begins at bit `from`.
    pub fn bit_from(self, row: &str, from: usize) -> String {
        match (self.channels, from) {
            (1, _) => row.into(),
            (_, 0) => format!("{row}[{}]", self.variable),
            _ => format!("{row}[{from} + {}]", self.variable),
        }
    }

    /// The value of the loop's channel in a row of values.
    pub fn value(self, row: &str, width: usize) -> String {
        match (self.channels, width) {
            (1, _) => row.into(),
            (_, 1) => self.bit(row),
            _ => format!("{row}[{}*{width} +: {width}]", self.variable),
        }
    }

    /// The body for each channel. One channel needs no loop.
    pub fn around(self, body: &str) -> String {
        if self.channels == 1 {
            return body.into();
        }
        let (n, v) = (self.channels, self.variable);
        let inside: String = body.lines().map(|line| indented(line, 4)).collect();
        format!(
            "genvar {v};\ngenerate\n  for ({v} = 0; {v} < {n}; {v} = {v} + 1) begin : gen_channel\n{inside}  \
             end\nendgenerate\n"
        )
    }
}

/// The line indented by `by` columns. An empty line stays empty.
fn indented(line: &str, by: usize) -> String {
    if line.is_empty() {
        "\n".into()
    } else {
        format!("{:by$}{line}\n", "")
    }
}

/// Declares wires: `wire [3:0] a;` for each name.
pub(super) fn wires(width: usize, names: &[&str]) -> String {
    names.iter().map(|name| format!("wire {}{name};\n", vector(width))).collect()
}

/// An instance of a module, with the connections of its ports.
pub(super) fn instance(module: &str, name: &str, ports: &[(&str, String)]) -> String {
    let long = ports.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
    let one = |(port, value): &(&str, String)| format!("  .{port:long$} ({value})");
    format!("{module} {name} (\n{}\n);\n", ports.iter().map(one).collect::<Vec<_>>().join(",\n"))
}
