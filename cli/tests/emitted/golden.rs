//! Golden files: emitted networks, and JSON and text of loads and schedules, byte for byte.
//! `make goldens` writes them anew and shows the difference.

use crate::common::stdout;
use std::{collections::BTreeMap, fs, path::Path};

fn golden(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// All files below a folder, by relative path.
fn files(dir: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().display().to_string();
                all.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    all
}

/// Golden folders have only digests of the files beside the Verilog, in this file.
const DIGESTS: &str = "package.sha256";

/// The same files, with digests in place of the files beside the Verilog.
fn digested(files: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let network = |path: &String| {
        path.starts_with("rtl/") || [".f", ".json", ".csv"].iter().any(|end| path.ends_with(end))
    };
    let (mut all, beside): (BTreeMap<_, _>, BTreeMap<_, _>) =
        files.into_iter().partition(|(path, _)| network(path));
    let line = |(path, text): (&String, &String)| format!("{}  {path}\n", torus_gen::digest::digest(text));
    all.insert(DIGESTS.into(), beside.iter().map(line).collect());
    all
}

#[test]
fn emitted_networks() {
    let table = [
        ("ring3", "-d 1 -k 3"),
        ("torus_4x4_linear", "-d 2 -k 4 --placement linear"),
        ("torus_2x3_full", "--dims 2x3 --width 8"),
        ("torus_4x3_dihedral", "--dims 4x3 --kind exchange"),
        ("torus_2x3_one_port", "--dims 2x3 --width 8 --ports one"),
        ("torus_2x3_slots", "--dims 2x3 --width 8 --switching slots"),
        ("torus_4x4_generator", "--dims 4x4 --width 8 --switching generator"),
        ("torus_5x5_generator", "--dims 5x5 --width 10 --switching generator"),
        ("ring3_buffered", "-d 1 -k 3 --router buffered --channels 2 --depth 2"),
        (
            "torus_2x3_link_stages",
            "--dims 2x3 --width 32 --router buffered --channels 2 --depth 2 --link-stages 2,0,wrap=1",
        ),
        ("ring3_axis", "-d 1 -k 3 --router buffered --channels 2 --depth 2 --ports one --interface axis"),
        (
            "ring3_two_clocks",
            "-d 1 -k 3 --router buffered --channels 2 --depth 2 --ports one --interface axis --local-clock",
        ),
        ("ring3_blocks", "-d 1 -k 3 --algorithm product-a1 --flits 2 --interface axis"),
    ];
    for (name, options) in table {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("net");
        // Twice: the second time over the first, with the same bytes.
        for _ in 0..2 {
            let emit = ["emit", "--out", out.to_str().unwrap()];
            stdout(&emit.into_iter().chain(options.split(' ')).collect::<Vec<_>>());
        }
        let golden = files(&golden(name));
        let emitted = if golden.contains_key(DIGESTS) { digested(files(&out)) } else { files(&out) };
        assert_eq!(emitted.keys().collect::<Vec<_>>(), golden.keys().collect::<Vec<_>>(), "{name}");
        for (path, text) in &emitted {
            assert!(*text == golden[path], "{name}/{path} differs from its golden file; see make goldens");
        }
    }
}

#[test]
fn printed_results() {
    let table: &[(&str, &[&str])] = &[
        (
            "loads_4x4_linear.json",
            &["loads", "-d", "2", "-k", "4", "--placement", "linear", "--links", "--format", "json"],
        ),
        (
            "loads_2x3x4_udr.json",
            &["loads", "--dims", "2x3x4", "--routing", "udr", "--links", "--format", "json"],
        ),
        (
            "schedule_5x5_t2.json",
            &["schedule", "-d", "2", "-k", "5", "--placement", "multilinear:t=2", "--format", "json"],
        ),
        ("loads_4x4x4_linear.txt", &["loads", "-d", "3", "-k", "4", "--placement", "linear"]),
        ("loads_1024x1024x1024.txt", &["loads", "-d", "3", "-k", "1024"]),
        (
            "loads_100_8_linear_udr.json",
            &[
                "loads",
                "-d",
                "8",
                "-k",
                "100",
                "--placement",
                "linear",
                "--routing",
                "udr",
                "--format",
                "json",
            ],
        ),
    ];
    for (name, args) in table {
        let golden = fs::read_to_string(golden(name)).unwrap();
        assert_eq!(stdout(args), golden, "{name}; see make goldens");
    }
}

#[test]
fn pictures() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("sweep.svg");
    let rates = ["--rates", "0.1:1:0.1", "--warmup", "200", "--measure", "500", "--engine", "model"];
    stdout(&[&["sweep", "4x4", "--ports", "one", "--svg", path.to_str().unwrap()], &rates[..]].concat());
    let golden = fs::read_to_string(golden("sweep_4x4.svg")).unwrap();
    assert!(fs::read_to_string(path).unwrap() == golden, "sweep_4x4.svg; see make goldens");
}

/// No path, user or date in what is emitted: two folders, two working directories, the same bytes.
#[test]
fn nothing_depends_on_where_it_runs() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for dir in [&one, &other] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_torusgen"));
        command
            .args(["emit", "-d", "3", "-k", "3", "--out", "net"])
            .current_dir(dir.path())
            .env("USER", "someone");
        assert!(command.output().unwrap().status.success());
    }
    assert_eq!(files(one.path()), files(other.path()));
}
