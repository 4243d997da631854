//! Exchanges that a reset interrupts, before those that are compared: nothing of them may be left.
//!
//! Registers have their reset values at power-up, so the reset before the first exchange shows nothing. Here
//! an exchange is begun and reset at several of its cycles, and then the network has to be at rest.

use crate::engine::{Batch, ExchangeMachine, ERROR, RESET_EDGES};
use crate::mismatch::LeftOver;
use crate::timetable::Timetable;

/// Cycles of nodes that interruptions may take, about; one is made in any case.
const WORK: u64 = 1 << 17;
/// Most interruptions.
const TIMES: u64 = 32;
/// Most cycles of an exchange before it is interrupted.
const MOST: u64 = 256;
/// Cycles behind the reset in which nothing may move.
pub(crate) const AT_REST: usize = 8;

/// Begins exchanges and resets the network; what the first such reset leaves that leaves something.
pub(crate) fn interrupt(simulation: &mut dyn ExchangeMachine, timetable: &Timetable) -> Option<LeftOver> {
    let mut batch = Batch::default();
    simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
    let length = timetable.completion().clamp(1, MOST);
    let times = (WORK / (simulation.network().nodes() as u64 * length)).clamp(1, TIMES.min(length));
    let mut cycles = (1..=times).map(|part| (length * part / (times + 1)).max(1));
    cycles.find_map(|cycles| {
        let start: Vec<bool> = (0..cycles).map(|cycle| cycle == 0).collect();
        simulation.run(&start, false, false, &mut batch);
        simulation.run(&[false; RESET_EDGES], true, false, &mut batch);
        simulation.run(&[false; AT_REST], false, false, &mut batch);
        let since = (0..batch.steps()).find(|&step| moves(&batch, step))? as u64 + 1;
        Some(LeftOver { interrupted: cycles, since })
    })
}

/// Whether a link is in use, a message is ejected or an error stands after an edge.
fn moves(batch: &Batch, step: usize) -> bool {
    let ejects = batch.ejections().iter().any(|ejection| ejection.step as usize == step);
    ejects || batch.status(step) & ERROR != 0 || batch.valid(step).iter().any(|&links| links != 0)
}
