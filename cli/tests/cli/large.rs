//! The largest inputs that are accepted.

use crate::common::{json, refused, stdout, text, torusgen};
use torus_gen::digest::digest;

#[test]
fn a_digest_beyond_two_to_the_24_links_is_asked_for() {
    // 2^24 + 2 links with h (h + 1) / 2 messages each.
    let (ring, links, h) = ("8388609", (1 << 24) + 2, 4_194_304_u64);
    let plain = stdout(&["loads", ring]);
    assert!(plain.contains("\ndigest of 16777218 links: add --digest\n"), "{plain}");
    let load = (h * (h + 1) / 2).to_string();
    let expected = digest(vec![&load[..]; links].join(","));
    let asked = json(&["loads", ring, "--digest", "--format", "json"]);
    assert_eq!(asked["digest"].as_str(), Some(&expected[..]));
    // One link less: 2^24 links have it unasked.
    let unasked = json(&["loads", "8388608", "--format", "json"]);
    assert_eq!(unasked["digest"].as_str().map(str::len), Some(64));
}

/// 33 MB, the largest table of S4NoC there is.
#[test]
fn the_largest_table_of_s4noc() {
    let dir = tempfile::tempdir().unwrap();
    let large = dir.path().join("large.shd");
    std::fs::write(&large, "n\n".repeat(4095 * 4095 - 1)).unwrap();
    let output = torusgen(&["verify", large.to_str().unwrap()]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.ends_with("16769026 in all\n"), "{said}");
}

/// What would take minutes or all memory is refused before it begins.
#[test]
fn what_is_too_large_is_refused() {
    let table = [
        (
            "sim 64x64 --placement linear --engine fabric",
            "the engine fabric was asked for on 4096 nodes; Verilator elaborates whole networks of up to \
             1024 nodes in acceptable time: use the engine tiles, which verilates one node of each kind",
        ),
        (
            "schedule 128x128 --algorithm suh-shin",
            "--algorithm suh-shin was asked for on 128x128, where the blocks of an exchange take 17179869184 \
             hops; exchanges of up to 1073741824 hops are planned: lower a radix or the number of \
             dimensions",
        ),
        (
            "emit 128x128x64 --router buffered",
            "a complete exchange of 1048576 processors has 1099510579200 packets; the bench lists each of \
             them, up to 1048576: emit a smaller torus or place fewer processors",
        ),
        (
            "emit 128x128x128 --placement linear --formal",
            "properties were asked for (--formal); translations fold this network to 128 nodes, and provers \
             take up to 64: use a full or a linear placement, or a smaller torus, or leave it out",
        ),
    ];
    for (command, said) in table {
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(refused(&words), format!("error: {said}\n"), "{command}");
    }
}
