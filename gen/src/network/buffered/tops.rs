//! The tops of a buffered network: its links with credits, its local ports.
//!
//! A processor has one local port, or one for each existing port. Each has a valid/ready handshake in both
//! directions. Credits run against the links: a place that node n frees in the buffer of an arriving link is
//! reported to the tail of that link.

use super::ports::network_ports;
use crate::top::{Beside, Link, LocalPorts, LocalSignal, NetworkTop};
use torus_hdl::buffered::BufferedSpec;
use torus_model::{quantity, Pipeline, Port, RingRule, Routing};

/// The signals of a link: a flit with its head, and against it credits for the channels.
pub fn link(spec: &BufferedSpec) -> Link {
    Link::new(spec.head(), "W", spec.width).with_credits(spec.channels)
}

/// The signals of a local port, which injects and ejects flits; a bench takes every flit that is ejected.
pub fn local_ports(spec: &BufferedSpec) -> LocalPorts {
    let mut signals = vec![LocalSignal::input("inject_valid"), LocalSignal::output("inject_ready")];
    signals.extend(spec.one_local_port().then(|| LocalSignal::input("inject_port").wide("PW")));
    signals.extend([
        LocalSignal::input("inject_head").wide("HW"),
        LocalSignal::input("inject_data").wide("W"),
        LocalSignal::output("eject_valid"),
        LocalSignal::input("eject_ready").ones(),
    ]);
    signals.extend(spec.long().then(|| LocalSignal::output("eject_last")));
    signals.push(LocalSignal::output("eject_data").wide("W"));
    LocalPorts::new(spec.ports, spec.torus, Vec::new(), signals)
}

/// What a buffered network declares for its `NAME`.
pub fn network(spec: &BufferedSpec, local: &LocalPorts, processors: usize, routing: Routing) -> NetworkTop {
    let mut parameters = vec![
        local.existing_ports(spec.existing().len()),
        ("V", spec.channels, "channels of a link"),
        ("HW", spec.head(), "bits beside a payload"),
        ("W", spec.width, "payload bits"),
    ];
    parameters.extend(spec.one_local_port().then(|| ("PW", spec.port_bits(), "bits of a port number")));
    NetworkTop {
        what: "the network: every node, with the local ports of every processor.",
        timing: timing(spec).into_iter().chain(channels(spec, routing)).collect(),
        power_up: None,
        parameters,
        of_processors: Vec::new(),
        states: Vec::new(),
        wraps: wraps(spec),
        report_cycles: 1,
        beside: Beside::default(),
        ports: network_ports(spec, local, processors),
    }
}

/// The comment on the channels of packets; `None` with one channel.
fn channels(spec: &BufferedSpec, routing: Routing) -> Option<String> {
    let choice = || format!("Channels: {}", spec.rule.choice_in_words(routing, spec.torus.d()));
    (spec.channels > 1).then(choice)
}

/// The comment on timing of `NAME`.
fn timing(spec: &BufferedSpec) -> Vec<String> {
    let each = match spec.pipeline {
        Pipeline::OneCycle => "",
        Pipeline::TwoCycles => "2*",
    };
    vec![format!(
        "Timing: a flit that is taken in cycle t and never waits is on its link number h in cycle \
             t + {each}h, h from 1 on, and is ejected {} after its last link. A register on a link adds a \
             cycle.",
        quantity(spec.pipeline.cycles(), "cycle")
    )]
}

/// The ports whose rings have a dateline: at their end packets change the channel.
fn wraps(spec: &BufferedSpec) -> Vec<Port> {
    let crosses = |port: &Port| spec.rule == RingRule::Dateline && spec.torus.dims()[port.dim()] > 2;
    spec.existing().into_iter().filter(crosses).collect()
}
