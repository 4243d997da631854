//! A complete exchange is a matrix transpose: random data in through every processor's memory port, one run,
//! and the transposed data out again.
//!
//! The unit verilated is the node as users get it, without the bench's self-test agent. Links are compared
//! with the program in every cycle, as in any run. A broadcast copies the message to all nodes. The data are
//! computed from seed, exchange, origin, destination and flit, so that no copy of them is needed.

mod data;

use crate::clock::Clock;
use crate::cycle_model::memory::nodes;
use crate::engine::{Batch, Host, HostMachine, RESET_EDGES};
use crate::ffi::Simulation;
use crate::manifest::Latency;
use crate::memory::Reference;
use crate::mismatch::{Mismatch, Mismatches, NamedLink, NamedNode};
use crate::monitor::{set_bits, Monitor};
use crate::ranks::Block;
use crate::scoreboard::Links;
use crate::setup::{Loaded, Setup};
use crate::{Engine, Further, GoldenModel, Report, SimError};
use data::Payloads;
use std::rc::Rc;
use torus_model::collective::{NodeProgram, Place, Program};
use torus_model::NodeId;

/// Clock edges run at once.
const BATCH: usize = 64;
/// Cycles after the run in which nothing may move.
const QUIET: u32 = 8;

/// A network with memories and what to do with it.
pub struct Transpose<'a> {
    /// The emitted folder and the engine that runs it; the fabric engine has no ports of memories, tiles run
    /// in its place.
    pub setup: Setup<'a>,
    /// The program it was emitted from.
    pub program: &'a Program,
    /// Seed of the data.
    pub seed: u64,
    /// Exchanges behind the first, each with data of its own, reported in [`TransposeReport::further`] alone;
    /// none where the first one differs.
    pub further: u32,
}

/// What a transpose showed. Messages are flits that were read back and compared; `cycles` are those from
/// `start_i` until no node was busy.
pub type TransposeReport = Report<TransposeFigures>;

/// What is counted in a transpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransposeFigures {
    /// Flits written before the run.
    pub loaded: u64,
}

/// Loads random data, runs once, reads back and compares; then the same for the further exchanges. Errors:
/// tools, files, a folder without memories.
pub fn transpose(job: &Transpose) -> Result<TransposeReport, SimError> {
    let mut session = Session::open(job)?;
    let started = Clock::thread();
    let mut report = session.exchange();
    if report.mismatches.is_empty() {
        report.further.exchanges = job.further;
        for _ in 0..job.further {
            report.further.mismatches.append(session.exchange().mismatches);
        }
    }
    report.timings.run = started.elapsed();
    Ok(report)
}

/// Nodes as users get them, compiled or modelled. Errors: tools, files, ROMs of another form.
fn load(job: &Transpose) -> Result<Loaded<Box<dyn HostMachine>>, SimError> {
    let Setup { dir, manifest, engine, .. } = job.setup;
    let (placement, ports) = (&job.program.placement, job.program.ports);
    if engine == Engine::Model {
        return Loaded::model(|| nodes(dir, manifest, placement, ports));
    }
    let built = job.setup.build(Engine::Tiles, false, true)?;
    Loaded::library(built, |library, shapes| {
        let network = shapes.network(manifest, placement, ports);
        Ok(Box::new(Simulation::load(library, network)?) as Box<dyn HostMachine>)
    })
}

struct Session<'a> {
    job: &'a Transpose<'a>,
    simulation: Box<dyn HostMachine>,
    reference: Rc<Reference>,
    payloads: Payloads,
    batch: Batch,
    /// Clock edges since the first start, and exchanges begun before this one.
    cycle: u64,
    exchange: u32,
    /// A report with no counts yet.
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
        let reference = Rc::new(Reference::new(
            job.program,
            timetable,
            width,
            &Block::whole(job.program.placement.torus()),
        )?);
        let payloads = Payloads::new(job.program, width, job.seed);
        simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
        let report = blank.clone();
        Ok(Session { job, simulation, reference, payloads, batch, cycle: 0, exchange: 0, blank, report })
    }

    /// Data in, a run, data out; what it showed.
    fn exchange(&mut self) -> TransposeReport {
        self.load();
        self.run();
        self.read();
        self.exchange += 1;
        std::mem::replace(&mut self.report, self.blank.clone())
    }

    fn words(&self) -> usize {
        self.job.setup.manifest.width.div_ceil(32)
    }

    /// The places of every processor, flit by flit, in steps of one access for each.
    fn accesses(
        &self,
        places: impl Fn(&'a NodeProgram) -> &'a [Place],
    ) -> Vec<Vec<Option<(&'a Place, u32)>>> {
        let program = self.job.program;
        let all: Vec<&[Place]> = program.of_processors().into_iter().map(places).collect();
        let flits = program.flits as usize;
        let steps = all.iter().map(|places| places.len()).max().unwrap_or(0) * flits;
        let at = |places: &'a [Place], step: usize| Some((places.get(step / flits)?, (step % flits) as u32));
        (0..steps).map(|step| all.iter().map(|places| at(places, step)).collect()).collect()
    }

    fn address(&self, place: &Place, flit: u32) -> u32 {
        let index = torus_model::route::bits(self.job.program.depth).max(1);
        (place.address.bank << index) as u32 | (place.address.index as u32 + flit)
    }

    /// Writes every block through its processor's port.
    fn load(&mut self) {
        let (words, processors) = (self.words(), self.job.program.placement.processors());
        for steps in self.accesses(|class| &class.load).chunks(BATCH) {
            let mut host = Host::new(true, steps.len(), processors.len(), words);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                let node = processors[at % processors.len()];
                host.address[at] = self.address(place, *flit);
                host.data[at * words..][..words].copy_from_slice(&self.datum(node, place, *flit, false));
                self.report.figures.loaded += 1;
            }
            self.access(&mut host);
        }
    }

    /// One run, compared with the program on every link.
    fn run(&mut self) {
        let (program, torus) = (self.job.program, self.job.program.placement.torus());
        let (reference, begin) = (Rc::clone(&self.reference), self.cycle);
        let end = program.slots + NODE_START_TO_LINK + QUIET;
        let mut expected = vec![0; torus.link_slots().div_ceil(64)];
        let [mut seen, mut due] = [(); 2].map(|()| Monitor::new(torus.link_slots()));
        for since in 1..=u64::from(end) {
            self.simulation.run(&[since == 1], false, false, &mut self.batch);
            self.cycle += 1;
            reference.fill(since, &mut expected);
            let got = self.batch.valid(0);
            seen.observe(self.cycle, got);
            due.observe(self.cycle, &expected);
            let differing: Vec<u64> = expected.iter().zip(got).map(|(want, got)| want ^ got).collect();
            for id in set_bits(&differing) {
                let link = NamedLink::numbered(torus, id).expect("a bit of a link");
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

    /// Watches errors and, `since` cycles after the start, whether some node is busy.
    fn status(&mut self, since: u64) {
        let status = self.batch.status(0);
        if status & crate::engine::DONE == 0 {
            // The engine's status is one register behind the nodes.
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

    /// Accesses; before the first start they are not counted as cycles.
    fn access(&mut self, host: &mut Host) {
        self.simulation.access(host, &mut self.batch);
        self.cycle += if self.cycle > 0 { self.batch.steps() as u64 } else { 0 };
    }

    /// Reads every result through its processor's port and compares.
    fn read(&mut self) {
        let (words, processors) = (self.words(), self.job.program.placement.processors());
        let torus = self.job.program.placement.torus();
        for steps in self.accesses(|class| &class.results).chunks(BATCH) {
            let mut host = Host::new(false, steps.len(), processors.len(), words);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                host.address[at] = self.address(place, *flit);
            }
            self.access(&mut host);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                let node = processors[at % processors.len()];
                let (expected, got) =
                    (self.datum(node, place, *flit, true), &host.data[at * words..][..words]);
                self.report.expected += 1;
                self.report.delivered += u64::from(expected == got);
                if expected != got {
                    let origin = NamedNode::new(torus, torus.translate(node, &place.partner));
                    let (node, flit) = (NamedNode::new(torus, node), *flit);
                    let (expected, got) = (hex(&expected), hex(got));
                    self.report.mismatches.push(Mismatch::Memory { node, origin, flit, expected, got });
                }
            }
        }
    }

    /// What a flit of the block for (or, in results, from) a partner holds.
    fn datum(&self, node: NodeId, place: &Place, flit: u32, result: bool) -> Vec<u32> {
        let partner = self.job.program.placement.torus().translate(node, &place.partner);
        let ends = match (self.job.program.broadcast, result) {
            (true, _) => [partner, partner],
            (false, true) => [partner, node],
            (false, false) => [node, partner],
        };
        self.payloads.of(self.exchange, ends, flit)
    }
}

/// Cycles from a node's `start_i` to slot 0 on the links.
const NODE_START_TO_LINK: u32 = 3;

/// Words as hexadecimal, most significant first.
fn hex(words: &[u32]) -> String {
    words.iter().rev().map(|word| format!("{word:08x}")).collect()
}
