//! Stacks the runs of a head, the first one lowest, without runs that have no hops.

use torus_hdl::buffered::BufferedSpec;
use torus_model::HeaderLayout;

/// The Verilog that stacks the runs, then makes the head and the first port.
pub(super) fn text(spec: &BufferedSpec) -> String {
    let (layout, d) = (spec.layout(), spec.torus.d());
    let mut text = match d {
        1 => "  // The run.\n".to_string(),
        _ => "  // Runs behind the first one, those that there are from below.\n".to_string(),
    };
    (1..d).rev().for_each(|i| text += &further(&layout, d, i));
    let bits = layout.hop_bits + (d - 1) * layout.group_bits();
    let header = first(d, |i| header(layout.group_bits(), d, i));
    text += &format!("  wire [{}:0] header = {header};\n", bits - 1);
    if layout.channel_bits > 0 {
        let channel = first(d, |i| format!("channel_{i}"));
        text += &format!("  wire [{}:0] channel = {channel};\n", layout.channel_bits - 1);
    }
    let head = if layout.channel_bits > 0 { "{channel, header}" } else { "header" };
    text += &format!("  assign port_o = {};\n", first(d, |i| port(layout.port_bits, i)));
    text + &format!("  assign head_o = {head};\n\n")
}

/// Declares the run in dimension i as one after the first, and `rest_i`: all such runs from dimension i on.
fn further(layout: &HeaderLayout, d: usize, i: usize) -> String {
    let group = layout.group_bits();
    let channel = if layout.channel_bits > 0 { format!("channel_{i}, ") } else { String::new() };
    let run = format!("{{hops_{i}, {channel}{}, 1'b1}}", port(layout.port_bits, i));
    let (with, without) = match d - 1 - i {
        0 => (format!("run_{i}"), format!("{group}'d0")),
        _ => (format!("{{rest_{}, run_{i}}}", i + 1), format!("{{{group}'d0, rest_{}}}", i + 1)),
    };
    format!(
        "  wire [{}:0] run_{i} = {run};\n  wire [{}:0] rest_{i} = moves_{i} ? {with} : {without};\n",
        group - 1,
        (d - i) * group - 1
    )
}

/// The header if the run in dimension i is the first one.
fn header(group: usize, d: usize, i: usize) -> String {
    let mut parts = Vec::new();
    parts.extend((i > 0).then(|| format!("{}'d0", i * group)));
    parts.extend((i + 1 < d).then(|| format!("rest_{}", i + 1)));
    parts.push(format!("hops_{i}"));
    match d {
        1 => parts.remove(0),
        _ => format!("{{{}}}", parts.join(", ")),
    }
}

/// The number of the port at which the run in dimension i leaves.
fn port(bits: usize, i: usize) -> String {
    match bits - 1 {
        0 => format!("minus_{i}"),
        above => format!("{{{above}'d{i}, minus_{i}}}"),
    }
}

/// The value of the first dimension with hops; that of the last dimension if none has any.
fn first(d: usize, value: impl Fn(usize) -> String) -> String {
    let chain: String = (0..d - 1).map(|i| format!("moves_{i} ? {} : ", value(i))).collect();
    chain + &value(d - 1)
}
