//! The ports of AXI4-Lite slaves, as templates write them and as tables show them.

use crate::top::{
    clock_and_reset,
    Direction::{self, In, Out},
    Port,
};
use serde::Serialize;
use torus_sim::port_info::PortInfo;

/// A port of a slave as its module declares it.
#[derive(Serialize)]
pub(super) struct SlavePort {
    name: &'static str,
    /// Direction and range, padded to a common width.
    wire: String,
    note: &'static str,
}

/// An AXI4-Lite slave.
#[derive(Clone, Copy)]
pub(super) struct Slave {
    /// Bits of a byte address.
    address: usize,
    /// The comments on the responses to writes and reads.
    responses: [&'static str; 2],
}

impl Slave {
    /// The slave of the registers. `address`: bits of a byte address.
    pub(super) fn of_registers(address: usize) -> Self {
        let responses =
            ["0: done; 2: no such register, or it cannot be written", "0: done; 2: no such register"];
        Slave { address, responses }
    }

    /// A slave with memories. `address`: bits of a byte address.
    pub(super) fn of_memories(address: usize) -> Self {
        Slave { address, responses: ["0: done; 2: no such word, or the network runs"; 2] }
    }

    /// Its ports: direction, width, name, the comment in the Verilog, and the meaning where there is none.
    fn rows(self) -> [(Direction, usize, &'static str, &'static str, &'static str); 17] {
        let Slave { address, responses: [written, read] } = self;
        [
            (In, address, "s_axil_awaddr_i", "byte address of a write", ""),
            (In, 1, "s_axil_awvalid_i", "", "there is an address"),
            (Out, 1, "s_axil_awready_o", "in the same cycle as s_axil_wready_o", ""),
            (In, 32, "s_axil_wdata_i", "", "the word that is written"),
            (In, 4, "s_axil_wstrb_i", "a bit for each byte that is written", ""),
            (In, 1, "s_axil_wvalid_i", "", "there is a word"),
            (Out, 1, "s_axil_wready_o", "", "the word is taken, and its address"),
            (Out, 2, "s_axil_bresp_o", written, ""),
            (Out, 1, "s_axil_bvalid_o", "", "there is an answer to a write"),
            (In, 1, "s_axil_bready_i", "", "the answer is taken"),
            (In, address, "s_axil_araddr_i", "byte address of a read", ""),
            (In, 1, "s_axil_arvalid_i", "", "there is an address"),
            (Out, 1, "s_axil_arready_o", "", "the address is taken"),
            (Out, 32, "s_axil_rdata_o", "", "the word that is read"),
            (Out, 2, "s_axil_rresp_o", read, ""),
            (Out, 1, "s_axil_rvalid_o", "", "there is an answer to a read"),
            (In, 1, "s_axil_rready_i", "", "the answer is taken"),
        ]
    }

    /// The ports as templates write them.
    pub(super) fn declared(self) -> Vec<SlavePort> {
        let made = |(direction, width, name, note, _)| {
            let range = if width == 1 { String::new() } else { format!("[{}:0]", width - 1) };
            let direction = if direction == In { "input" } else { "output" };
            SlavePort { name, wire: format!("{direction:<6} wire {range:<6}"), note }
        };
        self.rows().map(made).into()
    }

    /// All ports of a top with this slave.
    pub(super) fn of_top(self) -> Vec<PortInfo> {
        let port = |(direction, width, name, note, meaning): (_, _, _, &'static str, _)| {
            Port::new(direction, width, name, if note.is_empty() { meaning } else { note })
        };
        let interrupt = Port::new(Out, 1, "irq_o", "an exchange has ended or failed, and IRQ_ENABLE is 1");
        let all = clock_and_reset().into_iter().chain(self.rows().map(port)).chain([interrupt]);
        all.map(|port| port.info()).collect()
    }
}
