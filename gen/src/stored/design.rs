//! A network with memories worked out: plan, programs, loads, and the files they become.

use super::{fabric::StoredFabric, file::plan_json, Algorithm, Storage, StorageRefusal, PLAN_FILE};
use crate::{
    board::board,
    config::{check_emittable, Config},
    design::{digest, kinds, plain_manifest, EmittedFile, GENERATOR},
    error::Refusal,
    fabric::Cell,
};
use std::path::Path;
use torus_hdl::stored::{modules, turns, StoredSpec};
use torus_model::{
    stored::{assemble, distinct, play, verify::verify, Plan, Program},
    Loads,
};
use torus_sim::manifest::{Latency, Manifest, RomInfo, ScheduleInfo, StoredInfo};

/// Most flits that the memories of all processors hold together: what a simulation and a player keep.
const MAX_MEMORY: usize = 1 << 28;

/// A network with everything that its description decides.
#[derive(Clone, Debug)]
pub struct StoredDesign {
    /// What was asked for.
    pub config: Config,
    /// Block length and memory.
    pub storage: Storage,
    /// The verified plan.
    pub plan: Plan,
    /// Its programs, one for each source class.
    pub program: Program,
    /// The programs that differ, and which of them each source class has.
    images: Program,
    of_source: Vec<usize>,
    /// Uses of every link in one run.
    pub loads: Loads,
}

impl StoredDesign {
    /// Plan and programs. Errors: a torus that the algorithm is not for, a memory that does not hold its blocks.
    pub fn new(config: Config, storage: Storage) -> Result<Self, Refusal> {
        check_emittable(config.torus())?;
        let plan = storage.algorithm.plan_of(&config, storage.source)?;
        verify(&plan).expect("only valid plans are made; a violation here is a defect of torusgen");
        Self::assembled(config, storage, plan)
    }

    /// The design of a given plan. Errors: a plan that is not valid; `path` names its file in them.
    pub fn of_plan(config: Config, storage: Storage, plan: Plan, path: &Path) -> Result<Self, Refusal> {
        check_emittable(config.torus())?;
        verify(&plan).map_err(|violation| StorageRefusal::BadPlan {
            path: path.into(),
            violation: violation.to_string(),
        })?;
        Self::assembled(config, storage, plan)
    }

    fn assembled(config: Config, storage: Storage, plan: Plan) -> Result<Self, Refusal> {
        let mut program = assemble(&plan, storage.flits);
        if let Some(depth) = storage.depth {
            if depth < program.depth {
                return Err(StorageRefusal::MemoryDepth {
                    asked: depth,
                    least: program.depth,
                    flits: storage.flits,
                }
                .into());
            }
            program.depth = depth;
        }
        let cells = program.depth.saturating_mul(program.banks * plan.placement.len());
        if cells > MAX_MEMORY {
            return Err(StorageRefusal::TooMuchMemory { flits: cells, most: MAX_MEMORY }.into());
        }
        let torus = plan.torus();
        let mut counts = vec![0u64; torus.link_slots()];
        play(&program, |_, events| events.links.iter().for_each(|link| counts[link.index()] += 1))
            .expect("only programs that hold together are made; a fault here is a defect of torusgen");
        let loads = Loads::from_counts(torus, counts, 1);
        let config = Config { placement: plan.placement.clone(), ports: plan.ports, ..config };
        let (classes, of_source) = distinct(&program.classes);
        let images = Program { classes, ..program.clone() };
        Ok(StoredDesign { config, storage, plan, program, images, of_source, loads })
    }

    /// Every file of the folder, manifest last.
    pub fn files(&self) -> Vec<EmittedFile> {
        let spec = self.spec();
        let cells = self.cells(&spec);
        let fabric = StoredFabric::new(&spec, &self.config.placement, &cells);
        let mut all: Vec<(String, String)> =
            modules(&spec).into_iter().map(|module| (module.name, module.text)).collect();
        all.push((spec.name.to_string(), fabric.network()));
        all.push((format!("{}_bench", spec.name), fabric.bench()));
        let tile = spec.module("tile");
        let listed = all.iter().filter(|(name, _)| !name.starts_with(&tile));
        let list: String = listed.map(|(name, _)| path(name) + "\n").collect();
        let top = format!("{}_board", spec.name);
        let board_list = list.clone() + &path(&top) + "\n";
        all.push((
            top.clone(),
            board(spec.name, &spec.header, &self.config.placement, self.plan.ports, spec.width),
        ));
        let mut files: Vec<EmittedFile> = all.into_iter().map(|(name, text)| (path(&name), text)).collect();
        files.push((format!("{}.f", spec.name), list));
        files.push((format!("{top}.f"), board_list));
        files.push((PLAN_FILE.into(), plan_json(&self.plan)));
        files.push(("memory.csv".into(), self.memory_map()));
        let manifest = self.manifest(&spec, &cells, &files);
        files.push(("manifest.json".into(), manifest.to_json()));
        files
    }

    fn spec(&self) -> StoredSpec<'_> {
        let program = &self.images;
        let torus = self.config.torus();
        StoredSpec {
            name: &self.config.name,
            torus,
            width: self.config.width,
            processors: self.config.placement.len(),
            program,
            turns: turns(program),
            header: self.header(),
            with_pass: self.config.placement.len() < torus.len(),
        }
    }

    /// The comment that opens every file.
    fn header(&self) -> Vec<String> {
        let (plan, program) = (&self.plan, &self.program);
        vec![
            format!("Generated by {GENERATOR}, do not edit."),
            format!("torus {}, placement {}, {}", plan.torus(), plan.placement, plan.algorithm),
            format!(
                "{} steps, bound {}; {} slots with blocks of {} flits; {}-port",
                plan.steps(),
                plan.lower_bound,
                program.slots,
                program.flits,
                plan.ports
            ),
            format!("plan digest {}", plan_digest(plan)),
        ]
    }

    fn cells(&self, spec: &StoredSpec) -> Vec<Cell> {
        let placement = &self.config.placement;
        let modules = (0..spec.program.classes.len()).map(|class| spec.class_module("node", class));
        let classes: Vec<usize> =
            placement.source_indices().into_iter().map(|source| self.of_source[source]).collect();
        Cell::of_classes(placement, modules, &classes, spec.module("pass"))
    }

    /// Where users find their blocks: a line for each node, partner and direction, addresses as `mem_addr_i` takes them.
    fn memory_map(&self) -> String {
        let (torus, placement) = (self.config.torus(), &self.config.placement);
        let index = torus_model::rom::bits(self.program.depth).max(1);
        let mut text = String::from("node,what,partner,address\n");
        for (node, own) in placement.processors().iter().zip(self.program.of_processors()) {
            for (what, places) in [("load", &own.load), ("result", &own.results)] {
                for place in places {
                    let partner = torus.translate(*node, &place.partner).index();
                    let address = place.address.bank << index | place.address.index;
                    text += &format!("{},{what},{partner},{address}\n", node.index());
                }
            }
        }
        text
    }

    /// The program ROMs.
    pub fn rom(&self) -> RomInfo {
        rom_info(&self.spec())
    }

    /// `exchange`, `broadcast`, or the kind of the schedule behind a table.
    pub fn kind(&self) -> String {
        match self.storage.algorithm {
            Algorithm::Table => self.config.kind.to_string(),
            algorithm => algorithm.kind().into(),
        }
    }

    /// Bits of a memory.
    pub fn memory_bits(&self) -> usize {
        self.program.banks * self.program.depth * self.config.width
    }

    /// The memories, for manifest and reports.
    pub fn info(&self) -> StoredInfo {
        let program = &self.program;
        StoredInfo {
            algorithm: self.plan.algorithm.clone(),
            flits: program.flits,
            banks: program.banks,
            depth: program.depth,
            address: self.spec().widths().address(),
            memory_bits: self.memory_bits(),
            slots: program.slots,
        }
    }

    fn manifest(&self, spec: &StoredSpec, cells: &[Cell], files: &[EmittedFile]) -> Manifest {
        let plan = &self.plan;
        Manifest {
            schedule: Some(ScheduleInfo {
                kind: self.kind(),
                length: plan.steps(),
                lower_bound: plan.lower_bound,
                makespan: self.program.makespan,
                messages: plan.messages(),
                digest: plan_digest(plan),
            }),
            stored: Some(self.info()),
            rom: Some(rom_info(spec)),
            latency: Some(Latency {
                start_to_link: spec.start_to_link(),
                makespan_to_done: spec.makespan_to_done(),
            }),
            kinds: kinds(cells, |class| spec.class_module("tile", class)),
            ..plain_manifest(&self.config, &self.loads, &spec.widths().layout, files)
        }
    }
}

fn rom_info(spec: &StoredSpec) -> RomInfo {
    let rows = spec.program.classes.iter().map(|class| class.rows.len() + 1).max().unwrap_or(0);
    let row_bits = spec.row_bits();
    RomInfo { images: spec.program.classes.len(), rows, row_bits, bits_per_image: rows * row_bits }
}

fn path(module: &str) -> String {
    format!("rtl/{module}.v")
}

/// The digest of a plan: of its file's text without the digest.
pub fn plan_digest(plan: &Plan) -> String {
    digest(&super::file::body(plan))
}
