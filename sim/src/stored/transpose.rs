//! A complete exchange is a matrix transpose: random data in through every processor's memory port, one run,
//! and the transposed data out again.
//!
//! The unit verilated is the node as users get it, without the bench's clerk. Links are compared with the
//! program in every cycle, as in any run. A broadcast copies the message to all nodes. The data are a hash of (seed,
//! origin, destination, flit), so that no copy of them is needed.

use super::Reference;
use crate::build::{self, Request};
use crate::clock::Clock;
use crate::ffi::{Batch, Host, Simulation};
use crate::machine::HostMachine;
use crate::manifest::Latency;
use crate::mismatch::{Mismatch, Mismatches, NamedLink, NamedNode};
use crate::monitor::set_bits;
use crate::replica::stored::nodes;
use crate::run::network;
use crate::scoreboard::Links;
use crate::{default_cache, Engine, Manifest, Prescription, Progress, SimError, Timings, Tools};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;
use torus_model::stored::{NodeProgram, Place, Program};
use torus_model::NodeId;

/// Clock edges in reset.
const RESET_EDGES: usize = 4;
/// Clock edges run at once.
const BATCH: usize = 64;
/// Cycles after the run in which nothing may move.
const QUIET: u32 = 8;

/// A network with memories and what to do with it.
pub struct Transpose<'a> {
    /// The emitted folder.
    pub dir: &'a Path,
    /// Its manifest.
    pub manifest: &'a Manifest,
    /// The program it was emitted from.
    pub program: &'a Program,
    /// Seed of the data.
    pub seed: u64,
    /// Tiles or model; the fabric engine has no ports of memories, tiles run in its place.
    pub engine: Engine,
    /// The cache of compiled simulations; `None`: [`default_cache`].
    pub cache: Option<&'a Path>,
    /// The tools.
    pub tools: &'a Tools,
    /// Called as the run goes on.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
}

/// What a transpose showed.
#[derive(Clone, Debug)]
pub struct TransposeReport {
    /// Flits written before the run.
    pub loaded: u64,
    /// Flits read after it and compared.
    pub compared: u64,
    /// Cycles from `start_i` until no node was busy.
    pub cycles: u64,
    /// Everything that differs.
    pub mismatches: Mismatches,
    /// Whether it was compiled for this run.
    pub compiled: bool,
    /// Wall times.
    pub timings: Timings,
}

impl TransposeReport {
    /// Whether everything is as it should be.
    pub fn matches(&self) -> bool {
        self.mismatches.is_empty()
    }
}

/// Loads random data, runs once, reads back and compares. Errors: tools, files, a folder without memories.
pub fn transpose(job: &Transpose) -> Result<TransposeReport, SimError> {
    let mut session = Session::open(job)?;
    let started = Clock::thread();
    session.load();
    session.run()?;
    session.read();
    session.report.timings.run = started.elapsed();
    Ok(session.report)
}

/// What the data go through, what it took to make it, and whether it was compiled for this.
type Made = (Box<dyn HostMachine>, Timings, bool);

impl Transpose<'_> {
    fn model(&self) -> Result<Made, SimError> {
        let (loading, program) = (Instant::now(), self.program);
        let replica = nodes(self.dir, self.manifest, &program.placement, program.ports)?;
        Ok((replica, Timings { load: loading.elapsed(), ..Timings::default() }, false))
    }

    fn tiles(&self) -> Result<Made, SimError> {
        let cache = self.cache.map_or_else(default_cache, |path| Ok(path.to_path_buf()))?;
        let (dir, manifest, tools) = (self.dir, self.manifest, self.tools);
        let request =
            Request { dir, manifest, engine: Engine::Tiles, traced: false, host: true, tools, cache: &cache };
        let built = build::build(&request, &|progress| {
            if let Some(callback) = self.on_progress {
                callback(progress);
            }
        })?;
        let loading = Instant::now();
        let (placement, ports) = (&self.program.placement, self.program.ports);
        let simulation = Simulation::load(&built.library, network(manifest, placement, ports, built.shapes))?;
        let (verilate, compile) = (built.verilate, built.compile);
        let timings = Timings { verilate, compile, load: loading.elapsed(), ..Timings::default() };
        Ok((Box::new(simulation), timings, built.compiled))
    }
}

struct Session<'a> {
    job: &'a Transpose<'a>,
    simulation: Box<dyn HostMachine>,
    batch: Batch,
    report: TransposeReport,
}

impl<'a> Session<'a> {
    fn open(job: &'a Transpose) -> Result<Self, SimError> {
        if job.manifest.stored.is_none() {
            return Err(SimError::NotStored { dir: job.dir.to_path_buf() });
        }
        let (simulation, timings, compiled) =
            if job.engine == Engine::Model { job.model()? } else { job.tiles()? };
        let report = TransposeReport {
            loaded: 0,
            compared: 0,
            cycles: 0,
            mismatches: Mismatches::default(),
            compiled,
            timings,
        };
        let mut session = Session { job, simulation, batch: Batch::default(), report };
        session.simulation.run(&[false; RESET_EDGES], true, false, &mut session.batch);
        Ok(session)
    }

    fn words(&self) -> usize {
        self.job.manifest.width.div_ceil(32)
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
        let index = torus_model::rom::bits(self.job.program.depth).max(1);
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
                self.report.loaded += 1;
            }
            self.simulation.access(&mut host, &mut self.batch);
        }
    }

    /// One run, compared with the program on every link.
    fn run(&mut self) -> Result<(), SimError> {
        let (program, torus) = (self.job.program, self.job.program.placement.torus());
        let latency = Latency { start_to_link: NODE_START_TO_LINK, makespan_to_done: 0 };
        let timetable = Prescription::Program(program).timetable(1, latency);
        let reference = Rc::new(Reference::new(program, timetable, self.job.manifest.width)?);
        let end = program.slots + NODE_START_TO_LINK + QUIET;
        let mut expected = vec![0; torus.link_slots().div_ceil(64)];
        for cycle in 0..end {
            self.simulation.run(&[cycle == 0], false, false, &mut self.batch);
            reference.fill(u64::from(cycle) + 1, &mut expected);
            let got = self.batch.valid(0);
            let differing: Vec<u64> = expected.iter().zip(got).map(|(want, got)| want ^ got).collect();
            for id in set_bits(&differing) {
                let link = NamedLink::numbered(torus, id).expect("a bit of a link");
                let expected = expected[id / 64] >> (id % 64) & 1 == 1;
                let cycle = u64::from(cycle) + 1;
                self.report.mismatches.push(Mismatch::Activity { link, cycle, expected });
            }
            self.status(u64::from(cycle) + 1);
        }
        if self.report.cycles != u64::from(program.slots) + 1 {
            let (expected, got) = (u64::from(program.slots) + 1, Some(self.report.cycles));
            self.report.mismatches.push(Mismatch::Completion { expected, got });
        }
        Ok(())
    }

    fn status(&mut self, cycle: u64) {
        let status = self.batch.status(0);
        if status & crate::ffi::DONE == 0 {
            // The engine's status is one register behind the nodes.
            self.report.cycles = cycle - 1;
        }
        if status & crate::ffi::ERROR != 0 {
            let torus = self.job.program.placement.torus();
            let nodes = self.simulation.error_nodes();
            let name = |node: &usize| torus.node_at(*node).map(|node| NamedNode::new(torus, node));
            self.report
                .mismatches
                .push(Mismatch::ErrorFlag { cycle, nodes: nodes.iter().filter_map(name).collect() });
        }
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
            self.simulation.access(&mut host, &mut self.batch);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                let node = processors[at % processors.len()];
                let (expected, got) =
                    (self.datum(node, place, *flit, true), &host.data[at * words..][..words]);
                self.report.compared += 1;
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
        let torus = self.job.program.placement.torus();
        let partner = torus.translate(node, &place.partner).index() as u64;
        let own = node.index() as u64;
        let (origin, destination) = match (self.job.program.broadcast, result) {
            (true, _) => (partner, partner),
            (false, true) => (partner, own),
            (false, false) => (own, partner),
        };
        let width = self.job.manifest.width;
        let word = |word: usize| {
            // 32 words of 4096 flits, 65,536 nodes each way.
            let key = (origin << 40) | (destination << 18) | (u64::from(flit) << 5) | word as u64;
            let bits = (width - 32 * word).min(32) as u32;
            mix(key ^ mix(self.job.seed)) as u32 & (u32::MAX >> (32 - bits))
        };
        (0..self.words()).map(word).collect()
    }
}

/// Cycles from a node's `start_i` to slot 0 on the links.
const NODE_START_TO_LINK: u32 = 3;

/// Splitmix64's finisher (Steele, Lea, Flood 2014).
fn mix(key: u64) -> u64 {
    let key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// Words as hexadecimal, most significant first.
fn hex(words: &[u32]) -> String {
    words.iter().rev().map(|word| format!("{word:08x}")).collect()
}
