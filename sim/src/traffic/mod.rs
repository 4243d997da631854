//! Any traffic through a network of buffered routers: flits in, flits out, everything checked.
//!
//! One tile is verilated (`NAME_router`, and `NAME_pass` where nodes have no processor); the driver offers
//! flits to injection lanes at their cycles, takes what comes out, and counts every link in every cycle. It checks
//! that nothing is lost, doubled, changed, misdelivered, mixed or overtaken, that every channel of every link carried
//! exactly the flits that the packets' words need and has all its credits back at the end, and that no node reports an
//! error. A network in which nothing moves for
//! [`PATIENCE`] cycles while flits are inside is stalled: the run ends and says what waits for what.
//!
//! Cycle t is the state after t clock edges with `rst_ni` high. A packet offered in cycle t may enter the router
//! by the edge that ends t. Its latency counts from the cycle it was offered in to the cycle in which its last flit
//! stands at the ejection lane; the network's part begins with the cycle in which it entered.
//!
//! Bounds: heads of up to 64 bits, payloads of at least 32.

mod book;
mod conserve;
mod fault;
pub mod ffi;
mod head;
mod latency;
mod machine;
mod stall;
mod tape;

pub use conserve::Tally;
pub use fault::Wrong;
pub use ffi::Fault;
pub use head::{HeadFormat, Hop};
pub use latency::{Latencies, Summary};
pub use machine::TrafficMachine;
pub use tape::{Show, Watch};

use crate::build::{self, Built, Request};
use crate::clock::{Clock, Spent};
use crate::monitor::Monitor;
use crate::progress::Progress;
use crate::{default_cache, Engine, Manifest, SimError, Timings, Tools};
use book::{Book, Record};
use ffi::{Flit, Log, Seen};
use machine::Workbench;
use std::ops::Range;
use std::path::Path;
use tape::Tape;
use torus_model::{NodeId, Placement, PortModel, Route};

/// Clock edges in reset: straps are latched in the first.
pub(crate) const RESET_EDGES: usize = 4;

/// Cycles without a movement after which flits inside the network are taken to be stuck.
pub const PATIENCE: u64 = 1000;

/// Most cycles run at once.
const BATCH: u64 = 256;

/// Cycles watched after the last packet has arrived: nothing may move then, and no credit be wrong.
const QUIET: u64 = 64;

/// A packet to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The cycle in which it is offered.
    pub cycle: u64,
    /// A processor.
    pub source: NodeId,
    /// Another one.
    pub destination: NodeId,
    /// Its length.
    pub flits: u32,
    /// Its path.
    pub word: Route,
    /// The channel of every run's first link.
    pub channels: Vec<usize>,
}

/// A network and what to send through it.
pub struct Traffic<'a> {
    /// The emitted folder.
    pub dir: &'a Path,
    /// Its manifest; it has a buffered router.
    pub manifest: &'a Manifest,
    /// Who sends and receives.
    pub placement: &'a Placement,
    /// Packets in the order of their cycles; may be without end where there is a window.
    pub packets: &'a mut dyn Iterator<Item = Packet>,
    /// The cycles whose packets are measured. Sending goes on until they have arrived. `None`: all, to the end.
    pub window: Option<Range<u64>>,
    /// Packets are no longer sent from this cycle on, and the run is given up at twice that many.
    pub limit: u64,
    /// The flits that every link must carry, by link id, where they are known without the packets. `None`: what the
    /// packets sent need.
    pub counts: Option<&'a [u64]>,
    /// What is broken on purpose.
    pub faults: &'a [Fault],
    /// What is shown as the run goes on.
    pub show: Show<'a>,
    /// What runs the network: tiles, or the model.
    pub engine: Engine,
    /// Threads that share the nodes of the tiles, at least 1; fewer are used where they are not worth it.
    pub threads: usize,
    /// The cache of compiled simulations; `None`: [`default_cache`].
    pub cache: Option<&'a Path>,
    /// The tools.
    pub tools: &'a Tools,
    /// Called as the run goes on.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
}

/// What a run of traffic showed.
#[derive(Clone, Debug)]
pub struct TrafficReport {
    /// Cycles until the last flit had come out.
    pub cycles: u64,
    /// Packets sent.
    pub sent: u64,
    /// Packets that arrived whole.
    pub delivered: u64,
    /// From being offered to the last flit at the ejection lane; measured packets.
    pub latency: Summary,
    /// From entering the router on.
    pub network_latency: Summary,
    /// All of these latencies: in all, in the network.
    pub latencies: [Latencies; 2],
    /// Flits that came out in the window, per processor and cycle.
    pub accepted: f64,
    /// Whether all measured packets arrived while sending went on: else the network is saturated.
    pub drained: bool,
    /// For each link id the flits it carried.
    pub link_counts: Vec<u64>,
    /// What they should carry: [`Traffic::counts`], or what the packets sent need.
    pub expected_counts: Vec<u64>,
    /// What is wrong, the first of many; the count is whole.
    pub wrong: Vec<Wrong>,
    /// How many wrongs there are.
    pub wrongs: u64,
    /// Whether it was compiled for this run.
    pub compiled: bool,
    /// Wall times.
    pub timings: Timings,
}

impl TrafficReport {
    /// Whether everything is as it should be.
    pub fn matches(&self) -> bool {
        self.wrongs == 0
    }
}

/// Sends the packets and checks everything. What is wrong with the network is no error, see
/// [`TrafficReport::wrong`]. Errors: tools, files, a folder without a buffered router or of another placement, the
/// fabric engine.
pub fn run_traffic(traffic: Traffic) -> Result<TrafficReport, SimError> {
    let mut session = Session::open(traffic)?;
    let started = Clock::of(session.threads());
    session.simulate();
    session.finish()?;
    session.tape.finish(session.cycle + 1, &session.monitor.counts())?;
    session.took(started.elapsed());
    Ok(session.report())
}

/// A run in progress.
struct Session<'a> {
    traffic: Traffic<'a>,
    format: HeadFormat,
    ports: PortModel,
    stride: u32,
    workbench: Workbench,
    simulation: Box<dyn TrafficMachine>,
    book: Book<'a>,
    monitor: Monitor,
    tape: Tape<'a>,
    /// What the clock edges took, and making up packets.
    running: Spent,
    sending_took: Spent,
    /// What the packets sent need, by link and channel.
    needed: Vec<u64>,
    /// All flits offered, for a repetition.
    flits: Vec<Flit>,
    next: Option<Packet>,
    cycle: u64,
    moved: u64,
    last_arrival: u64,
    accepted: u64,
    drained: Option<bool>,
    sending: bool,
    stalled: bool,
    /// A node reports an error.
    failed: bool,
}

impl<'a> Session<'a> {
    fn open(mut traffic: Traffic<'a>) -> Result<Self, SimError> {
        let (manifest, placement) = (traffic.manifest, traffic.placement);
        let torus = placement.torus();
        let Some(buffered) = &manifest.buffered else {
            return Err(SimError::NotBuffered { dir: traffic.dir.to_path_buf() });
        };
        let ports: PortModel = manifest.ports.parse().unwrap_or(PortModel::OnePort);
        let dateline = buffered.rule == "dateline";
        let format = HeadFormat::new(torus, buffered.channels, buffered.flits, dateline);
        let tape = Tape::new(&mut traffic, ports)?;
        let mut workbench = Workbench::new(&traffic)?;
        let simulation = workbench.machine(&traffic, ports)?;
        let seats = stall::seats(placement.processors(), ports.local_ports(torus));
        let next = traffic.packets.next();
        Ok(Session {
            format,
            ports,
            stride: buffered.flits as u32,
            workbench,
            simulation,
            book: Book::new(torus, seats, buffered.flits as u32),
            monitor: Monitor::new(torus.link_slots()),
            tape,
            running: Spent::default(),
            sending_took: Spent::default(),
            needed: vec![0; torus.link_slots() * buffered.channels],
            flits: Vec::new(),
            next,
            cycle: 0,
            moved: 0,
            last_arrival: 0,
            accepted: 0,
            drained: None,
            sending: true,
            stalled: false,
            failed: false,
            traffic,
        })
    }

    fn simulate(&mut self) {
        let mut log = Log::default();
        self.simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
        while !self.over() {
            let before = self.flits.len();
            let clock = Clock::of(self.threads());
            self.send_until((self.cycle + BATCH).min(self.traffic.limit));
            self.sending_took += clock.elapsed();
            self.advance(BATCH, before, &mut log);
            self.watch();
            self.progress();
        }
        self.advance(QUIET, self.flits.len(), &mut log);
        self.tape.show(self.cycle, &self.book, &[], self.done());
    }

    fn took(&mut self, all: Spent) {
        let timings = &mut self.workbench.timings;
        (timings.run, timings.send) = (self.running, self.sending_took);
        timings.check = all.without(self.running).without(self.sending_took);
        (timings.edges, timings.footprint) = (self.cycle + RESET_EDGES as u64, self.simulation.footprint());
        timings.threads = self.simulation.network().threads;
    }

    fn threads(&self) -> usize {
        self.simulation.network().threads
    }

    /// Runs some cycles, the flits from number `first` on queued before them.
    fn advance(&mut self, cycles: u64, mut first: usize, log: &mut Log) {
        let end = self.cycle + cycles;
        while self.cycle < end {
            let (steps, traced) = self.tape.stretch(self.cycle, end);
            let clock = Clock::of(self.threads());
            self.simulation.run(self.cycle, steps as usize, false, &self.flits[first..], traced, log);
            self.running += clock.elapsed();
            self.observe(log);
            (self.cycle, first) = (self.cycle + steps, self.flits.len());
        }
    }

    /// Whether nothing is left to be sent, and all that was sent has arrived.
    fn done(&self) -> bool {
        (self.next.is_none() || !self.sending) && self.book.open == 0
    }

    /// Whether nothing is left to do or to hope for.
    fn over(&self) -> bool {
        self.done() && self.cycle > 0 || self.stalled || self.failed || self.cycle >= 2 * self.traffic.limit
    }

    /// Offers the packets of all cycles below `end`.
    fn send_until(&mut self, end: u64) {
        while let Some(packet) = self.next.take_if(|packet| self.sending && packet.cycle < end) {
            self.send(&packet);
            self.next = self.traffic.packets.next();
        }
    }

    fn send(&mut self, packet: &Packet) {
        let torus = self.traffic.placement.torus();
        let port = packet.word.segments()[0].port;
        let head = |last| self.format.encode(&packet.word, &packet.channels, last);
        let measured = self.traffic.window.as_ref().is_none_or(|window| window.contains(&packet.cycle));
        let first = self.book.send(Record {
            cycle: packet.cycle,
            entered: packet.cycle,
            source: packet.source,
            destination: packet.destination,
            port,
            head: head(false),
            flits: packet.flits,
            arrived: 0,
            astray: 0,
            measured,
        });
        let (channels, needed, flits) = (self.format.channels(), &mut self.needed, packet.flits as u64);
        self.format.each_hop(torus, packet.source, &packet.word, &packet.channels, |hop| {
            needed[hop.link.index() * channels + hop.channel] += flits;
        });
        let seat = self.simulation.network().processor[packet.source.index()];
        let lane = seat * self.ports.local_ports(torus) as u32 + self.ports.local_port(port) as u32;
        self.flits.extend((0..packet.flits).map(|place| Flit {
            head: head(place + 1 == packet.flits),
            cycle: packet.cycle,
            serial: first + place,
            lane,
            port: port.index() as u32,
        }));
    }

    fn observe(&mut self, log: &Log) {
        for seen in log.entered() {
            self.book.entered(seen, self.cycle + seen.step as u64);
        }
        let mut left = log.left();
        for step in 0..log.steps() {
            let now = left.partition_point(|seen| seen.step as usize <= step);
            self.leave(self.cycle + step as u64, &left[..now]);
            left = &left[now..];
            self.pass(self.cycle + step as u64 + 1, log.valid(step));
            self.tape.hold(log, step);
        }
        if let Some(step) = log.first_error().filter(|_| !self.failed) {
            self.failed = true;
            let torus = self.traffic.placement.torus();
            let name = |node: usize| torus.node_at(node).map_or(String::new(), |node| torus.node_name(node));
            let nodes: Vec<String> = self.simulation.error_nodes().into_iter().map(name).collect();
            self.book.note(Wrong::ErrorBit { nodes: nodes.join(" "), cycle: self.cycle + step as u64 + 1 });
        }
    }

    /// Takes the flits that leave in a cycle, which then is over.
    fn leave(&mut self, cycle: u64, left: &[Seen]) {
        let done = self.done();
        for seen in left {
            self.book.left(seen, cycle);
            self.accepted += u64::from(self.traffic.window.as_ref().is_none_or(|w| w.contains(&cycle)));
            (self.moved, self.last_arrival) = (self.moved.max(cycle), cycle);
        }
        self.tape.show(cycle, &self.book, left, done);
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
            if self.cycle >= window.end && self.book.open_measured == 0 {
                (self.drained, self.sending) = (Some(true), false);
            } else if self.cycle >= self.traffic.limit {
                (self.drained, self.sending) = (Some(false), false);
            }
        } else if self.cycle >= self.traffic.limit {
            self.sending = false;
        }
        self.stalled = self.cycle > self.moved + PATIENCE && self.waits();
    }

    /// Whether something should be moving.
    fn waits(&self) -> bool {
        let now = self.cycle;
        self.book.open > 0
            && (self.book.inside > 0
                || self.book.records.iter().any(|r| r.arrived < r.flits && r.cycle < now))
    }

    fn finish(&mut self) -> Result<(), SimError> {
        if self.stalled {
            let waiting = self.waiting()?;
            self.book.note(Wrong::Stalled { cycle: self.moved, missing: self.book.open, waiting });
        } else if self.book.open > 0 {
            self.book.note(Wrong::Unfinished { cycle: self.cycle, missing: self.book.open });
        }
        // Patterns are without end; a list that is not sent to its end is no whole run.
        let list = self.traffic.window.is_none() && !self.stalled && !self.failed;
        if let Some(next) = self.next.as_ref().filter(|_| list) {
            self.book.note(Wrong::Unsent { cycle: self.cycle, next: next.cycle });
        }
        self.count_links();
        self.conserve();
        Ok(())
    }

    fn waiting(&mut self) -> Result<Vec<String>, SimError> {
        let mut again = self.workbench.machine(&self.traffic, self.ports)?;
        let (torus, until) = (self.traffic.placement.torus(), self.moved + 2);
        Ok(stall::waiting(again.as_mut(), torus, &self.format, &self.book, self.stride, &self.flits, until))
    }

    fn progress(&self) {
        if let Some(callback) = self.traffic.on_progress {
            // Behind its window a run ends when all has arrived; that of a list has no other end.
            let end = self.traffic.window.as_ref().map(|window| window.end).filter(|&end| self.cycle <= end);
            callback(Progress::Running { cycle: self.cycle, end, delivered: self.book.delivered });
        }
    }

    fn report(self) -> TrafficReport {
        let cycles = self.last_arrival + 1;
        let measured = self.traffic.window.as_ref().map_or(cycles, |window| window.end - window.start);
        let slots = measured.max(1) as f64 * self.traffic.placement.len() as f64;
        TrafficReport {
            cycles,
            sent: self.book.records.len() as u64,
            delivered: self.book.delivered,
            latency: self.book.total.summary(),
            network_latency: self.book.network.summary(),
            accepted: self.accepted as f64 / slots,
            drained: self.drained.unwrap_or(self.book.open == 0),
            link_counts: self.monitor.counts(),
            expected_counts: self.expected_counts(),
            latencies: [self.book.total, self.book.network],
            wrong: self.book.wrong,
            wrongs: self.book.wrongs,
            compiled: self.workbench.compiled,
            timings: self.workbench.timings,
        }
    }
}

impl Traffic<'_> {
    fn build(&self) -> Result<Built, SimError> {
        let cache = self.cache.map_or_else(default_cache, |path| Ok(path.to_path_buf()))?;
        let request = Request {
            dir: self.dir,
            manifest: self.manifest,
            engine: self.engine,
            host: false,
            traced: false,
            tools: self.tools,
            cache: &cache,
        };
        build::build(&request, &|progress| self.on_progress.iter().for_each(|callback| callback(progress)))
    }
}
