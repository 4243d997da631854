//! The ports of both tops of a network with message memories: widths, bit layout, and the cycles in which
//! their values are valid.

use crate::top::{
    ports::{after, control, from, link_valid, of_local_ports, per_slot, Direction},
    Activity, BenchPorts, LocalPorts, Port,
};
use torus_hdl::{memory::MemorySpec, LINK_LATENCY};
use torus_model::PortModel;
use torus_sim::port_info::{Cycle, Field};

/// The ports of the network.
pub fn network_ports(spec: &MemorySpec, local_ports: &LocalPorts, activity: Activity) -> Vec<Port> {
    use Direction::{In, Out};
    let (p, w, a) = (spec.processors, spec.width, spec.widths().address());
    let of_local_port = match local_ports.is_one() {
        false => "bit p*E+e: a flit arrives at processor p, local port e",
        true => "bit = processor: a flit arrives",
    };
    let (link, slots, count) = (LINK_LATENCY as u32, spec.program.slots, p * local_ports.each());
    let each = of_local_ports(p, PortModel::OnePort, Vec::new());
    let local = local_ports.elements(p);
    let memory = |direction, width, name, what| Port::new(direction, p * width, name, what).of(&each);
    let ejected = |width, name, what| Port::new(Out, count * width, name, what).of(&local);
    let mut all = control("one pulse runs the program once").to_vec();
    all.extend([
        Port::new(Out, 1, "busy_o", "it runs: leave the memories alone")
            .at(Cycle { last: Some(slots + 1), ..from(1) }),
        memory(In, 1, "mem_write_i", "bit = processor: write"),
        memory(In, a, "mem_addr_i", "{bank, flit}, A bits for each processor").fields(address_fields(spec)),
        memory(In, w, "mem_data_i", "to write, W bits for each processor"),
        memory(Out, w, "mem_data_o", "read, one cycle after the address").at(after("mem_addr_i", 1)),
        ejected(1, "eject_valid_o", of_local_port).at(per_slot(link + 1, activity.last_links)),
        ejected(w, "eject_data_o", "its data").at(after("eject_valid_o", 0)),
        link_valid(spec.torus, "bit = link id", per_slot(link, activity.links)),
        Port::new(Out, 1, "error_o", "sticky: a conflict, a misrouted flit, or a misuse of a port"),
    ]);
    all
}

/// The fields of a memory address.
fn address_fields(spec: &MemorySpec) -> Vec<Field> {
    let widths = spec.widths();
    let field = |name: &str, width, meaning: &str| (name.to_string(), width, meaning.to_string());
    Field::stack([
        field("flit", widths.index, "place in the bank"),
        field("bank", widths.bank, "bank of the memory"),
    ])
}

/// The ports of the bench.
pub fn bench_ports(spec: &MemorySpec, activity: Activity) -> Vec<Port> {
    let (program, link) = (spec.program, spec.start_to_link());
    let done = from(program.makespan + spec.makespan_to_done());
    let ports = BenchPorts {
        start: "one-cycle pulse: run once",
        done: ("all results are read back and compared", done),
        error: "sticky: conflict, misuse or a wrong result",
        links: ("bit = link id: it carries a flit now", per_slot(link, activity.links)),
        ejected: per_slot(link + 1, activity.last_links),
        broadcast: program.broadcast,
    };
    ports.ports(spec.torus, spec.processors, program.ports, spec.width)
}
