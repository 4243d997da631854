//! `emit --formal`: the text is the same but for what provers read, the `.sby` file names what there is, and
//! networks without properties are refused. The proofs themselves are `make prove`.

use crate::common::{stdout, text, tool, torusgen};
use std::{collections::BTreeSet, fs, path::Path};

const NETWORKS: [&str; 6] = [
    "4x4",
    "3x4 --ports one",
    "4x4 --placement linear",
    "4x4 --switching slots",
    "4x4 --switching generator",
    "4x4 --kind exchange --group dihedral",
];

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

/// The text without what stands under FORMAL.
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
        assert!(with_properties.contains("n_node.v") && with_properties.contains("n_router.v"), "{options}");
        // Tools that do not define FORMAL see no difference.
        let (good, said) = tool("verilator", &["--lint-only", "-Wall", "-F", "n.f"], formal.path());
        assert!(good && said.is_empty(), "{options}: {said}");
    }
}

/// The `.sby` file names files that there are, each once, and all of them in the order of its script.
#[test]
fn the_file_of_the_prover_names_what_there_is() {
    for options in NETWORKS {
        let dir = emitted(&format!("{options} --formal"));
        let sby = fs::read_to_string(dir.path().join("n_quotient.sby")).unwrap();
        let (script, files) = sby.split_once("[files]\n").expect("files");
        let read = script.lines().find_map(|line| line.strip_prefix("read_verilog -sv -formal ")).unwrap();
        let names: Vec<&str> = files.lines().map(|path| path.rsplit('/').next().unwrap()).collect();
        assert_eq!(read, names.join(" "), "{options}");
        assert!(files.lines().all(|path| dir.path().join(path).is_file()), "{options}: {files}");
        let manifest = fs::read_to_string(dir.path().join("manifest.json")).unwrap();
        for path in ["n_quotient.sby", "formal/n_quotient.v"] {
            assert!(manifest.contains(&format!("\"{path}\"")), "{options}: {manifest}");
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
fn networks_without_properties_are_refused() {
    for (options, wanted) in [
        ("4x4 --router buffered", "those of scheduled networks alone are emitted"),
        ("4x4 --algorithm table", "those of scheduled networks alone are emitted"),
        ("70 --placement multilinear:t=2", "translations fold this network to 70 nodes"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let words = [
            &["emit", "--formal", "--out", out.to_str().unwrap()][..],
            &options.split(' ').collect::<Vec<_>>(),
        ];
        let output = torusgen(&words.concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options}: {said}");
        assert!(said.contains(wanted) && said.contains("--formal") && !out.exists(), "{options}: {said}");
    }
}
