//! Broadcast trees: which node sends to which, by which worm, in which step, for a source at node 0.
//!
//! A tree is defined on radices alone, which may be 1, so that it can be a factor of a larger one
//! (`product`). As text, a step is a line of worms `sender:word`, where the sender is a row-major id and the
//! word is the text of a [`Route`].

use crate::{
    collective::{Block, Phase, Plan, Send, Task, Timing},
    route::shorter_way,
    NodeId, Placement, Port, PortModel, Route, Segment, Sign, Torus,
};
use std::fmt;

/// One wormhole-routed message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Worm {
    /// Coordinates of the sender.
    pub from: Vec<u32>,
    pub route: Route,
}

/// The worms of a broadcast from node 0, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    pub radices: Vec<u32>,
    pub steps: Vec<Vec<Worm>>,
}

impl Tree {
    /// A tree of no step.
    pub fn new(radices: &[u32]) -> Self {
        Tree { radices: radices.to_vec(), steps: Vec::new() }
    }

    /// The coordinates where a worm ends.
    pub fn end(&self, worm: &Worm) -> Vec<u32> {
        let mut x = worm.from.clone();
        for segment in worm.route.segments() {
            let dim = segment.port.dim();
            x[dim] = moved(x[dim], segment, self.radices[dim]);
        }
        x
    }

    /// The plan with this source. Sends are sorted by sender and first port; every node of the torus is a
    /// class.
    pub fn plan(&self, torus: &Torus, source: NodeId, algorithm: &str, lower_bound: u32) -> Plan {
        let nodes: Vec<NodeId> = torus.nodes().collect();
        let placement = Placement::listed(torus, &nodes).expect("a torus has two nodes, each listed once");
        let phases = self.steps.iter().map(|worms| phase(torus, source, worms)).collect();
        let task = Task::Broadcast { source };
        Plan { algorithm: algorithm.into(), placement, ports: PortModel::AllPort, task, phases, lower_bound }
    }

    /// The tree of a plan, moved so that its source is node 0, with worms by sender and first port. Where
    /// every node is a class of its own, its class is its id.
    pub fn of_plan(plan: &Plan) -> Self {
        let torus = plan.torus();
        let source = match plan.task {
            Task::Broadcast { source } => source,
            Task::Exchange { .. } => plan.placement.processors()[0],
        };
        let worm = |send: &Send| {
            let sender = torus.node_at(send.source).expect("every node is a class");
            Worm { from: torus.offset(source, sender), route: send.route.clone() }
        };
        let mut tree = Tree::new(torus.dims());
        tree.steps = plan.phases.iter().map(|phase| phase.sends.iter().map(worm).collect()).collect();
        tree.sort();
        tree
    }

    /// Sorts the worms of each step by sender and first port.
    pub fn sort(&mut self) {
        let by_sender = |worm: &Worm| (worm.from.clone(), worm.route.segments()[0].port);
        self.steps.iter_mut().for_each(|worms| worms.sort_by_key(by_sender));
    }

    /// The tree of a text, which is a file of this crate and so is trusted.
    pub fn parse(radices: &[u32], text: &str) -> Self {
        let worm = |worm: &str| {
            let (from, route) = worm.split_once(':').expect("a stored worm is sender:word");
            let from = coordinates(radices, from.parse().expect("a stored sender is a number"));
            Worm { from, route: route.parse().expect("a stored route is letters") }
        };
        let steps = text.lines().map(|line| line.split_whitespace().map(worm).collect()).collect();
        Tree { radices: radices.to_vec(), steps }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for worms in &self.steps {
            let worms: Vec<String> = worms
                .iter()
                .map(|worm| format!("{}:{}", id(&self.radices, &worm.from), worm.route))
                .collect();
            writeln!(f, "{}", worms.join(" "))?;
        }
        Ok(())
    }
}

fn phase(torus: &Torus, source: NodeId, worms: &[Worm]) -> Phase {
    let send = |worm: &Worm| {
        let sender = torus.translate(source, &worm.from);
        let back = torus.node(&torus.offset(sender, source)).index() as u32;
        let blocks = vec![Block { origin: back, destination: back }];
        Send { step: 0, source: sender.index(), route: worm.route.clone(), blocks }
    };
    let mut sends: Vec<Send> = worms.iter().map(send).collect();
    sends.sort_by_key(|send| (send.source, send.route.segments()[0].port));
    Phase { timing: Timing::Worms, steps: 1, sends }
}

/// One coordinate after a segment.
pub(super) fn moved(x: u32, segment: &Segment, radix: u32) -> u32 {
    match segment.port.sign() {
        Sign::Plus => (x + segment.hops) % radix,
        Sign::Minus => (x + radix - segment.hops) % radix,
    }
}

/// Row-major id of coordinates.
pub(super) fn id(radices: &[u32], x: &[u32]) -> usize {
    radices.iter().zip(x).fold(0, |id, (&radix, &x)| id * radix as usize + x as usize)
}

/// Coordinates of a row-major id.
pub(super) fn coordinates(radices: &[u32], id: usize) -> Vec<u32> {
    let mut rest = id;
    let mut x: Vec<u32> = radices
        .iter()
        .rev()
        .map(|&radix| {
            let x = rest % radix as usize;
            rest /= radix as usize;
            x as u32
        })
        .collect();
    x.reverse();
    x
}

/// The route of a displacement, its dimensions in order. A tie keeps its sign, but radix 2 has `+` alone.
pub(super) fn route_of(radices: &[u32], by: &[i64]) -> Route {
    let segment = |(dim, (&radix, &by)): (usize, (&u32, &i64))| {
        let (mut sign, hops) = shorter_way(by.rem_euclid(radix as i64) as u32, radix);
        if by < 0 && 2 * hops == radix && radix > 2 {
            sign = Sign::Minus;
        }
        Segment { port: Port::new(dim, sign), hops }
    };
    Route::new(radices.iter().zip(by).enumerate().map(segment))
}
