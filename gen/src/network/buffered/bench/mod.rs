//! The text of the bench of a buffered network: a packet source at every injection port, the lists of
//! packets, and a packet checker at every processor.
//!
//! A pulse of `start_i` runs one complete exchange of the shortest packets. For a message over s dimensions,
//! unordered routing sends d!/s! copies over each of the s! orders. Packet sources are identical, and so are
//! packet checkers, so each is one generate loop; what differs between processors is in the module of lists.
//! A start during an exchange is ignored. Bounds: [`MAX_PACKETS`] packets in all.

mod lists;
mod row;
mod source;

use super::{
    ports::bench_ports,
    workload::{exchange, exchange_packets, most_packets},
    Buffers, PacketNetwork,
};
use crate::{
    limits::MAX_PACKETS,
    top::{
        text::{clocked, connected, plain, table, Parameter},
        Agent, BenchTop, Grid, LocalPorts, Over,
    },
    UsageError,
};
use lists::{number_bits, ListsText, PacketList};
use row::Rows;
use source::SourceText;
use thiserror::Error;
use torus_hdl::{
    buffered::{packet_checker, BufferedSpec},
    Module,
};
use torus_model::{load::denominator, route::bits, traffic::Order, NodeId, Placement};
use torus_sim::traffic::Packet;

/// An exchange with more packets than a bench lists.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "a complete exchange of {processors} processors has {packets} packets; the bench lists each of them, up \
     to {most}: emit a smaller torus or place fewer processors{}",
    if *.runs { " (torusgen sim runs this one)" } else { "" },
    most = MAX_PACKETS
)]
pub struct BenchTooLarge {
    /// The packets of one exchange.
    pub packets: u64,
    /// The processors.
    pub processors: usize,
    /// Whether a run without the bench can have so many packets.
    pub runs: bool,
}

/// Refuses exchanges that the bench cannot hold. No load has to be counted for that. Errors:
/// [`BenchTooLarge`]; loads that cannot be counted.
pub fn check_packets(placement: &Placement, buffers: &Buffers) -> Result<(), UsageError> {
    let packets = exchange_packets(placement, denominator(placement, buffers.routing())?);
    let (processors, runs) = (placement.len(), packets <= most_packets(buffers));
    match packets <= MAX_PACKETS {
        true => Ok(()),
        false => Err(BenchTooLarge { packets, processors, runs }.into()),
    }
}

/// The packets that every processor sends at each of its injection ports. The order is the one that `sim`
/// draws from the seed.
pub fn lists(network: PacketNetwork, local_ports: &[usize]) -> Vec<PacketList> {
    let order = network.base.placement.processors();
    let empty = |&source| local_ports.iter().map(move |_| PacketList { source, packets: Vec::new() });
    let mut all: Vec<PacketList> = order.iter().flat_map(empty).collect();
    for packet in exchange(network, Order::Random, network.base.effort.seed).packets {
        let at = order.binary_search(&packet.source).expect("only processors send");
        all[at * local_ports.len() + local_port_of(&packet, local_ports)].packets.push(packet);
    }
    all
}

/// The index of the local port at which a packet is injected: that of its first port, or the only one.
fn local_port_of(packet: &Packet, local_ports: &[usize]) -> usize {
    let port = packet.way.first_port().index();
    local_ports.iter().position(|&local_port| local_port == port).unwrap_or(0)
}

/// The modules of the bench except for its top.
pub fn agents(spec: &BufferedSpec, placement: &Placement, lists: &[PacketList]) -> Vec<Module> {
    let rows = Rows { spec };
    let lists_and_source =
        [ListsText { rows, placement, lists }.module(), SourceText { rows, at: number_bits(lists) }.module()];
    // A processor receives as many packets as it sends.
    let of_first = &lists[..spec.local_ports().len()];
    let batch = of_first.iter().map(|list| list.packets.len()).sum();
    lists_and_source.into_iter().chain(packet_checker(spec, batch)).collect()
}

/// What a buffered network declares for its `NAME_bench`: a packet source for each of the `lists`, a packet
/// checker for each processor, and `copies` packets for every pair.
pub fn bench(
    spec: &BufferedSpec,
    local: &LocalPorts,
    placement: &Placement,
    lists: &[PacketList],
    copies: u64,
) -> BenchTop {
    let grid = Grid { torus: spec.torus, processors: placement.len() };
    BenchTop {
        what: "the network, its packet sources and packet checkers: one complete exchange for each pulse of \
               start_i.",
        notes: vec![exchange_facts(spec, copies)],
        processors: "P",
        each: "local ports of a processor",
        parameters: parameters(spec, lists),
        tables: "  // Node ids of the processors, the last first.\n".to_string() + &ids(grid, placement),
        nets: nets(local),
        declarations: "  wire network_error;\n  reg  running_q;\n  wire start = start_i & ~running_q;\n",
        control: Vec::new(),
        agents: vec![packet_lists(spec), packet_source(spec, local, lists.len()), checker(spec, local)],
        inverted: None,
        registers: REGISTERS.into(),
        ports: bench_ports(spec, placement.len()),
    }
}

/// The comment on what one exchange sends.
fn exchange_facts(spec: &BufferedSpec, copies: u64) -> String {
    let flits = spec.exchange_flits() as u64;
    format!(
        "One exchange: packets for every pair {copies}, flits of a packet {flits}; link l is valid in {} * \
         E(l) cycles.",
        copies * flits
    )
}

fn parameters(spec: &BufferedSpec, lists: &[PacketList]) -> Vec<Parameter> {
    let mut all = vec![
        ("HW", spec.head(), "bits beside a payload"),
        ("W", spec.width, "payload bits"),
        ("IW", bits(spec.torus.len()), "bits of a node id"),
        ("AW", number_bits(lists), "bits of the number of a row"),
        ("RW", Rows { spec }.width(), "bits of a row"),
    ];
    all.extend(spec.one_local_port().then(|| ("PW", spec.port_bits(), "bits of a port number")));
    all
}

fn ids(grid: Grid, placement: &Placement) -> String {
    let id = |node: &NodeId| (node.index(), grid.at(node.index()));
    table("IDS", bits(grid.torus.len()), &placement.processors().iter().map(id).collect::<Vec<_>>())
}

/// The nets between packet sources and their lists, and those after packet checkers.
fn nets(local: &LocalPorts) -> Vec<(String, &'static str)> {
    let all = if local.is_one() { "P" } else { "P*E" };
    vec![
        (format!("{all}*AW"), "list_at"),
        (format!("{all}*RW"), "list_row"),
        ("P".into(), "checker_done"),
        ("P".into(), "checker_wrong"),
    ]
}

/// The lists of all injection ports.
fn packet_lists(spec: &BufferedSpec) -> Agent {
    let mut connections = vec![plain("clk_i")];
    connections.extend(connected(&[("at_i", "list_at"), ("row_o", "list_row")]));
    Agent {
        module: lists::name(spec),
        about: "The packets that processors send".into(),
        name: "lists",
        label: "lists",
        over: Over::All,
        connections,
    }
}

/// The packet source of every injection port.
fn packet_source(spec: &BufferedSpec, local: &LocalPorts, count: usize) -> Agent {
    let id = if local.is_one() { "IDS[k*IW +: IW]" } else { "IDS[(k / E)*IW +: IW]" };
    let mut connections = clocked(connected(&[
        ("start_i", "start"),
        ("id_i", id),
        ("at_o", "list_at[k*AW +: AW]"),
        ("row_i", "list_row[k*RW +: RW]"),
    ]));
    let signals = ["inject_ready", "inject_valid", "inject_port", "inject_head", "inject_data"];
    connections.extend(local.of_each(&signals));
    let over = Over::LocalPorts(count);
    let about = "A packet source at every injection port".into();
    Agent { module: source::name(spec), about, name: "source", label: "packet_source", over, connections }
}

/// The packet checker of every processor.
fn checker(spec: &BufferedSpec, local: &LocalPorts) -> Agent {
    let mut connections = clocked(connected(&[("start_i", "start"), ("id_i", "IDS[p*IW +: IW]")]));
    connections.extend(local.of_agent("p", &["eject_valid", "eject_last", "eject_data"]));
    connections.extend(connected(&[("done_o", "checker_done[p]"), ("wrong_o", "checker_wrong[p]")]));
    Agent {
        module: spec.checker_module(),
        about: "A packet checker at every processor".into(),
        name: "checker",
        label: "packet_checker",
        over: Over::Processors,
        connections,
    }
}

/// A start is taken if no exchange runs. Packet checkers answer a cycle later, so that the `done` of the
/// exchange before cannot end the new one.
const REGISTERS: &str =
    "  // A start begins an exchange if none runs. done_o: all packet checkers are done, until the next start.
  // error_o: an error was found, until reset.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      done_o    <= 1'b0;
      error_o   <= 1'b0;
    end else begin
      running_q <= start | (running_q & ~(&checker_done));
      done_o    <= ~start & (done_o | (running_q & (&checker_done)));
      error_o   <= error_o | network_error | (|checker_wrong);
    end
  end
";
