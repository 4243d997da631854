//! The loop of a run of traffic: offers flits, runs clock edges and gives results to the scoreboard, until
//! everything has arrived or nothing moves.

use super::coming::Coming;
use super::machine::EngineFactory;
use super::needed::Needed;
use super::recorder::TrafficRecorder;
use super::scoreboard::PacketScoreboard;
use super::shared_log::Note;
use super::stall;
use super::together::OfOthers;
use super::{HeadFormat, Session, Traffic, BATCH, PATIENCE, QUIET};
use crate::clock::{Clock, Spent};
use crate::engine::traffic::{Log, Seen};
use crate::experiment::same_nodes;
use crate::flit_bits::check_head;
use crate::mismatch::PacketMismatch;
use crate::monitor::Monitor;
use crate::progress::Progress;
use crate::ranks::{several, Block};
use crate::setup::Setup;
use crate::sharing::{refuse, SharingError};
use crate::SimError;

impl<'a> Session<'a> {
    pub(super) fn open(mut traffic: Traffic<'a>) -> Result<Self, SimError> {
        let (Setup { manifest, engine, ranks, .. }, placement) = (traffic.setup, traffic.placement);
        let torus = placement.torus();
        same_nodes(manifest, placement)?;
        refuse(ranks, engine, torus)?;
        let ranks = several(ranks);
        if let Some(ranks) = ranks.filter(|_| traffic.show.watch.is_some()) {
            return Err(SharingError::Watched { ranks: ranks.size() }.into());
        }
        let buffered = manifest.buffers(traffic.setup.dir)?;
        check_head(buffered.head)?;
        let ports = manifest.ports;
        let format = HeadFormat::new(torus, buffered.channels, buffered.flits, buffered.rule);
        let needed = Needed::new(torus, &format);
        let block = Block::of(torus, ranks);
        let recorder = TrafficRecorder::new(&mut traffic, ports, format.clone(), &block)?;
        let mut factory = EngineFactory::new(&traffic)?;
        let simulation = factory.machine(&traffic, ports)?;
        let own = placement.processors().iter().filter(|node| block.node(node.index()).is_some());
        let node_of_local_port = stall::node_of_local_port(own, ports.local_ports(torus));
        let coming = Coming::new(traffic.packets);
        Ok(Session {
            format,
            ports,
            stride: buffered.flits as u32,
            factory,
            simulation,
            scoreboard: PacketScoreboard::new(
                torus,
                block.clone(),
                node_of_local_port,
                buffered.flits as u32,
            ),
            monitor: Monitor::new(block.links()),
            ranks,
            block,
            others: OfOthers::default(),
            recorder,
            running: Spent::default(),
            sending_took: Spent::default(),
            needed,
            needed_by_all: Vec::new(),
            flits: Vec::new(),
            holds: Vec::new(),
            golden: None,
            coming,
            cycle: 0,
            end: 2 * traffic.limit,
            moved: 0,
            last_arrival: 0,
            delivered_before: 0,
            last_delivery: 0,
            accepted: 0,
            drained: None,
            sending: true,
            stalled: false,
            failed: false,
            unwritten: false,
            traffic,
        })
    }

    pub(super) fn simulate(&mut self) {
        self.reset();
        let mut log = Log::default();
        let part = self.part();
        while !self.over() {
            (0..BATCH / part).for_each(|_| self.send_and_advance(part, &mut log));
            self.watch();
            self.progress();
        }
        self.advance(QUIET, &mut log);
        let delivered = self.delivered();
        self.recorder.show(self.cycle, &self.scoreboard, [&[], &[]], self.done(), delivered);
    }

    /// Cycles that are run at a time. They are fewer in a large network, so that the flits fit into caches.
    /// Ranks run a whole batch, as they communicate after each part.
    fn part(&self) -> u64 {
        let few = (1 << 15) / self.traffic.placement.torus().len().next_power_of_two() as u64;
        if self.ranks.is_some() {
            BATCH
        } else {
            few.clamp(64, BATCH)
        }
    }

    /// Offers the packets of the next cycles, and runs these.
    fn send_and_advance(&mut self, cycles: u64, log: &mut Log) {
        let clock = Clock::of(self.threads());
        self.send_until((self.cycle + cycles).min(self.traffic.limit));
        self.sending_took += clock.elapsed();
        self.advance(cycles, log);
    }

    pub(super) fn threads(&self) -> usize {
        self.simulation.network().threads
    }

    /// Runs some cycles, with the flits offered so far queued before them.
    pub(super) fn advance(&mut self, cycles: u64, log: &mut Log) {
        let (end, mut flits) = (self.cycle + cycles, std::mem::take(&mut self.flits));
        while self.cycle < end {
            let (steps, traced) = self.recorder.stretch(self.cycle, end);
            let clock = Clock::of(self.threads());
            self.simulation.run(self.cycle, steps as usize, false, &flits, traced, log);
            self.running += clock.elapsed();
            self.compare(steps, &flits, log);
            self.find_strays(log);
            self.observe(log);
            self.agree(log.first_error());
            self.release();
            self.cycle += steps;
            self.note_deliveries();
            flits.clear();
        }
        // The vector is empty, but keeps its memory for the next flits.
        self.flits = flits;
    }

    /// Notes this cycle if packets have arrived since the last call, on any rank.
    fn note_deliveries(&mut self) {
        let delivered = self.delivered();
        if delivered > self.delivered_before {
            (self.delivered_before, self.last_delivery) = (delivered, self.cycle);
        }
    }

    /// Releases the records of packets that have arrived, if the packets can be made again. Waves and other
    /// ranks need all records.
    fn release(&mut self) {
        if self.traffic.again.is_some() && self.ranks.is_none() && !self.recorder.is_on() {
            self.scoreboard.release();
        }
    }

    /// The packets that were sent and have not arrived.
    pub(super) fn missing(&self) -> u64 {
        self.scoreboard.open + self.others.open
    }

    /// The packets that have arrived, on all ranks.
    pub(super) fn delivered(&self) -> u64 {
        self.scoreboard.delivered + self.others.delivered
    }

    /// Whether everything was sent and has arrived.
    fn done(&self) -> bool {
        self.is_sent() && self.missing() == 0
    }

    fn is_sent(&self) -> bool {
        self.coming.first().is_none() || !self.sending
    }

    /// Whether the run is over: finished, stalled, failed, or out of time.
    fn over(&self) -> bool {
        let ended = self.stalled
            || self.failed
            || self.unwritten
            || self.is_late()
            || !self.scoreboard.has_serials(1);
        ended || self.done() && self.cycle > 0
    }

    /// Whether the run is given up. As long as packets arrive that were sent, it is not.
    pub(super) fn is_late(&self) -> bool {
        self.cycle >= self.end.max(self.last_delivery + self.traffic.limit)
    }

    fn observe(&mut self, log: &Log) {
        for seen in log.entered() {
            self.scoreboard.entered(seen, self.cycle + seen.step as u64);
        }
        let (mut left, mut notes) = (log.left(), Vec::new());
        for step in 0..log.steps() {
            let now = left.iter().take_while(|seen| seen.step as usize == step).count();
            let open = self.scoreboard.open;
            self.leave(self.cycle + step as u64, &left[..now]);
            notes.push(Note { open, delivered: self.scoreboard.delivered });
            left = &left[now..];
            self.pass(self.cycle + step as u64 + 1, log.valid(step));
        }
        if self.recorder.is_on() {
            let ended = self.is_sent();
            self.recorder.observe(self.cycle, &self.scoreboard, (log, &notes), ended);
        }
    }

    /// Shares counts with the other ranks. Ends the run if a node of any rank reports an error, or if waves
    /// cannot be written. `error`: the first clock edge of this rank with an error.
    fn agree(&mut self, error: Option<usize>) {
        self.together();
        self.unwritten = self.recorder.is_on() && self.any(self.recorder.has_failed());
        let Some(step) = self.earliest(error).filter(|_| !self.failed) else { return };
        self.failed = true;
        let torus = self.traffic.placement.torus();
        let name = |node: usize| torus.node_at(node).map_or(String::new(), |node| torus.node_name(node));
        let nodes: Vec<String> = self.simulation.error_nodes().into_iter().map(name).collect();
        self.scoreboard
            .note(PacketMismatch::ErrorBit { nodes: nodes.join(" "), cycle: self.cycle + step as u64 + 1 });
    }

    /// Takes the flits that leave in a cycle, which ends the cycle.
    fn leave(&mut self, cycle: u64, left: &[Seen]) {
        if left.is_empty() {
            return;
        }
        self.scoreboard.left(left, cycle);
        if self.traffic.window.as_ref().is_none_or(|window| window.contains(&cycle)) {
            self.accepted += left.len() as u64;
        }
        (self.moved, self.last_arrival) = (self.moved.max(cycle), cycle);
    }

    /// Counts the links in use in a cycle.
    fn pass(&mut self, cycle: u64, valid: &[u64]) {
        if valid.iter().any(|&word| word != 0) {
            self.moved = cycle;
        }
        self.monitor.observe(cycle, valid);
    }

    /// Ends the sending, or the run, when it is time.
    fn watch(&mut self) {
        if let Some(window) = self.traffic.window.clone().filter(|_| self.drained.is_none()) {
            if self.cycle >= window.end && self.scoreboard.open_measured + self.others.open_measured == 0 {
                (self.drained, self.sending) = (Some(true), false);
            } else if self.cycle >= self.traffic.limit {
                (self.drained, self.sending) = (Some(false), false);
            }
        } else if self.cycle >= self.traffic.limit {
            self.sending = false;
        }
        self.stalled = self.cycle > self.moved + PATIENCE && self.waits();
    }

    pub(super) fn progress(&self) {
        // After its window a run ends when everything has arrived. A list without a window has no other end.
        let end = self.traffic.window.as_ref().map(|window| window.end).filter(|&end| self.cycle <= end);
        let (cycle, delivered) = (self.cycle, self.delivered());
        self.traffic.setup.progress(Progress::Running { cycle, end, delivered });
    }
}
