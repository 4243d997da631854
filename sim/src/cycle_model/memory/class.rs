//! A class of nodes with one program: what they do in step, and what each does with its own flits.

use super::{
    banks::{Asks, Layout, Memory},
    image::Row,
    instance::NodeInstance,
    payload::PayloadFormat,
    self_test::SelfTest,
    sequencer::Sequencer,
};
use crate::cycle_model::errors::Errors;
use crate::cycle_model::head::Head;
use crate::cycle_model::router::Message;
use crate::cycle_model::wires::Wires;
use crate::ranks::{number, Carried};
use torus_model::Torus;

/// The payload of a link, without the header: a flit, and its address at the receiver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flit {
    /// The address at the receiver.
    pub to: u32,
    /// The flit.
    pub data: u64,
}

impl Carried for Flit {
    fn bytes(_: usize) -> usize {
        12
    }

    fn put(&self, _: usize, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&self.to.to_le_bytes());
        bytes[4..12].copy_from_slice(&self.data.to_le_bytes());
    }

    fn get(_: usize, bytes: &[u8]) -> Self {
        Flit { to: number(&bytes[..4]) as u32, data: number(&bytes[4..12]) }
    }
}

/// The tables that all nodes share.
pub struct Common<'a, H> {
    /// The torus.
    pub torus: &'a Torus,
    /// For each port, whether it exists.
    pub exists: &'a [bool],
    /// The format of the payloads that flits stand for.
    pub payload: &'a PayloadFormat,
    /// The links.
    pub links: &'a mut dyn Wires<H, Flit>,
    /// The memories.
    pub memory: &'a mut Memory,
    /// The error registers.
    pub errors: &'a mut Errors,
}

/// The registers of a local port after those of the program: a message that waits while its flit is read.
#[derive(Clone, Copy, Debug)]
struct Sent {
    port: usize,
    head: u128,
    to: u32,
}

/// A class of nodes.
pub struct Class {
    /// The nodes.
    pub instances: Vec<NodeInstance>,
    layout: Layout,
    program: Vec<Row>,
    /// The self-test agent of the bench; `None` for nodes as users get them.
    self_test: Option<SelfTest>,
    sequencer: Sequencer,
    /// The row in the register of the ROM; `None` in reset.
    row: Option<usize>,
    idle: Row,
    sent: Vec<Sent>,
    /// The flits of `sent`, node by node.
    flits: Vec<u64>,
    asks: Asks,
    /// For each self-test agent, the flit that it has read and the one that it expects.
    results: Vec<[u64; 2]>,
}

impl Class {
    /// After reset.
    pub fn new(
        instances: Vec<NodeInstance>,
        layout: Layout,
        program: Vec<Row>,
        sequencer: Sequencer,
        self_test: Option<SelfTest>,
    ) -> Self {
        Class {
            results: vec![[0; 2]; instances.len()],
            instances,
            layout,
            program,
            self_test,
            sequencer,
            row: None,
            idle: Row::default(),
            sent: Vec::new(),
            flits: Vec::new(),
            asks: Asks::new(layout),
        }
    }

    /// Reset.
    pub fn clear(&mut self) {
        self.self_test.iter_mut().for_each(SelfTest::clear);
        self.sequencer.clear();
        self.row = None;
        self.sent.clear();
    }

    /// Whether the self-test agents have read all results. Without self-test agents: whether no run is under
    /// way.
    pub fn done(&self) -> bool {
        self.self_test.as_ref().map_or(!self.sequencer.busy(), SelfTest::done)
    }

    /// Whether a run is under way.
    pub fn busy(&self) -> bool {
        self.sequencer.busy()
    }

    fn row(&self) -> &Row {
        self.row.map_or(&self.idle, |row| &self.program[row])
    }

    /// Collects the requests to the memories in this cycle.
    pub fn ask(&mut self) {
        self.asks.clear();
        let row = self.row.map_or(&self.idle, |row| &self.program[row]);
        for put in &row.writes {
            self.asks.ask(self.layout.add(put.from, self.sequencer.offset()), true);
        }
        if let Some(self_test) = self.self_test.as_ref().filter(|_| !self.sequencer.busy()) {
            self.asks.ask(self_test.address(&self.layout), false);
        }
    }

    /// The requests collected so far.
    pub fn asks(&self) -> &Asks {
        &self.asks
    }

    /// A clock edge, after [`Class::ask`].
    pub fn edge<H: Head>(&mut self, start: bool, common: &mut Common<H>) {
        self.inject(common);
        self.check(common);
        self.write(common);
        self.read(common);
        let wrong = self.asks.fault() | self.step(start);
        self.complain(wrong, common.errors);
    }

    /// Notes an error at all nodes of the class.
    fn complain(&self, wrong: bool, errors: &mut Errors) {
        if wrong {
            self.instances.iter().for_each(|instance| errors.note(instance.node, true));
        }
    }

    /// Flits that were read in the last cycle enter the routers.
    fn inject<H: Head>(&mut self, common: &mut Common<H>) {
        for (instance, flits) in self.instances.iter().zip(self.flits.chunks_exact(self.sent.len().max(1))) {
            for (&Sent { port, head, to }, &data) in self.sent.iter().zip(flits) {
                if !common.exists.get(port).copied().unwrap_or(false) {
                    common.errors.find(instance.node);
                    continue;
                }
                let message = Message { head: H::new(head), load: Flit { to, data } };
                common.links.inject((instance.node, port), message, common.errors);
            }
        }
    }

    /// The self-test agents compare what they have read.
    fn check<H>(&self, common: &mut Common<H>) {
        if self.self_test.as_ref().is_some_and(SelfTest::checks) {
            let results = self.instances.iter().zip(&self.results);
            results
                .for_each(|(instance, [found, wanted])| common.errors.note(instance.node, found != wanted));
        }
    }

    /// The self-test agents load a flit. A write during a run has no effect except an error.
    pub fn write<H>(&self, common: &mut Common<H>) {
        let Some(self_test) = self.self_test.as_ref().filter(|self_test| self_test.writes()) else { return };
        let (entry, address, number) =
            (self_test.entry(), self_test.address(&self.layout), self_test.number());
        for instance in &self.instances {
            let flit = common.payload.loaded(common.torus, instance, &entry.partner, number);
            let kept = !self.busy() && common.memory.put(instance.processor, address, flit);
            common.errors.note(instance.node, !kept);
        }
    }

    /// Reads the flits that are in the registers of the banks after the edge.
    fn read<H>(&mut self, common: &mut Common<H>) {
        let (row, offset) = (self.row.map_or(&self.idle, |row| &self.program[row]), self.sequencer.offset());
        self.flits.clear();
        for instance in &self.instances {
            let place = |from| self.asks.found(self.layout.add(from, offset));
            let read = |from| common.memory.read(instance.processor, place(from));
            self.flits.extend(row.writes.iter().map(|put| read(put.from)));
        }
        let Some(self_test) = self.self_test.as_ref().filter(|self_test| self_test.reads()) else { return };
        let (entry, found) = (self_test.entry(), self.asks.found(self_test.address(&self.layout)));
        let number = self_test.number();
        for (instance, result) in self.instances.iter().zip(&mut self.results) {
            let wanted = common.payload.found(common.torus, instance, &entry.partner, number);
            *result = [common.memory.read(instance.processor, found), wanted];
        }
    }

    /// Advances the registers that are the same at all nodes.
    fn step(&mut self, start: bool) -> bool {
        let (offset, busy, layout) = (self.sequencer.offset(), self.busy(), self.layout);
        let sent = self.row().writes.iter().map(|put| Sent {
            port: put.port,
            head: put.head,
            to: layout.add(put.to, offset),
        });
        self.sent = sent.collect();
        let node_start = self.self_test.as_ref().map_or(start, SelfTest::starts);
        let row = self.row.map_or(&self.idle, |row| &self.program[row]);
        let wrong = self.sequencer.edge(node_start, row, &layout);
        self.row = Some(self.sequencer.row());
        wrong | self.self_test.as_mut().is_some_and(|self_test| self_test.edge(start, busy))
    }
}
