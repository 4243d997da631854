//! Nodes with one program: what they do in step, and what each does with its own flits.

use super::{
    cargo::Cargo,
    clerk::Clerk,
    image::Row,
    memory::{Asks, Layout, Memory},
    seat::Seat,
    sequencer::Sequencer,
};
use crate::replica::errors::Errors;
use crate::replica::router::{Head, Links, Message, Payload};
use torus_model::Torus;

/// What a link carries beside the header: a flit and its address at the receiver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flit {
    /// Where it goes.
    pub to: u32,
    /// What it is.
    pub data: u64,
}

impl Payload for Flit {
    fn join(self, other: Self) -> Self {
        Flit { to: self.to | other.to, data: self.data | other.data }
    }
}

/// What all nodes share.
pub struct Common<'a, H> {
    /// The torus.
    pub torus: &'a Torus,
    /// Which of its ports exist.
    pub exists: &'a [bool],
    /// What flits stand for.
    pub cargo: &'a Cargo,
    /// The links.
    pub links: &'a mut Links<H, Flit>,
    /// The memories.
    pub memory: &'a mut Memory,
    /// The error registers.
    pub errors: &'a mut Errors,
}

/// A lane's registers behind the program's: what waits for its flit, which is read meanwhile.
#[derive(Clone, Copy, Debug)]
struct Sent {
    port: usize,
    head: u128,
    to: u32,
}

/// A class of nodes.
pub struct Class {
    /// The nodes.
    pub seats: Vec<Seat>,
    layout: Layout,
    program: Vec<Row>,
    /// The bench's; without it nodes are as users get them.
    clerk: Option<Clerk>,
    sequencer: Sequencer,
    /// The row in the ROM's register; none in reset.
    row: Option<usize>,
    idle: Row,
    sent: Vec<Sent>,
    /// The flits of `sent`, seat by seat.
    flits: Vec<u64>,
    asks: Asks,
    /// What each clerk has read, and what it wants to see.
    results: Vec<[u64; 2]>,
}

impl Class {
    /// After reset.
    pub fn new(
        seats: Vec<Seat>,
        layout: Layout,
        program: Vec<Row>,
        sequencer: Sequencer,
        clerk: Option<Clerk>,
    ) -> Self {
        Class {
            results: vec![[0; 2]; seats.len()],
            seats,
            layout,
            program,
            clerk,
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
        self.clerk.iter_mut().for_each(Clerk::clear);
        self.sequencer.clear();
        self.row = None;
        self.sent.clear();
    }

    /// Whether the clerks have read all results; without clerks, whether no run is under way.
    pub fn done(&self) -> bool {
        self.clerk.as_ref().map_or(!self.sequencer.busy(), Clerk::done)
    }

    /// Whether a run is under way.
    pub fn busy(&self) -> bool {
        self.sequencer.busy()
    }

    fn row(&self) -> &Row {
        self.row.map_or(&self.idle, |row| &self.program[row])
    }

    /// What the memories are asked for in this cycle.
    pub fn ask(&mut self) {
        self.asks.clear();
        let row = self.row.map_or(&self.idle, |row| &self.program[row]);
        for put in &row.puts {
            self.asks.ask(self.layout.add(put.from, self.sequencer.offset()), true);
        }
        if let Some(clerk) = self.clerk.as_ref().filter(|_| !self.sequencer.busy()) {
            self.asks.ask(clerk.address(&self.layout), false);
        }
    }

    /// What they are asked for, as far as it is known.
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

    /// An error of all nodes at once.
    fn complain(&self, wrong: bool, errors: &mut Errors) {
        if wrong {
            self.seats.iter().for_each(|seat| errors.note(seat.node, true));
        }
    }

    /// Flits that were read in the last cycle enter the routers.
    fn inject<H: Head>(&mut self, common: &mut Common<H>) {
        for (seat, flits) in self.seats.iter().zip(self.flits.chunks_exact(self.sent.len().max(1))) {
            for (&Sent { port, head, to }, &data) in self.sent.iter().zip(flits) {
                if !common.exists.get(port).copied().unwrap_or(false) {
                    common.errors.note(seat.node, true);
                    continue;
                }
                let (link, head) = (seat.node * common.exists.len() + port, H::new(head));
                common.links.send(link, Message { head, load: Flit { to, data } }, seat.node, common.errors);
            }
        }
    }

    /// Clerks compare what they read.
    fn check<H>(&self, common: &mut Common<H>) {
        if self.clerk.as_ref().is_some_and(Clerk::checks) {
            let results = self.seats.iter().zip(&self.results);
            results.for_each(|(seat, [found, wanted])| common.errors.note(seat.node, found != wanted));
        }
    }

    /// Clerks load a flit. A write while busy has no effect but an error.
    fn write<H>(&self, common: &mut Common<H>) {
        let Some(clerk) = self.clerk.as_ref().filter(|clerk| clerk.writes()) else { return };
        let (entry, address, number) = (clerk.entry(), clerk.address(&self.layout), clerk.number());
        for seat in &self.seats {
            let flit = common.cargo.loaded(common.torus, seat, &entry.partner, number);
            let kept = !self.busy() && common.memory.put(seat.processor, address, flit);
            common.errors.note(seat.node, !kept);
        }
    }

    /// Flits that are in the banks' registers after the edge.
    fn read<H>(&mut self, common: &mut Common<H>) {
        let (row, offset) = (self.row.map_or(&self.idle, |row| &self.program[row]), self.sequencer.offset());
        self.flits.clear();
        for seat in &self.seats {
            let place = |from| self.asks.found(self.layout.add(from, offset));
            let read = |from| common.memory.read(seat.processor, place(from));
            self.flits.extend(row.puts.iter().map(|put| read(put.from)));
        }
        let Some(clerk) = self.clerk.as_ref().filter(|clerk| clerk.reads()) else { return };
        let (entry, found) = (clerk.entry(), self.asks.found(clerk.address(&self.layout)));
        let number = clerk.number();
        for (seat, result) in self.seats.iter().zip(&mut self.results) {
            let wanted = common.cargo.found(common.torus, seat, &entry.partner, number);
            *result = [common.memory.read(seat.processor, found), wanted];
        }
    }

    /// Registers that are the same at all nodes.
    fn step(&mut self, start: bool) -> bool {
        let (offset, busy, layout) = (self.sequencer.offset(), self.busy(), self.layout);
        let sent = self.row().puts.iter().map(|put| Sent {
            port: put.port,
            head: put.head,
            to: layout.add(put.to, offset),
        });
        self.sent = sent.collect();
        let node_start = self.clerk.as_ref().map_or(start, Clerk::starts);
        let row = self.row.map_or(&self.idle, |row| &self.program[row]);
        let wrong = self.sequencer.edge(node_start, row, &layout);
        self.row = Some(self.sequencer.row());
        wrong | self.clerk.as_mut().is_some_and(|clerk| clerk.edge(start, busy))
    }
}
