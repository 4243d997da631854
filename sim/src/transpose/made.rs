//! The network that a transpose goes through: nodes as users get them, compiled or modelled.

use super::Transpose;
use crate::build::{self, Request};
use crate::cycle_model::stored::nodes;
use crate::engine::HostMachine;
use crate::ffi::Simulation;
use crate::{default_cache, Engine, SimError, Timings};
use std::time::Instant;

/// What the data go through, what it took to make it, and whether it was compiled for this.
pub(super) struct Made {
    pub simulation: Box<dyn HostMachine>,
    pub timings: Timings,
    pub compiled: bool,
}

impl Made {
    /// What the engine needs. Errors: tools, files, ROMs of another form.
    pub fn new(job: &Transpose) -> Result<Self, SimError> {
        match job.engine {
            Engine::Model => Self::model(job),
            Engine::Tiles | Engine::Fabric => Self::tiles(job),
        }
    }

    fn model(job: &Transpose) -> Result<Self, SimError> {
        let (loading, program) = (Instant::now(), job.program);
        let simulation = nodes(job.dir, job.manifest, &program.placement, program.ports)?;
        let timings = Timings { load: loading.elapsed(), ..Timings::default() };
        Ok(Made { simulation, timings, compiled: false })
    }

    fn tiles(job: &Transpose) -> Result<Self, SimError> {
        let cache = job.cache.map_or_else(default_cache, |path| Ok(path.to_path_buf()))?;
        let (dir, manifest, tools) = (job.dir, job.manifest, job.tools);
        let request =
            Request { dir, manifest, engine: Engine::Tiles, traced: false, host: true, tools, cache: &cache };
        let built = build::build(&request, &|progress| {
            if let Some(callback) = job.on_progress {
                callback(progress);
            }
        })?;
        let loading = Instant::now();
        let (placement, ports) = (&job.program.placement, job.program.ports);
        let simulation = Simulation::load(&built.library, built.shapes.network(manifest, placement, ports))?;
        let (verilate, compile) = (built.verilate, built.compile);
        let timings = Timings { verilate, compile, load: loading.elapsed(), ..Timings::default() };
        Ok(Made { simulation: Box::new(simulation), timings, compiled: built.compiled })
    }
}
