//! Route tables, one-shot schedules and schedule files, from the command line to the hardware.
//!
//! State space: kinds of schedule x tori (odd, even, mixed, with parity classes) x forms of files. Every
//! table here is at the bound, is accepted by the verifier, and runs in RTL with exact counts of every link.

use crate::common::{json, stdout, text, torusgen};
use std::fs;

/// The steps of total exchange, all at the lower bound.
const STEPS: &[(&str, u64)] = &[
    ("4", 2),
    ("5", 3),
    ("8", 8),
    ("3x3", 3),
    ("4x4", 8),
    ("5x5", 15),
    ("6x6", 27),
    ("2x2x2", 4),
    ("3x3x3", 9),
    ("2x3", 3),
    ("3x4", 6),
    ("3x5", 9),
    ("2x2x3", 6),
];

/// The largest number of rows of a ROM in logic, unless `--rom` says otherwise.
const ROWS_IN_LOGIC: u64 = 16;

#[test]
fn tables_at_the_bound_run_in_hardware() {
    for &(dims, steps) in STEPS {
        let sim = json(&["sim", "--dims", dims, "--kind", "exchange", "--format", "json"]);
        assert_eq!(sim["match"], true, "{dims}: {sim}");
        assert_eq!(
            (sim["length"].as_u64(), sim["lower_bound"].as_u64()),
            (Some(steps), Some(steps)),
            "{dims}"
        );
        // Rows in a block RAM begin two cycles later.
        let later = if steps > ROWS_IN_LOGIC { 2 } else { 0 };
        assert_eq!(sim["cycles"], steps + 5 + later, "{dims}: from start to done");
        assert_eq!(sim["routing"], "minimal");
    }
}

/// Balanced paths: the maximum load at ceil((|P|-1)/(2d)), where ODR has more, and the same in hardware.
#[test]
fn balanced_frames_run_in_hardware() {
    for (dims, e_max, odr) in [
        ("4x4", "1", "2"),
        ("5x5", "1", "2"),
        ("3x3x3", "2", "3"),
        ("4x4x4", "3", "8"),
        ("3x3x3x3", "4", "9"),
    ] {
        let network = ["--dims", dims, "--placement", "linear", "--routing", "balanced", "--format", "json"];
        let loads = json(&[&["loads"], &network[..]].concat());
        assert_eq!(
            (loads["e_max"].as_str(), loads["routing"].as_str()),
            (Some(e_max), Some("balanced")),
            "{dims}"
        );
        let dir = tempfile::tempdir().unwrap();
        let waves = dir.path().join("x.vcd");
        let sim = json(&[&["sim", "--vcd", waves.to_str().unwrap()], &network[..]].concat());
        assert_eq!(
            (sim["match"].as_bool(), &sim["link_digest"]),
            (Some(true), &loads["digest"]),
            "{dims}: {sim}"
        );
        assert_eq!(json(&["waves", waves.to_str().unwrap(), "--format", "json"])["match"], true);
        let ordered = json(&["loads", "--dims", dims, "--placement", "linear", "--format", "json"]);
        assert_eq!((ordered["e_max"].as_str(), &ordered["total"]), (Some(odr), &loads["total"]), "{dims}");
    }
}

#[test]
fn one_shot_schedules_run_in_hardware() {
    for (dims, placement) in
        [("4x4", "full"), ("5x5", "linear"), ("4x4x4", "linear"), ("4x4", "multilinear:t=2")]
    {
        let sim = json(&[
            "sim",
            "--dims",
            dims,
            "--placement",
            placement,
            "--kind",
            "oneshot",
            "--exchanges",
            "3",
            "--format",
            "json",
        ]);
        assert_eq!(sim["match"], true, "{dims}: {sim}");
        assert!(sim["length"].as_u64() >= sim["lower_bound"].as_u64());
    }
}

/// Balanced paths end an exchange at the bound, where ODR's need 9 and 10 slots.
#[test]
fn balanced_exchanges_run_in_hardware() {
    for (dims, length) in [("4x4x4", 5), ("3x3x3x3", 6)] {
        let network = ["--dims", dims, "--placement", "linear", "--routing", "balanced", "--kind", "oneshot"];
        let sim = json(&[&["sim"], &network[..], &["--exchanges", "2", "--format", "json"]].concat());
        assert_eq!(sim["match"], true, "{dims}: {sim}");
        assert_eq!((sim["length"].as_u64(), sim["lower_bound"].as_u64()), (Some(length), Some(length)));
    }
}

/// Written, read, verified, emitted from, simulated: the same schedule in both forms, waves included.
#[test]
fn schedule_files_are_exchanged() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    for (dims, options) in [
        ("3x4", &["--kind", "exchange"][..]),
        ("4x4", &["--placement", "multilinear:t=2"]),
        ("5x5", &["--kind", "oneshot", "--placement", "linear"]),
    ] {
        let schedule = [&["schedule", "--dims", dims][..], options].concat();
        let mut lengths = Vec::new();
        for name in ["s.json", "s.txt"] {
            stdout(&[&schedule[..], &["--out", &path(name)]].concat());
            let report = json(&["verify", &path(name), "--format", "json"]);
            assert_eq!(report["valid"], true, "{dims} {name}");
            lengths.push(report["length"].clone());
            stdout(&["emit", "--schedule", &path(name), "--name", "net", "--out", &path("net")]);
            let waves = path("net.vcd");
            let sim = json(&["sim", "--from", &path("net"), "--vcd", &waves, "--format", "json"]);
            assert_eq!(sim["match"], true, "{dims} {name}: {sim}");
            assert_eq!(json(&["waves", &waves, "--from", &path("net"), "--format", "json"])["match"], true);
            assert_eq!(json(&["waves", &waves, "--format", "json"])["match"], true);
        }
        assert_eq!(lengths[0], lengths[1]);
        assert_eq!(
            stdout(&[&schedule[..], &["--format", "json"]].concat()),
            fs::read_to_string(path("s.json")).unwrap()
        );
    }
}

/// The picture shows every hop of every message class once, and the load of every link.
#[test]
fn pictures_show_the_whole_schedule() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.svg");
    for (dims, options, links) in
        [("4x4", &["--kind", "exchange"][..], 64), ("5x5", &["--placement", "linear"], 100)]
    {
        let schedule = [&["schedule", "--dims", dims, "--format", "json"][..], options].concat();
        let report = json(&[&schedule[..], &["--svg", path.to_str().unwrap()]].concat());
        let picture = fs::read_to_string(&path).unwrap();
        let entries = report["entries"].as_array().unwrap();
        let hops: usize = entries.iter().map(|entry| entry["word"].as_str().unwrap().len()).sum();
        assert_eq!(picture.matches("<rect x=").count(), hops + 1, "a cell for each hop, and the background");
        assert_eq!(picture.matches("<title>slot ").count(), entries.len());
        assert_eq!(picture.matches("</title></path>").count(), links, "a stub for each directed link");
        let loads = json(&[&["loads", "--dims", dims, "--links", "--format", "json"][..], options].concat());
        for load in loads["links"].as_array().unwrap() {
            assert!(picture.contains(&format!(": {}</title></path>", load.as_str().unwrap())), "{load}");
        }
    }
}

/// A conflict is a finding, not bad input: exit code 1, the link named.
#[test]
fn conflicts_in_files_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.txt");
    let file = path.to_str().unwrap();
    // Two words of a ring of 5 that both start on link 1+ in slot 0; the digest is that of these entries.
    let entries = "0 0 a 1\n0 0 aa 2\n0 0 A 4\n1 0 AA 3\n";
    let digest = torus_gen::digest::digest("0 0 1 a\n0 0 2 aa\n0 0 4 A\n1 0 3 AA\n");
    let header = format!(
        "# dims: 5\n# placement: full\n# routing: odr\n# kind: frame\n# port_model: all\n# length: 3\n\
         # lower_bound: 3\n# makespan: 3\n# messages: 4\n# digest: {digest}\n"
    );
    fs::write(&path, header + entries).unwrap();
    let output = torusgen(&["verify", file]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stderr),
        "the links like (0) 1+ carry two messages in slot 0: slot 0 class 0 a and slot 0 class 0 aa\n"
    );
}

/// Tables of S4NOC's form: one line for each packet, blanks for slots.
#[test]
fn tables_of_s4noc_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.shd");
    // 3x3 by hand: the sides first, then the corners, each one slot after the other.
    let table = "n\n s\n  e\n   w\n    se\n     ws\n      ne\n       wn\n";
    fs::write(&path, table).unwrap();
    let report = json(&["verify", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(report["valid"], true, "{report}");
    assert_eq!((report["length"].as_u64(), report["lower_bound"].as_u64()), (Some(9), Some(9)));
    fs::write(&path, table.replace("\n     ws", "\n    sw")).unwrap();
    let output = torusgen(&["verify", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "the ejection port serves the packets [5, 6] in slot 5\n\
         the injection port serves the packets [5, 6] in slot 4\n\
         the link s serves the packets [5, 6] in slot 4\n"
    );
}
