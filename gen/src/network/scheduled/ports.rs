//! The ports of both tops of a scheduled network: widths, bit layout, and the cycles in which their values
//! are valid.

use super::slot_ports::SlotTop;
use crate::top::{
    ports::{after, control, from, link_valid, offset_fields, per_slot, Direction},
    Activity, BenchPorts, LocalPorts, Port,
};
use torus_hdl::NodeSpec;

/// Cycles from the last link of a message to its ejection.
const LINK_TO_EJECT: u32 = 1;

/// Cycles from the makespan to `done_o`: out of the last link, then through the ejection register, the
/// counter of the traffic agent and the register of the bench.
pub fn makespan_to_done(link_latency: usize) -> u32 {
    link_latency as u32 + 2
}

/// The ports of the network.
pub fn network_ports(
    spec: &NodeSpec,
    local_ports: &LocalPorts,
    activity: Activity,
    slots: Option<&SlotTop>,
) -> Vec<Port> {
    use Direction::{In, Out};
    let count = spec.processors * local_ports.each();
    let link = spec.link_latency() as u32;
    let (w, ow): (usize, usize) = (spec.width, spec.widths().coordinates.iter().sum());
    let (sends, receives) = match local_ports.is_one() {
        false => (
            "processor p, local port e: bit p*E+e takes data in this cycle",
            "a message arrives at processor p, local port e",
        ),
        true => ("bit = processor: it takes data in this cycle", "a message arrives at this processor"),
    };
    let local = local_ports.elements(spec.processors);
    let port = |direction, width, name, what| Port::new(direction, count * width, name, what).of(&local);
    let mut all = control("starts a frame of the schedule").to_vec();
    all.extend([
        port(Out, 1, "inject_valid_o", sends).at(per_slot(link - 1, activity.injections)),
        port(Out, ow, "inject_offset_o", "destination minus source of that message")
            .fields(offset_fields(spec.torus))
            .at(after("inject_valid_o", 0)),
        port(In, w, "inject_data_i", "its payload, in the same cycle, not one later")
            .at(after("inject_valid_o", 0)),
        port(Out, 1, "eject_valid_o", receives).at(per_slot(link + LINK_TO_EJECT, activity.last_links)),
        port(Out, w, "eject_data_o", "its payload").at(after("eject_valid_o", 0)),
        link_valid(spec.torus, "bit = link id", per_slot(link, activity.links)),
    ]);
    all.extend(slots.iter().flat_map(|top| top.network_ports(local_ports, activity)));
    all.push(Port::new(Out, 1, "error_o", "sticky: a conflict, a misrouted message or an early start"));
    all
}

/// The ports of the bench.
pub fn bench_ports(spec: &NodeSpec, activity: Activity) -> Vec<Port> {
    let (link, makespan) = (spec.link_latency() as u32, activity.last_links.1 + 1);
    let ports = BenchPorts {
        start: "one-cycle pulse: run one complete exchange",
        done: (
            "all messages of this exchange ejected",
            from(makespan + makespan_to_done(spec.link_latency())),
        ),
        error: "sticky: the network's error_o, or a wrong or surplus message",
        links: ("bit = link id: it carries a message now", per_slot(link, activity.links)),
        ejected: per_slot(link + LINK_TO_EJECT, activity.last_links),
        broadcast: false,
    };
    ports.ports(spec.torus, spec.processors, spec.ports, spec.width)
}
