//! A search for a broadcast in a given number of steps, by ejection.
//!
//! Nodes without a parent wait in a queue. The search draws two, takes the heavier one, and gives it the
//! cheapest worm from any node that has the message before the worm's step. A link in use costs the weight of
//! its user; so does a child that then gets the message too early for the new step; and the step itself costs
//! a little. Of equally cheap worms the earliest is taken, at random among several. A node that loses a link,
//! or the lead of its parent, queues again and gains weight. Children of a queued node keep their place, so
//! that a subtree moves with its root. Steps grow along every branch, so no node is its own descendant. The
//! search succeeds when the queue is empty.
//!
//! The cheapest worm is found backwards from its end, one link at a time, the last dimension first; branches
//! that cost more than the best so far are cut. The result depends on space, steps, seed and effort alone;
//! effort counts nodes visited. Source: ours, after the ejection packer ([`crate::pack`]).

mod cheapest;
mod fold;

use super::{
    space::Space,
    tree::{coordinates, Tree, Worm},
};
use crate::{Effort, Port, Random, Route, Segment};
use cheapest::Cheapest;
use fold::Fold;

/// In place of a node: no node.
const NOBODY: u32 = u32::MAX;

/// Visits of the first attempts for each node; every fourth attempt doubles them.
const FIRST_ATTEMPT: u64 = 20_000;

/// A broadcast in this many steps, if the effort finds one. Every other attempt is folded, where that is
/// possible.
pub(super) fn search_tree(space: &Space, steps: u32, effort: Effort) -> Option<Tree> {
    let folds: Vec<Fold> = Fold::half(space).into_iter().chain([Fold::none(space)]).collect();
    let mut left = effort.visits;
    for attempt in 0.. {
        let visits = ((FIRST_ATTEMPT * space.len() as u64) << (attempt / 4)).min(left);
        let fold = &folds[attempt as usize % folds.len()];
        let mut search = Search::new(space, fold, steps, effort.seed.wrapping_add(attempt));
        let found = search.run(visits)?;
        left -= visits.min(search.cheapest.visits.max(1));
        if found {
            return Some(search.tree());
        }
        if left == 0 {
            return None;
        }
    }
    None
}

/// In place of a step: the node does not get the message.
const NEVER: u32 = u32::MAX;

/// How a node gets the message.
#[derive(Clone, Debug, Default)]
struct Told {
    /// From 1.
    step: u32,
    parent: u32,
    /// Links by `node * 2d + port`, in order.
    path: Vec<u32>,
}

struct Search<'a> {
    space: &'a Space,
    fold: &'a Fold,
    steps: u32,
    /// The node whose worm uses a link, by step (from 1), node and port. Of nodes and links that are folded
    /// together, one stands for both, here and below.
    owners: Vec<u32>,
    /// The step in which a node gets the message: 0 for the source, [`NEVER`] for a node of the queue.
    steps_of: Vec<u32>,
    told: Vec<Told>,
    children: Vec<Vec<u32>>,
    weights: Vec<u32>,
    queue: Vec<u32>,
    random: Random,
    cheapest: Cheapest,
}

impl<'a> Search<'a> {
    fn new(space: &'a Space, fold: &'a Fold, steps: u32, seed: u64) -> Self {
        let (nodes, mut random) = (space.len(), Random::new(seed));
        let mut steps_of = vec![NEVER; nodes];
        steps_of[0] = 0;
        let mut queue: Vec<u32> =
            (1..nodes as u32).filter(|&node| fold.nodes[node as usize] == node).collect();
        (1..queue.len()).for_each(|i| queue.swap(i, random.below(i + 1)));
        Search {
            space,
            fold,
            steps,
            owners: vec![NOBODY; (steps as usize + 1) * nodes * 2 * space.d()],
            steps_of,
            told: vec![Told::default(); nodes],
            children: vec![Vec::new(); nodes],
            weights: vec![1; nodes],
            queue,
            random,
            cheapest: Cheapest::new(space),
        }
    }

    /// Places all nodes. Returns whether that succeeded; `None` if a node cannot be reached at all.
    fn run(&mut self, visits: u64) -> Option<bool> {
        while let Some(node) = self.next() {
            if self.cheapest.visits > visits {
                return Some(false);
            }
            self.place(node)?;
        }
        Some(true)
    }

    /// The heavier of two random nodes of the queue.
    fn next(&mut self) -> Option<u32> {
        let length = self.queue.len();
        if length == 0 {
            return None;
        }
        let (one, two) = (self.random.below(length), self.random.below(length));
        let weight = |at: usize| self.weights[self.queue[at] as usize];
        Some(self.queue.swap_remove(if weight(one) >= weight(two) { one } else { two }))
    }

    /// Gives a node the cheapest parent, and ejects the nodes that are in the way.
    fn place(&mut self, node: u32) -> Option<()> {
        let told = self.cheapest_worm(node)?;
        let mut out: Vec<u32> =
            told.path.iter().map(|&link| self.owners[self.slot(told.step, link)]).collect();
        out.extend(self.hurried(node, told.step));
        out.retain(|&other| other != NOBODY);
        out.sort_unstable();
        out.dedup();
        out.into_iter().for_each(|other| self.eject(other));
        self.occupy(&told, node);
        self.children[self.fold.nodes[told.parent as usize] as usize].push(node);
        self.steps_of[node as usize] = told.step;
        self.told[node as usize] = told;
        Some(())
    }

    /// Children of a node that get the message in this step or before.
    fn hurried(&self, node: u32, step: u32) -> impl Iterator<Item = u32> + '_ {
        let early = move |&child: &u32| self.steps_of[child as usize] <= step;
        self.children[node as usize].iter().copied().filter(early)
    }

    fn eject(&mut self, node: u32) {
        let told = std::mem::take(&mut self.told[node as usize]);
        self.steps_of[node as usize] = NEVER;
        self.occupy(&told, NOBODY);
        self.children[self.fold.nodes[told.parent as usize] as usize].retain(|&child| child != node);
        self.weights[node as usize] += 1;
        self.queue.push(node);
    }

    fn occupy(&mut self, told: &Told, owner: u32) {
        for &link in &told.path {
            let slot = self.slot(told.step, link);
            self.owners[slot] = owner;
        }
    }

    /// The index into `owners` of a link in a step.
    fn slot(&self, step: u32, link: u32) -> usize {
        step as usize * self.fold.links.len() + self.fold.links[link as usize] as usize
    }

    fn cheapest_worm(&mut self, node: u32) -> Option<Told> {
        let mut cheapest = std::mem::take(&mut self.cheapest);
        cheapest.begin();
        for step in 1..=self.steps {
            let hurried = self.hurried(node, step).map(|child| self.weights[child as usize] as i64).sum();
            cheapest.step(self, node, step, hurried);
        }
        self.cheapest = cheapest;
        self.cheapest.take()
    }

    /// The tree of a search that is done: every worm and, if it has one, its image.
    fn tree(&self) -> Tree {
        let mut tree = Tree::new(&self.space.radices);
        tree.steps = vec![Vec::new(); self.steps as usize];
        for (node, told) in self.told.iter().enumerate().filter(|(_, told)| !told.path.is_empty()) {
            let worms = &mut tree.steps[told.step as usize - 1];
            worms.push(self.worm(told.parent, &told.path, 0));
            if self.fold.images[node] != node as u32 {
                worms.push(self.worm(self.fold.images[told.parent as usize], &told.path, 1));
            }
        }
        tree.sort();
        tree
    }

    /// A worm by the ports of a path; with `turn` 1 all signs are swapped.
    fn worm(&self, from: u32, path: &[u32], turn: usize) -> Worm {
        let ports: Vec<usize> =
            path.iter().map(|&link| (link as usize % (2 * self.space.d())) ^ turn).collect();
        let segment = |same: &[usize]| Segment { port: Port::from_index(same[0]), hops: same.len() as u32 };
        let route = Route::new(ports.chunk_by(|a, b| a == b).map(segment));
        Worm { from: coordinates(&self.space.radices, from as usize), route }
    }
}
