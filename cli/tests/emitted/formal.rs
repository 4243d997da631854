//! `emit --formal`: the text is the same except for the parts for provers, the `.sby` file names existing
//! files, and networks without properties are refused. `make prove` runs the proofs.

use crate::common::{stdout, text, tool, torusgen};
use std::{collections::BTreeSet, fs, path::Path};

const NETWORKS: [&str; 23] = [
    "4x4",
    "3x4 --ports one",
    "4x4 --placement linear",
    "4x4 --switching slots",
    "4x4 --switching generator",
    "5x5 --switching generator",
    "4x4 --kind exchange --group dihedral",
    "3x3 --router buffered",
    "4x4 --router buffered --placement linear --flits 2 --ports one",
    "2x3x4 --router buffered --deadlock bubble --channels 1",
    "4x4 --router buffered --pipeline 2",
    "3 --router buffered --interface axis --local-clock",
    "3x2 --router buffered --deadlock bubble --channels 1 --depth 4 --flits 2 --ports one --interface axis",
    "2x4 --router buffered --placement linear --ties parity --pipeline 2 --interface axis",
    "4x4 --ports one --interface axis --local-clock",
    "3x4 --interface axis",
    "4x4 --placement linear --ports one --interface axis --eject-source id",
    "3x4 --algorithm product-a2 --interface axis",
    "4x4 --algorithm table --placement linear --interface axis",
    "2x3 --algorithm broadcast --source 1,2 --flits 3 --interface axis",
    "3 --algorithm broadcast --interface axis --local-clock",
    "3x4 --algorithm product-a2",
    "4x4 --algorithm table --placement linear",
];

/// The modules with their own properties, by the beginnings of their names.
fn own_properties(options: &str) -> &'static [&'static str] {
    if options.contains("--local-clock") {
        return match (options.contains("buffered"), options.contains("--algorithm")) {
            (true, _) => &["n_arbiter_", "n_axis_cross.v"],
            (_, true) => &["n_axis_cross.v"],
            _ => &["n_node.v", "n_router.v", "n_axis_fifo.v", "n_axis_cross.v"],
        };
    }
    let other_kind = ["--algorithm", "buffered"].iter().any(|word| options.contains(word));
    if options.contains("--interface axis") && !other_kind {
        return &["n_node.v", "n_router.v", "n_axis_fifo.v"];
    }
    match (options.contains("buffered"), options.contains("--algorithm"), options.contains("--pipeline")) {
        (true, _, false) => &["n_arbiter_"],
        (true, _, true) => &["n_output_"],
        (_, true, _) => &[],
        _ => &["n_node.v", "n_router.v"],
    }
}

fn emitted(options: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    stdout(&[&["emit", "--name", "n", "--out", out][..], &options.split(' ').collect::<Vec<_>>()].concat());
    dir
}

/// The text without empty lines.
fn without_gaps(text: &str) -> String {
    text.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

/// The text without the parts under FORMAL.
fn without_properties(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in text.lines() {
        inside |= line == "`ifdef FORMAL";
        if !inside {
            kept += &format!("{line}\n");
        }
        inside &= line != "`endif";
    }
    without_gaps(&kept)
}

fn modules(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir.join("rtl"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn hardware_stays_as_it_is() {
    for options in NETWORKS {
        let (plain, formal) = (emitted(options), emitted(&format!("{options} --formal")));
        assert_eq!(modules(plain.path()), modules(formal.path()), "{options}");
        let mut with_properties = BTreeSet::new();
        for name in modules(plain.path()) {
            let read = |dir: &Path| fs::read_to_string(dir.join("rtl").join(&name)).unwrap();
            let (before, after) = (read(plain.path()), read(formal.path()));
            assert_eq!(without_properties(&after), without_gaps(&before), "{options}: {name}");
            if after != before {
                with_properties.insert(name);
            }
        }
        for own in own_properties(options) {
            assert!(with_properties.iter().any(|name| name.starts_with(own)), "{options}: {own}");
        }
        // Tools that do not define FORMAL see no difference.
        let (good, said) = tool("verilator", &["--lint-only", "-Wall", "-F", "n.f"], formal.path());
        assert!(good && said.is_empty(), "{options}: {said}");
    }
}

/// Each `.sby` file has a task and names files that there are, each once, and reads no other.
#[test]
fn the_files_of_the_prover_name_what_there_is() {
    // The last one has no arbiters.
    for options in NETWORKS.into_iter().chain(["2 --router buffered --deadlock bubble --channels 1"]) {
        let dir = emitted(&format!("{options} --formal"));
        let manifest = fs::read_to_string(dir.path().join("manifest.json")).unwrap();
        let lists: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "sby"))
            .collect();
        assert!(!lists.is_empty(), "{options}");
        for list in lists {
            let sby = fs::read_to_string(&list).unwrap();
            let (script, files) = sby.split_once("[files]\n").expect("files");
            assert!(!script.contains("[tasks]\n\n"), "{options}: {list:?} has no task");
            assert!(files.lines().all(|path| dir.path().join(path).is_file()), "{options}: {files}");
            let mut listed: Vec<&str> = files.lines().map(|path| path.rsplit('/').next().unwrap()).collect();
            let reads = script.lines().filter_map(|line| line.split_once("read_verilog -sv "));
            let mut read: Vec<&str> =
                reads.flat_map(|(_, names)| names.split(' ')).filter(|name| *name != "-formal").collect();
            listed.sort_unstable();
            read.sort_unstable();
            assert_eq!(read, listed, "{options}");
            let name = list.file_name().unwrap().to_str().unwrap();
            let named = files.lines().filter(|path| path.starts_with("formal/")).chain([name]);
            named.for_each(|path| assert!(manifest.contains(&format!("\"{path}\"")), "{options}: {path}"));
        }
    }
}

/// A node for each class of translations.
#[test]
fn a_harness_has_a_node_of_each_class() {
    for (options, classes) in
        [("4x4", 1), ("4x4 --placement linear", 4), ("4x4 --kind exchange --group dihedral", 4)]
    {
        let dir = emitted(&format!("{options} --formal"));
        let harness = fs::read_to_string(dir.path().join("formal/n_quotient.v")).unwrap();
        assert_eq!(harness.matches(" u_class_").count(), classes, "{options}");
    }
}

#[test]
fn networks_that_hardly_fold_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let words = ["emit", "--formal", "--out", out.to_str().unwrap(), "70", "--placement", "multilinear:t=2"];
    let output = torusgen(&words);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("translations fold this network to 70 nodes"), "{said}");
    assert!(said.contains("--formal") && !out.exists(), "{said}");
}

/// Every engine simulates the folder, as the modules are those without properties.
#[test]
fn a_folder_with_properties_is_simulated() {
    for options in ["3x2", "3 --algorithm product-a2", "2x3 --router buffered"] {
        let dir = emitted(&format!("{options} --formal --axil"));
        for engine in ["tiles", "model", "fabric"] {
            let said = stdout(&["sim", "--engine", engine, "--from", dir.path().to_str().unwrap()]);
            assert!(said.contains("other differences"), "{options}: {said}");
        }
    }
}
