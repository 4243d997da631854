//! Writes the messages on links and the ejections of each cycle as value changes, for any format.
//!
//! Before the cycles that are written, only the loads are counted; see [`super`] for the variables.

use super::cycle_record::{CycleRecord, Exit, Message, Passage, Waits};
use super::declare::{declare_nodes, FlitVars, LinkVars, LocalPortVars};
use super::place::Places;
use super::sink::{Sink, Variable};
use super::subject::{Run, Subject, COUNTER_BITS};
use crate::driver::Window;
use crate::engine::{DONE, ERROR};
use crate::monitor::set_bits;
use crate::timetable::Timetable;
use std::io;
use std::ops::Range;

/// The current state of a link in the file.
#[derive(Clone, Copy, Default)]
struct LinkState {
    load: u64,
    /// The message on it.
    message: Option<Message>,
    injecting: bool,
}

/// Writes the waves of a run to a sink.
pub struct WaveWriter<S: Sink> {
    out: S,
    /// The cycles that are written.
    cycles: Range<u64>,
    /// The timetable of a scheduled run.
    timetable: Option<Timetable>,
    ports: usize,
    places: Places,
    globals: [Variable; 5],
    links: Vec<Option<LinkVars>>,
    local_ports: Vec<Option<LocalPortVars>>,
    states: Vec<LinkState>,
    /// The waiting packets, by local port.
    waits: Vec<Waits>,
    /// The links and local ports in use in the last cycle that was written.
    busy_links: Vec<u32>,
    busy_local_ports: Vec<u32>,
    flags: Option<u8>,
    counters: Option<[Option<u64>; 2]>,
}

impl<S: Sink> WaveWriter<S> {
    /// Writes the declarations.
    pub fn new(mut out: S, subject: &Subject) -> io::Result<Self> {
        let cycles = subject.cycles().map_err(io::Error::other)?;
        let [first, second] = subject.run.counters();
        out.head(&subject.comment())?;
        out.scope(subject.name)?;
        let globals = [
            out.number("cycle", COUNTER_BITS)?,
            out.number(first, COUNTER_BITS)?,
            out.number(second, COUNTER_BITS)?,
            out.flag("done")?,
            out.flag("error")?,
        ];
        let places = Places::new(subject.placement.torus());
        let (links, local_ports) = declare_nodes(&mut out, subject, &places)?;
        out.upscope()?;
        Ok(WaveWriter {
            out,
            cycles,
            timetable: match subject.run {
                Run::Scheduled { timetable, .. } => Some(timetable),
                Run::Traffic { .. } => None,
            },
            ports: subject.placement.torus().port_slots(),
            places,
            globals,
            states: vec![LinkState::default(); links.len()],
            links,
            waits: vec![Waits::default(); local_ports.len()],
            local_ports,
            busy_links: Vec::new(),
            busy_local_ports: Vec::new(),
            flags: None,
            counters: None,
        })
    }

    /// Writes the first values, with everything idle; the loads are those counted so far.
    fn begin(&mut self) -> io::Result<()> {
        self.out.begin(self.cycles.start)?;
        for (vars, state) in self.links.iter().zip(&self.states) {
            let Some(vars) = vars else { continue };
            self.out.change(vars.valid, Some(0))?;
            self.places.show(&mut self.out, vars.source, None)?;
            self.places.show(&mut self.out, vars.destination, None)?;
            show_flit(&mut self.out, vars.flit, None)?;
            vars.channel.map_or(Ok(()), |channel| self.out.change(channel, None))?;
            self.out.change(vars.load, Some(state.load))?;
            if let Some((valid, destination)) = vars.inject {
                self.out.change(valid, Some(0))?;
                self.places.show(&mut self.out, destination, None)?;
            }
        }
        for local_port in self.local_ports.iter().flatten() {
            self.out.change(local_port.valid, Some(0))?;
            self.places.show(&mut self.out, local_port.source, None)?;
            show_flit(&mut self.out, local_port.flit, None)?;
            let Some([packets, first]) = local_port.wait else { continue };
            self.out.change(packets, Some(0))?;
            self.out.change(first, None)?;
        }
        self.out.begun()
    }

    /// Writes the cycles of a traced window.
    pub fn observe(&mut self, window: &Window) -> io::Result<()> {
        let mut hops = window.batch.hops();
        for (step, cycle) in window.cycles() {
            skip(&mut hops, |hop| (hop.step as usize) < step);
            let sent = &hops[..hops.partition_point(|hop| hop.step as usize == step)];
            let mut passages: Vec<Passage> = sent.iter().map(Passage::from).collect();
            let mut exits: Vec<Exit> = window.batch.ejections_of(step).iter().map(Exit::from).collect();
            passages.sort_unstable_by_key(|passage| passage.link);
            exits.sort_unstable_by_key(|exit| exit.local_port);
            let counters = self.timetable.map_or([None; 2], |timetable| timetable.exchange_and_slot(cycle));
            let status = window.batch.status(step);
            self.cycle(&CycleRecord {
                cycle,
                status,
                counters,
                passages: &passages,
                exits: &exits,
                waits: &[],
            })?;
        }
        Ok(())
    }

    /// The cycles that are written.
    pub fn cycles(&self) -> &Range<u64> {
        &self.cycles
    }

    /// Counts the links in use, bit = link id, in a cycle before those that are written.
    pub fn count(&mut self, valid: &[u64]) {
        set_bits(valid).for_each(|link| self.states[link].load += 1);
    }

    /// Writes one cycle; before the first one that is written, only the loads are counted.
    pub fn cycle(&mut self, cycle_record: &CycleRecord) -> io::Result<()> {
        let (cycle, passages) = (cycle_record.cycle, cycle_record.passages);
        if !self.cycles.contains(&cycle) {
            if cycle < self.cycles.start {
                passages.iter().for_each(|passage| self.states[passage.link as usize].load += 1);
            }
            return Ok(());
        }
        // The first values belong to the first cycle.
        if cycle == self.cycles.start {
            self.begin()?;
        } else {
            self.out.time(cycle)?;
        }
        self.globals(cycle_record)?;
        let links = passages.iter().map(|passage| passage.link).collect();
        let busy = std::mem::replace(&mut self.busy_links, links);
        for link in busy {
            if self.busy_links.binary_search(&link).is_err() {
                self.show(link, None)?;
            }
        }
        for passage in passages {
            self.show(passage.link, Some(passage.message))?;
        }
        self.exits(cycle_record.exits)?;
        self.waits(cycle_record.waits)
    }

    fn globals(&mut self, cycle_record: &CycleRecord) -> io::Result<()> {
        let ([at, first, second, done, error], status) = (self.globals, cycle_record.status);
        self.out.change(at, Some(cycle_record.cycle))?;
        if self.counters.replace(cycle_record.counters) != Some(cycle_record.counters) {
            self.out.change(first, cycle_record.counters[0])?;
            self.out.change(second, cycle_record.counters[1])?;
        }
        let before = self.flags.replace(status);
        for (id, bit) in [(done, DONE), (error, ERROR)] {
            if before.is_none_or(|before| (before ^ status) & bit != 0) {
                self.out.change(id, Some((status & bit != 0) as u64))?;
            }
        }
        Ok(())
    }

    /// Updates a link to the message that it carries now.
    fn show(&mut self, link: u32, message: Option<Message>) -> io::Result<()> {
        let Some(vars) = self.links[link as usize] else { return Ok(()) };
        let LinkState { mut load, message: before, injecting: injected } = self.states[link as usize];
        if before.is_some() != message.is_some() {
            self.out.change(vars.valid, Some(message.is_some() as u64))?;
        }
        let (old, new) = (before.unwrap_or_default(), message.unwrap_or_default());
        if old.source != new.source {
            self.places.change(&mut self.out, vars.source, [old.source, new.source])?;
        }
        let moved = old.destination != new.destination;
        if moved {
            self.places.change(&mut self.out, vars.destination, [old.destination, new.destination])?;
        }
        if old.flit != new.flit {
            show_flit(&mut self.out, vars.flit, new.flit)?;
        }
        if let Some(channel) = vars.channel.filter(|_| old.channel != new.channel) {
            self.out.change(channel, new.channel.map(u64::from))?;
        }
        if message.is_some() {
            load += 1;
            self.out.change(vars.load, Some(load))?;
        }
        let injecting = new.source == Some(link / self.ports as u32);
        if let Some((valid, to)) = vars.inject {
            if injected != injecting {
                self.out.change(valid, Some(injecting as u64))?;
            }
            if injected != injecting || injecting && moved {
                let [old, new] =
                    [(old, injected), (new, injecting)].map(|(of, is)| of.destination.filter(|_| is));
                self.places.change(&mut self.out, to, [old, new])?;
            }
        }
        self.states[link as usize] = LinkState { load, message, injecting };
        Ok(())
    }

    fn exits(&mut self, exits: &[Exit]) -> io::Result<()> {
        let local_ports = exits.iter().map(|exit| exit.local_port).collect();
        let busy = std::mem::replace(&mut self.busy_local_ports, local_ports);
        for &local_port in &busy {
            let Some(LocalPortVars { valid, source, flit, .. }) = self.local_ports[local_port as usize]
            else {
                continue;
            };
            if self.busy_local_ports.binary_search(&local_port).is_err() {
                self.out.change(valid, Some(0))?;
                self.places.show(&mut self.out, source, None)?;
                show_flit(&mut self.out, flit, None)?;
            }
        }
        for Exit { local_port, message } in exits {
            let Some(LocalPortVars { valid, source, flit, .. }) = self.local_ports[*local_port as usize]
            else {
                continue;
            };
            if busy.binary_search(local_port).is_err() {
                self.out.change(valid, Some(1))?;
            }
            self.places.show(&mut self.out, source, message.source)?;
            show_flit(&mut self.out, flit, message.flit)?;
        }
        Ok(())
    }

    /// Updates local ports to the packets that wait there now.
    fn waits(&mut self, waits: &[Waits]) -> io::Result<()> {
        for &now in waits {
            let before = std::mem::replace(&mut self.waits[now.local_port as usize], now);
            let vars = self.local_ports[now.local_port as usize].and_then(|vars| vars.wait);
            let Some([packets, first]) = vars else { continue };
            if before.packets != now.packets {
                self.out.change(packets, Some(now.packets.into()))?;
            }
            if before.first != now.first {
                self.out.change(first, now.first.map(u64::from))?;
            }
        }
        Ok(())
    }

    /// Completes the file after `cycles` cycles; the last cycle lasts as long as the others.
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

/// Writes `packet` and `flit`, if the file has them.
fn show_flit(out: &mut impl Sink, vars: Option<FlitVars>, flit: Option<(u32, u32)>) -> io::Result<()> {
    let Some(vars) = vars else { return Ok(()) };
    let (packet, place) = flit.unzip();
    out.change(vars.packet, packet.map(u64::from))?;
    vars.flit.map_or(Ok(()), |variable| out.change(variable, place.map(u64::from)))
}
