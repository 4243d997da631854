//! The timetable of a run: when exchanges start, when each slot is on the links, and when `done_o` rises.
//!
//! Cycle t is the state after t clock edges with `rst_ni` high; `start_i` of exchange m is high in cycle
//! `begin + m length`.

use crate::manifest::Latency;
use torus_model::Schedule;

/// Idle cycles after `done_o`, in which nothing may move.
pub(crate) const IDLE_CYCLES: u64 = 4;
/// The register stages between `start_i` and `done_o`: for this long `done_o` of an earlier exchange may stay
/// high.
pub(crate) const STALE_DONE: u64 = 2;

/// When each event should happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timetable {
    /// The cycle of the first start pulse; 0 after a reset.
    pub begin: u64,
    /// The number of exchanges, at least 1.
    pub exchanges: u32,
    /// Slots from one start to the next.
    pub length: u32,
    /// Slots from the first injection of an exchange until its messages have crossed their last links.
    pub makespan: u32,
    /// The register stages around the slots.
    pub latency: Latency,
}

impl Timetable {
    /// The timetable of a schedule run `exchanges` times.
    pub fn new(schedule: &Schedule, exchanges: u32, latency: Latency) -> Self {
        let makespan = schedule.makespan();
        Timetable { begin: 0, exchanges: exchanges.max(1), length: schedule.length, makespan, latency }
    }

    /// The same exchanges, each begun right after the one before has finished.
    pub fn apart(self) -> Self {
        Timetable { length: self.length.max(self.makespan + 1), ..self }
    }

    /// The cycle of the last start pulse.
    pub fn last_start(&self) -> u64 {
        self.begin + (self.exchanges as u64 - 1) * self.length as u64
    }

    /// Whether `start_i` is high in a cycle.
    pub fn starts(&self, cycle: u64) -> bool {
        let since = cycle.checked_sub(self.begin).filter(|_| cycle <= self.last_start());
        since.is_some_and(|since| since % self.length.max(1) as u64 == 0)
    }

    /// The cycle in which `done_o` rises.
    pub fn completion(&self) -> u64 {
        self.last_start() + self.makespan as u64 + self.latency.makespan_to_done as u64
    }

    /// Whether `done_o` should be high in a cycle. `None`: a cycle before the first exchange, after the last
    /// start, or right after a start, when engines differ.
    pub fn done(&self, cycle: u64) -> Option<bool> {
        let since = cycle.checked_sub(self.begin + 1).filter(|_| cycle <= self.last_start())?;
        let since = since % self.length.max(1) as u64 + 1;
        let completion = self.makespan as u64 + self.latency.makespan_to_done as u64;
        (since >= STALE_DONE).then_some(since >= completion)
    }

    /// The last cycle of a run that keeps to the schedule. If the last slots of a frame are idle, `done_o`
    /// rises before they have passed; another frame can begin only after them.
    pub fn end(&self) -> u64 {
        (self.completion() + IDLE_CYCLES).max(self.last_start() + u64::from(self.length))
    }

    /// The last cycle of any run.
    pub fn limit(&self) -> u64 {
        self.end() + self.makespan as u64 + 64
    }

    /// The exchange started last and its slot on the links; `None` before the first slot and after the last
    /// one.
    pub fn exchange_and_slot(&self, cycle: u64) -> [Option<u64>; 2] {
        let Some(since) = self.since_first_slot(cycle) else { return [None; 2] };
        let exchange = (since / self.length.max(1) as u64).min(self.exchanges as u64 - 1);
        let slot = since - exchange * self.length as u64;
        [exchange, slot].map(|number| Some(number).filter(|_| slot < self.makespan as u64))
    }

    /// Cycles since slot 0 of the first exchange was on the links; `None` before that.
    fn since_first_slot(&self, cycle: u64) -> Option<u64> {
        cycle.checked_sub(self.begin + self.latency.start_to_link as u64)
    }

    /// The current slots `0..=makespan` of the exchanges under way, the latest exchange first. In slot
    /// `makespan` the last messages are ejected.
    pub fn slots(&self, cycle: u64) -> Slots {
        let length = self.length.max(1) as u64;
        let Some(since) = self.since_first_slot(cycle) else { return Slots { next: 0, length, end: 0 } };
        let last = (since / length).min(self.exchanges as u64 - 1);
        Slots { next: since - last * length, length, end: since.min(self.makespan as u64) + 1 }
    }
}

/// The slots of exchanges under way.
#[derive(Clone, Debug)]
pub struct Slots {
    next: u64,
    length: u64,
    end: u64,
}

impl Iterator for Slots {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let slot = Some(self.next).filter(|&slot| slot < self.end)?;
        self.next += self.length;
        Some(slot as usize)
    }
}
