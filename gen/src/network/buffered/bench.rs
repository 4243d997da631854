//! The bench of a network of buffered routers, as text: a packet source and a packet checker at every
//! processor.
//!
//! One pulse of `start_i` runs one complete exchange of the shortest packets, unordered routing with d!/s!
//! copies over each of s! orders. Packet sources are modules of their own, as every processor has another
//! list; packet checkers are alike, one generate loop. A start while an exchange runs is not taken. Bounds:
//! [`MAX_PACKETS`] packets in all.

use super::{ports::bench_ports, workload::exchange, PacketNetwork};
use crate::{
    limits::MAX_PACKETS,
    network::Frame,
    top::{
        text::{connected, table, Parameter},
        Agent, BenchTop, Grid, LocalPorts, Over,
    },
};
use thiserror::Error;
use torus_hdl::buffered::{BufferedSpec, ExchangePacket, PacketLists};
use torus_model::{route::bits, traffic::Order, NodeId, Placement};
use torus_sim::traffic::Packet;

/// An exchange that has more packets than its bench holds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "a complete exchange of {processors} processors has {packets} packets; the bench lists each of them, up \
     to {most}: emit a smaller torus or place fewer processors (torusgen sim runs this one)",
    most = MAX_PACKETS
)]
pub struct BenchTooLarge {
    /// The packets of one exchange.
    pub packets: u64,
    /// The processors.
    pub processors: u64,
}

/// Refuses exchanges that the bench cannot hold.
pub fn check_packets(network: &Frame) -> Result<(), BenchTooLarge> {
    let p = network.base.placement.len() as u64;
    let packets = (p * (p - 1)).saturating_mul(network.loads.denominator());
    match packets <= MAX_PACKETS {
        true => Ok(()),
        false => Err(BenchTooLarge { packets, processors: p }),
    }
}

/// What every processor sends, in the order drawn from the network's seed: that of `sim`.
pub fn lists(network: PacketNetwork, local_ports: &[usize]) -> Vec<PacketLists> {
    let placement = &network.base.placement;
    let empty = |&source: &NodeId| PacketLists { source, lists: vec![Vec::new(); local_ports.len()] };
    let mut all: Vec<PacketLists> = placement.processors().iter().map(empty).collect();
    let order = placement.processors();
    let seed = network.base.effort.seed;
    for packet in exchange(network, Order::Random, seed).packets {
        let at = order.binary_search(&packet.source).expect("only processors send");
        let local_port = local_port_of(&packet, local_ports);
        let Packet { destination, route, channels, .. } = packet;
        all[at].lists[local_port].push(ExchangePacket { destination, route, channels });
    }
    all
}

/// The local port that a packet leaves by: that of its first port, or the only one.
fn local_port_of(packet: &Packet, local_ports: &[usize]) -> usize {
    let port = packet.route.segments()[0].port.index();
    local_ports.iter().position(|&local_port| local_port == port).unwrap_or(0)
}

/// What `NAME_bench` has of its own: a packet source and a packet checker for each processor, and `copies`
/// packets for every pair.
pub fn bench(spec: &BufferedSpec, local: &LocalPorts, placement: &Placement, copies: u64) -> BenchTop {
    let grid = Grid { torus: spec.torus, processors: placement.len() };
    let mut agents: Vec<Agent> = (0..placement.len()).map(|p| packet_source(spec, local, p)).collect();
    agents.push(packet_checker(spec, local));
    BenchTop {
        what: "The network, its packet sources and packet checkers: one complete exchange for each pulse of \
               start_i.",
        notes: vec![exchange_facts(spec, copies)],
        processors: "P",
        each: "local ports of a processor",
        parameters: parameters(spec),
        tables: "  // Node ids of the processors, the last first.\n".to_string() + &ids(grid, placement),
        nets: vec![("P".into(), "checker_done"), ("P".into(), "checker_wrong")],
        declarations: "  wire network_error;\n  reg  running_q;\n  wire start = start_i & ~running_q;\n",
        control: Vec::new(),
        agents,
        inverted: None,
        registers: REGISTERS.into(),
        ports: bench_ports(spec, placement.len()),
    }
}

/// What one exchange sends.
fn exchange_facts(spec: &BufferedSpec, copies: u64) -> String {
    let flits = spec.exchange_flits() as u64;
    format!(
        "One exchange: packets for every pair {copies}, flits of a packet {flits}; link l is valid in {} * \
         E(l) cycles.",
        copies * flits
    )
}

fn parameters(spec: &BufferedSpec) -> Vec<Parameter> {
    let mut all = vec![
        ("HW", spec.head(), "bits beside a payload"),
        ("W", spec.width, "payload bits"),
        ("IW", bits(spec.torus.len()), "bits of a node id"),
    ];
    all.extend(spec.one_local_port().then(|| ("PW", spec.port_bits(), "bits of a port number")));
    all
}

fn ids(grid: Grid, placement: &Placement) -> String {
    let id = |node: &NodeId| (node.index(), grid.at(node.index()));
    table("IDS", bits(grid.torus.len()), &placement.processors().iter().map(id).collect::<Vec<_>>())
}

/// The packet source of a processor: its list of packets.
fn packet_source(spec: &BufferedSpec, local: &LocalPorts, processor: usize) -> Agent {
    let signals = ["inject_ready", "inject_valid", "inject_port", "inject_head", "inject_data"];
    let mut connections = vec![("start_i".into(), "start".into())];
    connections.extend(local.of_agent(&processor.to_string(), &signals));
    let module = spec.source_module(processor);
    Agent { module, name: "source", label: "source", over: Over::One(processor), connections }
}

/// The packet checker of every processor.
fn packet_checker(spec: &BufferedSpec, local: &LocalPorts) -> Agent {
    let mut connections = connected(&[("start_i", "start"), ("id_i", "IDS[p*IW +: IW]")]);
    connections.extend(local.of_agent("p", &["eject_valid", "eject_last", "eject_data"]));
    connections.extend(connected(&[("done_o", "checker_done[p]"), ("wrong_o", "checker_wrong[p]")]));
    Agent {
        module: spec.checker_module(),
        name: "checker",
        label: "packet_checker",
        over: Over::Processors,
        connections,
    }
}

/// A start is taken when no exchange runs; packet checkers answer one cycle later, so that it cannot meet an
/// old done.
const REGISTERS: &str = "  always @(posedge clk_i) begin
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
