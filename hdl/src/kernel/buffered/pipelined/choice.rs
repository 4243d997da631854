//! Who goes: of those who ask the one that was served longest ago. At first the lower number goes first.

use super::text::joined;
use crate::signal::text::vector;

/// The order of some requesters: who was served longest ago is the first.
#[derive(Clone, Debug)]
pub(super) struct Order(Vec<usize>);

impl Order {
    /// Of `n` requesters.
    pub fn new(n: usize) -> Self {
        Order((0..n).collect())
    }

    /// The first of those who ask.
    pub fn chosen(&self, asks: impl Fn(usize) -> bool) -> Option<usize> {
        self.0.iter().copied().find(|&requester| asks(requester))
    }

    /// This one is the last from now on.
    pub fn serve(&mut self, requester: usize) {
        self.0.retain(|&other| other != requester);
        self.0.push(requester);
    }
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}

/// Declares `chosen`, a bit for each requester; at most one of them is 1.
pub(super) fn choice(n: usize) -> String {
    let mut text = String::new();
    if n > 1 {
        text += "// Of two requesters the first comes before the second.\n";
    }
    pairs(n).for_each(|(i, j)| text += &format!("reg before_{i}_{j}_q;\n"));
    text += &format!("wire {}chosen;\n", vector(n));
    for i in 0..n {
        let requester = |j: usize| match j < i {
            true => format!(" & !(req_{j}_i & before_{j}_{i}_q)"),
            false => format!(" & !(req_{j}_i & !before_{i}_{j}_q)"),
        };
        let requesters: String = (0..n).filter(|&j| j != i).map(requester).collect();
        let bit = if n == 1 { String::new() } else { format!("[{i}]") };
        text += &format!("assign chosen{bit} = req_{i}_i{requesters};\n");
    }
    text + &format!(
        "wire any = {};\n",
        joined(&(0..n).map(|i| format!("req_{i}_i")).collect::<Vec<_>>(), " | ", "")
    )
}

/// The bit of a requester in `chosen`.
pub(super) fn bit(n: usize, i: usize) -> String {
    if n == 1 {
        "chosen".into()
    } else {
        format!("chosen[{i}]")
    }
}

/// Who is served by this comes last from then on.
pub(super) fn order(n: usize, served: &str) -> String {
    if n == 1 {
        return String::new();
    }
    let all: Vec<String> = pairs(n).map(|(i, j)| format!("before_{i}_{j}_q")).collect();
    let line =
        |pad: &str, by: &str| all.iter().map(|name| format!("{pad}{name} {by} 1'b1;\n")).collect::<String>();
    let mut text = format!("\ninitial begin\n{}end\n", line("  ", "="));
    text += &format!("always @(posedge clk_i) begin\n  if (!rst_ni) begin\n{}", line("    ", "<="));
    text += &format!("  end else if ({served}) begin\n");
    for (i, j) in pairs(n) {
        let (first, second) = (bit(n, i), bit(n, j));
        text += &format!("    before_{i}_{j}_q <= !{first} & (before_{i}_{j}_q | {second});\n");
    }
    text + "  end\nend\n"
}

/// One of some values by the bit in `chosen`: an OR of ANDs.
pub(super) fn selected(name: &str, width: usize, values: &[String]) -> String {
    let n = values.len();
    let gated = |(i, value): (usize, &String)| format!("({{{width}{{{}}}}} & {value})", bit(n, i));
    let terms: Vec<String> = values.iter().enumerate().map(gated).collect();
    let value = if n == 1 { values[0].clone() } else { terms.join(" |\n    ") };
    format!("wire {}{name} = {value};\n", vector(width))
}
