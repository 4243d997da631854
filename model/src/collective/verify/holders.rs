//! The holders of all blocks. A block that is sent in a phase arrives when the phase ends.

use super::{
    super::{offset::plus, Block, Plan, Send, Task},
    Violation,
};
use crate::{NodeId, Torus};

/// In place of a holder: there is no such block.
const NONE: u32 = u32::MAX;
/// In place of a holder: the block is on its way.
const MOVING: u32 = u32::MAX - 1;

/// The holder of every block of a task.
pub(super) struct Holders<'a> {
    plan: &'a Plan,
    /// Exchange: the holder of the block from a to b at `a N + b`. Broadcast: at `a` whether a has the
    /// message, as `a` or `NONE`.
    holder: Vec<u32>,
    /// The blocks that arrive at the end of the phase, and where.
    arrivals: Vec<(usize, u32)>,
}

impl<'a> Holders<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        let (torus, placement) = (plan.torus(), &plan.placement);
        let holder = match plan.task {
            Task::Broadcast { source } => {
                torus.nodes().map(|node| if node == source { id(node) } else { NONE }).collect()
            }
            Task::Exchange { own } => {
                let exists =
                    |from, to| placement.contains(from) && placement.contains(to) && (own || from != to);
                let block =
                    |from| torus.nodes().map(move |to| if exists(from, to) { id(from) } else { NONE });
                torus.nodes().flat_map(block).collect()
            }
        };
        Holders { plan, holder, arrivals: Vec::new() }
    }

    /// Takes from a node what it sends. Errors: origin and destination of a block that it does not hold.
    pub fn send(&mut self, node: NodeId, send: &Send) -> Result<(), (NodeId, NodeId)> {
        let torus = self.plan.torus();
        let receiver = id(send.route.end(torus, node));
        send.blocks.iter().try_for_each(|block| {
            let (origin, destination) = absolute(torus, node, block);
            let name = |id: u32| torus.node_at(id as usize).expect("offsets were checked");
            let held = match self.plan.task {
                Task::Exchange { .. } => {
                    self.give(node, origin as usize * torus.len() + destination as usize, receiver)
                }
                Task::Broadcast { source } => {
                    origin == id(source) && destination == origin && self.copy(node, receiver)
                }
            };
            held.then_some(()).ok_or((name(origin), name(destination)))
        })
    }

    /// A block of an exchange leaves its holder. Returns whether it was there.
    fn give(&mut self, node: NodeId, block: usize, receiver: u32) -> bool {
        let held = std::mem::replace(&mut self.holder[block], MOVING) == id(node);
        self.arrivals.push((block, receiver));
        held
    }

    /// The message of a broadcast is copied. Returns whether the sender has it.
    fn copy(&mut self, node: NodeId, receiver: u32) -> bool {
        self.arrivals.push((receiver as usize, receiver));
        self.holder[node.index()] != NONE
    }

    /// Ends a phase: what was sent arrives.
    pub fn settle(&mut self, phase: usize) -> Result<(), Violation> {
        for (cell, receiver) in std::mem::take(&mut self.arrivals) {
            // In an exchange every cell here is `MOVING`: a block departs once.
            if std::mem::replace(&mut self.holder[cell], receiver) == receiver {
                return Err(Violation::Again { phase, node: self.name(receiver as usize) });
            }
        }
        Ok(())
    }

    /// Checks the end of the plan.
    pub fn finish(&self) -> Result<(), Violation> {
        let nodes = self.plan.torus().len();
        let wrong = match self.plan.task {
            Task::Exchange { .. } => (0..nodes * nodes).find(|&cell| {
                let at = self.holder[cell];
                at != NONE && at as usize != cell % nodes
            }),
            Task::Broadcast { .. } => self
                .plan
                .placement
                .processors()
                .iter()
                .map(|node| node.index())
                .find(|&node| self.holder[node] == NONE),
        };
        match (wrong, self.plan.task) {
            (None, _) => Ok(()),
            (Some(node), Task::Broadcast { .. }) => Err(Violation::Missing { node: self.name(node) }),
            (Some(cell), Task::Exchange { .. }) => {
                let block = format!("{} to {}", self.name(cell / nodes), self.name(cell % nodes));
                Err(Violation::Left { block, node: self.name(self.holder[cell] as usize) })
            }
        }
    }

    fn name(&self, id: usize) -> String {
        let torus = self.plan.torus();
        torus.node_name(torus.node_at(id).expect("every holder is a node"))
    }
}

fn id(node: NodeId) -> u32 {
    node.index() as u32
}

fn absolute(torus: &Torus, node: NodeId, block: &Block) -> (u32, u32) {
    (plus(torus, id(node), block.origin), plus(torus, id(node), block.destination))
}
