//! `NAME_axis_source`: the node id of a block's sender, from the receiver's coordinates and the offset.

use super::Shape;
use crate::top::{
    node_at_offset,
    ports::{offset_fields, Direction, Port},
    Side,
};
use torus_hdl::Module;

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
    let id = node_at_offset(shape.spec.torus, Side::Ahead, "source", shape.streams.source);
    format!("  // Coordinates of the source: receiver plus offset, modulo the radices.\n{id}")
}
