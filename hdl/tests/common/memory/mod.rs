//! Plain programs written by hand, and the expected uses of links.
//!
//! In an exchange the blocks for the neighbours are sent together, as many at a time as there are banks.
//! Every other block is sent in a phase of its own; no block stops on the way. The worms of an exchange need
//! rings of at most three nodes. In a broadcast one worm is sent after the other.

#![allow(dead_code)] // Every test file uses another part.

pub mod bench;

use crate::common::{schedule::ordered, text, torus};
use std::collections::BTreeSet;
use std::path::Path;
use torus_hdl::memory::{modules, turns, MemorySpec};
use torus_hdl::Module;
use torus_model::collective::{Address, NodeProgram, Place, Program, RemoteWrite, Row, TURNAROUND};
use torus_model::PortModel::{self, AllPort, OnePort, SinglePort};
use torus_model::{NodeId, Placement, Route, Torus};

/// A network for tests: radices, local ports, banks, flits of a block, worms or passes, broadcast or
/// exchange.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    pub dims: &'static str,
    pub ports: PortModel,
    pub banks: usize,
    pub flits: u32,
    pub worms: bool,
    pub broadcast: bool,
}

const fn corner(
    dims: &'static str,
    ports: PortModel,
    banks: usize,
    flits: u32,
    worms: bool,
    broadcast: bool,
) -> Corner {
    Corner { dims, ports, banks, flits, worms, broadcast }
}

/// Radix 2, one port, unequal radices, one and several classes, various numbers of banks, depths that are no
/// powers of two, a depth of 1.
pub const CORNERS: [Corner; 12] = [
    corner("3", AllPort, 1, 1, false, false),
    corner("3", OnePort, 1, 1, false, true),
    corner("3", AllPort, 2, 2, false, false),
    corner("2", AllPort, 1, 3, true, false),
    corner("2x2", OnePort, 2, 2, false, false),
    corner("3x3", AllPort, 4, 2, false, false),
    corner("2x3", SinglePort, 1, 4, true, false),
    corner("3x3", AllPort, 3, 3, true, false),
    corner("2x3x4", AllPort, 6, 3, false, false),
    corner("5", AllPort, 6, 1, false, true),
    corner("3x2", AllPort, 2, 5, true, true),
    corner("4x4", OnePort, 4, 2, false, true),
];

impl Corner {
    pub fn torus(&self) -> Torus {
        torus(self.dims)
    }

    /// The program, with the smallest depth.
    pub fn program(&self) -> Program {
        let torus = self.torus();
        let mut program = if self.broadcast { self.broadcast(&torus) } else { self.exchange(&torus) };
        let all = timed(&program.classes[0].rows, self.flits);
        program.slots = all.last().map_or(0, |(slot, row)| slot + row.cycles);
        program.makespan = program.slots - TURNAROUND;
        let puts = program.classes.iter().flat_map(|c| &c.rows).flat_map(|row| row.writes.iter().flatten());
        let places = program.classes.iter().flat_map(|c| c.load.iter().chain(&c.results));
        let all = puts.flat_map(|put| [put.from, put.to]).chain(places.map(|place| place.address));
        program.depth = all.map(|a| a.index).max().unwrap_or(0) + self.flits as usize;
        program
    }

    fn blank(&self, torus: &Torus) -> Program {
        Program {
            placement: Placement::full(torus),
            ports: self.ports,
            broadcast: self.broadcast,
            flits: self.flits,
            banks: self.banks,
            depth: 1,
            makespan: 0,
            slots: 0,
            classes: Vec::new(),
        }
    }

    /// The rows of a phase whose remote writes begin together. The last link is used `hops` slots later.
    fn phase(&self, torus: &Torus, puts: &[Option<RemoteWrite>], hops: u32) -> Vec<Row> {
        let idle = vec![None; self.ports.local_ports(torus)];
        let row = |cycles, last, again, local_ports: &[Option<RemoteWrite>]| Row {
            cycles,
            last,
            again,
            writes: local_ports.to_vec(),
        };
        let (first, again) = if self.worms { (self.flits, false) } else { (1, true) };
        let mut rows = vec![row(first, hops == 1, hops == 1 && again, puts)];
        if hops > 1 {
            rows.push(row(hops - 1, true, again, &idle));
        }
        rows.push(row(TURNAROUND, true, false, &idle));
        rows
    }

    fn exchange(&self, torus: &Torus) -> Program {
        let origin = torus.node_at(0).unwrap();
        let mut all: Vec<(NodeId, Route)> =
            torus.nodes().skip(1).map(|node| (node, ordered(torus, &torus.offset(origin, node)))).collect();
        all.sort_by_key(|(_, word)| word.hops());
        let near = all.iter().take_while(|(_, word)| word.hops() == 1).count();
        let together = if self.ports == AllPort { self.banks } else { 1 };
        let groups = all[..near].chunks(together).chain(all[near..].chunks(1));
        let mut class = NodeProgram { rows: Vec::new(), load: Vec::new(), results: Vec::new() };
        for (g, group) in groups.enumerate() {
            let mut puts = vec![None; self.ports.local_ports(torus)];
            for (bank, (node, word)) in group.iter().enumerate() {
                let at = |n| Address { bank, index: (2 * g + n) * self.flits as usize };
                let put = RemoteWrite { route: word.clone(), from: at(0), to: at(1) };
                puts[self.ports.local_port(word.segments()[0].port)] = Some(put);
                class.load.push(Place { partner: torus.offset(origin, *node), address: at(0) });
                class.results.push(Place { partner: torus.offset(*node, origin), address: at(1) });
            }
            class.rows.extend(self.phase(torus, &puts, group[0].1.hops()));
        }
        Program { classes: vec![class], ..self.blank(torus) }
    }

    /// A broadcast with one class for each node. The source is node 1.
    fn broadcast(&self, torus: &Torus) -> Program {
        let (source, flits) = (torus.node_at(1).unwrap(), self.flits as usize);
        let own = Address { bank: 0, index: 0 };
        let there = Address { bank: self.banks - 1, index: flits / 2 };
        let class = |node: NodeId| {
            let mut rows = Vec::new();
            for to in torus.nodes().filter(|to| *to != source) {
                let word = ordered(torus, &torus.offset(source, to));
                let mut puts = vec![None; self.ports.local_ports(torus)];
                if node == source {
                    puts[self.ports.local_port(word.segments()[0].port)] =
                        Some(RemoteWrite { route: word.clone(), from: own, to: there });
                }
                rows.extend(self.phase(torus, &puts, word.hops()));
            }
            let place = |address| vec![Place { partner: torus.offset(node, source), address }];
            match node == source {
                true => NodeProgram { rows, load: place(own), results: place(own) },
                false => NodeProgram { rows, load: Vec::new(), results: place(there) },
            }
        };
        Program { classes: torus.nodes().map(class).collect(), ..self.blank(torus) }
    }

    /// The class of a node.
    pub fn class(&self, node: NodeId) -> usize {
        if self.broadcast {
            node.index()
        } else {
            0
        }
    }

    /// The links in use: `(slot, node, port)`.
    pub fn links(&self, program: &Program) -> BTreeSet<(u32, usize, usize)> {
        let (torus, mut links) = (self.torus(), BTreeSet::new());
        for node in torus.nodes() {
            for (slot, row) in timed(&program.classes[self.class(node)].rows, self.flits) {
                for put in row.writes.iter().flatten() {
                    for (hop, link) in put.route.links(&torus, node).enumerate() {
                        let (tail, port) = torus.tail(link);
                        let uses =
                            (0..row.cycles).map(|i| (slot + i + hop as u32, tail.index(), port.index()));
                        uses.for_each(|usage| assert!(links.insert(usage), "A link is used twice."));
                    }
                }
            }
        }
        links
    }
}

/// The rows in the order in which they are active, with their first slots.
pub fn timed(rows: &[Row], flits: u32) -> Vec<(u32, &Row)> {
    let (mut all, mut slot, mut k, mut first, mut pass) = (Vec::new(), 0, 0, 0, 0);
    while k < rows.len() {
        all.push((slot, &rows[k]));
        slot += rows[k].cycles;
        (k, first, pass) = match (rows[k].last, rows[k].again && pass + 1 < flits) {
            (true, true) => (first, first, pass + 1),
            (true, false) => (k + 1, k + 1, 0),
            (false, _) => (k + 1, first, pass),
        };
    }
    all
}

/// A specification of a program with defaults for everything else.
pub fn spec<'a>(torus: &'a Torus, program: &'a Program) -> MemorySpec<'a> {
    MemorySpec {
        name: "net",
        torus,
        width: 10,
        processors: torus.len(),
        program,
        turns: turns(program),
        header: vec!["Generated by a test, do not edit.".into()],
        with_transit: true,
    }
}

/// Calls `judge` with the modules of a corner, which are written to a folder of their own.
pub fn judged(corner: &Corner, judge: impl Fn(&Path, &[Module], &[String])) {
    let (torus, program) = (corner.torus(), corner.program());
    judged_spec(&spec(&torus, &program), judge);
}

/// The same for any specification.
pub fn judged_spec(spec: &MemorySpec, judge: impl Fn(&Path, &[Module], &[String])) {
    text::judged(&modules(spec), judge);
}
