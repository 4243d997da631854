//! Streams with a clock of their own. `NAME_axis_core` is the network with its streams in one clock; in
//! `NAME_axis` every stream passes through an asynchronous FIFO.
//!
//! Only two modules cross between the clocks: beats cross in `NAME_axis_cross`, error bits and pointers in
//! `NAME_axis_sync`. Either reset resets both sides, so that no part of a packet remains.

use super::{stream_ports, LocalStreams, StreamClock};
use crate::jinja::rendered;
use crate::network::Wrapper;
use crate::top::{module_text, text::integers};
use std::collections::BTreeMap;
use torus_hdl::Module;

/// The sources of the modules; `NAME` and `HEADER` stand for the network's name and comment.
const PARTS: [(&str, &str); 3] = [
    ("sync", include_str!("sync.v")),
    ("reset", include_str!("reset.v")),
    ("cross", include_str!("cross.v")),
];

/// Bits of a place in a FIFO. With eight places a beat can cross in every cycle of the slower clock.
pub const PLACE_BITS: usize = 3;

/// The name of the top whose streams are in the network's clock.
pub fn one_clock_top(network: &str, local_clock: bool) -> String {
    format!("{network}_axis{}", if local_clock { "_core" } else { "" })
}

/// The wrapper with its streams in a clock of their own, if that was asked for. `header`: the comment of
/// every file.
pub fn crossed(wrapper: Wrapper, network: &str, header: &[String], all: &LocalStreams) -> Wrapper {
    if !all.streams.local_clock {
        return wrapper;
    }
    let ports = stream_ports(all, StreamClock::Local);
    let mut modules = wrapper.modules;
    modules.extend(PARTS.map(|(part, text)| module(network, part, text, header)));
    let name = format!("{network}_axis");
    let what = "the network with AXI4-Streams in a clock of their own.";
    let text =
        module_text(&name, what, &[header, &TIMING.map(String::from)].concat(), &ports, &body(network, all));
    modules.push(Module { name, text });
    Wrapper { modules, ports, ..wrapper }
}

fn module(network: &str, part: &str, text: &str, header: &[String]) -> Module {
    let text = text.replace("HEADER", &header.join("\n// ")).replace("NAME", network);
    Module { name: format!("{network}_axis_{part}"), text }
}

/// The comment on timing, and on what a reset does.
const TIMING: [&str; 4] = [
    "Timing: link_valid_o and error_o are in clk_i, all streams and s_axis_error_o in local_clk_i,",
    "which may have any frequency and phase. Outputs of streams come from registers of local_clk_i.",
    "Reset: either one resets all, and lasts one cycle of its clock or more. Both clocks have to run",
    "for it to end. Beats that are under way are lost, the other side sees TVALID and TREADY fall.",
];

fn body(network: &str, all: &LocalStreams) -> String {
    let (data, source) = (all.streams.data, all.streams.source);
    let parameters = [
        (
            "L",
            all.local.count,
            if all.streams.broadcast.is_some() { "streams out" } else { "streams each way" },
        ),
        ("DW", data, "bits of data"),
        ("IW", source, "bits of a node id"),
        ("W", data + source + 1, "bits of a beat: {node id, last, data}"),
        ("A", PLACE_BITS, "bits of a place of a FIFO"),
    ];
    let broadcast = all.streams.broadcast.is_some();
    let asked = BTreeMap::from([("broadcast", broadcast), ("error_site", all.streams.error_site)]);
    let body = rendered("two clocks", include_str!("body.v.j2"), asked);
    integers(&parameters) + "\n" + &body.replace("NAME", network)
}
