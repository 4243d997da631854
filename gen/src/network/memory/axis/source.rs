//! `NAME_axis_source`: the node id of who sent a block, from the receiver's coordinates and the offset.

use super::Shape;
use crate::top::{
    node_id,
    ports::{offset_fields, Direction, Port},
};
use torus_hdl::Module;
use torus_model::route::coordinate_bits;

/// The module.
pub(super) fn module(shape: &Shape) -> Module {
    let what = "the node id of who sent a block, from its offset.";
    let timing = ["Timing: combinational; coordinates are constant, offsets come from a register."];
    shape.module("source", what, &timing, (&ports(shape), String::new(), &body(shape)))
}

fn ports(shape: &Shape) -> Vec<Port> {
    use Direction::{In, Out};
    let (torus, place) = (shape.spec.torus, shape.offset());
    vec![
        Port::new(In, place, "x_i", "coordinates of the receiver, first dimension lowest, constant"),
        Port::new(In, place, "offset_i", "source minus receiver, first dimension lowest")
            .fields(offset_fields(torus)),
        Port::new(Out, shape.streams.source, "id_o", "node id of the source"),
    ]
}

fn body(shape: &Shape) -> String {
    let (torus, place) = (shape.spec.torus, shape.offset());
    let mut text = "  // Coordinates of the source: receiver plus offset, modulo the radices.\n".to_string();
    let mut low = 0;
    for (i, (c, &n)) in coordinate_bits(torus).into_iter().zip(torus.dims()).enumerate() {
        let range = if place == 1 { String::new() } else { format!("[{}:{low}]", low + c - 1) };
        let (x, offset) = (format!("x_i{range}"), format!("offset_i{range}"));
        text += &sum(i, (c, n), &x, &offset);
        low += c;
    }
    text + "\n  // Node ids count the last coordinate fastest.\n"
        + &node_id(torus, "source", shape.streams.source)
}

/// A coordinate, which wraps at a radix that is no power of two.
fn sum(i: usize, (c, n): (usize, u32), x: &str, offset: &str) -> String {
    if n.is_power_of_two() {
        return format!("  wire [{}:0] source_{i} = {x} + {offset};\n", c - 1);
    }
    format!(
        "  wire [{high}:0] room_{i} = {c}'d{n} - {offset};\n  wire [{high}:0] source_{i} = ({x} >= room_{i}) \
         ? {x} - room_{i} : {x} + {offset};\n",
        high = c - 1
    )
}
