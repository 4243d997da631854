//! Node ids in Verilog: their width, and the node that is an offset away.

use torus_model::{
    route::{bits, coordinate_bits},
    Torus,
};

/// The side of a node on which another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The offset is the other node minus this one.
    Ahead,
    /// The offset is this node minus the other one.
    Behind,
}

/// Assigns `id_o`, of `id` bits: the node that is `offset_i` away from the node with the coordinates `x_i`.
/// The wires `NET_0`, `NET_1`, .. hold its coordinates.
pub fn node_at_offset(torus: &Torus, side: Side, net: &str, id: usize) -> String {
    let widths = coordinate_bits(torus);
    let (mut text, mut low) = (String::new(), 0);
    for (i, (&c, &n)) in widths.iter().zip(torus.dims()).enumerate() {
        let scalar = widths.len() == 1 && c == 1;
        let range = if scalar { String::new() } else { format!("[{}:{low}]", low + c - 1) };
        let [x, offset] = ["x_i", "offset_i"].map(|port| format!("{port}{range}"));
        text += &match side {
            Side::Ahead => ahead((net, i), (c, n), &x, &offset),
            Side::Behind => behind((net, i), (c, n), &x, &offset),
        };
        low += c;
    }
    text + "\n  // Node ids count the last coordinate fastest.\n" + &node_id(torus, net, id)
}

/// Coordinate plus offset, modulo the radix.
fn ahead((net, i): (&str, usize), (c, n): (usize, u32), x: &str, offset: &str) -> String {
    let high = c - 1;
    if n.is_power_of_two() {
        return format!("  wire [{high}:0] {net}_{i} = {x} + {offset};\n");
    }
    let wrapped = format!("({x} >= room_{i}) ? {x} - room_{i} : {x} + {offset}");
    format!("  wire [{high}:0] room_{i} = {c}'d{n} - {offset};\n  wire [{high}:0] {net}_{i} = {wrapped};\n")
}

/// Coordinate minus offset, modulo the radix.
fn behind((net, i): (&str, usize), (c, n): (usize, u32), x: &str, offset: &str) -> String {
    let wrapped = match n.is_power_of_two() {
        true => String::new(),
        false => format!(" + (({x} < {offset}) ? {c}'d{n} : {c}'d0)"),
    };
    format!("  wire [{}:0] {net}_{i} = {x} - {offset}{wrapped};\n", c - 1)
}

/// Assigns `id_o` from the coordinates.
fn node_id(torus: &Torus, net: &str, id: usize) -> String {
    let widths = coordinate_bits(torus);
    if torus.dims()[1..].iter().all(|n| n.is_power_of_two()) {
        let all: Vec<String> = (0..widths.len()).map(|i| format!("{net}_{i}")).collect();
        return format!("  assign id_o = {{{}}};\n", all.join(", "));
    }
    let term = |(i, width): (usize, &usize)| {
        let wide = match id - width {
            0 => format!("{net}_{i}"),
            more => format!("{{{more}'d0, {net}_{i}}}"),
        };
        match torus.stride(i) {
            1 => wide,
            stride => format!("{id}'d{stride} * {wide}"),
        }
    };
    format!("  assign id_o = {};\n", widths.iter().enumerate().map(term).collect::<Vec<_>>().join(" + "))
}

/// Bits of a node id in a network of `nodes` nodes.
pub fn node_bits(nodes: usize) -> usize {
    bits(nodes).max(1)
}
