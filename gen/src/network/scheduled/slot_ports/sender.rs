//! `NAME_sender`: the node id of a sender, from the receiver's coordinates and the message's offset.

use super::SlotTop;
use crate::top::{
    module_text, node_id,
    ports::{offset_fields, Direction, Port},
};
use torus_hdl::Module;

/// What the text depends on.
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
        let (torus, widths) = (self.top.spec.torus, self.top.spec.widths().coordinates);
        let mut text =
            "  // Coordinates of the sender: receiver minus offset, modulo the radices.\n".to_string();
        let mut low = 0;
        for (i, (&c, &n)) in widths.iter().zip(torus.dims()).enumerate() {
            let range = format!("[{}:{low}]", low + c - 1);
            let part =
                |port: &str| if widths.len() == 1 && c == 1 { port.into() } else { format!("{port}{range}") };
            let (x, offset) = (part("x_i"), part("offset_i"));
            let wrapped = match n.is_power_of_two() {
                true => String::new(),
                false => format!(" + (({x} < {offset}) ? {c}'d{n} : {c}'d0)"),
            };
            text += &format!("  wire [{}:0] sender_{i} = {x} - {offset}{wrapped};\n", c - 1);
            low += c;
        }
        text + "\n  // Node ids count the last coordinate fastest.\n"
            + &node_id(torus, "sender", self.top.id_bits())
    }
}
