//! Registers of links stay flip-flops: no synthesis of Yosys makes a memory or a shift register of them,
//! however many stages there are. Without the attributes of the text one does, which the count notices.

use crate::common::{icarus::Emitted, tool};
use std::path::Path;

/// A synthesis, and its flip-flops, of which there has to be one for each bit of each stage.
const FAMILIES: [(&str, &[&str]); 3] = [
    ("synth_xilinx", &["FDRE", "FDSE"]),
    ("synth_ecp5", &["TRELLIS_FF"]),
    ("synth_ice40", &["SB_DFF", "SB_DFFSR"]),
];

/// The flip-flops of a link in a family.
fn flip_flops(folder: &Path, (synthesis, cells): (&str, &[&str]), stages: usize) -> usize {
    let script = format!(
        "read_verilog rtl/n_link.v; chparam -set STAGES {stages} n_link; {synthesis} -top n_link; tee -o \
         stat.txt stat"
    );
    let (good, said) = tool("yosys", &["-q", "-p", &script], folder);
    assert!(good, "{said}");
    let stat = std::fs::read_to_string(folder.join("stat.txt")).unwrap();
    let count = |line: &str| {
        let (cell, number) = line.trim().split_once(char::is_whitespace)?;
        cells.contains(&cell).then(|| number.trim().parse::<usize>().expect("a number of cells"))
    };
    stat.lines().filter_map(count).sum()
}

#[test]
fn registers_of_links_are_flip_flops() {
    let network = Emitted::new("3x3 --link-stages 2 --name n");
    // The widths in the module's parameters, and the valid bit.
    let bits = 1 + 9 + 32;
    for family in FAMILIES {
        for stages in [1, 2, 4, 20] {
            assert_eq!(flip_flops(&network.folder(), family, stages), stages * bits, "{family:?} {stages}");
        }
    }
    let path = network.folder().join("rtl/n_link.v");
    let text = std::fs::read_to_string(&path).unwrap();
    let plain: Vec<&str> =
        text.split("(* keep").map(|part| part.split_once("*)").map_or(part, |(_, rest)| rest)).collect();
    std::fs::write(&path, plain.concat()).unwrap();
    assert!(
        flip_flops(&network.folder(), FAMILIES[0], 4) < 4 * bits,
        "the shift registers of Xilinx are seen"
    );
}
