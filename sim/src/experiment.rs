//! An experiment: what is simulated, what it is compared with, and how; and preparing its engine.

use crate::cycle_model::cycle_model;
use crate::driver::Window;
use crate::engine::{ExchangeMachine, OnRank};
use crate::ffi::Simulation;
use crate::manifest::Kind;
use crate::ranks::{several, Block};
use crate::record::{self, Part, Recording, SharedWaves, Subject};
use crate::setup::{Loaded, Setup};
use crate::shared_tiles::SharedTiles;
use crate::sharing::refuse;
use crate::timetable::Timetable;
use crate::{Engine, GoldenModel, Manifest, Progress, SimError};
use thiserror::Error;
use torus_model::quote::shortened;
use torus_model::{NodeId, Placement};

/// A manifest and a golden model that belong to different networks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the emitted folder has the {what} {}, what it is compared with has {}; both have to \
     come from one configuration: emit the folder again",
    shortened(.folder),
    shortened(.given)
)]
pub struct Inconsistent {
    /// The property that differs.
    pub what: &'static str,
    /// Its value in the emitted folder.
    pub folder: String,
    /// Its value in the golden model or in the loads.
    pub given: String,
}

/// The default number of further exchanges that a check of a schedule or program runs after those asked for.
pub const FURTHER: u32 = 4;

/// An emitted network, its golden model, and how to run it.
pub struct Experiment<'a> {
    /// The emitted folder, and how it is run.
    pub setup: Setup<'a>,
    /// The schedule or program that the folder was emitted from.
    pub golden_model: GoldenModel<'a>,
    /// The exact load of every link in one exchange, by link id; 0 for absent ports.
    pub loads: &'a [u64],
    /// Exchanges to run without a pause, at least 1.
    pub exchanges: u32,
    /// Exchanges that follow, and are compared in the same way. They are reported only in
    /// [`crate::Report::further`], and not run if there are mismatches before. The first begins after a
    /// finished frame, the second directly after it, and each other one after a finished frame.
    pub further: u32,
    /// The wave files to write.
    pub waves: Recording<'a>,
}

impl Experiment<'_> {
    /// When each event should happen.
    pub(crate) fn timetable(&self) -> Result<Timetable, SimError> {
        let (_, latency) = self.setup.manifest.scheduled(self.setup.dir)?;
        Ok(self.golden_model.timetable(self.exchanges, latency))
    }

    /// Builds and loads the engine. Errors: tools; files; folder and schedule of different networks.
    pub(crate) fn prepare(&self) -> Result<Loaded<Box<dyn ExchangeMachine + '_>>, SimError> {
        self.consistent()?;
        let (Setup { dir, manifest, engine, ranks, .. }, golden_model) = (self.setup, self.golden_model);
        refuse(ranks, engine, golden_model.torus())?;
        let (placement, ports) = (golden_model.placement(), golden_model.ports());
        let ranks = several(ranks);
        if engine == Engine::Model {
            let model = || cycle_model(dir, manifest, placement, ports, ranks);
            return Loaded::model(|| match ranks {
                Some(ranks) => Ok(Box::new(OnRank::new(model()?, ranks)) as Box<dyn ExchangeMachine>),
                None => model(),
            });
        }
        let built = self.setup.build(engine, self.waves.is_some(), false)?;
        let threads = if engine == Engine::Tiles { self.setup.threads } else { 1 };
        Loaded::library(built, |library, shapes| {
            let network = shapes.network(manifest, placement, ports);
            let own = network.cut(Block::of(placement.torus(), ranks)).on(threads).cached(self.setup.cached);
            let tiles = Simulation::load(library, own)?;
            Ok(match ranks {
                Some(ranks) => Box::new(SharedTiles::on_rank(tiles, ranks)) as Box<dyn ExchangeMachine>,
                None => Box::new(tiles),
            })
        })
    }

    /// Checks that folder, schedule and loads belong to one network.
    fn consistent(&self) -> Result<(), SimError> {
        let (golden_model, manifest) = (self.golden_model, self.setup.manifest);
        let placement = golden_model.placement();
        same_nodes(manifest, placement)?;
        same("port model", &manifest.ports, &golden_model.ports())?;
        let info = manifest.scheduled(self.setup.dir)?.0;
        match golden_model {
            GoldenModel::Schedule(schedule) => same("schedule length", &info.length, &schedule.length)?,
            GoldenModel::Program(program) => {
                let memory = manifest.memories(self.setup.dir)?;
                same("makespan", &info.makespan, &program.makespan)?;
                same("number of banks", &memory.banks, &program.banks)?;
                same("number of flits of a bank", &memory.depth, &program.depth)?;
            }
        }
        Ok(same("number of link ids", &(2 * manifest.dims.len() * manifest.nodes), &self.loads.len())?)
    }

    pub(crate) fn running(&self, window: &Window, timetable: &Timetable, delivered: u64) {
        let cycle = window.cycles().last().map_or(0, |(_, cycle)| cycle);
        self.setup.progress(Progress::Running { cycle, end: Some(timetable.end()), delivered });
    }

    pub(crate) fn waveform(
        &self,
        part: Part,
        timetable: Timetable,
    ) -> Result<Option<SharedWaves<'_>>, SimError> {
        let create = || SharedWaves::create(self.setup.ranks, self.waves, self.subject(part, timetable));
        self.waves.is_some().then(create).transpose()
    }

    fn subject(&self, part: Part, timetable: Timetable) -> Subject<'_> {
        let (manifest, golden_model) = (self.setup.manifest, self.golden_model);
        let source = golden_model.message_source().map_or(0, |node| node.index());
        let run = record::Run::Scheduled {
            kind: manifest.schedule.as_ref().map_or("", |schedule| schedule.kind.as_str()),
            effort: manifest.effort,
            stored: manifest.memory.as_ref().map(|info| (info.algorithm.as_str(), info.flits, source)),
            timetable,
        };
        let (name, routing, placement) = (&manifest.name, &manifest.routing, golden_model.placement());
        Subject {
            name,
            routing,
            ports: golden_model.ports(),
            seed: manifest.seed,
            placement,
            stages: manifest.link_stages.as_deref(),
            run,
            part,
        }
    }
}

/// Checks that a folder has the torus and the processors of a placement, and a tile for each node.
pub(crate) fn same_nodes(manifest: &Manifest, placement: &Placement) -> Result<(), Inconsistent> {
    let processors: Vec<u32> = placement.node_ids().collect();
    same("radices", &text(&manifest.dims), &text(placement.torus().dims()))?;
    same("processors", &text(&manifest.processors), &text(&processors))?;
    match misplaced(manifest, placement) {
        Some((folder, given)) => Err(Inconsistent { what: "tile at node", folder, given }),
        None => Ok(()),
    }
}

/// Checks that every node has exactly one tile, with a processor if the placement has one there. Returns the
/// first difference as texts. Engines rely on this, as local ports are numbered by processors.
fn misplaced(manifest: &Manifest, placement: &Placement) -> Option<(String, String)> {
    let of_kind = |kind: &Kind| kind.nodes.iter().map(|&node| (node, kind.processor)).collect::<Vec<_>>();
    let mut instances: Vec<_> = manifest.kinds.iter().flat_map(of_kind).collect();
    instances.sort_unstable();
    let occupied = |node: NodeId| (node.index() as u32, placement.contains(node));
    let wanted: Vec<_> = placement.torus().nodes().map(occupied).collect();
    let longest = instances.len().max(wanted.len());
    let at = (0..longest).find(|&at| instances.get(at) != wanted.get(at))?;
    let name = |instance: Option<&(u32, bool)>| match instance {
        Some((node, processor)) => format!("{node} {}", if *processor { "(processor)" } else { "(router)" }),
        None => "nothing".to_string(),
    };
    Some((name(instances.get(at)), name(wanted.get(at))))
}

fn same(what: &'static str, folder: &impl ToString, given: &impl ToString) -> Result<(), Inconsistent> {
    let (folder, given) = (folder.to_string(), given.to_string());
    if folder == given {
        return Ok(());
    }
    Err(Inconsistent { what, folder, given })
}

fn text(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
