//! Complete exchange with combining on a square torus: a node sends many blocks as one worm, and few worms.
//!
//! One port, straight worms, all worms of a step on different links; a step is one start-up. With N nodes a
//! side:
//!
//! | | start-ups | blocks sent, in N^2 / 4 | blocks held | N |
//! | --- | --- | --- | --- | --- |
//! | [`suh_shin`] | N/2 + 2 | N + 4 | N^2 | multiples of 4 |
//! | [`divide`] j | 3j + N/2^(j+1) + 2 | N + 14 2^j - 10 | 2^j N^2 | powers of two, j <= log2 N - 2 |
//! | [`divide`] log2 N - 1 | 3 log2 N - 1 | 7N - 10 | N^3/2 | powers of two |
//!
//! Source: Kim, Maeng and Cho, "Complete exchange algorithms in wormhole-routed torus networks: a
//! divide-and-conquer strategy", 1999, sections 2.2 and 2.3, which also describes Suh and Shin's exchange.
//! Its A1 is `divide` 1 and its A_(n-1) is the last row. Differences: some steps are corrected; j may be any
//! number between the two; a node with nothing to send does not send; blocks sent are counted step by step,
//! which gives more than the paper for A1 and fewer for A_(n-1). Nodes that agree modulo `4 2^j` in both
//! coordinates (or modulo N) are of one class.

mod step;

use super::{
    offset::{displacement, plus, seen_from, straight},
    Block, Phase, Plan, Send, Task, Timing,
};
use crate::{collective::bound::startup_bound, torus::join, NodeId, Placement, PortModel, Torus};
use step::{Place, Step};

/// A torus or a number of levels that a combining exchange does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CombiningError {
    /// Suh and Shin's exchange on a torus that is not square with a radix divisible by 4.
    #[error(
        "suh-shin was asked for on {}; it needs two equal radices divisible by 4: use a torus like 12x12, or \
         product-a2",
        join(.dims, "x")
    )]
    Square {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// An exchange that divides on a torus that is not square with a power of two.
    #[error(
        "an exchange that divides was asked for on {}; it needs two equal radices that are a power of two, \
         at least 4: use a torus like 8x8, or suh-shin or product-a2",
        join(.dims, "x")
    )]
    PowerOfTwo {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A square torus divided too often, or not at all.
    #[error(
        "divide-{levels} was asked for on {n}x{n}, which can be divided 1 to {} times: change the number",
        .n.ilog2() - 1
    )]
    Levels {
        /// How often it was to be divided.
        levels: u32,
        /// The radix.
        n: u32,
    },
}

/// Suh and Shin's exchange. Errors: a torus that is not N x N with N divisible by 4.
pub fn suh_shin(torus: &Torus) -> Result<Plan, CombiningError> {
    match torus.radix() {
        Some(n) if torus.d() == 2 && n % 4 == 0 => Ok(play(torus, "suh-shin", 4, step::exchange(0, n))),
        _ => Err(CombiningError::Square { dims: torus.dims().to_vec() }),
    }
}

/// The exchange that divides the torus `levels` times. Errors: a torus that is not N x N with N a power of
/// two from 4; levels outside `1..=log2 N - 1`.
pub fn divide(torus: &Torus, levels: u32) -> Result<Plan, CombiningError> {
    let n = match torus.radix() {
        Some(n) if torus.d() == 2 && n >= 4 && n.is_power_of_two() => n,
        _ => return Err(CombiningError::PowerOfTwo { dims: torus.dims().to_vec() }),
    };
    if !(1..n.ilog2()).contains(&levels) {
        return Err(CombiningError::Levels { levels, n });
    }
    let mut steps: Vec<Step> = (1..=levels).flat_map(step::split).collect();
    steps.extend(step::exchange(levels, n));
    steps.extend((1..=levels).rev().map(|level| Step::Merge { level }));
    Ok(play(torus, &format!("divide-{levels}"), n.min(4 << levels), steps))
}

/// The plan of these steps, performed with the blocks that every node has at the start. Nodes that agree
/// modulo `period` are of one class.
fn play(torus: &Torus, algorithm: &str, period: u32, steps: Vec<Step>) -> Plan {
    let placement = Placement::full_by_residue(torus, &[period; 2]);
    let own = (0..torus.len() as u32).map(|destination| Block { origin: 0, destination });
    let own: Vec<Block> = own.collect();
    let mut state = State {
        torus,
        placement: &placement,
        sources: placement.sources(),
        held: vec![own; (period * period) as usize],
    };
    let phases = steps.iter().map(|step| state.perform(step)).collect();
    Plan {
        algorithm: algorithm.into(),
        ports: PortModel::OnePort,
        task: Task::Exchange { own: true },
        phases,
        lower_bound: startup_bound(&placement, PortModel::OnePort),
        placement,
    }
}

/// The blocks that the nodes of every class hold.
struct State<'a> {
    torus: &'a Torus,
    placement: &'a Placement,
    sources: Vec<NodeId>,
    held: Vec<Vec<Block>>,
}

impl State<'_> {
    /// Performs a step: finds its sends and moves their blocks.
    fn perform(&mut self, step: &Step) -> Phase {
        let sends: Vec<Send> =
            (0..self.sources.len()).filter_map(|class| self.send_from(step, class)).collect();
        sends.iter().for_each(|send| self.receive(send));
        Phase { timing: Timing::Worms, steps: 1, sends }
    }

    /// Takes from a class the blocks that its nodes send. They are ordered by destination, as blocks of one
    /// destination stay together to the end; so they are side by side in every memory on the way.
    fn send_from(&mut self, step: &Step, source: usize) -> Option<Send> {
        let at = self.place(self.sources[source]);
        let port = step.port(at)?;
        let base = self.sources[source].index() as u32;
        let goes = |block: &Block| step.goes(at, self.place_of(plus(self.torus, base, block.destination)));
        let (mut blocks, stay): (Vec<Block>, Vec<Block>) =
            self.held[source].iter().partition(|block| goes(block));
        self.held[source] = stay;
        blocks.sort_by_key(|block| (block.destination, block.origin));
        let route = straight(port, step.hops());
        (!blocks.is_empty()).then_some(Send { step: 0, source, route, blocks })
    }

    /// Gives what was sent to the class that it reaches.
    fn receive(&mut self, send: &Send) {
        let by = displacement(self.torus, &send.route);
        let receiver = send.route.end(self.torus, self.sources[send.source]);
        let class = self.placement.symmetry().class_of(self.torus, receiver);
        self.held[class].extend(send.blocks.iter().map(|block| seen_from(self.torus, by, block)));
    }

    fn place(&self, node: NodeId) -> Place {
        self.place_of(node.index() as u32)
    }

    fn place_of(&self, id: u32) -> Place {
        let n = self.torus.dims()[1];
        Place { row: id / n, column: id % n }
    }
}
