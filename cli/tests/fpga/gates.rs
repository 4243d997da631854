//! Exchanges of 3x3 networks whose nodes are netlists of iCE40 cells, in Icarus with Yosys' models of the
//! cells.
//!
//! Tops and agents of the bench are used as emitted. The testbench shares no code with the simulator. It
//! counts the messages on every link; these have to be the loads that `torusgen loads` counts from the
//! routes. A netlist with a constant at one register must fail.

use crate::common::icarus::{counted, Emitted};
use crate::common::{files_of_list, json, tool};
use crate::equiv::NODES;

/// More cycles than any of the exchanges takes.
const CYCLES: usize = 150;

/// The file of the cells' models, from Yosys.
fn models() -> String {
    let script = "read_verilog -lib +/ice40/cells_sim.v";
    let (good, said) = tool("yosys", &["-p", script], &std::env::temp_dir());
    let path = said.split_once("Verilog input from `").and_then(|(_, rest)| rest.split_once('\''));
    assert!(good, "{said}");
    path.expect("a path").0.to_string()
}

/// An emitted network with the netlist instead of the node in its list, and the netlist.
fn netlist(options: &str, module: &str) -> (Emitted, String) {
    let network = Emitted::new(&format!("{options} --width 8"));
    let (folder, name) = (network.folder(), network.manifest.name.clone());
    let list = format!("{name}.f");
    let (files, node) = (files_of_list(&folder, &list), format!("{name}_{module}"));
    let script = format!(
        "read_verilog {files}; synth_ice40 -top {node}; setattr -mod -unset keep_hierarchy *; flatten; \
         opt_clean; write_verilog -noattr net.v"
    );
    let (good, said) = tool("yosys", &["-q", "-p", &script], &folder);
    assert!(good, "{options}: {said}");
    let others = files.split(' ').filter(|file| **file != format!("rtl/{node}.v"));
    let lines: Vec<String> = others.map(String::from).chain(["net.v".into(), models()]).collect();
    std::fs::write(folder.join(list), lines.join("\n") + "\n").unwrap();
    // The models have values for inputs that are left open, which is no Verilog-2001.
    let net = std::fs::read_to_string(folder.join("net.v")).unwrap();
    let text = format!("`define NO_ICE40_DEFAULT_ASSIGNMENTS\n{net}");
    std::fs::write(folder.join("net.v"), &text).unwrap();
    (network, text)
}

/// The loads of links by their ids, counted from the routes. They are the same for all networks.
fn loads(network: &Emitted) -> Vec<u64> {
    let dims: Vec<String> = network.manifest.dims.iter().map(u32::to_string).collect();
    let stated = json(&["loads", &dims.join("x"), "--links", "--format", "json"]);
    let manifest = std::fs::read_to_string(network.folder().join("manifest.json")).unwrap();
    assert!(manifest.contains(stated["digest"].as_str().unwrap()), "{manifest}");
    let links = stated["links"].as_array().expect("loads of links");
    links.iter().map(|load| load.as_str().unwrap().parse().unwrap()).collect()
}

/// Runs one exchange in Icarus. Returns whether it ended without an error, and the messages on every link.
fn exchange(network: &Emitted) -> (bool, Vec<u64>) {
    let seen = network.run(&format!("{}_bench", network.manifest.name), "cycle == 0", "", CYCLES);
    let last = seen.last().unwrap();
    (last["done_o"][0] && !last["error_o"][0], counted(&seen, "link_valid_o"))
}

#[test]
fn gates_carry_the_exact_loads() {
    for (options, module) in NODES {
        let (network, text) = netlist(options, module);
        assert!(text.contains("SB_LUT4") && text.contains("SB_DFF") && !text.contains("always"), "{options}");
        assert_eq!(exchange(&network), (true, loads(&network)), "{options}");
    }
}

/// The netlist with a constant at the register of a link. The register's name depends on the kind of router.
fn held(netlist: &str) -> String {
    let mut lines: Vec<&str> = netlist.lines().collect();
    let valid = |line: &&str| {
        let name =
            line.trim_start().strip_prefix(".Q(").unwrap_or_default().trim_end_matches([' ', ')', ',']);
        let is_output = name.contains("tx_valid_") && name.ends_with("_o");
        is_output || ["u_input_0.valid_q", "u_output_0.valid_q"].iter().any(|end| name.ends_with(end))
    };
    let output = lines.iter().position(valid).expect("the register of a link");
    let input = lines[..output].iter().rposition(|line| line.contains(".D(")).expect("its input");
    lines[input] = "    .D(1'h0),";
    lines.join("\n")
}

#[test]
fn gates_with_a_register_that_stays_are_found() {
    for (options, module) in NODES {
        let (network, text) = netlist(options, module);
        std::fs::write(network.folder().join("net.v"), held(&text)).unwrap();
        assert_ne!(exchange(&network), (true, loads(&network)), "{options}");
    }
}
