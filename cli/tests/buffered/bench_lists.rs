//! The lists of packets in `NAME_bench` of buffered networks: their rows, their largest length, and that
//! Icarus shows a fault in one of them.

use super::bench::{deliveries, emitted, expected, network, run, Seen};
use torus_gen::network::{Buffered, Network};

/// The positions of the digits of each row of the lists.
fn rows(text: &str) -> Vec<std::ops::Range<usize>> {
    let row = |(at, _): (usize, &str)| {
        let start = at + text[at..].find("'h").unwrap() + 2;
        (text[start..].find(';').map(|end| start..start + end)).unwrap()
    };
    text.match_indices("  rows_").filter(|(at, _)| text[*at..].contains("// ")).map(row).collect()
}

/// Runs a network with the first row of its first list replaced.
fn with_row(network: &Network<Buffered>, change: impl Fn(u64, u64) -> u64) -> Vec<Seen> {
    let dir = emitted(network);
    let path = dir.path().join(format!("rtl/{}_lists.v", network.base.name));
    let mut text = std::fs::read_to_string(&path).unwrap();
    let rows = rows(&text);
    let value = |k: usize| u64::from_str_radix(&text[rows[k].clone()], 16).unwrap();
    let changed = change(value(0), value(1));
    assert_ne!(changed, value(0));
    text.replace_range(rows[0].clone(), &format!("{changed:x}"));
    std::fs::write(&path, text).unwrap();
    run(network, dir.path())
}

/// One row wrong: where it is for, how far it goes, sent twice instead of another, not valid.
#[test]
fn mutants_of_a_list_are_seen() {
    for ports in ["one", "all"] {
        let network = network("3x4", &[("ports", ports)]);
        let (links, _) = expected(&network);
        let to = 1u64 << (1 + if ports == "one" { 2 } else { 0 } + design_head(&network));
        let hops = 1u64 << (1 + if ports == "one" { 2 } else { 0 });
        for (what, change) in [("destination", to), ("hops", hops)] {
            let seen = with_row(&network, |row, _| row ^ change);
            assert!(seen[0].error, "{what}, {ports}-port: {:?}", seen[0]);
            assert!(seen[1].error, "{what}, {ports}-port: error_o is sticky");
        }
        let twice = &with_row(&network, |_, other| other)[0];
        let pairs = deliveries(&network, twice);
        assert!(pairs.values().any(|&count| count == 2) && twice.links != links, "{twice:?}");
        let silent = &with_row(&network, |row, _| row & !1)[0];
        assert!(!silent.done && silent.links != links, "{silent:?}");
    }
}

/// Bits of a flit's head, from the manifest.
fn design_head(network: &Network<Buffered>) -> usize {
    let dir = emitted(network);
    torus_sim::Manifest::read(dir.path()).unwrap().buffered.unwrap().head
}

/// The bench lists every packet, so its size is bounded; the network alone is not.
#[test]
fn exchanges_beyond_the_lists_are_refused() {
    let network = network("33x32", &[("ports", "one")]);
    let said = network.files().unwrap_err().to_string();
    assert_eq!(
        said,
        "a complete exchange of 1056 processors has 1114080 packets; the bench lists each of them, up to \
         1048576: emit a smaller torus or place fewer processors (torusgen sim runs this one)"
    );
    let names: Vec<String> = network.files_without_bench().into_iter().map(|(path, _)| path).collect();
    assert!(
        names.contains(&"rtl/torus_33x32.v".into()) && !names.contains(&"rtl/torus_33x32_bench.v".into())
    );
}

/// The same description gives the same bytes; another seed another order.
#[test]
fn lists_follow_the_seed() {
    let network = network("4x4", &[]);
    let mut other = network.clone();
    other.base.effort.seed += 1;
    let files = |network: &Network<Buffered>| network.files().unwrap();
    assert_eq!(files(&network), files(&network));
    let list = |network: &Network<Buffered>| {
        files(network).into_iter().find(|(path, _)| path.ends_with("_lists.v")).unwrap().1
    };
    assert_ne!(list(&network), list(&other));
}

#[test]
fn the_file_list_ends_with_the_bench() {
    let network = network("2x3", &[]);
    let files = network.files().unwrap();
    let (_, list) = files.iter().find(|(path, _)| path == "torus_2x3.f").unwrap();
    assert_eq!(list.lines().last(), Some("rtl/torus_2x3_bench.v"));
    let (_, board) = files.iter().find(|(path, _)| path == "torus_2x3_board.f").unwrap();
    let files = |list: &str| list.lines().skip(1).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(files(board), [files(list), vec!["rtl/torus_2x3_board.v".into()]].concat());
    let manifest = torus_sim::Manifest::read(emitted(&network).path()).unwrap();
    assert!(manifest.files.contains(&format!("rtl/{}.v", manifest.bench)));
}
