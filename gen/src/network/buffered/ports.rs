//! The ports of both tops of a buffered network: widths, bit layout, and the cycles in which their values are
//! valid.

use crate::top::{
    ports::{after, clock_and_reset, head_fields, link_valid, no_sooner, Direction},
    BenchPorts, LocalPorts, Port,
};
use torus_hdl::buffered::BufferedSpec;
use torus_sim::port_info::Cycle;

/// The ports of the network.
pub fn network_ports(spec: &BufferedSpec, local_ports: &LocalPorts, processors: usize) -> Vec<Port> {
    use Direction::{In, Out};
    let (count, w) = (processors * local_ports.each(), spec.width);
    let which =
        if spec.one_local_port() { "bit = processor" } else { "processor p, local port e: bit p*E+e" };
    let local = local_ports.elements(processors);
    let port = |direction, width, name, what| Port::new(direction, count * width, name, what).of(&local);
    let (with, hop) = (|other: &str| after(other, 0), spec.pipeline.cycles() as u32);
    let mut all = clock_and_reset().to_vec();
    all.push(port(In, 1, "inject_valid_i", which));
    all.push(port(Out, 1, "inject_ready_o", "it is taken if valid too"));
    if spec.one_local_port() {
        let first = port(In, spec.port_bits(), "inject_port_i", "its first port");
        all.push(first.at(with("inject_valid_i")));
    }
    all.extend([
        port(In, spec.head(), "inject_head_i", "its head on the first link")
            .fields(head_fields(&spec.layout(), spec.long()))
            .at(with("inject_valid_i")),
        port(In, w, "inject_data_i", "its payload").at(with("inject_valid_i")),
        port(Out, 1, "eject_valid_o", "a flit for this processor").at(no_sooner("inject_valid_i", 2 * hop)),
        port(In, 1, "eject_ready_i", "the processor takes it"),
    ]);
    if spec.long() {
        let last = port(Out, 1, "eject_last_o", "it is the last of its packet");
        all.push(last.at(with("eject_valid_o")));
    }
    all.extend([
        port(Out, w, "eject_data_o", "its payload").at(with("eject_valid_o")),
        link_valid(spec.torus, "bit = link id", no_sooner("inject_valid_i", hop)),
        Port::new(Out, 1, "error_o", "sticky: a buffer overflowed, a credit is wrong, a head has no way"),
    ]);
    all
}

/// The ports of the bench.
pub fn bench_ports(spec: &BufferedSpec, processors: usize) -> Vec<Port> {
    // The first flits are in registers: taken in the cycle after the start, on a link a hop later.
    let hop = spec.pipeline.cycles() as u32;
    let first_link = Cycle { first: Some(1 + hop), ..after("start_i", 1 + hop) };
    let ports = BenchPorts {
        start: "one-cycle pulse: run one complete exchange, if none is running",
        done: ("all packets of this exchange ejected", after("eject_valid_o", 2)),
        error: "sticky: misrouted packet, overflow, wrong credit or head",
        links: ("bit = link id: it carries a flit now", first_link),
        ejected: no_sooner("link_valid_o", hop),
        broadcast: false,
    };
    ports.ports(spec.torus, processors, spec.ports, spec.width)
}
