//! Message classes: the movements of messages that all nodes of a group send in one slot, read from their
//! header.
//!
//! All messages of a class turn in the same cycles and are always at one offset from their sources, so
//! together they are a set of nodes that moves as a whole. Sets are planes of bits, and each is stored once:
//! a full torus has one, a linear placement as many as its modulus. Of a network on several ranks, each knows
//! all groups, but its sets and lists have only the nodes of its block, by their numbers there.

use super::senders::Senders;
use crate::cycle_model::head::Head;
use crate::cycle_model::image::{list_messages, Images, Inject};
use crate::cycle_model::router::{Next, Router};
use crate::engine::Ends;
use crate::ranks::Block;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;
use torus_model::{torus::NodeList, Torus};

/// The messages of a slot that differ only in their sources.
struct Class {
    group: usize,
    /// The destination minus the source.
    offset: Vec<u32>,
    /// Its runs, as a range in the runs of all classes.
    runs: Range<usize>,
}

/// A run of a class.
pub struct Run<H> {
    /// The port.
    pub port: usize,
    /// The hops after the first one.
    pub hops: u64,
    /// The header on its links, while this many hops are left.
    pub head: H,
    /// The set of nodes at which it begins, and the set of nodes at which it ends.
    sets: [usize; 2],
}

/// A run on which the messages of a class are.
#[derive(Clone, Copy)]
pub struct OnClass {
    /// The class.
    pub class: u32,
    /// The run, as an index in the runs of all classes.
    pub run: u32,
}

/// The message classes of a network.
pub struct Classes<H> {
    torus: Torus,
    groups: Vec<Senders>,
    /// The classes that are sent in each slot.
    pub slots: Vec<Range<usize>>,
    all: Vec<Class>,
    runs: Vec<Run<H>>,
    sets: Sets,
}

impl<H: Head> Classes<H> {
    /// The classes of an emitted network with these routers. `images`: of the whole network.
    pub fn new(router: &Router, images: &Images, block: &Block) -> Self {
        let senders = |nodes: &NodeList| Senders::new(&images.torus, nodes, block);
        let mut classes = Classes {
            torus: images.torus.clone(),
            groups: images.groups.iter().map(|group| senders(&group.nodes)).collect(),
            slots: Vec::new(),
            all: Vec::new(),
            runs: Vec::new(),
            sets: Sets::new(block),
        };
        for slot in 0..images.slots {
            let first = classes.all.len();
            for (number, group) in images.groups.iter().enumerate() {
                group.rows[slot].iter().for_each(|put| classes.add(number, put, router));
            }
            classes.slots.push(first..classes.all.len());
        }
        classes
    }

    /// Adds a class: follows a header from node to node, as routers do.
    fn add(&mut self, group: usize, put: &Inject, router: &Router) {
        let (first, mut at) = (self.runs.len(), vec![0; put.offset.len()]);
        let head = || router.cut(H::new(put.head), put.port);
        let mut on = router.has(put.port).then(|| (put.port, head()));
        while let Some((port, head)) = on {
            let hops = router.hops(head);
            let begin = self.set(group, &at);
            self.move_on(&mut at, port, hops + 1);
            let end = self.set(group, &at);
            self.runs.push(Run { port, hops, head, sets: [begin, end] });
            on = match router.next(head, port) {
                Next::Turn(port, head) => Some((port, head)),
                Next::Out | Next::Nowhere => None,
            };
        }
        let (offset, runs) = (put.offset.clone(), first..self.runs.len());
        self.all.push(Class { group, offset, runs });
    }

    /// The number of the set of nodes at an offset from a group.
    fn set(&mut self, group: usize, offset: &[u32]) -> usize {
        self.sets.number((group, &self.groups[group]), offset)
    }

    /// Moves an offset by some hops of a port.
    fn move_on(&self, at: &mut [u32], port: usize, hops: u64) {
        let (x, n) = (&mut at[port / 2], self.torus.dims()[port / 2]);
        let hops = (hops % u64::from(n)) as u32;
        *x = (*x + if port % 2 == 0 { hops } else { n - hops }) % n;
    }

    fn class(&self, number: u32) -> &Class {
        &self.all[number as usize]
    }

    /// A run.
    pub fn run(&self, on: OnClass) -> &Run<H> {
        &self.runs[on.run as usize]
    }

    /// The nodes at which a run begins.
    pub fn begin(&self, on: OnClass) -> &[u64] {
        &self.sets.all[self.run(on).sets[0]]
    }

    /// The nodes at which a run ends.
    pub fn end(&self, on: OnClass) -> &[u64] {
        &self.sets.all[self.run(on).sets[1]]
    }

    /// The first run of a class; `None` if nodes do not have the port that it names.
    pub fn first_run(&self, class: u32) -> Option<OnClass> {
        let mut runs = self.class(class).runs.clone();
        runs.next().map(|run| OnClass { class, run: run as u32 })
    }

    /// The run after this one; `None` if messages do not turn any more.
    pub fn next_run(&self, on: OnClass) -> Option<OnClass> {
        let next = OnClass { run: on.run + 1, ..on };
        self.class(on.class).runs.contains(&(next.run as usize)).then_some(next)
    }

    /// The nodes whose messages of a class are addressed to themselves. This needs an offset of 0, or one of
    /// a full turn or more, which only a damaged ROM has.
    pub fn to_themselves(&self, class: u32) -> Vec<u32> {
        let offset = self.class(class).offset.iter().zip(self.torus.dims());
        if offset.clone().any(|(&x, _)| x > 0) && offset.clone().all(|(x, n)| x < n) {
            return Vec::new();
        }
        let mut room = Room::default();
        let sent = self.sent(class, &mut room);
        sent.iter().filter(|(_, ends)| ends.source == ends.destination).map(|(node, _)| node).collect()
    }

    /// The messages of a class at their sources.
    pub fn sent<'s>(&'s self, class: u32, room: &'s mut Room) -> Messages<'s> {
        room.begin(self.torus.d());
        self.messages(class, room)
    }

    /// The messages of a class this many hops after a run has begun.
    pub fn on_run<'s>(&'s self, on: OnClass, hops: u64, room: &'s mut Room) -> Messages<'s> {
        let first = self.class(on.class).runs.start;
        room.begin(self.torus.d());
        for run in &self.runs[first..on.run as usize] {
            self.move_on(&mut room.at, run.port, run.hops + 1);
        }
        self.move_on(&mut room.at, self.run(on).port, hops);
        self.messages(on.class, room)
    }

    /// The messages of a class that are in the block if all are at the offset `room.at` from their sources.
    fn messages<'s>(&'s self, class: u32, room: &'s mut Room) -> Messages<'s> {
        let Class { group, offset, .. } = self.class(class);
        let Room { at, nodes, destinations } = room;
        let sources = self.groups[*group].of_block(at);
        list_messages([nodes, destinations], &self.torus, &sources, [at, offset]);
        self.sets.block.number(nodes);
        Messages { nodes, destinations, sources }
    }
}

/// The memory of the messages of a class, used again for the next class.
#[derive(Default)]
pub struct Room {
    /// The offset of the messages from their sources.
    at: Vec<u32>,
    nodes: Vec<u32>,
    destinations: Vec<u32>,
}

impl Room {
    /// Begins at offset 0.
    fn begin(&mut self, d: usize) {
        self.at.clear();
        self.at.resize(d, 0);
    }
}

/// The messages of a class, and the nodes of the block at which they are.
pub struct Messages<'a> {
    /// The nodes at which they are.
    pub nodes: &'a [u32],
    sources: Cow<'a, NodeList>,
    destinations: &'a [u32],
}

impl Messages<'_> {
    /// Every message, with the node at which it is.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, Ends)> + use<'_> {
        self.nodes.iter().copied().zip(self.ends())
    }

    /// Every message, in the order of the nodes.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = Ends> + use<'_> {
        let ends = self.sources.nodes().iter().zip(self.destinations);
        ends.map(|(&source, &destination)| Ends { source, destination })
    }
}

/// Sets of nodes of a block, each stored once.
struct Sets {
    block: Block,
    all: Vec<Vec<u64>>,
    numbers: FxHashMap<Vec<u64>, usize>,
    /// The numbers of sets, by group and offset.
    known: FxHashMap<(usize, Vec<u32>), usize>,
}

impl Sets {
    /// No sets.
    fn new(block: &Block) -> Self {
        let (all, block) = (Vec::new(), block.clone());
        Sets { block, all, numbers: FxHashMap::default(), known: FxHashMap::default() }
    }

    /// The number of the set at an offset from a group. The set of all nodes is the same at every offset.
    fn number(&mut self, (group, senders): (usize, &Senders), offset: &[u32]) -> usize {
        let is_all = senders.len() == self.block.of;
        let offset = if is_all { vec![0; offset.len()] } else { offset.to_vec() };
        let (all, numbers, block) = (&mut self.all, &mut self.numbers, &self.block);
        let words = || {
            let mut words = vec![0; block.len().div_ceil(64)];
            let mut nodes = senders.of_block(&offset).translated(&offset);
            block.number(&mut nodes);
            nodes.iter().for_each(|node| words[*node as usize / 64] |= 1 << (node % 64));
            words
        };
        let mut number = || {
            *numbers.entry(words()).or_insert_with_key(|words| {
                all.push(words.clone());
                all.len() - 1
            })
        };
        *self.known.entry((group, offset.clone())).or_insert_with(&mut number)
    }
}
