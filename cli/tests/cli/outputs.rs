//! Files that commands write: regular files are replaced as a whole, symbolic links are followed, devices,
//! pipes and standard output are written to, all else is refused. No temporary file stays.
#![cfg(unix)]

use crate::common::{short_runs, text, torusgen};
use std::{
    fs,
    os::unix::{
        fs::{symlink, FileTypeExt, PermissionsExt},
        net::UnixListener,
        process::ExitStatusExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

/// Every option that names an output file, at the end of its command, without the file's name.
const OPTIONS: [&str; 12] = [
    "schedule --dims 3x3 --svg",
    "schedule --dims 3x3 --out",
    "schedule --dims 3x3 --algorithm product-a1 --out",
    "broadcast-search --dims 3x3 --steps 2 --out",
    "compare --dims 4x4 --startup 1 --transmit 1 --block 1 --svg",
    "sweep --dims 3x3 --engine model --rates 0.1:0.2:0.1 --measure 100 --svg",
    "report --dims 3x3 --engine model --out",
    "sim --dims 3x3 --engine model --vcd",
    "sim --dims 3x3 --engine model --fst",
    "sim --dims 3x3 --engine model --router buffered --vcd",
    "regress --engine model --filter 4x4-linear-oneshot --junit",
    "regress --engine model --filter 4x4-linear-oneshot --json",
];

/// Options that may have no file name, and the file that they then write in the current folder.
const UNNAMED: [(&str, &str); 5] = [
    ("schedule 3x3 --svg", "schedule.svg"),
    ("compare 4x4 --startup 1 --transmit 1 --block 1 --svg", "compare.svg"),
    ("sweep 3x3 --engine model --rates 0.1:0.2:0.1 --measure 100 --svg", "sweep.svg"),
    ("sim 3x3 --engine model --vcd", "sim.vcd"),
    ("sim 3x3 --engine model --fst", "sim.fst"),
];

#[test]
fn a_file_without_a_name_is_named_by_its_command() {
    for (command, file) in UNNAMED {
        let dir = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_torusgen"));
        let output = program.args(command.split(' ')).envs(short_runs()).current_dir(dir.path()).output();
        let output = output.expect("the program that cargo built");
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
        assert!(dir.path().join(file).metadata().is_ok_and(|file| file.len() > 0), "{command}: no {file}");
    }
}

/// Behind such an option radices would be a file's name.
#[test]
fn radices_are_no_file() {
    let output = torusgen(&["sim", "--vcd", "3x3"]);
    assert_eq!(output.status.code(), Some(2));
    let said =
        "error: --vcd was given the file 3x3, which are radices: write the network before --vcd, or name \
                the file ./3x3\n";
    assert_eq!(text(&output.stderr), said);
    assert!(!Path::new("3x3").exists());
}

fn words<'a>(command: &'a str, path: &'a str) -> Vec<&'a str> {
    command.split_whitespace().chain([path]).collect()
}

fn run(command: &str, path: &Path) -> Output {
    torusgen(&words(command, path.to_str().unwrap()))
}

fn succeeds(command: &str, path: &Path) {
    let output = run(command, path);
    assert!(output.status.success(), "{command}: {}", text(&output.stderr));
}

/// The contents of a file, without the parts that differ between runs.
fn contents(path: &Path) -> String {
    timeless(&fs::read(path).unwrap())
}

fn timeless(bytes: &[u8]) -> String {
    let line = |line: &str| match line.split_once("time=").or(line.split_once("\"seconds\"")) {
        Some((before, _)) => before.to_string(),
        None => line.to_string(),
    };
    String::from_utf8_lossy(bytes).lines().map(line).collect::<Vec<_>>().join("\n")
}

fn names(dir: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().to_str().unwrap().to_string();
    let mut names: Vec<String> = fs::read_dir(dir).unwrap().map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

fn refused(command: &str, path: &Path) -> String {
    let output = run(command, path);
    assert_eq!(output.status.code(), Some(2), "{command}");
    assert_eq!(text(&output.stdout), "", "{command}");
    text(&output.stderr).replace(path.to_str().unwrap(), "PATH")
}

#[test]
fn links_are_followed_and_what_they_lead_to_is_replaced() {
    for command in OPTIONS {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("there")).unwrap();
        succeeds(command, &at("plain"));
        fs::write(at("there/file"), "old").unwrap();
        fs::set_permissions(at("there/file"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("there/file", at("old")).unwrap();
        symlink("there/new", at("dangling")).unwrap();
        symlink("dangling", at("twice")).unwrap();
        for (link, file) in [("old", "there/file"), ("dangling", "there/new"), ("twice", "there/new")] {
            succeeds(command, &at(link));
            assert!(at(link).is_symlink(), "{command}");
            assert_eq!(contents(&at(file)), contents(&at("plain")), "{command}");
        }
        assert_eq!(at("there/file").metadata().unwrap().permissions().mode() & 0o777, 0o600, "{command}");
        assert_eq!(names(&at("there")), ["file", "new"], "{command}");
    }
}

#[test]
fn pipes_devices_and_standard_output_are_written_to() {
    for command in OPTIONS {
        let dir = tempfile::tempdir().unwrap();
        let (plain, pipe) = (dir.path().join("plain"), dir.path().join("pipe"));
        succeeds(command, &plain);
        let before = names(dir.path()).len();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        succeeds(command, &pipe);
        assert_eq!(timeless(&reader.join().unwrap()), contents(&plain), "{command}");
        assert!(pipe.symlink_metadata().unwrap().file_type().is_fifo(), "{command}");
        for name in ["-", "/dev/stdout"] {
            let output = run(command, Path::new(name));
            assert!(output.status.success(), "{command}");
            assert_eq!(timeless(&output.stdout), contents(&plain), "{command} {name}");
        }
        succeeds(command, Path::new("/dev/null"));
        assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
        // Waves that go to a stream have nothing beside them.
        assert_eq!(names(dir.path()).len(), before + 1, "{command}");
        let full = run(command, Path::new("/dev/full"));
        assert_eq!(full.status.code(), Some(2), "{command}");
        assert_eq!(
            text(&full.stderr),
            "error: /dev/full cannot be written (no storage space); make room, or give a path where there \
             is some\n"
        );
    }
}

#[test]
fn anything_else_is_refused_before_anything_runs() {
    for command in OPTIONS.into_iter().chain(["regress --engine model --filter 4x4-linear-oneshot --resume"])
    {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let _socket = UnixListener::bind(at("socket")).unwrap();
        symlink("loop", at("loop")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        let allowed =
            "results are written to files, devices, pipes and - (standard output): give one of these\n";
        let nowhere = "give a path in a writable folder\n";
        assert_eq!(refused(command, &at("folder")), format!("error: PATH is a folder; {allowed}"));
        assert_eq!(refused(command, &at("new/")), format!("error: PATH is a folder; {allowed}"));
        let socket = "neither a file nor a device nor a pipe";
        assert_eq!(refused(command, &at("socket")), format!("error: PATH is {socket}; {allowed}"));
        let missing = format!("error: PATH cannot be written (no such file or folder); {nowhere}");
        assert_eq!(refused(command, &at("none/file")), missing);
        assert!(refused(command, &at("loop")).ends_with(nowhere));
        assert_eq!(names(dir.path()), ["folder", "loop", "socket"], "{command}");
    }
}

#[test]
fn a_file_to_resume_is_a_regular_one() {
    for path in ["-", "/dev/null"] {
        let message = refused("regress --engine model --filter 4x4-linear-oneshot --resume", Path::new(path));
        assert!(message.contains("it is not a regular file, which can be read again"), "{message}");
    }
}

#[test]
fn two_files_have_two_places() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (dir.path().join("one"), dir.path().join("two"));
    symlink("one", &two).unwrap();
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    for (one, two) in [(one, one), (one, two), ("-", "/dev/stdout")] {
        let message = refused(&format!("schedule --dims 3x3 --svg {one} --out"), Path::new(two));
        assert_eq!(
            message,
            "error: --svg and --out were both given PATH; they are two files: give two names\n"
        );
    }
    succeeds("schedule --dims 3x3 --svg /dev/null --out", Path::new("/dev/null"));
    // One file by two names, of which neither exists yet.
    let message = refused(
        &format!("schedule --dims 3x3 --svg {one}x --out"),
        &dir.path().join("./../").join(dir.path().file_name().unwrap()).join("onex"),
    );
    assert_eq!(message, "error: --svg and --out were both given PATH; they are two files: give two names\n");
}

/// Viewers' files have the name of the waves and an ending of their own.
#[test]
fn waves_have_not_the_name_of_a_file_beside_them() {
    let dir = tempfile::tempdir().unwrap();
    for (option, ending) in [("--vcd", "gtkw"), ("--vcd", "sucl"), ("--fst", "gtkw"), ("--fst", "sucl")] {
        let path = dir.path().join("w").with_extension(ending);
        let message = refused(&format!("sim --dims 3x3 --engine model {option}"), &path);
        let ends = option.replace("--", ".");
        assert_eq!(
            message,
            format!(
                "error: {option} was given PATH, the name of a file for viewers that is written beside the \
                 waves: give a name that ends in {ends}\n"
            )
        );
    }
    assert!(names(dir.path()).is_empty());
}

/// What a command reads is not replaced by what it writes.
#[test]
fn files_that_are_read_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("o.toml");
    let path = file.to_str().unwrap();
    fs::write(&file, "dims = \"2x2\"\n").unwrap();
    let commands = [
        (format!("schedule --config {path} --out"), "--out would replace PATH, which --config reads"),
        (
            format!("sim --config {path} --engine model --vcd"),
            "--vcd would replace PATH, which --config reads",
        ),
        (format!("report --config {path} --out"), "--out would replace PATH, which --config reads"),
        (format!("sweep --config {path} --svg"), "--svg would replace PATH, which --config reads"),
        (format!("regress --matrix {path} --json"), "--json would replace PATH, which --matrix reads"),
        (format!("regress --merge {path} --junit"), "--junit would replace PATH, which --merge reads"),
        (
            format!("sim 2x2 --placement file:{path} --vcd"),
            "--vcd would replace PATH, which --placement reads",
        ),
        (
            format!("report 2x2 --router buffered --traffic trace:{path} --out"),
            "--out would replace PATH, which --traffic reads",
        ),
        (format!("sweep --compare {path} --svg"), "--svg would replace PATH, which --compare reads"),
        (format!("sweep 2x2 --merge {path} --svg"), "--svg would replace PATH, which --merge reads"),
        (format!("sweep 2x2 --baseline {path} --svg"), "--svg would replace PATH, which --baseline reads"),
    ];
    for (command, said) in commands {
        assert_eq!(refused(&command, &file), format!("error: {said}: give another name\n"));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "dims = \"2x2\"\n");
}

/// What is printed besides a file on standard output goes to standard error.
#[test]
fn a_file_has_standard_output_for_itself() {
    let output = torusgen(&["schedule", "--dims", "3x3", "--svg", "-"]);
    assert!(text(&output.stdout).starts_with("<svg") && text(&output.stdout).ends_with("</svg>\n"));
    assert!(text(&output.stderr).starts_with("torus 3x3"));
}

/// What stands beside waves is written by the same rules.
#[test]
fn save_files_follow_links_and_replace_no_folders() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    symlink("elsewhere", at("a.gtkw")).unwrap();
    let sim = "sim --dims 3x3 --engine model --vcd";
    succeeds(sim, &at("a.vcd"));
    assert!(at("a.gtkw").is_symlink());
    assert!(contents(&at("elsewhere")).starts_with("[*]"));
    fs::create_dir(at("b.sucl")).unwrap();
    let message = refused(sim, &at("b.vcd"));
    assert!(message.contains("b.sucl is a folder"), "{message}");
    assert_eq!(names(dir.path()), ["a.gtkw", "a.sucl", "a.vcd", "b.sucl", "elsewhere"]);
}

#[test]
fn emit_follows_links_to_folders_that_are_there_or_not() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    symlink("real", at("link")).unwrap();
    let emit = "emit --dims 3x3 --out";
    for path in ["link", "link", "link/"] {
        succeeds(emit, &at(path));
        assert!(at("link").is_symlink() && at("real/manifest.json").is_file());
        assert_eq!(names(dir.path()), ["link", "real"]);
    }
    symlink("loop", at("loop")).unwrap();
    assert!(refused(emit, &at("loop")).contains("cannot be written"));
    fs::write(at("file"), "").unwrap();
    symlink("file", at("to-file")).unwrap();
    assert!(refused(emit, &at("to-file")).contains("was not made by torusgen"));
    assert_eq!(names(dir.path()), ["file", "link", "loop", "real", "to-file"]);
}

/// A simulation with all its temporary files and folders, which waits for a reader of its FST.
struct Waiting {
    child: Child,
    dir: tempfile::TempDir,
}

impl Waiting {
    /// A simulation that a shell starts after `before`.
    fn new(before: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (vcd, fst) = (dir.path().join("a.vcd"), dir.path().join("pipe.fst"));
        assert!(Command::new("mkfifo").arg(&fst).status().unwrap().success());
        // Whoever runs the tests may ignore signals, and children would go on ignoring them.
        let mut command = Command::new("env");
        command
            .args(["--default-signal=HUP,INT,TERM", "sh", "-c"])
            .arg(format!("{before} exec \"$0\" \"$@\""))
            .arg(env!("CARGO_BIN_EXE_torusgen"));
        command.args(["sim", "--dims", "3x3", "--engine", "model", "--vcd"]).args([&vcd]).arg("--fst");
        command.arg(&fst).env("TMPDIR", dir.path()).envs(short_runs()).stdout(Stdio::null());
        let child = command.spawn().unwrap();
        let mut waiting = Waiting { child, dir };
        while waiting.temporary().len() < 4 {
            assert!(waiting.child.try_wait().unwrap().is_none(), "it ends before it waits");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        waiting
    }

    /// The folder of Verilog, and the files that become waves, save file and command file.
    fn temporary(&self) -> Vec<PathBuf> {
        let mine = |name: &String| name.contains(&format!("-{}-", self.child.id()));
        names(self.dir.path()).into_iter().filter(mine).map(|name| self.dir.path().join(name)).collect()
    }

    fn kill(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
    }
}

#[test]
fn a_signal_removes_what_is_temporary() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let mut waiting = Waiting::new("");
        waiting.kill(signal);
        assert_eq!(waiting.child.wait().unwrap().signal(), Some(number));
        assert_eq!(names(waiting.dir.path()), ["pipe.fst"], "{signal}");
    }
}

#[test]
fn a_signal_that_is_ignored_stays_so() {
    let mut waiting = Waiting::new("trap '' HUP;");
    waiting.kill("HUP");
    waiting.kill("TERM");
    assert_eq!(waiting.child.wait().unwrap().signal(), Some(15));
}

#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let (mut killed, mut other) = (Waiting::new(""), Waiting::new(""));
    killed.kill("KILL");
    killed.child.wait().unwrap();
    let left = killed.temporary();
    assert!(left.len() >= 4);
    let living = other.temporary()[0].clone();
    let moved = killed.dir.path().join(living.file_name().unwrap());
    fs::create_dir(&moved).unwrap();
    let mut next = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    next.args(["report", "--dims", "3x3", "--engine", "model", "--out"])
        .arg(killed.dir.path().join("a.html"));
    assert!(next.env("TMPDIR", killed.dir.path()).output().unwrap().status.success());
    left.iter().for_each(|path| assert!(!path.exists(), "{}", path.display()));
    assert!(moved.exists(), "what belongs to a living process stays");
    other.kill("TERM");
    other.child.wait().unwrap();
}
