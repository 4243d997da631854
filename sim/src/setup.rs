//! The setup of a run, whatever the traffic: an emitted folder, and the engine that runs it.

use crate::build::{self, Built, Request, Shapes};
use crate::engine::CACHED;
use crate::ranks::Ranks;
use crate::{default_cache, Engine, Manifest, OptLevel, Progress, SimError, Timings, Tools};
use std::path::Path;
use std::time::Instant;

/// An emitted folder, and how it is run.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The emitted folder.
    pub dir: &'a Path,
    /// Its manifest.
    pub manifest: &'a Manifest,
    /// The engine that simulates.
    pub engine: Engine,
    /// The largest number of threads that share the nodes of the tile engine, at least 1; small networks use
    /// fewer.
    pub threads: usize,
    /// Bytes of links and registers of tiles that may stay in a cache between clock edges. Scheduled networks
    /// that are larger make several clock edges in one pass over the nodes.
    pub cached: usize,
    /// How much the C++ compiler optimises; `None`: [`OptLevel::from_env`].
    pub optimize: Option<OptLevel>,
    /// The cache of compiled simulations; `None`: [`default_cache`].
    pub cache: Option<&'a Path>,
    /// The tools.
    pub tools: &'a Tools,
    /// The ranks that share the network, including this one; `None`: this process runs all of it.
    pub ranks: Option<&'a dyn Ranks>,
    /// Called with the progress of the run.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
}

impl<'a> Setup<'a> {
    /// A setup with one thread, the default cache, and no reports of progress.
    pub fn new(dir: &'a Path, manifest: &'a Manifest, engine: Engine, tools: &'a Tools) -> Self {
        Setup {
            dir,
            manifest,
            engine,
            threads: 1,
            cached: CACHED,
            optimize: None,
            cache: None,
            tools,
            ranks: None,
            on_progress: None,
        }
    }

    /// Builds the library for an engine, or finds it in the cache. `traced`: messages on links are recorded;
    /// `host`: nodes are as users get them, with the ports of their memories.
    pub(crate) fn build(&self, engine: Engine, traced: bool, host: bool) -> Result<Built, SimError> {
        let Setup { dir, manifest, tools, .. } = *self;
        let cache = &self.cache.map_or_else(default_cache, |path| Ok(path.to_path_buf()))?;
        let optimize = self.optimize.map_or_else(OptLevel::from_env, Ok)?;
        let request = Request { dir, manifest, engine, traced, host, optimize, tools, cache };
        build::build(&request, &|progress| self.progress(progress))
    }

    /// Reports the progress of the run.
    pub(crate) fn progress(&self, progress: Progress) {
        self.on_progress.iter().for_each(|callback| callback(progress));
    }
}

/// An engine at power-up, the time that it took, and whether it was compiled now.
pub(crate) struct Loaded<M> {
    pub engine: M,
    pub timings: Timings,
    pub compiled: bool,
}

impl<M> Loaded<M> {
    /// An engine that needs no build.
    pub fn model(load: impl FnOnce() -> Result<M, SimError>) -> Result<Self, SimError> {
        let loading = Instant::now();
        let engine = load()?;
        let timings = Timings { load: loading.elapsed(), ..Timings::default() };
        Ok(Loaded { engine, timings, compiled: false })
    }

    /// An engine from a library. `load` gets the path of the library, and which nodes share a tile.
    pub fn library(
        built: Built,
        load: impl FnOnce(&Path, Shapes) -> Result<M, SimError>,
    ) -> Result<Self, SimError> {
        let Built { library, shapes, compiled, verilate, compile } = built;
        let Loaded { engine, timings, .. } = Self::model(|| load(&library, shapes))?;
        Ok(Loaded { engine, timings: Timings { verilate, compile, ..timings }, compiled })
    }
}
