//! A complete exchange as a matrix transpose: random data are written through the memory port of every
//! processor, the network runs once, and the transposed data are read.
//!
//! Nodes are verilated as users get them, without self-test agents. As in any run, links are compared with
//! the program in every cycle. A broadcast copies its message to all nodes. The data are computed from seed,
//! exchange, origin, destination and flit, so no copy of them is stored.

mod data;
mod host;

use crate::clock::Clock;
use crate::cycle_model::memory::nodes;
use crate::engine::{Batch, HostMachine, OnRank, RESET_EDGES};
use crate::ffi::Simulation;
use crate::manifest::Latency;
use crate::memory::Reference;
use crate::merge;
use crate::mismatch::{Mismatch, Mismatches, NamedLink, NamedNode};
use crate::monitor::{set_bits, Monitor};
use crate::ranks::{agree, guarded, several, Block, Ranks};
use crate::scoreboard::Links;
use crate::setup::{Loaded, Setup};
use crate::shared_tiles::SharedTiles;
use crate::sharing::refuse;
use crate::{Engine, Further, GoldenModel, Report, SimError};
use data::Payloads;
use std::rc::Rc;
use torus_model::{collective::Program, Torus};

/// Cycles after the run in which nothing may move.
const QUIET: u32 = 8;

/// A network with memories, and the transpose to run on it.
pub struct Transpose<'a> {
    /// The emitted folder, and how it is run. The fabric engine has no ports of memories, so tiles are used
    /// instead.
    pub setup: Setup<'a>,
    /// The program from which it was emitted.
    pub program: &'a Program,
    /// The seed of the data.
    pub seed: u64,
    /// Exchanges after the first, each with its own data, reported only in [`TransposeReport::further`]. None
    /// are run if the first one differs.
    pub further: u32,
}

/// The results of a transpose. Messages are flits that were read back and compared; `cycles` are those from
/// `start_i` until no node was busy.
pub type TransposeReport = Report<TransposeFigures>;

/// The figures of a transpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransposeFigures {
    /// Flits written before the run.
    pub loaded: u64,
}

/// Loads random data, runs once, reads back and compares; then does the same for the further exchanges.
///
/// On several ranks each runs its block ([`Setup::ranks`]), and the report of rank 0 equals that of a single
/// process. Errors: tools; files; a folder without memories; errors of any rank, and lost ranks.
pub fn transpose(job: &Transpose) -> Result<TransposeReport, SimError> {
    guarded(job.setup.ranks, || transposed(job))
}

fn transposed(job: &Transpose) -> Result<TransposeReport, SimError> {
    let mut session = agree(job.setup.ranks, Session::open(job))?;
    let started = Clock::thread();
    let mut report = session.exchange();
    if report.mismatches.is_empty() {
        report.further.exchanges = job.further;
        for _ in 0..job.further {
            report.further.mismatches.append(session.exchange().mismatches);
        }
    }
    report.timings.run = started.elapsed();
    report.timings.exchanged = session.simulation.exchanged();
    Ok(report)
}

/// Nodes as users get them, compiled or as a cycle model. Errors: tools; files; ROMs of another form.
fn load<'a>(job: &Transpose<'a>) -> Result<Loaded<Box<dyn HostMachine + 'a>>, SimError> {
    let Setup { dir, manifest, engine, ranks, .. } = job.setup;
    let (placement, ports) = (&job.program.placement, job.program.ports);
    refuse(ranks, engine, placement.torus())?;
    let ranks = several(ranks);
    if engine == Engine::Model {
        let model = || nodes(dir, manifest, placement, ports, ranks);
        return Loaded::model(|| match ranks {
            Some(ranks) => Ok(Box::new(OnRank::new(model()?, ranks)) as Box<dyn HostMachine>),
            None => model(),
        });
    }
    let built = job.setup.build(Engine::Tiles, false, true)?;
    Loaded::library(built, |library, shapes| {
        let own = shapes.network(manifest, placement, ports).cut(Block::of(placement.torus(), ranks));
        let tiles = Simulation::load(library, own)?;
        Ok(match ranks {
            Some(ranks) => Box::new(SharedTiles::on_rank(tiles, ranks)) as Box<dyn HostMachine>,
            None => Box::new(tiles),
        })
    })
}

/// Merges the reports of all ranks.
fn together(ranks: Option<&dyn Ranks>, torus: &Torus, mine: TransposeReport) -> TransposeReport {
    let sum = |mine: u64| merge::sum(ranks, mine);
    TransposeReport {
        delivered: sum(mine.delivered),
        expected: sum(mine.expected),
        link_counts: merge::counts(ranks, torus, mine.link_counts),
        expected_counts: merge::counts(ranks, torus, mine.expected_counts),
        mismatches: merge::mismatches(ranks, mine.mismatches),
        ..mine
    }
}

struct Session<'a> {
    job: &'a Transpose<'a>,
    simulation: Box<dyn HostMachine + 'a>,
    reference: Rc<Reference>,
    payloads: Payloads,
    batch: Batch,
    /// Clock edges since the first start, and exchanges before this one.
    cycle: u64,
    exchange: u32,
    /// A report without counts.
    blank: TransposeReport,
    report: TransposeReport,
}

impl<'a> Session<'a> {
    fn open(job: &'a Transpose) -> Result<Self, SimError> {
        let Setup { dir, manifest, engine, .. } = job.setup;
        manifest.memories(dir)?;
        let Loaded { engine: mut simulation, timings, compiled } = load(job)?;
        let blank = TransposeReport {
            engine,
            compiled,
            cycles: 0,
            delivered: 0,
            expected: 0,
            link_counts: Vec::new(),
            expected_counts: Vec::new(),
            mismatches: Mismatches::default(),
            further: Further::default(),
            timings,
            figures: TransposeFigures::default(),
        };
        let (mut batch, width) = (Batch::default(), manifest.width);
        let latency = Latency { start_to_link: NODE_START_TO_LINK, makespan_to_done: 0 };
        let timetable = GoldenModel::Program(job.program).timetable(1, latency);
        let reference = Rc::new(Reference::new(job.program, timetable, width, &simulation.network().block)?);

        let payloads = Payloads::new(job.program, width, job.seed);
        simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
        let report = blank.clone();
        Ok(Session { job, simulation, reference, payloads, batch, cycle: 0, exchange: 0, blank, report })
    }

    /// Writes data, runs, and reads data. Returns the results.
    fn exchange(&mut self) -> TransposeReport {
        self.load();
        self.run();
        self.read();
        self.exchange += 1;
        let found = std::mem::replace(&mut self.report, self.blank.clone());
        together(self.job.setup.ranks, self.job.program.placement.torus(), found)
    }

    /// Runs once, and compares every link of the block with the program. Nodes that report an error are
    /// reported cycle by cycle, so ranks exchange their status in each cycle.
    fn run(&mut self) {
        let (program, torus) = (self.job.program, self.job.program.placement.torus());
        let (mut reference, begin) = (Rc::clone(&self.reference), self.cycle);
        let end = program.slots + NODE_START_TO_LINK + QUIET;
        let block = self.simulation.network().block.clone();
        let mut expected = vec![0; block.links().div_ceil(64)];
        let [mut seen, mut due] = [(); 2].map(|()| Monitor::new(block.links()));
        for since in 1..=u64::from(end) {
            self.simulation.run(&[since == 1], false, false, &mut self.batch);
            self.cycle += 1;
            reference.fill(since, &mut expected);
            let got = self.batch.valid(0);
            seen.observe(self.cycle, got);
            due.observe(self.cycle, &expected);
            let differing: Vec<u64> = expected.iter().zip(got).map(|(want, got)| want ^ got).collect();
            for id in set_bits(&differing) {
                let link = NamedLink::numbered(torus, block.link_id(id)).expect("a bit of a link");
                let expected = expected[id / 64] >> (id % 64) & 1 == 1;
                self.report.mismatches.push(Mismatch::Activity { link, cycle: self.cycle, expected });
            }
            self.status(since);
        }
        (self.report.link_counts, self.report.expected_counts) = (seen.counts(), due.counts());
        let (busy, got) = (u64::from(program.slots) + 1, self.report.cycles);
        if got != busy {
            let (expected, got) = (begin + busy, Some(begin + got));
            self.report.mismatches.push(Mismatch::Completion { expected, got });
        }
    }

    /// Checks errors and, `since` cycles after the start, whether some node is busy.
    fn status(&mut self, since: u64) {
        let status = self.batch.status(0);
        if status & crate::engine::DONE == 0 {
            // The status of the engine is a register later than that of the nodes.
            self.report.cycles = since - 1;
        }
        if status & crate::engine::ERROR != 0 {
            let torus = self.job.program.placement.torus();
            let nodes = self.simulation.error_nodes();
            let name = |node: &usize| torus.node_at(*node).map(|node| NamedNode::new(torus, node));
            let (cycle, nodes) = (self.cycle, nodes.iter().filter_map(name).collect());
            self.report.mismatches.push(Mismatch::ErrorFlag { cycle, nodes });
        }
    }
}

/// Cycles from the `start_i` of a node to slot 0 on the links.
const NODE_START_TO_LINK: u32 = 3;
