//! The ports of both tops of a network with message memories: widths, bit layout, and the cycles in which
//! their values stand.

use super::fabric::MemoryFabric;
use crate::top::ports::{
    after, control, from, of_links, of_local_ports, payload_fields, per_slot, Direction, Port,
};
use torus_hdl::LINK_LATENCY;
use torus_model::PortModel;
use torus_sim::port_info::{Cycle, Elements, Field};

impl MemoryFabric<'_> {
    /// Ports of the network.
    pub fn network_ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (p, w, a) = (self.spec.processors, self.spec.width, self.spec.widths().address());
        let (torus, local_ports) = (self.spec.torus, p * self.existing_local_ports().len());
        let of_local_port = match self.spec.program.ports {
            PortModel::AllPort => "bit p*E+e: a flit arrives at processor p, local port e",
            PortModel::OnePort | PortModel::SinglePort => "bit = processor: a flit arrives",
        };
        let (link, slots) = (LINK_LATENCY as u32, self.spec.program.slots);
        let each = of_local_ports(p, PortModel::OnePort, Vec::new());
        let local = self.local_ports(self.existing_local_ports());
        let mut all = control("one pulse runs the program once").to_vec();
        all.extend([
            Port::new(Out, 1, "busy_o", "it runs: leave the memories alone")
                .at(Cycle { last: Some(slots + 1), ..from(1) }),
            Port::new(In, p, "mem_write_i", "bit = processor: write").of(&each),
            Port::new(In, p * a, "mem_addr_i", "{bank, flit}, A bits for each processor")
                .of(&each)
                .fields(self.address_fields()),
            Port::new(In, p * w, "mem_data_i", "to write, W bits for each processor").of(&each),
            Port::new(Out, p * w, "mem_data_o", "read, one cycle after the address")
                .of(&each)
                .at(after("mem_addr_i", 1)),
            Port::new(Out, local_ports, "eject_valid_o", of_local_port)
                .of(&local)
                .at(per_slot(link + 1, self.activity.last_links)),
            Port::new(Out, local_ports * w, "eject_data_o", "its data")
                .of(&local)
                .at(after("eject_valid_o", 0)),
            Port::new(Out, torus.link_slots(), "link_valid_o", "bit = link id")
                .of(&of_links(torus))
                .at(per_slot(link, self.activity.links)),
            Port::new(Out, 1, "error_o", "some node met a conflict or a misuse (sticky)"),
        ]);
        all
    }

    fn local_ports(&self, ports: Vec<usize>) -> Elements {
        of_local_ports(self.spec.processors, self.spec.program.ports, ports)
    }

    /// The fields of an address in a memory.
    fn address_fields(&self) -> Vec<Field> {
        let widths = self.spec.widths();
        let field = |name: &str, width, meaning: &str| (name.to_string(), width, meaning.to_string());
        Field::stack([
            field("flit", widths.index, "place in the bank"),
            field("bank", widths.bank, "bank of the memory"),
        ])
    }

    /// Ports of the bench.
    pub fn bench_ports(&self) -> Vec<Port> {
        use Direction::{Out, Register};
        let (torus, program) = (self.spec.torus, self.spec.program);
        let local_ports = self.spec.processors * program.ports.local_ports(torus);
        let one = program.ports != PortModel::AllPort;
        let bit = if one { "bit = processor" } else { "bit = processor * 2d + lane" };
        let data = match program.broadcast {
            true => "{source node id, number of the flit}",
            false => "{source node id, destination node id}",
        };
        let (link, local) = (self.spec.start_to_link(), self.local_ports((0..torus.port_slots()).collect()));
        let done = program.makespan + self.spec.makespan_to_done();
        let mut all = control("one-cycle pulse: run once").to_vec();
        all.extend([
            Port::new(Register, 1, "done_o", "all results are read back and compared").at(from(done)),
            Port::new(Register, 1, "error_o", "sticky: conflict, misuse or a wrong result"),
            Port::new(Out, torus.link_slots(), "link_valid_o", "bit = link id: it carries a flit now")
                .of(&of_links(torus))
                .at(per_slot(link, self.activity.links)),
            Port::new(Out, local_ports, "eject_valid_o", bit)
                .of(&local)
                .at(per_slot(link + 1, self.activity.last_links)),
            Port::new(Out, local_ports * self.spec.width, "eject_data_o", data)
                .of(&local)
                .fields(payload_fields(self.spec.width, program.broadcast))
                .at(after("eject_valid_o", 0)),
        ]);
        all
    }
}
