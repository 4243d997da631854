//! `NAME_axis_head`: computes the head of a packet from its destination.
//!
//! In every dimension it subtracts the coordinates modulo the radix, takes the shorter direction, and chooses
//! the channel of the run as [`ChannelAssignment`](torus_model::ChannelAssignment) does. Then it stacks the
//! runs that have hops. The coordinates of the destination come from its node id by division, which is only
//! wiring if radices are powers of two. Bounds: ordered routing.

use super::parts;
use super::stack;
use crate::network::streams::{coordinates_width, Destination, Dim};
use crate::top::ports::{head_fields, Direction, Port};
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::{route::bits, Placement, Ties};

/// The parameters of the Verilog text.
pub(super) struct HeadText<'a> {
    pub spec: &'a BufferedSpec<'a>,
    pub placement: &'a Placement,
    pub ties: Ties,
}

const TIMING: &str = "Timing: combinational; a register follows in the module that sends.";

impl HeadText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let what = "the head of a packet, from its destination.";
        parts(self.spec).module("head", what, &[TIMING], &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (spec, id) = (self.spec, bits(self.spec.torus.len()));
        let head = spec.layout().width() + spec.channel_bits();
        vec![
            Port::new(
                In,
                coordinates_width(self.spec.torus),
                "x_i",
                "coordinates of the source, first dimension lowest",
            ),
            Port::new(In, id, "destination_i", "node id of the destination"),
            Port::new(Out, 1, "legal_o", "it is the node of another processor"),
            Port::new(Out, spec.port_bits(), "port_o", "port of the first link"),
            Port::new(Out, head, "head_o", "channel of the first link, header")
                .fields(head_fields(&spec.layout(), false)),
        ]
    }

    fn destination(&self) -> Destination<'_> {
        Destination { torus: self.spec.torus, placement: self.placement }
    }

    fn body(&self) -> String {
        let destination = self.destination();
        let dims = destination.dims();
        let mut text = destination.coordinates(&dims) + &self.number(&dims);
        dims.iter().for_each(|dim| text += &dim.run(self.spec, self.ties));
        text += &stack::text(self.spec);
        text + &destination.legal(&dims)
    }

    /// The number of the packet, by which it chooses among equal channels.
    fn number(&self, dims: &[Dim]) -> String {
        let (v, w) = (self.spec.channels, self.spec.channel_bits());
        if v == 1 {
            return String::new();
        }
        let mut text =
            "  // The packet's number: it decides between channels that are as good.\n".to_string();
        let last = dims.len() - 1;
        text += &dims[0].modulo("from", "x", v, w);
        if last == 0 {
            return text + &format!("  wire [{}:0] number = from;\n\n", w - 1);
        }
        text += &dims[last].modulo("to", "y", v, w);
        if v.is_power_of_two() {
            return text + &format!("  wire [{}:0] number = from + to;\n\n", w - 1);
        }
        text += &format!("  wire [{w}:0] sum = {{1'b0, from}} + {{1'b0, to}};\n");
        text + &format!(
            "  wire [{}:0] number = (sum >= {}'d{v}) ? sum[{}:0] - {w}'d{v} : sum[{}:0];\n\n",
            w - 1,
            w + 1,
            w - 1,
            w - 1
        )
    }
}
