//! `NAME_axis` of scheduled networks in Icarus: words between all pairs, with random pauses of senders and
//! receivers.
//!
//! State space: one dimension to three; radix 2, odd and unequal ones; all ports and one; full and linear
//! placements; headers, slots and generator; frames, one-shots and exchanges; receivers that are always
//! ready, that pause, that are rarely ready. Checked at every processor: source, data, order, that every
//! word arrives once, and that offered data stay until they are taken. A packet that cannot be sent is
//! dropped and raises the error of its processor only; no other packet is lost. Planted faults are found.
//! The bench is that of buffered networks.

use crate::common::{
    edit,
    icarus::{busy, Emitted},
    lint,
    streams::{Packet, StreamPlan, RATES},
};
use rayon::prelude::*;
use torus_model::Random;

/// Words of every pair.
const REPEATS: usize = 4;

/// The packets sent through a network: every word of every pair.
fn plan<'a>(net: &'a Emitted, random: &mut Random) -> StreamPlan<'a> {
    StreamPlan::new(net, 1, |others| mixed(others, random))
}

/// Packets that cannot be sent, between the others of some processors.
fn add_faults(plan: &mut StreamPlan, random: &mut Random) {
    let manifest = &plan.net.manifest;
    for (p, list) in plan.lists.iter_mut().enumerate().filter(|(p, _)| p % 3 != 1) {
        for to in 0..manifest.nodes.next_power_of_two() as u32 {
            let good = manifest.processors.contains(&to) && to != manifest.processors[p];
            let beats = if good { 2 + to as usize % 3 } else { 1 };
            list.insert(random.below(list.len() + 1), Packet { to, beats, stray: false, number: None });
            plan.faulty[p] = true;
        }
    }
}

/// Words to these nodes in a random order. Those to one node keep their order.
fn mixed(nodes: Vec<u32>, random: &mut Random) -> Vec<Packet> {
    let mut all: Vec<u32> = nodes.iter().flat_map(|&to| [to; REPEATS]).collect();
    for i in (1..all.len()).rev() {
        let other = random.below(i + 1);
        all.swap(i, other);
    }
    let mut sent = std::collections::BTreeMap::new();
    let packet = |to: u32| {
        let next: &mut usize = sent.entry(to).or_default();
        *next += 1;
        Packet { to, beats: 1, stray: false, number: Some(*next - 1) }
    };
    all.into_iter().map(packet).collect()
}

const NETWORKS: [&str; 20] = [
    "2",
    "3 --ports one --width 6",
    "2x3",
    "4x3 --ports one",
    "4",
    "4 --switching generator",
    "3x3 --switching generator --width 8",
    "2x3 --switching slots --width 8",
    "3x4 --switching slots --ports one --kind oneshot",
    "4x4 --placement linear --ports one --width 8",
    "3x3 --placement linear",
    "2x2x2 --kind exchange",
    "3x3 --kind exchange --ports single",
    "5x2 --ports one --routing balanced",
    "3x5 --eject-source id --status",
    "3x4 --switching slots --eject-source id --ports one",
    "4x2x2 --placement linear --inject-early 2 --eject-source offset",
    "5 --link-stages 2",
    "4x3 --ports one --link-stages 0,3",
    "2x3 --switching slots --width 8 --link-stages 1",
];

fn net(words: &str) -> Emitted {
    Emitted::new(&format!("--interface axis --dims {words}"))
}

#[test]
fn words_arrive_once_and_in_order() {
    NETWORKS.into_par_iter().enumerate().for_each(|(at, words)| {
        let net = net(words);
        let plan = plan(&net, &mut Random::new(7));
        for rates in RATES[at % 2] {
            plan.check(rates, &format!("{words}, {rates:?}"));
        }
    });
}

#[test]
fn what_cannot_be_sent_is_dropped() {
    NETWORKS.into_par_iter().step_by(3).for_each(|words| {
        let (net, mut random) = (net(words), Random::new(3));
        let mut plan = plan(&net, &mut random);
        add_faults(&mut plan, &mut random);
        assert!(plan.faulty.contains(&true), "{words}");
        plan.check([12, 6], words);
    });
}

#[test]
fn streams_are_clean() {
    let table = ["2 --width 2", "5x3x2 --ports one", "8x8 --switching generator"];
    NETWORKS.into_par_iter().step_by(2).chain(table).for_each(|words| {
        let net = net(words);
        lint::streams(words, &net.folder(), &net.manifest);
    });
}

/// Faults for modules: module, text, and the text that replaces it.
const FAULTS: [(&str, &str, &str); 15] = [
    ("axis_send", "held_q & ~present_q[place_q]", "held_q"),
    ("axis_send", "(~held_q | store)", "1'b1"),
    ("axis_send", "present_q[asked], words", "1'b1, words"),
    ("axis_send", "<= 1'b0;\n        end\n      end\n      if", "<= 1'b1;\n        end\n      end\n      if"),
    ("axis_send", "take ? ~bad :", "take ? 1'b1 :"),
    ("axis_fifo", "arrive_i & present_i", "arrive_i"),
    ("axis_fifo", "promised_q <= PLACES - expected", "promised_q <= PLACES"),
    ("axis_fifo", "(arrive_i & ~present_i) ? one", "1'b0 ? one"),
    ("axis_receive", "~valid_q | m_axis_tready_i", "1'b1"),
    ("axis_start", "(&room_i)", "1'b1"),
    ("axis_offset", "y_0 - x_0", "x_0 - y_0"),
    ("axis_receive", "{sources[r*FW +: FW], ", "{sources[r*FW +: FW] ^ 3'd1, "),
    ("arrivals", "3'd4] = 3'h1", "3'd4] = 3'h2"),
    ("sender", "x_i[2:0] - offset_i[2:0]", "x_i[2:0] + offset_i[2:0]"),
    ("slots", "slot_q + 3'd1", "slot_q"),
];

#[test]
fn planted_faults_are_found() {
    FAULTS.into_par_iter().for_each(|(module, from, to)| {
        let (net, mut random) = (net("5 --ports one"), Random::new(5));
        edit(&net.folder(), &format!("torus_5_{module}"), |text: &str| {
            assert!(text.contains(from), "{module} has {from}");
            text.replacen(from, to, 1)
        });
        let mut plan = plan(&net, &mut random);
        add_faults(&mut plan, &mut random);
        let (said, good) = plan.run([14, 2]);
        assert!(said.contains("FAULT") || !said.contains(&good), "{module}, {to}: {said}");
    });
}

/// A word to node 2 on the ring of 5: its first cycle is 0, and nothing is under way.
#[test]
fn words_take_as_long_as_the_page_says() {
    for (words, slot_0) in [("", 8), ("--switching slots", 8), ("--ports one", 8), ("--kind exchange", 8)] {
        let net = net(format!("5 {words}").trim());
        let streams = net.manifest.interface.clone().expect("streams");
        let valid = |value: &str| format!("(cycle == 0) ? {value} : 5'd0");
        let inputs = [
            ("s_axis_tvalid_i", valid("5'd1")),
            ("s_axis_tlast_i", "5'd31".into()),
            ("s_axis_tdata_i", "160'd77".into()),
            ("s_axis_tdest_i", "15'd2".into()),
            ("m_axis_tready_i", "5'd31".into()),
        ];
        let inputs: String =
            inputs.iter().map(|(port, value)| format!("  assign {port} = {value};\n")).collect();
        let seen = net.run(&streams.top, "1'b0", &inputs, 60);
        assert_eq!(busy(&seen, "link_valid_o").0, slot_0, "{words}: slot 0");
        let schedule = std::fs::read_to_string(net.folder().join("schedule.json")).expect("a schedule");
        let schedule: serde_json::Value = serde_json::from_str(&schedule).expect("JSON");
        let entries = schedule["entries"].as_array().expect("entries");
        let entry = entries.iter().find(|entry| entry["offset"][0] == 2).expect("the message");
        let hops = entry["word"].as_str().expect("a route").len();
        let last_link = slot_0 + entry["slot"].as_u64().expect("a slot") as u32 + hops as u32 - 1;
        assert_eq!(busy(&seen, "m_axis_tvalid_o"), (last_link + 3, last_link + 3), "{words}: the word");
    }
}

/// The bench and the golden model know nothing of streams.
#[test]
fn the_network_below_is_simulated_as_ever() {
    for words in ["4x4", "3x4 --switching slots --ports one"] {
        let net = net(words);
        let folder = net.folder();
        crate::common::stdout(&["sim", "--engine", "model", "--from", folder.to_str().expect("a path")]);
    }
}
