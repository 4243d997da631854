//! Faults planted in the emitted hardware. Each has to be found with the right link or node named.
//!
//! One test for each kind of fault. The network is simulated against the original schedule.

use crate::common::{
    edit, emitted, exchange, experiment, generated, in_slots, network, network_of, simulate,
};
use std::collections::BTreeSet;
use torus_gen::network::{Network, Scheduled};
use torus_hdl::spec::Source;
use torus_model::route::bits;
use torus_model::schedule::steps::{Step, Steps};
use torus_model::{route::shorter_way, Port, Route, Segment, Sign};
use torus_sim::{Engine, Experiment, Mismatch, Report};

fn swap(text: &str, a: &str, b: &str) -> String {
    assert!(text.contains(a) && text.contains(b), "{a} and {b} are in the text");
    text.replace(a, "\u{1}").replace(b, a).replace('\u{1}', b)
}

/// Names of links whose count or activity is wrong.
fn wrong_links(report: &Report) -> Vec<String> {
    let link = |mismatch: &Mismatch| match mismatch {
        Mismatch::LinkCount { link, .. } | Mismatch::Activity { link, .. } => Some(link.name.clone()),
        _ => None,
    };
    report.mismatches.iter().filter_map(link).collect()
}

/// The names of links whose use in some slot differs between two schedules, found without the simulator.
fn differing_links(one: &Network<Scheduled>, other: &Network<Scheduled>) -> Vec<String> {
    let (torus, mut names) = (one.base.torus(), Vec::new());
    let used = |network: &Network<Scheduled>| {
        let slots = network.kind.schedule.link_classes_by_slot();
        move |class: usize, slot: usize| slots.get(slot).is_some_and(|links| links.contains(&class))
    };
    let (one_uses, other_uses) = (used(one), used(other));
    let slots = one.kind.schedule.makespan().max(other.kind.schedule.makespan()) as usize;
    for link in torus.links() {
        let class = one.base.placement.symmetry().link_class(torus, link);
        if (0..slots).any(|slot| one_uses(class, slot) != other_uses(class, slot)) {
            names.push(torus.link_name(link));
        }
    }
    names
}

#[test]
fn swapped_rom_rows_are_caught() {
    let whole = network("4x4", "linear");
    let mut spoiled = whole.clone();
    spoiled.kind.schedule.entries.iter_mut().for_each(|entry| entry.slot = 1 - entry.slot);
    let dir = emitted(&whole);
    // The same fault in the text: rows 0 and 1 change places.
    edit(dir.path(), "torus_4x4_rom", |text| swap(text, "rows[1'd0]", "rows[1'd1]"));
    for engine in [Engine::Tiles, Engine::Model] {
        let report = simulate(&whole, dir.path(), engine);
        let (named, expected) = (wrong_links(&report), differing_links(&whole, &spoiled));
        assert!(
            !named.is_empty() && named.iter().all(|link| expected.contains(link)),
            "{}",
            report.mismatches
        );
        // Row 1, now first, has a message on local port 1-; row 0 has none.
        let said = report.mismatches.to_string();
        assert!(said.contains("link (0,0) 1-: expected no message in cycle 3, got one"), "{said}");
    }
}

/// The tie of one offset goes `-` in the ROM: loads move from the `+` links to the `-` links.
#[test]
fn a_flipped_tie_is_caught() {
    let whole = network("4x4", "full");
    let mut spoiled = whole.clone();
    let flip = |run: &Segment| {
        if run.hops == 2 {
            Segment { port: Port::new(run.port.dim(), Sign::Minus), ..*run }
        } else {
            *run
        }
    };
    let entry = spoiled.kind.schedule.entries.iter_mut().find(|entry| entry.offset == [2, 0]).unwrap();
    entry.route = Route::new(entry.route.segments().iter().map(flip));
    let slot = entry.slot;
    assert_eq!(shorter_way(2, 4).0, Sign::Plus);
    // Where the flipped word meets no other message, only loads tell; move what is in its way.
    let dir = emitted(&spoiled);
    let report = simulate(&whole, dir.path(), Engine::Tiles);
    assert!(!report.matches());
    let text = report.mismatches.to_string();
    assert!(text.contains("link (0,0) 1+: expected 12 messages, got 10"), "{text}");
    assert!(text.contains(&format!("1+: expected a message in cycle {}, got none", 3 + slot)), "{text}");
}

/// The wrap link from (3,x2) to (0,x2) delivers nothing: every message that is missing was to cross it.
#[test]
fn a_dropped_wrap_link_is_caught() {
    let whole = network("4x4", "linear");
    let dir = emitted(&whole);
    edit(dir.path(), "torus_4x4", |text| {
        text.replace("(link_head[T0*HW+0 +: 9])", "(link_head[T0*HW+0 +: 9] & {9{X0 != 0}})")
    });
    let report = simulate(&whole, dir.path(), Engine::Fabric);
    let crossing = |mismatch: &Mismatch| match mismatch {
        Mismatch::Missing { source, destination, .. } => {
            let (from, to) = (
                whole.base.torus().coordinate(source.id, 0),
                whole.base.torus().coordinate(destination.id, 0),
            );
            let (sign, hops) = shorter_way((to + 4 - from) % 4, 4);
            Some(sign == Sign::Plus && from + hops >= 4)
        }
        _ => None,
    };
    let missing: Vec<bool> = report.mismatches.iter().filter_map(crossing).collect();
    assert!(!missing.is_empty() && missing.iter().all(|&crosses| crosses), "{}", report.mismatches);
    // After the wrap link, in node (0,x2), the messages are not there any more.
    assert!(
        wrong_links(&report).iter().all(|link| link.starts_with("(0,") || link.starts_with("(1,")),
        "{}",
        report.mismatches
    );
}

/// Processor (0,3) is told that it is at (0,2): what it sends claims wrong destinations.
#[test]
fn a_wrong_coordinate_strap_is_caught() {
    let whole = network("4x4", "full");
    let dir = emitted(&whole);
    // Straps are {node id, x2, x1} in 4 + 2 + 2 bits: node 3 is 3*16 + 3*4.
    edit(dir.path(), "torus_4x4_bench", |text| text.replacen("8'd60", "8'd56", 1));
    let report = simulate(&whole, dir.path(), Engine::Fabric);
    let source = |mismatch: &Mismatch| match mismatch {
        Mismatch::Misdelivered { source, .. } => Some(*source),
        _ => None,
    };
    let sources: Vec<u32> = report.mismatches.iter().filter_map(source).collect();
    assert!(!sources.is_empty() && sources.iter().all(|&source| source == 3), "{}", report.mismatches);
    let missing = |mismatch: &Mismatch| match mismatch {
        Mismatch::Missing { source, .. } => Some(source.name.clone()),
        _ => None,
    };
    assert!(
        report.mismatches.iter().filter_map(missing).all(|name| name == "(0,3)"),
        "{}",
        report.mismatches
    );
}

/// Requests take `2-` for `2+` and the other way round: turns into dimension 2 go wrong, nothing else
/// does.
#[test]
fn a_wrong_direction_entry_is_caught() {
    let whole = network("4x4", "linear");
    let dir = emitted(&whole);
    // The next run present, in the low bit, and its port.
    let swapped = |text: &str| text.replace("3'd5", "\u{1}").replace("3'd7", "3'd5").replace('\u{1}', "3'd7");
    ["plus", "minus"]
        .iter()
        .for_each(|sign| edit(dir.path(), &format!("torus_4x4_request_x1_{sign}"), swapped));
    let report = simulate(&whole, dir.path(), Engine::Tiles);
    let links = wrong_links(&report);
    assert!(!links.is_empty() && links.iter().all(|link| link.contains(") 2")), "{}", report.mismatches);
}

/// The ROM's text with one bit of the row of slot 0 inverted.
fn flip_bit(text: &str, bit: u32) -> String {
    let start = text.find("rows[").unwrap();
    let row = text[start..].lines().find(|line| line.contains("'d0] = ")).unwrap();
    let (head, digits) = row.trim_end_matches(';').rsplit_once("'h").unwrap();
    let value = u128::from_str_radix(digits, 16).unwrap() ^ 1 << bit;
    text.replacen(row, &format!("{head}'h{value:x};"), 1)
}

/// With one port: the message of slot 0 leaves through the opposite port of its dimension.
#[test]
fn a_wrong_port_in_the_rom_is_caught() {
    let whole = network_of("3x3", "full", "frame", "one");
    let first = whole.kind.schedule.entries[0].route.segments()[0].port;
    assert_eq!(whole.kind.schedule.entries[0].slot, 0);
    let dir = emitted(&whole);
    // Bit 0 is valid, the port comes next.
    edit(dir.path(), "torus_3x3_rom", |text| flip_bit(text, 1));
    for engine in [Engine::Tiles, Engine::Fabric] {
        let said = simulate(&whole, dir.path(), engine).mismatches.to_string();
        let wrong = Port::from_index(first.index() ^ 1);
        let (missing, extra) = (format!("link (0,0) {first}:"), format!("link (0,0) {wrong}:"));
        assert!(said.contains(&format!("{missing} expected a message in cycle 3, got none")), "{said}");
        assert!(said.contains(&format!("{extra} expected no message in cycle 3, got one")), "{said}");
    }
}

/// With one port: a row names a port that nodes do not have. Tiles and model find the same, in the same
/// cycles.
#[test]
fn a_port_that_does_not_exist_is_caught() {
    for dims in ["2x2x2", "3x3x3"] {
        let whole = network_of(dims, "full", "frame", "one");
        let port = whole.kind.schedule.entries[0].route.segments()[0].port.index();
        let exists = |port: usize| whole.base.torus().ports().any(|other| other.index() == port);
        for wrong in (0..8).filter(|&port| !exists(port)) {
            let dir = emitted(&whole);
            for bit in (0..3).filter(|bit| (port ^ wrong) >> bit & 1 == 1) {
                edit(dir.path(), &format!("torus_{dims}_rom"), |text| flip_bit(text, 1 + bit));
            }
            let found = [Engine::Tiles, Engine::Model]
                .map(|engine| simulate(&whole, dir.path(), engine).lines().collect::<BTreeSet<_>>());
            assert_eq!(found[0], found[1], "{dims} port {wrong}");
            assert!(found[0].iter().any(|line| line.starts_with("error_o: ")), "{dims}: {:?}", found[0]);
        }
    }
}

/// With headers: every bit of a row on a ring, and of its offsets elsewhere, inverted, shows the same in
/// tiles and model. Some offsets are above the radix then.
#[test]
fn wrong_bits_of_a_row_show_the_same_in_tiles_and_model() {
    for (dims, ports) in [("5", "one"), ("6", "all"), ("3x5", "one")] {
        let whole = network_of(dims, "full", "frame", ports);
        let (rom, torus) = (whole.rom().row_bits as u32, whole.base.torus());
        let offsets = torus.dims().iter().map(|&n| bits(n as usize) as u32).sum::<u32>();
        for bit in if torus.d() == 1 { 0 } else { rom - offsets }..rom {
            let dir = emitted(&whole);
            edit(dir.path(), &format!("torus_{dims}_rom"), |text| flip_bit(text, bit));
            let found = [Engine::Tiles, Engine::Model]
                .map(|engine| simulate(&whole, dir.path(), engine).lines().collect::<BTreeSet<_>>());
            assert_eq!(found[0], found[1], "{dims} bit {bit}");
        }
    }
}

/// With one port: two messages arrive at their destination in one cycle, by different links.
#[test]
fn two_ejections_at_once_are_caught() {
    let whole = network_of("5", "full", "oneshot", "one");
    let mut spoiled = whole.clone();
    // AA from slot 0 and a from slot 1 have both used their last link in slot 1.
    let slot_of = [(3, 0), (1, 1), (4, 2), (2, 3)];
    for entry in &mut spoiled.kind.schedule.entries {
        entry.slot = slot_of.iter().find(|(offset, _)| entry.offset == [*offset]).unwrap().1;
    }
    let dir = emitted(&spoiled);
    let report = simulate(&spoiled, dir.path(), Engine::Tiles);
    assert_eq!(wrong_links(&report), Vec::<String>::new(), "{}", report.mismatches);
    let said = report.mismatches.to_string();
    assert!(
        said.contains("error_o: expected to stay low, rose in cycle 7, raised by (0) (1) (2) (3) (4)"),
        "{said}"
    );
    // Node 3 gets one of the two.
    assert!(said.contains("message (2) -> (3): expected 1 times, got 0"), "{said}");
    assert!(!said.contains("message (0) -> (3): "), "{said}");
    assert!(said.contains("completion: done_o expected to rise in cycle"), "{said}");
}

/// Routers that slots set: every bit of a row, inverted, is caught by both engines in the same cycles, but
/// those of offsets that nobody reads.
#[test]
fn every_wrong_bit_of_a_slot_is_caught() {
    for (dims, ports) in [("3x3", "one"), ("4", "all")] {
        let whole = in_slots(dims, "frame", ports);
        let rom = whole.rom();
        let sends = |slot: u32| whole.kind.schedule.entries.iter().any(|entry| entry.slot == slot);
        assert!(sends(0), "slot 0 sends");
        for bit in 0..rom.row_bits as u32 {
            let dir = emitted(&whole);
            edit(dir.path(), &format!("torus_{dims}_rom"), |text| flip_bit(text, bit));
            let reports = [Engine::Tiles, Engine::Model].map(|engine| simulate(&whole, dir.path(), engine));
            let sorted = |report: Report| report.lines().collect::<BTreeSet<_>>();
            let found = reports.map(sorted);
            assert_eq!(found[0], found[1], "{dims} bit {bit}");
            let harmless = is_harmless(&whole, bit);
            assert_eq!(found[0].is_empty(), harmless, "{dims} bit {bit}: {:?}", found[0]);
        }
    }
}

/// Every exception of a generator's rule, left out or with another letter, is caught by both engines.
#[test]
fn every_wrong_letter_of_a_generator_is_caught() {
    let whole = generated("6x6");
    let exceptions = |text: &str| text.lines().filter(is_exception).count();
    let dir = emitted(&whole);
    let text = std::fs::read_to_string(dir.path().join("rtl/torus_6x6_generator.v")).unwrap();
    assert!(exceptions(&text) > 3, "{text}");
    for (at, change) in (0..exceptions(&text)).flat_map(|at| [(at, "left out"), (at, "changed")]) {
        let dir = emitted(&whole);
        edit(dir.path(), "torus_6x6_generator", |text| altered(text, at, change == "changed"));
        for engine in [Engine::Tiles, Engine::Model] {
            assert!(
                !simulate(&whole, dir.path(), engine).mismatches.is_empty(),
                "exception {at} {change}, {engine:?}"
            );
        }
    }
}

fn is_exception(line: &&str) -> bool {
    line.contains("'h") && line.contains(": next = ")
}

/// The text without its exception number `at`, or with its next letter changed.
fn altered(text: &str, at: usize, keep: bool) -> String {
    let line = text.lines().filter(is_exception).nth(at).unwrap();
    let (window, letter) = line.rsplit_once("'h").unwrap();
    let other = (letter.trim_end_matches(';').parse::<u32>().unwrap() + 1) % 3;
    let kept = if keep { format!("{window}'h{other};") } else { String::new() };
    text.replacen(line, &kept, 1)
}

/// The same where the rule is a recurrence over bits: a bit that is not added, or another one, a turn that is
/// left out, or goes elsewhere.
#[test]
fn every_wrong_sum_of_a_generator_is_caught() {
    let whole = generated("8x8");
    for (part, wrong) in [
        ("{window[0], ", "{window[2], "),
        ("window[1] ^ window[2]}", "window[1]}"),
        ("window[1] ^ window[2]}", "window[1] ^ window[3]}"),
        ("? 2'h2 : 2'h0)", "? 2'h0 : 2'h0)"),
        ("? 2'h2 : 2'h0)", "? 2'h3 : 2'h0)"),
    ] {
        let dir = emitted(&whole);
        edit(dir.path(), "torus_8x8_generator", |text| {
            assert!(text.contains(part), "{part}: {text}");
            text.replacen(part, wrong, 1)
        });
        for engine in [Engine::Tiles, Engine::Model] {
            assert!(!simulate(&whole, dir.path(), engine).mismatches.is_empty(), "{wrong}, {engine:?}");
        }
    }
}

/// Faults of the RTL that follows letters and messages: each is caught.
#[test]
fn wrong_parts_of_a_generator_are_caught() {
    let whole = generated("6x6");
    for (part, wrong) in [
        ("begin_q[t] <= ends[t];", "begin_q[t] <= 1'b0;"),
        ("wire again = ends[0] &", "wire again = ends[1] & 1'b0 &"),
        ("run[k*R +: R] = {plus[k], x}", "run[k*R +: R] = {plus[k], ~x}"),
        ("(left_x1_minus_q == 2'h1)", "(left_x1_minus_q == 2'h0)"),
        ("(rest_x1_plus_q[0 +: L] != 2'h0)", "1'b1"),
        ("(rest_x1_minus_q[0 +: R] == 3'h0)", "rest_x1_minus_q[2]"),
        ("if (straight_x2_plus) left_x2_plus_q", "if (!straight_x2_plus) left_x2_plus_q"),
        ("assign offset[k*C +: C] = plus[k] ?", "assign offset[k*C +: C] = !plus[k] ?"),
        ("rest_x1_plus_q <= ", "rest_x1_plus_q <= 3'h4 & "),
        ("wire arrives_x1_minus = ends_x1_minus", "wire arrives_x1_minus = valid_x1_minus_q"),
    ] {
        let dir = emitted(&whole);
        edit(dir.path(), "torus_6x6_generator", |text| {
            assert!(text.contains(part), "{part}");
            text.replacen(part, wrong, 1)
        });
        assert!(!simulate(&whole, dir.path(), Engine::Tiles).mismatches.is_empty(), "{wrong}");
    }
}

/// Every bit of every step in a generator's table, inverted, is caught in two exchanges without a pause, by
/// the model engine and on small tori by the RTL, too; but for the sign behind so many letters 0 that no
/// message has both it and the one before.
#[test]
fn every_wrong_step_of_a_generator_is_caught() {
    let (model, both) = (&[Engine::Model][..], &[Engine::Model, Engine::Tiles][..]);
    for (dims, bits, engines) in
        [("3x3", 2, both), ("7", 2, both), ("2x2x2", 2, both), ("5x5", 3, model), ("3x3x3", 3, model)]
    {
        let whole = generated(dims);
        let steps = Steps::of(whole.base.torus()).unwrap();
        let far = |zeros: usize| steps.is_mirrored() && steps.order() > 1 && zeros + 1 == steps.order();
        for ((at, step), bit) in all_bits(&steps.steps(), bits) {
            let dir = emitted(&whole);
            edit(dir.path(), &format!("torus_{dims}_generator"), |text| with_other_step(text, at, bit));
            for &engine in engines {
                let twice = |one: &Experiment| torus_sim::run(&Experiment { exchanges: 2, ..*one });
                let said = experiment(&whole, dir.path(), engine, twice);
                let found = said.map_or(true, |report| !report.mismatches.is_empty());
                let harmless = bit + 1 == bits && far(step.zeros);
                assert_eq!(found, !harmless, "{dims}, step {at}, bit {bit}, {engine:?}");
            }
        }
    }
}

/// Every step with its number, and every bit of it.
fn all_bits(steps: &[Step], bits: u32) -> Vec<((usize, Step), u32)> {
    let bits = |step: (usize, Step)| (0..bits).map(move |bit| (step, bit));
    steps.iter().copied().enumerate().flat_map(bits).collect()
}

/// The text with a bit of step number `at` inverted.
fn with_other_step(text: &str, at: usize, bit: u32) -> String {
    let line = text.lines().filter(|line| line.contains("steps[") && line.contains("] = ")).nth(at).unwrap();
    let (row, step) = line.rsplit_once("'h").unwrap();
    let step = u32::from_str_radix(step.trim_end_matches(';'), 16).unwrap() ^ 1 << bit;
    text.replacen(line, &format!("{row}'h{step:x};"), 1)
}

/// Faults of the RTL that plays steps: each is caught.
#[test]
fn wrong_parts_of_a_player_of_steps_are_caught() {
    let whole = generated("5x5");
    for (part, wrong) in [
        ("first_q <= ends;", "first_q <= 1'b0;"),
        ("left_q <= ends ?", "left_q <= !ends ?"),
        ("steps_q <= 6'h02;", "steps_q <= 6'h03;"),
        ("~(ahead_q[3] ^ ahead_q[2])", "~ahead_q[3]"),
        ("(ahead_q == 4'h9)", "(ahead_q == 4'he)"),
        ("wire at_1_1 = !zeros_1;", "wire at_1_1 = zeros_1;"),
        ("wire sign_1 = crosses_1;", "wire sign_1 = crosses_0;"),
        ("wire [2:0] minus_0 = (3'h4", "wire [2:0] minus_0 = (3'h3"),
        ("wire same_0 = skips_0 & !crosses_0;", "wire same_0 = skips_0;"),
        ("wire begins_x2 = skips_1;", "wire begins_x2 = skips_0;"),
        ("wire arrives_x1 = skips_1;", "wire arrives_x1 = first_q;"),
    ] {
        let dir = emitted(&whole);
        edit(dir.path(), "torus_5x5_generator", |text| {
            assert!(text.contains(part), "{part}");
            text.replacen(part, wrong, 1)
        });
        assert!(!simulate(&whole, dir.path(), Engine::Tiles).mismatches.is_empty(), "{wrong}");
    }
}

/// Whether a bit of row 0 has no effect: a message may arrive that never does; the offset of a local port
/// that sends nothing; the source of an exit that takes nothing; an exit that takes a source without a
/// message.
fn is_harmless(whole: &Network<Scheduled>, bit: u32) -> bool {
    let (torus, table) = (whole.base.torus(), whole.kind.slot_table.as_ref().unwrap());
    let offsets: usize = torus.dims().iter().map(|&n| bits(n as usize)).sum();
    let (mut fields, mut silent) = (Vec::new(), Vec::new());
    for local_port in whole.base.ports.existing_local_ports(torus) {
        let of_port = |entry: &&torus_model::Entry| {
            let first = entry.route.segments()[0].port;
            entry.slot == 0 && whole.base.ports.local_port(first) == local_port
        };
        let sends = whole.kind.schedule.entries.iter().any(|entry| of_port(&entry));
        fields.push(false);
        fields.extend(vec![!sends; offsets]);
        silent.extend((!sends).then_some(Source::Injection(local_port)));
    }
    let row = &table.rows[0];
    let quiet = torus.ports().zip(&row.expected).filter(|(_, expected)| !**expected);
    silent.extend(quiet.map(|(port, _)| Source::Arrival(port)));
    for (exit, taken) in table.exits.iter().zip(&row.taken) {
        let single = exit.sources.len() % 2 == 1;
        for at in 0..exit.bits() {
            // Nothing is behind an exit that takes nothing; the last source of an odd number is alone.
            let alone = single && *taken == Some(exit.sources.len() - 1) && at == 1;
            let nothing = at == 0 && taken.is_none() && silent.contains(&exit.sources[0]);
            fields.push(nothing || at > 0 && (taken.is_none() || alone));
        }
    }
    fields.extend(row.expected.iter().map(|expected| !expected));
    fields[bit as usize]
}

/// Node 5, which is (1,2), takes itself for even: what it sends goes the other way round in dimension 1.
#[test]
fn a_wrong_flip_strap_is_caught() {
    let whole = exchange("4x3", None);
    let dir = emitted(&whole);
    edit(dir.path(), "torus_4x3", |text| text.replace("(X0 % 2 == 1)", "((X0 % 2 == 1) ^ (N == 5))"));
    let report = simulate(&whole, dir.path(), Engine::Fabric);
    let (torus, sources) = (whole.base.torus(), whole.kind.schedule.placement.sources());
    // The first message that an odd node begins and an even one does not.
    let begins = |parity: u32| {
        let of = |entry: &&torus_model::Entry| torus.coordinate(sources[entry.source], 0) == parity;
        let entries = whole.kind.schedule.entries.iter().filter(of);
        entries.map(|entry| (entry.slot, entry.route.segments()[0].port)).collect::<Vec<_>>()
    };
    let (slot, port) = begins(1).into_iter().find(|first| !begins(0).contains(first)).unwrap();
    let said = report.mismatches.to_string();
    let line = format!("link (1,2) {port}: expected a message in cycle {}, got none", 3 + slot);
    assert!(said.contains(&line), "{line}\n{said}");
}

/// Data bits that stand still, whether ids use them or not, and halves that change places, where messages
/// come in by `2+`: no message of this placement reaches a processor by `1+`.
#[test]
fn stuck_and_swapped_data_bits_are_caught() {
    let whole = network("4x4", "linear");
    let bits = [31, 20, 16, 12, 3];
    let stuck = bits.iter().flat_map(|bit| {
        let mask = format!("32'h{:x}", 1u32 << bit);
        [format!("(rx_data_2_i & ~{mask})"), format!("(rx_data_2_i | {mask})")]
    });
    for wrong in stuck.chain(["({rx_data_2_i[15:0], rx_data_2_i[31:16]})".into()]) {
        let dir = emitted(&whole);
        edit(dir.path(), "torus_4x4_node", |text| text.replace("(rx_data_2_i)", &wrong));
        let found = simulate(&whole, dir.path(), Engine::Tiles).details();
        assert!(found.contains("processor ("), "{wrong}\n{found}");
    }
}

/// A run with a fault ends with exit code 1 and names what differs; it never ends green, and never hangs.
#[test]
fn a_mismatch_ends_with_exit_code_one() {
    let whole = network("4x4", "linear");
    let dir = emitted(&whole);
    edit(dir.path(), "torus_4x4_rom", |text| swap(text, "rows[1'd0]", "rows[1'd1]"));
    let output = crate::common::torusgen(&["sim", "--from", dir.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = crate::common::text(&output.stderr);
    assert!(said.lines().any(|line| line.starts_with("link (") && line.contains("expected")), "{said}");
}

/// The output of `sim` for a 4x4 network with one changed module.
fn said_of(module: &str, line: &str, instead: &str) -> String {
    let whole = network_of("4x4", "full", "frame", "all");
    let dir = emitted(&whole);
    edit(dir.path(), &format!("torus_4x4_{module}"), |text| text.replacen(line, instead, 1));
    simulate(&whole, dir.path(), Engine::Tiles).mismatches.to_string()
}

/// A register that reset leaves alone: only a reset in the middle of an exchange shows it.
#[test]
fn registers_that_are_not_reset_are_caught() {
    for (module, register) in
        [("router", "tx_valid_2_o"), ("router", "tx_request_0_q"), ("node", "running_q")]
    {
        let (line, instead) = (format!("{register} <= "), format!("{register} <= {register}; // "));
        let said = said_of(module, &line, &instead);
        assert!(said.contains("though nothing was started; reset has to clear every valid bit"), "{said}");
    }
}

/// Registers between a block RAM and the row register, on a ring of 36 slots: a row that comes early, one
/// that is dropped, rows behind the frame, rows behind a reset.
#[test]
fn wrong_registers_of_a_block_ram_are_caught() {
    let whole = network("17", "full");
    for (part, wrong) in [
        ("row_q <= answer_q;", "row_q <= read_q;"),
        ("!busy_q[1]", "!busy_q[0]"),
        ("{busy_q[0], running_i}", "{running_i, running_i}"),
        ("busy_q <= {busy_q[0], running_i}", "busy_q <= 2'h3"),
        ("busy_q <= 2'h0;", "busy_q <= busy_q;"),
    ] {
        let dir = emitted(&whole);
        edit(dir.path(), "torus_17_rom", |text| text.replacen(part, wrong, 1));
        assert!(!simulate(&whole, dir.path(), Engine::Tiles).mismatches.is_empty(), "{wrong}");
    }
}

/// Payloads that come out inverted: the bench inverts those of every other exchange, but not of the first.
#[test]
fn inverted_payloads_are_caught() {
    let said = said_of("node", ".inject_data_0_i  (inject_data_0_i)", ".inject_data_0_i  (~inject_data_0_i)");
    assert!(said.contains("error_o: expected to stay low"), "{said}");
}
