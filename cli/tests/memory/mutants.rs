//! Faults planted in emitted networks with message memories. Each has to be found with the right node or
//! link named.
//!
//! Rows of ROMs on 4x4 by Suh and Shin, where every node has its own program; modules on a table of 3x3,
//! where all nodes are alike. Each is simulated against the original program.

use crate::common::memory::{broadcast, emitted, flip, network, simulate, transposed};
use crate::common::{edit, text, torusgen};
use std::path::Path;
use torus_gen::network::{Memory, Network};
use torus_sim::{Engine, Mismatch};

/// The mismatches of the bench after a change of one module.
fn bench(whole: &Network<Memory>, module: &str, change: impl FnOnce(&str) -> String) -> Vec<Mismatch> {
    let dir = emitted(whole);
    edit(dir.path(), module, change);
    let report = simulate(whole, dir.path(), Engine::Tiles);
    report.mismatches.iter().cloned().collect()
}

/// The mismatches of a transpose of random data after that change.
fn data(whole: &Network<Memory>, module: &str, change: impl FnOnce(&str) -> String) -> Vec<Mismatch> {
    let dir = emitted(whole);
    edit(dir.path(), module, change);
    transposed(whole, dir.path()).mismatches.iter().cloned().collect()
}

fn lines(found: &[Mismatch]) -> Vec<String> {
    found.iter().map(ToString::to_string).collect()
}

fn links(found: &[Mismatch]) -> Vec<String> {
    let link = |mismatch: &Mismatch| match mismatch {
        Mismatch::Activity { link, .. } | Mismatch::LinkCount { link, .. } => Some(link.name.clone()),
        _ => None,
    };
    found.iter().filter_map(link).collect()
}

/// The holder and the origin of every wrong flit.
fn cells(found: &[Mismatch]) -> Vec<(String, String)> {
    let cell = |mismatch: &Mismatch| match mismatch {
        Mismatch::Memory { node, origin, .. } => Some((node.name.clone(), origin.name.clone())),
        _ => None,
    };
    let mut cells: Vec<_> = found.iter().filter_map(cell).collect();
    cells.sort();
    cells.dedup();
    cells
}

/// The nodes that raise `error_o`.
fn raised(found: &[Mismatch]) -> Vec<String> {
    let nodes = |mismatch: &Mismatch| match mismatch {
        Mismatch::ErrorFlag { nodes, .. } => Some(nodes.iter().map(|node| node.name.clone()).collect()),
        _ => None,
    };
    found.iter().find_map(nodes).unwrap_or_default()
}

fn suh_shin() -> Network<Memory> {
    network("4x4", "suh-shin", 2)
}

fn table() -> Network<Memory> {
    network("3x3", "table", 2)
}

/// The fields of a row of 4x4 by Suh and Shin: cycles 4, last, again, send, port 2, head 5, from 6, to 6.
const SEND: u128 = 1 << 6;
const PORT: u128 = 1 << 7;
const HOPS: u128 = 1 << 9;
const FROM: u128 = 1 << 15;
const TO: u128 = 1 << 21;

/// The blocks of row 0: (0,2) keeps one and sends the other one to (0,3).
fn of_origin() -> Vec<(String, String)> {
    ["(0,2)", "(0,3)"].map(|node| (node.to_string(), "(0,0)".to_string())).to_vec()
}

/// The cycle of slot 0 in the bench of that network: 32 flits are loaded first.
const SLOT_0: u32 = 36;

#[test]
fn a_wrong_place_at_the_receiver_is_caught() {
    let whole = suh_shin();
    let first = &whole.kind.program.classes[0].rows[0].writes[0];
    assert_eq!(first.as_ref().unwrap().route.to_string(), "bb", "row 0 of (0,0) puts to (0,2)");
    let found = data(&whole, "torus_4x4_program_c0", |text| flip(text, 0, TO));
    assert!(links(&found).is_empty(), "{:?}", lines(&found));
    assert_eq!(cells(&found), of_origin(), "{:?}", lines(&found));
}

#[test]
fn a_wrong_place_at_the_sender_is_caught() {
    let whole = suh_shin();
    let found = data(&whole, "torus_4x4_program_c0", |text| flip(text, 0, FROM));
    assert!(links(&found).is_empty(), "{:?}", lines(&found));
    assert_eq!(cells(&found), of_origin(), "{:?}", lines(&found));
    let found = bench(&whole, "torus_4x4_program_c0", |text| flip(text, 0, FROM));
    assert_eq!(raised(&found), ["(0,2)", "(0,3)"], "{:?}", lines(&found));
}

#[test]
fn wrong_rows_change_the_links_in_use() {
    let whole = suh_shin();
    let check = |mask, expected: &[String]| {
        let found = lines(&bench(&whole, "torus_4x4_program_c0", |text| flip(text, 0, mask)));
        for line in expected {
            assert!(found.contains(line), "{line}\n{found:#?}");
        }
    };
    let none = |link, slot| format!("link {link}: expected a message in cycle {}, got none", SLOT_0 + slot);
    let some = |link, slot| format!("link {link}: expected no message in cycle {}, got one", SLOT_0 + slot);
    check(SEND, &[none("(0,0) 2+", 0), none("(0,0) 2+", 3), none("(0,1) 2+", 1)]);
    check(PORT, &[none("(0,0) 2+", 0), some("(0,0) 2-", 0), none("(0,1) 2+", 1), some("(0,3) 2-", 1)]);
    check(HOPS, &[none("(0,1) 2+", 1), none("(0,1) 2+", 4)]);
}

/// Whose expected-data ROM is wrong says so, and nobody else.
#[test]
fn a_wrong_expected_rom_is_caught_by_its_own_self_test() {
    let whole = suh_shin();
    // {partner, address of 6 bits, valid}: a place, a partner, a row that is not there.
    for (row, mask, node) in [(17, 1 << 2, "(1,1)"), (20, 1 << 8, "(1,1)")] {
        let found = bench(&whole, "torus_4x4_expected_rom_c5", |text| flip(text, row, mask));
        assert_eq!(raised(&found), [node], "{:?}", lines(&found));
        assert!(links(&found).is_empty(), "{:?}", lines(&found));
    }
    let found = bench(&whole, "torus_4x4_expected_rom_c5", |text| flip(text, 3, 1));
    // Nothing is loaded for (1,0): zeros go there, which name node 0.
    let said = |cycle| {
        format!(
            "processor (1,0), local port 0: got the message of node id 0 in cycle {cycle}, expected that \
            of node id 5"
        )
    };
    let error = "error_o: expected to stay low, rose in cycle 120, raised by (1,0)".to_string();
    assert_eq!(lines(&found), [error, said(79), said(80)]);
}

const ALL: [&str; 9] = ["(0,0)", "(0,1)", "(0,2)", "(1,0)", "(1,1)", "(1,2)", "(2,0)", "(2,1)", "(2,2)"];

/// Odd flits are never written: every node finds its results wrong, no link differs.
#[test]
fn a_bank_that_does_not_write_is_caught() {
    let spoil = |text: &str| text.replace("if (write_i)", "if (write_i & !write_addr_i[0])");
    let found = bench(&table(), "torus_3x3_bank", spoil);
    assert_eq!(raised(&found), ALL, "{:?}", lines(&found));
    assert!(links(&found).is_empty(), "{:?}", lines(&found));
    let found = data(&table(), "torus_3x3_bank", spoil);
    let odd = |mismatch: &Mismatch| matches!(mismatch, Mismatch::Memory { flit: 1, .. });
    assert!(!found.is_empty() && found.iter().all(odd), "{:?}", lines(&found));
}

/// The pass is not counted: the phase never ends, links go on and on.
#[test]
fn a_pass_that_is_not_counted_is_caught() {
    let found = bench(&table(), "torus_3x3_sequencer", |text| text.replace("pass_q + ONE_PASS", "pass_q"));
    let found = lines(&found);
    // Loads end in cycle 16, slot 0 is in 20, the second pass from 24 on; a third one should not be.
    assert_eq!(found[0], "completion: done_o expected to rise in cycle 50, did not rise before the limit");
    assert!(found[1].starts_with("link (0,0) 1+: expected 6 messages, got "), "{found:#?}");
    assert!(found[1].ends_with(", first cycle 28"), "{found:#?}");
}

/// A self-test agent that takes right for wrong complains everywhere; a blind one hides nothing from who
/// watches the links' ends.
#[test]
fn self_test_agents_are_not_believed() {
    let whole = table();
    let found = bench(&whole, "torus_3x3_self_test", |text| {
        text.replace("(mem_data_i != expected_q)", "(mem_data_i == expected_q)")
    });
    assert_eq!(raised(&found), ALL, "{:?}", lines(&found));
    let dir = emitted(&whole);
    edit(dir.path(), "torus_3x3_self_test", |text| {
        text.replace("(mem_data_i != expected_q)", "(mem_data_i[0] & !mem_data_i[0])")
    });
    // Local port 1+ sends the block for (2,0) in place of that for (1,0).
    edit(dir.path(), "torus_3x3_program", |text| flip(text, 0, 1 << 11));
    let found: Vec<Mismatch> =
        simulate(&whole, dir.path(), Engine::Tiles).mismatches.iter().cloned().collect();
    let line = "processor (1,0), local port 1+: got a message from node id 0 to node id 6 in cycle ";
    assert!(raised(&found).is_empty(), "{:?}", lines(&found));
    assert!(lines(&found).iter().any(|said| said.starts_with(line)), "{:?}", lines(&found));
}

/// The second flit goes to the place of the first.
#[test]
fn an_offset_that_is_not_added_is_caught() {
    let found =
        bench(&table(), "torus_3x3_core", |text| text.replace("program_to_2_i + offset", "program_to_2_i"));
    assert_eq!(raised(&found), ALL, "{:?}", lines(&found));
    let found =
        data(&table(), "torus_3x3_core", |text| text.replace("program_to_2_i + offset", "program_to_2_i"));
    let pairs = cells(&found);
    // Local port 2+ brings what comes first by 2+: one word in eight, at every node.
    assert!(!pairs.is_empty() && pairs.len() % 9 == 0, "{pairs:?}");
}

/// Faults that payloads show which are not 0, nor the same in any two flits or runs: in a broadcast of one
/// flit from node 0, and in an exchange. Some leave the exchange asked for as it should be, as the bit that
/// they hold rests in it.
#[test]
fn memories_that_lose_or_confuse_flits_are_caught() {
    let one = broadcast("3x3", "0,0", 1);
    for (module, right, wrong) in [
        ("bank", "if (write_i)", "if (1'b0)"),
        ("bank", "read_data_q <= flits[read_addr_i]", "read_data_q <= 32'h0"),
        ("bank", "<= write_data_i", "<= write_data_i & 32'hffff_0000"),
        ("bank", "<= write_data_i", "<= write_data_i | 32'h0000_0100"),
    ] {
        for engine in [Engine::Tiles, Engine::Fabric] {
            assert_seen(&one, engine, [module, right, wrong]);
        }
    }
}

#[test]
fn flits_that_change_places_or_bits_are_caught() {
    let whole = table();
    for (module, right, wrong) in [
        ("bank", "if (write_i)", "if (1'b0)"),
        ("bank", "read_data_q <= flits[read_addr_i]", "read_data_q <= 32'h0"),
        ("core", "program_from_2_i + offset", "program_from_2_i"),
        ("core", "program_from_2_i + offset", "program_from_2_i + (offset ^ 6'd1)"),
        ("memory", "read_index_1 = read_addr_1_i[3:0]", "read_index_1 = {read_addr_1_i[3:1], 1'b0}"),
        ("memory", "write_bank_2 = write_addr_2_i[5:4]", "write_bank_2 = write_addr_2_i[5:4] ^ 2'd1"),
        ("core", "{to_0_q, memory_read_data_0}", "{to_0_q, memory_read_data_0} & ~38'h8000_0000"),
        ("core", "{to_0_q, memory_read_data_0}", "{to_0_q, memory_read_data_0} & ~38'h0000_4000"),
        ("core", "{to_0_q, memory_read_data_0}", "{to_0_q, memory_read_data_0} | 38'h0020_0000"),
        (
            "core",
            "{to_0_q, memory_read_data_0}",
            "{to_0_q, memory_read_data_0[15:0], memory_read_data_0[31:16]}",
        ),
    ] {
        assert_seen(&whole, Engine::Tiles, [module, right, wrong]);
    }
}

/// Checks that the bench's default comparison finds a change of one module.
fn assert_seen(whole: &Network<Memory>, engine: Engine, [module, right, wrong]: [&str; 3]) {
    let dir = emitted(whole);
    edit(dir.path(), &format!("torus_3x3_{module}"), |text| text.replace(right, wrong));
    let report = simulate(whole, dir.path(), engine);
    let found = report.details();
    assert!(found.contains("error_o: expected to stay low"), "{engine:?}, {module}: {wrong}\n{found}");
}

/// Exit code 1, the node and the link on standard error.
#[test]
fn a_mismatch_ends_with_exit_code_one() {
    let dir = emitted(&suh_shin());
    edit(dir.path(), "torus_4x4_program_c0", |text| flip(text, 0, SEND));
    let said = of_folder(dir.path(), &[]);
    assert!(
        said.iter().any(|line| line == "link (0,0) 2+: expected 32 messages, got 28, first cycle 36"),
        "{said:#?}"
    );
    let said = of_folder(dir.path(), &["--check", "transpose"]);
    assert!(said.iter().any(|line| line.contains("(0,2)")), "{said:#?}");
}

fn of_folder(dir: &Path, more: &[&str]) -> Vec<String> {
    let output = torusgen(&[&["sim", "--from", dir.to_str().unwrap()], more].concat());
    assert_eq!(output.status.code(), Some(1));
    text(&output.stderr).lines().map(str::to_string).collect()
}
