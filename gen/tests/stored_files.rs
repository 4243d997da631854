//! Plan files, emitted folders and waves of networks with message memories, there and back.

mod common;

use common::{json, stdout, text, torusgen};
use std::{fs, path::Path, path::PathBuf};

/// Options of a network of each kind.
const NETWORKS: [&str; 4] = [
    "--dims 3x3 --algorithm table --flits 2",
    "--dims 4x4 --algorithm suh-shin --flits 2",
    "--dims 2x3 --algorithm product-a2 --flits 2",
    "--dims 3x3 --algorithm broadcast-lines --source 1,2 --flits 2",
];

fn run(command: &str, options: &str, more: &[&str]) -> String {
    let options: Vec<&str> = options.split(' ').filter(|option| !option.is_empty()).collect();
    stdout(&[&[command], &options[..], more].concat())
}

fn path(dir: &tempfile::TempDir, name: &str) -> (PathBuf, String) {
    let path = dir.path().join(name);
    (path.clone(), path.to_str().unwrap().to_string())
}

/// All files of a folder, by name.
fn files(dir: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(dir).unwrap().chain(fs::read_dir(dir.join("rtl")).unwrap());
    let file = |path: PathBuf| {
        (path.strip_prefix(dir).unwrap().display().to_string(), fs::read_to_string(path).unwrap())
    };
    let mut files: Vec<_> =
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).map(file).collect();
    files.sort();
    files
}

#[test]
fn plans_go_there_and_back() {
    for options in NETWORKS {
        let dir = tempfile::tempdir().unwrap();
        let ((_, plan), (direct, direct_text), (again, again_text)) =
            (path(&dir, "plan.json"), path(&dir, "direct"), path(&dir, "again"));
        run("schedule", options, &["--out", &plan]);
        let printed = run("schedule", options, &["--format", "json"]);
        assert_eq!(fs::read_to_string(&plan).unwrap(), printed);
        let verified = json(&["verify", &plan, "--format", "json"]);
        assert_eq!((&verified["valid"], &verified["faults"]), (&true.into(), &serde_json::json!([])));
        run("emit", options, &["--out", &direct_text]);
        stdout(&["emit", "--schedule", &plan, "--flits", "2", "--out", &again_text]);
        assert_eq!(fs::read_to_string(direct.join("plan.json")).unwrap(), printed);
        let hardware = |dir: &Path| {
            files(dir).into_iter().filter(|(name, _)| name != "manifest.json").collect::<Vec<_>>()
        };
        assert!(hardware(&direct) == hardware(&again), "{options}: the same files but for the manifest");
    }
}

/// The same options give the same bytes.
#[test]
fn folders_are_made_alike() {
    for options in NETWORKS {
        let dir = tempfile::tempdir().unwrap();
        let [first, second] = ["first", "second"].map(|name| {
            let (folder, text) = path(&dir, name);
            run("emit", options, &["--out", &text]);
            files(&folder)
        });
        assert!(first == second, "{options}");
        assert!(first.iter().any(|(name, _)| name == "memory.csv"));
    }
}

/// A plan after a change of its text, and what is said of it.
fn spoiled(options: &str, from: &str, to: &str) -> (Option<i32>, String, String) {
    let dir = tempfile::tempdir().unwrap();
    let ((file, plan), (out, net)) = (path(&dir, "plan.json"), path(&dir, "net"));
    run("schedule", options, &["--out", &plan]);
    let whole = fs::read_to_string(&file).unwrap();
    assert!(whole.contains(from), "{from}\n{whole}");
    fs::write(&file, whole.replacen(from, to, 1)).unwrap();
    let verified = torusgen(&["verify", &plan]);
    let emitted = torusgen(&["emit", "--schedule", &plan, "--out", &net]);
    assert_eq!((emitted.status.code(), out.exists()), (Some(2), false));
    let said = |bytes: &[u8]| text(bytes).replace(&plan, "FILE").trim_end().to_string();
    (verified.status.code(), said(&verified.stderr), said(&emitted.stderr))
}

#[test]
fn edited_plans_are_refused() {
    let check = |change: (&str, &str), expected: (Option<i32>, &str, &str)| {
        let (code, verified, emitted) = spoiled(NETWORKS[1], change.0, change.1);
        assert_eq!((code, verified.as_str(), emitted.as_str()), expected);
    };
    check(("\"word\": \"bb\"", "\"word\": \"ba\""), (Some(1), "?a", "?b"));
    check(("\"blocks\": \"0>2 ", "\"blocks\": \"0>99 "), (Some(2), "?c", "?d"));
    check(("\"worms\"", "\"snails\""), (Some(2), "?e", "?f"));
    check(("\"length\": 4", "\"length\": 5"), (Some(2), "?g", "?h"));
    check(("\"lower_bound\": 4", "\"lower_bound\": 3"), (Some(2), "?i", "?j"));
    check(("\"suh-shin\"", "\"magic\""), (Some(2), "?k", "?l"));
}

/// A folder whose plan was exchanged for another is not simulated.
#[test]
fn a_folder_has_the_plan_of_its_manifest() {
    let dir = tempfile::tempdir().unwrap();
    let (folder, net) = path(&dir, "net");
    run("emit", NETWORKS[0], &["--out", &net]);
    let stated =
        json(&["schedule", "--dims", "3x3", "--algorithm", "table", "--format", "json"])["digest"].clone();
    let other = run("schedule", "--dims 3x3 --algorithm product-a2 --format json", &[]);
    let digest = serde_json::from_str::<serde_json::Value>(&other).unwrap()["digest"].clone();
    fs::write(folder.join("plan.json"), other).unwrap();
    let output = torusgen(&["sim", "--from", &net]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        format!(
            "error: {net} is not a folder that this torusgen can simulate (its manifest names the plan {}, the one in it \
             is {}): emit it again with torusgen emit\n",
            stated.as_str().unwrap(),
            digest.as_str().unwrap()
        )
    );
}

/// Waves are written, read again and recounted, with and without the folder; several runs after each other.
#[test]
fn waves_are_recounted() {
    let dir = tempfile::tempdir().unwrap();
    for (number, options) in NETWORKS.iter().enumerate() {
        let ((_, net), (vcd, file)) =
            (path(&dir, &format!("net{number}")), path(&dir, &format!("{number}.vcd")));
        run("emit", options, &["--out", &net]);
        let runs = 1 + number as u64 % 3;
        let of_folder =
            ["sim", "--from", &net, "--vcd", &file, "--exchanges", &runs.to_string(), "--format", "json"];
        let sim = json(&of_folder);
        assert_eq!((&sim["match"], &sim["delivered"]), (&true.into(), &sim["expected"]), "{options}");
        let first = fs::read(&vcd).unwrap();
        for from in [&[][..], &["--from", &net]] {
            let waves = json(&[&["waves", &file, "--format", "json"], from].concat());
            assert_eq!(
                (&waves["match"], &waves["link_digest"]),
                (&true.into(), &sim["link_digest"]),
                "{options}"
            );
        }
        json(&of_folder);
        assert!(fs::read(&vcd).unwrap() == first, "{options}: the same waves twice");
    }
}

/// Waves of a table tell the kind of its schedule; those of a searched broadcast find it again.
#[test]
fn waves_without_a_folder_find_their_plan_again() {
    let dir = tempfile::tempdir().unwrap();
    let (_, file) = path(&dir, "x.vcd");
    for options in ["--dims 4x4 --algorithm table --flits 2", "--dims 4x4 --kind broadcast --flits 2"] {
        run("sim", options, &["--vcd", &file]);
        let waves = json(&["waves", &file, "--format", "json"]);
        assert_eq!(waves["match"], true, "{options}: {waves}");
    }
    let plan = run("schedule", "--dims 4x4 --kind broadcast --format json", &[]);
    assert!(plan.contains("\"algorithm\": \"broadcast-search\""), "the name is none of the command line");
}

/// Runs after each other take equally long, and every link is used as often again.
#[test]
fn exchanges_follow_each_other() {
    for options in [NETWORKS[0], NETWORKS[1], NETWORKS[3]] {
        let [one, four] = ["1", "4"].map(|runs| {
            let more = ["--exchanges", runs, "--format", "json"];
            serde_json::from_str::<serde_json::Value>(&run("sim", options, &more)).unwrap()
        });
        assert_eq!((&one["match"], &four["match"]), (&true.into(), &true.into()), "{options}: {four}");
        let number = |run: &serde_json::Value, key: &str| run[key].as_u64().unwrap();
        assert_eq!(number(&four, "delivered"), 4 * number(&one, "delivered"));
        assert_eq!(number(&four, "expected_cycles"), number(&four, "cycles"));
    }
}
