//! The tops of a network with message memories: nodes with their memory ports, and the bench with a self-test
//! agent at every processor. The expected-data ROMs are one generate loop for each class, the agents one loop
//! for all.

use super::ports::{bench_ports, network_ports};
use crate::top::{
    bench, fields,
    text::{clocked, connected, plain, Parameter},
    Activity, Agent, BenchTop, Beside, Inverted, Link, LocalPorts,
};
use crate::top::{Cell, Grid, LocalSignal, NetworkTop, Over, Straps};
use torus_hdl::{memory::MemorySpec, LINK_LATENCY};
use torus_model::Placement;

/// Values at power-up, and what simulators with unknown values need.
const POWER_UP: &str = "Memories are 0 at power-up; reset keeps what they hold. In a simulator with unknown \
                        values, drive mem_addr_i from reset on; with streams, reset takes three cycles \
                        there.";

/// The signals of a link: a request, a header, and as payload the address at which data are stored and the
/// data.
pub fn link(spec: &MemorySpec) -> Link {
    Link::with_heads(spec.link_heads(), "LW", spec.widths().payload())
}

/// The signals at a processor: a port of its memory, and local ports that show what arrives.
pub fn local_ports(spec: &MemorySpec) -> LocalPorts {
    let memory = vec![
        LocalSignal::input("mem_write"),
        LocalSignal::input("mem_addr").wide("A"),
        LocalSignal::input("mem_data").wide("W").net("mem_wdata"),
        LocalSignal::output("mem_data").wide("W").net("mem_rdata"),
    ];
    let ejected = vec![LocalSignal::output("eject_valid"), LocalSignal::output("eject_data").wide("W")];
    LocalPorts::new(spec.program.ports, spec.torus, memory, ejected)
}

/// What a network with memories declares for its `NAME`.
pub fn network(spec: &MemorySpec, local: &LocalPorts, activity: Activity) -> NetworkTop {
    let widths = spec.widths();
    NetworkTop {
        what: "the network: every node, with the memory port of every processor.",
        timing: timing(spec),
        power_up: Some(POWER_UP),
        parameters: vec![
            local.existing_ports(spec.torus.ports().count()),
            ("HW", spec.link_heads().iter().sum(), "bits of requests and headers of a node's links"),
            ("A", widths.address(), "bits of a flit's address"),
            ("W", spec.width, "bits of a flit's data"),
            ("LW", widths.payload(), "bits of a flit on a link, header aside"),
        ],
        of_processors: vec![plain("start_i")],
        states: vec!["busy"],
        wraps: Vec::new(),
        report_cycles: 2,
        beside: Beside::default(),
        ports: network_ports(spec, local, activity),
    }
}

/// What it declares for its `NAME_bench`: a self-test agent at every processor, which loads, starts and
/// checks.
pub fn bench(
    spec: &MemorySpec,
    local: &LocalPorts,
    placement: &Placement,
    cells: &[Cell],
    activity: Activity,
) -> BenchTop {
    let (widths, layout) = (spec.widths(), spec.payload());
    let straps = Straps { id: widths.id, coordinates: widths.coordinates };
    let low = if spec.program.broadcast { layout.half } else { layout.id };
    let inverted = Inverted { half: layout.half, kept: Some([layout.id, low]) };
    let grid = Grid { torus: spec.torus, processors: spec.processors };
    let mut agents: Vec<Agent> =
        classes(cells).map(|(number, _)| expected_rom(spec, &straps, number)).collect();
    agents.push(self_test(spec, local, &straps));
    BenchTop {
        what: "the network and its self-test agents: for each pulse of start_i all memories are loaded, the \
               program runs once, and the results are read back and compared.",
        notes: Vec::new(),
        processors: "PN",
        each: "local ports of a processor",
        parameters: bench_parameters(spec, &straps),
        tables: processor_tables(grid, cells) + &straps.table(grid, placement),
        nets: nets(),
        declarations: "  wire network_start;\n  wire network_busy;\n  wire network_error;\n\n  \
                       // All self-test agents start in the same cycle.\n  \
                       assign network_start = &self_test_start;\n",
        control: vec![("start_i".into(), "network_start".into()), ("busy_o".into(), "network_busy".into())],
        agents,
        inverted: layout.marked.then_some(inverted),
        registers: bench::registers("self_test"),
        ports: bench_ports(spec, activity),
    }
}

/// The comment on timing of `NAME`.
fn timing(spec: &MemorySpec) -> Vec<String> {
    let last = spec.program.slots + 1;
    vec![format!(
        "Timing: start_i in cycle 0; busy_o is 1 in cycles 1 to {last}. A flit of slot s is on its first \
             link in cycle {LINK_LATENCY} + s; after h hops it is ejected, and stored, in cycle \
             {LINK_LATENCY} + s + h."
    )]
}

fn bench_parameters(spec: &MemorySpec, straps: &Straps) -> Vec<Parameter> {
    let widths = spec.widths();
    let mut all = vec![
        ("A", widths.address(), "bits of a flit's address"),
        ("W", spec.width, "bits of a flit's data"),
        ("LB", widths.expected_row, "bits of a row number of the expected-data ROM"),
    ];
    all.extend(straps.parameters());
    all
}

/// The cells with processors, each with its number.
pub fn classes(cells: &[Cell]) -> impl Iterator<Item = (usize, &Cell)> {
    cells.iter().enumerate().filter(|(_, cell)| !cell.processors.is_empty())
}

/// The tables that map the expected-data ROMs of a class to its processors; their node ids are not needed.
pub fn processor_tables(grid: Grid, cells: &[Cell]) -> String {
    let several = classes(cells).count() > 1;
    classes(cells).filter(|_| several).map(|(number, cell)| grid.processor_table(number, cell)).collect()
}

fn nets() -> Vec<(String, &'static str)> {
    let nets = [
        ("PN*LB", "expected_addr"),
        ("PN", "expected_valid"),
        ("PN*A", "expected_place"),
        ("PN*OW", "expected_partner"),
        ("PN", "self_test_start"),
        ("PN", "self_test_done"),
        ("PN", "self_test_error"),
    ];
    nets.map(|(width, name)| (width.to_string(), name)).to_vec()
}

/// The expected-data ROM of each processor of a class.
pub fn expected_rom(spec: &MemorySpec, straps: &Straps, class: usize) -> Agent {
    let mut connections = clocked(connected(&[
        ("addr_i", "expected_addr[P*LB +: LB]"),
        ("valid_o", "expected_valid[P]"),
        ("place_o", "expected_place[P*A +: A]"),
    ]));
    let names = (0..straps.coordinates.len()).map(|dim| format!("partner_{dim}_o")).collect();
    connections.extend(fields(names, "expected_partner", "P*OW", &straps.coordinates));
    let of_class = if spec.program.classes.len() > 1 { format!(" of class {class}") } else { String::new() };
    Agent {
        module: spec.class_module("expected_rom", class),
        about: format!("Where the blocks of each processor{of_class} lie"),
        name: "expected_rom",
        label: "expected",
        over: Over::Cell(class),
        connections,
    }
}

/// The self-test agent of every processor.
fn self_test(spec: &MemorySpec, local: &LocalPorts, straps: &Straps) -> Agent {
    let mut connections = clocked(vec![plain("start_i")]);
    connections.extend(straps.connections());
    connections.extend(connected(&[
        ("expected_addr_o", "expected_addr[p*LB +: LB]"),
        ("expected_valid_i", "expected_valid[p]"),
        ("expected_place_i", "expected_place[p*A +: A]"),
    ]));
    let names = (0..straps.coordinates.len()).map(|dim| format!("expected_partner_{dim}_i")).collect();
    connections.extend(fields(names, "expected_partner", "p*OW", &straps.coordinates));
    let node = [("node_start_o", "self_test_start[p]"), ("node_busy_i", "network_busy")];
    connections.extend(connected(&node));
    connections.extend(local.of_agent("p", &["mem_write", "mem_addr", "mem_data"]));
    connections.extend(connected(&[("done_o", "self_test_done[p]"), ("error_o", "self_test_error[p]")]));
    Agent {
        module: spec.module("self_test"),
        about: "A self-test agent at every processor".into(),
        name: "self_test",
        label: "self_test",
        over: Over::Processors,
        connections,
    }
}
