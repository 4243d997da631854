//! Names and comments of the scheduled router's parts, which networks with and without memories share.

use torus_model::{Port, Sign};

/// The signals of a router without a name. Their expressions are written where they are read.
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

/// The direction of a port: `+x1` for port 0.
pub(crate) fn direction(port: usize) -> String {
    let port = Port::from_index(port);
    let sign = if port.sign() == Sign::Plus { '+' } else { '-' };
    format!("{sign}x{}", port.dim() + 1)
}

/// The names of the ports: `x2_plus` and so on.
pub(crate) fn port_names(ports: &[Port]) -> Vec<String> {
    ports.iter().map(|port| port_name(*port)).collect()
}

/// The name of a port, such as `x2_plus`.
pub(crate) fn port_name(port: Port) -> String {
    let sign = if port.sign() == Sign::Plus { "plus" } else { "minus" };
    format!("x{}_{sign}", port.dim() + 1)
}

/// A line for each direction that messages turn from, with port numbers in parentheses. The simulator's
/// model engine reads these lines.
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

/// The description of a part of the router. `None` if it is not one.
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

/// The description of a port of a part of the router.
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

/// The lines before the word `module`. A stage of a multiplexer is kept apart from the next one, because a
/// mapper to four-input LUTs that sees both uses more LUTs.
pub(crate) fn attribute(kind: &str) -> &'static str {
    match kind {
        _ if kind.starts_with("mux_") => "`ifndef TORUSGEN_LUT6\n(* keep_hierarchy *)\n`endif\n",
        _ => "",
    }
}
