//! Packets through networks of buffered routers: ranks give the results of one process.
//!
//! State space: exchanges with burst and probes, patterns below and above saturation, lists with long
//! pauses, runs that are given up. Parameters: both rules and pipelines, one port and all, several flits and
//! channels, registers on links, placements; all grids of blocks. Corners: radix 2, odd and unequal radices,
//! one dimension, blocks of one node, cuts in all dimensions, blocks without a processor.
//!
//! Faults: at links between ranks and elsewhere, in several cycles, every kind and every bit of a head. The
//! explanation of a stall is the same.

use crate::{grids, on_grid};
use clap::Parser;
use torus_cli::args::{Cli, Command, SimArgs};
use torus_cli::commands::options;
use torus_gen::buffered::{fault, Workload};
use torus_gen::experiment::{emitted, send, RunOptions};
use torus_gen::{network::AnyNetwork, Description, UsageError};
use torus_sim::ranks::{Grid, Ranks};
use torus_sim::traffic::TrafficReport;
use torus_sim::{scratch::ScratchFolder, Engine, OptLevel, Recording};

/// The options of a network, and its traffic.
pub struct Run {
    args: SimArgs,
    pub network: AnyNetwork,
    pub dir: ScratchFolder,
    engine: Engine,
}

impl Run {
    /// A run on the model engine.
    pub fn new(words: &str) -> Self {
        Self::on(Engine::Model, words)
    }

    pub fn on(engine: Engine, words: &str) -> Self {
        let args = arguments(words);
        let description = Description::new(&options(&args.network).expect("options")).expect("a description");
        let network = AnyNetwork::of(description).expect("a network");
        let dir = emitted(&network.files_without_bench()).expect("a folder");
        Run { args, network, dir, engine }
    }

    /// The report of this rank, or of one process. `faults`: as in options.
    pub fn report(&self, faults: &[String], ranks: Option<&dyn Ranks>) -> TrafficReport {
        self.recorded(faults, Recording::default(), ranks).expect("a run")
    }

    /// The same, with waves.
    pub fn recorded(
        &self,
        faults: &[String],
        waves: Recording,
        ranks: Option<&dyn Ranks>,
    ) -> Result<TrafficReport, UsageError> {
        let (packets, options) = (self.network.packets().expect("packets"), self.args.traffic.options());
        let seed = self.network.base.effort.seed;
        let mut workload = Workload::new(packets, &options, seed).expect("a workload");
        workload.faults = faults.iter().map(|text| fault(packets, text).expect("a fault")).collect();
        if options.traffic.is_none() && !self.args.no_burst {
            workload = workload.checking(packets, self.engine);
        }
        let optimize = Some(OptLevel::O0);
        let run = RunOptions { ranks, waves, optimize, ..RunOptions::quiet(self.engine) };
        send(packets, self.dir.path(), workload, options.limit, run, None)
    }

    /// Whether ranks in all of these grids give the results of one process.
    pub fn agrees(&self, faults: &[String], grids: &[Grid], what: &str) -> bool {
        let alone = self.report(faults, None);
        for grid in grids {
            let shared = on_grid(grid, |ranks| self.report(faults, Some(ranks)));
            assert_eq!(told(&shared[0]), told(&alone), "{what} {faults:?} on {grid:?}");
            for report in &shared {
                assert_eq!(report.details(), alone.details(), "{what} {faults:?} on {grid:?}: all say so");
            }
        }
        alone.matches()
    }
}

fn arguments(words: &str) -> SimArgs {
    let line = format!("torusgen sim {words} --router buffered --engine model");
    let Command::Sim(args) = Cli::try_parse_from(line.split(' ')).expect("options").command else {
        panic!("sim is a command")
    };
    args
}

/// The report without times.
fn told(report: &TrafficReport) -> String {
    let TrafficReport { cycles, delivered, expected, link_counts, expected_counts, figures, .. } = report;
    let counts = format!("{cycles} {delivered}/{expected} {link_counts:?} {expected_counts:?}");
    format!("{counts}\n{figures:?}\n{}", report.details())
}

/// Networks and traffic, and the largest number of ranks for each. LIST and TRACE are files of these tests.
const SOUND: &[(&str, usize)] = &[
    ("2", 2),
    ("5", 5),
    ("2x3", 2),
    ("3x2x2", 3),
    ("4x4 --pipeline 2", 4),
    ("5x3 --pipeline 2 --ports one", 5),
    ("4x4 --ports one --routing udr", 3),
    ("4x4 --deadlock bubble --flits 2", 4),
    ("3x4 --deadlock bubble --pipeline 2 --flits 2", 3),
    ("4x3 --flits 3 --channels 4 --depth 3", 4),
    ("4x4 --link-stages 1,0", 4),
    ("4x3 --link-stages 2 --pipeline 2", 4),
    ("5x4 --link-stages 0,1,wrap=3", 3),
    ("4x4 --deadlock bubble --link-stages 1", 2),
    ("6x6 --placement linear", 4),
    ("4x4 --placement file:LIST", 4),
    ("8 --ties parity", 8),
    ("4x4x3 --no-burst", 4),
    ("3x3x2 --pipeline 2 --no-burst", 6),
    ("4x4 --traffic uniform --rate 0.2 --warmup 100 --measure 300", 4),
    ("4x4 --traffic uniform --rate 0.9 --warmup 100 --measure 300 --limit 500", 3),
    ("5x4 --flits 4 --traffic uniform --length 1-4 --burst 3 --rate 0.3 --warmup 50 --measure 400", 5),
    ("4x5 --pipeline 2 --ports one --flits 2 --traffic hotspot --rate 0.1 --warmup 50 --measure 300", 4),
    ("4x4 --traffic transpose --rate 0.3 --warmup 10 --measure 200", 2),
    ("4x4 --traffic trace:TRACE --flits 2", 4),
];

/// A network in which nothing arrives for long, and a list whose end is not sent.
const GIVEN_UP: &[&str] = &[
    "40 --placement file:PAIR --link-stages 32 --no-burst --limit 1",
    "4x4 --traffic trace:TRACE --flits 2 --limit 2000",
];

/// Writes a list of some processors, one of two far ones on a ring, and one of packets with long pauses.
/// Returns the words with the names of these files.
pub fn with_files(words: &str, dir: &std::path::Path) -> String {
    let [list, pair, trace] = ["list", "pair", "trace"].map(|name| dir.join(name));
    std::fs::write(&list, "0,0\n0,2\n3,3\n").expect("a list of processors");
    std::fs::write(&pair, "0\n20\n").expect("a list of processors");
    std::fs::write(&trace, "0 0 5 2\n0 3 9 1\n7 15 2 2\n3000 2 14 2\n5500 8 1 1\n").expect("a trace");
    let [list, pair, trace] = [list, pair, trace].map(|path| path.to_str().expect("UTF-8").to_string());
    words.replace("LIST", &list).replace("PAIR", &pair).replace("TRACE", &trace)
}

#[test]
fn packets_on_ranks_are_those_of_one_process() {
    let files = tempfile::tempdir().expect("a folder");
    for &(words, most) in SOUND {
        let run = Run::new(&with_files(words, files.path()));
        assert!(run.agrees(&[], &grids(words, 1..=most), words), "{words}");
    }
    for words in GIVEN_UP {
        let run = Run::new(&with_files(words, files.path()));
        assert!(!run.agrees(&[], &grids(words, [2, 4]), words), "{words}");
    }
}

/// Options of networks with faults, and their numbers of ranks.
const BROKEN: &[(&str, &[usize])] = &[
    ("3x3 --no-burst", &[2, 3]),
    ("6 --flits 6 --traffic uniform --length 4-6 --rate 0.6 --warmup 10 --measure 290 --limit 500", &[2, 3]),
    ("4x3 --flits 3 --no-burst", &[2, 4]),
    ("3x3 --pipeline 2 --flits 2 --no-burst", &[3]),
    ("4 --deadlock bubble --flits 2 --no-burst", &[2, 4]),
    ("3x2 --link-stages 1 --ports one --no-burst", &[2]),
    ("4x3 --flits 4 --traffic uniform --length 2-4 --rate 0.5 --warmup 10 --measure 90 --limit 300", &[3]),
];

/// A fault at every link, of each kind in turn, at some bit or channel, from some cycle on.
pub fn faults(run: &Run) -> Vec<String> {
    let (torus, packets) = (run.network.base.torus(), run.network.packets().expect("packets"));
    let exists = |text: &str| fault(packets, text).is_ok();
    let bits = (0..64).take_while(|bit| exists(&format!("flipped-head:0:{bit}:0"))).count();
    // Batches of cycles end at 256; an exchange has ended long before.
    let cycles = if run.args.traffic.traffic.is_some() { 7 } else { 4 };
    let channels = (0..64).take_while(|channel| exists(&format!("lost-credit:0:{channel}:0"))).count();
    let all = torus.links().enumerate().map(|(at, link)| {
        let (link, cycle) = (link.index(), [3, 9, 20, 31, 248, 251, 254][at % cycles]);
        let (bit, channel) = (at % bits, at % channels);
        [format!("flipped-head:{link}:{bit}:{cycle}"), format!("lost-credit:{link}:{channel}:{cycle}")]
    });
    let local_ports = (0..).map(|place| format!("stuck-ready:{place}:{}", place % 7));
    let local_ports = local_ports.take_while(|text| exists(text)).step_by(3);
    all.flatten().chain(local_ports).collect()
}

#[test]
fn ranks_tell_the_same_faults_of_packets() {
    let (mut differ, mut all) = (0, 0);
    for &(words, sizes) in BROKEN {
        let (run, grids) = (Run::new(words), grids(words, sizes.iter().copied()));
        let faults = faults(&run);
        for at in 0..faults.len() {
            // One fault, and every third time another one with it.
            let count = if at % 3 == 0 { 2 } else { 1 };
            let broken: Vec<String> =
                faults.iter().cycle().skip(at).step_by(5).take(count).cloned().collect();
            let grid = [grids[at % grids.len()].clone()];
            (differ, all) = (differ + usize::from(!run.agrees(&broken, &grid, words)), all + 1);
        }
    }
    assert!(differ > all / 3, "{differ} of {all} differ");
}

/// What one process finds in the burst and the probes, ranks find there too.
#[test]
fn ranks_tell_what_burst_and_probes_find() {
    let run = Run::new("3x3");
    let late = ["lost-credit:1:0:60", "lost-credit:17:3:150", "lost-credit:30:2:400", "stuck-ready:2:100"];
    let told = late.map(|fault| run.agrees(&[fault.into()], &grids("3x3", [2, 3]), "3x3"));
    assert!(told.contains(&false), "{told:?}");
}

/// A flit that goes too far comes out behind others of its packet, in the cycle of one of them, or in another
/// batch of cycles: batches end at cycle 256.
#[test]
fn flits_that_lose_their_way_are_told_alike() {
    let (files, mut told) = (tempfile::tempdir().expect("a folder"), Vec::new());
    let trace = files.path().join("trace");
    std::fs::write(&trace, "250 0 3 4\n250 0 5 4\n").expect("a trace");
    let run = Run::new(&format!("8 --flits 4 --traffic trace:{}", trace.display()));
    for (link, bit, cycle) in
        (0..2).flat_map(|link| (0..2).flat_map(move |bit| (251..256).map(move |cycle| (link, bit, cycle))))
    {
        let fault = format!("flipped-head:{link}:{bit}:{cycle}");
        told.push(run.agrees(&[fault], &grids("8", [2, 4, 8]), "8"));
    }
    assert!(told.iter().filter(|&&right| !right).count() > 10, "{told:?}");
}
