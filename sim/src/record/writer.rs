//! What changes when: hops and ejections of each cycle as value changes, for any format.
//!
//! Outside the written cycles only the loads are counted on; see [`super`] for the variables.

use super::sink::{Sink, Variable};
use super::subject::{id_bits, node_scope, port_scope};
use super::{Part, Subject};
use crate::driver::{Timetable, Window};
use crate::ffi::{Ejection, Hop, DONE, ERROR};
use std::io;
use std::ops::Range;
use torus_model::{schedule::PortModel, NodeId, Port, Torus};

/// Bits of `cycle`, `exchange`, `slot` and `load`.
pub(crate) const COUNTER_BITS: u32 = 32;

/// Variables of an outgoing link.
#[derive(Clone, Copy)]
struct LinkVars {
    valid: Variable,
    source: Variable,
    destination: Variable,
    load: Variable,
    /// `valid` and `destination` of its injections, at a processor.
    inject: Option<(Variable, Variable)>,
}

/// A link as the file shows it now.
#[derive(Clone, Copy, Default)]
struct LinkState {
    load: u64,
    /// Source and destination of the message on it.
    message: Option<(u32, u32)>,
    injecting: bool,
}

/// Writes the waves of a run to a sink.
pub struct WaveWriter<S: Sink> {
    out: S,
    /// The cycles written.
    cycles: Range<u64>,
    timetable: Timetable,
    ports: usize,
    globals: [Variable; 5],
    links: Vec<Option<LinkVars>>,
    lanes: Vec<Option<LaneVars>>,
    states: Vec<LinkState>,
    /// Links and lanes in use in the last cycle written.
    busy_links: Vec<u32>,
    busy_lanes: Vec<u32>,
    flags: Option<u8>,
    slot: Option<Option<(u64, u64)>>,
}

impl<S: Sink> WaveWriter<S> {
    /// Writes the declarations.
    pub fn new(mut out: S, subject: &Subject) -> io::Result<Self> {
        let cycles = subject.part.cycles(&subject.timetable).map_err(io::Error::other)?;
        out.head(&subject.comment())?;
        out.scope(subject.name)?;
        let globals = [
            out.number("cycle", COUNTER_BITS)?,
            out.number("exchange", COUNTER_BITS)?,
            out.number("slot", COUNTER_BITS)?,
            out.flag("done")?,
            out.flag("error")?,
        ];
        let (links, lanes) = declare_nodes(&mut out, subject)?;
        out.upscope()?;
        Ok(WaveWriter {
            out,
            cycles,
            timetable: subject.timetable,
            ports: subject.placement.torus().port_slots(),
            globals,
            states: vec![LinkState::default(); links.len()],
            links,
            lanes,
            busy_links: Vec::new(),
            busy_lanes: Vec::new(),
            flags: None,
            slot: None,
        })
    }

    /// Everything idle, from the first cycle written on; the loads are those so far.
    fn begin(&mut self) -> io::Result<()> {
        self.out.begin(self.cycles.start)?;
        for (vars, state) in self.links.iter().zip(&self.states) {
            let Some(vars) = vars else { continue };
            self.out.change(vars.valid, Some(0))?;
            self.out.change(vars.source, None)?;
            self.out.change(vars.destination, None)?;
            self.out.change(vars.load, Some(state.load))?;
            if let Some((valid, destination)) = vars.inject {
                self.out.change(valid, Some(0))?;
                self.out.change(destination, None)?;
            }
        }
        for &(valid, source) in self.lanes.iter().flatten() {
            self.out.change(valid, Some(0))?;
            self.out.change(source, None)?;
        }
        self.out.begun()
    }

    /// Writes the cycles of a traced window.
    pub fn observe(&mut self, window: &Window) -> io::Result<()> {
        let (mut hops, mut ejections) = (window.batch.hops(), window.batch.ejections());
        for (step, cycle) in window.cycles() {
            let now = |of: u32| of as usize == step;
            skip(&mut hops, |hop| (hop.step as usize) < step);
            skip(&mut ejections, |ejection| (ejection.step as usize) < step);
            let mut sent = hops[..hops.partition_point(|hop| now(hop.step))].to_vec();
            let mut got = ejections[..ejections.partition_point(|ejection| now(ejection.step))].to_vec();
            sent.sort_unstable_by_key(|hop| hop.link);
            got.sort_unstable_by_key(|ejection| ejection.lane);
            self.cycle(cycle, window.batch.status(step), &sent, &got)?;
        }
        Ok(())
    }

    /// Writes one cycle; hops by increasing link, ejections by increasing lane.
    pub fn cycle(&mut self, cycle: u64, status: u8, hops: &[Hop], ejections: &[Ejection]) -> io::Result<()> {
        if !self.cycles.contains(&cycle) {
            if cycle < self.cycles.start {
                hops.iter().for_each(|hop| self.states[hop.link as usize].load += 1);
            }
            return Ok(());
        }
        // The first values are those of the first cycle.
        if cycle == self.cycles.start {
            self.begin()?;
        } else {
            self.out.time(cycle)?;
        }
        self.globals(cycle, status)?;
        let busy = std::mem::replace(&mut self.busy_links, hops.iter().map(|hop| hop.link).collect());
        for link in busy {
            if self.busy_links.binary_search(&link).is_err() {
                self.show(link, None)?;
            }
        }
        for hop in hops {
            self.show(hop.link, Some((hop.source, hop.destination)))?;
        }
        self.ejections(ejections)
    }

    fn globals(&mut self, cycle: u64, status: u8) -> io::Result<()> {
        let [at, exchange, slot, done, error] = self.globals;
        self.out.change(at, Some(cycle))?;
        let now = self.exchange_and_slot(cycle);
        if self.slot.replace(now) != Some(now) {
            self.out.change(exchange, now.map(|(exchange, _)| exchange))?;
            self.out.change(slot, now.map(|(_, slot)| slot))?;
        }
        let before = self.flags.replace(status);
        for (id, bit) in [(done, DONE), (error, ERROR)] {
            if before.is_none_or(|before| (before ^ status) & bit != 0) {
                self.out.change(id, Some((status & bit != 0) as u64))?;
            }
        }
        Ok(())
    }

    /// The exchange started last and its slot on the links; `None` before the first and after the last slot.
    fn exchange_and_slot(&self, cycle: u64) -> Option<(u64, u64)> {
        let Timetable { exchanges, length, makespan, latency } = self.timetable;
        let since = cycle.checked_sub(latency.start_to_link as u64)?;
        let exchange = (since / length.max(1) as u64).min(exchanges as u64 - 1);
        let slot = since - exchange * length as u64;
        (slot < makespan as u64).then_some((exchange, slot))
    }

    /// Brings a link to what it carries now.
    fn show(&mut self, link: u32, message: Option<(u32, u32)>) -> io::Result<()> {
        let Some(vars) = self.links[link as usize] else { return Ok(()) };
        let mut state = self.states[link as usize];
        if state.message.is_some() != message.is_some() {
            self.out.change(vars.valid, Some(message.is_some() as u64))?;
        }
        let (source, destination) = (message.map(|m| m.0 as u64), message.map(|m| m.1 as u64));
        if state.message.map(|m| m.0 as u64) != source {
            self.out.change(vars.source, source)?;
        }
        let moved = state.message.map(|m| m.1 as u64) != destination;
        if moved {
            self.out.change(vars.destination, destination)?;
        }
        if message.is_some() {
            state.load += 1;
            self.out.change(vars.load, Some(state.load))?;
        }
        let injecting = source == Some((link as usize / self.ports) as u64);
        if let Some((valid, to)) = vars.inject {
            if state.injecting != injecting {
                self.out.change(valid, Some(injecting as u64))?;
            }
            if state.injecting != injecting || injecting && moved {
                self.out.change(to, destination.filter(|_| injecting))?;
            }
        }
        self.states[link as usize] = LinkState { load: state.load, message, injecting };
        Ok(())
    }

    fn ejections(&mut self, ejections: &[Ejection]) -> io::Result<()> {
        let lanes = ejections.iter().map(|ejection| ejection.lane).collect();
        let busy = std::mem::replace(&mut self.busy_lanes, lanes);
        for &lane in &busy {
            let Some((valid, source)) = self.lanes[lane as usize] else { continue };
            if self.busy_lanes.binary_search(&lane).is_err() {
                self.out.change(valid, Some(0))?;
                self.out.change(source, None)?;
            }
        }
        for ejection in ejections {
            let Some((valid, source)) = self.lanes[ejection.lane as usize] else { continue };
            if busy.binary_search(&ejection.lane).is_err() {
                self.out.change(valid, Some(1))?;
            }
            self.out.change(source, Some(ejection.source as u64))?;
        }
        Ok(())
    }

    /// Closes the file after `cycles` cycles: the last one lasts as long as the others.
    pub fn finish(mut self, cycles: u64) -> io::Result<()> {
        if cycles <= self.cycles.start {
            self.begin()?;
        }
        self.out.finish(cycles.clamp(self.cycles.start, self.cycles.end))
    }
}

fn skip<T>(rest: &mut &[T], passed: impl Fn(&T) -> bool) {
    *rest = &rest[rest.partition_point(passed)..];
}

/// `valid` and `source` of a lane.
type LaneVars = (Variable, Variable);

/// Variables by link id and by lane, of those that are written.
type Declared = (Vec<Option<LinkVars>>, Vec<Option<LaneVars>>);

/// The scopes of all nodes that have a link in the part.
fn declare_nodes(out: &mut impl Sink, subject: &Subject) -> io::Result<Declared> {
    let (placement, torus) = (subject.placement, subject.placement.torus());
    let each = subject.ports.lanes(torus);
    let mut links = vec![None; torus.link_slots()];
    let mut lanes = vec![None; placement.len() * each];
    let mut processor = 0;
    for node in torus.nodes() {
        let here = placement.contains(node).then_some(processor * each);
        processor += here.is_some() as usize;
        let ports = shown(torus, node, &subject.part);
        if ports.is_empty() {
            continue;
        }
        out.scope(&node_scope(torus, node))?;
        for port in ports {
            links[torus.link(node, port).index()] = Some(declare_link(out, torus, port, here.is_some())?);
        }
        for (lane, scope) in here.map_or(Vec::new(), |first| lane_scopes(torus, subject.ports, first)) {
            lanes[lane] = Some(declare_lane(out, torus, &scope)?);
        }
        out.upscope()?;
    }
    Ok((links, lanes))
}

/// The ports of a node whose links are written.
fn shown(torus: &Torus, node: NodeId, part: &Part) -> Vec<Port> {
    torus.ports().filter(|&port| part.shows(torus.link(node, port).index())).collect()
}

fn declare_link(out: &mut impl Sink, torus: &Torus, port: Port, processor: bool) -> io::Result<LinkVars> {
    let bits = id_bits(torus);
    out.scope(&port_scope("link", port))?;
    let valid = out.flag("valid")?;
    let source = out.number("source", bits)?;
    let destination = out.number("destination", bits)?;
    let load = out.number("load", COUNTER_BITS)?;
    out.upscope()?;
    let mut inject = None;
    if processor {
        out.scope(&port_scope("inject", port))?;
        inject = Some((out.flag("valid")?, out.number("destination", bits)?));
        out.upscope()?;
    }
    Ok(LinkVars { valid, source, destination, load, inject })
}

/// The lanes of a processor from number `first` on, with the names of their scopes.
fn lane_scopes(torus: &Torus, ports: PortModel, first: usize) -> Vec<(usize, String)> {
    match ports {
        PortModel::AllPort => {
            torus.ports().map(|port| (first + port.index(), port_scope("eject", port))).collect()
        }
        PortModel::OnePort | PortModel::SinglePort => vec![(first, "eject_0".to_string())],
    }
}

fn declare_lane(out: &mut impl Sink, torus: &Torus, scope: &str) -> io::Result<LaneVars> {
    out.scope(scope)?;
    let vars = (out.flag("valid")?, out.number("source", id_bits(torus))?);
    out.upscope()?;
    Ok(vars)
}
