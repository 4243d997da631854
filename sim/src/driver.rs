//! The driver: it applies reset, start pulses and clock edges in batches, and decides when to stop.
//!
//! Cycle t is the state after t clock edges with `rst_ni` high; `start_i` of exchange m is high in cycle
//! `begin + m length`. The driver compares nothing. It runs up to the cycle in which `done_o` should be high,
//! and a few idle cycles more. If `done_o` is not high by then, it continues until it rises or up to a limit,
//! so that no network can hang it.

use crate::engine::ExchangeMachine;
use crate::engine::{Batch, DONE, RESET_EDGES};
use crate::timetable::{Timetable, IDLE_CYCLES, STALE_DONE};
use std::ops::ControlFlow;

/// The most link bits of a batch, so that its buffers stay in the cache.
const BATCH_BITS: usize = 1 << 18;
/// The most cycles of a batch.
const BATCH_CYCLES: usize = 256;

/// A batch, and the cycle of its first state outside of reset.
pub struct Window<'a> {
    /// The cycle of step `first_step`.
    pub first_cycle: u64,
    /// Steps before this one are in reset.
    pub first_step: usize,
    /// The states.
    pub batch: &'a Batch,
}

impl Window<'_> {
    /// The steps of the window, each with its cycle.
    pub fn cycles(&self) -> impl Iterator<Item = (usize, u64)> + use<> {
        (self.first_step..self.batch.steps()).zip(self.first_cycle..)
    }

    /// The cycle of a step; `None` in reset.
    pub fn cycle(&self, step: u32) -> Option<u64> {
        (step as usize).checked_sub(self.first_step).map(|since| self.first_cycle + since as u64)
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Cycles seen, including cycle 0.
    pub cycles: u64,
    /// The cycle in which `done_o` rose after the last start.
    pub completion: Option<u64>,
}

/// Runs the exchanges from reset on. Hands over every state, cycle 0 first, until `observe` breaks off.
pub fn drive(
    simulation: &mut dyn ExchangeMachine,
    timetable: &Timetable,
    traced: bool,
    mut observe: impl FnMut(&Window) -> ControlFlow<()>,
) -> Outcome {
    let mut batch = Batch::default();
    simulation.run(&[false; RESET_EDGES], true, traced, &mut batch);
    if observe(&Window { first_cycle: 0, first_step: RESET_EDGES - 1, batch: &batch }).is_break() {
        return Outcome { cycles: 1, completion: None };
    }
    go_on(simulation, timetable, traced, observe)
}

/// Runs exchanges in a network that is in cycle [`Timetable::begin`]. Hands over every state after it, until
/// `observe` breaks off.
pub fn go_on(
    simulation: &mut dyn ExchangeMachine,
    timetable: &Timetable,
    traced: bool,
    mut observe: impl FnMut(&Window) -> ControlFlow<()>,
) -> Outcome {
    let mut batch = Batch::default();
    let size = (BATCH_BITS / simulation.network().links_of_all().max(1)).clamp(1, BATCH_CYCLES) as u64;
    // Traced messages take much more memory than links in use.
    let together = if traced { 1 } else { simulation.together() as u64 };
    let (mut cycle, mut completion) = (timetable.begin, None);
    let mut end = timetable.end();
    while cycle < end {
        // Late batches do not depend on the engine, so the cycles of a network that is late do not either.
        let late = cycle >= timetable.end();
        let last = end.min(cycle + if late { size } else { size.max(together) });
        let start: Vec<bool> = (cycle..last).map(|cycle| timetable.starts(cycle)).collect();
        simulation.run(&start, false, traced, &mut batch);
        let window = Window { first_cycle: cycle + 1, first_step: 0, batch: &batch };
        let flow = observe(&window);
        completion = completion.or_else(|| rise(&window, timetable));
        cycle = last;
        if flow.is_break() {
            break;
        }
        if cycle == timetable.end() && completion.is_none() {
            end = timetable.limit();
        }
        if cycle > timetable.end() {
            end = completion.map_or(end, |rose| end.min(cycle.max(rose + IDLE_CYCLES)));
        }
    }
    Outcome { cycles: cycle + 1, completion }
}

fn rise(window: &Window, timetable: &Timetable) -> Option<u64> {
    let fresh = timetable.last_start() + STALE_DONE;
    let done = |step| window.batch.status(step) & DONE != 0;
    window.cycles().find(|&(step, cycle)| cycle >= fresh && done(step)).map(|(_, cycle)| cycle)
}
