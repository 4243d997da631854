//! The Verilog of a destination: its coordinates and offset from its node id, and whether another processor
//! is there.
//!
//! Coordinates come from the id by division, which is only wiring if radices are powers of two.

use super::coordinates_width;
use torus_model::{route::bits, Placement, Torus};

/// The parameters of the text of a destination. It reads the ports `x_i`, the coordinates of the source, and
/// `destination_i`, the node id.
pub struct Destination<'a> {
    /// The torus.
    pub torus: &'a Torus,
    /// The processors.
    pub placement: &'a Placement,
}

/// A dimension of a destination.
pub struct Dim {
    /// Its number, from 0.
    pub i: usize,
    /// Its radix.
    pub n: usize,
    /// Bits of a coordinate.
    pub c: usize,
    /// The difference of node ids of neighbours.
    pub stride: usize,
}

impl Dim {
    /// The destination's coordinate from the rest of its node id, and the new rest.
    pub fn divided(&self, rest: &str) -> (String, String) {
        let Dim { i, n, c, stride } = self;
        let width = bits(n * stride);
        let low = bits(*stride);
        if stride.is_power_of_two() {
            let line = format!("  wire [{}:0] y_{i} = {};\n", c - 1, slice(rest, low, *c, width));
            return (line, slice(rest, 0, low, width));
        }
        let (mut text, mut over) = (String::new(), rest.to_string());
        for b in (0..*c).rev() {
            let step = stride << b;
            text += &format!("  wire y_{i}_{b} = {over} >= {width}'d{step};\n");
            text += &format!(
                "  wire [{}:0] over_{i}_{b} = y_{i}_{b} ? {over} - {width}'d{step} : {over};\n",
                width - 1
            );
            over = format!("over_{i}_{b}");
        }
        let parts: Vec<String> = (0..*c).rev().map(|b| format!("y_{i}_{b}")).collect();
        text += &format!("  wire [{}:0] y_{i} = {{{}}};\n", c - 1, parts.join(", "));
        text += &format!("  wire unused_{i} = ^{over}[{}:{low}];\n", width - 1);
        (text, format!("{over}[{}:0]", low - 1))
    }

    /// Destination minus source, modulo the radix.
    pub fn offset(&self) -> String {
        let Dim { i, n, c, .. } = self;
        let wrapped = match n.is_power_of_two() {
            true => String::new(),
            false => format!(" + ((y_{i} < x_{i}) ? {c}'d{n} : {c}'d0)"),
        };
        format!("  wire [{}:0] offset_{i} = y_{i} - x_{i}{wrapped};\n", c - 1)
    }
}

impl Destination<'_> {
    /// The dimensions.
    pub fn dims(&self) -> Vec<Dim> {
        let torus = self.torus;
        let dim = |(i, &n): (usize, &u32)| {
            let n = n as usize;
            Dim { i, n, c: bits(n), stride: torus.stride(i) }
        };
        torus.dims().iter().enumerate().map(dim).collect()
    }

    /// The coordinates of both ends.
    pub fn coordinates(&self, dims: &[Dim]) -> String {
        let mut text = "  // Coordinates of the source, x, and of the destination, y.\n".to_string();
        let (mut low, place) = (0, coordinates_width(self.torus));
        for Dim { i, c, .. } in dims {
            text += &format!("  wire [{}:0] x_{i} = {};\n", c - 1, slice("x_i", low, *c, place));
            low += c;
        }
        let mut rest = "destination_i".to_string();
        for dim in dims {
            let (lines, next) = dim.divided(&rest);
            text += &lines;
            rest = next;
        }
        text + "\n"
    }

    /// The net `legal`: whether the destination is the node of another processor.
    pub fn legal(&self, dims: &[Dim]) -> String {
        let (nodes, id) = (self.torus.len(), bits(self.torus.len()));
        let moves: Vec<String> = dims.iter().map(|dim| format!("moves_{}", dim.i)).collect();
        let mut text = String::from("  // Whether another processor is there.\n");
        let there = if !self.placement.is_full() {
            text += &self.processors(1 << id);
            "PROCESSORS[destination_i] & ".into()
        } else if nodes.is_power_of_two() {
            String::new()
        } else {
            format!("(destination_i < {id}'d{nodes}) & ")
        };
        text + &format!("  assign legal_o = {there}({});\n", moves.join(" | "))
    }

    /// A constant with a bit for each node id, the first one lowest.
    fn processors(&self, ids: usize) -> String {
        let has = |id: &usize| self.placement.processors().binary_search_by_key(id, |p| p.index()).is_ok();
        let words: Vec<usize> = (0..ids).step_by(32).rev().collect();
        let word = |first: &usize| {
            let count = (ids - first).min(32);
            let value = (*first..first + count).rev().fold(0u64, |word, id| word << 1 | u64::from(has(&id)));
            format!("    {count}'h{value:x}")
        };
        let lines: Vec<String> = words.iter().map(word).collect();
        format!("  localparam [{}:0] PROCESSORS = {{\n{}\n  }};\n", ids - 1, lines.join(",\n"))
    }
}

/// The slice of `count` bits from `low` on, of a net with `width` bits or of a slice that begins at 0.
fn slice(net: &str, low: usize, count: usize, width: usize) -> String {
    let name = net.split('[').next().unwrap_or(net);
    match count {
        0 => String::new(),
        _ if low == 0 && count == width && name == net => net.into(),
        _ => format!("{name}[{}:{low}]", low + count - 1),
    }
}
