//! The costs of a plan, and the costs of algorithms as papers give them.
//!
//! A run of a plan takes about `startups ts + blocks m tb + hops th`, where a start-up takes ts, a flit tb,
//! and a hop th, and a block has m flits. All worms of a phase start together, so its longest message counts.
//! In passes a local port starts every message of its own, and steps follow each other without a gap.
//!
//! Source of the published costs: Kim, Maeng and Cho, "Complete exchange algorithms in wormhole-routed torus
//! networks: a divide-and-conquer strategy", 1999, table 1, for N x N nodes. It has those of Suh and Shin, of
//! Tseng and others (diagonal propagation, whose costs it gives without the procedure), of A1 and of A_(n-1).
//! Differences: measured, A1 sends `(N^3 + 18 N^2) / 4` blocks, as the paper counts the two steps of each of
//! the last phases once; and A_(n-1) sends `(7 N^3 - 10 N^2) / 4`, fewer than the bound in the paper.
//! Rearranging means copying within the memory of a node. Plans address blocks where they lie, so they have
//! none.

use super::{
    offset::{displacement, seen_from},
    Block, Phase, Plan, Send, Task, Timing,
};
use crate::{NodeId, Torus};

/// Costs of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Phases of worms; in passes, the messages that the busiest injection port of any node injects.
    pub startups: u64,
    /// Worms: the most blocks in a message of a phase, summed over the phases. Passes: steps.
    pub blocks: u64,
    /// The most blocks that a node holds before, between or after the phases, including its own and its
    /// results.
    pub held: u64,
    /// The most blocks in a node that are neither its own nor for it, which is the memory that storing on the
    /// way needs.
    pub transit: u64,
    /// The longest way of a phase, summed over the phases.
    pub hops: u64,
    /// Steps of all phases.
    pub steps: u32,
}

impl Costs {
    /// The costs of a valid plan. All nodes of a class do the same, so one of each is counted.
    pub fn of(plan: &Plan) -> Self {
        let stored = Stored::of(plan);
        Costs {
            startups: startups(plan),
            blocks: plan.phases.iter().map(blocks).sum(),
            held: stored.held,
            transit: stored.transit,
            hops: plan.phases.iter().map(longest).sum(),
            steps: plan.steps(),
        }
    }
}

fn startups(plan: &Plan) -> u64 {
    let local_ports = plan.ports.local_ports(plan.torus());
    let mut injected = vec![0u64; plan.placement.sources().len() * local_ports];
    let (worms, passes): (Vec<&Phase>, Vec<&Phase>) =
        plan.phases.iter().partition(|phase| phase.timing == Timing::Worms);
    for send in passes.iter().flat_map(|phase| &phase.sends) {
        injected[send.source * local_ports + plan.ports.local_port(send.route.segments()[0].port)] += 1;
    }
    worms.len() as u64 + injected.into_iter().max().unwrap_or(0)
}

fn blocks(phase: &Phase) -> u64 {
    match phase.timing {
        Timing::Passes => u64::from(phase.steps),
        Timing::Worms => phase.sends.iter().map(|send| send.blocks.len() as u64).max().unwrap_or(0),
    }
}

fn longest(phase: &Phase) -> u64 {
    phase.sends.iter().map(|send| u64::from(send.route.hops())).max().unwrap_or(0)
}

/// The numbers of blocks that the nodes of every source class store.
struct Stored<'a> {
    plan: &'a Plan,
    /// For each class the blocks held now, and those of them in transit.
    now: Vec<(i64, i64)>,
    /// The most that any node stores, so far.
    held: u64,
    transit: u64,
}

impl<'a> Stored<'a> {
    fn of(plan: &'a Plan) -> Self {
        let own = |node| match plan.task {
            Task::Exchange { own } => plan.placement.len() as i64 - i64::from(!own),
            Task::Broadcast { source } => i64::from(node == source),
        };
        let now = plan.placement.sources().into_iter().map(|node| (own(node), 0)).collect();
        let mut stored = Stored { plan, now, held: 0, transit: 0 };
        stored.look();
        let receivers = Receivers::of(plan);
        for phase in &plan.phases {
            phase.sends.iter().for_each(|send| stored.send(send, receivers.class(send)));
            stored.look();
        }
        stored
    }

    /// Counts a send. A node that sends the message of a broadcast keeps it, and no node holds it for another
    /// one.
    fn send(&mut self, send: &Send, receiver: usize) {
        let count = send.blocks.len() as i64;
        self.now[receiver].0 += count;
        if matches!(self.plan.task, Task::Exchange { .. }) {
            let (left, arrived) = in_transit(self.plan.torus(), send);
            self.now[send.source].0 -= count;
            self.now[send.source].1 -= left;
            self.now[receiver].1 += arrived;
        }
    }

    /// Records the maxima between two phases.
    fn look(&mut self) {
        for &(held, transit) in &self.now {
            self.held = self.held.max(held as u64);
            self.transit = self.transit.max(transit as u64);
        }
    }
}

/// The class that receives what a class sends.
struct Receivers<'a> {
    plan: &'a Plan,
    sources: Vec<NodeId>,
    /// The index into the sources of every class.
    numbers: Vec<Option<usize>>,
}

impl<'a> Receivers<'a> {
    fn of(plan: &'a Plan) -> Self {
        let (sources, numbers) = (plan.placement.sources(), plan.placement.source_of_class());
        Receivers { plan, sources, numbers }
    }

    fn class(&self, send: &Send) -> usize {
        let end = send.route.end(self.plan.torus(), self.sources[send.source]);
        let number = self.numbers[self.plan.placement.symmetry().class_of(self.plan.torus(), end)];
        number.expect("a verified plan sends to processors")
    }
}

/// How many blocks of a send are in transit at the sender, and how many at the receiver.
fn in_transit(torus: &Torus, send: &Send) -> (i64, i64) {
    let by = displacement(torus, &send.route);
    let passes_by = |block: &Block| block.origin != 0 && block.destination != 0;
    let left = send.blocks.iter().filter(|&block| passes_by(block)).count();
    let arrived = send.blocks.iter().filter(|&block| passes_by(&seen_from(torus, by, block))).count();
    (left as i64, arrived as i64)
}

/// The costs that a paper states for an exchange among N x N nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The authors, or the name of the algorithm in the paper.
    pub source: &'static str,
    /// Start-ups.
    pub startups: u64,
    /// Blocks sent one after the other.
    pub blocks: u64,
    /// Blocks copied within a node.
    pub rearranged: u64,
    /// The most blocks that a node holds.
    pub held: u64,
}

/// The published costs for N x N nodes of `suh-shin` and `diagonal` (N divisible by 4), and of `divide-1` and
/// `divide-(log2 N - 1)` (N a power of two from 4; for N = 4, where the two are one, those of the latter);
/// `None` for all others.
pub fn published(algorithm: &str, n: u32) -> Option<Published> {
    if n == 0 || n % 4 != 0 {
        return None;
    }
    let (side, log, halves) = (u64::from(n), u64::from(n.ilog2()), n.is_power_of_two());
    let (square, cube) = (side.pow(2), side.pow(3));
    let of =
        |source, startups, blocks, rearranged, held| Published { source, startups, blocks, rearranged, held };
    let sent = (cube + 4 * square) / 4;
    match algorithm {
        "suh-shin" => Some(of("Suh and Shin", side / 2 + 2, sent, 3 * square, square)),
        "diagonal" => Some(of("Tseng and others", side / 2 + 2, sent, (cube + 2 * square) / 2, square)),
        _ if halves && algorithm == format!("divide-{}", log - 1) => {
            Some(of("A_(n-1)", 3 * log - 1, 2 * cube - 2 * square, 4 * square * log * (log - 1), cube / 2))
        }
        "divide-1" if halves => {
            Some(of("A1", side / 4 + 5, (cube + 10 * square) / 4, 10 * square, 2 * square))
        }
        _ => None,
    }
}
