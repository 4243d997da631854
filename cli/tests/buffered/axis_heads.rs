//! `NAME_axis_head` against the heads that the library computes, in Icarus: every source with every value of
//! TDEST.
//!
//! State space: one dimension to four; radix 2, odd ones, powers of two, unequal ones; both rules, both tie
//! rules; one channel and many, a number that is no power of two; placements with nodes without processor;
//! packets of several flits. The source itself, nodes without processor and numbers above the last node are
//! refused.

use crate::common::{buffered::Net, edit, icarus::simulated};
use rayon::prelude::*;
use torus_model::{route::bits, NodeId};

/// The widths of the module's ports: coordinates, node id, port, head.
fn widths(net: &Net) -> [usize; 4] {
    let (torus, info) = (net.torus(), net.manifest().buffered.expect("a buffered network"));
    let place = torus.dims().iter().map(|&n| bits(n as usize)).sum();
    [place, bits(torus.len()), bits(torus.port_slots()), info.head - usize::from(info.flits > 1)]
}

/// A testbench that prints the module's outputs, a line for each source and destination.
fn bench(net: &Net) -> String {
    let [x, id, port, head] = widths(net);
    let name = &net.network.base.name;
    let mut text = format!(
        "module testbench;\n  reg [{x}-1:0] x; reg [{id}-1:0] y; wire legal; wire [{port}-1:0] port;\n  wire \
         [{head}-1:0] head; integer d;\n  {name}_axis_head dut (.x_i(x), .destination_i(y), .legal_o(legal), \
         .port_o(port), .head_o(head));\n  initial begin\n"
    );
    for &source in net.processors() {
        let (mut place, mut low) = (0, 0);
        for (&n, coordinate) in net.torus().dims().iter().zip(net.torus().coordinates(source)) {
            place |= (coordinate as usize) << low;
            low += bits(n as usize);
        }
        text += &format!("    x = {place}; for (d = 0; d < {}; d = d + 1) begin\n", 1 << id);
        text += &format!(
            "      y = d; #1 $display(\"= {} %0d %b %0d %0d\", d, legal, port, head);\n",
            source.index()
        );
        text += "    end\n";
    }
    text + "  end\nendmodule\n"
}

/// The result of the library: first port and head, or `None` for an invalid destination.
fn expected(net: &Net, source: NodeId, destination: usize) -> Option<(usize, u64)> {
    let node = net.torus().node_at(destination)?;
    if node == source || !net.processors().contains(&node) {
        return None;
    }
    let packet = net.routes(1).packet(0, source, node, 1);
    Some((packet.way.first_port().index(), packet.way.short_head()))
}

/// Compares all of them. Returns the number of valid destinations and the lines that differ.
fn compared(net: &Net) -> (usize, Vec<String>) {
    let said = simulated(net.dir.path(), &format!("{}_axis.f", net.network.base.name), &bench(net));
    let lines: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("= ")).collect();
    assert_eq!(lines.len(), net.processors().len() << widths(net)[1], "{said}");
    let (mut legal, mut wrong) = (0, Vec::new());
    for line in lines {
        let numbers: Vec<u64> = line.split(' ').map(|word| word.parse().expect(line)).collect();
        let source = net.torus().node_at(numbers[0] as usize).expect("a source");
        let seen = (numbers[2] == 1).then_some((numbers[3] as usize, numbers[4]));
        if seen != expected(net, source, numbers[1] as usize) {
            wrong.push(line.to_string());
        }
        legal += numbers[2] as usize;
    }
    (legal, wrong)
}

fn net(words: &str) -> Net {
    Net::new(&format!("{words} --interface axis"))
}

#[test]
fn heads_are_those_of_the_library() {
    let table = [
        ("2", 2),
        ("3", 6),
        ("4 --ties parity", 12),
        ("7 --deadlock bubble --channels 1", 42),
        ("11 --channels 6 --flits 3", 110),
        ("2x2", 12),
        ("2x3 --ports one", 30),
        ("3x2 --deadlock bubble --channels 3 --flits 2 --ports one", 30),
        ("6x4 --ties parity --ports one", 552),
        ("5x16 --channels 10 --ports one", 6320),
        ("8x8 --placement linear --channels 2", 56),
        ("7x7 --placement multilinear:t=2 --deadlock bubble --channels 5 --ports one", 182),
        ("3x5x2 --channels 2", 870),
        ("4x3x6 --ties parity --ports one --flits 4", 5112),
        ("5x5x5 --placement linear --channels 6 --ports one", 600),
        ("2x3x2x5 --deadlock bubble --channels 4 --ports one", 3540),
    ];
    table.into_par_iter().for_each(|(words, pairs)| {
        assert_eq!(compared(&net(words)), (pairs, Vec::new()), "{words}");
    });
}

/// Each rule with a fault: some head differs.
#[test]
fn a_wrong_head_would_be_seen() {
    let table = [
        ("(offset_0 > 3'd3)", "(offset_0 > 3'd2)"),
        ("& x_0[0]", "& x_1[0]"),
        ("(y_0 < x_0) ? 3'd6", "(y_0 < x_0) ? 3'd5"),
        ("(y_0 > 3'd2)", "(y_0 > 3'd1)"),
        ("(x_1 > 2'd2)", "(x_1 > 2'd1)"),
        ("number = from + to", "number = from"),
        ("moves_1 ? run_1 : ", "1'b1 ? run_1 : "),
        ("(destination_i < 5'd24) & ", ""),
    ];
    table.into_par_iter().for_each(|(right, wrong)| {
        let net = net("6x4 --ties parity --ports one");
        let module = format!("{}_axis_head", net.network.base.name);
        edit(net.dir.path(), &module, |text| text.replace(right, wrong));
        assert!(!compared(&net).1.is_empty(), "{right} -> {wrong}");
    });
}
