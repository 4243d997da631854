//! The ring of 3 written by hand (tests/ring3), copied so that a test may change it.

use super::{schedule, torus, Ideal};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use torus_model::{Placement, Schedule};
use torus_sim::{
    Engine, Experiment, GoldenModel, Manifest, OptLevel, Recording, Report, Setup, SimError, Tools,
};

/// A copy of the emitted folder, its schedule and loads, and the settings of a run.
pub struct Bench {
    pub dir: tempfile::TempDir,
    pub cache: PathBuf,
    pub manifest: Manifest,
    pub schedule: Schedule,
    pub loads: Vec<u64>,
    pub tools: Tools,
}

/// The entries of a folder whose names end with `end`.
pub fn files(dir: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = entries.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    found.sort();
    found
}

pub fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap().to_string_lossy()
}

pub fn is_runtime(path: &Path) -> bool {
    path.is_dir() && file_name(path).starts_with("runtime-")
}

/// Whether other tests have put a file there: units of other networks, precompiled headers of other levels.
fn is_of_others(path: &Path) -> bool {
    let name = file_name(path);
    name.starts_with("common-") || name.starts_with("prefix-O") && !name.starts_with("prefix-O0")
}

impl Bench {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ring3");
        fs::create_dir(dir.path().join("rtl")).unwrap();
        for file in ["manifest.json", "rtl/ring3_tile.v", "rtl/ring3.v", "rtl/ring3_bench.v"] {
            fs::copy(from.join(file), dir.path().join(file)).unwrap();
        }
        let schedule = schedule(&Placement::full(&torus(&[3])));
        let loads = Ideal::new(&schedule, 1).loads;
        let manifest = Manifest::read(dir.path()).unwrap();
        // Shared by the tests, so that Verilator's runtime is compiled once.
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        Bench { dir, cache, manifest, schedule, loads, tools: Tools::from_env() }
    }

    /// Uses a cache without libraries, with only the runtime of the shared cache.
    pub fn with_own_cache(mut self) -> Self {
        self.run(Engine::Tiles).unwrap();
        let (shared, own) = (self.cache.clone(), self.path("cache"));
        for runtime in files(&shared, "").into_iter().filter(|path| is_runtime(path)) {
            let copy = own.join(runtime.file_name().unwrap());
            fs::create_dir_all(&copy).unwrap();
            let files = files(&runtime, "").into_iter().filter(|file| !is_of_others(file));
            files.for_each(|file| _ = fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap());
        }
        self.cache = own;
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Changes the text of a file. The old text has to occur.
    pub fn edit(&self, file: &str, from: &str, to: &str) -> &Self {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(self.path(file), text.replacen(from, to, 1)).unwrap();
        self
    }

    pub fn with<T>(&self, engine: Engine, vcd: Option<&Path>, act: impl FnOnce(&Experiment) -> T) -> T {
        act(&Experiment {
            setup: Setup {
                cache: Some(&self.cache),
                optimize: Some(OptLevel::O0),
                ..Setup::new(self.dir.path(), &self.manifest, engine, &self.tools)
            },
            golden_model: GoldenModel::Schedule(&self.schedule),
            loads: &self.loads,
            exchanges: 5,
            further: 2,
            waves: Recording { vcd, ..Recording::default() },
        })
    }

    pub fn run(&self, engine: Engine) -> Result<Report, SimError> {
        self.with(engine, None, torus_sim::run)
    }

    pub fn mismatches(&self, engine: Engine) -> Vec<String> {
        let report = self.run(engine).unwrap();
        report.mismatches.iter().map(|mismatch| mismatch.to_string()).collect()
    }
}
