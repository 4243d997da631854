//! The verifier of plans. It does not know how a plan was made: it moves every block of every processor over
//! all nodes, phase by phase, and records every link and port on the way.
//!
//! It checks, in this order, that
//! - all nodes of a class carry a processor, or none does;
//! - every send is within its phase, in order, by a shortest route over existing links that ends at a
//!   processor;
//! - phase by phase, no link carries two blocks in a step (passes) or two worms (worms), no node sends or
//!   receives more than its ports allow, and every sender has held since the beginning of the phase what it
//!   sends;
//! - at the end, every block is at its destination (exchange), or every processor has received the message
//!   once (broadcast);
//! - the steps are not below the bound stated, nor that bound above the one proved in [`super::bound`].
//!
//! In an exchange a block is in one place at a time: the node that sends it has it no longer. With one port a
//! node sends one message in a step and receives one, not counting messages that it forwards; with a single
//! port these count, too; with all ports the check of links is enough.
//!
//! Cost: the hops of all sends of all nodes, one access for each block that any node sends, and 4 bytes for
//! each block.
//!
//! ```
//! use torus_model::{collective::{combining::suh_shin, verify::verify}, Torus};
//! let plan = suh_shin(&Torus::homogeneous(2, 8)?)?;
//! assert_eq!(verify(&plan).map(|proved| (proved.steps, proved.messages)), Ok((6, 6 * 64)));
//! # Ok::<(), torus_model::Error>(())
//! ```

mod holders;
mod violation;
mod walk;

pub use violation::Violation;

use super::{bound::proved_bound, Block, Phase, Plan, Send, Timing};
use crate::quote::shortened;
use crate::NodeId;
use holders::Holders;
use walk::Walk;

/// What was proved about a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Steps of all phases.
    pub steps: u32,
    /// Messages that all nodes send.
    pub messages: u64,
    /// Blocks in all messages.
    pub moves: u64,
    /// Hops of all messages.
    pub hops: u64,
}

/// Checks everything that a plan claims.
///
/// Errors: the first violation, in the order that the module lists.
pub fn verify(plan: &Plan) -> Result<Verified, Violation> {
    let senders = senders(plan)?;
    for (number, phase) in plan.phases.iter().enumerate() {
        check_sends(plan, number, phase)?;
    }
    let mut holders = Holders::new(plan);
    let mut proved = Verified { steps: plan.steps(), messages: 0, moves: 0, hops: 0 };
    for (number, phase) in plan.phases.iter().enumerate() {
        Walk::new(plan, &senders, number).run()?;
        for send in &phase.sends {
            for &node in &senders[send.source] {
                holders.send(node, send).map_err(|block| held(plan, number, node, block))?;
            }
            let nodes = senders[send.source].len() as u64;
            proved.messages += nodes;
            proved.moves += nodes * send.blocks.len() as u64;
            proved.hops += nodes * u64::from(send.route.hops());
        }
        holders.settle(number)?;
    }
    holders.finish()?;
    check_length(plan)?;
    Ok(proved)
}

/// The processors of every source class.
fn senders(plan: &Plan) -> Result<Vec<Vec<NodeId>>, Violation> {
    let (torus, placement) = (plan.torus(), &plan.placement);
    let mut classes = vec![Vec::new(); placement.symmetry().classes(torus)];
    torus.nodes().for_each(|node| classes[placement.symmetry().class_of(torus, node)].push(node));
    let differs = |class: &Vec<NodeId>| {
        class.iter().copied().find(|&node| placement.contains(node) != placement.contains(class[0]))
    };
    match classes.iter().find_map(differs) {
        Some(node) => Err(Violation::Symmetry { node: torus.node_name(node) }),
        None => Ok(classes
            .into_iter()
            .filter(|class| class.first().is_some_and(|&node| placement.contains(node)))
            .collect()),
    }
}

fn check_sends(plan: &Plan, number: usize, phase: &Phase) -> Result<(), Violation> {
    if phase.timing == Timing::Worms && phase.steps != 1 {
        return Err(Violation::Steps { phase: number, steps: phase.steps });
    }
    phase.sends.iter().try_for_each(|send| check_send(plan, number, phase, send))?;
    let key = |send: &Send| (send.step, send.source, send.route.segments()[0].port);
    match phase.sends.windows(2).find(|pair| key(&pair[0]) > key(&pair[1])) {
        Some(pair) => Err(Violation::Order { send: name(number, &pair[1]) }),
        None => Ok(()),
    }
}

fn check_send(plan: &Plan, number: usize, phase: &Phase, send: &Send) -> Result<(), Violation> {
    let (torus, sources) = (plan.torus(), plan.placement.sources());
    let name = || name(number, send);
    if send.source >= sources.len() || send.blocks.iter().any(|block| !is_offset(plan, block)) {
        return Err(Violation::OutOfRange { send: name() });
    }
    if send.route.segments().is_empty() || !send.route.is_shortest(torus) {
        return Err(Violation::Route { send: name() });
    }
    let end = send.step.checked_add(send.route.hops());
    let (late, wrong) = match phase.timing {
        Timing::Passes => (end.is_none_or(|end| end > phase.steps), send.blocks.len() != 1),
        Timing::Worms => (send.step > 0, send.blocks.is_empty()),
    };
    if late {
        return Err(Violation::OutOfRange { send: name() });
    }
    if wrong {
        return Err(Violation::Blocks { send: name(), blocks: send.blocks.len(), timing: phase.timing });
    }
    let end = send.route.end(torus, sources[send.source]);
    match plan.placement.contains(end) {
        true => Ok(()),
        false => Err(Violation::Receiver { send: name(), node: torus.node_name(end) }),
    }
}

fn is_offset(plan: &Plan, block: &Block) -> bool {
    (block.origin.max(block.destination) as usize) < plan.torus().len()
}

fn check_length(plan: &Plan) -> Result<(), Violation> {
    let (steps, lower_bound, proved) = (plan.steps(), plan.lower_bound, proved_bound(plan));
    match steps < lower_bound || lower_bound > proved {
        true => Err(Violation::Length { steps, lower_bound, proved }),
        false => Ok(()),
    }
}

fn held(plan: &Plan, phase: usize, node: NodeId, (origin, destination): (NodeId, NodeId)) -> Violation {
    let torus = plan.torus();
    let block = format!("{} to {}", torus.node_name(origin), torus.node_name(destination));
    Violation::Held { phase, node: torus.node_name(node), block }
}

/// A send in text: `phase 2 step 3 class 0 aaB`.
fn name(phase: usize, send: &Send) -> String {
    format!("phase {phase} step {} class {} {}", send.step, send.source, shortened(&send.route.to_string()))
}
