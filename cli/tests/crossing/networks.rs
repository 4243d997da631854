//! Whole networks whose streams have a separate clock, in Icarus: every packet from every processor to every
//! other one arrives complete, in order and with the right source, and a reset of either side restarts both.
//!
//! State space: networks of all kinds, one local port and one for each port, packets of one beat and of
//! several, both rules, exchanges of blocks, nodes without processor; clocks from 1:10 to 10:1. The bench is
//! that of streams in one clock, `buffered/axis_bench.v`, with the network's clock added.

use crate::common::{
    icarus::{coordinates, simulated, stream_constants, Emitted},
    lint,
    streams::RATES,
};
use rayon::prelude::*;
use torus_model::Random;

/// Packets of every pair.
const REPEATS: usize = 3;

/// Half periods of the streams' clock and of the network's.
const CLOCKS: [[u32; 2]; 5] = [[5, 5], [3, 7], [7, 3], [1, 10], [10, 1]];

/// The clocks and resets of the top. Senders and receivers use the clock of the streams.
const CLOCK_PORTS: &str = ".clk_i(net_clk), .rst_ni(net_rst_n), .local_clk_i(clk_i),\n    \
                           .local_rst_ni(rst_ni & local_rst_n),";

const NETWORKS: [&str; 10] = [
    "2 --router buffered",
    "2x3 --ports one --flits 3 --router buffered",
    "3x3 --placement linear --ports one --width 8 --router buffered",
    "2x3 --deadlock bubble --flits 3 --channels 1 --router buffered",
    "5 --ports one --pipeline 2 --router buffered",
    "2x3",
    "3x4 --switching slots --ports one",
    "4x4 --placement linear --ports one",
    "2x3 --algorithm product-a2 --flits 3",
    "3x3 --placement linear --algorithm table --flits 2 --width 8",
];

/// The packets of a stream: destination, beats, and the number of the first beat among those of its pair.
type Packets = Vec<(usize, usize, usize)>;

/// The lists of all streams.
struct Plan<'a> {
    net: &'a Emitted,
    /// Streams of a processor.
    each: usize,
    lists: Vec<Packets>,
    lengths: Vec<(usize, usize, usize)>,
}

fn net(words: &str) -> Emitted {
    Emitted::new(&format!("{words} --interface axis --local-clock --name n"))
}

/// The number of the first port of a way among the existing ones: the first dimension that differs, the
/// shorter direction, a tie by `+`.
fn first_port(dims: &[u32], from: u32, to: u32) -> usize {
    let mut port = 0;
    for ((x, y), &radix) in coordinates(dims, from).into_iter().zip(coordinates(dims, to)).zip(dims) {
        let offset = (y + radix - x) % radix;
        if offset > 0 {
            return port + usize::from(2 * offset > radix);
        }
        port += if radix > 2 { 2 } else { 1 };
    }
    unreachable!("a processor sends to others")
}

impl<'a> Plan<'a> {
    fn new(net: &'a Emitted, random: &mut Random) -> Self {
        let manifest = &net.manifest;
        let streams = crate::common::icarus::port(&manifest.interfaces["n_axis"], "s_axis_tvalid_i").width;
        let flits = manifest.buffered.as_ref().map_or(1, |buffered| buffered.flits);
        let blocks = manifest.memory.as_ref().map(|memory| memory.flits as usize);
        let each = streams / manifest.processors.len();
        let mut plan = Plan { net, each, lists: vec![Vec::new(); streams], lengths: Vec::new() };
        for (p, &from) in manifest.processors.iter().enumerate() {
            for &to in manifest.processors.iter().filter(|&&to| to != from) {
                let port = if each > 1 { first_port(&manifest.dims, from, to) } else { 0 };
                let beats = blocks.unwrap_or_else(|| 1 + random.below(flits));
                let (from, to) = (from as usize, to as usize);
                let list = &mut plan.lists[p * each + port];
                for number in 0..REPEATS {
                    // Packets go in any order; one block for every other processor makes an exchange.
                    let others = (list.len() - number) / REPEATS + 1;
                    let exchange = number * others..(number + 1) * others;
                    let places = if blocks.is_some() { exchange } else { 0..list.len() + 1 };
                    list.insert(places.start + random.below(places.len()), (to, beats, number));
                }
                plan.lengths.push((from, to, beats));
            }
        }
        plan.lists.iter_mut().for_each(number);
        plan
    }

    fn total(&self) -> usize {
        self.lengths.iter().map(|(_, _, beats)| beats * REPEATS).sum()
    }

    fn statements(&self) -> String {
        let (manifest, mut text, mut i) = (&self.net.manifest, String::new(), 0);
        for (k, list) in self.lists.iter().enumerate() {
            text += &format!("    first[{k}] = {i};\n");
            for (to, beats, number) in list {
                text += &format!("    to[{i}] = {to}; beats[{i}] = {beats}; number[{i}] = {number};\n");
                i += 1;
            }
        }
        text += &format!("    first[{}] = {i}; to[{i}] = 0; beats[{i}] = 1; ", self.lists.len());
        text += &format!("number[{i}] = 0;\n    for (k = 0; k <= {i}; k = k + 1) stray[k] = 0;\n");
        for &(from, to, beats) in &self.lengths {
            let (pair, all) = (from * manifest.nodes + to, beats * REPEATS);
            text += &format!("    length[{pair}] = {beats}; due[{pair}] = {all};\n");
        }
        for (p, node) in manifest.processors.iter().enumerate() {
            text += &format!("    node[{p}] = {node};\n");
        }
        text
    }

    /// The bench with the network's clock added. `resets`: the number of resets, of both sides in turn,
    /// while packets are under way. After each of them all packets are sent again.
    fn bench(&self, [local, network]: [u32; 2], rates: [usize; 2], resets: u32) -> String {
        let manifest = &self.net.manifest;
        let packets = self.lists.iter().map(Vec::len).sum();
        let constants = stream_constants(manifest, self.each, packets);
        let clocks = include_str!("clocks.v")
            .replace("LOCAL_HALF", &format!("{local}.0"))
            .replace("NETWORK_HALF", &format!("{network}.0"))
            .replace("RESETS", &resets.to_string());
        let edits = [
            ("CONSTANTS\n", constants),
            ("LISTS\n", self.statements()),
            (".clk_i(clk_i), .rst_ni(rst_ni),", CLOCK_PORTS.into()),
            ("  always #5 clk_i = ~clk_i;\n", clocks),
            ("quiet == 100", format!("r == {resets} & quiet == {}", 100 + 200 * network / local)),
            ("RATE_S", rates[0].to_string()),
            ("RATE_M", rates[1].to_string()),
            ("LIMIT", "200000".into()),
            ("NAME", "n".into()),
        ];
        edits.into_iter().fold(include_str!("../buffered/axis_bench.v").into(), |text: String, (from, to)| {
            assert!(text.contains(from), "the bench has {from}");
            text.replace(from, &to)
        })
    }

    fn check(&self, clocks: [u32; 2], rates: [usize; 2], resets: u32) {
        let said = simulated(&self.net.folder(), "n_axis.f", &self.bench(clocks, rates, resets));
        let quiet = "0".repeat(self.lists.len());
        let good = format!("END arrived {0} of {0}, faults 0, error {quiet}", self.total());
        let found = said.lines().any(|line| line == good) && !said.contains("FAULT");
        let lives = said.matches("RESET").count();
        assert!(found && lives == resets as usize, "{clocks:?} {rates:?}: {said}\n{good}");
    }
}

/// Sets the numbers of the first beats, in the order of the packets of a pair.
fn number(list: &mut Packets) {
    let mut next = std::collections::BTreeMap::new();
    for (to, beats, number) in list {
        let first: &mut usize = next.entry(*to).or_default();
        *number = *first;
        *first += *beats;
    }
}

#[test]
fn packets_arrive_whole_and_in_order() {
    NETWORKS.into_par_iter().for_each(|words| {
        let net = net(words);
        let plan = Plan::new(&net, &mut Random::new(7));
        for (i, clocks) in CLOCKS.into_iter().enumerate().skip(words.len() % 2).step_by(2) {
            plan.check(clocks, RATES.concat()[i % 4], 0);
        }
    });
}

#[test]
fn a_reset_of_either_side_leaves_nothing() {
    NETWORKS.into_par_iter().step_by(2).for_each(|words| {
        let net = net(words);
        let plan = Plan::new(&net, &mut Random::new(5));
        let clocks = CLOCKS.into_iter().skip((words.len() + 1) % 2).step_by(2);
        clocks.for_each(|clocks| plan.check(clocks, [14, 9], 8));
    });
}

#[test]
fn tops_with_two_clocks_are_clean() {
    let parts = ["n_axis_core", "n_axis_cross", "n_axis_sync", "n_axis_reset"];
    NETWORKS.into_par_iter().enumerate().for_each(|(i, words)| {
        let net = net(words);
        let dir = net.folder();
        for top in ["n_axis", parts[i % parts.len()]] {
            lint::verilator(words, &dir, &["-f", "n_axis.f", "--top-module", top]);
            lint::yosys(words, &dir, "n_axis.f", top);
        }
        lint::icarus(words, &dir, "n_axis.f");
        lint::names(&dir, &net.manifest, "");
    });
}
