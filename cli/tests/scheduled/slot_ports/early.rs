//! Early ports (`--inject-early`) in Icarus: the injection ports one or two cycles earlier, and block RAMs
//! that are read by them.
//!
//! State space: the networks, gaps and resets of the other tests, one cycle and two. A RAM holds `{source,
//! destination}` at the address of each offset; every arrival has to be for the processor at which it
//! appears. A RAM with one cycle more or less spoils the exchange. Planted faults are found.

use super::{net, starts, Run, Times, NETWORKS};
use crate::common::{
    edit,
    icarus::{coordinates, number, port, Emitted, Seen},
};
use rayon::prelude::*;

fn ahead(words: &str, cycles: usize) -> Emitted {
    net(words, &format!("--inject-early {cycles}"))
}

/// The cycles in which the early ports differ from the injection ports that many cycles later.
fn wrong(net: &Emitted, seen: &Seen, run: &Run, cycles: usize) -> Vec<String> {
    let offset = port(net.ports(&net.manifest.top), "inject_offset_o");
    let width = offset.elements.as_ref().expect("elements").width;
    let announced =
        |values: &std::collections::BTreeMap<String, Vec<bool>>, kind: &str| -> Vec<Option<u64>> {
            let (valid, offset) = (&values[&format!("{kind}_valid_o")], &values[&format!("{kind}_offset_o")]);
            let at = |e: usize| valid[e].then(|| number(&offset[e * width..(e + 1) * width]));
            (0..valid.len()).map(at).collect()
        };
    let cut = |cycle: usize| run.reset.is_some_and(|at| cycle + cycles > at && cycle <= at + 2);
    let compared = (0..seen.len() - cycles).filter(|cycle| !cut(*cycle));
    compared
        .filter(|&cycle| announced(&seen[cycle], "early") != announced(&seen[cycle + cycles], "inject"))
        .map(|cycle| format!("cycle {cycle}"))
        .collect()
}

/// The faults in a run with these starts.
fn shown(net: &Emitted, run: &Run, cycles: usize) -> Vec<String> {
    let times = Times::of(net);
    let end = run.starts.last().expect("a start") + times.quiet() + 6;
    let seen = run.seen_with(net, "  assign inject_data_i = 0;\n".into(), end);
    wrong(net, &seen, run, cycles)
}

#[test]
fn slots_are_shown_ahead() {
    NETWORKS.into_par_iter().enumerate().for_each(|(i, words)| {
        let (cycles, other) = (1 + i % 2, 2 - i % 2);
        let net = ahead(words, cycles);
        assert_eq!(shown(&net, &Run::of(&starts(&net)), cycles), [""; 0], "{words}, {cycles}");
        let net = ahead(words, other);
        let times = Times::of(&net);
        let at = times.length + 1;
        let run = Run { wrong: vec![1], reset: Some(at), ..Run::of(&[0, at + 2, at + 2 + times.length]) };
        assert_eq!(shown(&net, &run, other), [""; 0], "{words}, {other}, reset in {at}");
    });
}

/// A RAM at every local port, addressed by the early offset. It answers this number of cycles later.
fn rams(net: &Emitted, cycles: usize) -> String {
    let (manifest, ports) = (&net.manifest, net.ports(&net.manifest.top));
    let offset = port(ports, "early_offset_o");
    let elements = offset.elements.as_ref().expect("elements");
    let (w, half, bits) = (manifest.width, manifest.width / 2, elements.width);
    let mut text = "  integer i;\n".to_string();
    for e in 0..elements.count {
        let node = manifest.processors[e / elements.ports.len().max(1)];
        let mut destination = String::from("0");
        let x = coordinates(&manifest.dims, node);
        for ((field, x), n) in offset.fields.iter().zip(x).zip(&manifest.dims) {
            let (high, low) = field.range().expect("a range of bits");
            let part = format!("((i >> {low}) % {})", 1 << (high + 1 - low));
            destination = format!("({destination}) * {n} + ({x} + {part}) % {n}");
        }
        text += &format!("  reg [{}:0] ram_{e} [0:{}];\n", w - 1, (1usize << bits) - 1);
        text += &format!("  reg [{0}:0] to_{e};\n  reg [{1}:0] read_{e}_0;\n", half - 1, w - 1);
        text += &format!("  initial for (i = 0; i < {}; i = i + 1) begin\n", 1usize << bits);
        text +=
            &format!("    to_{e} = {destination};\n    ram_{e}[i] = {{{half}'d{node}, to_{e}}};\n  end\n");
        text += &format!(
            "  always @(posedge clk_i) read_{e}_0 <= ram_{e}[early_offset_o[{} +: {bits}]];\n",
            e * bits
        );
        for stage in 1..cycles {
            text += &format!("  reg [{}:0] read_{e}_{stage};\n", w - 1);
            text += &format!("  always @(posedge clk_i) read_{e}_{stage} <= read_{e}_{};\n", stage - 1);
        }
        text += &format!("  assign inject_data_i[{} +: {w}] = read_{e}_{};\n", e * w, cycles - 1);
    }
    text
}

/// The right arrivals of two frames with these RAMs, and all arrivals.
fn arrived(net: &Emitted, cycles: usize) -> (usize, usize) {
    let (times, w) = (Times::of(net), net.manifest.width);
    let frames = format!("cycle == 1 || cycle == {}", times.length + 1);
    let end = times.length + times.quiet() + 5;
    let seen = net.run(&net.manifest.top, &frames, &rams(net, cycles), end);
    let per = seen[0]["eject_valid_o"].len() / net.manifest.processors.len();
    let (mut right, mut all) = (0, 0);
    for values in &seen {
        for e in (0..values["eject_valid_o"].len()).filter(|&e| values["eject_valid_o"][e]) {
            let to = number(&values["eject_data_o"][e * w..e * w + w / 2]);
            right += usize::from(to == u64::from(net.manifest.processors[e / per]));
            all += 1;
        }
    }
    (right, all)
}

#[test]
fn a_block_ram_answers_in_time() {
    let networks = ["2x3 --width 8", "4x4 --placement linear", "5x2 --ports one", "17 --width 10"];
    networks.into_par_iter().for_each(|words| {
        for cycles in [1, 2] {
            let net = ahead(words, cycles);
            let p = net.manifest.processors.len();
            let all = 2 * p * (p - 1);
            assert_eq!(arrived(&net, cycles), (all, all), "{words}: {cycles}");
            let (right, _) = arrived(&net, 3 - cycles);
            assert!(right < all, "{words}: a RAM of other cycles than {cycles} spoils the exchange");
        }
    });
}

/// Faults for `NAME_early`: text, and the text that replaces it.
const FAULTS: [(&str, &str); 8] = [
    ("start_i | running_q", "start_i"),
    ("& {E{shows}}", "& {E{1'b1}}"),
    ("running_q <= ~last", "running_q <= 1'b1"),
    ("slot_q    <= last ?", "slot_q    <= 1'b0 ?"),
    ("(address_q == LAST) ?", "1'b0 ?"),
    ("rst_ni ? address_q :", "1'b1 ? address_q :"),
    ("if (shows | ~rst_ni)", "if (1'b1)"),
    ("end else if (shows)", "end else"),
];

#[test]
fn planted_faults_are_found() {
    FAULTS.into_par_iter().for_each(|(from, to)| {
        let net = ahead("2x3 --ports one", 2);
        edit(&net.folder(), "torus_2x3_early", |text: &str| {
            assert!(text.contains(from), "{from}: {text}");
            text.replacen(from, to, 1)
        });
        let mut run = Run::of(&starts(&net));
        run.wrong.push(1);
        let at = Times::of(&net).length / 2;
        let reset = Run { reset: Some(at), ..Run::of(&[0, at + 2]) };
        let found = !shown(&net, &run, 2).is_empty() || !shown(&net, &reset, 2).is_empty();
        assert!(found, "{to}");
    });
}
