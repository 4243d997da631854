//! The example of two clocks in an emitted folder: it runs unchanged, and fails if a packet is for another
//! node or if a beat is lost between the clocks.

use crate::common::{edit, icarus::Emitted, text};
use std::{path::Path, process::Command};

/// Runs `make sim-axis` in a folder. Returns whether it succeeded, and its output.
fn example(dir: &Path) -> (bool, String) {
    let mut command = Command::new("make");
    command.arg("sim-axis").current_dir(dir).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let output = command.output().expect("make");
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

fn net(words: &str) -> Emitted {
    Emitted::new(&format!("{words} --interface axis --local-clock --name n"))
}

#[test]
fn the_example_runs() {
    for (words, packets) in [
        ("2x3 --router buffered --ports one --flits 2", 6),
        ("3x4 --router buffered", 48),
        ("2x5 --router buffered --deadlock bubble --flits 2 --channels 1", 30),
        ("3x3 --router buffered --placement linear", 6),
        ("4x4 --placement linear", 4),
        ("2", 2),
        ("3x2 --algorithm product-a2 --flits 3 --width 8", 30),
        ("2 --algorithm one-row", 2),
        ("2x3 --algorithm broadcast --source 1,0 --flits 3", 10),
        ("3 --algorithm broadcast-lines --source 2 --width 8 --axil", 4),
        ("4x4 --placement linear --algorithm table --axil", 12),
    ] {
        let (good, said) = example(&net(words).folder());
        assert!(
            good && said.contains(&format!("PASS: every packet arrived once, {packets} packets")),
            "{words}: {said}"
        );
    }
}

#[test]
fn the_example_fails_where_it_has_to() {
    let net = net("3 --router buffered --ports one");
    let bench = net.folder().join("examples/tb_n_axis.v");
    let good = std::fs::read_to_string(&bench).expect("the example");
    std::fs::write(&bench, good.replace("target[0] = 2'd1;", "target[0] = 2'd0;")).expect("a writable file");
    let (passes, said) = example(&net.folder());
    assert!(!passes && said.contains("FAIL: 2 of 3 packets arrived"), "{said}");
    std::fs::write(&bench, good).expect("a writable file");
    edit(&net.folder(), "n_axis_cross", |text: &str| text.replace("get | (valid_q & ~read_ready_i)", "1'b0"));
    let (passes, said) = example(&net.folder());
    assert!(!passes && said.contains("FAIL: 0 of 3 packets arrived"), "{said}");
}
