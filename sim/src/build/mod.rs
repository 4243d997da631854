//! Builds a loadable simulation from an emitted folder: verilate, compile, link, keep in the cache.
//!
//! Verilator and the compiler are called directly, without make. Each unit (a kind of tile, or the whole
//! bench) is verilated into its own class and compiled as one translation unit; units are compiled in
//! parallel on all cores. Verilator's runtime and a precompiled header of it are made once per compiler and
//! kept. If several runs of a process need the same library, one builds it and the others wait.

mod builder;
mod cache;
mod compile;
mod lanes;
mod numbers;
mod opt_level;
mod paths;
mod regions;
mod rom;
mod rows;
mod runtime;
mod shapes;
mod source;
mod stated;
mod stubs;
mod tools;
mod units;

pub use cache::{default_cache, NoCacheFolder};
pub use compile::CombinationalPath;
pub use opt_level::{OptLevel, UnknownOptLevel};
pub use rows::RomTextError;
pub use shapes::Shapes;
pub use source::TIMESCALE;
pub(crate) use source::{code, module_path, module_text, words};
pub(crate) use stated::stated;
pub use stated::ConstantError;
pub use tools::{Tool, ToolError, Tools};

use crate::{Manifest, Progress, SimError};
use builder::Builder;
use cache::Key;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;
use tools::{Compiler, Verilator};
use torus_model::named;
use units::Plan;

/// The engine, by what it verilates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Verilates each kind of tile once; the driver moves flits between the N tiles. It is fast, and its
    /// build time does not grow with N.
    #[default]
    Tiles,
    /// Verilates the whole bench with its wiring. It is for small tori.
    Fabric,
    /// Runs no Verilog: the registers are in Rust ([`crate::cycle_model`]); ROMs and wired turns are read
    /// from the emitted files. Nothing is compiled.
    Model,
}

impl Engine {
    /// Whether Verilator and a compiler build it.
    pub fn is_compiled(self) -> bool {
        self != Engine::Model
    }
}

named!(Engine, "engine", Tiles => "tiles", Fabric => "fabric", Model => "model");

/// The most nodes of a bench that is verilated as a whole. Verilator takes more than some minutes for larger
/// ones, and unrolls loops over no more nodes by itself.
const MOST_IN_FABRIC: usize = 1024;

/// A network that is too large for the fabric engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the engine fabric was asked for on {nodes} nodes; Verilator elaborates whole networks of up to \
     {MOST_IN_FABRIC} nodes in acceptable time: use the engine tiles, which verilates one node of each kind"
)]
pub struct FabricTooLarge {
    /// The nodes.
    pub nodes: usize,
}

/// What to build, and with which tools.
pub struct Request<'a> {
    /// The emitted folder.
    pub dir: &'a Path,
    /// Its manifest.
    pub manifest: &'a Manifest,
    /// The engine.
    pub engine: Engine,
    /// Whether links will be traced (only the fabric engine depends on it).
    pub traced: bool,
    /// Whether nodes are verilated as users get them, with the ports of their memories, instead of the
    /// bench's tiles.
    pub host: bool,
    /// How much the compiler optimises.
    pub optimize: OptLevel,
    /// The tools.
    pub tools: &'a Tools,
    /// The cache.
    pub cache: &'a Path,
}

/// A library in a file, ready to be loaded.
#[derive(Clone, Debug)]
pub struct Built {
    /// The file.
    pub library: PathBuf,
    /// Which nodes share a verilated tile, and the contents of their ROMs.
    pub shapes: Shapes,
    /// Whether it was compiled now; otherwise it came from the cache.
    pub compiled: bool,
    /// Time of Verilator, including finding the tools and hashing.
    pub verilate: Duration,
    /// Time for the compiler.
    pub compile: Duration,
}

/// Builds a library, or finds it in the cache. Errors: a network too large for the fabric engine; a tool is
/// missing or fails; a tile is combinational; files.
pub fn build(request: &Request, progress: &dyn Fn(Progress)) -> Result<Built, SimError> {
    let (started, nodes) = (Instant::now(), request.manifest.nodes);
    if request.engine == Engine::Fabric && nodes > MOST_IN_FABRIC {
        return Err(FabricTooLarge { nodes }.into());
    }
    let shapes = request.shapes()?;
    let traced = request.traced && request.engine == Engine::Fabric;
    let plan = units::plan(request.manifest, &shapes, request.engine, traced, request.host);
    let verilator = Verilator::find(request.tools)?;
    let scratch = cache::build_folder(request.cache)?;
    let compiler = Compiler::find(request.tools, scratch.path())?;
    let key = key(request, &plan, &verilator, &compiler)?;
    let library = request.cache.join(format!("{key}.so"));
    let _turn = cache::turn(&library);
    if cache::intact(&library) {
        let (verilate, compile) = (started.elapsed(), Duration::ZERO);
        return Ok(Built { library, shapes, compiled: false, verilate, compile });
    }
    let builder =
        Builder { request, plan: &plan, verilator: &verilator, compiler: &compiler, dir: scratch.path() };
    progress(Progress::Verilating { modules: plan.units.len() });
    builder.verilate()?;
    let (verilate, compiling) = (started.elapsed(), Instant::now());
    progress(Progress::Compiling { units: plan.units.len() });
    cache::publish(&builder.compile()?, &library)?;
    Ok(Built { library, shapes, compiled: true, verilate, compile: compiling.elapsed() })
}

impl Request<'_> {
    /// The shapes of the network. Tiles of scheduled networks get their ROMs at set-up. Other units are
    /// verilated as they are, but ROMs that tiles refuse are refused for all engines.
    fn shapes(&self) -> Result<Shapes, SimError> {
        let apart = Shapes::apart(self.manifest.kinds.len());
        if self.manifest.buffered.is_some() {
            return Ok(apart);
        }
        let read = Shapes::read(self.dir, self.manifest, self.host)?;
        Ok(if self.engine == Engine::Tiles { read } else { apart })
    }
}

fn key(
    request: &Request,
    plan: &Plan,
    verilator: &Verilator,
    compiler: &Compiler,
) -> Result<String, SimError> {
    let mut key = Key::default();
    key.add(builder::FORMAT).add(&verilator.version);
    compiler.identity().iter().for_each(|word| _ = key.add(word));
    let flags = builder::VERILATOR_FLAGS.iter().chain(builder::FUNCTION_FLAGS);
    flags.chain(builder::DEFINES).chain(lanes::FLAGS).for_each(|flag| _ = key.add(flag));
    let tiles = request.engine == Engine::Tiles;
    // Nothing in a library of tiles depends on the name of the network.
    let known =
        |text: &str| if tiles { shapes::unnamed(text, &request.manifest.name) } else { text.to_string() };
    for unit in &plan.units {
        key.add(known(&unit.module)).add(&unit.prefix).add(&unit.macros).add(unit.shim).add(&unit.config);
        key.add(unit.extent.level(request.optimize).flag()).add(unit.in_vectors.to_string());
    }
    key.add(request.optimize.flag());
    plan.headers.iter().for_each(|(name, text)| _ = key.add(name).add(text));
    key.add(plan.common.unwrap_or(""));
    for (module, text) in sources(request, plan)? {
        // The key must not depend on comments, which name the schedule, nor on rows and numbers that are
        // loaded later.
        let bare = plan.bare.contains(&module);
        let text = if bare { shapes::bare(&text) } else { shapes::without_comments(&text) };
        key.add(known(&module)).add(known(&text));
    }
    Ok(key.hex())
}

/// The modules of the units with their texts: the tops of the units, and all modules that these name. For
/// tiles this leaves out the network's tops, which grow with N, and classes that share the shape of another
/// class.
fn sources(request: &Request, plan: &Plan) -> Result<BTreeMap<String, String>, SimError> {
    let known: BTreeSet<&str> = request.manifest.modules().map(|file| source::module_of(file)).collect();
    let mut next: Vec<String> = plan.units.iter().map(|unit| unit.module.clone()).collect();
    let mut found = BTreeMap::new();
    while let Some(module) = next.pop() {
        let text = match plan.stubs.iter().find(|(name, _)| *name == module) {
            Some((_, text)) => text.clone(),
            None => module_text(request.dir, &module)?,
        };
        let code = shapes::without_comments(&text);
        let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let named = words.filter(|word| known.contains(word) && *word != module);
        next.extend(named.filter(|word| !found.contains_key(*word)).map(str::to_string));
        found.insert(module, text);
    }
    Ok(found)
}
