//! Lower bounds of the steps of plans, whatever is stored and whichever way blocks go.
//!
//! **Steps of one link.** Every block has to pass its distance in every dimension, and every processor has to send
//! its blocks by its ports: no exchange takes fewer steps than the links, the ports and the longest way need. Nodes
//! that store escape the sum lemmas of [`crate::length`], for they need not hold a block in transit.
//! **Start-ups.** What a node knows after a start-up is what it and the at most p senders knew before, p being the
//! number of ports: it grows by a factor of p + 1 at most, and in the end a node has something from all, or all
//! have something from one: `ceil(log_(p+1) N)`. That holds for steps of one link as well. Broadcasts whose words are ordered
//! have a better one (`docs/broadcast.md`).

use super::{broadcast::ordered_bound, Plan, Task, Timing};
use crate::{
    bound::{exchange_bound, load_bound, longest_way, port_bound},
    Placement, PortModel,
};

/// The best bound known here for the steps of a plan like this one.
pub fn proved_bound(plan: &Plan) -> u32 {
    let (placement, ports) = (&plan.placement, plan.ports);
    let streams = plan.phases.iter().any(|phase| phase.timing == Timing::Worms);
    match plan.task {
        Task::Broadcast { .. } if ports == PortModel::AllPort && is_ordered(plan) => {
            ordered_bound(plan.torus())
        }
        Task::Broadcast { .. } => startup_bound(placement, ports),
        Task::Exchange { .. } if streams => startup_bound(placement, ports),
        // What is sent once goes by a word that is shortest and never waits.
        Task::Exchange { .. } if plan.phases.len() == 1 => exchange_bound(placement, ports),
        Task::Exchange { .. } => step_bound(placement, ports),
    }
}

/// Whether every word goes through its dimensions in order.
fn is_ordered(plan: &Plan) -> bool {
    let mut words = plan.phases.iter().flat_map(|phase| &phase.sends).map(|send| send.word.runs());
    words.all(|runs| runs.windows(2).all(|pair| pair[0].port.dim() < pair[1].port.dim()))
}

/// No exchange by steps of one link takes fewer.
pub fn step_bound(placement: &Placement, ports: PortModel) -> u32 {
    load_bound(placement).max(port_bound(placement, ports)).max(longest_way(placement))
}

/// No exchange and no broadcast has fewer start-ups.
pub fn startup_bound(placement: &Placement, ports: PortModel) -> u32 {
    let factor = ports.width(placement.torus()) as u64 + 1;
    let reached = std::iter::successors(Some(1u64), |reached| Some(reached * factor));
    reached.take_while(|&reached| reached < placement.len() as u64).count() as u32
}
