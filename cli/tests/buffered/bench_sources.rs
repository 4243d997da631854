//! `NAME_source` and `NAME_lists` of buffered networks, in Icarus, with a network that is ready at random
//! times.
//!
//! State space: two exchanges, and one that a reset ends, of every injection port at once. Each flit that is
//! taken is followed by its head ([`HeadFormat::hops`], which shares no code with the maker of the rows): its
//! port and its end. Corners: one local port and one for each port, both rules, packets of several flits,
//! ports without packets, unordered routing with several packets for a pair, radix 2.

use super::bench::{emitted, network};
use crate::common::{edit, icarus::simulated};
use rayon::prelude::*;
use std::path::Path;
use torus_gen::network::{Buffered, Network};
use torus_model::{route::bits, NodeId, Port, PortModel, RingRule, Routing};
use torus_sim::traffic::{HeadFormat, Way};
use torus_sim::Manifest;

/// Radices and further options.
const NETWORKS: [(&str, &[(&str, &str)]); 7] = [
    ("4x4", &[("ports", "one")]),
    ("3x4", &[]),
    ("5", &[("flits", "3")]),
    ("2", &[("ports", "one"), ("channels", "2")]),
    ("2x3", &[("deadlock", "bubble"), ("flits", "3"), ("ports", "one"), ("channels", "1")]),
    ("3x3", &[("deadlock", "bubble"), ("flits", "2"), ("placement", "linear"), ("channels", "1")]),
    ("2x3x2", &[("routing", "udr")]),
];

/// Prints a line for every flit that is taken, `flit EXCHANGE PORT FIRST HEAD DATA`, and one for every flit
/// that is offered while nothing runs, or that changes before it is taken.
const TESTBENCH: &str = "
module testbench;
  CONSTANTS
  reg clk = 0; reg rst_n = 0; reg start = 0; reg [L-1:0] ready = 0; reg [L-1:0] held = 0;
  reg [L*HW-1:0] was; reg [L*IW-1:0] ids; wire [L*AW-1:0] at; wire [L*RW-1:0] row;
  wire [L-1:0] valid; wire [L*PW-1:0] port; wire [L*HW-1:0] head; wire [L*W-1:0] data;
  integer exchange, cycle, k;
  NAME_lists lists (.clk_i(clk), .at_i(at), .row_o(row));
  genvar g;
  generate for (g = 0; g < L; g = g + 1) begin : all
    NAME_source source (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .id_i(ids[g*IW +: IW]),
      .at_o(at[g*AW +: AW]), .row_i(row[g*RW +: RW]), .inject_valid_o(valid[g]), .inject_ready_i(ready[g]),
      FIRST
      .inject_head_o(head[g*HW +: HW]), .inject_data_o(data[g*W +: W]));
  end endgenerate
  always #5 clk = ~clk;
  task step;
    begin
      for (k = 0; k < L; k = k + 1) ready[k] = $random;
      #1;
      for (k = 0; k < L; k = k + 1) begin
        if (held[k] & (~valid[k] | (head[k*HW +: HW] !== was[k*HW +: HW]))) $display(\"changes %0d\", k);
        if (valid[k] & ready[k])
          $display(\"flit %0d %0d %0d %0d %0d\", exchange, k, port[k*PW +: PW], head[k*HW +: HW],
            data[k*W +: W]);
      end
      held = valid & ~ready; was = head;
      @(negedge clk);
      start = 0;
    end
  endtask
  initial begin
    IDS
    repeat (3) @(negedge clk);
    rst_n = 1;
    for (exchange = 0; exchange < 3; exchange = exchange + 1) begin
      repeat (5) @(negedge clk);
      if (valid !== 0) $display(\"not idle %0d\", exchange);
      start = 1; held = 0;
      for (cycle = 0; cycle < (exchange == 1 ? 2 : 400); cycle = cycle + 1) step;
      if (exchange == 1) begin
        rst_n = 0;
        @(negedge clk);
        rst_n = 1;
      end
    end
    $finish;
  end
endmodule
";

/// A flit that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flit {
    exchange: usize,
    local_port: usize,
    first: usize,
    head: u64,
    data: u64,
}

/// A constant of the emitted bench.
fn constant(dir: &Path, base: &str, name: &str) -> String {
    let text = std::fs::read_to_string(dir.join(format!("rtl/{base}_bench.v"))).unwrap();
    let after = text.split(&format!("localparam integer {name} = ")).nth(1).expect(name);
    after.split(';').next().unwrap().to_string()
}

/// The numbers of a processor's injection ports.
fn local_ports(network: &Network<Buffered>) -> Vec<usize> {
    network.base.ports.existing_local_ports(network.base.torus())
}

/// The testbench of an emitted network.
fn testbench(network: &Network<Buffered>, dir: &Path) -> String {
    let (base, processors) = (&network.base, network.base.placement.processors());
    let each = local_ports(network).len();
    let id = |k: usize| format!("ids[{k}*IW +: IW] = {};\n", processors[k / each].index());
    let ids: String = (0..processors.len() * each).map(id).collect();
    let of_bench =
        ["HW", "IW", "AW", "RW", "W"].map(|name| format!("{name} = {}", constant(dir, &base.name, name)));
    let (count, ports) = (processors.len() * each, bits(base.torus().port_slots()));
    let constants = format!("localparam L = {count}, PW = {ports}, {};", of_bench.join(", "));
    let first = if base.ports != PortModel::AllPort { ".inject_port_o(port[g*PW +: PW])," } else { "" };
    TESTBENCH
        .replace("CONSTANTS", &constants)
        .replace("IDS", &ids)
        .replace("FIRST", first)
        .replace("NAME", &base.name)
}

/// The flits of all exchanges, and the lines about forbidden behaviour of a source.
fn run(network: &Network<Buffered>, dir: &Path) -> (Vec<Flit>, Vec<String>) {
    let said = simulated(dir, &format!("{}.f", network.base.name), &testbench(network, dir));
    let (flits, other): (Vec<&str>, Vec<&str>) = said.lines().partition(|line| line.starts_with("flit "));
    let flit = |line: &&str| {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let number = |i: usize| words[i].parse::<u64>().unwrap_or_default();
        let [exchange, local_port, first] = [0, 1, 2].map(|i| number(i) as usize);
        Flit { exchange, local_port, first, head: number(3), data: number(4) }
    };
    let wrong = other.iter().filter(|line| line.starts_with("changes") || line.starts_with("not idle"));
    (flits.iter().map(flit).collect(), wrong.map(|line| line.to_string()).collect())
}

/// The source and destination of a flit: the end of its head's way, from the port of its injection port or
/// from the port beside it. `None` if the payload differs.
fn destination(network: &Network<Buffered>, manifest: &Manifest, flit: &Flit) -> Option<(NodeId, NodeId)> {
    let (base, torus, info) = (&network.base, network.base.torus(), manifest.buffered.as_ref()?);
    let local_ports = local_ports(network);
    let source = base.placement.processors()[flit.local_port / local_ports.len()];
    let first = match base.ports {
        PortModel::AllPort => local_ports[flit.local_port % local_ports.len()],
        _ => flit.first,
    };
    let format = HeadFormat::new(torus, info.channels, info.flits, info.rule);
    let hops = format.hops(torus, source, Way::new(Port::from_index(first), flit.head.into()));
    let (node, port) = torus.tail(hops.last()?.link);
    let end = torus.neighbour(node, port);
    let payload = (source.index() << (base.width / 2) | end.index()) as u64;
    (flit.data == payload).then_some((source, end))
}

/// Whether a flit's head marks it as the last of its packet.
fn is_last(manifest: &Manifest, flit: &Flit) -> bool {
    let info = manifest.buffered.as_ref().expect("a buffered network");
    info.flits == 1 || flit.head >> (info.head - 1) & 1 == 1
}

/// The flits of a packet, and the packets of every pair.
fn shape(network: &Network<Buffered>) -> (usize, usize) {
    let buffers = &network.kind.buffers;
    let orders = (1..=network.base.torus().d()).product();
    (
        if buffers.plan.rule() == RingRule::Bubble { buffers.flits } else { 1 },
        if buffers.routing() == Routing::Udr { orders } else { 1 },
    )
}

/// The faults of an exchange: flits to other nodes, incomplete packets, pairs without their packets.
fn wrong(network: &Network<Buffered>, manifest: &Manifest, exchange: &[Flit]) -> Vec<String> {
    let ((flits, packets), processors) = (shape(network), network.base.placement.processors());
    let ends: Vec<_> = exchange.iter().map(|flit| destination(network, manifest, flit)).collect();
    let mut wrong: Vec<String> = Vec::new();
    for (flit, _) in exchange.iter().zip(&ends).filter(|(_, end)| end.is_none()) {
        wrong.push(format!("goes elsewhere: {flit:?}"));
    }
    for k in 0..processors.len() * local_ports(network).len() {
        let of_port: Vec<&Flit> = exchange.iter().filter(|flit| flit.local_port == k).collect();
        let cut = (1..).zip(&of_port).any(|(n, flit)| is_last(manifest, flit) != (n % flits == 0));
        wrong.extend(cut.then(|| format!("a packet of local port {k} is cut")));
    }
    for (&source, &to) in processors.iter().flat_map(|s| processors.iter().map(move |to| (s, to))) {
        let sent = ends.iter().filter(|end| **end == Some((source, to))).count();
        let due = if source == to { 0 } else { flits * packets };
        wrong.extend((sent != due).then(|| format!("{sent} flits of {due} from {source:?} to {to:?}")));
    }
    wrong
}

/// The faults of the first exchange, and of the one after the reset.
fn all_wrong(network: &Network<Buffered>, dir: &Path) -> Vec<String> {
    let manifest = Manifest::read(dir).unwrap();
    let (flits, mut all) = run(network, dir);
    let of = |number: usize| -> Vec<Flit> {
        let mut some: Vec<Flit> = flits.iter().filter(|flit| flit.exchange == number).copied().collect();
        some.sort_by_key(|flit| flit.local_port);
        some.iter_mut().for_each(|flit| flit.exchange = 0);
        some
    };
    let [first, last] = [0, 2].map(of);
    all.extend(wrong(network, &manifest, &first));
    all.extend((first != last).then(|| "the exchange after a reset is another".to_string()));
    all
}

#[test]
fn sources_send_their_lists() {
    NETWORKS.into_par_iter().for_each(|(dims, more)| {
        let network = network(dims, more);
        let found = all_wrong(&network, emitted(&network).path());
        assert!(found.is_empty(), "{dims} {more:?}: {found:?}");
    });
}

/// A fault in a module: its file, its text, and the text that replaces it.
type Mutant<'a> = (&'a str, &'a str, &'a str);

#[test]
fn faults_are_seen() {
    let mutants: [Mutant; 9] = [
        ("source", "on_q <= on_q | start_i", "on_q <= on_q"),
        ("source", "      on_q <= 1'b0;", "      on_q <= on_q;"),
        ("source", "inject_valid_o & inject_ready_i", "inject_valid_o"),
        ("source", "(taken & last)", "taken"),
        ("source", "inject_valid_o = on_q & row_i[0]", "inject_valid_o = on_q"),
        ("source", "else if (taken)", "else if (inject_valid_o)"),
        ("source", "{last, ", "{1'b1, "),
        ("lists", "rows_0[at_i[0*", "rows_1[at_i[0*"),
        ("lists", "row_o[1*", "row_o[0*"),
    ];
    let network =
        network("3x3", &[("deadlock", "bubble"), ("flits", "3"), ("ports", "one"), ("channels", "1")]);
    mutants.into_par_iter().for_each(|(part, right, wrong)| {
        let dir = emitted(&network);
        edit(dir.path(), &format!("{}_{part}", network.base.name), |text| {
            assert!(text.contains(right), "{part} has no {right}");
            text.replace(right, wrong)
        });
        assert!(!all_wrong(&network, dir.path()).is_empty(), "{part}: {right} is {wrong}");
    });
}
