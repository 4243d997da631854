//! Lifetimes: which block is in which node's memory, from when to when.

use crate::collective::offset::{displacement, seen_from};
use crate::collective::{Block, Plan, Task, Timing};
use crate::{NodeId, Torus};
use std::collections::HashMap;

/// A time in a plan: `(phase, step)`.
pub type PhaseStep = (usize, u32);

/// The lifetime of a block in the memory of a class.
#[derive(Clone, Copy, Debug)]
pub struct Lifetime {
    /// Source class of the holder.
    pub class: usize,
    /// The step in which it arrives; `None` if it is there from the beginning.
    pub born: Option<PhaseStep>,
    /// The step in which it is sent; `None` if it is still there at the end.
    pub sent: Option<PhaseStep>,
}

/// A block that one send moves.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// Its lifetime at the sender.
    pub from: usize,
    /// Its lifetime at the receiver.
    pub to: usize,
}

/// The lifetimes of all blocks.
pub struct Lifetimes {
    /// The lifetimes, in the order in which they begin.
    pub all: Vec<Lifetime>,
    /// For each phase and send, its blocks.
    pub hops: Vec<Vec<Vec<Hop>>>,
    /// For each class, its blocks at the beginning, by increasing destination.
    pub loads: Vec<Vec<(Block, usize)>>,
    /// For each class, its blocks at the end, by increasing origin.
    pub results: Vec<Vec<(Block, usize)>>,
}

impl Lifetimes {
    /// Follows every block through the plan.
    pub fn new(plan: &Plan) -> Self {
        let loads = initial(plan);
        let mut walk = Walk::new(plan, &loads);
        let hops = (0..plan.phases.len()).map(|phase| walk.phase(phase)).collect();
        let results = walk.held.iter().map(|held| results(plan, held)).collect();
        Lifetimes { all: walk.all, hops, loads: numbered(loads), results }
    }
}

/// The blocks that each class begins with.
fn initial(plan: &Plan) -> Vec<Vec<Block>> {
    let sources = plan.placement.sources();
    let of_source = |&node: &NodeId| match plan.task {
        Task::Broadcast { source } if node == source => vec![Block { origin: 0, destination: 0 }],
        Task::Broadcast { .. } => vec![],
        Task::Exchange { own } => {
            let mut all: Vec<u32> = plan.placement.offsets(node).map(|v| id(plan.torus(), &v)).collect();
            all.extend(own.then_some(0));
            all.sort_unstable();
            all.into_iter().map(|destination| Block { origin: 0, destination }).collect()
        }
    };
    sources.iter().map(of_source).collect()
}

fn numbered(loads: Vec<Vec<Block>>) -> Vec<Vec<(Block, usize)>> {
    let mut number = 0..;
    loads.into_iter().map(|class| class.into_iter().zip(&mut number).collect()).collect()
}

/// The blocks that a class holds at the end, by increasing origin.
fn results(plan: &Plan, held: &HashMap<Block, usize>) -> Vec<(Block, usize)> {
    let stays = |block: &Block| block.destination == 0 || matches!(plan.task, Task::Broadcast { .. });
    let mut all: Vec<(Block, usize)> = held.iter().map(|(block, lifetime)| (*block, *lifetime)).collect();
    all.retain(|(block, _)| stays(block));
    all.sort_unstable();
    all
}

fn id(torus: &Torus, offset: &[u32]) -> u32 {
    torus.node(offset).index() as u32
}

struct Walk<'a> {
    plan: &'a Plan,
    sources: Vec<NodeId>,
    source_of_class: Vec<Option<usize>>,
    held: Vec<HashMap<Block, usize>>,
    all: Vec<Lifetime>,
}

impl<'a> Walk<'a> {
    fn new(plan: &'a Plan, loads: &[Vec<Block>]) -> Self {
        let sources = plan.placement.sources();
        let source_of_class = plan.placement.source_of_class();
        let (mut all, mut held) = (Vec::new(), Vec::new());
        for (class, blocks) in loads.iter().enumerate() {
            held.push(blocks.iter().zip(all.len()..).map(|(&block, lifetime)| (block, lifetime)).collect());
            all.extend(blocks.iter().map(|_| Lifetime { class, born: None, sent: None }));
        }
        Walk { plan, sources, source_of_class, held, all }
    }

    /// Moves the blocks of a phase. All of them leave before one arrives, as nothing is sent on within a
    /// phase.
    fn phase(&mut self, number: usize) -> Vec<Vec<Hop>> {
        let phase = &self.plan.phases[number];
        let mut hops: Vec<Vec<Hop>> = Vec::with_capacity(phase.sends.len());
        for send in &phase.sends {
            let leave = send.blocks.iter().map(|block| self.leave(send.source, block, (number, send.step)));
            hops.push(leave.map(|from| Hop { from, to: 0 }).collect());
        }
        for (send, hops) in phase.sends.iter().zip(&mut hops) {
            let node = self.sources[send.source];
            let end = send.route.end(self.plan.torus(), node);
            let class = self.class(end);
            let by = displacement(self.plan.torus(), &send.route);
            let step = if phase.timing == Timing::Passes { send.step + send.route.hops() } else { 0 };
            for (block, hop) in send.blocks.iter().zip(hops) {
                hop.to = self.all.len();
                self.all.push(Lifetime { class, born: Some((number, step)), sent: None });
                let known = self.held[class].insert(seen_from(self.plan.torus(), by, block), hop.to);
                assert!(known.is_none(), "A verified plan brings no block to a node that has it.");
            }
        }
        hops
    }

    fn leave(&mut self, class: usize, block: &Block, at: PhaseStep) -> usize {
        if matches!(self.plan.task, Task::Broadcast { .. }) {
            return *self.held[class].get(block).expect("a verified plan sends what is there");
        }
        let lifetime = self.held[class].remove(block).expect("a verified plan sends what is there");
        self.all[lifetime].sent = Some(at);
        lifetime
    }

    fn class(&self, node: NodeId) -> usize {
        let symmetry = self.plan.placement.symmetry();
        let source = self.source_of_class[symmetry.class_of(self.plan.torus(), node)];
        source.expect("a verified plan sends to processors")
    }
}
