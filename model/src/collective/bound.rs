//! Lower bounds of the steps of plans, whatever they store and whichever way blocks go.
//!
//! **Steps of one link.** Every block has to cover its distance in every dimension, and every processor has
//! to send its blocks by its ports. So no exchange takes fewer steps than the links, the ports and the
//! longest distance need. The sum lemmas of [`crate::bound::length`] do not hold for nodes that store, as
//! these need not pass on a block at once.
//!
//! **Start-ups.** After a start-up a node knows what it knew before, and what the p or fewer senders knew,
//! where p is the number of ports. So what it knows grows by a factor of p + 1 at most. In the end a node has
//! something from all nodes, or all nodes have something from one: `ceil(log_(p+1) N)` start-ups. That holds
//! for steps of one link as well. Broadcasts by ordered routes have a better bound (`docs/broadcast.md`).

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
        // A block that is sent once goes by a shortest route and never waits.
        Task::Exchange { .. } if plan.phases.len() == 1 => exchange_bound(placement, ports),
        Task::Exchange { .. } => step_bound(placement, ports),
    }
}

/// Whether every route corrects its dimensions in order.
fn is_ordered(plan: &Plan) -> bool {
    let mut routes = plan.phases.iter().flat_map(|phase| &phase.sends).map(|send| send.route.segments());
    routes.all(|segments| segments.windows(2).all(|pair| pair[0].port.dim() < pair[1].port.dim()))
}

/// A lower bound of exchanges by steps of one link.
pub fn step_bound(placement: &Placement, ports: PortModel) -> u32 {
    load_bound(placement).max(port_bound(placement, ports)).max(longest_way(placement))
}

/// A lower bound of the start-ups of exchanges and broadcasts.
pub fn startup_bound(placement: &Placement, ports: PortModel) -> u32 {
    let factor = ports.width(placement.torus()) as u64 + 1;
    let reached = std::iter::successors(Some(1u64), |reached| Some(reached * factor));
    reached.take_while(|&reached| reached < placement.len() as u64).count() as u32
}
