//! Interrupts exchanges by a reset, before the exchanges that are compared; no trace of them may remain.
//!
//! At power-up registers already have their reset values, so the reset before the first exchange tests
//! nothing. Here exchanges begin some cycles after a reset, and are reset again at various cycles. They must
//! not report errors, and the network must be at rest after each reset.

use crate::engine::{Batch, ExchangeMachine, ERROR, RESET_EDGES, SHORT_RESET};
use crate::mismatch::LeftOver;
use crate::timetable::Timetable;

/// About how many node cycles the interruptions may take; at least one is made.
const WORK: u64 = 1 << 17;
/// The most interruptions.
const TIMES: u64 = 32;
/// The most cycles of an exchange before it is interrupted.
const MOST: u64 = 256;
/// Cycles after the reset in which nothing may move, besides a cycle for each register of the longest link.
pub(crate) const AT_REST: usize = 8;

/// Begins exchanges and resets the network. Returns the first thing seen that should not happen.
pub(crate) fn interrupt(simulation: &mut dyn ExchangeMachine, timetable: &Timetable) -> Option<LeftOver> {
    let length = timetable.completion().clamp(1, MOST);
    let times = (WORK / (simulation.network().block.of as u64 * length)).clamp(1, TIMES.min(length));
    (0..times).find_map(|part| {
        let (rest, cycles) = (part % AT_REST as u64, (length * (part + 1) / (times + 1)).max(1));
        interrupted(simulation, rest, cycles)
    })
}

/// Begins an exchange `rest` cycles after a reset, and resets it `cycles` cycles later.
fn interrupted(simulation: &mut dyn ExchangeMachine, rest: u64, cycles: u64) -> Option<LeftOver> {
    let mut batch = Batch::default();
    simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
    let start: Vec<bool> = (0..rest + cycles).map(|cycle| cycle == rest).collect();
    simulation.run(&start, false, false, &mut batch);
    let refused = (0..batch.steps()).find(|&step| batch.status(step) & ERROR != 0);
    if let Some(step) = simulation.earliest(refused) {
        return Some(LeftOver::Refused { rest, since: step as u64 + 1 });
    }
    simulation.run(&[false; SHORT_RESET], true, false, &mut batch);
    let moving = Some(SHORT_RESET - 1).filter(|&step| moves(&batch, step));
    if simulation.earliest(moving).is_some() {
        return Some(LeftOver::Moves { interrupted: cycles, since: 0 });
    }
    // Messages left in registers of links would appear one cycle after another.
    let held = simulation.network().most_stages as usize;
    simulation.run(&vec![false; AT_REST + held], false, false, &mut batch);
    let moving = (0..batch.steps()).find(|&step| moves(&batch, step));
    let since = simulation.earliest(moving)? as u64 + 1;
    Some(LeftOver::Moves { interrupted: cycles, since })
}

/// Whether a link is in use, a message is ejected or an error is shown after an edge.
fn moves(batch: &Batch, step: usize) -> bool {
    !batch.ejections_of(step).is_empty()
        || batch.status(step) & ERROR != 0
        || batch.valid(step).iter().any(|&links| links != 0)
}
