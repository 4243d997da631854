//! Files that ask for more than is available: an error or a verdict, with little memory and a short message.
//!
//! Every command runs with 640 MiB of address space, with program and stacks, so its data stay below 512
//! MiB. Otherwise it would end by a signal. No file is larger than 1 MiB, except devices without an end.
#![cfg(unix)]

mod descriptions;
mod folders;
mod schedules;

use crate::common::{short_runs, stdout, text};
use serde_json::{json, Value};
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// KiB of address space.
const SPACE: u32 = 640 << 10;
/// The most bytes of a message.
const MESSAGE: usize = 2048;
const MIB: usize = 1 << 20;

fn run(args: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {SPACE}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_torusgen")]);
    // One arena for all threads: each would reserve 64 MiB of address space.
    command.args(args).envs(short_runs()).env("MALLOC_ARENA_MAX", "1").output().unwrap()
}

/// The message of a command that refuses its input or finds a fault.
fn refused(args: &[&str]) -> String {
    let output = run(args);
    let said = text(&output.stderr);
    let begin: String = said.chars().take(300).collect();
    assert!(matches!(output.status.code(), Some(1 | 2)), "torusgen {args:?}: {:?} {begin}", output.status);
    assert!(!said.is_empty() && said.len() < MESSAGE, "torusgen {args:?}: {} bytes, {begin}", said.len());
    said
}

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Files(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file with this text.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        assert!(text.as_ref().len() <= MIB);
        fs::write(self.at(name), text).unwrap();
        self.at(name).to_str().unwrap().to_string()
    }

    fn read(&self, name: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.at(name)).unwrap()).unwrap()
    }

    /// A schedule of 3x3 with other values.
    fn schedule(&self, with: Value) -> String {
        stdout(&["schedule", "--dims", "3x3", "--out", self.at("s.json").to_str().unwrap()]);
        let mut schedule = self.read("s.json");
        put(&mut schedule, &with);
        self.file("s.json", schedule.to_string())
    }

    /// An emitted folder of 3x3 whose manifest has other values.
    fn folder(&self, options: &[&str], with: Value) -> String {
        let folder = self.at("folder");
        let path = folder.to_str().unwrap();
        stdout(&[&["emit", "--dims", "3x3", "--out", path], options].concat());
        let mut manifest = self.read("folder/manifest.json");
        put(&mut manifest, &with);
        fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
        path.to_string()
    }
}

/// Replaces values by those in `with`, object by object.
fn put(value: &mut Value, with: &Value) {
    match with {
        Value::Object(with) => with.iter().for_each(|(key, with)| put(&mut value[key], with)),
        _ => *value = with.clone(),
    }
}

#[test]
fn devices_without_end_are_not_read_to_it() {
    let files = Files::new();
    let folder = files.folder(&[], json!({}));
    let small = files.file("s.txt", "");
    let zero = "/dev/zero";
    let model = ["--engine", "model"];
    let buffered = ["sim", "--dims", "3x3", "--router", "buffered", "--traffic", "trace:/dev/zero"];
    let commands: &[&[&str]] = &[
        &["verify", zero],
        &["emit", "--schedule", zero],
        &["loads", "--config", zero],
        &["loads", "--dims", "3x3", "--placement", "file:/dev/zero"],
        &["loads", "--dims", "3x3", "--separator", zero],
        &["regress", "--list", "--matrix", zero],
        &["regress", "--merge", zero],
        &["regress", "--resume", zero],
        &["waves", zero],
        &["waves", &small, "--diff", zero],
        &["waves", zero, "--trace", zero],
        &[&buffered[..], &model].concat(),
    ];
    commands.iter().for_each(|command| _ = refused(command));
    for name in ["manifest.json", "schedule.json", "rtl/torus_3x3_rom.v", "rtl/torus_3x3_node.v"] {
        let file = Path::new(&folder).join(name);
        fs::remove_file(&file).unwrap();
        symlink(zero, &file).unwrap();
        refused(&["sim", "--engine", "model", "--from", &folder]);
    }
}

#[test]
fn waves() {
    let files = Files::new();
    let comment = "$comment torusgen dims=256x256 placement=full $end ";
    let ours = |text: &str, times: usize| comment.to_string() + &text.repeat(times);
    let texts = [
        "$comment ".to_string() + &"a".repeat(MIB - 16),
        "$scope module a $end ".repeat(MIB / 24),
        ours("$var wire 1 ! a $end ", MIB / 24),
        ours("$comment a $end ", MIB / 20),
        ours("$scope module a $end $upscope $end ", MIB / 40),
        "$comment torusgen dims=4096x4096 $end $scope module a $end $upscope $end $enddefinitions $end"
            .into(),
        format!("$comment torusgen dims={}3 $end", "3x".repeat(MIB / 4)),
        ours("$scope module a $end $upscope $end $enddefinitions $end #0 ", 1) + &"b0".repeat(MIB / 4),
    ];
    for text in texts {
        let file = files.file("w.vcd", text);
        for question in [&[][..], &["--follow", "0", "1"], &["--busiest", "3"], &["--diff", &file]] {
            refused(&[&["waves", &file], question].concat());
        }
    }
    let fst = files.at("w.fst");
    stdout(&["sim", "--dims", "3x3", "--engine", "model", "--fst", fst.to_str().unwrap()]);
    let bytes = fs::read(&fst).unwrap();
    for at in (0..bytes.len() - 8).step_by(97) {
        let mut bytes = bytes.clone();
        bytes[at..at + 8].fill(0xff);
        fs::write(&fst, bytes).unwrap();
        let output = run(&["waves", fst.to_str().unwrap()]);
        assert!(matches!(output.status.code(), Some(0..=2)), "byte {at}: {:?}", output.status);
        assert!(output.stderr.len() < MESSAGE, "byte {at}");
    }
}
