//! Faults planted in the logic of slot ports. Each is found.

use super::{net, starts, wrong, wrong_sources, Run, Times};
use crate::common::edit;
use rayon::prelude::*;

/// Faults for modules: module, text, and the text that replaces it.
const FAULTS: [(&str, &str, &str); 13] = [
    ("slots", "wire ready = count_q >= LENGTH", "wire ready = 1'b1"),
    ("slots", "first_q <= taken", "first_q <= start_i"),
    ("slots", "busy_q  <= 1'b0", "busy_q  <= busy_q"),
    ("slots", "(count_q != QUIET - ", "(count_q != QUIET + "),
    ("slots", "busy_q  <= taken |", "busy_q  <="),
    ("slots", "(first | last |", "(first |"),
    ("slots", "(first | last |", "(last |"),
    ("slots", "first | (sending_q & ~last)", "first | sending_q"),
    ("slots", "done_q    <= ~taken & (", "done_q    <= ("),
    ("slots", "done_q    <= 1'b0", "done_q    <= done_q"),
    ("arrivals", "read_q <= messages[slot_i];\n    row_q  <= read_q", "row_q  <= messages[slot_i]"),
    ("sender", "x_i[2:0] - offset_i[2:0]", "offset_i[2:0] - x_i[2:0]"),
    ("sender", "{2'd0, sender_1}", "{2'd0, sender_0}"),
];

#[test]
fn planted_faults_are_found() {
    FAULTS.into_par_iter().for_each(|(module, from, to)| {
        // Some of its messages arrive behind the frame.
        let net = net("5x3 --ports one --routing balanced", "--status --eject-source id");
        edit(&net.folder(), &format!("torus_5x3_{module}"), |text: &str| {
            assert!(text.contains(from), "{module} has {from}: {text}");
            text.replacen(from, to, 1)
        });
        let times = Times::of(&net);
        let reset = |at: usize| Run { reset: Some(at), ..Run::of(&[0, at + 2 + times.quiet()]) };
        let runs = [
            Run { wrong: vec![1], ..Run::of(&[0, times.length]) },
            reset(times.length + 1),
            reset(times.quiet() + 2),
            Run::of(&starts(&net)),
        ];
        let found = runs.iter().any(|run| !wrong(&net, run).is_empty());
        assert!(found, "{module}: {to}");
    });
}

/// Every bit of a row that says something is looked at.
#[test]
fn every_bit_of_arrivals_is_looked_at() {
    let words = "4 --switching slots --width 8";
    let path = "rtl/torus_4_arrivals.v";
    let text =
        std::fs::read_to_string(net(words, "--eject-source offset").folder().join(path)).expect("text");
    let rows: Vec<&str> =
        text.lines().filter(|line| line.contains("] = ") && !line.ends_with("h0;")).collect();
    assert!(rows.len() > 1, "{text}");
    rows.into_par_iter().for_each(|row| {
        let (head, digits) = row.trim_end_matches(';').split_once("'h").expect("hexadecimal digits");
        let value = u64::from_str_radix(digits, 16).expect("a number");
        for bit in (0..64).filter(|bit| value >> bit & 1 == 1) {
            let net = net(words, "--eject-source offset");
            let changed = text.replace(row, &format!("{head}'h{:x};", value ^ 1 << bit));
            std::fs::write(net.folder().join(path), changed).expect("the file");
            let seen = Run::of(&[0]).seen(&net, 30);
            assert!(!wrong_sources(&net, &seen).0.is_empty(), "{row}: bit {bit}");
        }
    });
}
