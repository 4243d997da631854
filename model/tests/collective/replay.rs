//! A naive replay of plans: every block of every processor, hop by hop, in sets and maps.
//!
//! It shares no code with the model except the plan's fields. Nodes have numbers of their own here (the
//! first coordinate counts fastest), classes are found from coordinates, and blocks are looked up by name.

// Every test file compiles this module for itself and uses a part of it.
#![allow(dead_code)]

use std::collections::{BTreeMap, HashSet};
use torus_model::collective::{Phase, Plan, Send, Task, Timing};
use torus_model::PortModel;
use torus_model::Symmetry;

/// The counts of a replay.
#[derive(Debug, PartialEq, Eq, Default, Clone, Copy)]
pub struct Counted {
    /// The sum over the phases of the most blocks that a node sends.
    pub blocks: u64,
    /// The sum over the phases of the longest way.
    pub hops: u64,
    /// The most blocks at a node.
    pub held: u64,
    /// The most blocks at a node that are neither from it nor for it.
    pub transit: u64,
}

type Node = usize;

pub struct Replay<'a> {
    plan: &'a Plan,
    dims: Vec<usize>,
    /// For every node, the node at each offset as plans write it.
    sums: Vec<Vec<Node>>,
    /// The holder of a block, by origin and destination. `None` if there is no block, or it is on its way.
    holder: Vec<Vec<Option<Node>>>,
}

/// Plays an exchange. The error is the first fault.
pub fn replay(plan: &Plan) -> Result<Counted, String> {
    let dims: Vec<usize> = plan.torus().dims().iter().map(|&n| n as usize).collect();
    let Task::Exchange { own } = plan.task else { return Err("only exchanges are replayed".into()) };
    let nodes = dims.iter().product();
    let mut replay = Replay { plan, dims, sums: Vec::new(), holder: vec![vec![None; nodes]; nodes] };
    replay.sums =
        (0..nodes).map(|node| (0..nodes).map(|offset| replay.moved(node, offset)).collect()).collect();
    let processors = replay.processors();
    for &from in &processors {
        for &to in processors.iter().filter(|&&to| own || to != from) {
            replay.holder[from][to] = Some(from);
        }
    }
    let mut counted = Counted::default();
    replay.count(&mut counted);
    for phase in &plan.phases {
        replay.phase(phase, &mut counted)?;
        replay.count(&mut counted);
    }
    let left = replay.blocks().find(|&(_, to, at)| to != at);
    match left {
        Some((from, to, at)) => Err(format!("the block {from} {to} ends at {at}")),
        None => Ok(counted),
    }
}

impl Replay<'_> {
    fn processors(&self) -> Vec<Node> {
        self.plan.placement.processors().iter().map(|node| self.number(&self.read(node.index()))).collect()
    }

    /// Coordinates of a model id: last coordinate fastest.
    fn read(&self, mut id: usize) -> Vec<usize> {
        let mut x = vec![0; self.dims.len()];
        for dim in (0..x.len()).rev() {
            x[dim] = id % self.dims[dim];
            id /= self.dims[dim];
        }
        x
    }

    fn number(&self, x: &[usize]) -> Node {
        (0..x.len()).rev().fold(0, |number, dim| number * self.dims[dim] + x[dim])
    }

    fn coordinates(&self, mut node: Node) -> Vec<usize> {
        let mut digit = |&n: &usize| {
            let x = node % n;
            node /= n;
            x
        };
        self.dims.iter().map(&mut digit).collect()
    }

    fn moved(&self, node: Node, offset: usize) -> Node {
        let (x, by) = (self.coordinates(node), self.read(offset));
        let sum: Vec<usize> = (0..x.len()).map(|dim| (x[dim] + by[dim]) % self.dims[dim]).collect();
        self.number(&sum)
    }

    /// The residues that the nodes of a class have in common.
    fn class(&self, x: &[usize]) -> Vec<usize> {
        match self.plan.placement.symmetry() {
            Symmetry::Transitive => vec![],
            Symmetry::Parity { counts } => {
                (0..x.len()).map(|i| if counts[i] { x[i] % 2 } else { 0 }).collect()
            }
            Symmetry::Residue { periods } => (0..x.len()).map(|i| x[i] % periods[i] as usize).collect(),
            Symmetry::Linear { coefficients, modulus, .. } => {
                let value: usize = (0..x.len()).map(|i| x[i] * coefficients[i] as usize).sum();
                vec![value % *modulus as usize]
            }
            Symmetry::Trivial => x.to_vec(),
        }
    }

    fn senders(&self, send: &Send) -> Vec<Node> {
        let source = self.class(&self.read(self.plan.placement.sources()[send.source].index()));
        let alike = |&node: &Node| self.class(&self.coordinates(node)) == source;
        self.processors().into_iter().filter(alike).collect()
    }

    fn phase(&mut self, phase: &Phase, counted: &mut Counted) -> Result<(), String> {
        let (mut used, mut arrived, mut sent) = (HashSet::new(), Vec::new(), BTreeMap::new());
        for send in &phase.sends {
            for node in self.senders(send) {
                let end = self.walk(phase, send, node, &mut used)?;
                for block in &send.blocks {
                    let sum = |offset: u32| self.sums[node][offset as usize];
                    let (from, to) = (sum(block.origin), sum(block.destination));
                    match self.holder[from][to].take() {
                        Some(at) if at == node => arrived.push((from, to, end)),
                        at => return Err(format!("{node} sends the block {from} {to}, which is at {at:?}")),
                    }
                }
                *sent.entry(node).or_insert(0) += send.blocks.len() as u64;
            }
        }
        arrived.into_iter().for_each(|(from, to, end)| self.holder[from][to] = Some(end));
        counted.blocks += match phase.timing {
            Timing::Worms => sent.into_values().max().unwrap_or(0),
            Timing::Passes => u64::from(phase.steps),
        };
        counted.hops += phase.sends.iter().map(|send| send.route.to_string().len() as u64).max().unwrap_or(0);
        Ok(())
    }

    /// Walks a route letter by letter. Every link and port may be used only once at a time.
    fn walk(
        &self,
        phase: &Phase,
        send: &Send,
        node: Node,
        used: &mut HashSet<(usize, Node, char)>,
    ) -> Result<Node, String> {
        let mut x = self.coordinates(node);
        let letters: Vec<char> = send.route.to_string().chars().collect();
        for (hop, &letter) in letters.iter().enumerate() {
            let time = if phase.timing == Timing::Worms { 0 } else { send.step as usize + hop };
            if time >= phase.steps as usize {
                return Err(format!("step {time} of {}", phase.steps));
            }
            let from = self.number(&x);
            let dim = letter.to_ascii_lowercase() as usize - 'a' as usize;
            if self.dims[dim] == 2 && letter.is_ascii_uppercase() {
                return Err(format!("no link {letter}"));
            }
            let step = if letter.is_ascii_uppercase() { self.dims[dim] - 1 } else { 1 };
            x[dim] = (x[dim] + step) % self.dims[dim];
            let (first, last) = (hop == 0, hop + 1 == letters.len());
            let mut uses = vec![(from, letter)];
            uses.extend((self.counts(first)).then_some((from, '>')));
            uses.extend((self.counts(last)).then_some((self.number(&x), '<')));
            if let Some(what) = uses.into_iter().find(|&(at, what)| !used.insert((time, at, what))) {
                return Err(format!("{what:?} twice at {time}"));
            }
        }
        Ok(self.number(&x))
    }

    /// Whether a hop uses a port of its node. `end`: the message starts or ends there.
    fn counts(&self, end: bool) -> bool {
        match self.plan.ports {
            PortModel::AllPort => false,
            PortModel::OnePort => end,
            PortModel::SinglePort => true,
        }
    }

    /// The origin, destination and holder of every block.
    fn blocks(&self) -> impl Iterator<Item = (Node, Node, Node)> + '_ {
        let of = |(from, row): (Node, &'_ Vec<Option<Node>>)| -> Vec<(Node, Node, Node)> {
            row.iter().enumerate().filter_map(|(to, at)| at.map(|at| (from, to, at))).collect()
        };
        self.holder.iter().enumerate().flat_map(of)
    }

    fn count(&self, counted: &mut Counted) {
        let mut at = vec![(0, 0); self.dims.iter().product()];
        for (from, to, holder) in self.blocks() {
            at[holder].0 += 1;
            at[holder].1 += u64::from(from != holder && to != holder);
        }
        counted.held = counted.held.max(at.iter().map(|count| count.0).max().unwrap_or(0));
        counted.transit = counted.transit.max(at.iter().map(|count| count.1).max().unwrap_or(0));
    }
}
