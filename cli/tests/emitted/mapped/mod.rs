//! Message memories with AXI4-Lite registers, in Icarus: software writes blocks, starts an exchange and
//! reads the results.
//!
//! A testbench acts as the master, as in `axil.rs`. State space: exchanges of several algorithms and a
//! broadcast x radix 2, odd and unequal radices x a partial placement x flits of less than a word, one word,
//! two and three. The expected results follow from the meaning of an exchange: a node's result from another
//! node is what that one loaded for it. Addresses are computed here, field by field.

mod software;

use super::axil::{played_on, write, Do, Said, CONTROL, OKAY, RESET, SLVERR, START, STATUS};
use crate::common::{
    icarus::{simulated, Emitted},
    lint,
};
use std::{collections::BTreeMap, fs};
use Do::*;

const NETWORKS: [&str; 7] = [
    "3 --algorithm product-a3",
    "2 --algorithm product-a2 --width 8",
    "2x2 --algorithm product-a3 --flits 2 --width 40",
    "3x2 --algorithm broadcast --flits 2 --width 6",
    "3x2 --algorithm product-a2 --flits 3 --width 96",
    "4x4 --placement linear --algorithm table --width 64",
    "4x4 --algorithm suh-shin --width 32",
];

/// A network whose memories software reads and writes.
struct Mapped {
    net: Emitted,
    /// The address of a block's first flit, by kind (`load`, `result`), node and partner.
    places: BTreeMap<(String, usize, usize), usize>,
}

/// Bits that hold so many values.
fn bits(count: usize) -> usize {
    (0..).find(|&bits| count <= 1 << bits).expect("some number of bits")
}

impl Mapped {
    fn new(options: &str) -> Self {
        let net = Emitted::new(&format!("{options} --axil --name n"));
        let rows = fs::read_to_string(net.folder().join("memory.csv")).expect("blocks have places");
        let row = |row: &str| {
            let fields: Vec<&str> = row.split(',').collect();
            let number = |at: usize| fields[at].parse().expect("a number");
            ((fields[1].to_string(), number(0), number(2)), number(3))
        };
        let places = rows.lines().skip(1).map(row).collect();
        Mapped { net, places }
    }

    fn words(&self) -> usize {
        self.net.manifest.width.div_ceil(32)
    }

    fn flits(&self) -> usize {
        self.net.manifest.memory.as_ref().expect("it has memories").flits as usize
    }

    /// Bits of an address of registers or of memories, whichever is wider.
    fn window(&self) -> usize {
        let manifest = &self.net.manifest;
        let links = manifest.nodes * 2 * manifest.dims.len();
        let address = manifest.memory.as_ref().expect("it has memories").address;
        let memories = 2 + bits(self.words()) + address + bits(manifest.processors.len());
        memories.max(bits(0x1000 + 4 * links))
    }

    /// The byte address of a word.
    fn at(&self, processor: usize, flit: usize, word: usize) -> usize {
        let address = self.net.manifest.memory.as_ref().expect("it has memories").address;
        let flits = processor << address | flit;
        1 << self.window() | flits << (2 + bits(self.words())) | word << 2
    }

    fn processor(&self, node: usize) -> usize {
        let at = self.net.manifest.processors.iter().position(|&other| other as usize == node);
        at.expect("a processor")
    }

    /// The words of a block, by its place.
    fn block(&self, node: usize, first: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (processor, words) = (self.processor(node), self.words());
        let all = (0..self.flits()).flat_map(move |flit| (0..words).map(move |word| (flit, word)));
        all.map(move |(flit, word)| (self.at(processor, first + flit, word), word))
    }

    /// The value that is read back after a word was written. Bits above the flit are 0.
    fn kept(&self, word: usize, value: u32) -> u32 {
        let left = self.net.manifest.width - 32 * word;
        if left < 32 {
            value & ((1 << left) - 1)
        } else {
            value
        }
    }

    /// Blocks of one kind: node, partner, address.
    fn places<'a>(&'a self, what: &'a str) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
        let all = self.places.iter().filter(move |((kind, ..), _)| kind == what);
        all.map(|((_, node, partner), &first)| (*node, *partner, first))
    }

    fn played(&self, steps: &[Do]) -> Vec<Said> {
        played_on(&self.net, "n_mapped", steps)
    }
}

/// Random values.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 ^ self.0 >> 13
    }
}

/// Loads random blocks, runs, and reads all results. Returns the answers and the expected ones.
fn exchanged(net: &Mapped, seed: u32) -> (Vec<Said>, Vec<Said>) {
    let (mut random, mut loaded) = (Random(seed), BTreeMap::new());
    let (mut steps, mut expected) = (Vec::new(), Vec::new());
    for (node, partner, first) in net.places("load") {
        for (at, word) in net.block(node, first) {
            let value = random.next();
            steps.push(write(at, value));
            expected.push((OKAY, 0));
            let block: &mut Vec<u32> = loaded.entry((node, partner)).or_default();
            block.push(net.kept(word, value));
        }
    }
    steps.extend([write(CONTROL, START), Wait, Read(STATUS)]);
    expected.extend([(OKAY, 0), (2, OKAY)]);
    let broadcast = net.places("load").count() == 1;
    for (node, partner, first) in net.places("result") {
        let sent = &loaded[&(partner, if broadcast { partner } else { node })];
        steps.extend(net.block(node, first).map(|(at, _)| Read(at)));
        expected.extend(sent.iter().map(|&value| (value, OKAY)));
    }
    (net.played(&steps), expected)
}

#[test]
fn results_are_what_was_loaded() {
    for options in NETWORKS {
        let (said, expected) = exchanged(&Mapped::new(options), 7);
        assert_eq!(said, expected, "{options}");
    }
}

/// The registers are where they are without memories, and count.
#[test]
fn registers_stand_below() {
    let net = Mapped::new("3x2 --algorithm product-a2");
    let steps = [Read(0), Read(8), Read(STATUS), write(CONTROL, START), Wait, Read(0x2c), Read(0x1000)];
    let said = net.played(&steps);
    let words = [u32::from_be_bytes(*b"TORU"), u32::from_be_bytes(*b"memo"), 0, OKAY, 1];
    assert_eq!(said.iter().map(|said| said.0).take(5).collect::<Vec<_>>(), words);
    assert!(said[5].0 > 0 && said[5].1 == OKAY, "{said:?}");
}

/// Strobes choose the bytes of a flit that are written.
#[test]
fn bytes_are_written_one_by_one() {
    for options in ["2x2 --algorithm product-a3 --width 40", "2 --algorithm product-a2 --width 12"] {
        let net = Mapped::new(options);
        let (at, last) = (net.at(1, 0, 0), net.words() - 1);
        let mut steps = vec![write(at, 0x1122_3344), write(net.at(1, 0, last), 0x5566_7788)];
        steps.extend([
            Write(at, 0xaabb_ccdd, 0b0101),
            Read(at),
            Read(net.at(1, 0, last)),
            Read(net.at(0, 0, 0)),
        ]);
        let base = if last == 0 { 0x5566_7788 } else { 0x1122_3344 };
        let merged = net.kept(0, base & 0xff00_ff00 | 0x00bb_00dd);
        let other = if last == 0 { merged } else { net.kept(last, 0x5566_7788) };
        let said = net.played(&steps);
        assert_eq!(said[3..5], [(merged, OKAY), (other, OKAY)], "{options}");
        assert_eq!(said[5].1, OKAY, "{options}");
    }
}

/// Addresses between and behind those of the map are errors, and the network does not notice them.
#[test]
fn what_is_not_there_is_refused() {
    let net = Mapped::new("3x2 --algorithm product-a2 --flits 3 --width 96");
    let memory = net.net.manifest.memory.clone().expect("it has memories");
    let place = memory.address - bits(memory.banks);
    assert!(memory.depth < 1 << place && bits(6) == 3, "the network has gaps: {memory:?}");
    let window = 1 << net.window();
    let nowhere = [
        net.at(0, 0, 3),
        net.at(0, memory.depth, 0),
        net.at(6, 0, 0),
        net.at(7, 1, 0),
        window - 4,
        0x1000 + 4 * 24,
        0x3c,
    ];
    let mut steps = vec![write(net.at(0, 0, 0), 77)];
    steps.extend(nowhere.into_iter().flat_map(|at| [write(at, u32::MAX), Read(at)]));
    steps.extend([Read(STATUS), Read(net.at(0, 0, 0))]);
    let said = net.played(&steps);
    let refused = &said[1..said.len() - 2];
    assert!(refused.chunks(2).all(|pair| pair == [(SLVERR, 0), (0, SLVERR)]), "{said:?}");
    assert_eq!(said[said.len() - 2..], [(0, OKAY), (77, OKAY)]);
}

/// While the network runs, and while it is held in reset, its memories are its own.
#[test]
fn a_network_that_runs_is_left_alone() {
    let net = Mapped::new("3x4 --algorithm product-a2 --flits 16");
    let at = net.at(3, 1, 0);
    let mut steps = vec![write(at, 5), write(CONTROL, START), write(at, 6), Read(at), Read(STATUS), Wait];
    steps.extend([
        Read(STATUS),
        write(CONTROL, RESET),
        write(at, 7),
        Read(at),
        write(CONTROL, 0),
        write(at, 8),
    ]);
    steps.push(Read(at));
    let said = net.played(&steps);
    let refused = [(SLVERR, 0), (0, SLVERR)];
    assert_eq!(said[2..6], [refused[0], refused[1], (1, OKAY), (2, OKAY)], "it runs");
    assert_eq!(said[7..9], refused, "it is held in reset");
    assert_eq!(said[10..], [(OKAY, 0), (8, OKAY)]);
}

/// Faults of the window that its tests have to find.
#[test]
fn planted_faults_are_found() {
    let faults = [
        ("4'd1 << at_q", "4'd3 << at_q"),
        ("word[b / 4] & ", ""),
        (" & s_axil_wstrb_i[b % 4]", ""),
        ("step_q == READ", "step_q == SHOWN"),
        ("merged[W-1:0]", "words[W-1:0]"),
        ("chosen[p] & writes_q", "writes_q"),
        ("{at_q[2], 5'd0}", "{!at_q[2], 5'd0}"),
    ];
    let options = "2x2 --algorithm product-a3 --flits 2 --width 40";
    let found = |text: &str, (right, wrong): (&str, &str)| {
        let net = Mapped::new(options);
        let window = net.net.folder().join("axil/n_memory_window.v");
        fs::write(&window, text.replace(right, wrong)).expect("a file");
        let (said, expected) = exchanged(&net, 7);
        let strobed = [write(net.at(0, 0, 0), 0), Write(net.at(0, 0, 0), u32::MAX, 2), Read(net.at(0, 0, 0))];
        said != expected || net.played(&strobed)[2] != (0xff00, OKAY)
    };
    let net = Mapped::new(options);
    let text = fs::read_to_string(net.net.folder().join("axil/n_memory_window.v")).expect("it has a window");
    assert!(!found(&text, ("", "")), "without a fault");
    for fault in faults {
        assert!(text.contains(fault.0) && found(&text, fault), "{fault:?}");
    }
}

#[test]
fn tools_find_nothing() {
    for options in NETWORKS {
        let net = Mapped::new(options);
        lint::verilator(options, &net.net.folder(), &["-f", "n_mapped.f", "--top-module", "n_mapped"]);
        lint::icarus(options, &net.net.folder(), "n_mapped.f");
        lint::yosys(options, &net.net.folder(), "n_mapped.f", "n_mapped");
    }
}

/// Cycles from the valid of a read, and of a write, to its answer, as docs/registers.md has them.
#[test]
fn answers_come_five_and_six_cycles_later() {
    let net = Mapped::new("3x2 --algorithm product-a2");
    let said = simulated(&net.net.folder(), "n_mapped.f", include_str!("timing.v"));
    assert_eq!(said.lines().collect::<Vec<_>>(), ["write 6", "read 5", "write 6", "read 5"]);
}
