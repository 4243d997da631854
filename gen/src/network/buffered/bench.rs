//! The bench of a network of buffered routers, as text: a packet source and a packet checker at every
//! processor.
//!
//! One pulse of `start_i` runs one complete exchange of the shortest packets, unordered routing with d!/s!
//! copies over each of s! orders. Packet sources are modules of their own, as every processor has another
//! list; packet checkers are alike, one generate loop. A start while an exchange runs is not taken. Bounds:
//! [`MAX_PACKETS`] packets in all.

use super::{
    fabric::{no_sooner, BufferedFabric},
    workload::exchange_of,
    Buffers,
};
use crate::{
    limits::MAX_PACKETS,
    network::Frame,
    top::{
        ports::{after, module_text, of_links, payload_fields, Direction, Port},
        text::{connections, instance, integers, local_port_number, loop_over, place, plain, table},
    },
};
use thiserror::Error;
use torus_hdl::buffered::{ExchangePacket, PacketLists};
use torus_model::{route::bits, traffic::Order, NodeId, Placement};
use torus_sim::{port_info::Cycle, traffic::Packet};

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
    let p = network.config.placement.len() as u64;
    let packets = (p * (p - 1)).saturating_mul(network.loads.denominator());
    match packets <= MAX_PACKETS {
        true => Ok(()),
        false => Err(BenchTooLarge { packets, processors: p }),
    }
}

/// What every processor sends, in the order drawn from the network's seed: that of `sim`.
pub fn lists(network: &Frame, buffers: &Buffers, local_ports: &[usize]) -> Vec<PacketLists> {
    let placement = &network.config.placement;
    let empty = |&source: &NodeId| PacketLists { source, lists: vec![Vec::new(); local_ports.len()] };
    let mut all: Vec<PacketLists> = placement.processors().iter().map(empty).collect();
    let order = placement.processors();
    let seed = network.config.effort.seed;
    for packet in exchange_of(network, buffers, Order::Random, seed).packets {
        let at = order.binary_search(&packet.source).expect("only processors send");
        let local_port = local_port_of(&packet, local_ports);
        let Packet { destination, word, channels, .. } = packet;
        all[at].lists[local_port].push(ExchangePacket { destination, route: word, channels });
    }
    all
}

/// The local port that a packet leaves by: that of its first port, or the only one.
fn local_port_of(packet: &Packet, local_ports: &[usize]) -> usize {
    let port = packet.word.segments()[0].port.index();
    local_ports.iter().position(|&local_port| local_port == port).unwrap_or(0)
}

impl BufferedFabric<'_> {
    /// `NAME_bench`: the network with its packet sources and packet checkers; `copies` packets for every
    /// pair.
    pub fn bench(&self, placement: &Placement, copies: u64) -> String {
        let mut body = self.bench_parameters(placement) + &self.bench_nets() + &self.network_instance();
        (0..self.grid.processors).for_each(|processor| body += &self.packet_source(processor));
        body += &(self.packet_checkers() + &self.grid.local_outputs(self.spec.ports, "eject_data"));
        body += REGISTERS;
        let name = format!("{}_bench", self.spec.name);
        let what =
            "The network, its packet sources and packet checkers: one complete exchange for each pulse of \
                    start_i.";
        let mut header = self.spec.header.clone();
        header.push(self.exchange_facts(copies));
        module_text(&name, what, &header, &self.bench_ports(), &body)
    }

    /// What one exchange sends.
    fn exchange_facts(&self, copies: u64) -> String {
        let flits = self.spec.exchange_flits() as u64;
        format!(
            "One exchange: packets for every pair {copies}, flits of a packet {flits}; link l is valid in \
             {} * E(l) cycles.",
            copies * flits
        )
    }

    /// Ports of the bench.
    pub fn bench_ports(&self) -> Vec<Port> {
        use Direction::{In, Out, Register};
        let torus = self.spec.torus;
        let local_ports = self.grid.processors * self.spec.ports.local_ports(torus);
        let bit = if self.spec.one_local_port() { "bit = processor" } else { "bit = processor * 2d + lane" };
        let local = self.local_ports((0..torus.port_slots()).collect());
        // Registers of the first flits: taken in the cycle after the start, on a link in the next.
        let first_link = Cycle { first: Some(2), ..after("start_i", 2) };
        vec![
            Port::new(In, 1, "clk_i", "clock"),
            Port::new(In, 1, "rst_ni", "synchronous reset, active low"),
            Port::new(In, 1, "start_i", "one-cycle pulse: run one complete exchange, if none is running"),
            Port::new(Register, 1, "done_o", "all packets of this exchange ejected")
                .at(after("eject_valid_o", 2)),
            Port::new(Register, 1, "error_o", "sticky: misdelivery, overflow, wrong credit or head"),
            Port::new(Out, torus.link_slots(), "link_valid_o", "bit = link id: it carries a flit now")
                .of(&of_links(torus))
                .at(first_link),
            Port::new(Out, local_ports, "eject_valid_o", bit).of(&local).at(no_sooner("link_valid_o", 1)),
            Port::new(
                Out,
                local_ports * self.spec.width,
                "eject_data_o",
                "{source node id, destination node id}",
            )
            .of(&local)
            .fields(payload_fields(self.spec.width, false))
            .at(after("eject_valid_o", 0)),
        ]
    }

    fn bench_parameters(&self, placement: &Placement) -> String {
        let id = bits(self.spec.torus.len());
        let ids: Vec<_> =
            placement.processors().iter().map(|node| (node.index(), self.grid.at(node.index()))).collect();
        let mut text = integers(&[("P", self.grid.processors, "processors")]);
        if !self.spec.one_local_port() {
            text += &integers(&[("E", self.spec.local_ports().len(), "local ports of a processor")]);
        }
        text += &integers(&[
            ("HW", self.spec.head(), "bits beside a payload"),
            ("W", self.spec.width, "payload bits"),
            ("IW", id, "bits of a node id"),
        ]);
        if self.spec.one_local_port() {
            text += &integers(&[("PW", self.spec.port_bits(), "bits of a port number")]);
        }
        text + "  // Node ids of the processors, the last first.\n" + &table("IDS", id, &ids) + "\n"
    }

    fn bench_nets(&self) -> String {
        let net = |(width, name): (&str, &str)| format!("  wire [{width}-1:0] {name};\n");
        let all = if self.spec.one_local_port() { "P" } else { "P*E" };
        let (heads, data) = (format!("{all}*HW"), format!("{all}*W"));
        let mut nets = vec![(all, "inject_valid"), (all, "inject_ready")];
        nets.extend(self.spec.one_local_port().then_some(("P*PW", "inject_port")));
        nets.extend([(&heads[..], "inject_head"), (&data, "inject_data"), (all, "eject_valid")]);
        nets.extend(self.spec.long().then_some((all, "eject_last")));
        nets.extend([(&data[..], "eject_data"), ("P", "checker_done"), ("P", "checker_wrong")]);
        let text: String = nets.into_iter().map(net).collect();
        text + "  wire network_error;\n  reg  running_q;\n  wire start = start_i & ~running_q;\n\n"
    }

    fn network_instance(&self) -> String {
        let net = |port: &str| (port.to_string(), port[..port.len() - 2].to_string());
        let mut all = vec![plain("clk_i"), plain("rst_ni"), net("inject_valid_i"), net("inject_ready_o")];
        all.extend(self.spec.one_local_port().then(|| net("inject_port_i")));
        all.extend([net("inject_head_i"), net("inject_data_i"), net("eject_valid_o")]);
        let count = if self.spec.one_local_port() { "P" } else { "P*E" };
        all.push(("eject_ready_i".into(), format!("{{{count}{{1'b1}}}}")));
        all.extend(self.spec.long().then(|| net("eject_last_o")));
        all.extend([net("eject_data_o"), plain("link_valid_o"), ("error_o".into(), "network_error".into())]);
        instance(self.spec.name, "u_net", &all)
    }

    fn packet_source(&self, processor: usize) -> String {
        let mut all = vec![plain("clk_i"), plain("rst_ni"), ("start_i".into(), "start".into())];
        for (e, l) in self.spec.local_ports().into_iter().enumerate() {
            let local_port = local_port_number(self.spec.ports, &processor.to_string(), e);
            all.push((format!("inject_ready_{l}_i"), format!("inject_ready[{local_port}]")));
            all.push((format!("inject_valid_{l}_o"), format!("inject_valid[{local_port}]")));
            if self.spec.one_local_port() {
                all.push((format!("inject_port_{l}_o"), format!("inject_port[{processor}*PW +: PW]")));
            }
            all.push((
                format!("inject_head_{l}_o"),
                format!("inject_head[{} +: HW]", place(&local_port, "HW")),
            ));
            all.push((
                format!("inject_data_{l}_o"),
                format!("inject_data[{} +: W]", place(&local_port, "W")),
            ));
        }
        instance(&self.spec.source_module(processor), &format!("u_source_{processor}"), &all)
    }

    fn packet_checkers(&self) -> String {
        let mut all = vec![plain("clk_i"), plain("rst_ni"), ("start_i".into(), "start".into())];
        all.push(("id_i".into(), "IDS[p*IW +: IW]".into()));
        for (e, l) in self.spec.local_ports().into_iter().enumerate() {
            let local_port = local_port_number(self.spec.ports, "p", e);
            all.push((format!("eject_valid_{l}_i"), format!("eject_valid[{local_port}]")));
            if self.spec.long() {
                all.push((format!("eject_last_{l}_i"), format!("eject_last[{local_port}]")));
            }
            all.push((format!("eject_data_{l}_i"), format!("eject_data[{} +: W]", place(&local_port, "W"))));
        }
        all.push(("done_o".into(), "checker_done[p]".into()));
        all.push(("wrong_o".into(), "checker_wrong[p]".into()));
        let body =
            format!("      {} u_checker (\n{}      );\n", self.spec.checker_module(), connections(&all));
        loop_over("p", self.grid.processors, "packet_checker", &body)
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
