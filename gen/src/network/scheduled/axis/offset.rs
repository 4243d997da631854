//! `NAME_axis_offset`: the place of a word in the transmit buffer, from its destination.

use super::Shape;
use crate::{
    network::streams::{coordinates_width, Destination, Dim},
    top::ports::{offset_fields, Direction, Port},
};
use torus_hdl::Module;

/// What the text depends on.
pub(super) struct OffsetText<'a> {
    pub shape: &'a Shape<'a>,
    pub destination: Destination<'a>,
}

impl OffsetText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let timing = ["Timing: combinational; a register follows in the module that sends."];
        let what = "the offset of a destination, as the schedule asks for it.";
        self.shape.module("offset", what, &timing, &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (id, place) = (self.shape.streams.source, coordinates_width(self.shape.spec.torus));
        vec![
            Port::new(In, place, "x_i", "coordinates of the source, first dimension lowest"),
            Port::new(In, id, "destination_i", "node id of the destination"),
            Port::new(Out, 1, "legal_o", "it is the node of another processor"),
            Port::new(Out, place, "offset_o", "destination minus source, first dimension lowest")
                .fields(offset_fields(self.shape.spec.torus)),
        ]
    }

    fn body(&self) -> String {
        let dims = self.destination.dims();
        let mut text = self.destination.coordinates(&dims);
        text += "  // Destination minus source, modulo the radices.\n";
        for dim @ Dim { i, .. } in &dims {
            text += &dim.offset();
            text += &format!("  wire moves_{i} = |offset_{i};\n");
        }
        let offsets: Vec<_> = dims.iter().rev().map(|dim| format!("offset_{}", dim.i)).collect();
        text += &format!("  assign offset_o = {{{}}};\n\n", offsets.join(", "));
        text + &self.destination.legal(&dims)
    }
}
