//! Waves of buffered networks with too many or too few options: traces, windows, links.

use super::waves::{sim, RUNS};
use crate::common::{json, path, stdout, text, torusgen};
use std::fs;

/// A trace is not in the file: it is given, or the loads are not asked for.
#[test]
fn traces_are_given() {
    let dir = tempfile::tempdir().unwrap();
    let (vcd, trace) = (path(dir.path(), "x.vcd"), path(dir.path(), "t.txt"));
    fs::write(&trace, "0 0 1 1\n0 5 1 1\n7 4 0 1\n").unwrap();
    let subject = format!("trace:{trace}");
    let words = ["sim", "--router", "buffered", "--dims", "2x3", "--ports", "one", "--traffic", &subject];
    stdout(&[&words[..], &["--vcd", &vcd, "--links", "busiest=2"]].concat());
    assert!(!fs::read_to_string(&vcd).unwrap().contains(&trace), "no path is in the file");
    assert_eq!(json(&["waves", &vcd, "--trace", &trace, "--format", "json"])["match"], true);
    fs::write(&trace, "0 0 1 1\n0 5 1 1\n7 3 0 1\n").unwrap();
    let output = torusgen(&["waves", &vcd, "--trace", &trace]);
    assert_eq!(output.status.code(), Some(1), "another trace");
    assert_eq!(
        refused(&["waves", &vcd]).replace(&vcd, "FILE"),
        "error: FILE shows the packets of a trace, which it does not name; its loads are counted from the \
         trace: give it by --trace, or ask for --busiest, --follow or --diff\n"
    );
    sim(RUNS[0], &["--vcd", &vcd]);
    assert_eq!(
        refused(&["waves", &vcd, "--trace", &trace]).replace(&vcd, "FILE"),
        "error: --trace was given, but FILE does not show the packets of a trace: leave --trace out\n"
    );
}

fn refused(args: &[&str]) -> String {
    let output = torusgen(args);
    assert_eq!(output.status.code(), Some(2), "torusgen {}: {}", args.join(" "), text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    text(&output.stderr)
}

/// A run's end is known only then: a window behind it is refused, and no file is left.
#[test]
fn windows_behind_the_end_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    let words = ["sim", "--router", "buffered", "--dims", "2", "--vcd", &vcd];
    assert_eq!(
        refused(&[&words[..], &["--window", "900:"]].concat()),
        "error: the window 900: begins after the end; this run has the cycles 0 to 320: begin at one of \
         them\n"
    );
    assert_eq!(
        refused(&[&words[..], &["--links", "node=2"]].concat()),
        "error: the links \"node=2\" were asked for; the torus has nodes 0..1: choose among them\n"
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    assert_eq!(
        refused(&["sim", "--router", "buffered", "--dims", "2", "--window", "0:3"]),
        "error: --window says which part of the waves is written, but no waves are: give a file by --vcd or \
         --fst, or leave it out\n"
    );
}
