//! The slot ports of `NAME` (`--status`, `--eject-source`), in Icarus, against the messages themselves.
//!
//! State space: one dimension to three; radix 2, odd and unequal ones; all ports and one; full, linear,
//! multilinear and listed placements; headers, slots and generator; frames, one-shots and exchanges, also
//! mirrored ones; rows in logic and in block RAM; offsets and node ids. Starts are back to back, after every
//! kind of gap, at wrong times, and around a reset. A payload is `{source, destination}`, so each arrival
//! names its sender. Messages under way follow from injections and ejections. Planted faults are found.

mod early;
mod faults;

use crate::common::{
    icarus::{answers, coordinates, number, port, Emitted, Seen},
    lint, refused,
};
use rayon::prelude::*;

/// The nodes of the listed placement.
const LISTED: &str = "0,0\n0,2\n1,1\n2,0\n2,2\n";

const NETWORKS: [&str; 24] = [
    "2",
    "5",
    "2x3 --width 8",
    "3x4 --ports one",
    "2x3x2 --width 8",
    "4x4 --placement linear",
    "4x4 --placement multilinear:t=2 --ports one",
    "3x3 --placement file:LISTED --width 8",
    "5x2 --ports one --kind oneshot",
    "4x3 --kind exchange",
    "4x4 --kind exchange --group dihedral --width 8",
    "7 --ports single --kind exchange --width 10",
    "2x3 --switching slots --width 8",
    "3x4 --switching slots --ports one --kind oneshot",
    "4x4 --switching generator --width 8",
    "5x5 --switching generator --width 10",
    "2x2 --switching generator --width 8",
    "5x3 --ports one --routing balanced",
    "17 --width 10",
    "17 --switching slots --width 10",
    "5 --link-stages 2",
    "2x3 --ports one --link-stages 0,3 --width 8",
    "3x4 --switching slots --link-stages 1,2 --width 8",
    "4x4 --placement linear --link-stages 1",
];

/// A network. A listed placement is in a file.
fn net(words: &str, further: &str) -> Emitted {
    Emitted::with_listed(format!("--dims {words} {further}").trim(), LISTED)
}

/// The times of the schedule that are used here.
struct Times {
    length: usize,
    makespan: usize,
    /// Cycles from a start to the ejection of the messages that were on their last links in slot 0.
    first: usize,
}

impl Times {
    fn of(net: &Emitted) -> Self {
        let (schedule, latency) = net.manifest.scheduled(&net.folder()).expect("a schedule");
        let first = latency.start_to_link as usize + 1;
        Times { length: schedule.length as usize, makespan: schedule.makespan as usize, first }
    }

    /// Cycles from a start to the first cycle without a message under way.
    fn quiet(&self) -> usize {
        (self.makespan + self.first).max(self.length)
    }
}

/// A run: the cycles with a start that nodes take, further starts, and the cycle of a reset of two cycles.
struct Run {
    starts: Vec<usize>,
    wrong: Vec<usize>,
    reset: Option<usize>,
}

impl Run {
    fn of(starts: &[usize]) -> Self {
        Run { starts: starts.to_vec(), wrong: Vec::new(), reset: None }
    }

    fn seen(&self, net: &Emitted, cycles: usize) -> Seen {
        self.seen_with(net, answers(&net.manifest), cycles)
    }

    /// The same with other payloads.
    fn seen_with(&self, net: &Emitted, mut inputs: String, cycles: usize) -> Seen {
        let all = self.starts.iter().chain(&self.wrong).map(|at| format!("cycle == {at}"));
        if let Some(at) = self.reset {
            inputs += &format!(
                "  always @(cycle) begin\n    if (cycle == {at}) rst_ni = 0;\n    if (cycle == {}) rst_ni = \
                 1;\n  end\n",
                at + 2
            );
        }
        net.run(&net.manifest.top, &all.collect::<Vec<_>>().join(" || "), &inputs, cycles)
    }
}

/// The expected `eject_source_o` at a receiver.
fn expected_source(net: &Emitted, from: u64, at: u64) -> u64 {
    let source = port(net.ports(&net.manifest.top), "eject_source_o");
    if source.fields.is_empty() {
        return from;
    }
    let dims = &net.manifest.dims;
    let (x, y) = (coordinates(dims, from as u32), coordinates(dims, at as u32));
    source.fields.iter().enumerate().fold(0, |value, (dim, field)| {
        let n = dims[dim];
        let (_, low) = field.range().expect("a range of bits");
        value | u64::from((y[dim] + n - x[dim]) % n) << low
    })
}

/// The arrivals with a wrong sender, and the number of arrivals.
fn wrong_sources(net: &Emitted, seen: &Seen) -> (Vec<String>, usize) {
    let ports = net.ports(&net.manifest.top);
    let (mut wrong, mut count) = (Vec::new(), 0);
    let Some(source) = ports.iter().find(|port| port.name == "eject_source_o") else { return (wrong, count) };
    let elements = source.elements.as_ref().expect("elements");
    let (per, w) = (elements.ports.len().max(1), net.manifest.width);
    for (cycle, values) in seen.iter().enumerate() {
        for e in (0..elements.count).filter(|&e| values["eject_valid_o"][e]) {
            let from = number(&values["eject_data_o"][e * w + w / 2..(e + 1) * w]);
            let at = u64::from(net.manifest.processors[e / per]);
            let said = number(&values["eject_source_o"][e * elements.width..(e + 1) * elements.width]);
            if said != expected_source(net, from, at) {
                wrong.push(format!("cycle {cycle}, local port {e}: {said}, sent by {from}"));
            }
            count += 1;
        }
    }
    (wrong, count)
}

/// Checks the slot, and whether a message is under way, in every cycle.
fn wrong_status(net: &Emitted, seen: &Seen, run: &Run) -> Vec<String> {
    let (times, mut wrong) = (Times::of(net), Vec::new());
    for (cycle, values) in seen.iter().enumerate() {
        let reset = run.reset.is_some_and(|at| (at + 1..at + 3).contains(&cycle));
        // The last start that counts in this cycle, which shows one cycle later.
        let kept = |start: usize| run.reset.is_none_or(|at| cycle <= at || start > at + 1);
        let counts = |start: &&usize| **start < cycle && kept(**start);
        let start = run.starts.iter().filter(counts).max().filter(|_| !reset);
        let busy = start.is_some_and(|start| cycle < start + times.quiet());
        let done = start.is_some_and(|start| cycle >= start + times.quiet());
        let slot = run.starts.iter().filter(counts).find_map(|start| {
            let slot = cycle.checked_sub(start + times.first - 2)?;
            (slot < times.length && !reset).then_some(slot)
        });
        let number = number(&values["slot_o"]) as usize;
        let said = (values["slot_valid_o"][0].then_some(number), values["busy_o"][0], values["done_o"][0]);
        if said != (slot, busy, done) {
            wrong.push(format!("cycle {cycle}: {said:?}, not {:?}", (slot, busy, done)));
        }
        if values["inject_valid_o"].contains(&true) && slot.is_none() {
            wrong.push(format!("cycle {cycle}: something is injected outside of a frame"));
        }
    }
    wrong
}

/// Starts that nodes take: back to back, after possible gaps, in the first quiet cycle and later.
fn starts(net: &Emitted) -> Vec<usize> {
    let times = Times::of(net);
    let (slots, rest) = (times.length, times.makespan.max(times.length) + 1);
    let mut all = vec![0, slots, 2 * slots];
    for gap in [rest, rest + 1, slots, times.quiet(), slots, times.quiet() + 3] {
        all.push(all.last().expect("some") + gap);
    }
    all
}

/// All faults of a run.
fn wrong(net: &Emitted, run: &Run) -> Vec<String> {
    let times = Times::of(net);
    let end = run.starts.last().expect("a start") + times.quiet() + 6;
    let seen = run.seen(net, end);
    let (mut all, count) = wrong_sources(net, &seen);
    all.extend(wrong_status(net, &seen, run));
    let p = net.manifest.processors.len();
    let whole = run.reset.is_some() || count == run.starts.len() * p * (p - 1);
    all.extend((!whole).then(|| format!("{count} arrivals")));
    let fine = run.wrong.is_empty() && seen.iter().any(|values| values["error_o"][0]);
    all.extend(fine.then(|| "error_o".to_string()));
    all
}

#[test]
fn arrivals_and_slots_are_as_messages_say() {
    NETWORKS.into_par_iter().enumerate().for_each(|(i, words)| {
        let form = ["id", "offset"][i % 2];
        let net = net(words, &format!("--status --eject-source {form}"));
        assert_eq!(wrong(&net, &Run::of(&starts(&net))), [""; 0], "{words}, {form}");
    });
}

/// A start in the middle of a frame is not taken: nodes say so, and go on.
#[test]
fn starts_at_the_wrong_time_change_nothing() {
    for words in ["4x4 --width 8", "3x4 --ports one", "3x4 --switching slots", "4x4 --switching generator"] {
        let net = net(words, "--status --eject-source id");
        let length = Times::of(&net).length;
        let run = Run { wrong: vec![1, length / 2, length - 1], ..Run::of(&[0, length]) };
        assert_eq!(wrong(&net, &run), [""; 0], "{words}");
    }
}

#[test]
fn a_reset_ends_what_is_under_way() {
    NETWORKS.into_par_iter().step_by(3).for_each(|words| {
        let net = net(words, "--status --eject-source id");
        let times = Times::of(&net);
        for at in [times.first, times.length, times.makespan + 2] {
            let run = Run { reset: Some(at), ..Run::of(&[0, at + 2, at + 2 + times.length]) };
            assert_eq!(wrong(&net, &run), [""; 0], "{words}, reset in {at}");
        }
    });
}

/// With headers a frame may begin before the last one arrived, if no messages meet. Then the table cannot say
/// what arrives, and the network says that.
#[test]
fn a_start_that_cuts_arrivals_off_is_an_error() {
    let net = net("4x4 --placement linear", "--status --eject-source offset");
    let times = Times::of(&net);
    assert!(times.makespan > times.length + 1, "{} slots, {}", times.length, times.makespan);
    let at = times.length + 1;
    let seen = Run::of(&[0, at]).seen(&net, at + times.quiet() + 4);
    assert!(!seen[at]["error_o"][0] && seen.last().expect("cycles")["error_o"][0]);
    assert!(seen[at + 1]["error_o"][0], "in the cycle behind the start");
}

#[test]
fn either_option_stands_alone() {
    for words in ["3x4", "4x4 --switching slots --ports one"] {
        let source = net(words, "--eject-source id");
        let names = |net: &Emitted| -> Vec<String> {
            net.ports(&net.manifest.top).iter().map(|port| port.name.clone()).collect()
        };
        assert!(!names(&source).contains(&"busy_o".to_string()));
        let seen = Run::of(&starts(&source)).seen(&source, 200);
        let (wrong, count) = wrong_sources(&source, &seen);
        assert!(wrong.is_empty() && count > 300, "{words}: {wrong:?}");
        let status = net(words, "--status");
        assert!(!names(&status).contains(&"eject_source_o".to_string()));
        let run = Run::of(&starts(&status));
        assert_eq!(wrong_status(&status, &run.seen(&status, 200), &run), [""; 0], "{words}");
    }
}

/// Nodes, tables and links are those of the network without these ports.
#[test]
fn only_the_top_changes() {
    let (plain, told) = (net("3x4", ""), net("3x4", "--status --eject-source id"));
    let text = |net: &Emitted, module: &str| {
        std::fs::read_to_string(net.folder().join(format!("rtl/torus_3x4{module}.v"))).expect("a module")
    };
    for module in ["_node", "_router", "_rom", "_agent", "_tile"] {
        assert_eq!(text(&plain, module), text(&told, module), "{module}");
    }
    assert_eq!(plain.manifest.kinds, told.manifest.kinds);
    assert!(plain.manifest.slot_ports.is_none());
}

#[test]
fn slot_ports_are_clean_and_simulated_as_ever() {
    NETWORKS.into_par_iter().for_each(|words| {
        let net = net(words, &format!("--status --eject-source id --inject-early {}", 1 + words.len() % 2));
        let (dir, manifest) = (net.folder(), &net.manifest);
        let list = format!("{}.f", manifest.name);
        for top in [&manifest.top, &manifest.bench] {
            lint::verilator(words, &dir, &["-f", &list, "--top-module", top]);
        }
        lint::icarus(words, &dir, &list);
        lint::yosys(words, &dir, &list, &manifest.top);
        lint::names(&dir, manifest, "");
        let folder = dir.to_str().expect("a path");
        crate::common::stdout(&["sim", "--engine", "model", "--strict", "--from", folder]);
    });
}

#[test]
fn what_is_asked_of_other_networks_is_refused() {
    let cases = [
        (
            "3x3 --eject-source node",
            "the form of a source \"node\" is not known; allowed are offset and id: use one of these",
        ),
        (
            "3x3 --router buffered --eject-source id",
            "--eject-source was asked for on a network with buffered routers; it tells what a schedule \
             knows, of scheduled networks without memories: leave --eject-source out",
        ),
        (
            "3x3 --inject-early 3",
            "--inject-early 3 was asked for; allowed is 1 or 2, the cycles in which a block RAM answers: \
             change it, or leave --inject-early out",
        ),
        (
            "3x3 --router buffered --inject-early 1",
            "--inject-early was asked for on a network with buffered routers",
        ),
        (
            "3x3 --algorithm table --status",
            "--status was asked for on a network with message memories; it tells what a schedule knows, of \
             scheduled networks without memories: leave --status out",
        ),
    ];
    for (words, message) in cases {
        let said =
            refused(&[&["emit", "--out", "unused"][..], &words.split(' ').collect::<Vec<_>>()].concat());
        assert!(said.contains(message), "{words}: {said}");
    }
}
