//! Nodes of rings in rust-hdl's simulator: a run as a host sees it, and the errors that a host can cause.
//!
//! There are rings of two and three nodes. The links are closed by hand between clock edges, which is
//! possible because outputs are registers.

use crate::common::memory::{spec, Corner, CORNERS};
use crate::common::{put, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::memory::MemoryNode;
use torus_model::collective::{Address, Program};
use torus_model::Torus;

const EXCHANGE: Corner = CORNERS[2];

/// The nodes of a ring.
struct Ring {
    torus: Torus,
    nodes: Vec<MemoryNode>,
    program: Program,
}

impl Ring {
    fn new(dims: &str, program: Program) -> Self {
        let torus = torus(dims);
        let nodes = torus.nodes().map(|_| MemoryNode::new(&spec(&torus, &program), 0)).collect();
        let mut ring = Ring { torus, nodes, program };
        for node in &mut ring.nodes {
            node.connect_all();
            check_all(node).unwrap();
        }
        ring.cycle();
        ring.nodes.iter_mut().for_each(|node| node.rst_ni.next = true);
        ring.cycle();
        ring
    }

    /// Makes a clock edge of all nodes, then connects the links.
    fn cycle(&mut self) {
        self.nodes.iter_mut().for_each(|node| tick(node, |n| &mut n.clk_i));
        let ports: Vec<_> = self.torus.ports().collect();
        for (k, port) in ports.iter().enumerate() {
            for from in self.torus.nodes() {
                let to = self.torus.neighbour(from, *port).index();
                let node = &self.nodes[from.index()];
                let valid = node.tx_valid_o[k].val();
                let (head, data) = (node.tx_head_o[k].val(), node.tx_data_o[k].val());
                self.nodes[to].rx_valid_i[k].next = valid;
                self.nodes[to].rx_head_i[k].next = head;
                self.nodes[to].rx_data_i[k].next = data;
            }
        }
    }

    fn start(&mut self, start: bool) {
        self.nodes.iter_mut().for_each(|node| node.start_i.next = start);
    }

    fn code(&self, address: Address) -> u128 {
        let bits = torus_model::route::bits(self.program.depth).max(1);
        (address.bank << bits | address.index) as u128
    }

    /// The host writes to the same addresses of all nodes: `100 * (offset + 1) + node + flit` modulo 2^10.
    fn load(&mut self) {
        for place in self.program.classes[0].load.clone() {
            for flit in 0..self.program.flits {
                let code = self.code(place.address) + flit as u128;
                for (k, node) in self.nodes.iter_mut().enumerate() {
                    node.mem_write_i.next = true;
                    put(&mut node.mem_addr_i, code);
                    put(&mut node.mem_data_i, value(k, place.partner[0], flit));
                }
                self.cycle();
            }
        }
        self.nodes.iter_mut().for_each(|node| node.mem_write_i.next = false);
    }

    /// Whether all nodes have the data that the others loaded for them.
    fn found(&mut self) -> bool {
        let (n, mut all) = (self.nodes.len(), true);
        for place in self.program.classes[0].results.clone() {
            for flit in 0..self.program.flits {
                let code = self.code(place.address) + flit as u128;
                self.nodes.iter_mut().for_each(|node| put(&mut node.mem_addr_i, code));
                self.cycle();
                for (k, node) in self.nodes.iter().enumerate() {
                    let (offset, origin) = (place.partner[0], (k + place.partner[0] as usize) % n);
                    let wanted = value(origin, (n as u32 - offset) % n as u32, flit);
                    all &= node.mem_data_o.val().value() == wanted;
                }
            }
        }
        all
    }

    fn run(&mut self) {
        self.start(true);
        self.cycle();
        self.start(false);
        (0..self.program.slots + 1).for_each(|_| self.cycle());
    }

    fn fails(&self) -> bool {
        self.nodes.iter().any(|node| node.error_o.val())
    }
}

fn value(origin: usize, offset: u32, flit: u32) -> u128 {
    (100 * (offset as u128 + 1) + 10 * origin as u128 + flit as u128) % 1024
}

#[test]
fn a_host_loads_runs_and_reads() {
    for corner in [CORNERS[0], CORNERS[2], CORNERS[3]] {
        let mut ring = Ring::new(corner.dims, corner.program());
        for _run in 0..2 {
            ring.load();
            ring.run();
            assert!(ring.found() && !ring.fails(), "{corner:?}");
        }
    }
}

#[test]
fn busy_lasts_from_start_to_the_halt_row() {
    let mut ring = Ring::new("3", EXCHANGE.program());
    ring.load();
    ring.start(true);
    for cycle in 0..ring.program.slots + 4 {
        let busy = ring.nodes[1].busy_o.val();
        assert_eq!(busy, (1..ring.program.slots + 2).contains(&cycle), "cycle {cycle}");
        ring.cycle();
        ring.start(false);
    }
}

#[test]
fn what_a_host_must_not_do() {
    let slots = EXCHANGE.program().slots;
    for (write, cycle) in [(true, 0), (true, 3), (false, 0), (false, slots / 2), (false, slots)] {
        let mut ring = Ring::new("3", EXCHANGE.program());
        ring.load();
        ring.start(true);
        ring.cycle();
        ring.start(false);
        assert!(ring.nodes[0].busy_o.val());
        (0..cycle).for_each(|_| ring.cycle());
        ring.nodes[0].mem_write_i.next = write;
        ring.nodes[0].start_i.next = !write;
        ring.cycle();
        assert!(ring.nodes[0].error_o.val(), "write {write} in cycle {cycle}");
        ring.nodes[0].mem_write_i.next = false;
        ring.nodes[0].start_i.next = false;
        (0..slots).for_each(|_| ring.cycle());
        assert!(ring.found(), "The run goes on undisturbed.");
        assert!(ring.fails(), "The error is sticky.");
    }
}

/// The exchange's first row sends two blocks, from banks 0 and 1 to banks 0 and 1.
#[test]
fn local_ports_share_an_address_but_not_a_bank() {
    let changed = |change: &dyn Fn(&mut Address, &mut Address)| {
        let mut program = EXCHANGE.program();
        let put = program.classes[0].rows[0].writes[1].as_mut().unwrap();
        change(&mut put.from, &mut put.to);
        let mut ring = Ring::new("3", program);
        ring.load();
        ring.run();
        (ring.fails(), ring.found())
    };
    assert_eq!(changed(&|_, _| ()), (false, true));
    assert_eq!(changed(&|from, _| from.bank = 0), (false, false), "Both local ports read one block.");
    assert!(changed(&|from, _| *from = Address { bank: 0, index: 2 }).0, "Two indices in one bank.");
    assert!(changed(&|_, to| to.bank = 0).0, "Two writes to one bank.");
}
