//! Shows a run cycle by cycle, for waves and for callers that watch it.
//!
//! A clock edge shows the local ports in the cycle that it ends, but the links in the next cycle. So the
//! flits on links are held until the local ports of their cycle are known. Outside the cycles that are
//! written, links are counted but flits are not traced, which costs nothing more.

use super::{
    records::Record,
    scoreboard::PacketScoreboard,
    shared_log::{Note, SharedLog},
    show::{PacketSample, Watch},
    sources::Sources,
    HeadFormat, Traffic,
};
use crate::engine::traffic::{Log, Seen};
use crate::engine::{DONE, ERROR};
use crate::merge;
use crate::ranks::{agree, several, Block};
use crate::record::{Chosen, CycleRecord, Exit, Message, Passage, Run, Subject, Waveform};
use crate::setup::Setup;
use crate::SimError;
use crate::{PartError, Sample};
use std::ops::Range;
use torus_model::{PortModel, Torus};

/// The most link bits of a traced log, to keep its buffers small.
const LOG_BITS: usize = 1 << 18;

/// The values on links after the last clock edge.
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
    /// The wave files that this process writes, and the cycles that are written by any rank.
    waves: Option<Waveform<'a>>,
    cycles: Option<Range<u64>>,
    /// The log of all ranks, if they share the network.
    shared: Option<SharedLog<'a>>,
    watch: Option<Watch<'a>>,
    written: Result<(), SimError>,
    held: Held,
    /// The packets that wait; `None` if no one asks for them.
    sources: Option<Sources>,
    /// The number of packets offered so far.
    sent: usize,
    /// The most cycles of a traced log.
    room: u64,
}

impl<'a> TrafficRecorder<'a> {
    /// Begins the files; with several ranks only the first one does. Errors: a part that the torus does not
    /// have; folders that cannot be written.
    pub fn new(
        traffic: &mut Traffic<'a>,
        ports: PortModel,
        format: HeadFormat,
        block: &Block,
    ) -> Result<Self, SimError> {
        let (torus, recording) = (traffic.placement.torus(), traffic.show.waves);
        let ranks = several(traffic.setup.ranks);
        let subject = if recording.is_some() { Some(subject(traffic, ports)?) } else { None };
        let chosen = subject.as_ref().map(Chosen::new).transpose()?;
        let cycles = chosen.as_ref().map(|chosen| chosen.cycles.clone());
        let shared =
            ranks.zip(chosen).map(|(ranks, chosen)| SharedLog::new(ranks, traffic.placement, block, chosen));
        let subject = subject.filter(|_| ranks.is_none_or(|ranks| ranks.rank() == 0));
        let waves = subject.map(|subject| Waveform::create(recording, subject)).transpose()?;
        let watch = traffic.show.watch.take();
        let asked = waves.is_some() || matches!(watch, Some(Watch::Packets(_)));
        let words = torus.link_slots().div_ceil(64);
        Ok(TrafficRecorder {
            torus,
            format,
            waves,
            cycles,
            shared,
            sources: asked.then(|| Sources::new(traffic.placement, ports)),
            watch,
            written: Ok(()),
            held: Held { links: vec![0; words], ..Held::default() },
            sent: 0,
            room: (LOG_BITS / torus.link_slots().max(1)).max(1) as u64,
        })
    }

    /// How many cycles from `cycle` to `end` are run at a time, and whether their flits are traced.
    pub fn stretch(&self, cycle: u64, end: u64) -> (u64, bool) {
        let written = |cycles: &Range<u64>| cycles.start <= end && cycle + 1 < cycles.end;
        let asked = matches!(self.watch, Some(Watch::Packets(_)));
        match asked || self.cycles.as_ref().is_some_and(written) {
            true => (self.room.min(end - cycle), true),
            false => (end - cycle, false),
        }
    }

    /// Shows the cycles of a log, the first of which is `cycle`, after the scoreboard has taken the flits
    /// that left. `ended`: nothing more is sent.
    pub fn observe(
        &mut self,
        cycle: u64,
        scoreboard: &PacketScoreboard,
        (log, notes): (&Log, &[Note]),
        ended: bool,
    ) {
        match self.shared.as_ref().map(|shared| shared.together(cycle, log, notes)) {
            None => self.show_all(cycle, scoreboard, (log, notes), ended),
            Some(Some((log, notes))) => self.show_all(cycle, scoreboard, (&log, &notes), ended),
            Some(None) => (),
        }
    }

    fn show_all(
        &mut self,
        first: u64,
        scoreboard: &PacketScoreboard,
        (log, notes): (&Log, &[Note]),
        ended: bool,
    ) {
        let mut left = log.left();
        for (step, (cycle, note)) in (first..).zip(notes).enumerate() {
            let now = left.partition_point(|seen| seen.step as usize <= step);
            let seen = [log.entered_at(step), &left[..now]];
            self.show(cycle, scoreboard, seen, ended && note.open == 0, note.delivered);
            left = &left[now..];
            self.hold(log, step);
        }
    }

    /// Shows a cycle. `done`: everything was finished before it.
    pub fn show(
        &mut self,
        cycle: u64,
        scoreboard: &PacketScoreboard,
        [entered, left]: [&[Seen]; 2],
        done: bool,
        delivered: u64,
    ) {
        if self.waves.is_none() && self.watch.is_none() {
            return;
        }
        let offered = self.offered(cycle, scoreboard);
        if let Some(sources) = &mut self.sources {
            sources.enter(entered, scoreboard);
        }
        let passages = self.passages(scoreboard);
        self.watch(cycle, left.len() as u64, offered, &passages);
        self.write(cycle, scoreboard, left, (done, delivered), &passages);
    }

    /// Calls the function that watches.
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

    /// Writes a cycle to the waves.
    fn write(
        &mut self,
        cycle: u64,
        scoreboard: &PacketScoreboard,
        left: &[Seen],
        (done, delivered): (bool, u64),
        passages: &[Passage],
    ) {
        let Some(waves) = self.waves.as_mut().filter(|_| self.written.is_ok()) else { return };
        if !waves.cycles().contains(&cycle) {
            return waves.count(&self.held.links);
        }
        let status = if done { DONE } else { 0 } | if self.held.error { ERROR } else { 0 };
        let counters = [Some(self.sent as u64), Some(delivered)];
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
            let (_, _, record) = scoreboard.flit(seen.serial)?;
            let hops = self.format.hops(self.torus, record.source, record.way());
            let hop = hops.into_iter().find(|hop| hop.link.index() == seen.place as usize)?;
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

    /// Stops showing.
    pub fn stop(&mut self) {
        (self.waves, self.cycles, self.shared, self.watch) = (None, None, None, None);
    }

    /// Whether any rank shows something.
    pub fn is_on(&self) -> bool {
        self.cycles.is_some() || self.watch.is_some()
    }

    /// Whether the files of this rank could not be written.
    pub fn has_failed(&self) -> bool {
        self.written.is_err()
    }

    /// The number of flits offered in a cycle. Their packets wait from now on.
    fn offered(&mut self, cycle: u64, scoreboard: &PacketScoreboard) -> u64 {
        let (new, mut flits) = (scoreboard.records.since(self.sent), 0);
        for record in new.take_while(|record| record.cycle <= cycle) {
            if let Some(sources) = &mut self.sources {
                sources.offer(self.sent, record.source, record.port);
            }
            self.sent += 1;
            flits += u64::from(record.flits);
        }
        flits
    }

    /// Holds what links carry after an edge, for the next cycle.
    fn hold(&mut self, log: &Log, step: usize) {
        self.held.links.copy_from_slice(log.valid(step));
        self.held.error = log.error(step);
        self.held.hops.clear();
        self.held.hops.extend_from_slice(log.hops_at(step));
    }

    /// Completes the files of a run of `cycles` cycles. Errors: they cannot be written, or have none of its
    /// cycles; errors of rank 0, at all ranks.
    pub fn finish(&mut self, cycles: u64, counts: Vec<u64>) -> Result<(), SimError> {
        let Some(ranks) = self.shared.as_ref().map(|shared| shared.ranks) else {
            return self.close(cycles, &counts);
        };
        let counts = merge::counts(Some(ranks), self.torus, counts);
        agree(Some(ranks), self.close(cycles, &counts))
    }

    fn close(&mut self, cycles: u64, counts: &[u64]) -> Result<(), SimError> {
        std::mem::replace(&mut self.written, Ok(()))?;
        let Some(waves) = self.waves.take() else { return Ok(()) };
        match waves.window().filter(|window| window.from >= cycles) {
            Some(window) => Err(PartError::After { window, cycles }.into()),
            None => waves.finish(cycles, counts),
        }
    }
}

fn subject<'a>(traffic: &Traffic<'a>, ports: PortModel) -> Result<Subject<'a>, SimError> {
    let &Traffic { setup: Setup { dir, manifest, .. }, placement, ref show, .. } = traffic;
    let buffered = manifest.buffers(dir)?;
    let part = show.waves.part(placement.torus(), show.loads)?;
    let run = Run::Traffic { buffered, label: show.label };
    let (name, routing, seed) = (&manifest.name, &manifest.routing, manifest.seed);
    let stages = manifest.link_stages.as_deref();
    Ok(Subject { name, routing, ports, seed, placement, stages, run, part })
}

/// The message of a flit, from its serial number; empty if the flit was never sent.
fn message(scoreboard: &PacketScoreboard, seen: &Seen) -> Message {
    let Some((packet, place, record)) = scoreboard.flit(seen.serial) else { return Message::default() };
    let Record { source, destination, .. } = record;
    let [source, destination] = [source, destination].map(|node| Some(node.index() as u32));
    Message { source, destination, flit: Some((packet, place)), channel: None }
}
