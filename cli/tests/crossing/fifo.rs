//! `NAME_axis_cross` alone in Icarus, between two clocks: every word arrives once and in order and stays
//! while it waits, and a reset of either side removes all words before it.
//!
//! State space: ratios of the clocks from 1:10 to 10:1, equal clocks at several phases and clocks that
//! drift; jitter; writers and readers that pause; 4, 8 and 16 places; short and long resets of each side.
//! Each setting runs with the emitted synchronizer and with one in which random bits arrive late. The model
//! is a counter at both ends. The bench is `fifo_bench.v`.

use crate::common::tool;
use rayon::prelude::*;
use std::path::Path;

/// Both clocks, and the behaviour of both sides. Times are in picoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Half a period of each clock.
    pub write_half: u32,
    pub read_half: u32,
    /// The delay of the writing clock at the beginning.
    pub phase: u32,
    /// In how many of 16 cycles words are offered, and taken.
    pub rates: [u32; 2],
    /// Bits of the number of a place.
    pub place_bits: u32,
    pub jitter: u32,
    pub resets: u32,
    /// By how much random bits of the write pointer and of the read pointer may be late. `None` is the
    /// emitted synchronizer.
    pub late: Option<[u32; 2]>,
}

/// The results in the last lines of a bench.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub good: bool,
    pub arrived: u64,
    pub cycles: [u64; 2],
    pub latency: [u64; 2],
}

/// The duration of a bench. Words are sent for all but the last tenth of it.
const TIME: u32 = 60_000_000;

/// The three modules of an emitted network of this name, as text.
pub fn parts(folder: &Path, name: &str) -> [(String, String); 3] {
    ["axis_sync", "axis_reset", "axis_cross"].map(|part| {
        let file = format!("{name}_{part}.v");
        let text = std::fs::read_to_string(folder.join("rtl").join(&file)).expect("an emitted file");
        (file, text)
    })
}

/// The modules of a network with streams in a separate clock.
pub fn emitted_parts() -> [(String, String); 3] {
    let net = crate::common::icarus::Emitted::new(NETWORK);
    parts(&net.folder(), "n")
}

const NETWORK: &str = "2 --router buffered --interface axis --local-clock --name n";

impl Setting {
    /// Clocks with these half periods, with jitter and a reset every few hundred cycles.
    pub fn new(write_half: u32, read_half: u32) -> Self {
        let (phase, rates, place_bits) = (0, [16, 16], 3);
        Setting { write_half, read_half, phase, rates, place_bits, jitter: 300, resets: 24, late: None }
    }

    /// Bits are late by up to nine tenths of the shorter period, which constraints allow.
    fn late_by_the_shorter(self) -> Self {
        Setting { late: Some([self.write_half.min(self.read_half) * 9 / 5; 2]), ..self }
    }

    /// Bits are late by as much as a Gray code allows, which is more. A reset may then come too late.
    fn late_by_the_source(self) -> Self {
        let late = [self.write_half, self.read_half].map(|half| half * 9 / 5);
        Setting { late: Some(late), resets: 0, ..self }
    }

    /// Runs the bench with these modules.
    pub fn run(&self, parts: &[(String, String); 3]) -> Outcome {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mut files = vec!["bench.v".to_string()];
        for (file, text) in parts {
            let chance = self.late.filter(|_| file.ends_with("_sync.v")).map(|_| by_chance());
            std::fs::write(dir.path().join(file), chance.as_ref().unwrap_or(text))
                .expect("a writable folder");
            files.push(file.clone());
        }
        std::fs::write(dir.path().join("bench.v"), self.bench()).expect("a writable folder");
        let mut args = vec!["-g2001", "-s", "testbench", "-o", "bench.vvp"];
        args.extend(files.iter().map(String::as_str));
        let (good, said) = tool("iverilog", &args, dir.path());
        assert!(good, "iverilog: {said}");
        let (good, said) = tool("vvp", &["-n", "bench.vvp"], dir.path());
        assert!(good, "vvp: {said}");
        Outcome::of(&said)
    }

    fn bench(&self) -> String {
        let constants = [
            ("A", self.place_bits),
            ("WRITE_HALF", self.write_half),
            ("READ_HALF", self.read_half),
            ("WRITE_PHASE", self.phase),
            ("JITTER", self.jitter),
            ("RATE_W", self.rates[0]),
            ("RATE_R", self.rates[1]),
            ("RESETS", self.resets),
            ("RESET_EVERY", TIME / 100),
            ("STOP", TIME / 10 * 9),
            ("LIMIT", TIME),
        ];
        let line = |(name, value): &(&str, u32)| format!("  localparam {name} = {value};\n");
        include_str!("fifo_bench.v")
            .replace("CONSTANTS\n", &constants.iter().map(line).collect::<String>())
            .replace("SKEWS\n", &self.late.map_or(String::new(), skews))
            .replace("NAME", "n")
    }
}

fn skews([write, read]: [u32; 2]) -> String {
    let line = |pointer, skew| format!("  defparam dut.u_{pointer}_seen.SKEW = {skew};\n");
    line("write", write) + &line("read", read)
}

fn by_chance() -> String {
    include_str!("sync_by_chance.v").replace("NAME", "n")
}

impl Outcome {
    fn of(said: &str) -> Self {
        let numbers = |begin: &str| -> Vec<u64> {
            let line = said.lines().find(|line| line.starts_with(begin)).unwrap_or_default();
            let words = line.split(|c: char| !c.is_ascii_digit());
            words.filter_map(|word| word.parse().ok()).collect()
        };
        let (end, more) = (numbers("END"), numbers("CYCLES"));
        let good = !said.contains("FAULT") && end.len() == 4 && end[3] == 0;
        match more.len() {
            4 => Outcome { good, arrived: end[0], cycles: [more[0], more[1]], latency: [more[2], more[3]] },
            _ => Outcome { good: false, arrived: 0, cycles: [0, 0], latency: [0, 0] },
        }
    }
}

/// Clocks, in half periods: equal, drifting, 3:7, 7:3, 1:10, 10:1.
const CLOCKS: [(u32, u32); 7] =
    [(5000, 5000), (5000, 5003), (4999, 4950), (3000, 7000), (7000, 3000), (1000, 10_000), (10_000, 1000)];

/// Every setting of the table.
pub fn settings() -> Vec<Setting> {
    let mut all = Vec::new();
    for (i, (write_half, read_half)) in CLOCKS.into_iter().enumerate() {
        for (j, rates) in [[16, 16], [9, 10], [15, 3], [3, 15]].into_iter().enumerate() {
            let (place_bits, phase) = (2 + (i + j) as u32 % 3, 1700 * j as u32);
            let emitted = Setting { rates, place_bits, phase, ..Setting::new(write_half, read_half) };
            all.extend([emitted, emitted.late_by_the_shorter(), emitted.late_by_the_source()]);
        }
    }
    all
}

#[test]
fn words_arrive_once_and_in_order() {
    let parts = emitted_parts();
    settings().into_par_iter().for_each(|setting| {
        let outcome = setting.run(&parts);
        assert!(outcome.good, "{setting:?}: {outcome:?}");
        // A fifth of the slower side's cycles at least, whose rate may be 3 of 16, and resets take some.
        let slower = outcome.cycles[0].min(outcome.cycles[1]);
        assert!(outcome.arrived > slower / 12, "{setting:?}: {outcome:?}");
    });
}

/// With eight places a word crosses in every cycle of the slower clock, at any phase.
#[test]
fn eight_places_are_enough_for_every_cycle() {
    let parts = emitted_parts();
    let clocks = [(5000, 5000), (5000, 5003), (3000, 7000), (7000, 3000), (10_000, 1000)];
    let table = clocks.into_iter().flat_map(|clock| [0, 1, 2500, 4999].map(|phase| (clock, phase)));
    table.collect::<Vec<_>>().into_par_iter().for_each(|((write_half, read_half), phase)| {
        let quiet = Setting { phase, jitter: 1, resets: 0, ..Setting::new(write_half, read_half) };
        let outcome = quiet.run(&parts);
        let slower = outcome.cycles[0].min(outcome.cycles[1]) * 9 / 10;
        assert!(outcome.good && outcome.arrived + 20 > slower, "{quiet:?}: {outcome:?}");
        // Four places are not: the round of both pointers takes longer.
        let four = Setting { place_bits: 2, ..quiet }.run(&parts);
        assert!(four.good && four.arrived <= outcome.arrived, "{quiet:?}: {four:?}");
    });
}

/// From the edge that takes a word to the one that can take it on the other side: more than three periods of
/// the reading clock, four at most.
#[test]
fn a_word_takes_as_long_as_the_page_says() {
    let parts = emitted_parts();
    for (write_half, read_half) in [(5000, 5000), (5003, 5000), (3000, 7000), (7000, 3000)] {
        let rates = [1, 16];
        let quiet = Setting { rates, jitter: 1, resets: 0, ..Setting::new(write_half, read_half) };
        let [least, most] = quiet.run(&parts).latency;
        let period = 2 * u64::from(read_half);
        assert!(least > 3 * period && most <= 4 * period, "{quiet:?}: {least} to {most}");
        assert!(
            write_half == read_half || most - least > period / 2,
            "{quiet:?}: any phase, {least} to {most}"
        );
    }
}
