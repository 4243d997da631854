//! Names and comments of the scheduled router's parts: the same in networks with and without memories.

use torus_model::{Port, Sign};

/// Signals of a router that have no name: their expression stands where they are read.
pub(crate) const NAMELESS: [&str; 15] = [
    "further",
    "rest",
    "hops_after",
    "head_continued",
    "next_head",
    "head_injected",
    "beyond",
    "injected",
    "continued",
    "turned",
    "request",
    "mux_head",
    "turn_data",
    "stage",
    "tx_link",
];

/// `+x1` of port 0.
pub(crate) fn direction(port: usize) -> String {
    let port = Port::from_index(port);
    let sign = if port.sign() == Sign::Plus { '+' } else { '-' };
    format!("{sign}x{}", port.dim() + 1)
}

/// `x2_plus` for every port.
pub(crate) fn port_names(ports: &[Port]) -> Vec<String> {
    ports.iter().map(|port| port_name(*port)).collect()
}

/// `x2_plus`
pub(crate) fn port_name(port: Port) -> String {
    let sign = if port.sign() == Sign::Plus { "plus" } else { "minus" };
    format!("x{}_{sign}", port.dim() + 1)
}

/// A line for each direction that messages turn from, with port numbers in parentheses. The simulator's model
/// engine reads them.
pub(crate) fn turn_table(turns: &[(Port, Port)]) -> Vec<String> {
    let named = |port: &Port| format!("{} ({})", direction(port.index()), port.index());
    let mut from: Vec<Port> = turns.iter().map(|(from, _)| *from).collect();
    from.sort();
    from.dedup();
    let line = |port: &Port| {
        let to = turns.iter().filter(|(from, _)| from == port).map(|(_, to)| named(to));
        format!("Turns from {} to {}.", named(port), to.collect::<Vec<_>>().join(", "))
    };
    from.iter().map(line).collect()
}

/// What a part of the router is for; none: it is not a part of the router.
pub(crate) fn summary(kind: &str) -> Option<&'static str> {
    match kind {
        _ if kind.starts_with("mux_first") => {
            Some("the first stage of a multiplexer: a source, or a choice for the next stage.")
        }
        _ if kind.starts_with("mux_next") => {
            Some("a later stage of a multiplexer: a source, or what the stage before it says.")
        }
        _ if kind.starts_with("mux_pair") => {
            Some("a pair of sources of a multiplexer: those of the two that are asked for.")
        }
        _ if kind.starts_with("request_") => {
            Some("what a message wants at the end of a link, from its header.")
        }
        _ => None,
    }
}

/// What a port of a part of the router is.
pub(crate) fn about(base: &str) -> Option<&'static str> {
    match base {
        "a_i" | "c_i" => Some("first source"),
        "b_i" | "d_i" => Some("second source"),
        "odd_i" => Some("take the second source, here or in the next stage"),
        "later_i" => Some("a later stage chooses"),
        "take_i" => Some("this stage chooses"),
        "take_a_i" => Some("take the first source"),
        "take_b_i" => Some("take the second source"),
        "y_i" => Some("what the stage before says"),
        "y_o" | "z_o" => Some("what is chosen"),
        "head_i" => Some("the header: hops left in its run, and the port of the next run"),
        "request_o" => Some("one bit for each thing that the next router may do"),
        _ => None,
    }
}

/// Lines between the head of a file and its module. A stage of a multiplexer is kept apart from the next one:
/// a mapper to four-input LUTs that sees both makes more of them.
pub(crate) fn attribute(kind: &str) -> &'static str {
    match kind {
        _ if kind.starts_with("mux_") => "`ifndef TORUSGEN_LUT6\n(* keep_hierarchy *)\n`endif\n",
        _ => "",
    }
}
