//! Message classes: the movements of messages that all nodes of a group send in one slot, read from their
//! header.
//!
//! All messages of a class turn in the same cycles and are always at one offset from their sources, so
//! together they are a set of nodes that moves as a whole. Sets are planes of bits, and each is stored once:
//! a full torus has one, a linear placement as many as its modulus.

use crate::cycle_model::head::Head;
use crate::cycle_model::image::{destinations, Images, Inject};
use crate::cycle_model::router::{Next, Router};
use crate::engine::Ends;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;
use torus_model::{torus::NodeList, Torus};

/// The messages of a slot that differ only in their sources.
pub struct Class<H> {
    group: usize,
    /// The destination minus the source.
    offset: Vec<u32>,
    /// The header in the ROM.
    pub head: H,
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
    /// The set of nodes at which it begins, and the set of nodes whose links are its last.
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
    groups: Vec<NodeList>,
    /// The classes that are sent in each slot.
    pub slots: Vec<Range<usize>>,
    all: Vec<Class<H>>,
    runs: Vec<Run<H>>,
    sets: Sets,
}

impl<H: Head> Classes<H> {
    /// The classes of an emitted network with these routers.
    pub fn new(router: &Router, images: &Images) -> Self {
        let mut classes = Classes {
            torus: images.torus.clone(),
            groups: images.groups.iter().map(|group| group.nodes.clone()).collect(),
            slots: Vec::new(),
            all: Vec::new(),
            runs: Vec::new(),
            sets: Sets::new(images.torus.len()),
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
            self.move_on(&mut at, port, hops);
            let last = self.set(group, &at);
            self.move_on(&mut at, port, 1);
            self.runs.push(Run { port, hops, head, sets: [begin, last] });
            on = match router.next(head, port) {
                Next::Turn(port, head) => Some((port, head)),
                Next::Out | Next::Nowhere => None,
            };
        }
        let (offset, runs) = (put.offset.clone(), first..self.runs.len());
        self.all.push(Class { group, offset, head: H::new(put.head), runs });
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

    /// A class.
    pub fn class(&self, number: u32) -> &Class<H> {
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

    /// The nodes whose links are the last of a run.
    pub fn last(&self, on: OnClass) -> &[u64] {
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
    pub fn to_themselves(&self, class: u32) -> impl Iterator<Item = u32> + use<'_, H> {
        let offset = self.class(class).offset.iter().zip(self.torus.dims());
        let may_be = offset.clone().all(|(&x, _)| x == 0) || offset.clone().any(|(x, n)| x >= n);
        let messages = may_be.then(|| self.sent(class));
        let pairs = messages.into_iter().flat_map(|messages| messages.ends().collect::<Vec<_>>());
        pairs.filter(|ends| ends.source == ends.destination).map(|ends| ends.source)
    }

    /// The messages of a class at their sources.
    pub fn sent(&self, class: u32) -> Messages<'_> {
        let Class { group, offset, .. } = self.class(class);
        let sources = self.groups[*group].nodes();
        let destinations = destinations(&self.torus, &self.groups[*group], offset);
        Messages { nodes: Cow::Borrowed(sources), sources, destinations }
    }

    /// The messages of a class at the end of a run.
    pub fn ended(&self, on: OnClass) -> Messages<'_> {
        let Class { group, offset, runs, .. } = self.class(on.class);
        let mut at = vec![0; offset.len()];
        for run in &self.runs[runs.start..=on.run as usize] {
            self.move_on(&mut at, run.port, run.hops + 1);
        }
        let nodes = Cow::Owned(self.groups[*group].translated(&at));
        Messages { nodes, ..self.sent(on.class) }
    }
}

/// The messages of a class, and the nodes at which they are.
pub struct Messages<'a> {
    /// The nodes at which they are.
    pub nodes: Cow<'a, [u32]>,
    sources: &'a [u32],
    destinations: Vec<u32>,
}

impl Messages<'_> {
    /// Every message, with the node at which it is.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, Ends)> + use<'_> {
        self.nodes.iter().copied().zip(self.ends())
    }

    /// Every message, in the order of the nodes.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = Ends> + use<'_> {
        let ends = self.sources.iter().zip(&self.destinations);
        ends.map(|(&source, &destination)| Ends { source, destination })
    }
}

/// Sets of nodes, each stored once.
struct Sets {
    nodes: usize,
    all: Vec<Vec<u64>>,
    numbers: FxHashMap<Vec<u64>, usize>,
    /// The numbers of sets, by group and offset.
    known: FxHashMap<(usize, Vec<u32>), usize>,
}

impl Sets {
    /// No sets; for a torus with this many nodes.
    fn new(nodes: usize) -> Self {
        Sets { nodes, all: Vec::new(), numbers: FxHashMap::default(), known: FxHashMap::default() }
    }

    /// The number of the set at an offset from a group. The set of all nodes is the same at every offset.
    fn number(&mut self, (group, nodes): (usize, &NodeList), offset: &[u32]) -> usize {
        let is_all = nodes.nodes().len() == self.nodes;
        let offset = if is_all { vec![0; offset.len()] } else { offset.to_vec() };
        let words = || {
            let mut words = vec![0; self.nodes.div_ceil(64)];
            nodes.translated(&offset).iter().for_each(|node| words[*node as usize / 64] |= 1 << (node % 64));
            words
        };
        let (all, numbers) = (&mut self.all, &mut self.numbers);
        let mut number = || {
            *numbers.entry(words()).or_insert_with_key(|words| {
                all.push(words.clone());
                all.len() - 1
            })
        };
        *self.known.entry((group, offset.clone())).or_insert_with(&mut number)
    }
}
