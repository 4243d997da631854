//! The bench of an emitted folder, which runs exchanges by itself. Everything that it shows in two exchanges
//! is compared with the model engine, cycle by cycle.
//!
//! The model gets the packets from which the lists of the bench were made. So this checks the wiring of the
//! top, the lists, and the agents that send and check. At the end, every channel must have carried what the
//! packets need (links alone do not show this) and must have its credits back. One further start, right after
//! the second one, must be ignored.

use super::ffi::BenchSimulation;
use super::needed::Needed;
use super::TrafficReport;
use super::{golden::Place, Packet, Session, Tally, Traffic, TrafficMachine};
use super::{PATIENCE, RESET_EDGES};
use crate::cycle_model::buffered;
use crate::engine::traffic::{Flit, Log, Seen};
use crate::engine::{Batch, Ejected, Ejection, ABSENT, DONE, ERROR};
use crate::mismatch::PacketMismatch;
use crate::monitor::set_bits;
use crate::SimError;
use torus_model::NodeId;

/// The exchanges that a bench runs.
const EXCHANGES: u64 = 2;

/// Cycles before a start, besides those in which credits are in the registers of links.
const IDLE: u64 = 4;

/// Cycles from the last ejection to `done_o`.
const TO_DONE: u64 = 2;

/// The outputs of a bench in a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CycleRecord {
    links: Vec<u64>,
    /// Local port, source and destination of each, sorted.
    ejections: Vec<(u32, u32, u32)>,
    done: bool,
    error: bool,
}

/// What a bench should show, and when it is started.
struct Course {
    /// By cycle; cycle 0 is not compared.
    cycles: Vec<CycleRecord>,
    starts: Vec<u64>,
}

impl Session<'_> {
    /// Runs the bench, if the engine has one and there is no mismatch so far. Its mismatches go to the
    /// report.
    pub(super) fn bench(&mut self, report: &mut TrafficReport) -> Result<(), SimError> {
        let Some(lists) = self.traffic.lists.take().filter(|_| report.matches()) else { return Ok(()) };
        let Some(mut bench) = self.factory.bench(&self.traffic, self.ports)? else { return Ok(()) };
        let Some(course) = self.course(&lists)? else { return Ok(()) };
        match divergence(&course, &shown(&mut bench, &course)) {
            Some((cycle, place)) => {
                let place = place.name(self.traffic.placement, self.ports);
                self.scoreboard.note(PacketMismatch::BenchDiverged { place, cycle });
            }
            None => self.count_channels(&lists, &bench.tallies()),
        }
        report.figures.bench = Some(course.cycles.len() as u64);
        report.mismatches = self.scoreboard.mismatches.clone();
        Ok(())
    }

    /// The run of the model engine with the packets. `None`: it does not finish.
    fn course(&self, lists: &[Packet]) -> Result<Option<Course>, SimError> {
        let (Traffic { setup, placement, .. }, ports) = (&self.traffic, self.ports);
        let cycle_model = buffered::model(setup.dir, setup.manifest, placement, ports, None)?;
        let mut model = Model { cycle_model, log: Log::default(), cycles: vec![CycleRecord::default()] };
        model.cycle_model.run(0, RESET_EDGES, true, &[], false, &mut model.log);
        let idle = IDLE + self.in_registers();
        let (mut starts, mut dones) = (Vec::new(), Vec::new());
        for _ in 0..EXCHANGES {
            model.rest(idle);
            starts.push(model.cycle());
            let flits = self.listed(lists, model.cycle() + 1);
            let Some(last) = model.exchange(&flits, |seen| self.exit(lists, seen)) else { return Ok(None) };
            dones.push(last + TO_DONE);
            model.rest(TO_DONE);
        }
        model.rest(idle);
        let mut cycles = model.cycles;
        for (&done, end) in dones.iter().zip(starts[1..].iter().copied().chain([cycles.len() as u64 - 1])) {
            cycles[done as usize..=end as usize].iter_mut().for_each(|cycle_record| cycle_record.done = true);
        }
        Ok(Some(Course { cycles, starts }))
    }

    /// The flits of an exchange, offered from `cycle` on.
    fn listed(&self, lists: &[Packet], cycle: u64) -> Vec<Flit> {
        let record = |(packet, at): (&Packet, u32)| (self.record(packet, cycle), at * self.stride);
        self.flits(lists.iter().zip(0..).map(record)).collect()
    }

    /// The local port, source and destination of a flit that leaves, as the bench shows them.
    fn exit(&self, lists: &[Packet], seen: &Seen) -> (u32, u32, u32) {
        let packet = &lists[(seen.serial / self.stride) as usize];
        let half = (self.traffic.setup.manifest.width / 2).min(32);
        let shown = |node: NodeId| (node.index() as u64 & ((1 << half) - 1)) as u32;
        (seen.place, shown(packet.source), shown(packet.destination))
    }

    /// Compares every channel with what two exchanges of the packets need.
    fn count_channels(&mut self, lists: &[Packet], tallies: &[Tally]) {
        let (torus, channels) = (self.traffic.placement.torus(), self.format.channels());
        let mut needed = Needed::new(torus, &self.format);
        for packet in lists {
            needed.add(torus, packet, EXCHANGES);
        }
        let needed = needed.counts(torus);
        for (link, channel) in torus.links().flat_map(|link| (0..channels).map(move |one| (link, one))) {
            let at = link.index() * channels + channel;
            let (Tally { carried, returned }, expected) = (tallies[at], needed[at]);
            if carried != expected || returned != carried {
                let link = torus.link_name(link);
                self.scoreboard.note(PacketMismatch::BenchChannel {
                    link,
                    channel,
                    expected,
                    carried,
                    returned,
                });
            }
        }
    }
}

/// The model engine, with what it has shown.
struct Model {
    cycle_model: Box<dyn TrafficMachine>,
    log: Log,
    cycles: Vec<CycleRecord>,
}

impl Model {
    fn cycle(&self) -> u64 {
        self.cycles.len() as u64 - 1
    }

    /// Runs one clock edge. Returns how many flits left.
    fn edge(&mut self, flits: &[Flit], exit: impl Fn(&Seen) -> (u32, u32, u32)) -> usize {
        let cycle = self.cycle();
        self.cycle_model.run(cycle, 1, false, flits, false, &mut self.log);
        let ejections = &mut self.cycles[cycle as usize].ejections;
        ejections.extend(self.log.left().iter().map(exit));
        ejections.sort_unstable();
        let (links, error) = (self.log.valid(0).to_vec(), self.log.error(0));
        self.cycles.push(CycleRecord { links, error, ..CycleRecord::default() });
        self.log.left().len()
    }

    /// Runs clock edges in which nothing may leave.
    fn rest(&mut self, edges: u64) {
        (0..edges).for_each(|_| _ = self.edge(&[], |_| unreachable!("nothing is under way")));
    }

    /// Runs until all flits have left. Returns the cycle in which the last one did; `None` if none leaves for
    /// a long time.
    fn exchange(&mut self, flits: &[Flit], exit: impl Fn(&Seen) -> (u32, u32, u32)) -> Option<u64> {
        let (mut open, mut last) = (flits.len() - self.edge(flits, &exit), self.cycle());
        while open > 0 && self.cycle() < last + PATIENCE {
            let left = self.edge(&[], &exit);
            if left > 0 {
                (open, last) = (open - left, self.cycle() - 1);
            }
        }
        (open == 0).then_some(last)
    }
}

/// What the bench shows, cycle by cycle; a further start follows the last one.
fn shown(bench: &mut BenchSimulation, course: &Course) -> Vec<CycleRecord> {
    let mut start = vec![false; course.cycles.len() - 1];
    let more = course.starts.last().map(|last| last + 1);
    course.starts.iter().copied().chain(more).for_each(|cycle| start[cycle as usize] = true);
    let (machine, mut batch) = (bench.machine(), Batch::default());
    machine.run(&[false; RESET_EDGES], true, false, &mut batch);
    machine.run(&start, false, false, &mut batch);
    let cycle_record = |step| CycleRecord {
        links: batch.valid(step).to_vec(),
        ejections: ejected(batch.ejections_of(step)),
        done: batch.status(step) & DONE != 0,
        error: batch.status(step) & ERROR != 0,
    };
    std::iter::once(CycleRecord::default()).chain((0..batch.steps()).map(cycle_record)).collect()
}

/// The ejections in order. One whose payload has other bits than ids is made unlike any expected one.
fn ejected(ejections: Ejected) -> Vec<(u32, u32, u32)> {
    let ends = |one: Ejection| match one.dirty {
        false => (one.local_port, one.source, one.destination),
        true => (one.local_port, ABSENT, ABSENT),
    };
    let mut all: Vec<_> = ejections.iter().map(ends).collect();
    all.sort_unstable();
    all
}

/// The first cycle and place in which a bench shows something else than it should.
fn divergence(course: &Course, shown: &[CycleRecord]) -> Option<(u64, Place)> {
    let both = (0..).zip(course.cycles.iter().zip(shown)).skip(1);
    both.into_iter().find_map(|(cycle, (expected, shown))| Some((cycle, place(expected, shown)?)))
}

fn place(expected: &CycleRecord, shown: &CycleRecord) -> Option<Place> {
    let changed: Vec<u64> = expected.links.iter().zip(&shown.links).map(|(one, other)| one ^ other).collect();
    let link = || set_bits(&changed).next().map(Place::Link);
    let exit = || {
        let (one, other) = (&expected.ejections, &shown.ejections);
        let at = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at))?;
        one.get(at).into_iter().chain(other.get(at)).min().map(|first| Place::Exit(first.0 as usize))
    };
    let done = || (expected.done != shown.done).then_some(Place::Done);
    link().or_else(exit).or_else(done).or_else(|| (expected.error != shown.error).then_some(Place::Error))
}
