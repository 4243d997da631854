//! The fabric engine of buffered networks: the emitted top and bench around the nodes.
//!
//! State space: the reports of exchange, burst and probes on fabric and tiles; two exchanges of the bench,
//! every link and local port in every cycle (checked by the command itself, against the model). Corners:
//! radix 2, one dimension, nodes without processor, one local port and all, both rules and routings, packets
//! of several flits. Then faults are planted in the tops and in the modules that drive the bench, one at a
//! time. `sim --engine fabric` has to find each of them.
//!
//! Two kinds of faults are not found, because nothing shows them in an otherwise correct network: a lost
//! input of the OR of error bits in the top or in the bench, whose packet checkers and routers have their
//! own tests; and a packet source that listens to another local port which is ready in the same cycles, or a
//! list that is read by that port's pointer.

use crate::common::{edit, json, text, torusgen};
use rayon::prelude::*;
use std::path::Path;
use std::process::Command;

/// An emitted folder.
struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    fn new(words: &str) -> Self {
        let folder = Folder { dir: tempfile::tempdir().unwrap() };
        let network: Vec<&str> = words.split_whitespace().collect();
        let path = folder.path();
        let emit = ["emit", "--router", "buffered", "--name", "t", "--out", &path, "--dims"];
        let output = torusgen(&[&emit, &network[..]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        folder
    }

    fn path(&self) -> String {
        self.dir.path().join("net").to_str().unwrap().to_string()
    }

    fn edit(&self, module: &str, change: impl Fn(&str) -> String) {
        edit(Path::new(&self.path()), module, change);
    }

    fn sim(&self, more: &[&str]) -> (Option<i32>, String) {
        let output = torusgen(&[&["sim", "--from", &self.path(), "--engine", "fabric"], more].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    }
}

const NETWORKS: [&str; 7] = [
    "4x4 --ports one",
    "2x3 --routing udr",
    "5x3 --ports one --deadlock bubble --flits 3",
    "3x3 --placement linear:coeff=1,0 --flits 3",
    "2",
    "4x3 --ports one --link-stages 1,0,wrap=2",
    "2x3 --flits 2 --link-stages 5 --pipeline 2",
];

/// The keys of a report that differ between runs in any case.
const OTHER: [&str; 5] = ["engine", "bench_cycles", "compiled", "stages", "threads"];

#[test]
fn fabric_and_tiles_agree() {
    NETWORKS.into_par_iter().for_each(|words| {
        let (folder, run) = (Folder::new(words), ["--format", "json"]);
        let report = |engine, more: &[&str]| {
            let sim = ["sim", "--from", &folder.path(), "--engine", engine];
            let mut report = json(&[&sim, &run[..], more].concat());
            let bench = report["bench_cycles"].as_u64();
            OTHER.iter().for_each(|key| _ = report.as_object_mut().unwrap().remove(*key));
            (report, bench)
        };
        let ((fabric, bench), (tiles, none)) = (report("fabric", &[]), report("tiles", &[]));
        assert_eq!(fabric, tiles, "{words}");
        assert!(bench > Some(10) && none.is_none(), "{words}: {bench:?}");
        let pattern = ["--traffic", "uniform", "--rate", "0.3", "--warmup", "20", "--measure", "100"];
        let ((fabric, bench), (tiles, _)) = (report("fabric", &pattern), report("tiles", &pattern));
        assert_eq!((fabric, bench), (tiles, None), "{words}");
    });
}

/// A fault in a module: in the line with the first text, the third text replaces the second.
type Mutant<'a> = (&'a str, [&'a str; 3]);

fn changed(text: &str, [line, right, wrong]: [&str; 3]) -> String {
    let change = |found: &str| match found.contains(line) {
        true => found.replace(right, wrong) + "\n",
        false => found.to_string() + "\n",
    };
    text.lines().map(change).collect()
}

fn found(network: &str, (module, change): Mutant) {
    let folder = Folder::new(network);
    folder.edit(module, |text| changed(text, change));
    let (code, said) = folder.sim(&[]);
    assert_eq!(code, Some(1), "{module}: {change:?}\n{said}");
}

/// Straps, links, credits, local ports and constants of the network's top.
#[test]
fn faults_of_the_top_are_found() {
    let mutants: [Mutant; 14] = [
        ("t", [".wrap_0_i ", "X0 == 0", "X0 == 1"]),
        ("t", [".wrap_1_i ", "X0 == 3", "X0 == 0"]),
        ("t", ["", "T0*E+0", "T1*E+1"]),
        ("t", [".rx_data_0_i ", "T0*E+0", "T1*E+1"]),
        ("t", [".rx_valid_2_i ", "T2*E+2", "T1*E+1"]),
        ("t", [".tx_credit_0_i ", "N*E+0", "N*E+1"]),
        ("t", [".tx_credit_2_i ", "link_credit[(N*E+2)*V +: V]", "{V{1'b0}}"]),
        ("t", [".inject_ready_0_o ", "[P]", "[P ^ 1]"]),
        ("t", [".eject_data_0_o ", "[P*W", "[(P ^ 1)*W"]),
        ("t", [".eject_ready_0_i ", "eject_ready_i[P]", "1'b1"]),
        ("t", ["localparam integer T2 =", "N + 1", "N"]),
        ("t", ["localparam integer W =", "= 32", "= 31"]),
        ("t", ["localparam integer V =", "= 4", "= 3"]),
        ("t", ["assign link_valid_o[l*4+0] =", "E+0", "E+1"]),
    ];
    mutants.into_par_iter().for_each(|mutant| found("4x2 --ports one", mutant));
}

/// Registers on links: one too few and one too many, on wrap links and on others; of another link, of another
/// end of the ring; credits, heads and valid bits that do not go through all of them; registers that reset
/// leaves alone.
#[test]
fn faults_of_registers_on_links_are_found() {
    let mutants: [Mutant; 12] = [
        ("t", ["u_link_0 ", "STAGES(3)", "STAGES(2)"]),
        ("t", ["u_link_0 ", "STAGES(3)", "STAGES(4)"]),
        ("t", ["u_link_0 ", "STAGES(8)", "STAGES(7)"]),
        ("t", ["u_link_1 ", "STAGES(8)", "STAGES(9)"]),
        ("t", ["if (", "X0 == 0", "X0 == 1"]),
        ("t", ["if (", "X0 == 3", "X0 == 0"]),
        ("t", [".valid_i ", "T0*E+0", "T1*E+1"]),
        ("t", [".credit_o ", "T1*E+1", "T0*E+0"]),
        ("t_link", ["assign credit_o", "credit_line[STAGES*V +: V]", "credit_i"]),
        ("t_link", ["assign head_o", "STAGES*HW", "(STAGES-1)*HW"]),
        ("t_link", ["assign valid_o", "STAGES", "STAGES-1"]),
        ("t_link", ["if (!rst_ni)", "!rst_ni", "1'b0"]),
    ];
    mutants.into_par_iter().for_each(|mutant| found("4x2 --ports one --link-stages 3,wrap=8", mutant));
}

/// Changes one bit of a row of a list. Bit 0 is valid; then come the first port, the header, the channel of
/// the first run, and the destination.
fn in_row(row: &str, bit: u32) -> impl Fn(&str) -> String + '_ {
    move |text| {
        let line = text.lines().find(|line| line.contains(row)).expect("a row");
        let digits = line.split("'h").nth(1).unwrap().split(';').next().unwrap();
        let value = u64::from_str_radix(digits, 16).unwrap() ^ 1 << bit;
        text.replacen(line, &line.replace(&format!("'h{digits};"), &format!("'h{value:x};")), 1)
    }
}

/// Packets on a wrong channel, of the first run and of the next; to a wrong node; none.
#[test]
fn faults_of_lists_are_found() {
    [0, 7, 10, 11].into_par_iter().for_each(|bit| {
        let folder = Folder::new("4x4 --ports one");
        folder.edit("t_lists", in_row("rows_0[13] =", bit));
        let (code, said) = folder.sim(&[]);
        assert_eq!(code, Some(1), "bit {bit}: {said}");
        assert!(said.contains("the bench"), "bit {bit}: {said}");
    });
}

/// What starts, ends and checks an exchange, and who sits where.
#[test]
fn faults_of_the_bench_are_found() {
    let mutants: [Mutant; 8] = [
        ("t_bench", [".id_i ", "k*IW", "(k ^ 1)*IW"]),
        ("t_bench", [".row_i ", "k*RW", "(k ^ 1)*RW"]),
        ("t_bench", [".inject_ready_o ", "(inject_ready)", "()"]),
        ("t_bench", ["// node 3 at (1,1)", "3'd3,", "3'd2,"]),
        ("t_bench", ["wire start =", "start_i & ~running_q", "start_i"]),
        ("t_bench", ["done_o    <= ~start", "(&checker_done)", "(|checker_done)"]),
        ("t_bench", ["done_o    <= ~start", "~start & ", ""]),
        ("t_checker", ["localparam [2:0] BATCH =", "3'd7", "3'd6"]),
    ];
    mutants.into_par_iter().for_each(|mutant| found("4x2 --ports one", mutant));
}

/// A payload that holds no serial number is refused by the engines that need one, and simulated by the other.
#[test]
fn narrow_payloads_are_for_the_model_engine() {
    let run = |engine| {
        let words =
            ["sim", "4x2", "--ports", "one", "--router", "buffered", "--width", "16", "--engine", engine];
        Command::new(env!("CARGO_BIN_EXE_torusgen")).args(words).output().unwrap()
    };
    for engine in ["tiles", "fabric"] {
        let output = run(engine);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        let line = format!(
            "error: packets of 16 payload bits were to be simulated on the {engine} engine, which tells them \
             apart by 32 bits of their payload: use the model engine, or a network with payloads of 32 bits \
             or more\n"
        );
        assert_eq!(said, line);
    }
    assert_eq!(run("model").status.code(), Some(0));
}

/// Local ports can be stuck; links carry what the nodes put on them.
#[test]
fn faults_on_demand() {
    let folder = Folder::new("4x2 --ports one");
    let (code, said) = folder.sim(&["--fault", "stuck-ready:1:3"]);
    assert!(code == Some(1) && said.contains("waits for its local port"), "{said}");
    let (code, said) = folder.sim(&["--fault", "lost-credit:0:0:3"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("a fault on a link was asked for on the fabric engine"), "{said}");
}
