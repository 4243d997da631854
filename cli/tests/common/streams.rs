//! Packets between the processors of a network with streams, in Icarus, with random pauses of senders and
//! receivers (`buffered/axis_bench.v`).

use super::icarus::{simulated, stream_constants, Emitted};
use std::collections::BTreeMap;

/// In how many of 16 cycles senders and receivers are ready: always or seldom, with slower senders or slower
/// receivers. Networks are run with the first and the second pair in turn.
pub const RATES: [[[usize; 2]; 2]; 2] = [[[16, 16], [3, 15]], [[9, 10], [15, 3]]];

/// A packet of a processor.
#[derive(Clone)]
pub struct Packet {
    /// The destination node.
    pub to: u32,
    /// Its beats.
    pub beats: usize,
    /// Whether its beats after the first one name another destination.
    pub stray: bool,
    /// Its number among the packets of its pair. `None` if it is dropped.
    pub number: Option<usize>,
}

/// The packets of all processors, by one stream each.
pub struct StreamPlan<'a> {
    /// The network.
    pub net: &'a Emitted,
    /// The packets of each processor.
    pub lists: Vec<Vec<Packet>>,
    /// For each processor whether some of its packets are dropped.
    pub faulty: Vec<bool>,
    /// Beats of a packet.
    beats: usize,
}

impl<'a> StreamPlan<'a> {
    /// `list` gives the packets of a processor to the given other nodes.
    pub fn new(net: &'a Emitted, beats: usize, mut list: impl FnMut(Vec<u32>) -> Vec<Packet>) -> Self {
        let nodes = &net.manifest.processors;
        let others = |&from: &u32| nodes.iter().copied().filter(|&to| to != from).collect();
        let lists: Vec<Vec<Packet>> = nodes.iter().map(|from| list(others(from))).collect();
        StreamPlan { net, faulty: vec![false; lists.len()], lists, beats }
    }

    /// The lists, as statements.
    fn statements(&self) -> String {
        let (manifest, mut text, mut i) = (&self.net.manifest, String::new(), 0);
        for (p, list) in self.lists.iter().enumerate() {
            text += &format!("    first[{p}] = {i}; node[{p}] = {};\n", manifest.processors[p]);
            for Packet { to, beats, stray, number } in list {
                let number = number.map_or(-1, |number| (number * self.beats) as i64);
                text += &format!("    to[{i}] = {to}; beats[{i}] = {beats}; number[{i}] = {number};\n");
                text += &format!("    stray[{i}] = {};\n", *stray as u8);
                i += 1;
            }
        }
        let end = self.lists.len();
        text += &format!(
            "    first[{end}] = {i}; to[{i}] = 0; beats[{i}] = 1; number[{i}] = 0; stray[{i}] = 0;\n"
        );
        for (pair, packets) in self.due() {
            text +=
                &format!("    due[{pair}] = {}; length[{pair}] = {};\n", packets * self.beats, self.beats);
        }
        text
    }

    /// The packets of every pair that are not dropped, by `source * nodes + destination`.
    fn due(&self) -> BTreeMap<usize, usize> {
        let manifest = &self.net.manifest;
        let mut due = BTreeMap::new();
        for (&from, list) in manifest.processors.iter().zip(&self.lists) {
            for packet in list.iter().filter(|packet| packet.number.is_some()) {
                *due.entry(from as usize * manifest.nodes + packet.to as usize).or_default() += 1;
            }
        }
        due
    }

    fn bench(&self, [sends, takes]: [usize; 2]) -> String {
        let manifest = &self.net.manifest;
        let packets = self.lists.iter().map(Vec::len).sum();
        let constants = stream_constants(manifest, 1, packets);
        include_str!("../buffered/axis_bench.v")
            .replace("CONSTANTS\n", &constants)
            .replace("LISTS\n", &self.statements())
            .replace("RATE_S", &sends.to_string())
            .replace("RATE_M", &takes.to_string())
            .replace("NAME", &manifest.name)
            .replace("LIMIT", "60000")
    }

    /// The last lines of the bench, and the expected ones. `rates`: in how many of 16 cycles senders and
    /// receivers are ready.
    pub fn run(&self, rates: [usize; 2]) -> (String, String) {
        let list = format!("{}_axis.f", self.net.manifest.name);
        let said = simulated(&self.net.folder(), &list, &self.bench(rates));
        let total: usize = self.due().values().map(|packets| packets * self.beats).sum();
        let bits: String = self.faulty.iter().rev().map(|&bad| if bad { '1' } else { '0' }).collect();
        (said, format!("END arrived {total} of {total}, faults 0, error {bits}"))
    }

    /// Runs the bench, and expects that all packets arrive.
    pub fn check(&self, rates: [usize; 2], what: &str) {
        let (said, good) = self.run(rates);
        assert!(said.lines().any(|line| line == good) && !said.contains("FAULT"), "{what}: {said}\n{good}");
    }
}
