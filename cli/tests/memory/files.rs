//! Plan files, emitted folders and waves of networks with message memories, written and read back.

use crate::common::{json, stdout, text, torusgen};
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
        // The page and the list of digests have the manifest's digest.
        let states = |name: &str| ["manifest.json", "README.md", "files.sha256"].contains(&name);
        let hardware =
            |dir: &Path| files(dir).into_iter().filter(|(name, _)| !states(name)).collect::<Vec<_>>();
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

/// The messages of `verify` and `emit` about a plan after a change of its text. With `restated` the plan has
/// the digest of its new contents.
fn spoiled(from: &str, to: &str, restated: bool) -> (Option<i32>, String, String) {
    let dir = tempfile::tempdir().unwrap();
    let ((file, plan), (out, net)) = (path(&dir, "plan.json"), path(&dir, "net"));
    run("schedule", NETWORKS[1], &["--out", &plan]);
    let whole = fs::read_to_string(&file).unwrap();
    assert!(whole.contains(from), "{from}\n{whole}");
    fs::write(&file, whole.replacen(from, to, 1)).unwrap();
    if restated {
        let said = text(&torusgen(&["verify", &plan]).stderr);
        let (stated, found) = (after(&said, "stated as "), after(&said, "entries have "));
        fs::write(&file, whole.replacen(from, to, 1).replace(&stated, &found)).unwrap();
    }
    let verified = torusgen(&["verify", &plan]);
    let emitted = torusgen(&["emit", "--schedule", &plan, "--out", &net]);
    assert_eq!((emitted.status.code(), out.exists()), (Some(2), false));
    let said = |bytes: &[u8]| text(bytes).replace(&plan, "FILE").trim_end().to_string();
    (verified.status.code(), said(&verified.stderr), said(&emitted.stderr))
}

/// The digest after some words.
fn after(said: &str, words: &str) -> String {
    let (_, rest) = said.split_once(words).expect("a digest is named");
    rest[..64].to_string()
}

/// Changes that the reader sees: one message, whoever reads.
#[test]
fn edited_plans_are_no_plans() {
    let check = |from, to, restated, reason: &str| {
        let (code, verified, emitted) = spoiled(from, to, restated);
        let message = format!(
            "error: FILE is not a schedule file ({reason}); a file that torusgen wrote is \
             needed: correct it, or write it again"
        );
        assert_eq!((code, verified, emitted), (Some(2), message.clone(), message));
    };
    check("\"blocks\": \"0>2 ", "\"blocks\": \"0>99 ", false, "0>99 is not a block of 4x4");
    check("\"worms\"", "\"snails\"", false, "a phase is snails, not passes or worms");
    check("\"class\": 3", "\"class\": 16", false, "class 16 does not exist, or aa is not a word of 4x4");
    check(
        "\"word\": \"bb\"",
        "\"word\": \"cc\"",
        false,
        "class 0 does not exist, or cc is not a word of 4x4",
    );
    let twice = "its kind, length, messages or offsets are not those of its entries";
    check("\"length\": 4", "\"length\": 5", false, twice);
    check("\"messages\": 512", "\"messages\": 511", false, twice);
    check("\"word\": \"bb\"", "\"word\": \"aa\"", true, twice);
    let (_, verified, emitted) = spoiled("\"own\": true", "\"own\": false", false);
    let (stated, found) = (after(&verified, "stated as "), after(&verified, "entries have "));
    assert!(verified == emitted && stated != found, "{verified}\n{emitted}");
    check(
        "\"own\": true",
        "\"own\": false",
        false,
        &format!("its digest is stated as {stated}, its entries have {found}"),
    );
}

/// Changes that the verifier sees.
#[test]
fn plans_that_are_not_valid_are_refused() {
    let check = |from, to, violation: &str| {
        let message = format!(
            "error: FILE holds a plan that is not valid: {violation}; hardware is made from valid plans \
             only: see torusgen verify"
        );
        assert_eq!(spoiled(from, to, true), (Some(1), violation.to_string(), message));
    };
    check(
        "\"blocks\": \"0>2 ",
        "\"blocks\": \"0>1 ",
        "the node (0,0) sends the block (0,0) to (0,1) in phase 2, but does not hold it",
    );
    check(
        "\"lower_bound\": 4",
        "\"lower_bound\": 5",
        "4 steps over a bound of 5 are stated, the bound proved is 4",
    );
    let (code, verified, emitted) = spoiled("\"suh-shin\"", "\"magic\"", true);
    assert_eq!((code, verified.as_str()), (Some(0), ""));
    assert!(emitted.starts_with("error: the algorithm \"magic\" is not known; allowed are "), "{emitted}");
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
            "error: {net} is not a folder that this torusgen can simulate (its manifest names the plan {}, \
             the one in it is {}): emit it again with torusgen emit\n",
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
