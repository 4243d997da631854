//! `NAME_axis_head`: the head of a packet, computed from its destination.
//!
//! In every dimension the coordinates are subtracted modulo the radix, the shorter way is taken, and the
//! run's channel is chosen as [`ChannelAssignment`](torus_model::ChannelAssignment) does. The runs that there
//! are then stand one above the other. Coordinates of the destination come from its node id by division,
//! which is wiring where radices are powers of two. Bounds: ordered routing.

use super::{
    coordinates_width,
    dim::{slice, Dim},
    stack,
};
use crate::top::{
    module_text,
    ports::{head_fields, Direction, Port},
};
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::{route::bits, Placement, Ties};

/// What the text depends on.
pub(super) struct HeadText<'a> {
    pub spec: &'a BufferedSpec<'a>,
    pub placement: &'a Placement,
    pub ties: Ties,
}

const TIMING: &str = "Timing: combinational; a register follows in the module that sends.";

impl HeadText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = self.name();
        let what = "the head of a packet, from its destination.";
        let header = [self.spec.header.clone(), vec![TIMING.into()]].concat();
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    pub fn name(&self) -> String {
        format!("{}_axis_head", self.spec.name)
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (spec, id) = (self.spec, bits(self.spec.torus.len()));
        let head = spec.layout().width() + spec.channel_bits();
        vec![
            Port::new(
                In,
                coordinates_width(self.spec),
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

    fn dims(&self) -> Vec<Dim> {
        let torus = self.spec.torus;
        let dim = |(i, &n): (usize, &u32)| {
            let n = n as usize;
            Dim { i, n, c: bits(n), stride: torus.stride(i) }
        };
        torus.dims().iter().enumerate().map(dim).collect()
    }

    fn body(&self) -> String {
        let dims = self.dims();
        let mut text = self.coordinates(&dims) + &self.number(&dims);
        dims.iter().for_each(|dim| text += &dim.run(self.spec, self.ties));
        text += &stack::text(self.spec);
        text + &self.legal(&dims)
    }

    /// Coordinates of both ends.
    fn coordinates(&self, dims: &[Dim]) -> String {
        let mut text = "  // Coordinates of the source, x, and of the destination, y.\n".to_string();
        let (mut low, place) = (0, coordinates_width(self.spec));
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

    /// The number of the packet, which decides between equal channels.
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

    /// Whether the destination is the node of another processor.
    fn legal(&self, dims: &[Dim]) -> String {
        let (nodes, id) = (self.spec.torus.len(), bits(self.spec.torus.len()));
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

    /// A bit for each node id, the first lowest.
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
