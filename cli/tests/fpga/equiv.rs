//! The netlist of a node of each kind, as Yosys maps it to an ECP5, is proved equal to its RTL.
//!
//! Registers are matched by name. Memories are in registers on both sides, because distributed memories and
//! block RAM have no names for their words (`-nolutram -nobram`). The proof has no bound in time: outputs
//! and next states are equal if states are, one and two steps later. The netlist is read as it was written.
//! If one of its tables is inverted, the proof must fail, or it would prove nothing. The cells' models are
//! those of Yosys.

use crate::common::{self, files_of_list, stdout, tool};
use std::path::Path;

/// The nodes: options of the network, and the ending of the module's name.
pub const NODES: [(&str, &str); 7] = [
    ("3x3", "node"),
    ("3x3 --switching slots", "node"),
    ("4x4 --switching generator", "node"),
    ("3x3 --switching generator", "node"),
    ("3x3 --algorithm product-a3", "node"),
    ("3x3 --ports one --router buffered --deadlock bubble --channels 1", "router"),
    ("3x3 --ports one --router buffered --deadlock bubble --channels 1 --pipeline 2", "router"),
];
const CELLS: &str = "+/ecp5/cells_sim.v";

/// A folder with the network and `net.v`, the netlist of its node.
fn mapped(network: &str, module: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let out = common::path(dir.path(), "");
    stdout(&[&["emit", "--width", "8", "--name", "n", "--out", &out], &*words(network)].concat());
    let script = format!(
        "read_verilog {}; synth_ecp5 -nowidelut -nolutram -nobram -top n_{module}; {FLAT}; opt_clean; \
         write_verilog -noattr net.v",
        sources(dir.path())
    );
    let (good, said) = tool("yosys", &["-q", "-p", &script], dir.path());
    assert!(good, "{network}: {said}");
    dir
}

const FLAT: &str = "setattr -mod -unset keep_hierarchy *; flatten";

fn words(network: &str) -> Vec<&str> {
    network.split(' ').collect()
}

/// The modules of the node, without the tops above it.
fn sources(dir: &Path) -> String {
    let tops = ["rtl/n.v", "rtl/n_bench.v"];
    files_of_list(dir, "n.f").split(' ').filter(|file| !tops.contains(file)).collect::<Vec<_>>().join(" ")
}

/// Whether `net.v` is proved equal to the RTL, and the output of Yosys.
fn equal(dir: &Path, module: &str) -> (bool, String) {
    // What is neither a register nor a port may differ where nobody sees it.
    let hidden = "select -set regs t:$*dff* %co1:+[Q] w:* %i; select -set rest w:* @regs %d i:* %d o:* %d; \
                  rename -hide @rest";
    let script = format!(
        "read_verilog {}; hierarchy -top n_{module}; proc; {FLAT}; opt_expr; opt_clean; memory_collect; \
         memory_map; opt_expr; opt_clean; {hidden}; design -stash gold; \
         read_verilog net.v; read_verilog -lib {CELLS}; hierarchy -top n_{module}; \
         techmap -autoproc -map {CELLS}; flatten; async2sync; opt_expr; opt_clean; design -stash gate; \
         design -copy-from gold -as gold n_{module}; design -copy-from gate -as gate n_{module}; \
         equiv_make gold gate equiv; hierarchy -top equiv; opt_expr; opt_clean; \
         equiv_simple -short; equiv_induct -seq 2; equiv_status -assert",
        sources(dir)
    );
    tool("yosys", &["-p", &script], dir)
}

/// The netlist with the `n`-th table inverted.
fn inverted(netlist: &str, n: usize) -> String {
    let mark = ".INIT(16'h";
    let (at, _) = netlist.match_indices(mark).nth(n).expect("a table");
    let (begin, end) = (at + mark.len(), at + mark.len() + 4);
    let value = u16::from_str_radix(&netlist[begin..end], 16).expect("a table of sixteen bits");
    format!("{}{:04x}{}", &netlist[..begin], !value, &netlist[end..])
}

#[test]
fn the_netlist_of_every_kind_of_node_is_equal_to_its_text() {
    for (network, module) in NODES {
        let dir = mapped(network, module);
        let (same, said) = equal(dir.path(), module);
        assert!(same && said.contains("Equivalence successfully proven!"), "{network}: {said}");
    }
}

#[test]
fn an_inverted_table_of_a_netlist_is_found() {
    let dir = mapped(NODES[0].0, NODES[0].1);
    let netlist = std::fs::read_to_string(dir.path().join("net.v")).unwrap();
    for n in [0, 40, 80] {
        std::fs::write(dir.path().join("net.v"), inverted(&netlist, n)).unwrap();
        let (same, said) = equal(dir.path(), NODES[0].1);
        assert!(!same && said.contains("unproven $equiv cells in 'equiv_status -assert'"), "{n}: {said}");
    }
}
