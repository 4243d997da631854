//! The files beside the Verilog: the page, the testbench and the Makefile of a folder, used unchanged.
//!
//! State space: a network of each kind, with a radix of 2, with loads that differ between nodes and with
//! packets of two flits; Icarus and Verilator; lists with a prefix; a testbench that has to fail; a Makefile
//! with an unknown target.

use crate::common::{edit, icarus::Emitted, stdout, text, torusgen};
use std::{fs, path::Path, process::Command};

const KINDS: [&str; 10] = [
    "--dims 3x3",
    "--dims 2x3 --switching slots",
    "--dims 4x4 --switching generator",
    "--dims 3x3 --switching generator",
    "--dims 4x4 --placement linear --ports one",
    "--dims 3x3 --algorithm product-a3",
    "--dims 3x3 --kind broadcast",
    "--dims 4x4 --ports one --router buffered",
    "--dims 3x3 --router buffered --routing udr",
    "--dims 5 --router buffered --deadlock bubble --flits 2",
];

/// Streams of every kind, in one clock and in two.
const STREAMS: [&str; 3] = [
    "--dims 3x3 --ports one --interface axis",
    "--dims 3x3 --algorithm product-a3 --interface axis",
    "--dims 3x3 --router buffered --interface axis --local-clock",
];

/// Runs `make ARGS` in a folder. Returns whether it succeeded, and its whole output.
pub fn make(dir: &Path, args: &[&str]) -> (bool, String) {
    let mut command = Command::new("make");
    // What the make around the tests was asked for does not concern this one.
    command.args(args).current_dir(dir).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let output = command.output().unwrap_or_else(|why| panic!("make was not found ({why})"));
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

fn testbench(net: &Emitted) -> std::path::PathBuf {
    net.folder().join(format!("examples/tb_{}.v", net.manifest.name))
}

fn replaced(path: &Path, from: &str, to: &str) {
    let before = fs::read_to_string(path).unwrap();
    assert!(before.contains(from), "{}: {from}", path.display());
    fs::write(path, before.replacen(from, to, 1)).unwrap();
}

#[test]
fn the_example_runs_and_modules_are_clean() {
    for options in KINDS {
        let net = Emitted::new(options);
        let (good, said) = make(&net.folder(), &["sim"]);
        assert!(good && said.contains("PASS: every link carried its exact load"), "{options}: {said}");
        let (good, said) = make(&net.folder(), &["-s", "lint"]);
        assert_eq!((good, &said[..]), (true, ""), "{options}");
    }
}

#[test]
fn the_example_runs_in_verilator() {
    let net = Emitted::new("--dims 3 --router buffered --channels 2 --depth 2");
    for libraries in ["LIBRARIES=no", "LIBRARIES=yes"] {
        let (good, said) = make(&net.folder(), &["sim", "SIM=verilator", libraries]);
        assert!(good && said.contains("PASS: every link carried its exact load, 6 messages"), "{said}");
        assert!(!said.contains("%Warning"), "{said}");
    }
    replaced(&testbench(&net), "load[0] = 1;", "load[0] = 2;");
    for libraries in ["LIBRARIES=no", "LIBRARIES=yes"] {
        let (good, said) = make(&net.folder(), &["sim", "SIM=verilator", libraries]);
        assert!(
            !good && said.contains("link 0 (node 0, port 0) carried 1 messages, its load is 2"),
            "{said}"
        );
    }
}

/// Libraries pay in large networks alone; every node's module is one.
#[test]
fn nodes_of_large_networks_are_libraries() {
    let table =
        [("--dims 3x3", "no"), ("--dims 4x4 --ports one --router buffered", "yes"), ("--dims 8x8", "yes")];
    for (options, libraries) in table {
        let net = Emitted::new(options);
        let read = |name: &str| fs::read_to_string(net.folder().join(name)).unwrap();
        assert!(read("Makefile").contains(&format!("\nLIBRARIES ?= {libraries}\n")), "{options}");
        let blocks = read("examples/verilator.vlt");
        for kind in &net.manifest.kinds {
            assert!(blocks.contains(&format!("hier_block -module \"{}\"", kind.node)), "{options}: {blocks}");
        }
    }
}

/// A load that is not that of the link, a network that reports an error, and one that never ends.
#[test]
fn the_example_fails_where_something_differs() {
    type Fault<'a> = (&'a str, &'a dyn Fn(&Emitted));
    let load = |net: &Emitted| replaced(&testbench(net), "load[5] = 1;", "load[5] = 7;");
    let in_bench = |net: &Emitted, from: &str, to: &str| {
        edit(&net.folder(), "torus_3_bench", |text| text.replacen(from, to, 1));
    };
    let error = |net: &Emitted| in_bench(net, "error_o <= error_o |", "error_o <= 1'b1 |");
    let stuck = |net: &Emitted| in_bench(net, "done_o  <= &agent_done", "done_o  <= 1'b0");
    let table: [Fault; 3] = [
        ("link 5 (node 2, port 1) carried 1 messages, its load is 7", &load),
        ("error_o is high", &error),
        ("done_o is low after ", &stuck),
    ];
    for (reason, fault) in table {
        let net = Emitted::new("--dims 3");
        fault(&net);
        let (good, said) = make(&net.folder(), &["sim"]);
        assert!(!good && said.contains(reason) && said.contains("FAIL: 1 differences after "), "{said}");
    }
}

#[test]
fn cells_are_counted() {
    let net = Emitted::new("--dims 3");
    for (top, family, cell) in [("torus_3", "ecp5", "TRELLIS_FF"), ("torus_3_board", "ice40", "SB_LUT4")] {
        let (good, said) =
            make(&net.folder(), &["synth", &format!("TOP={top}"), &format!("FAMILY={family}")]);
        assert!(good && said.contains(cell), "{said}");
    }
    let (good, said) = make(&net.folder(), &["sim", "SIM=questa"]);
    assert!(!good && said.contains("SIM=questa is not known; take icarus or verilator"), "{said}");
    let (good, said) = make(&net.folder(), &["clean"]);
    assert!(good && !net.folder().join("build").exists(), "{said}");
    let (_, said) = make(&net.folder(), &[]);
    assert!(["sim", "lint", "synth", "clean"].iter().all(|target| said.contains(target)), "{said}");
}

/// Lists may have paths of elsewhere; the Makefile has its own. What is built or changed beside the Verilog
/// does not make it another network.
#[test]
fn the_package_is_no_part_of_the_network() {
    let net = Emitted::new("--dims 3 --filelist-prefix /nowhere");
    let (good, said) = make(&net.folder(), &["sim"]);
    assert!(good && said.contains("PASS"), "{said}");
    replaced(&net.folder().join("README.md"), "torus", "our torus");
    let folder = net.folder();
    let output = torusgen(&["sim", "--from", folder.to_str().unwrap(), "--strict", "--engine", "model"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let beside = ["README.md", "Makefile", "examples/tb_torus_3.v"];
    for file in beside {
        assert!(folder.join(file).exists() && !net.manifest.files.contains(&file.to_string()), "{file}");
    }
}

/// A module that contains only the instance between fences. `rest` is the text from the first fence on.
fn user(rest: &str) -> String {
    let (instance, after) = rest.split_once("```").expect("its end");
    let driven = after.lines().nth(2).expect("what is to be driven").split('`').skip(1).step_by(2);
    // Vectors are declared in the instance's text already.
    let scalars = driven.filter(|net| !instance.contains(&format!("] {net};")));
    let inputs: String = scalars.map(|net| format!("  wire {net};\n")).collect();
    format!("`default_nettype none\nmodule user;\n{inputs}{instance}endmodule\n")
}

/// Every port of the network, and of its streams where it has some, is connected to a net of its width.
#[test]
fn the_instances_of_the_page_compile() {
    for options in KINDS.into_iter().chain(STREAMS) {
        let net = Emitted::new(options);
        let page = fs::read_to_string(net.folder().join("README.md")).unwrap();
        let mut tops = vec![net.manifest.name.clone()];
        tops.extend(net.manifest.interface.as_ref().map(|interface| interface.top.clone()));
        let instances: Vec<&str> = page.split("```verilog\n").skip(1).collect();
        assert_eq!(instances.len(), tops.len(), "{options}");
        for (top, rest) in tops.iter().zip(instances) {
            fs::write(net.folder().join("user.v"), user(rest)).unwrap();
            let (list, warnings) = (format!("{top}.f"), ["-Wall", "-Wno-timescale"]);
            let args = ["-g2001", "-s", "user", "-o", "user.vvp", "-f", &list, "user.v"];
            let (good, said) =
                crate::common::tool("iverilog", &[&warnings, &args[..]].concat(), &net.folder());
            assert!(good && !said.contains("user.v"), "{options}: {said}");
            assert!(rest.contains(&format!("{top} u_{top} (")), "{options}: no instance of {top}");
        }
    }
}

/// The page has what the manifest has: all ports of both tops, digests, the schedule's length and its bound.
#[test]
fn the_page_says_what_the_manifest_says() {
    for options in KINDS {
        let net = Emitted::new(options);
        let page = fs::read_to_string(net.folder().join("README.md")).unwrap();
        let manifest = &net.manifest;
        for port in manifest.interfaces.values().flatten() {
            let line =
                format!("| `{}` | {} | {} | {} |", port.name, port.direction, port.width, port.meaning);
            assert!(page.contains(&line), "{options}: {line}");
            assert!(
                port.fields.iter().all(|field| page.contains(&field.meaning)),
                "{options}: {}",
                port.name
            );
        }
        let raw = fs::read_to_string(net.folder().join("manifest.json")).unwrap();
        assert!(page.contains(&torus_gen::digest::digest(&raw)) && page.contains(&manifest.loads.digest));
        if let (Some(schedule), Some(latency)) = (&manifest.schedule, manifest.latency) {
            let length = format!(
                "{} slots; no such schedule has fewer than {}",
                schedule.length, schedule.lower_bound
            );
            let done = schedule.makespan + latency.makespan_to_done;
            let done = format!("`done_o` rises {done} cycles after it");
            assert!(page.contains(&length) && page.contains(&done) && page.contains(&schedule.digest));
        }
    }
}

/// A keyword names no network, in whatever language the folder is to stand.
#[test]
fn keywords_name_no_network() {
    for name in ["module", "wire", "logic", "endmodule", "uwire", "global", "soft", "2x2", "Net", "a__b"] {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let output = torusgen(&["emit", "3", "--name", name, "--out", out.to_str().unwrap()]);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), out.exists()), (Some(2), false), "{name}: {said}");
        assert!(said.contains("cannot name a network") && said.contains("change --name"), "{name}: {said}");
    }
    // A name that only begins with a keyword is one.
    let dir = tempfile::tempdir().unwrap();
    stdout(&["emit", "3", "--name", "wire_net", "--out", dir.path().join("out").to_str().unwrap()]);
}
