//! Exchanges that a reset interrupts, before those that are compared: nothing of them may be left.
//!
//! Registers have their reset values at power-up, so the reset before the first exchange shows nothing. Here
//! exchanges are begun, some cycles behind a reset, and reset at several of their cycles. They may report no
//! error, and behind the reset the network has to be at rest.

use crate::engine::{Batch, ExchangeMachine, ERROR, RESET_EDGES};
use crate::mismatch::LeftOver;
use crate::timetable::Timetable;

/// Cycles of nodes that interruptions may take, about; one is made in any case.
const WORK: u64 = 1 << 17;
/// Most interruptions.
const TIMES: u64 = 32;
/// Most cycles of an exchange before it is interrupted.
const MOST: u64 = 256;
/// Cycles behind the reset in which nothing may move, besides the registers of the longest link.
pub(crate) const AT_REST: usize = 8;

/// Begins exchanges and resets the network; the first thing seen that should not be.
pub(crate) fn interrupt(simulation: &mut dyn ExchangeMachine, timetable: &Timetable) -> Option<LeftOver> {
    let length = timetable.completion().clamp(1, MOST);
    let times = (WORK / (simulation.network().block.of as u64 * length)).clamp(1, TIMES.min(length));
    (0..times).find_map(|part| {
        let (rest, cycles) = (part % AT_REST as u64, (length * (part + 1) / (times + 1)).max(1));
        interrupted(simulation, rest, cycles)
    })
}

/// Begins an exchange `rest` cycles behind a reset, and resets it after `cycles` cycles.
fn interrupted(simulation: &mut dyn ExchangeMachine, rest: u64, cycles: u64) -> Option<LeftOver> {
    let mut batch = Batch::default();
    simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
    let start: Vec<bool> = (0..rest + cycles).map(|cycle| cycle == rest).collect();
    simulation.run(&start, false, false, &mut batch);
    let refused = (0..batch.steps()).find(|&step| batch.status(step) & ERROR != 0);
    if let Some(step) = simulation.earliest(refused) {
        return Some(LeftOver::Refused { rest, since: step as u64 + 1 });
    }
    simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
    let moving = Some(RESET_EDGES - 1).filter(|&step| moves(&batch, step));
    if simulation.earliest(moving).is_some() {
        return Some(LeftOver::Moves { interrupted: cycles, since: 0 });
    }
    // What registers on links still held would come out one cycle after the other.
    let held = simulation.network().most_stages as usize;
    simulation.run(&vec![false; AT_REST + held], false, false, &mut batch);
    let moving = (0..batch.steps()).find(|&step| moves(&batch, step));
    let since = simulation.earliest(moving)? as u64 + 1;
    Some(LeftOver::Moves { interrupted: cycles, since })
}

/// Whether a link is in use, a message is ejected or an error stands after an edge.
fn moves(batch: &Batch, step: usize) -> bool {
    let ejects = batch.ejections().iter().any(|ejection| ejection.step as usize == step);
    ejects || batch.status(step) & ERROR != 0 || batch.valid(step).iter().any(|&links| links != 0)
}
