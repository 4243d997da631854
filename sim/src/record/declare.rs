//! Declares the scopes and variables of a wave file: nodes, their links, their local ports.

use super::place::{PlaceVars, Places};
use super::sink::{Sink, Variable};
use super::subject::{node_scope, port_scope, Subject, COUNTER_BITS};
use std::io;
use torus_model::{NodeId, Port, PortModel, Torus};

/// The variables of a link at its sender.
#[derive(Clone, Copy)]
pub(super) struct LinkVars {
    pub valid: Variable,
    pub source: PlaceVars,
    pub destination: PlaceVars,
    /// If packets are numbered.
    pub flit: Option<FlitVars>,
    /// If links have several channels.
    pub channel: Option<Variable>,
    pub load: Variable,
    /// `valid` and `destination` of the injections, at a processor.
    pub inject: Option<(Variable, PlaceVars)>,
}

/// `packet`, and `flit` if packets may have several.
#[derive(Clone, Copy)]
pub(super) struct FlitVars {
    pub packet: Variable,
    pub flit: Option<Variable>,
}

/// The variables of a local port.
#[derive(Clone, Copy)]
pub(super) struct LocalPortVars {
    pub valid: Variable,
    pub source: PlaceVars,
    pub flit: Option<FlitVars>,
    /// `packets` and `packet` of the waiting packets, if packets are numbered.
    pub wait: Option<[Variable; 2]>,
}

/// The variables by link id and by local port, for those that are written.
pub(super) type Declared = (Vec<Option<LinkVars>>, Vec<Option<LocalPortVars>>);

/// Declares the scopes of all nodes that have a chosen link.
pub(super) fn declare_nodes(out: &mut impl Sink, subject: &Subject, places: &Places) -> io::Result<Declared> {
    let (placement, torus) = (subject.placement, subject.placement.torus());
    let each = subject.ports.local_ports(torus);
    let mut links = vec![None; torus.link_slots()];
    let mut local_ports = vec![None; placement.len() * each];
    let mut processor = 0;
    for node in torus.nodes() {
        let here = placement.contains(node).then_some(processor * each);
        processor += here.is_some() as usize;
        let ports = shown(torus, node, subject);
        if ports.is_empty() {
            continue;
        }
        out.scope(&node_scope(torus, node))?;
        for port in ports {
            let link = torus.link(node, port).index();
            links[link] = Some(declare_link(out, subject, places, (port, here.is_some()))?);
        }
        let scopes = here.map_or(Vec::new(), |first| local_port_scopes(torus, subject.ports, first));
        for (local_port, name) in &scopes {
            local_ports[*local_port] = Some(declare_local_port(out, subject, places, name)?);
        }
        for (local_port, name) in scopes.iter().filter(|_| subject.run.longest_packet().is_some()) {
            let wait = declare_wait(out, name)?;
            local_ports[*local_port].iter_mut().for_each(|vars| vars.wait = Some(wait));
        }
        out.upscope()?;
    }
    Ok((links, local_ports))
}

/// The ports of a node whose links are written.
fn shown(torus: &Torus, node: NodeId, subject: &Subject) -> Vec<Port> {
    torus.ports().filter(|&port| subject.part.shows(torus.link(node, port).index())).collect()
}

/// Declares the outgoing link of a port; at a processor with its injections.
fn declare_link(
    out: &mut impl Sink,
    subject: &Subject,
    places: &Places,
    (port, processor): (Port, bool),
) -> io::Result<LinkVars> {
    out.scope(&port_scope("link", port))?;
    let valid = out.flag("valid")?;
    let source = places.declare(out, "source")?;
    let destination = places.declare(out, "destination")?;
    let flit = declare_flit(out, subject)?;
    let channel = subject.run.channel_bits().map(|bits| out.number("channel", bits)).transpose()?;
    let load = out.number("load", COUNTER_BITS)?;
    out.upscope()?;
    let mut inject = None;
    if processor {
        out.scope(&port_scope("inject", port))?;
        inject = Some((out.flag("valid")?, places.declare(out, "destination")?));
        out.upscope()?;
    }
    Ok(LinkVars { valid, source, destination, flit, channel, load, inject })
}

/// The numbers of a processor's local ports, from `first` on, each with the suffix of its scopes.
fn local_port_scopes(torus: &Torus, ports: PortModel, first: usize) -> Vec<(usize, String)> {
    match ports {
        PortModel::AllPort => {
            torus.ports().map(|port| (first + port.index(), port_scope("", port))).collect()
        }
        PortModel::OnePort | PortModel::SinglePort => vec![(first, "_0".to_string())],
    }
}

fn declare_local_port(
    out: &mut impl Sink,
    subject: &Subject,
    places: &Places,
    name: &str,
) -> io::Result<LocalPortVars> {
    out.scope(&format!("eject{name}"))?;
    let (valid, source) = (out.flag("valid")?, places.declare(out, "source")?);
    let flit = declare_flit(out, subject)?;
    out.upscope()?;
    Ok(LocalPortVars { valid, source, flit, wait: None })
}

/// Declares the packets that wait at a local port: how many, and the first.
fn declare_wait(out: &mut impl Sink, name: &str) -> io::Result<[Variable; 2]> {
    out.scope(&format!("wait{name}"))?;
    let vars = [out.number("packets", COUNTER_BITS)?, out.number("packet", COUNTER_BITS)?];
    out.upscope()?;
    Ok(vars)
}

fn declare_flit(out: &mut impl Sink, subject: &Subject) -> io::Result<Option<FlitVars>> {
    let Some(longest) = subject.run.longest_packet() else { return Ok(None) };
    let packet = out.number("packet", COUNTER_BITS)?;
    let bits = u32::BITS - (longest - 1).leading_zeros();
    let flit = if bits > 0 { Some(out.number("flit", bits)?) } else { None };
    Ok(Some(FlitVars { packet, flit }))
}
