//! `NAME_axis` in Icarus: streams between all pairs, with random pauses of senders and receivers.
//!
//! State space: one dimension to three; radix 2, odd and unequal ones; both rules, both routers; one local
//! port and one for each port; nodes without processor; packets of one beat, of several, of all lengths;
//! receivers that are always ready, that pause, that are rarely ready. Checked at every local port: source,
//! data, order and end of every packet, and that offered data stay until they are taken. A packet that
//! cannot be sent is dropped as a whole and raises the error of its local port only; no other packet is
//! lost. The bench is `axis_bench.v`.

use crate::common::{
    buffered::Net,
    icarus::{busy, simulated, stream_constants, Emitted},
    lint,
    streams::RATES,
};
use rayon::prelude::*;
use torus_model::{NodeId, Random};

/// The expected fate of a packet.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Arrives,
    /// Dropped: it goes nowhere, or is too long.
    Dropped,
    /// Dropped: its beats go to different nodes.
    Stray,
}

/// A packet of a local port.
#[derive(Clone)]
struct Packet {
    to: usize,
    beats: usize,
    /// The number of its first beat among those of its pair.
    number: usize,
    fate: Fate,
}

/// The packets that are sent, by local port.
struct Plan<'a> {
    net: &'a Net,
    flits: usize,
    /// Local ports of a processor.
    each: Vec<usize>,
    lists: Vec<Vec<Packet>>,
    /// Beats of a packet of every pair: source, destination, beats.
    lengths: Vec<(usize, usize, usize)>,
}

/// Packets of every pair.
const REPEATS: usize = 2;

impl<'a> Plan<'a> {
    fn new(net: &'a Net, random: &mut Random) -> Self {
        let network = &net.network;
        let flits = network.kind.buffers.flits;
        let each = network.base.ports.existing_local_ports(net.torus());
        let lists = vec![Vec::new(); net.processors().len() * each.len()];
        let mut plan = Plan { net, flits, each, lists, lengths: Vec::new() };
        for (p, &source) in net.processors().iter().enumerate() {
            for &destination in net.processors().iter().filter(|&&node| node != source) {
                plan.add_pair(p, source, destination, random);
            }
        }
        plan.mix(random);
        plan
    }

    fn add_pair(&mut self, p: usize, source: NodeId, destination: NodeId, random: &mut Random) {
        let beats = 1 + random.below(self.flits);
        let list = p * self.each.len() + self.first_port(source, destination);
        let packet = |i| Packet { to: destination.index(), beats, number: i * beats, fate: Fate::Arrives };
        self.lists[list].extend((0..REPEATS).map(packet));
        self.lengths.push((source.index(), destination.index(), beats));
    }

    /// The local port by which a processor sends to a destination.
    fn first_port(&self, source: NodeId, destination: NodeId) -> usize {
        let packet = self.net.routes(1).packet(0, source, destination, 1);
        let port = packet.way.first_port().index();
        self.each.iter().position(|&one| one == port).unwrap_or(0)
    }

    /// Puts destinations in a random order. Packets of a pair keep theirs.
    fn mix(&mut self, random: &mut Random) {
        for list in &mut self.lists {
            for i in (1..list.len()).rev() {
                let other = random.below(i + 1);
                list.swap(i, other);
            }
            let mut seen = std::collections::BTreeMap::new();
            for packet in list {
                let next: &mut usize = seen.entry(packet.to).or_default();
                packet.number = *next;
                *next += packet.beats;
            }
        }
    }

    /// Adds packets that cannot be sent to the lists of some local ports. Returns for each local port
    /// whether it has some.
    fn add_faults(&mut self, random: &mut Random) -> Vec<bool> {
        let local_ports = self.each.len();
        let mut faulty = vec![false; self.lists.len()];
        for (k, faulty) in faulty.iter_mut().enumerate().filter(|(k, _)| k % 3 != 1) {
            for bad in self.faults(k / local_ports, k % local_ports) {
                let at = random.below(self.lists[k].len() + 1);
                self.lists[k].insert(at, bad);
                *faulty = true;
            }
        }
        faulty
    }

    /// Packets of every sort that local port `e` of processor `p` cannot send.
    fn faults(&self, p: usize, e: usize) -> Vec<Packet> {
        let (torus, source) = (self.net.torus(), self.net.processors()[p]);
        let dropped = |to, beats| Packet { to, beats, number: 0, fate: Fate::Dropped };
        let mut all = Vec::new();
        for to in 0..torus.len().next_power_of_two() {
            let node = torus.node_at(to).filter(|node| self.net.processors().contains(node));
            match node.filter(|&node| node != source) {
                Some(node) if self.first_port(source, node) == e => {
                    all.push(dropped(to, self.flits + 1 + to % 3));
                    let stray = Packet { fate: Fate::Stray, ..dropped(to, self.flits) };
                    all.extend((self.flits > 1).then_some(stray));
                }
                _ => all.extend([dropped(to, 1), dropped(to, self.flits)]),
            }
        }
        all
    }

    /// The lists of packets as Verilog statements.
    fn lists(&self) -> String {
        let (mut text, mut i) = (String::new(), 0);
        for (k, list) in self.lists.iter().enumerate() {
            text += &format!("    first[{k}] = {i};\n");
            for Packet { to, beats, number, fate } in list {
                let number = if *fate == Fate::Arrives { *number as i64 } else { -1 };
                let stray = usize::from(*fate == Fate::Stray);
                text += &format!("    to[{i}] = {to}; beats[{i}] = {beats}; ");
                text += &format!("number[{i}] = {number}; stray[{i}] = {stray};\n");
                i += 1;
            }
        }
        text +=
            &format!("    first[{}] = {i}; to[{i}] = 0; beats[{i}] = 1; number[{i}] = 0; ", self.lists.len());
        text += &format!("stray[{i}] = 0;\n");
        for &(from, to, beats) in &self.lengths {
            let pair = from * self.net.torus().len() + to;
            text += &format!("    length[{pair}] = {beats}; due[{pair}] = {};\n", beats * REPEATS);
        }
        for (p, node) in self.net.processors().iter().enumerate() {
            text += &format!("    node[{p}] = {};\n", node.index());
        }
        text
    }

    fn bench(&self, [sends, takes]: [usize; 2]) -> String {
        let manifest = self.net.manifest();
        let packets = self.lists.iter().map(Vec::len).sum();
        let constants = stream_constants(&manifest, self.each.len(), packets);
        include_str!("axis_bench.v")
            .replace("CONSTANTS\n", &constants)
            .replace("LISTS\n", &self.lists())
            .replace("RATE_S", &sends.to_string())
            .replace("RATE_M", &takes.to_string())
            .replace("LIMIT", "200000")
            .replace("NAME", &manifest.name)
    }

    /// Runs the bench and compares its last lines with the expected ones.
    fn run(&self, rates: [usize; 2], faulty: &[bool], what: &str) {
        let list = format!("{}_axis.f", self.net.manifest().name);
        let said = simulated(self.net.dir.path(), &list, &self.bench(rates));
        let total: usize = self.lengths.iter().map(|(_, _, beats)| beats * REPEATS).sum();
        let bits: String = faulty.iter().rev().map(|&bad| if bad { '1' } else { '0' }).collect();
        let good = format!("END arrived {total} of {total}, faults 0, error {bits}");
        assert!(said.lines().any(|line| line == good) && !said.contains("FAULT"), "{what}: {said}\n{good}");
    }
}

const NETWORKS: [&str; 10] = [
    "2",
    "5 --ports one --width 6",
    "2x3",
    "4x4 --placement linear --ports one --width 8",
    "3x4 --ports one --flits 3 --channels 2",
    "3x2x2 --flits 4 --width 16 --channels 2",
    "2x3 --deadlock bubble --flits 3 --channels 1",
    "3x3 --deadlock bubble --ports one --flits 2 --pipeline 2",
    "2x4 --ports one --pipeline 2 --ties parity",
    "3x3x3 --placement linear --ports one --flits 5 --channels 2",
];

fn net(words: &str) -> Net {
    Net::new(&format!("{words} --interface axis"))
}

#[test]
fn streams_arrive_whole_and_in_order() {
    NETWORKS.into_par_iter().for_each(|words| {
        let net = net(words);
        let plan = Plan::new(&net, &mut Random::new(7));
        let quiet = vec![false; plan.lists.len()];
        for rates in RATES[words.len() % 2] {
            plan.run(rates, &quiet, &format!("{words}, {rates:?}"));
        }
    });
}

#[test]
fn what_cannot_be_sent_is_dropped_whole() {
    NETWORKS.into_par_iter().for_each(|words| {
        let (net, mut random) = (net(words), Random::new(3));
        let mut plan = Plan::new(&net, &mut random);
        let faulty = plan.add_faults(&mut random);
        assert!(faulty.iter().any(|&one| one), "{words}");
        plan.run([12, 6], &faulty, words);
    });
}

#[test]
fn streams_are_clean() {
    let table = ["2 --width 2", "7x3 --ports one --channels 6 --flits 64", "5x3x2 --ties parity"];
    NETWORKS.into_par_iter().chain(table).for_each(|words| {
        let net = net(words);
        lint::streams(words, net.dir.path(), &net.manifest());
    });
}

/// The payload below holds the data and what travels beside it; a simulation of the folder knows no streams.
#[test]
fn the_network_below_is_simulated_as_ever() {
    for words in ["4x4 --ports one", "2x3 --flits 3 --deadlock bubble"] {
        let net = net(words);
        let (manifest, streams) = (net.manifest(), net.manifest().interface.expect("streams"));
        assert!(manifest.width >= streams.data + streams.source + streams.last && manifest.width % 2 == 0);
        let report = net.simulate("--traffic uniform --rate 0.4 --warmup 100 --measure 300", 5);
        assert!(report.matches(), "{words}: {report:?}");
    }
}

/// Cycles from the last beat of a packet of `beats` to its first link, and to its first beat at the
/// receiver.
fn latency(words: &str, beats: usize) -> (u32, u32) {
    let net = Emitted::new(format!("--dims 5 --router buffered --ports one --interface axis {words}").trim());
    let streams = net.manifest.interface.clone().expect("streams");
    let last = beats - 1;
    let beat = |from: usize| format!("(cycle >= {from} && cycle <= {last}) ? 5'd1 : 5'd0");
    let inputs = [
        ("s_axis_tvalid_i", beat(0)),
        ("s_axis_tlast_i", beat(last)),
        ("s_axis_tdata_i", "160'd77".into()),
        ("s_axis_tdest_i", "15'd2".into()),
        ("m_axis_tready_i", "5'd31".into()),
    ];
    let inputs: String = inputs.iter().map(|(port, value)| format!("  assign {port} = {value};\n")).collect();
    let seen = net.run(&streams.top, "1'b0", &inputs, 30);
    let (first, _) = busy(&seen, "link_valid_o");
    let (arrives, ends) = busy(&seen, "m_axis_tvalid_o");
    assert_eq!(ends + 1 - arrives, beats as u32, "{words}: as many beats as were sent");
    assert!(seen.iter().all(|ports| !ports["s_axis_error_o"].contains(&true)), "{words}");
    (first - last as u32, arrives - last as u32)
}

/// Two hops.
#[test]
fn packets_take_as_long_as_the_page_says() {
    assert_eq!(latency("", 1), (2, 4));
    assert_eq!(latency("--pipeline 2", 1), (3, 7));
    assert_eq!(latency("--flits 3", 3), (2, 4));
    assert_eq!(latency("--flits 3 --deadlock bubble", 2), (2, 4));
}
