//! The ports of both tops of a scheduled network: widths, bit layout, and the cycles in which their values
//! stand.

use super::fabric::Fabric;
use crate::top::ports::{
    after, control, from, of_links, of_local_ports, offset_fields, payload_fields, per_slot, Direction, Port,
};
use torus_hdl::LINK_LATENCY;
use torus_sim::port_info::Elements;

/// Cycles from `start_i` to slot 0 on the links.
const START_TO_LINK: u32 = LINK_LATENCY as u32;

/// Cycles from a message's last link to its ejection.
const LINK_TO_EJECT: u32 = 1;

/// Cycles from the makespan to `done_o`: out of the last link, through the eject register, the traffic
/// agent's counter and the bench's register.
pub const MAKESPAN_TO_DONE: u32 = START_TO_LINK + 2;

impl Fabric<'_> {
    /// Ports of the network.
    pub fn network_ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let local_ports = self.spec.processors * self.spec.local_ports().len();
        let (w, ow) = (self.spec.width, self.offset_bits());
        let (sends, receives) = match self.has_one_local_port() {
            false => (
                "processor p, local port e: bit p*E+e takes data in this cycle",
                "a message arrives at processor p, local port e",
            ),
            true => ("bit = processor: it takes data in this cycle", "a message arrives at this processor"),
        };
        let (torus, activity) = (self.spec.torus, self.activity);
        let (link, local) = (START_TO_LINK, self.local_ports(self.spec.local_ports()));
        let mut all = control("starts a frame of the schedule").to_vec();
        all.extend([
            Port::new(Out, local_ports, "inject_valid_o", sends)
                .of(&local)
                .at(per_slot(link - 1, activity.injections)),
            Port::new(Out, local_ports * ow, "inject_offset_o", "destination minus source of that message")
                .of(&local)
                .fields(offset_fields(torus))
                .at(after("inject_valid_o", 0)),
            Port::new(In, local_ports * w, "inject_data_i", "its payload, in the same cycle, not one later")
                .of(&local)
                .at(after("inject_valid_o", 0)),
            Port::new(Out, local_ports, "eject_valid_o", receives)
                .of(&local)
                .at(per_slot(link + LINK_TO_EJECT, activity.last_links)),
            Port::new(Out, local_ports * w, "eject_data_o", "its payload")
                .of(&local)
                .at(after("eject_valid_o", 0)),
            Port::new(Out, torus.link_slots(), "link_valid_o", "bit = link id")
                .of(&of_links(torus))
                .at(per_slot(link, activity.links)),
            Port::new(Out, 1, "error_o", "some node met a conflict or a misdelivery (sticky)"),
        ]);
        all
    }

    fn local_ports(&self, ports: Vec<usize>) -> Elements {
        of_local_ports(self.spec.processors, self.spec.ports, ports)
    }

    /// Ports of the bench.
    pub fn bench_ports(&self) -> Vec<Port> {
        use Direction::{Out, Register};
        let torus = self.spec.torus;
        let local_ports = self.spec.processors * self.spec.ports.local_ports(torus);
        let bit = if self.has_one_local_port() { "bit = processor" } else { "bit = processor * 2d + lane" };
        let (activity, local) = (self.activity, self.local_ports((0..torus.port_slots()).collect()));
        let (link, makespan) = (START_TO_LINK, activity.links.1 + 1);
        let mut all = control("one-cycle pulse: run one complete exchange").to_vec();
        all.extend([
            Port::new(Register, 1, "done_o", "all messages of this exchange ejected")
                .at(from(makespan + MAKESPAN_TO_DONE)),
            Port::new(Register, 1, "error_o", "sticky: conflict, misdelivery or overflow"),
            Port::new(Out, torus.link_slots(), "link_valid_o", "bit = link id: it carries a message now")
                .of(&of_links(torus))
                .at(per_slot(link, activity.links)),
            Port::new(Out, local_ports, "eject_valid_o", bit)
                .of(&local)
                .at(per_slot(link + LINK_TO_EJECT, activity.last_links)),
            Port::new(
                Out,
                local_ports * self.spec.width,
                "eject_data_o",
                "{source node id, destination node id}",
            )
            .of(&local)
            .fields(payload_fields(self.spec.width, false))
            .at(after("eject_valid_o", 0)),
        ]);
        all
    }
}
