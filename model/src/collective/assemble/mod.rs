//! Makes programs from plans, for all algorithms: cycles, banks, addresses, rows.
//!
//! Three passes over the sends find which block is where from when to when ([`lifetimes`]), which bank each
//! block takes ([`banks`]), and which cell of it, together with the rows ([`rows`]). A cell is free again in
//! the phase after the one in which its block was sent, as a phase may read it until its last slot. The
//! blocks of one send are sent in the order in which they lie in the sender's memory, and they are put side
//! by side where the receiver has room. Blocks that are side by side in both memories become one row. Time
//! and space: the number of blocks sent, summed over node classes.

mod banks;
mod cells;
mod lifetimes;
mod rows;

use super::{Phase, Plan, Program, Task, Timing, TURNAROUND};
use crate::PortModel;
use lifetimes::Lifetimes;

/// The programs of a plan whose blocks have `flits >= 1` flits, in memories just deep enough.
///
/// Panics where the plan sends a block that its sender does not hold: give it verified plans.
pub fn assemble(plan: &Plan, flits: u32) -> Program {
    assert!(flits > 0, "A block has at least one flit.");
    let lifetimes = Lifetimes::new(plan);
    let broadcast = matches!(plan.task, Task::Broadcast { .. });
    // One injection port reads one flit at a time; in a broadcast all of them read the same flit.
    let one_bank = broadcast || plan.ports != PortModel::AllPort;
    let (banks, bank_of) = match one_bank {
        true => (1, vec![0; lifetimes.all.len()]),
        false => banks::colour(&lifetimes),
    };
    let rows::Written { classes, cells } = rows::write(plan, &lifetimes, &bank_of, banks, flits);
    let clock = Clock::new(plan, flits);
    Program {
        placement: plan.placement.clone(),
        ports: plan.ports,
        broadcast,
        flits,
        banks,
        depth: cells * flits as usize,
        makespan: clock.makespan,
        slots: clock.slots,
        classes,
    }
}

/// The makespan and the slots of a plan.
struct Clock {
    makespan: u32,
    slots: u32,
}

impl Clock {
    fn new(plan: &Plan, flits: u32) -> Self {
        let (mut makespan, mut slots) = (0, 0);
        for phase in &plan.phases {
            makespan = makespan.max(slots + last_use(phase, flits));
            slots += span(phase, flits);
        }
        Clock { makespan, slots }
    }
}

/// Slots of a phase, including the idle ones at its end.
pub fn span(phase: &Phase, flits: u32) -> u32 {
    match phase.timing {
        Timing::Passes => phase.steps * flits + TURNAROUND,
        Timing::Worms => last_use(phase, flits).max(1) + TURNAROUND,
    }
}

/// Slots from the beginning of a phase to its last use of a link: `hops + blocks * flits - 1` for worms.
fn last_use(phase: &Phase, flits: u32) -> u32 {
    let hops = |step| phase.sends.iter().map(move |send| step * send.step + send.route.hops()).max();
    match phase.timing {
        Timing::Passes => hops(1).map_or(0, |last| (flits - 1) * phase.steps + last),
        Timing::Worms => {
            let blocks = phase.sends.iter().map(|send| send.blocks.len() as u32).max().unwrap_or(0);
            (hops(0).unwrap_or(0) + blocks * flits).saturating_sub(1)
        }
    }
}
