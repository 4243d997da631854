//! Faults planted in the emitted routers. `torusgen sim --from` has to find each of them with its default
//! options.
//!
//! There is one build for each: kinds of faults x networks, and for one of them the node without processor.
//! Every fault is in one port or channel, so most of the network is correct. The place of a fault is found
//! by the names of ports in docs/buffered.md and by those of the registers of credits, not by its position
//! in the text.

use crate::common::{edit, text, torusgen};
use rayon::prelude::*;

/// Changes the file `rtl/t_MODULE.v` of an emitted network. Returns the exit code and the output of `sim`.
fn mutant(words: &str, module: &str, change: &(dyn Fn(&str) -> String + Sync)) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("net");
    let out = folder.to_str().unwrap();
    let network: Vec<&str> = words.split_whitespace().collect();
    let emit = ["emit", "--router", "buffered", "--name", "t", "--out", out, "--dims"];
    let output = torusgen(&[&emit, &network[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    edit(&folder, &format!("t_{module}"), change);
    let output = torusgen(&["sim", "--from", out]);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// The text of a module in which an expression replaces every read of a port, after the list of ports.
fn reading(text: &str, port: &str, instead: &str) -> String {
    let (ports, body) = text.split_at(text.find(");").expect("a list of ports"));
    ports.to_string() + &body.replace(port, instead)
}

/// The text with one more where a counter of credits is set to a number.
fn one_more(text: &str, depth: u32) -> String {
    text.replace(&format!("credits_q <= 3'd{depth};"), &format!("credits_q <= 3'd{};", depth + 1))
}

/// A counter that begins one too high and takes that for its full value.
fn one_place_more(text: &str, depth: u32) -> String {
    one_more(text, depth)
        .replace(&format!("credits_q = 3'd{depth};"), &format!("credits_q = 3'd{};", depth + 1))
        .replace(&format!("credits_q == 3'd{depth}"), &format!("credits_q == 3'd{}", depth + 1))
}

/// A fault: network, module, change, and texts that the output has to contain, such as a link's name or a
/// channel.
type Mutant<'a> = (&'a str, &'a str, &'a (dyn Fn(&str) -> String + Sync), &'a [&'a str]);

fn caught((words, module, change, named): Mutant) {
    let (code, said) = mutant(words, module, change);
    assert_eq!(code, Some(1), "{words}, {module}: {said}");
    assert!(named.iter().any(|part| said.contains(part)), "{words}, {module}, {named:?}: {said}");
}

/// The channel of a credit that does not come back, or is not listened to, is waited for, or carried too
/// little.
#[test]
fn lost_credit_wires_are_caught() {
    let deaf = |text: &str| reading(text, "tx_credit_0_i", "tx_credit_0_i & 4'b1011");
    let cut = |text: &str| {
        let cut = reading(text, "rx_credit_2_o", "{rx_credit_2_o[3:2], cut, rx_credit_2_o[0]}");
        cut.replacen(");\n", ");\n  wire cut;\n  assign rx_credit_2_o[1] = 1'b0;\n", 1)
    };
    let first = |text: &str| reading(text, "tx_credit_2_i", "tx_credit_2_i & 2'b10");
    let mutants: [Mutant; 5] = [
        ("4x4 --ports one", "router", &deaf, &["1+ channel 2", "channel 2 of the link"]),
        ("4x4 --ports one", "router", &cut, &["2+ channel 1", "channel 1 of the link"]),
        ("3x4 --ports one --deadlock bubble", "router", &first, &["2+ channel 0", "channel 0 of the link"]),
        // With one hop a flit is at its destination behind the link, so senders wait with theirs in their
        // injection ports.
        ("2x4", "router", &deaf, &["1+ does not show what the model of the routers shows"]),
        ("4x4 --placement linear", "transit", &deaf, &["1+ channel 2", "channel 2 of the link"]),
    ];
    mutants.into_par_iter().for_each(caught);
}

/// A count alone leaves its range as soon as its channel is used. Only full buffers show a count that is too
/// high together with its range.
#[test]
fn credit_counts_that_are_too_high_are_caught() {
    let count = |text: &str| one_more(text, 4);
    let range = |text: &str| one_place_more(text, 4);
    let mutants: [Mutant; 4] = [
        ("4x4 --ports one", "output_3", &count, &["error_o of "]),
        ("4x4 --ports one", "output_3", &range, &["does not show what the model", "credits too many"]),
        ("3x4 --ports one --deadlock bubble", "output_1_at_0", &count, &["error_o of "]),
        ("2x4", "output_2", &range, &["does not show what the model", "credits too many"]),
    ];
    mutants.into_par_iter().for_each(caught);
}

/// Flits go on over the wrap link on the channel that they came on, or change it elsewhere.
#[test]
fn datelines_that_are_not_switched_are_caught() {
    let never = |text: &str| reading(text, "wrap_2_i", "1'b0");
    let elsewhere = |text: &str| reading(text, "wrap_3_i", "(!wrap_3_i)");
    let mutants: [Mutant; 2] = [
        ("4x4 --ports one", "router", &never, &["channel 1 of the link (0,0) 2+ carried"]),
        ("2x4", "router", &elsewhere, &["channel 0 of the link (0,1) 2- carried"]),
    ];
    mutants.into_par_iter().for_each(caught);
}

/// A register that reset leaves alone: only a reset in the middle of traffic shows it.
#[test]
fn registers_that_are_not_reset_are_caught() {
    let left = |text: &str| text.replacen("valid_q <= 1'b0;", "valid_q <= valid_q;", 1);
    let kept = |text: &str| text.replacen("used_q <= 3'd0;", "used_q <= used_q;", 1);
    let mutants: [Mutant; 3] = [
        ("4x4 --ports one", "output_1", &left, &["of a run: in cycle "]),
        ("2x4", "eject_1", &left, &["of a run: in cycle "]),
        ("3x3 --ports one", "buffer", &kept, &["of a run: in cycle "]),
    ];
    mutants.into_par_iter().for_each(caught);
}

/// A flit that is taken while its port is not ready comes out before it is sent.
#[test]
fn flits_taken_too_early_are_caught() {
    let inverted = |text: &str| text.replacen("ready_o = ready_q", "ready_o = !ready_q", 1);
    caught(("4 --channels 2", "inject_buffer", &inverted, &["it was not sent, or came out before"]));
}
