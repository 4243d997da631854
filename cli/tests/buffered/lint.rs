//! Emitted networks of buffered routers in the linters, without a waiver.
//!
//! Verilator `-Wall` on the list of files and on every tile (benches and boards: `bench.rs`), Icarus as
//! Verilog-2001, yosys `check -assert`. Parameters: both rules, both port models, radix 2 and odd ones,
//! nodes without processor, packets of one flit and of several, one channel and many, the narrowest payload,
//! three dimensions.

use crate::common::buffered::Net;
use crate::common::lint;
use rayon::prelude::*;
use std::collections::BTreeSet;

fn is_clean(words: &str) {
    let net = Net::new(words);
    let (dir, manifest) = (net.dir.path(), net.manifest());
    let list = format!("{}.f", manifest.name);
    lint::verilator(words, dir, &["-f", &list]);
    for kind in &manifest.kinds {
        lint::verilator(words, dir, &["-y", "rtl", &format!("rtl/{}.v", kind.tile)]);
    }
    lint::icarus(words, dir, &list);
    lint::yosys(words, dir, &list, &manifest.top);
    lint::names(dir, &manifest, "");
}

#[test]
fn small_networks_are_clean() {
    let table = [
        "3 --channels 2 --depth 1",
        "2x3 --ports one --flits 3",
        "4x4 --placement linear --ports one",
        "2x2 --deadlock bubble --channels 1",
        "3x4 --routing udr --deadlock bubble --flits 2",
        "2x3x4 --ports one --channels 2 --depth 2",
        "3 --channels 2 --depth 1 --pipeline 2",
        "2x3 --ports one --flits 3 --pipeline 2",
        "4x4 --placement linear --ports one --pipeline 2",
        "2x2 --deadlock bubble --channels 1 --pipeline 2",
        "3x4 --routing udr --deadlock bubble --flits 2 --pipeline 2",
        "2x3x4 --ports one --channels 6 --depth 3 --pipeline 2",
        "3 --channels 2 --depth 1 --link-stages 1",
        "2x3 --ports one --flits 3 --link-stages 0,1,wrap=2",
        "4x4 --placement linear --ports one --link-stages 3,2,wrap=0 --pipeline 2",
        "2x2 --deadlock bubble --channels 1 --link-stages 32",
    ];
    table.into_par_iter().for_each(is_clean);
}

/// The same bytes every time, and every file of the list is there.
#[test]
fn folders_are_whole_and_the_same() {
    let (one, two) = (Net::new("2x3 --ports one --flits 3"), Net::new("2x3 --ports one --flits 3"));
    let files = |net: &Net| {
        let all = net.network.files();
        all.into_iter().collect::<BTreeSet<_>>()
    };
    assert_eq!(files(&one), files(&two));
    for file in &one.manifest().files {
        assert!(one.dir.path().join(file).is_file(), "{file}");
    }
}
