//! Follows one message of any frame from its injection to its arrival.

use super::sizes::Sizes;
use crate::formal::quotient::Quotient;
use torus_model::{Port, Sign};

/// The choice of the message, its place, and what is proved about it.
pub fn text(quotient: &Quotient, sizes: &Sizes) -> String {
    chosen(sizes) + &copies(sizes) + &moves(quotient, sizes) + &registers(quotient, sizes) + &proved(sizes)
}

/// The choice: the payload of the message is all ones, which no other payload is.
fn chosen(sizes: &Sizes) -> String {
    let Sizes { sends, payload: w, slot, want, .. } = sizes;
    let mut text = format!(
        "  // The message that is followed: any local port, any slot, any frame. Its payload \
         is all ones, and that\n  \
         // of every other message is anything else: a bit that is lost or stuck is seen.\n  \
         wire [{}:0] f_tag = {{{w}{{1'b1}}}};\n  (* anyconst *) reg [{}:0] f_who;\n  \
         (* anyconst *) reg [{}:0] f_slot;\n  reg f_live_q = 1'b0;\n  wire [{}:0] f_begin;\n  \
         wire f_pick = pick_i & rst_ni & !f_live_q & f_run & (f_row == f_slot);\n",
        w - 1,
        sends - 1,
        slot - 1,
        sends - 1
    );
    for i in 0..*sends {
        text += &format!(
            "  assign f_begin[{i}] = f_pick & f_who[{i}] & f_want_{i}[0];\n  \
             assign inject_data[{0} +: {w}] = f_begin[{i}] ? f_tag : other_data_i[{0} +: {w}];\n",
            i * w
        );
    }
    text += "  always @* begin\n    assume ((f_who & (f_who - 1'b1)) == 0);\n";
    for i in 0..*sends {
        text += &format!("    assume (other_data_i[{} +: {w}] != f_tag);\n", i * w);
    }
    let masked = |i: usize| format!("({{{want}{{f_begin[{i}]}}}} & f_want_{i})");
    let all: Vec<String> = (0..*sends).map(masked).collect();
    text + &format!("  end\n  wire [{}:0] f_want = {};\n\n", want - 1, all.join("\n      | "))
}

/// The links and ejection ports at which its payload is.
fn copies(sizes: &Sizes) -> String {
    let Sizes { links, sends, payload: w, .. } = sizes;
    let mut text = format!(
        "  // Where its payload is.\n  wire [{}:0] f_on;\n  wire [{}:0] f_out;\n",
        links - 1,
        sends - 1
    );
    for (name, count, net) in [("f_on", *links, "link"), ("f_out", *sends, "eject")] {
        for n in 0..count {
            text += &format!(
                "  assign {name}[{n}] = {net}_valid[{n}] & ({net}_data[{} +: {w}] == f_tag);\n",
                n * w
            );
        }
    }
    text + &format!(
        "  wire [{0}:0] f_all = {{f_out, f_on}};\n  reg f_one;\n  reg f_two;\n  integer f_i;\n  \
         always @* begin\n    f_one = 1'b0;\n    f_two = 1'b0;\n    \
         for (f_i = 0; f_i < {1}; f_i = f_i + 1) begin\n      \
         f_two = f_two | (f_one & f_all[f_i]);\n      f_one = f_one | f_all[f_i];\n    end\n  end\n\n",
        links + sends - 1,
        links + sends
    )
}

/// The direction in which it moves in this cycle.
fn moves(quotient: &Quotient, sizes: &Sizes) -> String {
    let ports: Vec<Port> = quotient.spec.existing_ports();
    let mask = |dim: usize, sign: Sign| -> String {
        let on = |n: usize| ports[n % ports.len()].dim() == dim && ports[n % ports.len()].sign() == sign;
        let bits: String = (0..sizes.links).rev().map(|n| if on(n) { '1' } else { '0' }).collect();
        format!("|(f_on & {}'b{bits})", sizes.links)
    };
    let lines = (0..sizes.coordinates.len()).map(|dim| {
        format!(
            "  wire f_plus_{dim} = {};\n  wire f_minus_{dim} = {};\n",
            mask(dim, Sign::Plus),
            mask(dim, Sign::Minus)
        )
    });
    lines.collect::<String>() + "\n"
}

/// The registers: its offset from the source, and what the schedule wanted at its injection.
fn registers(quotient: &Quotient, sizes: &Sizes) -> String {
    let Sizes { hops, want, .. } = sizes;
    let mut text = format!(
        "  // Hops since its injection, coordinates from its source on, and what the schedule said of it.\n  \
         reg [{0}:0] f_hops_q = {hops}'d0;\n  reg [{1}:0] f_want_q = {want}'d0;\n",
        hops - 1,
        want - 1
    );
    let mut moves = String::new();
    for (dim, bits) in sizes.coordinates.iter().enumerate() {
        let last = quotient.spec.torus.dims()[dim] - 1;
        text += &format!("  reg [{}:0] f_at_{dim}_q = {bits}'d0;\n", bits - 1);
        moves += &format!(
            "      if (f_plus_{dim}) f_at_{dim}_q <= (f_at_{dim}_q == {bits}'d{last}) ? {bits}'d0\n        \
             : f_at_{dim}_q + {bits}'d1;\n      \
             if (f_minus_{dim}) f_at_{dim}_q <= (f_at_{dim}_q == {bits}'d0) ? {bits}'d{last}\n        \
             : f_at_{dim}_q - {bits}'d1;\n"
        );
    }
    let zeros: String = sizes
        .coordinates
        .iter()
        .enumerate()
        .map(|(dim, bits)| format!("      f_at_{dim}_q <= {bits}'d0;\n"))
        .collect();
    text + &format!(
        "  always @(posedge clk_i) begin\n    if (|f_begin) begin\n      f_hops_q <= {hops}'d0;\n      \
         f_want_q <= f_want;\n{zeros}    end else begin\n      f_hops_q <= f_hops_q + {hops}'d1;\n\
         {moves}    end\n    \
         f_live_q <= rst_ni & ((|f_begin) | (f_live_q & !(|f_out)));\n  end\n\n"
    )
}

/// The assertions: the message is not lost, doubled or late, and arrives at its destination.
fn proved(sizes: &Sizes) -> String {
    let begin = 1 + sizes.offset;
    let far = format!("f_want_q[{begin} +: {}]", sizes.hops);
    let places: String = sizes
        .coordinates
        .iter()
        .enumerate()
        .map(|(dim, bits)| {
            let at = 1 + sizes.begin(dim);
            format!("    if (|f_out) at_offset_{dim}: assert (f_at_{dim}_q == f_want_q[{at} +: {bits}]);\n")
        })
        .collect();
    format!(
        "  // The message is not lost, doubled or late, and arrives where it should.\n  \
         always @* begin\n    not_lost: assert (f_one == f_live_q);\n    \
         not_doubled: assert (!f_two);\n    \
         if (|f_on) not_late: assert (f_hops_q < {far});\n    \
         if (|f_out) in_its_cycle: assert (f_hops_q == {far});\n{places}    \
         arrives: cover (|f_out);\n  end\n\n"
    )
}
