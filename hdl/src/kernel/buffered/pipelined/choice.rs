//! The arbiter of an output or an ejection port: which of its requesters is granted.
//!
//! Requesters are grouped in pairs, in order: 0 and 1, 2 and 3, and so on. The pair that was granted longest
//! ago comes first, and in a pair the requester that was not granted last. After reset lower numbers come
//! first. With p pairs, a requester sees at most 2p - 1 grants to others before its own.
//!
//! Pairs match the stages of a multiplexer ([`mux`](crate::kernel::mux)), which take two sources each. A
//! stage has to know whether its pair is granted. One bit for all stages says whether the granted requester
//! is the second of its pair.

use crate::signal::text::{part, vector};

/// The order of the requesters, as the kernel simulates it.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The pairs, the one granted longest ago first.
    pairs: Vec<usize>,
    /// For each pair, whether its second requester was granted last.
    second: Vec<bool>,
}

impl Order {
    /// The order of `n` requesters after reset.
    pub fn new(n: usize) -> Self {
        Order { pairs: (0..n.div_ceil(2)).collect(), second: vec![true; n.div_ceil(2)] }
    }

    /// The first requester in this order that asks.
    pub fn chosen(&self, asks: impl Fn(usize) -> bool) -> Option<usize> {
        let row = |pair: usize| match self.second[pair] {
            true => [2 * pair, 2 * pair + 1],
            false => [2 * pair + 1, 2 * pair],
        };
        self.pairs.iter().flat_map(|&pair| row(pair)).find(|&requester| asks(requester))
    }

    /// Records that a requester was granted.
    pub fn serve(&mut self, requester: usize) {
        let pair = requester / 2;
        self.pairs.retain(|&other| other != pair);
        self.pairs.push(pair);
        self.second[pair] = requester % 2 == 1;
    }
}

/// All combinations of two pairs, the lower number first.
fn rivals(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let pairs = n.div_ceil(2);
    (0..pairs).flat_map(move |i| (i + 1..pairs).map(move |j| (i, j)))
}

/// The pairs that have two requesters.
fn full(n: usize) -> impl Iterator<Item = usize> {
    0..n / 2
}

/// Declares the signals that choose one of the requesters with a 1 in `ask`. `odd_#`: in this pair the
/// second requester comes first. `pick_#`: this pair is granted, and it is not pair 0. `later`: one of these
/// pairs is. `odd`: the granted requester is the second of its pair.
pub(super) fn choice(n: usize) -> String {
    let mut text = String::new();
    full(n).for_each(|k| text += &pair(n, k));
    let pairs = n.div_ceil(2);
    if pairs > 1 {
        text += "\n// Of two pairs the first comes before the second; the pair that goes.\n";
        rivals(n).for_each(|(j, k)| text += &format!("reg before_{j}_{k}_q;\n"));
        (0..pairs).for_each(|k| text += &format!("wire any_{k} = {};\n", pair_asks(n, k)));
        (1..pairs).for_each(|k| text += &pick(n, k));
        let later: Vec<String> = (1..pairs).map(|k| format!("pick_{k}")).collect();
        text += &format!("wire later = {};\n", later.join(" | "));
    }
    text + &odd(n)
}

/// Declares which requester of a pair comes first.
fn pair(n: usize, k: usize) -> String {
    let (first, second) = (2 * k, 2 * k + 1);
    format!(
        "// Of requesters {first} and {second} the second was served last.\nreg second_{k}_q;\n\
         wire odd_{k} = {} & !({} & second_{k}_q);\n",
        asking(n, second),
        asking(n, first)
    )
}

/// The condition that a requester asks.
pub(super) fn asking(n: usize, i: usize) -> String {
    part("ask", n, i, 1)
}

/// The condition that a requester of a pair asks.
fn pair_asks(n: usize, k: usize) -> String {
    match 2 * k + 1 < n {
        true => some_of(&part("ask", n, 2 * k, 2), 2),
        false => asking(n, 2 * k),
    }
}

/// The condition that a bit of a row of `n` bits is 1.
pub(super) fn some_of(row: &str, n: usize) -> String {
    if n == 1 {
        row.into()
    } else {
        format!("|{row}")
    }
}

fn pick(n: usize, k: usize) -> String {
    let first = |j: usize| match j < k {
        true => format!(" & !(any_{j} & before_{j}_{k}_q)"),
        false => format!(" & !(any_{j} & !before_{k}_{j}_q)"),
    };
    let others: String = (0..n.div_ceil(2)).filter(|&j| j != k).map(first).collect();
    format!("wire pick_{k} = any_{k}{others};\n")
}

fn odd(n: usize) -> String {
    let later = |k: usize| format!("pick_{k} ? odd_{k} : ");
    let row: String = full(n).skip(1).map(later).collect();
    match n {
        1 => String::new(),
        2 => "wire odd = odd_0;\n".into(),
        _ if n % 2 == 1 => format!("wire odd = {row}!later & odd_0;\n"),
        _ => format!("wire odd = {row}odd_0;\n"),
    }
}

/// The condition that a requester is the granted one.
pub(super) fn chosen(n: usize, i: usize) -> String {
    let which = match i {
        _ if i % 2 == 1 => format!("odd_{}", i / 2),
        _ if i + 1 < n => format!("{} & !odd_{}", asking(n, i), i / 2),
        _ => asking(n, i),
    };
    match i / 2 {
        _ if n < 3 => which,
        0 => format!("{which} & !later"),
        pair => format!("{which} & pick_{pair}"),
    }
}

/// The comment above the registers of the order.
const ORDER: &str =
    "\n// The order: a requester that is granted comes last in its pair, and its pair last of all.\n";

/// The registers of the order. At a clock edge with `served`, the granted requester and its pair become
/// last.
pub(super) fn order(n: usize, served: &str) -> String {
    if n == 1 {
        return String::new();
    }
    let seconds = full(n).map(|k| format!("second_{k}_q"));
    let all: Vec<String> = seconds.chain(rivals(n).map(|(j, k)| format!("before_{j}_{k}_q"))).collect();
    let line =
        |pad: &str, by: &str| all.iter().map(|name| format!("{pad}{name} {by} 1'b1;\n")).collect::<String>();
    let mut text = String::from(ORDER);
    text += &format!("initial begin\n{}end\n", line("  ", "="));
    text += &format!("always @(posedge clk_i) begin\n  if (!rst_ni) begin\n{}", line("    ", "<="));
    text += &format!("  end else if ({served}) begin\n");
    for k in full(n) {
        let goes = if n < 3 { String::new() } else { format!("if ({}) ", goes(k)) };
        text += &format!("    {goes}second_{k}_q <= odd_{k};\n");
    }
    for (j, k) in rivals(n) {
        let stays = if n > 4 { format!(" | (!({}) & before_{j}_{k}_q)", goes(j)) } else { String::new() };
        text += &format!("    before_{j}_{k}_q <= {}{stays};\n", goes(k));
    }
    text + "  end\nend\n"
}

/// The condition that a pair is the granted one, if any is.
fn goes(pair: usize) -> String {
    if pair == 0 {
        "!later".into()
    } else {
        format!("pick_{pair}")
    }
}

/// The value of the granted requester. One of two values is chosen by a multiplexer, one of more by the
/// stages of the network.
pub(super) fn selected(network: &str, name: &str, width: usize, values: &[String]) -> String {
    let range = vector(width);
    let value = match values {
        [one] => one.clone(),
        [first, second] => format!("odd ? {second} : {first}"),
        _ => return staged(network, name, width, values),
    };
    format!("wire {range}{name} = {value};\n")
}

/// Multiplexers in stages; see [`mux`](crate::kernel::mux).
fn staged(network: &str, name: &str, width: usize, values: &[String]) -> String {
    let (range, pairs) = (vector(width), values.len().div_ceil(2));
    let stage = |k: usize| if k + 1 == pairs { name.to_string() } else { format!("{name}_{k}") };
    let mut text = String::new();
    (0..pairs).for_each(|k| text += &format!("wire {range}{};\n", stage(k)));
    text += &format!(
        "{network}_mux_first_{width} u_{name}_first (\n  .a_i({}), .b_i({}), .odd_i(odd), .later_i(later), \
         .y_o({})\n);\n",
        values[0],
        values[1],
        stage(0)
    );
    for k in 1..pairs {
        let second = values.get(2 * k + 1).unwrap_or(&values[2 * k]);
        text += &format!(
            "{network}_mux_next_{width} u_{name}_next_{k} (\n  .y_i({}), .c_i({}), .d_i({second}), \
             .take_i(pick_{k}), .z_o({})\n);\n",
            stage(k - 1),
            values[2 * k],
            stage(k)
        );
    }
    text
}
