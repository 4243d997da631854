//! A run cycle by cycle, for waves and for who watches it.
//!
//! A clock edge tells what stands on the local ports in the cycle that it ends, and on the links in the next
//! one; what links carry is therefore held until the local ports of that cycle are known. Outside the cycles
//! that are written no flit is asked for, which costs nothing but counting.

use super::{
    scoreboard::{PacketScoreboard, Record},
    sources::Sources,
    HeadFormat, Traffic,
};
use crate::engine::traffic::{Log, Seen};
use crate::engine::{DONE, ERROR};
use crate::record::{CycleRecord, Exit, Message, Passage, Recording, Run, Subject, Waveform};
use crate::setup::Setup;
use crate::SimError;
use crate::{PartError, Sample};
use torus_model::{PortModel, Torus};

/// Link bits of a traced log, to keep its buffers small.
const LOG_BITS: usize = 1 << 18;

/// Takes every cycle, cycle 0 first; ejections are flits.
pub enum Watch<'a> {
    /// The links in use.
    Links(&'a mut (dyn FnMut(Sample) + 'a)),
    /// And every flit on a link, and what waits: this takes longer.
    Packets(&'a mut (dyn FnMut(Sample, &PacketSample) + 'a)),
}

impl Watch<'_> {
    /// The same for less long.
    pub fn reborrow(&mut self) -> Watch<'_> {
        match self {
            Watch::Links(watch) => Watch::Links(*watch),
            Watch::Packets(watch) => Watch::Packets(*watch),
        }
    }
}

/// One cycle of packets, beside the links in use.
pub struct PacketSample<'a> {
    /// Flits offered in the cycle.
    pub offered: u64,
    /// Packets of each processor that were offered, and of which no router has taken in a flit when the cycle
    /// ends.
    pub waiting: &'a [u32],
    /// The flits on links, by increasing link.
    pub passages: &'a [Passage],
}

/// What of a run is shown as it goes on; the default is nothing.
#[derive(Default)]
pub struct Show<'a> {
    /// What waves to write.
    pub waves: Recording<'a>,
    /// What gives the packets again, as words `key=value` without path or date: stands in the waves.
    pub label: &'a str,
    /// What every link should carry, by link id, in any unit; chooses the busiest ones of a selection.
    pub loads: &'a [u64],
    /// Called in every cycle.
    pub watch: Option<Watch<'a>>,
}

/// What the last clock edge left on the links.
#[derive(Default)]
struct Held {
    links: Vec<u64>,
    hops: Vec<Seen>,
    error: bool,
}

/// Shows the cycles of a run.
pub(super) struct TrafficRecorder<'a> {
    torus: &'a Torus,
    format: HeadFormat,
    waves: Option<Waveform<'a>>,
    watch: Option<Watch<'a>>,
    written: Result<(), SimError>,
    held: Held,
    /// What waits; nothing is known of it where nobody asks.
    sources: Option<Sources>,
    /// Packets offered so far.
    sent: usize,
    /// Most cycles of a traced log.
    room: u64,
}

impl<'a> TrafficRecorder<'a> {
    /// Starts the files; `links`: how many this process has. Errors: a part that the torus does not have;
    /// folders that cannot be written.
    pub fn new(
        traffic: &mut Traffic<'a>,
        ports: PortModel,
        format: HeadFormat,
        links: usize,
    ) -> Result<Self, SimError> {
        let (torus, waves) = (traffic.placement.torus(), traffic.show.waves);
        let waves = if waves.is_some() { Some(waveform(traffic, ports)?) } else { None };
        let watch = traffic.show.watch.take();
        let asked = waves.is_some() || matches!(watch, Some(Watch::Packets(_)));
        Ok(TrafficRecorder {
            torus,
            format,
            waves,
            sources: asked.then(|| Sources::new(traffic.placement, ports)),
            watch,
            written: Ok(()),
            held: Held { links: vec![0; links.div_ceil(64)], ..Held::default() },
            sent: 0,
            room: (LOG_BITS / links.max(1)).max(1) as u64,
        })
    }

    /// How many of the cycles from `cycle` to `end` are run at once, and whether with their flits.
    pub fn stretch(&self, cycle: u64, end: u64) -> (u64, bool) {
        let written = |waves: &Waveform| waves.cycles().start <= end && cycle + 1 < waves.cycles().end;
        let asked = matches!(self.watch, Some(Watch::Packets(_)));
        match asked || self.waves.as_ref().is_some_and(written) {
            true => (self.room.min(end - cycle), true),
            false => (end - cycle, false),
        }
    }

    /// Shows a cycle, after the scoreboard has taken what left in it. `done`: nothing was left to do before.
    pub fn show(
        &mut self,
        cycle: u64,
        scoreboard: &PacketScoreboard,
        [entered, left]: [&[Seen]; 2],
        done: bool,
    ) {
        if !self.is_on() {
            return;
        }
        let offered = self.offered(cycle, scoreboard);
        if let Some(sources) = &mut self.sources {
            sources.enter(entered, scoreboard);
        }
        let passages = self.passages(scoreboard);
        self.watch(cycle, left.len() as u64, offered, &passages);
        self.write(cycle, scoreboard, left, done, &passages);
    }

    /// Tells who watches.
    fn watch(&mut self, cycle: u64, ejections: u64, offered: u64, passages: &[Passage]) {
        let sample = Sample { cycle, links: &self.held.links, ejections };
        match (&mut self.watch, &self.sources) {
            (Some(Watch::Packets(watch)), Some(sources)) => {
                watch(sample, &PacketSample { offered, waiting: sources.waiting(), passages });
            }
            (Some(Watch::Links(watch)), _) => watch(sample),
            _ => (),
        }
    }

    /// Writes waves.
    fn write(
        &mut self,
        cycle: u64,
        scoreboard: &PacketScoreboard,
        left: &[Seen],
        done: bool,
        passages: &[Passage],
    ) {
        let Some(waves) = self.waves.as_mut().filter(|_| self.written.is_ok()) else { return };
        if !waves.cycles().contains(&cycle) {
            return waves.count(&self.held.links);
        }
        let status = if done { DONE } else { 0 } | if self.held.error { ERROR } else { 0 };
        let counters = [Some(self.sent as u64), Some(scoreboard.delivered)];
        let exit = |seen: &Seen| Exit { local_port: seen.place, message: message(scoreboard, seen) };
        let mut exits: Vec<_> = left.iter().map(exit).collect();
        exits.sort_unstable_by_key(|exit| exit.local_port);
        let waits = self.sources.as_mut().map_or(vec![], Sources::changed);
        let exits = &exits;
        self.written = waves.cycle(&CycleRecord { cycle, status, counters, passages, exits, waits: &waits });
    }

    /// The flits on links, each with its channel.
    fn passages(&self, scoreboard: &PacketScoreboard) -> Vec<Passage> {
        let channel = |seen: &Seen| {
            let (_, _, Record { source, port, head, .. }) = scoreboard.flit(seen.serial)?;
            let way = self.format.way(self.torus, *source, *port, *head);
            let hop = way.into_iter().find(|hop| hop.link.index() == seen.place as usize)?;
            Some(hop.channel as u32)
        };
        let passage = |seen: &Seen| Passage {
            link: seen.place,
            message: Message { channel: channel(seen), ..message(scoreboard, seen) },
        };
        let mut passages: Vec<_> = self.held.hops.iter().map(passage).collect();
        passages.sort_unstable_by_key(|passage| passage.link);
        passages
    }

    /// Shows nothing more.
    pub fn stop(&mut self) {
        (self.waves, self.watch) = (None, None);
    }

    /// Whether anything is shown.
    pub fn is_on(&self) -> bool {
        self.waves.is_some() || self.watch.is_some()
    }

    /// Flits offered in a cycle, whose packets wait from now on.
    fn offered(&mut self, cycle: u64, scoreboard: &PacketScoreboard) -> u64 {
        let (new, mut flits) = (&scoreboard.records[self.sent..], 0);
        for record in new.iter().take_while(|record| record.cycle <= cycle) {
            if let Some(sources) = &mut self.sources {
                sources.offer(self.sent, record.source, record.port);
            }
            self.sent += 1;
            flits += u64::from(record.flits);
        }
        flits
    }

    /// Takes what an edge left on the links, for the next cycle.
    pub fn hold(&mut self, log: &Log, step: usize) {
        if !self.is_on() {
            return;
        }
        self.held.links.copy_from_slice(log.valid(step));
        self.held.error = log.error(step);
        self.held.hops.clear();
        self.held.hops.extend_from_slice(log.hops_at(step));
    }

    /// Closes the files of a run of this many cycles. Errors: they cannot be written, or have no cycle of it.
    pub fn finish(&mut self, cycles: u64, counts: &[u64]) -> Result<(), SimError> {
        std::mem::replace(&mut self.written, Ok(()))?;
        let Some(waves) = self.waves.take() else { return Ok(()) };
        match waves.window().filter(|window| window.from >= cycles) {
            Some(window) => Err(PartError::After { window, cycles }.into()),
            None => waves.finish(cycles, counts),
        }
    }
}

fn waveform<'a>(traffic: &Traffic<'a>, ports: PortModel) -> Result<Waveform<'a>, SimError> {
    let &Traffic { setup: Setup { dir, manifest, .. }, placement, ref show, .. } = traffic;
    let buffered = manifest.buffers(dir)?;
    let part = show.waves.part(placement.torus(), show.loads)?;
    let run = Run::Traffic { buffered, label: show.label };
    let (name, routing, seed) = (&manifest.name, &manifest.routing, manifest.seed);
    let stages = manifest.link_stages.as_deref();
    Waveform::create(show.waves, Subject { name, routing, ports, seed, placement, stages, run, part })
}

/// What a flit's serial number says of it; nothing, if nobody sent it.
fn message(scoreboard: &PacketScoreboard, seen: &Seen) -> Message {
    let Some((packet, place, record)) = scoreboard.flit(seen.serial) else { return Message::default() };
    let Record { source, destination, .. } = record;
    let [source, destination] = [source, destination].map(|node| Some(node.index() as u32));
    Message { source, destination, flit: Some((packet, place)), channel: None }
}
