//! The instances of registers on links in `NAME`. They stand in the loop of the node that a link arrives at.
//! The text of their module is in `super::link`.
//!
//! A link is counted where it leaves its sender, so registers do not change `link_valid_o`.

use super::{
    text::{instance_in_loop, Connection},
    Link, Tops,
};
use crate::base::Base;
use torus_hdl::Module;
use torus_model::Port;

/// The module of registers on links; `None` if no link has any.
pub fn module(base: &Base, header: &[String], link: &Link) -> Option<Module> {
    let name = format!("{}_link", base.name);
    (!base.stages.is_none()).then(|| Module { text: link.registers(&name, header), name })
}

impl Tops<'_> {
    /// The registers on the links that arrive at a node, and the nets after them.
    pub(super) fn arriving_registers(&self) -> String {
        let ports = self.base.torus().ports().enumerate();
        ports.map(|(e, port)| self.registers_before(e, port)).collect()
    }

    /// Whether some link in the direction of a port has registers.
    fn has_registers(&self, port: Port) -> bool {
        self.base.stages.of_dim(port.dim()) != [0, 0]
    }

    /// The connections of a node to the link that arrives at a port.
    pub(super) fn arriving(&self, (e, port): (usize, Port)) -> Vec<Connection> {
        let q = port.index();
        match self.has_registers(port) {
            true => self.link.behind_registers((e, q)),
            false => self.link.arriving((e, q), &format!("T{q}")),
        }
    }

    fn registers_before(&self, e: usize, port: Port) -> String {
        if !self.has_registers(port) {
            return String::new();
        }
        let (q, [along, wrap]) = (port.index(), self.base.stages.of_dim(port.dim()));
        let text = format!("      // Registers on the link that arrives by port {q}.\n");
        let text = text + &self.link.nets_behind((e, q));
        if along == wrap {
            return text + &self.registers((e, q), along);
        }
        let part = |label: &str, stages| {
            format!("begin : {label}_{q}\n{}      end", indented(&self.registers((e, q), stages)))
        };
        let condition = self.grid().is_behind_wrap(port);
        text + &format!("      if ({condition}) {} else {}\n", part("wrap", wrap), part("along", along))
    }

    /// The registers at port `q`, the `e`-th existing one, or wires if `stages` is 0.
    fn registers(&self, (e, q): (usize, usize), stages: u32) -> String {
        let tail = format!("T{q}");
        if stages == 0 {
            return self.link.straight((e, q), &tail);
        }
        let connections = self.link.through_registers((e, q), &tail);
        let parameters = self.link.register_parameters(e, stages);
        let module = format!("{}_link #({parameters})", self.base.name);
        instance_in_loop(&module, &format!("u_link_{q}"), &connections)
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
