//! `NAME_bench` of buffered networks: complete exchanges that run by themselves, in Icarus, with a separate
//! testbench.
//!
//! State space: every link and every ejection in every cycle of two exchanges, one after the other. Counts
//! are compared with the exact loads, deliveries with the list of all pairs. Corners: radix 2, odd, even,
//! mixed, one dimension, one local port and one for each port, local ports without packets, both rules,
//! unordered routing, packets of several flits, the narrowest payload. `bench_lists.rs` tests the lists of
//! packets.

use crate::common::{files_of_list, tool};
use rayon::prelude::*;
use std::{collections::BTreeMap, path::Path};
use torus_gen::network::{Buffered, Network};
use torus_gen::{folder, Description, KindOptions, NetworkOptions};
use torus_model::{Loads, Placement, RingRule, Routing};

/// Radices and further options.
const NETWORKS: &[(&str, &[(&str, &str)])] = &[
    ("4x4", &[("ports", "one")]),
    ("4x4", &[("ports", "one"), ("deadlock", "bubble")]),
    ("4x4", &[("deadlock", "bubble"), ("flits", "2"), ("depth", "5")]),
    ("4x4", &[("placement", "linear")]),
    ("4x4", &[("placement", "linear"), ("ports", "one"), ("ties", "parity")]),
    ("3x5", &[]),
    ("2x3", &[]),
    ("2x3", &[("ports", "one"), ("channels", "2"), ("depth", "1")]),
    ("5", &[]),
    ("5", &[("ports", "one"), ("flits", "2")]),
    ("2", &[("ports", "one")]),
    ("2x2", &[("width", "4")]),
    ("2x2x2", &[("routing", "udr"), ("ports", "one")]),
    ("3x3", &[("routing", "udr")]),
    ("3x3", &[("routing", "udr"), ("deadlock", "bubble"), ("flits", "3"), ("ports", "one")]),
];

pub(super) fn network(dims: &str, more: &[(&str, &str)]) -> Network<Buffered> {
    let text = |key: &str| more.iter().find(|(name, _)| *name == key).map(|(_, value)| value.to_string());
    let number = |key: &str| text(key).map(|value| value.parse().unwrap());
    let options = NetworkOptions {
        dims: Some(dims.into()),
        router: Some("buffered".into()),
        placement: text("placement"),
        routing: text("routing"),
        ports: text("ports"),
        deadlock: text("deadlock"),
        ties: text("ties"),
        channels: number("channels"),
        depth: number("depth"),
        flits: number("flits"),
        width: number("width"),
        ..NetworkOptions::default()
    };
    of(Description::new(&options).unwrap())
}

fn of(Description { base, kind }: Description) -> Network<Buffered> {
    let KindOptions::Buffered(buffers) = kind else { panic!("options of a buffered network") };
    Network::<Buffered>::new(base, buffers).unwrap()
}

/// A placement without symmetry, with local ports that have nothing to send.
fn listed(ports: &str) -> Network<Buffered> {
    let Network { mut base, kind, .. } = network("3x4", &[("ports", ports)]);
    let nodes = [0, 1, 6].map(|node| base.torus().node_at(node).unwrap());
    base.placement = Placement::listed(base.torus(), &nodes).unwrap();
    Network::<Buffered>::new(base, kind.buffers).unwrap()
}

fn all() -> Vec<Network<Buffered>> {
    let networks = NETWORKS.iter().map(|(dims, more)| network(dims, more));
    networks.chain([listed("all"), listed("one")]).collect()
}

fn title(network: &Network<Buffered>) -> String {
    let base = &network.base;
    let (torus, placement) = (base.torus(), &base.placement);
    format!("{torus}, {placement}, {}, {}-port, {}", base.paths, base.ports, network.kind.buffers)
}

pub(super) fn emitted(network: &Network<Buffered>) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    folder::write_all(dir.path(), &network.files().unwrap()).unwrap();
    dir
}

/// What is counted over again in the second exchange. `again`: a further pulse in its middle, not to be
/// taken.
const TESTBENCH: &str = "
module testbench;
  reg clk = 0; reg rst_n = 0; reg start = 0; integer cycle, first, last, late, l; integer counts [0:LINKS-1];
  wire done, error; wire [LINKS-1:0] link; wire [LANES-1:0] eject; wire [LANES*WIDTH-1:0] data;
  BENCH dut (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .done_o(done), .error_o(error),
    .link_valid_o(link), .eject_valid_o(eject), .eject_data_o(data));
  always #5 clk = ~clk;
  task exchange(input again);
    begin
      for (l = 0; l < LINKS; l = l + 1) counts[l] = 0;
      start = 1; cycle = 0; first = -1; last = -1;
      while (!(cycle > 0 && done) && cycle < 1000) begin
        for (l = 0; l < LINKS; l = l + 1) if (link[l]) counts[l] = counts[l] + 1;
        for (l = 0; l < LANES; l = l + 1) if (eject[l]) begin
          $display(\"eject %0d %0d %0d\", l, data[l*WIDTH+WIDTH/2 +: WIDTH/2], data[l*WIDTH +: WIDTH/2]);
          last = cycle;
        end
        if (first < 0 && |link) first = cycle;
        @(negedge clk);
        cycle = cycle + 1;
        start = again & (cycle == 6);
      end
      start = 0; late = 0;
      repeat (30) begin
        @(negedge clk);
        if (!done || |link || |eject) late = late + 1;
      end
      for (l = 0; l < LINKS; l = l + 1) $display(\"link %0d %0d\", l, counts[l]);
      $display(\"end %0d %0d %0d %0d %b %b\", cycle, first, last, late, done, error);
    end
  endtask
  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1;
    repeat (3) @(negedge clk);
    if (done || error || |link) $display(\"not idle\");
    exchange(0);
    exchange(1);
    $finish;
  end
endmodule
";

/// The counts of one exchange.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub links: Vec<u64>,
    /// Flits by local port, source and destination.
    ejected: BTreeMap<(usize, usize, usize), u64>,
    cycles: i64,
    first: i64,
    last: i64,
    late: i64,
    pub done: bool,
    pub error: bool,
}

/// Runs both exchanges of an emitted folder.
pub(super) fn run(network: &Network<Buffered>, dir: &Path) -> Vec<Seen> {
    let (base, torus) = (&network.base, network.base.torus());
    let bench = TESTBENCH
        .replace("BENCH", &format!("{}_bench", base.name))
        .replace("LINKS", &torus.link_slots().to_string())
        .replace("LANES", &(base.placement.len() * base.ports.local_ports(torus)).to_string())
        .replace("WIDTH", &base.width.to_string());
    std::fs::write(dir.join("testbench.v"), bench).unwrap();
    let list = format!("{}.f", base.name);
    let args = ["-g2001", "-s", "testbench", "-o", "bench.vvp", "-f", &list, "testbench.v"];
    let (good, said) = tool("iverilog", &args, dir);
    assert!(good, "{}: iverilog\n{said}", title(network));
    let (good, said) = tool("vvp", &["-n", "bench.vvp"], dir);
    assert!(good && !said.contains("not idle"), "{}: vvp\n{said}", title(network));
    parsed(&said)
}

fn parsed(said: &str) -> Vec<Seen> {
    let (mut all, mut seen) = (Vec::new(), Seen::default());
    for line in said.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<i64>().unwrap_or_else(|_| panic!("an X? {line}"));
        match words[0] {
            "eject" => {
                let key = (number(1) as usize, number(2) as usize, number(3) as usize);
                *seen.ejected.entry(key).or_default() += 1;
            }
            "link" => seen.links.push(number(2) as u64),
            "end" => {
                (seen.cycles, seen.first, seen.last, seen.late) =
                    (number(1), number(2), number(3), number(4));
                (seen.done, seen.error) = (words[5] == "1", words[6] == "1");
                all.push(std::mem::take(&mut seen));
            }
            _ => {}
        }
    }
    all
}

/// The flits of each link and of each pair in one exchange.
pub(super) fn expected(network: &Network<Buffered>) -> (Vec<u64>, u64) {
    let (placement, buffers) = (&network.base.placement, &network.kind.buffers);
    let loads = match buffers.routing() {
        Routing::Odr => Loads::ordered(placement, buffers.ties),
        Routing::Udr => Loads::new(placement, Routing::Udr).unwrap(),
    };
    let flits = if buffers.plan.rule() == RingRule::Bubble { buffers.flits as u64 } else { 1 };
    let orders: u64 = (1..=placement.torus().d() as u64).product();
    let copies = if buffers.routing() == Routing::Udr { orders } else { 1 };
    (loads.numerators().iter().map(|load| load * flits).collect(), copies * flits)
}

/// The flits by source and destination. Every one has to arrive at the destination's local ports.
pub(super) fn deliveries(network: &Network<Buffered>, seen: &Seen) -> BTreeMap<(usize, usize), u64> {
    let (placement, local_ports) =
        (&network.base.placement, network.base.ports.local_ports(network.base.torus()));
    let mut pairs = BTreeMap::new();
    for (&(local_port, source, destination), count) in &seen.ejected {
        let here = placement.processors()[local_port / local_ports].index();
        assert_eq!(here, destination, "{}: local port {local_port} of another node", title(network));
        *pairs.entry((source, destination)).or_default() += count;
    }
    pairs
}

fn assert_complete(network: &Network<Buffered>, seen: &Seen) {
    let (title, (links, flits)) = (title(network), expected(network));
    assert!(seen.done && !seen.error && seen.late == 0, "{title}: {seen:?}");
    assert_eq!(seen.links, links, "{title}: link counts");
    assert_eq!(seen.first, 2, "{title}: the first link is used two cycles after the start");
    assert_eq!(seen.cycles, seen.last + 2, "{title}: done follows the last ejection by two cycles");
    let nodes: Vec<usize> = network.base.placement.processors().iter().map(|node| node.index()).collect();
    let pairs = nodes.iter().flat_map(|&a| nodes.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b);
    let all: BTreeMap<_, _> = pairs.map(|pair| (pair, flits)).collect();
    assert_eq!(deliveries(network, seen), all, "{title}: deliveries");
}

#[test]
fn exchanges_use_every_link_as_its_load_says() {
    all().into_par_iter().for_each(|network| {
        let seen = run(&network, emitted(&network).path());
        assert_eq!(seen.len(), 2, "{}", title(&network));
        seen.iter().for_each(|seen| assert_complete(&network, seen));
    });
}

#[test]
fn benches_are_clean() {
    all().into_par_iter().for_each(|network| {
        let (dir, name, title) = (emitted(&network), &network.base.name, title(&network));
        let list = format!("{name}.f");
        // The board's list holds the bench.
        let board = format!("{name}_board.f");
        let (good, said) = tool("verilator", &["--lint-only", "-Wall", "-f", &board], dir.path());
        assert!(good && said.is_empty(), "{title}: verilator\n{said}");
        let (good, said) = tool("iverilog", &["-g2001", "-Wall", "-o", "net.vvp", "-f", &list], dir.path());
        assert!(good && !said.contains("warning: "), "{title}: iverilog\n{said}");
        let files = files_of_list(dir.path(), &list);
        let script = format!("read_verilog {files}; hierarchy -check -top {name}_bench; proc; check -assert");
        let (good, said) = tool("yosys", &["-q", "-p", &script], dir.path());
        assert!(good, "{title}: yosys\n{said}");
    });
}
