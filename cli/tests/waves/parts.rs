//! Waves on the command line: parts of a run, VCD and FST of both engines, questions to files, and the
//! complete messages of refusals.

use crate::common::{json, path, refused, stdout, text, torusgen};
use std::{fs, path::Path};

/// Both engines, both formats, whole and in part: the same bytes, the same loads.
#[test]
fn engines_and_formats_agree() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: String| path(dir.path(), &name);
    for (at, part) in [&[][..], &["--links", "node=0..1,*;dim=2+", "--window", "1:4"]].iter().enumerate() {
        for engine in ["tiles", "fabric"] {
            let (vcd, fst) = (file(format!("{engine}{at}.vcd")), file(format!("{engine}{at}.fst")));
            let options = ["sim", "--dims", "3x3", "--engine", engine, "--vcd", &vcd, "--fst", &fst];
            stdout(&[&options[..], part].concat());
            let sucl = fs::read_to_string(Path::new(&fst).with_extension("sucl")).unwrap();
            assert!(sucl.starts_with("variable_add torus_3x3.cycle\n"), "{sucl}");
            let same = json(&["waves", &vcd, "--diff", &fst, "--format", "json"]);
            assert_eq!((&same["match"], &same["only_in_first"]), (&true.into(), &0.into()));
        }
        for format in ["vcd", "fst"] {
            let bytes = |engine| fs::read(file(format!("{engine}{at}.{format}"))).unwrap();
            assert!(bytes("tiles") == bytes("fabric"));
        }
    }
    let loads = ["vcd", "fst"].map(|format| {
        let found = json(&["waves", &file(format!("tiles0.{format}")), "--format", "json"]);
        assert_eq!(found["match"], true);
        found
    });
    assert_eq!(loads[0], loads[1]);
    assert_eq!(
        refused(&["waves", &file("tiles1.fst".into())]).replace(&file("tiles1.fst".into()), "FILE"),
        "error: FILE has the slots or cycles 1:4 only, and loads are those of whole runs: give a file \
         written without --window, or ask for --busiest, --follow or --diff\n"
    );
    let busiest = json(&["waves", &file("tiles1.fst".into()), "--busiest", "2", "--format", "json"]);
    assert_eq!(busiest.as_array().unwrap().len(), 2);
}

/// Of some links these are compared with the exact loads.
#[test]
fn some_links_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let fst = path(dir.path(), "x.fst");
    stdout(&["sim", "--dims", "3x3", "--fst", &fst, "--links", "busiest=5"]);
    let found = json(&["waves", &fst, "--format", "json"]);
    assert_eq!((&found["match"], &found["links_compared"]), (&true.into(), &5.into()));
    let said = stdout(&["waves", &fst]);
    assert!(said.contains("5 of 36 links (only these are compared)"), "{said}");
}

#[test]
fn questions() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| path(dir.path(), name);
    let (one, two) = (file("one.fst"), file("two.vcd"));
    stdout(&["sim", "--dims", "3x3", "--fst", &one]);
    stdout(&["sim", "--dims", "3x3", "--seed", "2", "--vcd", &two]);
    // Coordinates and ids name the same node; a message of two hops is ejected in the cycle after the second.
    let lives = json(&["waves", &one, "--follow", "0,0", "1,2", "--format", "json"]);
    assert_eq!(lives, json(&["waves", &one, "--follow", "0", "5", "--format", "json"]));
    let hops = lives[0]["hops"].as_array().unwrap();
    let names: Vec<_> = hops.iter().map(|hop| hop["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["(0,0) 1+", "(1,0) 2-"]);
    let cycle = hops[0]["cycle"].as_u64().unwrap();
    assert_eq!(hops[0]["cycle"].as_u64(), lives[0]["slot"].as_u64().map(|slot| slot + 3));
    assert_eq!(lives[0]["ejected"], cycle + 2);
    // Two seeds part at the latest where the first message is sent.
    let output = torusgen(&["waves", &one, "--diff", &two, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert!(found["cycle"].as_u64().unwrap() >= 3, "{found}");
    assert!(!found["differences"].as_array().unwrap().is_empty());
    let said = torusgen(&["waves", &one, "--diff", &two]);
    let first = format!("differ in cycle {}, for the first time", found["cycle"]);
    assert!(text(&said.stdout).contains(&first));
    refusals_of_questions(&one, &file("ring.vcd"));
}

fn refusals_of_questions(one: &str, ring: &str) {
    assert_eq!(
        refused(&["waves", one, "--follow", "0,0", "1,3"]),
        "error: --follow was given the node \"1,3\"; the waves are of the torus 3x3, whose nodes are ids 0 \
         to 8 or coordinates joined by commas: give two of them\n"
    );
    assert_eq!(
        refused(&["waves", one, "--follow", "4", "1,1"]),
        "error: the waves show no message from (1,1) to (1,1); processors send to the other processors: give \
         two of them\n"
    );
    stdout(&["sim", "--dims", "3x3", "--vcd", ring, "--links", "node=0,0"]);
    assert_eq!(
        refused(&["waves", ring, "--follow", "1,1", "2,2"]),
        "error: the waves show no message from (1,1) to (2,2); they are a part of a run: write more slots or \
         links, or follow a message in it\n"
    );
}

#[test]
fn parts_that_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    let sim = |options: &[&str]| refused(&[&["sim", "--dims", "3x3"], options].concat());
    assert_eq!(
        sim(&["--vcd", &vcd, "--window", "9:3"]),
        "error: the window \"9:3\" was asked for; a window is slots, or of buffered routers cycles, FROM:TO, \
         FROM before TO and TO not in it, such as 0:16, :16 or 100: (to the end): correct it\n"
    );
    let late = sim(&["--vcd", &vcd, "--window", "900:"]);
    assert!(
        late.starts_with("error: the window 900: begins after the end; this run has the slots 0 to "),
        "{late}"
    );
    assert!(late.ends_with(" on its links: begin at one of them\n"), "{late}");
    assert_eq!(
        sim(&["--vcd", &vcd, "--links", "dim=1;foo=3"]),
        "error: the links \"foo=3\" were asked for; links are chosen by node=1,2,3 (a coordinate may be a \
         range 0..3, both ends in it, or *), dim=2, dim=2+, dim=2-, busiest=16, or several of these joined \
         by ; which a link has to meet all: correct it\n"
    );
    assert_eq!(
        sim(&["--vcd", &vcd, "--links", "node=3,3"]),
        "error: the links \"node=3,3\" were asked for; the torus has nodes 0..2,0..2: choose among them\n"
    );
    assert_eq!(
        sim(&["--window", "0:3"]),
        "error: --window says which part of the waves is written, but no waves are: give a file by --vcd or \
         --fst, or leave it out\n"
    );
    assert_eq!(
        sim(&["--vcd", &vcd, "--fst", &vcd]).replace(&vcd, "FILE"),
        "error: --vcd and --fst were both given FILE; they are two files: give two names\n"
    );
    assert!(!Path::new(&vcd).exists());
}

/// A run ends as soon as its waves cannot be written, here because files may have no more than 100 KB. Before
/// it, a warning tells how large they would be. Exchanges and packets, in one process and on two ranks.
#[test]
fn a_run_ends_where_its_waves_do() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    for (network, gigabytes) in [
        ("8x8 --further 0 --exchanges 65536", 107),
        ("8x8 --router buffered --traffic uniform --rate 0.3 --measure 1000000000", 7802),
        ("64x64 --router buffered --traffic uniform --rate 0.01 --measure 1000000 --threads 2", 131),
    ] {
        let run = format!(
            "trap '' XFSZ; ulimit -f 200; exec {} sim {network} --engine model --vcd {vcd}",
            env!("CARGO_BIN_EXE_torusgen")
        );
        let output = std::process::Command::new("bash").args(["-c", &run]).output().unwrap();
        let expected = format!(
            "warning: the waves of this run take about {gigabytes} GB; --links and --window write a part of \
             them, and --fst writes smaller files than --vcd\nerror: {vcd} cannot be written (file too \
             large); make room, or give a path where there is some\n"
        );
        assert_eq!((text(&output.stderr), output.status.code()), (expected, Some(2)), "{network}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{network}");
    }
}
