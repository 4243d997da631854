//! Invalid files and folders: the complete message, exit code 2, no incomplete file.

use crate::common::{refused, text, torusgen};
use std::{fs, path::Path};

#[test]
fn placement_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nodes.txt");
    let refused_file = |contents: &str| {
        fs::write(&path, contents).unwrap();
        let spec = format!("file:{}", path.display());
        let message = refused(&["loads", "--dims", "3x4", "--placement", &spec]);
        message.replace(&path.display().to_string(), "FILE")
    };
    assert_eq!(
        refused_file("0,0\n# a comment\n\n1,2\n0,0 # again\n"),
        "error: FILE: line 5 of the list of nodes names 0,0 again, which line 1 named before; a node is \
         named once: remove one of the lines\n"
    );
    assert_eq!(
        refused_file("0,0\n1,4\n"),
        "error: FILE: line 2 of the list of nodes reads \"1,4\", which is not a node of 3x4; a line holds 2 \
         coordinates joined by commas, each below its radix: correct it, or start it with # to leave it out\n"
    );
    assert_eq!(
        refused_file("1,1\n"),
        "error: an exchange needs at least 2 processors; the placement has 1: place more, or use --placement \
            full\n"
    );
    assert_eq!(
        refused_file("# none\n"),
        "error: an exchange needs at least 2 processors; the placement has 0: place more, or use --placement \
            full\n"
    );
}

#[test]
fn configuration_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("net.toml");
    let refused_file = |contents: &str| {
        fs::write(&path, contents).unwrap();
        let message = refused(&["loads", "--config", path.to_str().unwrap()]);
        message.replace(&path.display().to_string(), "FILE")
    };
    assert_eq!(
        refused_file("dims = \"4x4\"\nradix = 4\n"),
        "error: FILE has the key \"radix\", which is not known; allowed are d, k, dims, placement, routing, \
         ports, kind, group, switching, rom, router, channels, depth, flits, pipeline, deadlock, ties, \
         link-stages, interface, local-clock, status, eject-source, inject-early, algorithm, source, width, \
         seed, effort, name: correct or remove it\n"
    );
    assert_eq!(
        refused_file("d = \"two\"\n"),
        "error: FILE gives d another kind of value (string \"two\" where a whole number from 0 to \
         4294967295 is needed): correct it\n"
    );
    assert_eq!(
        refused_file("name = 4\n"),
        "error: FILE gives name another kind of value (integer `4` where text in quotation marks is needed): \
         correct it\n"
    );
    let message = refused_file("d = \n");
    assert!(message.starts_with("error: FILE is no TOML file of torusgen's keys ("), "{message}");
    fs::write(&path, "[[configuration]]\ndims = \"4x4\"\nplacment = \"full\"\n").unwrap();
    assert_eq!(
        refused(&["regress", "--matrix", path.to_str().unwrap()])
            .replace(&path.display().to_string(), "FILE"),
        "error: FILE, configuration 1, has the key \"placment\", which is not known; allowed are d, k, dims, \
         placement, routing, ports, kind, group, switching, rom, router, channels, depth, flits, pipeline, \
         deadlock, ties, link-stages, interface, local-clock, status, eject-source, inject-early, algorithm, \
         source, width, seed, effort, name: correct or remove it\n"
    );
}

/// A folder that is not ours is not touched.
#[test]
fn foreign_folders() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("mine");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("notes.txt"), "precious").unwrap();
    let message = refused(&["emit", "--dims", "3x3", "--out", out.to_str().unwrap()]);
    assert_eq!(
        message.replace(&out.display().to_string(), "DIR"),
        "error: DIR exists and was not made by torusgen (it has no manifest.json of torusgen); nothing of it \
         is overwritten: give another --out, or remove it yourself\n"
    );
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "precious");
    assert_eq!(names(dir.path()), ["mine"], "no temporary folder is left");
    // A file in the way of the folder.
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    refused(&["emit", "--dims", "3x3", "--out", file.to_str().unwrap()]);
    assert_eq!(names(dir.path()), ["file", "mine"]);
}

/// Nothing that a user changed or added is lost; what tools have built is.
#[test]
fn changed_folders_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("net");
    let emit = |dims: &str| {
        let output = torusgen(&["emit", dims, "--out", out.to_str().unwrap()]);
        assert!(output.status.success());
        text(&output.stderr).replace(dir.path().to_str().unwrap(), "DIR")
    };
    let kept = |name: &str| {
        format!(
            "note: DIR/net had files that were changed or added since it was emitted; all of them are in \
             DIR/{name}\n"
        )
    };
    assert_eq!([emit("3x3"), emit("3x3")], ["", ""]);
    let list = fs::read_to_string(out.join("files.sha256")).unwrap();
    assert!(list.lines().any(|line| line.ends_with("  manifest.json")) && list.lines().count() > 20);
    fs::create_dir(out.join("build")).unwrap();
    fs::write(out.join("build/tb.vvp"), "").unwrap();
    fs::remove_file(out.join("Bender.yml")).unwrap();
    assert_eq!(emit("3x4"), "", "the folder of a tool, and a file that was deleted");
    fs::write(out.join("torus_3x4.xdc"), "mine").unwrap();
    assert_eq!(emit("3x4"), kept("net.old"));
    assert_eq!(fs::read_to_string(dir.path().join("net.old/torus_3x4.xdc")).unwrap(), "mine");
    fs::write(out.join("examples/mine.v"), "").unwrap();
    assert_eq!(emit("3x4"), kept("net.old2"));
    fs::remove_file(out.join("files.sha256")).unwrap();
    assert_eq!(emit("3x4"), kept("net.old3"), "of a version without the list");
    assert_eq!(names(dir.path()), ["net", "net.old", "net.old2", "net.old3"]);
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn waveforms() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.vcd");
    let file = path.to_str().unwrap();
    let named = |message: String| message.replace(file, "FILE");
    assert_eq!(
        named(refused(&["waves", file])),
        "error: FILE cannot be read (no such file or folder); give the path of a readable file\n"
    );
    crate::common::stdout(&["sim", "--dims", "3x3", "--vcd", file]);
    crate::common::stdout(&["waves", file]);
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, &whole[..whole.len() * 2 / 3]).unwrap();
    let message = named(refused(&["waves", file]));
    assert!(message.starts_with("error: FILE: the file stops in cycle "), "{message}");
    assert!(message.ends_with(
        "without the comment that ends a whole file; loads can be recomputed from a whole file only: write \
         it again\n"
    ));
    fs::write(
        &path,
        "$timescale 1 ns $end\n$scope module top $end\n$upscope $end\n$enddefinitions $end\n#0\n",
    )
    .unwrap();
    assert_eq!(
        named(refused(&["waves", file])),
        "error: FILE: the file was not written by torusgen (its header has no comment of torusgen); loads \
         are recomputed from the scopes and the comment that it writes: give such a file\n"
    );
}

#[test]
fn emitted_folders() {
    let dir = tempfile::tempdir().unwrap();
    let from = dir.path().to_str().unwrap();
    let message = refused(&["sim", "--from", from]).replace(from, "DIR");
    assert!(message.starts_with("error: DIR/manifest.json cannot be read ("), "{message}");
    let out = dir.path().join("net");
    crate::common::stdout(&["emit", "--dims", "3x3", "--out", out.to_str().unwrap()]);
    let (dir, schedule) = (out.to_str().unwrap(), out.join("schedule.json"));
    let named = |message: String| message.replace(dir, "DIR");
    let text = fs::read_to_string(&schedule).unwrap();
    // An entry moved to another slot: the file contradicts itself.
    fs::write(&schedule, text.replacen("\"slot\": 0", "\"slot\": 2", 1)).unwrap();
    let message = named(refused(&["sim", "--from", dir]));
    assert!(
        message.starts_with("error: DIR/schedule.json is not a schedule file (its digest is stated as "),
        "{message}"
    );
    // A route in a dimension that the torus does not have.
    fs::write(&schedule, text.replacen("\"word\": \"b\"", "\"word\": \"z\"", 1)).unwrap();
    let message = named(refused(&["sim", "--from", dir]));
    assert!(message.contains("(the word z names a dimension beyond the 2 of 3x3)"), "{message}");
    // The schedule of another network.
    crate::common::stdout(&["schedule", "--dims", "4x4", "--out", schedule.to_str().unwrap()]);
    let message = named(refused(&["sim", "--from", dir]));
    assert!(
        message.starts_with("error: DIR is not a folder that this torusgen can simulate (its manifest names")
    );
    assert!(message.ends_with("): emit it again with torusgen emit\n"), "{message}");
    fs::remove_file(&schedule).unwrap();
    assert_eq!(
        named(refused(&["sim", "--from", dir])),
        "error: DIR/schedule.json cannot be read (no such file or folder); give the path of a readable file\n"
    );
}

/// Schedule files that are none, that are not valid, or that options contradict.
#[test]
fn schedule_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.txt");
    let file = path.to_str().unwrap();
    let named = |message: String| message.replace(file, "FILE");
    crate::common::stdout(&["schedule", "--dims", "3x3", "--out", file]);
    assert_eq!(
        named(refused(&["emit", "--schedule", file, "--dims", "3x3"])),
        "error: FILE is a schedule file, which says torus, placement, routing and kind itself; with \
         --schedule only --width, --name, --switching, --rom, --axil, --formal, --filelist-prefix, --format \
         and --out may be given: leave the radices (--dims) out\n"
    );
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("# length: 3\n", "")).unwrap();
    assert_eq!(
        named(refused(&["verify", file])),
        "error: FILE is not a schedule file (its header has no line \"# length: ..\"); a file that torusgen \
         wrote is needed: correct it, or write it again\n"
    );
    fs::write(&path, text.replace("# length: 3\n", "# length: 2\n")).unwrap();
    let message = named(refused(&["emit", "--schedule", file]));
    assert!(
        message.starts_with("error: FILE holds a schedule that is not valid: the entry slot 2 class 0 "),
        "{message}"
    );
    fs::write(&path, "xyz\n").unwrap();
    assert_eq!(
        named(refused(&["verify", file])),
        "error: FILE is not a schedule file (line 1 reads \"xyz\", a packet is letters n e s w after blanks\
         ); a file that torusgen wrote is needed: correct it, or write it again\n"
    );
}
