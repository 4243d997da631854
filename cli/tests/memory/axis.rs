//! `NAME_axis` of networks with message memories in Icarus: blocks between all pairs, exchange after
//! exchange, with random pauses of senders and receivers.
//!
//! State space: one dimension to three; radix 2, odd and unequal ones; every algorithm of an exchange; full,
//! linear and listed placements; one port and all; blocks of one flit, of a power of two and of other
//! lengths; memories deeper than needed; receivers that are always ready, that pause, that are rarely ready.
//! Checked at every processor: source, data, order and end of every block, and that offered data stay until
//! they are taken. A packet that cannot be sent is dropped and raises the error of its processor only; no
//! other packet is lost. Planted faults are found. The bench is that of buffered networks.

use crate::common::{
    edit,
    icarus::{busy, Emitted},
    lint,
    streams::{Packet, StreamPlan, RATES},
};
use rayon::prelude::*;
use torus_model::Random;
use torus_sim::port_info::PortInfo;

/// The exchanges of a run.
const EXCHANGES: usize = 3;

const NETWORKS: [&str; 14] = [
    "2 --algorithm one-row",
    "3 --algorithm product-a1 --flits 3 --width 8",
    "5 --algorithm one-row --flits 2",
    "2x3 --algorithm product-a2",
    "3x2 --algorithm product-a1 --flits 4 --depth 200",
    "4x4 --algorithm product-a3 --flits 2",
    "4x4 --algorithm suh-shin --flits 3 --width 16",
    "4x4 --algorithm divide-1",
    "2x2x2 --algorithm product-a2 --flits 5 --width 10",
    "2x2 --algorithm product-a3 --flits 7",
    "3x3 --placement linear --algorithm table",
    "3x3 --placement file:LISTED --algorithm table --flits 2",
    "4x3 --kind exchange --algorithm table --flits 2",
    "3x4 --ports one --algorithm table",
];

/// The nodes of the listed placement.
const LISTED: &str = "0,0\n0,2\n1,1\n2,0\n2,2\n";

fn net(words: &str) -> Emitted {
    Emitted::with_listed(&format!("--interface axis --dims {words}"), LISTED)
}

fn flits(net: &Emitted) -> usize {
    net.manifest.memory.as_ref().expect("memories").flits as usize
}

/// A block for every other processor, in any order, exchange after exchange.
fn plan<'a>(net: &'a Emitted, random: &mut Random) -> StreamPlan<'a> {
    let beats = flits(net);
    let exchange = |mut others: Vec<u32>, number: usize, random: &mut Random| {
        (1..others.len()).rev().for_each(|i| others.swap(i, random.below(i + 1)));
        others.into_iter().map(move |to| Packet { to, beats, stray: false, number: Some(number) })
    };
    StreamPlan::new(net, beats, |others| {
        (0..EXCHANGES).flat_map(|number| exchange(others.clone(), number, random)).collect()
    })
}

/// Adds packets that cannot be sent before some of the others: to nodes without another processor, too short
/// and too long ones, with two destinations; and a second block before the last one of an exchange.
fn add_faults(plan: &mut StreamPlan, random: &mut Random) {
    let (manifest, flits) = (&plan.net.manifest, flits(plan.net));
    let others = manifest.processors.len() - 1;
    for (p, list) in plan.lists.iter_mut().enumerate().filter(|(p, _)| p % 3 != 1) {
        let twice = (others > 1).then(|| Packet { number: None, ..list[0].clone() });
        list.splice(others - 1..others - 1, twice);
        for to in 0..manifest.nodes.next_power_of_two() as u32 {
            let good = manifest.processors.contains(&to) && to != manifest.processors[p];
            let kinds =
                [(flits, flits > 1), (flits + 1, false), (3 * flits, false), (flits.max(2) - 1, false)];
            let (beats, stray) = if good { kinds[to as usize % 4] } else { (flits, false) };
            if stray || beats != flits || !good {
                list.insert(random.below(list.len() + 1), Packet { to, beats, stray, number: None });
            }
        }
        plan.faulty[p] = true;
    }
}

#[test]
fn blocks_arrive_once_and_in_order() {
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
    NETWORKS.into_par_iter().step_by(2).for_each(|words| {
        let (net, mut random) = (net(words), Random::new(3));
        let mut plan = plan(&net, &mut random);
        add_faults(&mut plan, &mut random);
        plan.check([12, 6], words);
    });
}

#[test]
fn streams_are_clean() {
    NETWORKS.into_par_iter().chain(["5x3 --algorithm product-a1 --flits 9"]).for_each(|words| {
        let net = net(words);
        lint::streams(words, &net.folder(), &net.manifest);
    });
}

/// Faults for modules: module, text, and the text that replaces it.
const FAULTS: [(&str, &str, &str); 22] = [
    ("axis_send", "up_q & (~held_q | done)", "up_q"),
    ("axis_send", "~bad & ~inside_q & present", "1'b0"),
    ("axis_send", "~inside_q & present & ~full", "1'b0"),
    ("axis_send", "bad_q | ~legal_q | stray", "bad_q | stray"),
    ("axis_send", "~bad & (beat_q == LAST)", "~bad"),
    ("axis_send", "bad | (beat_q == LAST)", "bad"),
    ("axis_send", "(place_q != first_q)", "1'b0"),
    ("axis_send", "count_q + ONE", "count_q"),
    ("axis_send", "present_q <= {(1<<OW){1'b0}};\n        count_q", "count_q"),
    ("axis_send", "{place_q, beat_q}", "{place_q, beat_q ^ FIRST}"),
    ("axis_receive", "~valid_q | m_axis_tready_i", "1'b1"),
    ("axis_receive", "block_q == FINAL", "block_q == FINAL - NEXT"),
    ("axis_receive", "last_q   <= ends", "last_q   <= 1'b0"),
    ("axis_receive", "offsets[fill_q] <= offset_i", "offsets[fill_q] <= offset_i ^ 3'd1"),
    ("axis_receive", "fills ? fill_q + NEXT", "fills ? fill_q"),
    ("axis_receive", "~filled_i & ~sending_q & moves", "1'b1"),
    ("axis_copy", "(|partner_i)", "(|partner_i[1:0])"),
    ("axis_copy", "store_i ? address : address_q", "address_q"),
    ("axis_copy", "load_i & other", "load_i & other & ~flit_i"),
    ("axis_control", "(&free_i)", "1'b1"),
    ("axis_control", "&full_i", "|full_i"),
    ("axis_source", "x_i[2:0] - room_0", "x_i[2:0] + room_0"),
];

#[test]
fn planted_faults_are_found() {
    FAULTS.into_par_iter().for_each(|(module, from, to)| {
        let (net, mut random) = (net("5 --algorithm one-row --flits 2"), Random::new(5));
        edit(&net.folder(), &format!("torus_5_{module}"), |text: &str| {
            assert!(text.contains(from), "{module} has {from}");
            text.replacen(from, to, 1)
        });
        let mut plan = plan(&net, &mut random);
        add_faults(&mut plan, &mut random);
        let found = [[14, 2], [16, 16]].into_iter().any(|rates| {
            let (said, good) = plan.run(rates);
            said.contains("FAULT") || !said.contains(&good)
        });
        assert!(found, "{module}: {to}");
    });
}

/// The first cycle of a port in the manifest.
fn cycles(ports: &[PortInfo], name: &str) -> u32 {
    let port = ports.iter().find(|port| port.name == name).expect("the port");
    port.cycle.as_ref().expect("a cycle").cycles
}

/// Two exchanges by streams that never pause: the beats of the second one are taken while the first one runs.
#[test]
fn blocks_take_as_long_as_the_manifest_says() {
    for (flits, algorithm) in [(2, "one-row"), (1, "one-row"), (3, "product-a1")] {
        let net = net(&format!("5 --algorithm {algorithm} --flits {flits}"));
        let streams = net.manifest.interface.clone().expect("streams");
        let mut inputs = String::from("  assign s_axis_tvalid_i = (cycle >= 0) ? 5'd31 : 5'd0;\n");
        inputs += "  assign m_axis_tready_i = 5'd31;\n  integer beat [0:4];\n  integer i;\n";
        inputs += "  initial for (i = 0; i < 5; i = i + 1) beat[i] = 0;\n";
        for p in 0..5 {
            inputs += &format!("  assign s_axis_tlast_i[{p}] = beat[{p}] % {flits} == {flits} - 1;\n");
            inputs += &format!("  assign s_axis_tdata_i[{p}*32 +: 32] = beat[{p}];\n");
            inputs +=
                &format!("  assign s_axis_tdest_i[{p}*3 +: 3] = ({p} + 1 + beat[{p}] / {flits} % 4) % 5;\n");
            inputs += &format!(
                "  always @(posedge clk_i) if (s_axis_tvalid_i[{p}] & s_axis_tready_o[{p}]) beat[{p}] = \
                 beat[{p}] + 1;\n"
            );
        }
        let seen = net.run(&streams.top, "1'b0", &inputs, 200);
        let (ports, last) = (net.ports(&streams.top), 4 * flits - 1);
        let (link, arrival) = (busy(&seen, "link_valid_o").0, busy(&seen, "m_axis_tvalid_o").0);
        assert_eq!(link, last + cycles(ports, "link_valid_o"), "{flits}: slot 0");
        assert_eq!(arrival, last + cycles(ports, "m_axis_tvalid_o"), "{flits}: the first beat");
        let taken = seen[..arrival as usize].iter().filter(|ports| ports["s_axis_tready_o"][0]).count();
        assert!(taken >= 8 * flits as usize, "{flits}: {taken} beats before the first result");
    }
}

/// The bench and the golden model know nothing of streams.
#[test]
fn the_network_below_is_simulated_as_ever() {
    for words in ["4x4 --algorithm product-a3 --flits 2", "3 --algorithm one-row"] {
        let net = net(words);
        let folder = net.folder();
        crate::common::stdout(&["sim", "--engine", "model", "--from", folder.to_str().expect("a path")]);
    }
}
