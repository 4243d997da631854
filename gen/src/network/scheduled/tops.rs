//! The tops of a scheduled network: its links, its local ports, its traffic agent.

use super::{
    ports::{bench_ports, network_ports},
    slot_ports::{SlotTop, Unused},
};
use crate::top::{
    bench,
    text::{clocked, plain},
    Activity, Agent, BenchTop, Beside, Inverted, Link, LocalPorts, LocalSignal,
};
use crate::top::{Grid, NetworkTop, Over, Straps};
use torus_hdl::NodeSpec;
use torus_model::{HopCycles, PayloadLayout, Placement};

/// The signals of a link: a payload, and unless slots set the routers a request and a header.
pub fn link(spec: &NodeSpec) -> Link {
    if spec.slot_table.is_some() {
        return Link::bare("W", spec.width);
    }
    Link::with_heads(spec.link_heads(), "W", spec.width)
}

/// The signals of a local port: it asks for the payload of the message that it injects, and shows what it
/// ejects.
pub fn local_ports(spec: &NodeSpec) -> LocalPorts {
    let signals = vec![
        LocalSignal::output("inject_valid"),
        LocalSignal::output("inject_offset").fields("OW", &spec.widths().coordinates),
        LocalSignal::input("inject_data").wide("W"),
        LocalSignal::output("eject_valid"),
        LocalSignal::output("eject_data").wide("W"),
    ];
    LocalPorts::new(spec.ports, spec.torus, Vec::new(), signals)
}

/// What a scheduled network declares for its `NAME`. `slots`: its slot ports, if it has any.
pub fn network(
    spec: &NodeSpec,
    local: &LocalPorts,
    activity: Activity,
    slots: Option<&SlotTop>,
    hop_cycles: &HopCycles,
) -> NetworkTop {
    let (offset, heads) = (spec.widths().coordinates.iter().sum(), spec.link_heads().iter().sum::<usize>());
    let flip = |dim: &usize| (format!("flip_{dim}_i"), format!("X{dim} % 2 == 1"));
    NetworkTop {
        what: "the network: every node, with the local ports of every processor.",
        timing: [timing(spec.link_latency(), hop_cycles), slots.map_or(Vec::new(), SlotTop::notes)].concat(),
        power_up: spec.is_generated().then_some("Those of the generator have none."),
        parameters: [local.existing_ports(spec.existing_ports().len())]
            .into_iter()
            .chain((heads > 0).then_some(("HW", heads, "bits of requests and headers of a node's links")))
            .chain([("W", spec.width, "payload bits"), ("OW", offset, "offset bits")])
            .collect(),
        of_processors: std::iter::once(plain("start_i")).chain(spec.flips.iter().map(flip)).collect(),
        states: Vec::new(),
        wraps: Vec::new(),
        // Faults of routers with heads pass through a register.
        report_cycles: if spec.slot_table.is_some() { 1 } else { 2 },
        beside: slots.map_or(Beside::default(), SlotTop::beside),
        ports: network_ports(spec, local, activity, slots),
    }
}

/// What it declares for its `NAME_bench`: an agent at every processor, which gets its place by straps.
/// `unused`: ports of the network that the bench does not use.
pub fn bench(
    spec: &NodeSpec,
    local: &LocalPorts,
    placement: &Placement,
    activity: Activity,
    unused: &[Unused],
) -> BenchTop {
    let straps = Straps { id: spec.widths().id, coordinates: spec.widths().coordinates };
    let grid = Grid { torus: spec.torus, processors: spec.processors };
    let layout = PayloadLayout::of_messages(spec.width, spec.torus.len());
    let inverted = Inverted { half: layout.half, kept: None };
    let [offset, strap] = straps.parameters();
    let nets = [("P".to_string(), "agent_done"), ("P".to_string(), "agent_error")];
    let open = unused.iter().map(|open| (open.bits.to_string(), open.net));
    let connection = |open: &Unused| (open.port.to_string(), open.net.to_string());
    BenchTop {
        what: "the network and its traffic agents: one complete exchange for each pulse of start_i.",
        notes: Vec::new(),
        processors: "P",
        each: "local ports of a processor",
        parameters: vec![("W", spec.width, "payload bits"), offset, strap],
        tables: straps.table(grid, placement),
        nets: nets.into_iter().chain(open).collect(),
        declarations: "  wire network_error;\n",
        control: std::iter::once(plain("start_i")).chain(unused.iter().map(connection)).collect(),
        agents: vec![agent(spec, local, &straps)],
        inverted: layout.marked.then_some(inverted),
        registers: bench::registers("agent"),
        ports: bench_ports(spec, activity),
    }
}

fn agent(spec: &NodeSpec, local: &LocalPorts, straps: &Straps) -> Agent {
    let signals = ["inject_valid", "inject_offset", "inject_data", "eject_valid", "eject_data"];
    let mut connections = clocked(vec![plain("start_i")]);
    connections.extend(straps.connections());
    connections.extend(local.of_agent("p", &signals));
    connections.push(("done_o".into(), "agent_done[p]".into()));
    connections.push(("error_o".into(), "agent_error[p]".into()));
    Agent {
        module: spec.agent_module(),
        about: "A traffic agent at every processor".into(),
        name: "agent",
        label: "agent",
        over: Over::Processors,
        connections,
    }
}

/// The comment on timing: when the data of a message are taken, and where it is in each cycle.
fn timing(link: usize, hop_cycles: &HopCycles) -> Vec<String> {
    let mut lines = if hop_cycles.is_one() { diagram(link) } else { in_words(link) };
    lines.extend([
        format!(
            "Slot s injects in cycle {} + s after start_i. inject_data_i must stand in the same cycle as",
            link - 1
        ),
        "inject_valid_o and inject_offset_o. A block RAM addressed by inject_offset_o answers one cycle late"
            .into(),
        "and must not be connected directly.".into(),
    ]);
    lines
}

/// Where a message is in each cycle, for links with registers.
fn in_words(link: usize) -> Vec<String> {
    vec![
        format!("Timing: a message of slot s is on its first link in cycle {link} + s. It is through a link"),
        "with n registers n + 1 cycles later, and then on the next link or at an ejection port.".into(),
    ]
}

/// The same for links without registers, as a diagram of the first slot.
fn diagram(link: usize) -> Vec<String> {
    let last = link + 3;
    let cycles: String = (0..=last).map(|cycle| format!("{cycle:<4}")).collect();
    let wave = |high: std::ops::Range<usize>| -> String {
        let cycle = |c: usize| match (high.contains(&c), c == high.start, c + 1 == high.end) {
            (false, _, _) => "____",
            (_, true, true) => "/~~\\",
            (_, true, false) => "/~~~",
            (_, false, true) => "~~~\\",
            _ => "~~~~",
        };
        (0..=last).map(cycle).collect()
    };
    let line = |name: &str, high, about: &str| format!("  {name:<14} {}  {about}", wave(high));
    vec![
        "Timing of a message of two hops in slot 0; slot s is s cycles later:".into(),
        format!("  {:<14} {}", "cycle", cycles.trim_end()),
        line("start_i", 0..1, "a frame begins"),
        line("inject_valid_o", link - 1..link, "inject_data_i is taken"),
        line("link_valid_o", link..link + 2, "on its first link, then on its second"),
        line("eject_valid_o", link + 2..link + 3, "eject_data_o holds the payload"),
    ]
}
