//! `torusgen new`: a project that can be built at once, under any valid module name. Other names are
//! refused, and nothing is written.
//!
//! State space: the template's own name, another one, the longest one; every target of the Makefile except
//! waves in a viewer; a processor that adds wrongly; names and paths that are refused.

use crate::common::text;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn new(name: &str, dir: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    command.args(["new", name]).current_dir(dir).output().unwrap()
}

/// A project in a folder of its own.
fn project(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let output = new(name, dir.path());
    let said = format!("{name}: a network of 4x4 with sixteen small processors; cd {name} && make ");
    assert!(output.status.success() && text(&output.stdout).starts_with(&said), "{}", text(&output.stderr));
    dir
}

/// Runs `make` in a project. Returns whether it succeeded, and its output.
fn make(dir: &Path, target: &str) -> (bool, String) {
    let mut command = Command::new("make");
    let torusgen = format!("TORUSGEN={}", env!("CARGO_BIN_EXE_torusgen"));
    command.args([&torusgen, target]).current_dir(dir).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let output = command.output().unwrap_or_else(|why| panic!("make was not found ({why})"));
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

/// All paths below a folder, sorted.
fn paths(dir: &Path) -> Vec<String> {
    fn collect(root: &Path, dir: &Path, all: &mut Vec<String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(root, &path, all),
                false => all.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_string()),
            }
        }
    }
    let mut all = Vec::new();
    collect(dir, dir, &mut all);
    all.sort();
    all
}

#[test]
fn it_builds_as_it_stands() {
    for name in ["my_noc", "ring_of_sixteen"] {
        let dir = project(name);
        let own = dir.path().join(name);
        for target in ["all", "waves", "lint", "verify"] {
            let (good, said) = make(&own, target);
            assert!(good, "{name}, {target}: {said}");
            let passes = ["all", "waves"].contains(&target);
            assert_eq!(said.contains("PASS: 16 processors have the sum of all"), passes, "{target}: {said}");
            assert!(!said.contains("%Warning") && !said.contains("warning"), "{name}, {target}: {said}");
        }
        assert!(fs::read_to_string(own.join(format!("build/{name}.vcd")))
            .unwrap()
            .contains("$enddefinitions"));
        let (good, said) = make(&own, "clean");
        assert!(good && !own.join("net").exists() && !own.join("build").exists(), "{said}");
    }
}

#[test]
fn its_testbench_bites() {
    let dir = project("my_noc");
    let own = dir.path().join("my_noc");
    let path = own.join("rtl/my_noc_processor.v");
    let before = fs::read_to_string(&path).unwrap();
    let after = before.replace("sum_o + eject_data_i", "sum_o + eject_data_i + 32'd1");
    assert_ne!(before, after);
    fs::write(path, after).unwrap();
    let (good, said) = make(&own, "sim");
    assert!(!good && said.contains("processor 15 has ") && said.contains("FAIL: 32 differences"), "{said}");
}

/// The network is emitted again when its description changes, and not otherwise.
#[test]
fn the_network_follows_its_description() {
    let dir = project("my_noc");
    let own = dir.path().join("my_noc");
    let emits = |said: &str| said.contains(" emit ");
    assert!(emits(&make(&own, "sim").1));
    assert!(!emits(&make(&own, "sim").1));
    let toml = own.join("my_noc.toml");
    let list = fs::metadata(own.join("net/my_noc_net.f")).unwrap().modified().unwrap();
    fs::write(&toml, fs::read_to_string(&toml).unwrap() + "seed = 2\n").unwrap();
    let later = list + std::time::Duration::from_secs(5);
    fs::File::options().append(true).open(&toml).unwrap().set_modified(later).unwrap();
    let (good, said) = make(&own, "sim");
    assert!(good && emits(&said), "{said}");
}

#[test]
fn another_name_is_in_every_file() {
    let dir = project("abc");
    let own = dir.path().join("abc");
    let expected = [
        ".github/workflows/ci.yml",
        ".gitignore",
        "Makefile",
        "README.md",
        "abc.toml",
        "rtl/abc.v",
        "rtl/abc_processor.v",
        "tb/tb_abc.v",
    ];
    assert_eq!(paths(&own), expected);
    for path in expected {
        assert!(!fs::read_to_string(own.join(path)).unwrap().contains("my_noc"), "{path}");
    }
    let read = |path: &str| fs::read_to_string(own.join(path)).unwrap();
    let (makefile, workflow) = (read("Makefile"), read(".github/workflows/ci.yml"));
    let targets = workflow.lines().filter_map(|line| line.trim().strip_prefix("- run: make "));
    assert_eq!(targets.filter(|target| makefile.contains(&format!("\n{target}:"))).count(), 2);
}

#[test]
fn names_that_modules_cannot_have_are_refused() {
    let long = "a".repeat(61);
    for name in ["module", "always_ff", "", "My_noc", "2x2", "a-b", "a__b", "a_", "a/b", "..", "é", &long] {
        let dir = tempfile::tempdir().unwrap();
        let output = new(name, dir.path());
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{name}");
        assert!(
            said.contains("cannot name a project") && said.contains("give another name"),
            "{name}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{name}");
    }
    drop(project(&long[1..]));
}

#[test]
fn what_is_there_stays() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("empty")).unwrap();
    fs::write(dir.path().join("file"), "mine").unwrap();
    drop(new("project", dir.path()));
    fs::write(dir.path().join("project/Makefile"), "mine").unwrap();
    for name in ["empty", "file", "project"] {
        let output = new(name, dir.path());
        let said = format!(
            "error: {name} is there already, and a project begins in a folder of its own: give another name, \
             or remove it\n"
        );
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), said));
    }
    assert_eq!(fs::read_dir(dir.path().join("empty")).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(dir.path().join("file")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(dir.path().join("project/Makefile")).unwrap(), "mine");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}
