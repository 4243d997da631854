//! The network with message memories: a verified plan, its programs, and nodes that store blocks on their
//! way.

mod algorithm;
mod axis;
mod error;
mod parameters;
mod ports;
mod program;
mod storage;
mod tops;

pub use crate::limits::MAX_BLOCK;
pub use crate::schedule_file::{parse_plan, plan_digest, plan_json, read_plan, BROADCAST, PLAN_FILE};
pub use algorithm::{exchange_hops, Algorithm, PlanTooLarge, UnknownAlgorithm};
pub use error::MemoryError;
pub use program::ProgramsError;
pub use storage::{Storage, StorageError};

use super::{streams::Streams, Asked, EmittedFile, Frame, Kind, Network, Task, Verilog};
use crate::{
    base::{check_size, Base},
    formal,
    manifest_error::check_digest,
    options::NetworkOptions,
    top::{Activity, Cell},
    UsageError,
};
use program::{memory_map, played, programs, rom_info};
use std::path::Path;
use storage::block_flits;
use torus_hdl::memory::{modules, turns, MemorySpec};
use torus_model::{
    bound::Bound,
    collective::{verify::verify, Plan, Program},
    distinct, quantity,
    schedule::ScheduleKind,
    HeaderLayout, Loads, RomStyle, Switching,
};
use torus_sim::manifest::{Facts, Latency, MemoryInfo, RomInfo, ScheduleInfo};
use torus_sim::Manifest;

/// What only a network with message memories has.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The algorithm, the length of blocks and the size of memories.
    pub storage: Storage,
    /// The verified plan.
    pub plan: Plan,
    /// Its programs, one for each source class.
    pub program: Program,
    /// The distinct programs, and which of them each source class runs.
    images: Program,
    of_source: Vec<usize>,
    /// When links are in use.
    activity: Activity,
}

impl Network<Memory> {
    /// Makes the plan and the programs. Errors: a torus that the algorithm cannot have; a memory too small
    /// for its blocks.
    pub fn new(base: Base, storage: Storage) -> Result<Self, UsageError> {
        check_size(&base)?;
        let plan = storage.plan(&base)?;
        verify(&plan).expect("only valid plans are made; a violation here is a defect of torusgen");
        Self::assembled(base, storage, plan)
    }

    /// The network of a given plan. Errors: an invalid plan; `path` names its file in errors.
    pub fn of_plan(base: Base, storage: Storage, plan: Plan, path: &Path) -> Result<Self, UsageError> {
        check_size(&base)?;
        verify(&plan).map_err(|violation| MemoryError::InvalidPlan {
            path: path.into(),
            violation: violation.to_string(),
        })?;
        Self::assembled(base, storage, plan)
    }

    /// The network of a plan file. `options` may give the width, the name, the length of blocks and the depth
    /// of memories.
    pub(super) fn of_plan_file(
        path: &Path,
        plan: Plan,
        options: &NetworkOptions,
    ) -> Result<Self, UsageError> {
        let rest = NetworkOptions { width: None, name: None, flits: None, depth: None, ..options.clone() };
        if let Some(option) = rest.first_given() {
            return Err(MemoryError::Options { path: path.into(), option }.into());
        }
        let base = Base::of_placement(&plan.placement, options)?;
        let storage = Storage::of_plan(&plan, block_flits(options)?, options.depth)?;
        Self::of_plan(base, storage, plan, path)
    }

    /// The network of an emitted folder: its manifest and its plan, which is verified again.
    ///
    /// Errors: no plan of torusgen; a plan that is invalid or not the one of the manifest.
    pub fn of_folder(dir: &Path, manifest: &Manifest) -> Result<Self, UsageError> {
        let info = manifest.memories(dir)?;
        let path = dir.join(PLAN_FILE);
        let plan = read_plan(&path)?;
        let (stated, _) = manifest.scheduled(dir)?;
        check_digest(dir, "plan", &stated.digest, &plan_digest(&plan))?;
        let streams = manifest.interface.as_ref().map(Streams::of_info);
        // The kind of what runs is that of a schedule where `table` runs one.
        let schedule = stated.kind.parse().unwrap_or(ScheduleKind::Exchange);
        let storage = Storage { streams, schedule, ..Storage::of_plan(&plan, info.flits, Some(info.depth))? };
        Self::of_plan(Base::of_manifest(manifest)?, storage, plan, &path)
    }

    fn assembled(base: Base, storage: Storage, plan: Plan) -> Result<Self, UsageError> {
        let program = programs(&storage, &plan).map_err(MemoryError::from)?;
        let (counts, activity) = played(&program, plan.torus());
        let loads = Loads::from_counts(plan.torus(), counts, 1);
        let base = Base { placement: plan.placement.clone(), ports: plan.ports, ..base };
        let (classes, of_source) = distinct(&program.classes);
        let images = Program { classes, ..program.clone() };
        let kind = Memory { storage, plan, program, images, of_source, activity };
        Ok(Network { base, loads, kind })
    }

    /// The program ROMs.
    pub fn rom(&self) -> RomInfo {
        rom_info(&self.kind.spec(&self.base, Vec::new()))
    }

    /// The memories, for manifest and reports.
    pub fn info(&self) -> MemoryInfo {
        self.kind.info(&self.base)
    }
}

impl Memory {
    /// Exact loads, without bounds: blocks that are stored on the way count in flits on every path, which the
    /// bounds of routings do not cover.
    pub(super) fn loads_and_bounds(
        base: &Base,
        storage: &Storage,
    ) -> Result<(Loads, Vec<Bound>), UsageError> {
        Ok((Network::<Memory>::new(base.clone(), storage.clone())?.loads, Vec::new()))
    }
}

impl Kind for Memory {
    fn header(&self, _base: &Base) -> Vec<String> {
        let (plan, program) = (&self.plan, &self.program);
        // A broadcast lists all nodes, as each has a program of its own.
        let listed = plan.placement.to_string();
        let placement = if plan.placement.is_full() { "full" } else { &listed };
        vec![
            format!("torus {}, placement {placement}, {}", plan.torus(), plan.algorithm),
            format!(
                "{}, bound {}; {} with blocks of {}; {}-port",
                quantity(plan.steps(), "step"),
                plan.lower_bound,
                quantity(program.slots, "slot"),
                quantity(program.flits, "flit"),
                plan.ports
            ),
            format!("plan digest {}", plan_digest(plan)),
        ]
    }

    fn verilog(&self, network: &Frame, header: Vec<String>, asked: Asked) -> Verilog {
        let (base, spec) = (network.base, self.spec(network.base, header));
        let cells = self.cells(base, &spec);
        let local = tops::local_ports(&spec);
        let bench = || tops::bench(&spec, &local, &base.placement, &cells, self.activity);
        let (modules, streams) = (modules(&spec), self.storage.streams.map(|streams| streams.of_tops(asked)));
        Verilog {
            tiles: Cell::tiles(&cells, |class| spec.class_module("tile", class)),
            agents: Vec::new(),
            link: tops::link(&spec),
            network: tops::network(&spec, &local, self.activity),
            bench: asked.bench.then(bench),
            wrapper: streams.map(|streams| axis::wrapper((base, self), &spec, &cells, &streams)),
            local,
            modules,
            cells,
        }
    }

    fn formal(&self, network: &Frame, header: &[String], verilog: &mut Verilog) -> Vec<EmittedFile> {
        let spec = self.spec(network.base, header.to_vec());
        let mut files = formal::memory(&spec, &self.program, &verilog.modules);
        let streams = self.storage.streams.iter();
        files.extend(streams.flat_map(|all| axis::proofs((network.base, self), &spec, &verilog.cells, all)));
        files
    }

    fn extras(&self, base: &Base) -> Vec<EmittedFile> {
        vec![
            (PLAN_FILE.into(), plan_json(&self.plan)),
            ("memory.csv".into(), memory_map(base, &self.program)),
        ]
    }

    fn task(&self) -> Task<'_> {
        Task::Program { plan: &self.plan, program: &self.program }
    }

    fn has_streams(&self) -> bool {
        self.storage.streams.is_some()
    }

    fn in_words(&self, base: &Base) -> String {
        let (steps, bound) = (quantity(self.plan.steps(), "step"), self.plan.lower_bound);
        format!(
            "{} of {steps}, bound {bound}; {}; memory of {} bits",
            self.plan.algorithm,
            rom_info(&self.spec(base, Vec::new())),
            self.memory_bits(base)
        )
    }

    fn facts(&self, base: &Base) -> Facts {
        let (plan, spec) = (&self.plan, self.spec(base, Vec::new()));
        Facts::Memory {
            schedule: ScheduleInfo {
                kind: self.storage.kind(),
                length: plan.steps(),
                lower_bound: plan.lower_bound,
                makespan: self.program.makespan,
                messages: plan.messages(),
                digest: plan_digest(plan),
                switching: Switching::Headers,
                rom_style: RomStyle::Auto,
            },
            memory: self.info(base),
            rom: rom_info(&spec),
            latency: Latency {
                start_to_link: spec.start_to_link(),
                makespan_to_done: spec.makespan_to_done(),
            },
        }
    }

    fn header_layout(&self, base: &Base) -> HeaderLayout {
        self.spec(base, Vec::new()).widths().layout
    }
}

impl Memory {
    fn spec<'a>(&'a self, base: &'a Base, header: Vec<String>) -> MemorySpec<'a> {
        let (program, torus) = (&self.images, base.torus());
        MemorySpec {
            name: &base.name,
            torus,
            width: base.width,
            processors: base.placement.len(),
            program,
            turns: turns(program),
            header,
            with_transit: !base.placement.is_full(),
        }
    }

    fn cells(&self, base: &Base, spec: &MemorySpec) -> Vec<Cell> {
        let placement = &base.placement;
        let modules = (0..spec.program.classes.len()).map(|class| spec.class_module("node", class));
        let classes: Vec<usize> =
            placement.source_indices().into_iter().map(|source| self.of_source[source]).collect();
        Cell::of_classes(placement, modules, &classes, spec.module("transit"))
    }

    fn memory_bits(&self, base: &Base) -> usize {
        self.program.banks * self.program.depth * base.width
    }

    fn info(&self, base: &Base) -> MemoryInfo {
        let program = &self.program;
        MemoryInfo {
            algorithm: self.plan.algorithm.clone(),
            flits: program.flits,
            banks: program.banks,
            depth: program.depth,
            address: self.spec(base, Vec::new()).widths().address(),
            memory_bits: self.memory_bits(base),
            slots: program.slots,
        }
    }
}
