//! `NAME_axis_offset`: the place of a word or block in the transmit buffer, computed from its destination.

use super::{coordinates_width, Destination, Dim, Parts, Streams};
use crate::top::ports::{offset_fields, Direction, Port};
use torus_hdl::Module;

/// The module.
pub fn offset_module(parts: Parts, streams: &Streams, destination: &Destination) -> Module {
    let what = "the offset of a destination, as the schedule asks for it.";
    let timing = ["Timing: combinational; a register follows in the module that sends."];
    parts.module("offset", what, &timing, &ports(streams, destination), &body(destination))
}

fn ports(streams: &Streams, destination: &Destination) -> Vec<Port> {
    use Direction::{In, Out};
    let (id, place) = (streams.source, coordinates_width(destination.torus));
    vec![
        Port::new(In, place, "x_i", "coordinates of the source, first dimension lowest"),
        Port::new(In, id, "destination_i", "node id of the destination"),
        Port::new(Out, 1, "legal_o", "it is the node of another processor"),
        Port::new(Out, place, "offset_o", "destination minus source, first dimension lowest")
            .fields(offset_fields(destination.torus)),
    ]
}

fn body(destination: &Destination) -> String {
    let dims = destination.dims();
    let mut text = destination.coordinates(&dims);
    text += "  // Destination minus source, modulo the radices.\n";
    for dim @ Dim { i, .. } in &dims {
        text += &dim.offset();
        text += &format!("  wire moves_{i} = |offset_{i};\n");
    }
    let offsets: Vec<_> = dims.iter().rev().map(|dim| format!("offset_{}", dim.i)).collect();
    text += &format!("  assign offset_o = {{{}}};\n\n", offsets.join(", "));
    text + &destination.legal(&dims)
}
