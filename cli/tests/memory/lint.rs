//! Networks with message memories in the linters, without a waiver.
//!
//! Verilator `-Wall` with the network, the bench, the board and every node and tile as top; Icarus as
//! Verilog-2001; yosys `check -assert`. Corners: radix 2, one dimension, one port, one class and many, nodes
//! without processor, wide and narrow payloads, deep memories, one flit and many.

use crate::common::memory::{broadcast, emitted, network, network_of, options, partial};
use crate::common::{lint, tool};
use rayon::prelude::*;
use std::path::Path;
use torus_gen::network::{Memory, Network};
use torus_gen::NetworkOptions;
use torus_sim::Manifest;

fn is_clean(network: &Network<Memory>) {
    let folder = emitted(network);
    let (dir, net) = (folder.path(), &network.base.name);
    let what = format!("{} on {net}", network.kind.plan.algorithm);
    let manifest = Manifest::read(dir).unwrap();
    let fixed = ["", "_bench", "_board"].map(|top| format!("{net}{top}"));
    let nodes = manifest.kinds.iter().flat_map(|kind| [kind.node.clone(), kind.tile.clone()]);
    let tops: Vec<String> = fixed.into_iter().chain(nodes).collect();
    tops.par_iter().for_each(|top| {
        lint::verilator(&what, dir, &["-y", "rtl", &format!("rtl/{top}.v")]);
        let args = ["-g2001", "-Wall", "-s", top, "-t", "null", "-y", "rtl", &format!("rtl/{top}.v")];
        let (good, said) = tool("iverilog", &args, dir);
        let said: Vec<&str> = said.lines().filter(|line| !line.contains("timescale")).collect();
        assert!(good && said.is_empty(), "{what}: iverilog on {top}\n{}", said.join("\n"));
    });
    lists(&what, dir, net);
    lint::names(dir, &manifest, "// plan digest ");
}

/// Checks that Yosys finds no net in the files of a list that is driven twice or not at all. The other tools
/// have read the same files by name (lists: `emitted/file_lists.rs`).
fn lists(what: &str, dir: &Path, net: &str) {
    lint::yosys(what, dir, &format!("{net}_board.f"), &format!("{net}_board"));
}

#[test]
fn the_narrowest_networks_are_clean() {
    is_clean(&network("2", "product-a1", 1));
    is_clean(&network("2x2", "product-a3", 3));
    is_clean(&network_of(&NetworkOptions { kind: Some("oneshot".into()), ..options("5", "table", 1) }));
    is_clean(&broadcast("2x3", "1,2", 5));
}

#[test]
fn one_class_is_clean() {
    is_clean(&network_of(&NetworkOptions { width: Some(1024), ..options("3x3", "table", 2) }));
    is_clean(&network_of(&NetworkOptions {
        depth: Some(1000),
        width: Some(8),
        ..options("3x4", "one-row", 1)
    }));
    is_clean(&network("2x2x2", "product-a2", 2));
}

#[test]
fn many_classes_and_nodes_without_processor_are_clean() {
    is_clean(&network("4x4", "suh-shin", 2));
    is_clean(&partial());
    let placement = Some("linear".into());
    is_clean(&network_of(&NetworkOptions { placement, ..options("4x4", "table", 3) }));
}
