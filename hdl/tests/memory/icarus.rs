//! Whole networks of tiles in Icarus: every block arrives, and every link is used in the expected cycles.
//!
//! Parameters: every corner of the programs written by hand, with the expected cycles from a plain walk over
//! rows and routes; and algorithms with blocks of 1 to 3 flits, with the expected cycles from the model's
//! player. There are two runs, one after the other. A planted fault in each kind of module has to be found.

use crate::common::memory::bench::Network;
use crate::common::memory::{spec, Corner, CORNERS};
use crate::common::torus;
use torus_hdl::memory::MemorySpec;
use torus_model::collective::{assemble, broadcast, combining, play as play_rows, product, Plan, Program};
use torus_model::distinct;

/// The output of Icarus, and the expected one.
fn play(corner: &Corner, spoil: impl Fn(&str, String) -> String) -> (Vec<String>, Vec<String>) {
    let (torus, program) = (corner.torus(), corner.program());
    let classes = torus.nodes().map(|node| corner.class(node)).collect();
    let network = Network { spec: spec(&torus, &program), classes };
    (network.play(spoil), network.expected(corner.links(&program)))
}

#[test]
fn blocks_arrive_and_links_are_used_on_time() {
    for corner in &CORNERS {
        let (seen, expected) = play(corner, |_, text| text);
        same(&seen, &expected, &format!("{corner:?}"));
    }
}

fn same(seen: &[String], expected: &[String], what: &str) {
    let differs = seen.iter().zip(expected).find(|(seen, expected)| seen != expected);
    assert_eq!(differs, None, "{what}");
    assert_eq!(seen.len(), expected.len(), "{what}");
}

fn plans() -> Vec<Plan> {
    let at = |dims: &str, k: usize| torus(dims).node_at(k).unwrap();
    vec![
        product::product_a1(&torus("3x4")),
        product::product_a2(&torus("3x2")),
        product::product_a3(&torus("4x4")).unwrap(),
        broadcast::staged(&torus("3x3"), at("3x3", 4)).unwrap(),
        broadcast::lines(&torus("2x5"), at("2x5", 3)).unwrap(),
        combining::suh_shin(&torus("4x4")).unwrap(),
        combining::divide(&torus("4x4"), 1).unwrap(),
    ]
}

#[test]
fn algorithms_run() {
    for plan in plans() {
        for flits in 1..4 {
            let whole = assemble(&plan, flits);
            let (classes, of_source) = distinct(&whole.classes);
            let (torus, symmetry) = (plan.torus(), plan.placement.symmetry());
            let of_node = |node| of_source[symmetry.class_of(torus, node)];
            let program = Program { classes, ..whole.clone() };
            let spec = MemorySpec { width: 12, ..spec(torus, &program) };
            let network = Network { spec, classes: torus.nodes().map(of_node).collect() };
            let mut links = Vec::new();
            play_rows(&whole, |slot, events| {
                let ends = events.links.iter().map(|link| torus.tail(*link));
                links.extend(ends.map(|(node, port)| (slot, node.index(), port.index())));
            })
            .unwrap_or_else(|fault| panic!("{} {flits}: {fault}", plan.algorithm));
            same(
                &network.play(|_, text| text),
                &network.expected(links),
                &format!("{} {flits}", plan.algorithm),
            );
        }
    }
}

#[test]
fn a_planted_fault_is_seen() {
    let corner = &CORNERS[5];
    for (module, right, wrong) in [
        ("net_bank", "if (write_i)", "if (write_i & !write_addr_i[0])"),
        ("net_memory", "& write_data_2_i)", "& write_data_1_i)"),
        ("net_memory", "? bank_3_read_data", "? bank_2_read_data"),
        ("net_sequencer", "? (pass_q + ONE_PASS)", "? pass_q"),
        ("net_sequencer", "(last_i ? following", "(last_i ? phase_q"),
        ("net_core", "to_1_q <= program_to_1_i + offset", "to_1_q <= program_to_1_i"),
        ("net_program", "rows[4'd0] = ", "rows[4'd0] = ~"),
        ("net_expected_rom", "rows[4'd3] = ", "rows[4'd3] = 4 ^ "),
        ("net_self_test", "reading_q <= node_done", "reading_q <= starts"),
    ] {
        let seen = std::cell::Cell::new(false);
        let (report, expected) = play(corner, |name, text| {
            let spoilt = if name == module { text.replace(right, wrong) } else { text.clone() };
            seen.set(seen.get() | (spoilt != text));
            spoilt
        });
        assert!(seen.get(), "{module} has no {right}");
        assert!(report != expected, "{wrong} is not seen.");
    }
}
