//! The message memory in rust-hdl's simulator against an array: random reads and writes, with conflicts and
//! without.
//!
//! Parameters: one, two, three, four and six banks, one local port and many, depths that are no powers of
//! two.

use crate::common::memory::{spec, Corner};
use crate::common::{put, tick};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::memory::Memory;
use torus_model::collective::Program;
use torus_model::PortModel::{self, AllPort, OnePort};

fn cycle(memory: &mut Memory) {
    tick(memory, |m| &mut m.clk_i);
}

/// A memory after reset with banks of `depth` flits, and its program.
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

/// Random numbers from a fixed seed: xorshift (Marsaglia 2003).
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
#[derive(Clone)]
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

    /// Whether two of the places are in the same bank. Without `alike`, equal places do not count.
    fn conflict(places: &[(usize, usize)], alike: bool) -> bool {
        let pair = |(k, a): (usize, &(usize, usize))| {
            places[..k].iter().any(|b| a.0 == b.0 && (alike || a.1 != b.1))
        };
        places.iter().enumerate().any(pair)
    }
}

/// The reads and writes of a cycle.
struct Asked {
    reads: Vec<(usize, usize)>,
    writes: Vec<(usize, usize)>,
    host: (usize, usize),
    host_writes: bool,
}

/// Random reads and writes: allowed ones or, with `conflicts`, any.
fn ask(memory: &mut Memory, naive: &Naive, dice: &mut Dice, conflicts: bool) -> Asked {
    let busy = dice.below(4) > 0;
    memory.busy_i.next = busy;
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for q in 0..memory.read_valid_i.iter().len() {
        let (from, to) = (naive.place(dice), naive.place(dice));
        let may = |list: &[(usize, usize)], place, alike| {
            conflicts || !Naive::conflict(&[list, &[place]].concat(), alike)
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
    let (host, host_writes) = (naive.place(dice), dice.below(2) == 0 && (conflicts || !busy));
    memory.host_write_i.next = host_writes;
    put(&mut memory.host_addr_i, naive.code(host));
    put(&mut memory.host_data_i, 77);
    Asked { reads, writes, host, host_writes }
}

impl Naive {
    /// Writes the flits of a cycle to the array.
    fn write(&mut self, memory: &Memory, asked: &Asked) {
        for q in (0..memory.write_valid_i.iter().len()).filter(|&q| memory.write_valid_i[q].next) {
            let code = memory.write_addr_i[q].next.value() as usize;
            let (bank, index) = (code >> self.index_bits, code % (1 << self.index_bits));
            self.flits[bank][index] = (q + 100 + index) as u128;
        }
        if asked.host_writes && !memory.busy_i.next {
            self.flits[asked.host.0][asked.host.1] = 77;
        }
    }
}

/// Compares the flits that are read with those before the clock edge.
fn compare(memory: &Memory, old: &Naive, asked: &Asked) {
    let bits = old.index_bits;
    for q in (0..memory.read_valid_i.iter().len()).filter(|&q| memory.read_valid_i[q].next) {
        let code = memory.read_addr_i[q].next.value() as usize;
        let flit = old.flits[code >> bits][code % (1 << bits)];
        assert_eq!(memory.read_data_o[q].val().value(), flit);
    }
    if !memory.busy_i.next {
        assert_eq!(memory.host_data_o.val().value(), old.flits[asked.host.0][asked.host.1]);
    }
}

fn walk(ports: PortModel, banks: usize, depth: usize, conflicts: bool) {
    let (mut memory, program) = memory(ports, banks, depth);
    let mut dice = Dice(88172645463325252);
    let index_bits = torus_model::route::bits(program.depth).max(1);
    let mut naive = Naive { flits: vec![vec![0; depth]; banks], index_bits };
    for _ in 0..400 {
        let asked = ask(&mut memory, &naive, &mut dice, conflicts);
        let wrong = Naive::conflict(&asked.reads, false)
            || Naive::conflict(&asked.writes, true)
            || memory.busy_i.next && asked.host_writes;
        let old = naive.clone();
        naive.write(&memory, &asked);
        cycle(&mut memory);
        assert_eq!(memory.error_o.val(), wrong);
        if wrong {
            assert!(conflicts, "A conflict that was not asked for.");
            return;
        }
        compare(&memory, &old, &asked);
    }
    assert!(!conflicts, "No conflict in 400 cycles.");
}

#[test]
fn reads_see_what_was_written() {
    for (banks, depth) in [(1, 1), (1, 5), (2, 8), (3, 3), (4, 33), (6, 7)] {
        walk(AllPort, banks, depth, false);
        walk(OnePort, banks, depth, false);
    }
}

#[test]
fn conflicts_are_errors() {
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
