//! Exchanges after the reported ones show faults that one exchange does not: whether a network starts again
//! correctly.
//!
//! Every fault leaves the reported exchange and its figures unchanged. It is named by cycle and link or node
//! in one of the two exchanges that follow. There are frames of 4x4 with a linear placement (2 slots, so the
//! last exchange starts before the one before it is done), a one-shot schedule, and a table of 3x3 on
//! message memories.

use crate::common::{edit, network, network_of, text, torusgen};
use std::path::Path;
use torus_gen::network::{Memory, Network, Scheduled};
use torus_sim::{Engine, Report};

/// The differences in the further exchanges. The reported one must have none.
fn further(report: &Report) -> Vec<String> {
    assert!(report.mismatches.is_empty(), "the exchange asked for: {}", report.mismatches);
    assert_eq!(
        (report.figures.completion, report.delivered),
        (Some(report.figures.expected_completion), report.expected)
    );
    assert!(!report.matches());
    let lines: Vec<String> = report.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("further exchanges: ")), "{lines:#?}");
    lines.iter().map(|line| line["further exchanges: ".len()..].to_string()).collect()
}

/// The reports of a fault in a module of a scheduled network, in one or more places, on the engines that
/// read Verilog.
fn faulty(whole: &Network<Scheduled>, module: &str, edits: &[(&str, &str)]) -> Vec<Report> {
    let dir = crate::common::emitted(whole);
    for (from, to) in edits {
        edit(dir.path(), module, |text| text.replace(from, to));
    }
    [torus_sim::Engine::Tiles, torus_sim::Engine::Fabric]
        .map(|engine| crate::common::simulate(whole, dir.path(), engine))
        .into()
}

/// The report of a fault in a module of a network with memories.
fn faulty_memory(whole: &Network<Memory>, module: &str, from: &str, to: &str) -> Report {
    let dir = crate::common::memory::emitted(whole);
    edit(dir.path(), module, |text| text.replace(from, to));
    crate::common::memory::simulate(whole, dir.path(), torus_sim::Engine::Tiles)
}

/// The cycle in which the first further exchange starts: the last one of the reported cycles.
fn begin(report: &Report) -> u64 {
    report.cycles - 1
}

/// A link that is used in slot 0, and a sentence about it.
fn first_link(whole: &Network<Scheduled>) -> String {
    let sources = whole.kind.schedule.placement.sources();
    let entry = whole.kind.schedule.entries.iter().find(|entry| entry.slot == 0).expect("something is sent");
    let torus = whole.base.torus();
    torus.link_name(torus.link(sources[entry.source], entry.route.segments()[0].port))
}

fn silent(link: &str, cycle: u64) -> String {
    format!("link {link}: expected a message in cycle {cycle}, got none")
}

/// Reports without a fault, on every engine: nothing changes but for the time it takes.
#[test]
fn further_exchanges_change_no_figure() {
    let whole = network("4x4", "linear");
    let dir = crate::common::emitted(&whole);
    for engine in [torus_sim::Engine::Tiles, torus_sim::Engine::Fabric, torus_sim::Engine::Model] {
        let run = |exchanges, further| {
            crate::common::experiment(&whole, dir.path(), engine, |experiment| {
                torus_sim::run(&torus_sim::Experiment { exchanges, further, ..*experiment }).unwrap()
            })
        };
        for exchanges in [1, 3] {
            let (alone, followed) = (run(exchanges, 0), run(exchanges, 2));
            assert!(followed.matches(), "{}", followed.details());
            assert_eq!((alone.further.exchanges, followed.further.exchanges), (0, 2));
            assert_eq!(
                (alone.figures.exchanges, alone.cycles),
                (followed.figures.exchanges, followed.cycles)
            );
            assert_eq!(
                (alone.figures.completion, alone.delivered),
                (followed.figures.completion, followed.delivered)
            );
            assert_eq!(alone.link_counts, followed.link_counts);
            assert!(alone.timings.edges < followed.timings.edges, "they are run");
        }
    }
}

const NODE: &str = "torus_4x4_node";

/// A change after which a start in the last slot of a frame is an error and is not taken.
const LATE: [(&str, &str); 2] = [
    ("error_q | (start_i & !ready)", "error_q | (start_i & running_q)"),
    ("running_q <= start_i | !ready;", "running_q <= (start_i & !running_q) | !ready;"),
];

/// The counter does not take a start in its last slot: the frame directly behind another is not sent.
#[test]
fn a_counter_that_wraps_one_slot_late_is_caught() {
    let whole = network("4x4", "linear");
    let link = first_link(&whole);
    for report in faulty(&whole, NODE, &LATE) {
        let (found, second) = (further(&report), begin(&report) + u64::from(whole.kind.schedule.length));
        assert!(found.contains(&silent(&link, second + 3)), "{found:#?}");
        assert!(!found.contains(&silent(&link, begin(&report) + 3)), "{found:#?}");
        assert!(found.iter().any(|line| line.starts_with("error_o: expected to stay low")), "{found:#?}");
    }
}

/// The frame directly behind another begins with its second slot.
#[test]
fn a_counter_that_wraps_to_another_slot_is_caught() {
    let whole = network("4x4", "linear");
    for report in faulty(&whole, NODE, &[("ready ? ZERO :", "ready ? (running_q ? ONE : ZERO) :")]) {
        let (found, second) = (further(&report), begin(&report) + u64::from(whole.kind.schedule.length));
        let first = format!(" in cycle {}, got ", second + 3);
        let differs = |line: &String| line.starts_with("link (") && line.contains(&first);
        assert!(found.iter().any(differs), "{found:#?}");
    }
}

/// The counter runs once, and takes no start after it.
#[test]
fn a_counter_that_stops_is_caught() {
    let whole = network_of("4x4", "linear", "oneshot", "all");
    let link = first_link(&whole);
    let ran = "  reg  last_q;\n  reg  ran_q;\n  initial ran_q = 1'b0;\n  \
               always @(posedge clk_i) ran_q <= rst_ni & (ran_q | last_q);\n";
    let runs = "running_q <= (start_i & !ran_q) | !ready;";
    let edits = [("  reg  last_q;\n", ran), ("running_q <= start_i | !ready;", runs)];
    for report in faulty(&whole, NODE, &edits) {
        let found = further(&report);
        assert!(found.contains(&silent(&link, begin(&report) + 3)), "{found:#?}");
        let said = format!("link {link}: expected ");
        assert!(
            found.iter().any(|line| line.starts_with(&said) && line.contains(" messages, got ")),
            "{found:#?}"
        );
    }
}

/// Messages of a second exchange are not counted as to come: there are too many of them, and none is waited
/// for.
#[test]
fn a_pending_counter_that_is_not_reloaded_is_caught() {
    let whole = network("4x4", "linear");
    for report in faulty(
        &whole,
        "torus_4x4_agent",
        &[("announced = start_i ?", "announced = (start_i & !started_q) ?")],
    ) {
        let found = further(&report);
        assert!(found.iter().any(|line| line.starts_with("error_o: expected to stay low")), "{found:#?}");
        assert!(
            found.iter().any(|line| line.starts_with("completion: done_o expected to rise")),
            "{found:#?}"
        );
    }
}

#[test]
fn done_that_does_not_fall_is_caught() {
    let whole = network("4x4", "linear");
    let (from, to) =
        ("started_q & !start_i & (left == NONE)", "done_o | (started_q & !start_i & (left == NONE))");
    for report in faulty(&whole, "torus_4x4_agent", &[(from, to)]) {
        let (found, begin) = (further(&report), begin(&report));
        let high = format!("completion: done_o expected to be low in cycle {}, was high", begin + 2);
        assert!(found.contains(&high), "{high}\n{found:#?}");
    }
}

/// A sequencer, a self-test agent that run once.
#[test]
fn programs_that_do_not_start_again_are_caught() {
    let whole = crate::common::memory::network("3x3", "table", 2);
    let once = |(module, busy): (&str, &str)| {
        let from = format!("wire starts = start_i & !{busy};");
        let to = format!(
            "reg  ran_q;\n  initial ran_q = 1'b0;\n  always @(posedge clk_i) ran_q <= rst_ni & (ran_q | \
             {busy});\n  wire starts = start_i & !{busy} & !ran_q;"
        );
        let report = faulty_memory(&whole, module, &from, &to);
        (begin(&report), further(&report))
    };
    // 16 flits are loaded, then slot 0 is on the links in cycle 20 after a start.
    for module in [("torus_3x3_sequencer", "busy_o"), ("torus_3x3_self_test", "busy_q")] {
        let (begin, found) = once(module);
        assert!(found.contains(&silent("(0,0) 1+", begin + 20)), "{found:#?}");
    }
}

/// The second run begins with the row behind the last one, or with the second pass.
#[test]
fn a_program_that_is_not_rewound_is_caught() {
    let whole = crate::common::memory::network("3x3", "table", 2);
    let rewound = [
        ("next_row = starts ? FIRST_ROW :", "next_row = starts ? ((&row_q) ? FIRST_ROW : row_q) :"),
        ("next_pass = starts ? FIRST_PASS :", "next_pass = starts ? ((&row_q) ? FIRST_PASS : 1'd1) :"),
    ];
    for (from, to) in rewound {
        let report = faulty_memory(&whole, "torus_3x3_sequencer", from, to);
        let found = further(&report);
        assert!(found.iter().any(|line| line.starts_with("link (")), "{found:#?}");
        let data = {
            let dir = crate::common::memory::emitted(&whole);
            edit(dir.path(), "torus_3x3_sequencer", |text| text.replace(from, to));
            crate::common::memory::transposed(&whole, dir.path())
        };
        assert!(data.mismatches.is_empty() && !data.matches(), "{}", data.details());
        assert!(
            data.details().lines().all(|line| line.starts_with("further exchanges: ")),
            "{}",
            data.details()
        );
    }
}

/// Exit code 1, with the link on standard error; without further exchanges the fault is not seen.
#[test]
fn the_program_runs_on_unless_told_not_to() {
    let whole = network("4x4", "linear");
    let dir = crate::common::emitted(&whole);
    LATE.iter().for_each(|(from, to)| edit(dir.path(), NODE, |text| text.replace(from, to)));
    let output = of_folder(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(out.contains("differences in 2 further exchanges"), "{out}");
    assert!(err.lines().any(|line| line.starts_with("further exchanges: link (")), "{err}");
    let output = of_folder(dir.path(), &["--further", "0"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = of_folder(dir.path(), &["--further", "0", "--exchanges", "2"]);
    assert_eq!(output.status.code(), Some(1), "exchanges asked for show it too");
}

fn of_folder(dir: &Path, more: &[&str]) -> std::process::Output {
    torusgen(&[&["sim", "--from", dir.to_str().unwrap()], more].concat())
}

/// What is asked for is wrong already: nothing is run behind it.
#[test]
fn nothing_follows_an_exchange_that_is_wrong() {
    let whole = network("4x4", "linear");
    let dir = crate::common::emitted(&whole);
    edit(dir.path(), "torus_4x4_agent", |text| text.replace("(left == NONE)", "(left != NONE)"));
    let report = crate::common::simulate(&whole, dir.path(), torus_sim::Engine::Tiles);
    assert_eq!((report.engine, report.further.exchanges), (Engine::Tiles, 0));
    assert!(!report.mismatches.is_empty() && report.further.mismatches.is_empty());
}
