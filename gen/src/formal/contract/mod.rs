//! The harness of a buffered router. Its neighbours and processors are free inputs that keep the contract of
//! the links.
//!
//! Free inputs can be anything; assumptions exclude only what would break the contract. So the proof holds at
//! every node of the torus and for all traffic.

use super::sby::Parameters;
use crate::jinja;
use serde::Serialize;
use torus_hdl::buffered::{BufferedSpec, RingRule};
use torus_model::route::bits;
use torus_model::Port;

/// The parameters of the router that a harness needs; the fields have the names of parameters.
#[derive(Serialize)]
pub struct RouterText {
    router: String,
    dims: usize,
    radix: String,
    radix_bits: usize,
    ports: usize,
    exists: String,
    turns: String,
    locals: usize,
    local_ports: String,
    one_port: u8,
    transit: u8,
    channels: usize,
    depth: usize,
    dateline: u8,
    long: u8,
    segments: usize,
    hop_bits: usize,
    port_bits: usize,
    channel_bits: usize,
    head: usize,
    width: usize,
    count: usize,
    pins: Vec<(String, String)>,
    absent: Vec<String>,
}

/// The values for the template.
#[derive(Serialize)]
struct Harness<'a> {
    top: &'a str,
    header: &'a [String],
    heads: &'a str,
    #[serde(flatten)]
    router: RouterText,
}

/// Verilog functions for harnesses: which heads are legal at a router.
pub const HEADS: &str = include_str!("heads.v");

/// The text of the harness for the router of nodes with processors, or without (`transit`).
pub fn text(top: &str, spec: &BufferedSpec, transit: bool) -> String {
    let harness = Harness { top, header: &spec.header, heads: HEADS, router: router(spec, transit) };
    jinja::rendered("the contract of a router", include_str!("contract.v.j2"), &harness)
}

/// The router of nodes with processors, or without (`transit`).
pub fn router(spec: &BufferedSpec, transit: bool) -> RouterText {
    let (torus, layout) = (spec.torus, spec.layout());
    let locals = if transit { Vec::new() } else { spec.local_ports() };
    let most = torus.dims().iter().copied().max().unwrap_or(1) as usize;
    let (radix_bits, slots) = (bits(most + 1), torus.port_slots());
    let pair = |&(from, to): &(Port, Port)| from.index() * slots + to.index();
    RouterText {
        router: if transit { spec.transit_module() } else { spec.router_module() },
        dims: torus.d(),
        radix: packed(torus.dims().iter().map(|&radix| radix as usize), radix_bits),
        radix_bits,
        ports: slots,
        exists: mask(slots, spec.existing().iter().map(|port| port.index())),
        turns: mask(slots * slots, spec.turns.iter().map(pair)),
        locals: locals.len().max(1),
        local_ports: packed(if locals.is_empty() { vec![0] } else { locals.clone() }.into_iter(), 16),
        one_port: spec.one_local_port() as u8,
        transit: transit as u8,
        channels: spec.channels,
        depth: spec.depth,
        dateline: (spec.rule == RingRule::Dateline) as u8,
        long: spec.long() as u8,
        segments: layout.segments,
        hop_bits: layout.hop_bits,
        port_bits: layout.port_bits,
        channel_bits: layout.channel_bits,
        head: spec.head(),
        width: spec.width,
        count: bits(spec.depth + 1),
        pins: link_pins(spec).into_iter().chain(local_pins(spec, &locals)).collect(),
        absent: absent(spec, &locals),
    }
}

/// Every input of the router with each of its channels, as the parameters by which the harness watches that
/// one.
pub fn inputs(spec: &BufferedSpec, transit: bool) -> Vec<Parameters> {
    let one = |input, channel| [("INPUT", input), ("CHANNEL", channel)];
    let links = spec.existing().into_iter().map(|port| port.index());
    let of_links = links.flat_map(|port| (0..spec.channels).map(move |channel| one(port, channel)));
    let slots = spec.torus.port_slots();
    let locals = if transit { 0 } else { spec.local_ports().len() };
    of_links.chain((0..locals).map(|local| one(slots + local, 0))).collect()
}

/// A concatenation of numbers of `bits` bits, the first one in the lowest bits.
fn packed(numbers: impl DoubleEndedIterator<Item = usize>, bits: usize) -> String {
    let numbers: Vec<String> = numbers.rev().map(|number| format!("{bits}'d{number}")).collect();
    format!("{{{}}}", numbers.join(", "))
}

/// A number of `width` bits in which the given bits are 1.
fn mask(width: usize, set: impl Iterator<Item = usize>) -> String {
    let mut bits = vec!['0'; width];
    set.for_each(|at| bits[width - 1 - at] = '1');
    format!("{width}'b{}", bits.into_iter().collect::<String>())
}

/// The slice of a vector that is the element with this number.
fn at(net: &str, number: usize, width: &str) -> String {
    match width {
        "1" => format!("{net}[{number}]"),
        width => format!("{net}[{number}*{width} +: {width}]"),
    }
}

/// The signals of a link: name, width, and whether the router drives it.
const LINK: [(&str, &str, bool); 8] = [
    ("rx_valid", "1", false),
    ("rx_head", "HEAD", false),
    ("rx_data", "WIDTH", false),
    ("rx_credit", "CHANNELS", true),
    ("tx_valid", "1", true),
    ("tx_head", "HEAD", true),
    ("tx_data", "WIDTH", true),
    ("tx_credit", "CHANNELS", false),
];

/// The signals of a local port, in the same form.
const LOCAL: [(&str, &str, bool); 8] = [
    ("inject_valid", "1", false),
    ("inject_ready", "1", true),
    ("inject_head", "HEAD", false),
    ("inject_data", "WIDTH", false),
    ("eject_valid", "1", true),
    ("eject_ready", "1", false),
    ("eject_data", "WIDTH", true),
    ("eject_last", "1", true),
];

fn pins_of(signals: &[(&str, &str, bool)], label: usize, number: usize) -> Vec<(String, String)> {
    let pin = |&(name, width, out): &(&str, &str, bool)| {
        let way = if out { 'o' } else { 'i' };
        (format!("{name}_{label}_{way}"), at(name, number, width))
    };
    signals.iter().map(pin).collect()
}

fn link_pins(spec: &BufferedSpec) -> Vec<(String, String)> {
    let mut pins = Vec::new();
    for port in spec.existing() {
        let q = port.index();
        let wraps = spec.rule == RingRule::Dateline && spec.torus.dims()[port.dim()] > 2;
        pins.extend(wraps.then(|| (format!("wrap_{q}_i"), format!("wraps(place, {q})"))));
        pins.extend(pins_of(&LINK, q, q));
    }
    pins
}

fn local_pins(spec: &BufferedSpec, locals: &[usize]) -> Vec<(String, String)> {
    let mut pins = Vec::new();
    for (l, &q) in locals.iter().enumerate() {
        pins.extend(pins_of(&LOCAL, q, l));
        let first = (format!("inject_port_{q}_i"), format!("inject_port[{} +: PORT_BITS]", 16 * l));
        pins.extend(spec.one_local_port().then_some(first));
    }
    pins.retain(|(name, _)| spec.long() || !name.starts_with("eject_last"));
    pins
}

/// Nets that nothing drives: of ports and local ports that do not exist.
fn absent(spec: &BufferedSpec, locals: &[usize]) -> Vec<String> {
    let existing: Vec<usize> = spec.existing().iter().map(|port| port.index()).collect();
    let missing = (0..spec.torus.port_slots()).filter(|q| !existing.contains(q));
    let driven = |signals: &[(&'static str, &'static str, bool)]| {
        signals.iter().copied().filter(|signal| signal.2).collect::<Vec<_>>()
    };
    let mut nets: Vec<String> = missing
        .flat_map(|q| driven(&LINK).into_iter().map(move |(name, width, _)| at(name, q, width)))
        .collect();
    match (locals.is_empty(), spec.long()) {
        (true, _) => nets.extend(driven(&LOCAL).iter().map(|(name, ..)| name.to_string())),
        (false, false) => nets.push("eject_last".into()),
        (false, true) => {}
    }
    nets
}
