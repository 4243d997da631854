//! The message memory in rust-hdl's simulator against an array: random reads and writes, also those that
//! clash.
//!
//! Parameters: one, two, three, four and six banks, one local port and many, depths that are no powers of
//! two.

use crate::common::memory::{spec, Corner};
use crate::common::{put, tick};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::stored::Memory;
use torus_model::collective::Program;
use torus_model::PortModel::{self, AllPort, OnePort};

fn cycle(memory: &mut Memory) {
    tick(memory, |m| &mut m.clk_i);
}

/// A memory out of reset, and its program, whose depth is `depth`.
fn memory(ports: PortModel, banks: usize, depth: usize) -> (Memory, Program) {
    let corner = Corner { dims: "3x3", ports, banks, flits: 1, worms: false, broadcast: false };
    let (torus, mut program) = (corner.torus(), corner.program());
    program.depth = depth;
    let mut memory = Memory::new(&spec(&torus, &program));
    memory.connect_all();
    check_all(&memory).unwrap();
    cycle(&mut memory);
    memory.rst_ni.next = true;
    cycle(&mut memory);
    (memory, program)
}

/// Random numbers, the same every time: xorshift (Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }
}

/// The memory as an array.
struct Naive {
    flits: Vec<Vec<u128>>,
    index_bits: usize,
}

impl Naive {
    fn code(&self, (bank, index): (usize, usize)) -> u128 {
        (bank << self.index_bits | index) as u128
    }

    fn place(&self, dice: &mut Dice) -> (usize, usize) {
        (dice.below(self.flits.len()), dice.below(self.flits[0].len()))
    }

    /// Whether two of the places are in one bank: any two, or two that differ.
    fn clash(places: &[(usize, usize)], alike: bool) -> bool {
        let pair = |(k, a): (usize, &(usize, usize))| {
            places[..k].iter().any(|b| a.0 == b.0 && (alike || a.1 != b.1))
        };
        places.iter().enumerate().any(pair)
    }
}

fn walk(ports: PortModel, banks: usize, depth: usize, clashes: bool) {
    let (mut memory, program) = memory(ports, banks, depth);
    let (mut dice, local_ports) = (Dice(88172645463325252), memory.read_valid_i.iter().len());
    let index_bits = torus_model::route::bits(program.depth).max(1);
    let mut naive = Naive { flits: vec![vec![0; depth]; banks], index_bits };
    for _ in 0..400 {
        let busy = dice.below(4) > 0;
        memory.busy_i.next = busy;
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for q in 0..local_ports {
            let (from, to) = (naive.place(&mut dice), naive.place(&mut dice));
            let may = |list: &[(usize, usize)], place, alike| {
                clashes || !Naive::clash(&[list, &[place]].concat(), alike)
            };
            let read = busy && dice.below(2) == 0 && may(&reads, from, false);
            let write = busy && dice.below(2) == 0 && may(&writes, to, true);
            memory.read_valid_i[q].next = read;
            memory.write_valid_i[q].next = write;
            put(&mut memory.read_addr_i[q], naive.code(from));
            put(&mut memory.write_addr_i[q], naive.code(to));
            put(&mut memory.write_data_i[q], (q + 100 + to.1) as u128);
            reads.extend(read.then_some(from));
            writes.extend(write.then_some(to));
        }
        let (host, write) = (naive.place(&mut dice), dice.below(2) == 0 && (clashes || !busy));
        memory.host_write_i.next = write;
        put(&mut memory.host_addr_i, naive.code(host));
        put(&mut memory.host_data_i, 77);
        let wrong = Naive::clash(&reads, false) || Naive::clash(&writes, true) || busy && write;
        // What is read is what was there before the edge.
        let old = naive.flits.clone();
        for q in (0..local_ports).filter(|&q| memory.write_valid_i[q].next) {
            let code = memory.write_addr_i[q].next.value() as usize;
            let (bank, index) = (code >> index_bits, code % (1 << index_bits));
            naive.flits[bank][index] = (q + 100 + index) as u128;
        }
        if write && !busy {
            naive.flits[host.0][host.1] = 77;
        }
        cycle(&mut memory);
        assert_eq!(memory.error_o.val(), wrong);
        if wrong {
            return;
        }
        for q in (0..local_ports).filter(|&q| memory.read_valid_i[q].next) {
            let code = memory.read_addr_i[q].next.value() as usize;
            let flit = old[code >> index_bits][code % (1 << index_bits)];
            assert_eq!(memory.read_data_o[q].val().value(), flit);
        }
        if !busy {
            assert_eq!(memory.host_data_o.val().value(), old[host.0][host.1]);
        }
    }
    assert!(!clashes, "No clash in 400 cycles.");
}

#[test]
fn reads_see_what_was_written() {
    for (banks, depth) in [(1, 1), (1, 5), (2, 8), (3, 3), (4, 33), (6, 7)] {
        walk(AllPort, banks, depth, false);
        walk(OnePort, banks, depth, false);
    }
}

#[test]
fn clashes_are_errors() {
    for banks in [1, 2, 3, 4, 6] {
        walk(AllPort, banks, 5, true);
        walk(OnePort, banks, 5, true);
    }
}

#[test]
fn a_bank_that_does_not_exist_is_an_error_but_for_the_reading_host() {
    for (read, write) in [(true, false), (false, true), (false, false)] {
        let (mut memory, _) = memory(AllPort, 3, 4);
        memory.busy_i.next = read || write;
        memory.read_valid_i[2].next = read;
        memory.write_valid_i[2].next = write;
        put(&mut memory.read_addr_i[2], 3 << 2);
        put(&mut memory.write_addr_i[2], 3 << 2);
        put(&mut memory.host_addr_i, 3 << 2);
        cycle(&mut memory);
        assert_eq!(memory.error_o.val(), read || write);
        memory.read_valid_i[2].next = false;
        memory.write_valid_i[2].next = false;
        cycle(&mut memory);
        assert_eq!(memory.error_o.val(), read || write, "The error is sticky.");
    }
}
