//! Builds what is not in the cache: Verilator on every unit, the compiler on every translation unit, the
//! linker.

use super::builder::{side_by_side, Builder, FUNCTION_FLAGS, VERILATOR_FLAGS};
use super::cache::{self, Key};
use super::lanes::{self, Lanes};
use super::numbers;
use super::paths::combinational_outputs;
use super::regions::Regions;
use super::rom::wrap;
use super::runtime::Runtime;
use super::shapes;
use super::tools::run;
use super::tools::Tool;
use super::units::{Extent, Unit};
use super::OptLevel;
use crate::SimError;
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;
use torus_model::quote::shortened;

/// A tile with a combinational path from an input to an output.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the outputs {} of the module {} follow an input within a cycle; the tile engine is exact \
     only where every output is a register: register them, or use the fabric engine",
    all(.outputs),
    shortened(.module)
)]
pub struct CombinationalPath {
    /// The module.
    pub module: String,
    /// The outputs.
    pub outputs: Vec<String>,
}

fn all(outputs: &[String]) -> String {
    shortened(&outputs.join(" ")).to_string()
}

/// The bytes of set-up code from which on it is compiled separately.
const MUCH: u64 = 1 << 17;

/// A source file and the object that is compiled from it.
struct Job {
    source: PathBuf,
    object: PathBuf,
    level: OptLevel,
    /// Further flags for the compiler.
    flags: &'static [&'static str],
    /// The path at which the object is kept for other builds, if it is kept.
    kept: Option<PathBuf>,
}

impl Job {
    fn is_optimised(&self) -> bool {
        self.level > OptLevel::O0
    }
}

impl Builder<'_> {
    /// Verilates every unit and writes its translation unit.
    pub fn verilate(&self) -> Result<(), SimError> {
        for (name, text) in &self.plan.headers {
            cache::write(&self.dir.join(name), text)?;
        }
        let (rtl, bare) = (self.request.dir.join("rtl"), self.bare());
        std::fs::create_dir_all(&bare).map_err(|error| SimError::write(&bare, &error))?;
        self.plan.bare.iter().try_for_each(|module| shapes::write_bare(&rtl, &bare, module))?;
        let stub = |(module, text): &(String, String)| cache::write(&bare.join(format!("{module}.v")), text);
        self.plan.stubs.iter().try_for_each(stub)?;
        side_by_side(&self.plan.units, |unit| self.verilate_unit(unit))
    }

    /// The folder of stubs, and of modules without rows or numbers.
    fn bare(&self) -> PathBuf {
        self.dir.join("bare")
    }

    fn verilate_unit(&self, unit: &Unit) -> Result<(), SimError> {
        let (rtl, out) = (self.request.dir.join("rtl"), self.dir.join(&unit.prefix));
        let config = self.dir.join(format!("{}.vlt", unit.prefix));
        let mut command = Command::new(&self.verilator.program);
        command.args(VERILATOR_FLAGS).args(FUNCTION_FLAGS).args([
            "--prefix",
            &unit.prefix,
            "--top-module",
            &unit.module,
        ]);
        // Verilator takes a module from the first folder that has it.
        command.arg("--Mdir").arg(&out).arg("-y").arg(self.bare()).arg("-y").arg(&rtl);
        let settings = self.settings(unit)?;
        if !settings.is_empty() {
            cache::write(&config, &settings)?;
            command.arg(&config);
        }
        command.arg(rtl.join(format!("{}.v", unit.module)));
        run(Tool::Verilator, &mut command, &format!("the module {}", unit.module))?;
        self.write_unit(unit, &generated(&out)?)
    }

    /// The Verilator configuration of a unit.
    fn settings(&self, unit: &Unit) -> Result<String, SimError> {
        if self.plan.bare.is_empty() || !unit.config.is_empty() {
            return Ok(unit.config.clone());
        }
        let rtl = self.request.dir.join("rtl");
        let kept = self.plan.bare.iter().map(|module| shapes::kept_alive(&rtl, module));
        Ok("`verilator_config\n".to_string() + &kept.collect::<Result<String, _>>()?)
    }

    /// Writes one file that includes the shim and all code that Verilator made, so that the compiler sees
    /// everything at once. Much code that does not run at clock edges goes into a second file, which another
    /// core compiles: a ROM there is thousands of assignments, which take an optimising compiler minutes.
    fn write_unit(&self, unit: &Unit, generated: &[PathBuf]) -> Result<(), SimError> {
        let (mut main, mut apart) = (format!("{}{}", unit.macros, unit.shim), String::new());
        let tile = unit.extent == Extent::Tile;
        let has_edge = tile && self.prepare_tile(unit, generated)?;
        if has_edge {
            main += &format!("#include \"{}\"\n", edge_name(unit));
        }
        let seldom = |path: &&PathBuf| has_edge || is_slow(path);
        let much = generated.iter().filter(seldom).map(|path| size(path)).sum::<u64>() > MUCH;
        for path in generated {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = if much && seldom(&path) { &mut apart } else { &mut main };
            *text += &format!("#include \"{}/{name}\"\n", unit.prefix);
        }
        cache::write(&self.source(&unit.prefix), &main)?;
        if apart.is_empty() {
            return Ok(());
        }
        cache::write(&self.source(&slow_name(unit)), &apart)
    }

    /// Refuses a tile with an output that follows an input within a cycle. Wraps its ROMs, and tells the shim
    /// about ROMs, numbers and regions. Returns whether the functions of a clock edge were moved into their
    /// own file.
    fn prepare_tile(&self, unit: &Unit, generated: &[PathBuf]) -> Result<bool, SimError> {
        let mut texts = generated.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let outputs: Vec<_> = texts.iter().flat_map(|code| combinational_outputs(code)).collect();
        if !outputs.is_empty() {
            return Err(CombinationalPath { module: unit.module.clone(), outputs }.into());
        }
        let root = format!("{}___024root", unit.prefix);
        let header = self.dir.join(&unit.prefix).join(format!("{root}.h"));
        let (wrapped, roms) = match self.plan.bare.is_empty() {
            true => (read(&header)?, "#define TG_ROMS(X)\n".to_string()),
            false => wrap(&read(&header)?),
        };
        cache::write(&header, &wrapped)?;
        let regions = Regions::of(&root, &wrapped, &texts);
        let edge = regions.as_ref().map(|regions| (regions, regions.take(&mut texts)));
        let lanes = edge.as_ref().and_then(|(regions, edge)| self.lanes(unit, &wrapped, regions, edge));
        let macros = regions.as_ref().map_or(Regions::NONE.to_string(), Regions::macros);
        cache::write(
            &self.dir.join(format!("{}_tile.h", unit.prefix)),
            &(roms + &numbers::listed(&wrapped) + &macros + &lanes::macros(lanes.as_ref(), &unit.prefix)),
        )?;
        if let Some(Lanes { header, source }) = lanes {
            cache::write(&self.dir.join(format!("{}.h", lanes_name(unit))), &header)?;
            cache::write(&self.source(&lanes_name(unit)), &source)?;
        }
        let Some((_, edge)) = edge else { return Ok(false) };
        cache::write(&self.dir.join(edge_name(unit)), &edge)?;
        generated.iter().zip(&texts).try_for_each(|(path, text)| cache::write(path, text))?;
        Ok(true)
    }

    /// The functions of a clock edge for many tiles at once. Without optimisation there are no vectors.
    fn lanes(&self, unit: &Unit, header: &str, regions: &Regions, edge: &str) -> Option<Lanes> {
        let wanted = unit.in_vectors && self.request.optimize > OptLevel::O0;
        wanted.then(|| Lanes::of(&unit.prefix, header, &regions.in_order(edge), edge)).flatten()
    }

    fn source(&self, name: &str) -> PathBuf {
        self.dir.join(format!("{name}.cpp"))
    }

    /// Compiles everything and links it. Returns the path of the library, which is still in the build folder.
    pub fn compile(&self) -> Result<PathBuf, SimError> {
        let root = self.verilator.root()?;
        let runtime = self.runtime(&root)?;
        let mut jobs = Vec::new();
        for unit in &self.plan.units {
            jobs.push(self.job(&unit.prefix, unit.extent.level(self.request.optimize)));
            let slow = self.job(&slow_name(unit), OptLevel::O0);
            let lanes = Job { flags: lanes::FLAGS, ..self.job(&lanes_name(unit), OptLevel::O1) };
            jobs.extend([slow, lanes].into_iter().filter(|job| job.source.exists()));
        }
        if let Some(common) = self.plan.common {
            cache::write(&self.source("common"), common)?;
            let kept = Some(self.common_object(&runtime, common));
            // It moves results, and more optimisation takes longer than it saves.
            jobs.push(Job { kept, ..self.job("common", self.request.optimize.min(OptLevel::O1)) });
        }
        side_by_side(&jobs, |job| self.do_job(&root, &runtime, job))?;
        let objects = jobs.into_iter().map(|job| job.kept.unwrap_or(job.object));
        self.link(&objects.chain([runtime.object]).collect::<Vec<_>>())
    }

    fn job(&self, name: &str, level: OptLevel) -> Job {
        let (source, object) = (self.source(name), self.dir.join(format!("{name}.o")));
        Job { source, object, level, flags: &[], kept: None }
    }

    /// The path at which the object of the common unit is kept. The object is the same for every network with
    /// these headers.
    fn common_object(&self, runtime: &Runtime, text: &str) -> PathBuf {
        let mut key = Key::default();
        key.add(self.request.optimize.flag()).add(text);
        self.plan.headers.iter().for_each(|(name, text)| _ = key.add(name).add(text));
        runtime.folder.join(format!("common-{}.o", key.hex()))
    }

    /// Compiles a job, unless its object is in the cache and intact.
    fn do_job(&self, root: &Path, runtime: &Runtime, job: &Job) -> Result<(), SimError> {
        let Some(place) = &job.kept else { return self.compile_job(root, runtime, job) };
        let _turn = cache::turn(place);
        if cache::intact(place) {
            return Ok(());
        }
        self.compile_job(root, runtime, job)?;
        cache::publish(&job.object, place)
    }

    /// Compiles a job with the precompiled header, or without it if the compiler no longer accepts the
    /// header.
    fn compile_job(&self, root: &Path, runtime: &Runtime, job: &Job) -> Result<(), SimError> {
        let compile = |header: Option<&Path>| {
            let mut command = self.command(root);
            command.arg("-I").arg(self.dir);
            for unit in &self.plan.units {
                command.arg("-I").arg(self.dir.join(&unit.prefix));
            }
            header.iter().for_each(|header| _ = command.arg("-include").arg(header));
            command.arg(job.level.flag()).args(job.flags);
            command.arg("-c").arg(&job.source).arg("-o").arg(&job.object);
            run(Tool::Compiler, &mut command, "the verilated network").map(|_| ()).map_err(SimError::from)
        };
        // Compilers accept the header only for units that are optimised as well, or not either.
        match job.is_optimised() == (self.request.optimize > OptLevel::O0) {
            true if runtime.header.is_some() => compile(runtime.header.as_deref()).or_else(|_| compile(None)),
            _ => compile(None),
        }
    }

    fn link(&self, objects: &[PathBuf]) -> Result<PathBuf, SimError> {
        let library = self.dir.join("simulation.so");
        let mut command = self.compiler.tool.to_command();
        command.arg("-shared").arg("-o").arg(&library).args(objects).arg("-pthread");
        if cfg!(target_os = "linux") {
            // Verilator from 5.04x on uses atomics, which some machines have only in a library.
            command.args(["-Wl,--as-needed", "-latomic"]);
        }
        run(Tool::Compiler, &mut command, "the objects of the simulation to link")?;
        Ok(library)
    }
}

/// The name of the file with the functions of a tile's clock edge.
fn edge_name(unit: &Unit) -> String {
    format!("{}_edge.cpp", unit.prefix)
}

/// The name of the functions that compute many tiles at once.
fn lanes_name(unit: &Unit) -> String {
    format!("{}_lanes", unit.prefix)
}

fn slow_name(unit: &Unit) -> String {
    format!("{}_slow", unit.prefix)
}

/// Verilator marks code that runs once by `__Slow`. A version without this mark only costs time.
fn is_slow(path: &Path) -> bool {
    path.to_string_lossy().ends_with("__Slow.cpp")
}

fn read(path: &Path) -> Result<String, SimError> {
    std::fs::read_to_string(path).map_err(|error| SimError::read(path, &error))
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |found| found.len())
}

/// The C++ files that Verilator wrote, in the order of their names.
fn generated(out: &Path) -> Result<Vec<PathBuf>, SimError> {
    let failed = |error| SimError::read(out, &error);
    let entries = std::fs::read_dir(out).map_err(failed)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(failed)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    paths.sort();
    Ok(paths)
}
