//! Decodes the request of a message: what the router at the end of a link has to do with it. It is decoded
//! from the header one router ahead.
//!
//! A link carries `{request, header}`. The request has a bit for each thing that the next router may do with
//! the message: bit 0 says that it is at its destination, bit 1 that it goes straight on; then there is one
//! for each turn that is wired in that router, in the order of the ports. At most one bit is set, and none
//! without a message. So the next router chooses its sources by registers alone; in two dimensions there are
//! three levels of logic between two registers. A message whose header names a turn that is not wired has no
//! bit set: it is misrouted.
//!
//! There is one module for each dimension, or for each port if the two signs of a dimension turn to
//! different ports.

use crate::router_docs::{direction, port_name};
use crate::signal::text::{part, ABSENT};
use crate::signal::{Bv, Sig};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;
use std::fmt::Write;
use torus_model::{HeaderLayout, Port};

/// The decoder of one header.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Request {
    pub head_i: Sig<In>,
    pub request_o: Sig<Out>,
    _layout: HeaderLayout,
    _turns: Vec<Port>,
    _further: bool,
    _module: String,
}

/// Bits of a header that a request depends on: the hops of its run, and the port of the next run.
pub(super) fn decoded_bits(spec: &NodeSpec, port: Port) -> usize {
    let layout = spec.widths().layout;
    let port_bits = if spec.turns_from(port).next().is_some() { layout.port_bits } else { 0 };
    layout.hop_bits + if spec.further_runs(port) > 0 { 1 + port_bits } else { 0 }
}

impl Request {
    /// The decoder of headers on the links of `port`. With `None` it prints as nothing.
    pub fn new(spec: &NodeSpec, port: Option<Port>) -> Self {
        let turns = |port| spec.turns_from(port).collect::<Vec<Port>>();
        Request {
            head_i: Sig::new(port.map_or(1, |port| decoded_bits(spec, port))),
            request_o: Sig::new(port.map_or(1, |port| spec.request_bits(port))),
            _layout: spec.widths().layout,
            _turns: port.map_or(Vec::new(), turns),
            _further: port.is_some_and(|port| spec.further_runs(port) > 0),
            _module: port.map_or(String::new(), |port| module(spec, port)),
        }
    }

    /// The present bit and the port of the next run as a number, if that run turns to `port`.
    fn turn_to(port: Port) -> u128 {
        1 | (port.index() as u128) << 1
    }

    fn text(&self) -> String {
        let (hops, ports) = (self._layout.hop_bits, self._layout.port_bits);
        let field = |from: usize, width: usize| part("head_i", self.head_i.bits(), from, width);
        let mut text = format!(
            "// Its run ends where no hop is left; then the next run says where it turns.\n\
             wire run_ends = {} == {hops}'d0;\n",
            field(0, hops)
        );
        let no_run = if self._further { format!(" & !head_i[{hops}]") } else { String::new() };
        let _ = writeln!(text, "assign request_o[0] = run_ends{no_run}; // at its destination");
        text += "assign request_o[1] = !run_ends; // straight on\n";
        for (k, port) in self._turns.iter().enumerate() {
            let (run, code) = (field(hops, 1 + ports), Self::turn_to(*port));
            let _ = writeln!(
                text,
                "assign request_o[{}] = run_ends & ({run} == {}'d{code}); // to {}",
                2 + k,
                1 + ports,
                direction(port.index())
            );
        }
        text
    }
}

/// The kind of module: `request_x1`, or `request_x1_minus` if that port turns to other ports than the
/// opposite one.
fn module(spec: &NodeSpec, port: Port) -> String {
    let like = |other: &Port| spec.turns_from(*other).eq(spec.turns_from(port));
    let alike = spec.torus.ports().filter(|other| other.dim() == port.dim()).all(|other| like(&other));
    let dim = format!("x{}", port.dim() + 1);
    format!("request_{}", if alike { dim } else { port_name(port) })
}

impl Logic for Request {
    fn update(&mut self) {
        let (head, layout) = (self.head_i.val().value(), &self._layout);
        let run_ends = head & ((1 << layout.hop_bits) - 1) == 0;
        let next = head >> layout.hop_bits;
        let turn = self._turns.iter().position(|port| Self::turn_to(*port) == next);
        let bit = match (run_ends, next & 1 == 1) {
            (false, _) => Some(1),
            (true, false) => Some(0),
            (true, true) => turn.map(|k| 2 + k),
        };
        self.request_o.next = Bv::new(bit.map_or(0, |bit| 1 << bit), self.request_o.bits());
    }

    fn connect(&mut self) {
        self.request_o.connect();
    }

    fn hdl(&self) -> Verilog {
        match self._module.is_empty() {
            true => Verilog::Custom(ABSENT.into()),
            false => Verilog::Custom(format!("// module {}\n{}", self._module, self.text())),
        }
    }
}
