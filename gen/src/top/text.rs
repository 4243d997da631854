//! Building blocks of the text of a top: constants, tables, loops, instances and their connections.

use std::fmt::Display;

/// A port of a module and what it is connected to.
pub type Connection = (String, String);

/// A named constant: its name, its value and its comment.
pub type Parameter = (&'static str, usize, &'static str);

/// The declarations of integer constants.
pub fn integers(all: &[Parameter]) -> String {
    all.iter()
        .map(|(name, value, what)| format!("  localparam integer {name} = {value};  // {what}\n"))
        .collect()
}

/// A packed table of numbers of equal width, each with a comment; entry i is `NAME[i*width +: width]`.
pub fn table(name: &str, width: usize, entries: &[(usize, String)]) -> String {
    let line = |(i, (entry, about)): (usize, &(usize, String))| {
        let comma = if i == 0 { "" } else { "," };
        format!("    {width}'d{entry}{comma}  // {about}\n")
    };
    let lines: String = entries.iter().enumerate().rev().map(line).collect();
    format!("  localparam [{}:0] {name} = {{\n{lines}  }};\n", entries.len() * width - 1)
}

/// Bits in one line of a plane.
const LINE: usize = 256;

/// A plane: a vector with a bit for each of `nodes` nodes. The bits of `set` are 1; its ids increase. Each
/// line is a literal of its own, as tools bound the width of literals, not of constants.
pub fn plane(name: &str, nodes: usize, set: &[usize]) -> String {
    let mut words = vec![0u64; nodes.div_ceil(LINE) * (LINE / 64)];
    set.iter().for_each(|node| words[node / 64] |= 1 << (node % 64));
    let line = |(number, words): (usize, &[u64])| {
        let (first, comma) = (number * LINE, if number == 0 { "" } else { "," });
        let end = nodes.min(first + LINE);
        let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
        let digits = &digits[digits.len() - (end - first).div_ceil(4)..];
        format!("    {}'h{digits}{comma}  // nodes {first} to {}\n", end - first, end - 1)
    };
    let lines: String = words.chunks(LINE / 64).enumerate().rev().map(line).collect();
    format!("  // A bit for every node.\n  localparam [{}:0] {name} = {{\n{lines}  }};\n", nodes - 1)
}

/// The entry of a table that belongs to the loop index, widened to an integer.
pub fn entry(name: &str, number: usize, width: usize) -> String {
    let slice = format!("{name}_{number}[g{number}*{width} +: {width}]");
    if width < 32 {
        format!("{{{}'d0, {slice}}}", 32 - width)
    } else {
        slice
    }
}

/// The loop over the `count` nodes of the cell `number`.
pub fn generate_loop(number: usize, count: usize, label: &str, body: &str) -> String {
    loop_over(&format!("g{number}"), count, label, body)
}

/// The loop over all nodes that keeps those whose bit in the plane `AT` of the cell is set.
pub fn generate_loop_where(number: usize, nodes: usize, label: &str, body: &str) -> String {
    let inner: String = body.lines().map(|line| format!("  {line}\n")).collect();
    let body = format!("      if (AT_{number}[g{number}]) begin : at\n{inner}      end\n");
    generate_loop(number, nodes, label, &body)
}

/// A text in which words in capitals are replaced by values.
pub fn filled<V: Display>(text: &str, values: &[(&str, V)]) -> String {
    values.iter().fold(text.to_string(), |text, (word, value)| text.replace(word, &value.to_string()))
}

/// A generate loop.
pub fn loop_over(index: &str, count: usize, label: &str, body: &str) -> String {
    format!(
        "  genvar {index};\n  generate\n    for ({index} = 0; {index} < {count}; {index} = {index} + 1) \
         begin : {label}\n{body}    end\n  endgenerate\n\n"
    )
}

/// A connection of a port to a net of the same name.
pub fn plain(name: &str) -> Connection {
    (name.into(), name.into())
}

/// Connections from pairs of port and net.
pub fn connected(all: &[(&str, &str)]) -> Vec<Connection> {
    all.iter().map(|(port, net)| (port.to_string(), net.to_string())).collect()
}

/// The connections of clock and reset, followed by these.
pub fn clocked(more: Vec<Connection>) -> Vec<Connection> {
    [vec![plain("clk_i"), plain("rst_ni")], more].concat()
}

/// An element of a vector, by its number. `width`: the parameter for the width of an element; `None`: one
/// bit.
pub fn field(net: &str, number: &str, width: Option<&str>) -> String {
    match width {
        None => format!("{net}[{number}]"),
        Some(width) => format!("{net}[{} +: {width}]", place(number, width)),
    }
}

/// The bit at which an element of a vector begins, by its number.
pub fn place(number: &str, width: &str) -> String {
    match number.contains('*') {
        true => format!("({number})*{width}"),
        false => format!("{number}*{width}"),
    }
}

/// An instance inside a loop.
pub fn instance_in_loop(module: &str, name: &str, all: &[Connection]) -> String {
    format!("      {module} {name} (\n{}      );\n", connections(all))
}

/// An instance outside any loop.
pub fn instance(module: &str, name: &str, all: &[Connection]) -> String {
    format!("  {module} {name} (\n{}  );\n\n", connections(all).replace("        .", "    ."))
}

/// Named connections, one per line, aligned.
fn connections(all: &[Connection]) -> String {
    let longest = all.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
    let line = |(port, net): &Connection| format!("        .{port:<longest$} ({net})");
    all.iter().map(line).collect::<Vec<_>>().join(",\n") + "\n"
}
