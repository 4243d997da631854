//! Damaged files in the cache of compiled simulations: they are found before use, and made again.
//!
//! Loading a damaged library does not fail: the loader maps it, and the process ends by a signal. Files: the
//! library, its digest, Verilator's objects, the precompiled header and its text. Damage: cut, one bit
//! changed, empty, text, a folder instead.

use crate::common::bench::{file_name, files, is_runtime, Bench};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use torus_sim::Engine;

/// A damage of a file: its name and the function that does it.
type Damage = (&'static str, fn(&Path));

const DAMAGE: [Damage; 6] = [
    ("cut", |path| change(path, |bytes| bytes.truncate(bytes.len() / 2))),
    ("one bit", |path| {
        change(path, |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        })
    }),
    ("empty", |path| change(path, Vec::clear)),
    ("text", |path| change(path, |bytes| *bytes = b"no library\n".to_vec())),
    ("a folder", |path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
        fs::write(path.join("file"), "in the way").unwrap();
    }),
    ("gone", |path| fs::remove_file(path).unwrap()),
];

/// Replaces a file by a new one, because this process still has the old library mapped.
fn change(path: &Path, how: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    how(&mut bytes);
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}

/// A network with its own cache, which contains the library.
fn bench() -> Bench {
    let bench = Bench::new().with_own_cache();
    assert!(compiles(&bench, "a new cache"));
    bench
}

/// Whether the run compiled. Its result has to be the same either way.
fn compiles(bench: &Bench, what: &str) -> bool {
    let report = bench.run(Engine::Tiles).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(report.matches(), "{what}: {}", report.mismatches);
    report.compiled
}

/// The only entry of a folder whose name ends with `end`.
fn the(dir: &Path, end: &str) -> PathBuf {
    let mut found = files(dir, end);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn a_damaged_library_is_made_again() {
    let bench = bench();
    let (library, digest) = (the(&bench.cache, ".so"), the(&bench.cache, ".so.sha256"));
    for (damage, spoil) in DAMAGE {
        spoil(&library);
        assert!(compiles(&bench, damage), "{damage}");
        assert!(!compiles(&bench, damage), "{damage}");
    }
    fs::write(digest, "0").unwrap();
    assert!(compiles(&bench, "another digest"));
}

/// The runtime folder in use: the one with the unit of this network. Other compilers have other folders.
fn runtime_in_use(bench: &Bench) -> PathBuf {
    let has_unit =
        |path: &PathBuf| files(path, ".o").iter().any(|file| file_name(file).starts_with("common-"));
    let mut folders = files(&bench.cache, "").into_iter().filter(|path| is_runtime(path)).filter(has_unit);
    folders.next().expect("a unit is kept")
}

/// Each part in another way at the same time.
#[test]
fn damaged_parts_that_libraries_share_are_made_again() {
    let bench = bench();
    let library = the(&bench.cache, ".so");
    let runtime = runtime_in_use(&bench);
    let text = fs::read(the(&runtime, ".h")).unwrap();
    let parts = [files(&runtime, ".o"), files(&runtime, ".gch"), files(&runtime, ".h")].concat();
    assert!(parts.len() >= 4, "{parts:?}");
    parts.iter().enumerate().for_each(|(at, path)| DAMAGE[at % DAMAGE.len()].1(path));
    fs::remove_file(&library).unwrap();
    assert!(compiles(&bench, "damaged parts"));
    assert_eq!(fs::read(the(&runtime, ".h")).unwrap(), text);
    parts.iter().filter(|path| !path.ends_with("prefix-O0.h")).for_each(|path| is_stated(path));
    fs::remove_dir_all(&runtime).unwrap();
    fs::write(&runtime, "in the way").unwrap();
    fs::remove_file(&library).unwrap();
    assert!(compiles(&bench, "a file in the place of the folder"));
}

/// Checks that a file has its digest beside it.
fn is_stated(path: &Path) {
    let line = fs::read_to_string(format!("{}.sha256", path.display())).unwrap();
    let found = format!("{:x}", Sha256::digest(fs::read(path).unwrap()));
    assert_eq!(line.split(' ').next(), Some(&found[..]), "{}", path.display());
}

/// What [`two_processes_may_repair_one_cache`] runs twice at once: this test in a process of its own.
#[test]
fn one_of_two_processes() {
    let mut bench = Bench::new();
    if let Some(cache) = std::env::var_os("CACHE_OF_TWO") {
        bench.cache = cache.into();
    }
    compiles(&bench, "one of two");
}

#[test]
fn two_processes_may_repair_one_cache() {
    let bench = bench();
    let library = the(&bench.cache, ".so");
    for (damage, spoil) in &DAMAGE[1..3] {
        spoil(&library);
        let start = || {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "cache::one_of_two_processes"]).env("CACHE_OF_TWO", &bench.cache);
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        };
        let both = [start(), start()].map(|mut child| child.wait().unwrap().success());
        assert_eq!(both, [true; 2], "{damage}");
        assert!(!compiles(&bench, damage), "{damage}");
    }
}
