//! `NAME_sender`: the node id of a sender, from the receiver's coordinates and the message's offset.

use super::SlotTop;
use crate::top::{
    module_text, node_at_offset,
    ports::{offset_fields, Direction, Port},
    Side,
};
use torus_hdl::Module;

/// The parameters of the Verilog text.
pub(super) struct SenderText<'a> {
    pub top: &'a SlotTop<'a>,
}

impl SenderText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = self.top.name("sender");
        let what = "the node id of who sent a message, from its offset.";
        let timing =
            ["Timing: combinational; coordinates are constant, offsets come from a register.".into()];
        let header = self.top.header(&timing);
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let place = self.top.offset_bits();
        vec![
            Port::new(In, place, "x_i", "coordinates of the receiver, first dimension lowest, constant"),
            Port::new(In, place, "offset_i", "receiver minus sender, first dimension lowest")
                .fields(offset_fields(self.top.spec.torus)),
            Port::new(Out, self.top.id_bits(), "id_o", "node id of the sender"),
        ]
    }

    fn body(&self) -> String {
        let id = node_at_offset(self.top.spec.torus, Side::Behind, "sender", self.top.id_bits());
        format!("  // Coordinates of the sender: receiver minus offset, modulo the radices.\n{id}")
    }
}
