//! Damaged waves, VCD and FST: every question gets an answer or an error, and ends.
//!
//! The crate that reads FST panics for many of them, or allocates the memory that a file states. Every bit
//! of small files is inverted, and a random sample of the bits of larger ones, whose changes are compressed.
//! A few files have worse damage than one bit.

use crate::common::files::both;
use crate::common::{schedule, torus};
use std::io::Cursor;
use torus_model::{Placement, Schedule};
use torus_sim::record::Part;
use torus_sim::waves::{diff, follow, read_loads, Dump, WavesError};

fn files(dims: &[u32], exchanges: u32) -> (Schedule, [Vec<u8>; 2]) {
    let schedule = schedule(&Placement::full(&torus(dims)));
    let (_, files) = both(&schedule, exchanges, &Part::default());
    (schedule, files)
}

/// Asks a file all questions, and returns the loads that it shows.
fn ask(schedule: &Schedule, whole: &[u8], bytes: &[u8]) -> Result<Vec<u64>, WavesError> {
    let (torus, nodes) = (schedule.torus(), schedule.placement.processors());
    let open = |bytes| Dump::open(Cursor::new(bytes));
    if let Ok(mut dump) = open(bytes) {
        let _ = follow(&mut dump, torus, nodes[0], nodes[1]).map(|lives| {
            lives.iter().for_each(|life| (0..=life.hops.len()).for_each(|step| _ = life.waited(torus, step)))
        });
    }
    if let Ok(dump) = open(bytes) {
        let _ = diff(open(whole).unwrap(), dump);
    }
    read_loads(Cursor::new(bytes)).map(|waves| waves.counts)
}

/// The number of inverted bits that are noticed, and of those that are not. Bits are counted from the file's
/// beginning.
fn invert(schedule: &Schedule, whole: &[u8], bits: impl Iterator<Item = usize>) -> [usize; 2] {
    let mut outcomes = [0; 2];
    for bit in bits {
        let mut bytes = whole.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let found = ask(schedule, whole, &bytes);
        outcomes[usize::from(found.is_ok())] += 1;
    }
    outcomes
}

/// Random numbers below a bound, from a seed.
fn sample(seed: u64, bound: usize, count: usize) -> impl Iterator<Item = usize> {
    let mut state = seed;
    let next = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Some((state >> 33) as usize % bound)
    };
    std::iter::from_fn(next).take(count)
}

#[test]
fn every_bit_of_a_small_fst() {
    let (schedule, [_, fst]) = files(&[3], 1);
    let [noticed, other] = invert(&schedule, &fst, 0..8 * fst.len());
    assert!(noticed > 1000 && other > 1000, "{noticed} {other} of {}", fst.len());
}

#[test]
fn every_bit_of_a_small_vcd() {
    let (schedule, [vcd, _]) = files(&[2], 1);
    let [noticed, other] = invert(&schedule, &vcd, 0..8 * vcd.len());
    assert!(noticed > 1000 && other > 1000, "{noticed} {other} of {}", vcd.len());
}

#[test]
fn some_bits_of_larger_files() {
    let (schedule, files) = files(&[3, 3], 12);
    for (seed, whole) in (1..).zip(&files) {
        let [noticed, other] = invert(&schedule, whole, sample(seed, 8 * whole.len(), 150));
        assert!(noticed > 10 && other > 10, "{noticed} {other} of {}", whole.len());
    }
}

/// Four bytes anywhere replaced by others, and the rest cut off or doubled.
#[test]
fn worse_than_one_bit() {
    let (schedule, files) = files(&[2, 2], 3);
    for (seed, whole) in (1..).zip(&files) {
        let mut random = sample(seed, usize::MAX >> 33, 100_000);
        let mut next = |bound: usize| random.next().unwrap() % bound;
        for _ in 0..500 {
            let mut bytes = whole.clone();
            (0..4).for_each(|_| bytes[next(whole.len())] = next(256) as u8);
            let _ = ask(&schedule, whole, &bytes);
            let at = next(whole.len());
            let doubled = [&whole[..at], &whole[next(whole.len())..]].concat();
            let _ = ask(&schedule, whole, &doubled);
        }
    }
}

/// The sections and their sizes, as the file has them.
fn section(fst: &[u8], kind: u8) -> usize {
    let mut at = 0;
    while fst[at] != kind {
        at += 1 + u64::from_be_bytes(fst[at + 1..at + 9].try_into().unwrap()) as usize;
    }
    at
}

#[test]
fn sizes_beyond_all_memory_are_refused_before_they_are_asked_for() {
    let (_, [_, fst]) = files(&[3], 1);
    let refused = |at: usize, value: u64| {
        let mut bytes = fst.clone();
        bytes[at..at + 8].copy_from_slice(&value.to_be_bytes());
        let error = read_loads(Cursor::new(&bytes[..])).unwrap_err();
        assert!(matches!(error, WavesError::Damaged { .. } | WavesError::Fst { .. }), "{at}: {error:?}");
        error.to_string()
    };
    let (changes, widths, hierarchy) = (section(&fst, 8), section(&fst, 3), section(&fst, 6));
    for value in [1 << 33, 1 << 42, 1 << 62, u64::MAX] {
        // Lengths of blocks; numbers and sizes of widths, hierarchy, times and places.
        for at in [1, changes + 1, widths + 1, widths + 9, widths + 17, hierarchy + 1, hierarchy + 9] {
            refused(at, value);
        }
        for back in 1..=4 {
            refused(widths - 8 * back, value);
        }
    }
    assert_eq!(
        refused(hierarchy + 9, 1 << 42),
        "the file is damaged (the size of its hierarchy cannot be); whole files that torusgen wrote can be \
         read: write it again"
    );
}

/// Some bits of the hierarchy name entries that the reader's crate does not know: it panics.
#[test]
fn a_panic_of_the_reader_is_an_error() {
    let (_, [_, fst]) = files(&[3], 1);
    let panicked = WavesError::Damaged { reason: "its blocks contradict each other".to_string() };
    let found = (8 * section(&fst, 6)..8 * fst.len()).filter(|bit| {
        let mut bytes = fst.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        read_loads(Cursor::new(&bytes[..])).as_ref() == Err(&panicked)
    });
    assert!(found.count() > 0);
}

/// A parser that calls itself for every scope would run out of stack.
#[test]
fn scopes_within_scopes_are_refused() {
    let deep = "$scope module a $end\n".repeat(200_000);
    let error = read_loads(Cursor::new(deep.as_bytes())).unwrap_err();
    assert_eq!(
        error,
        WavesError::Syntax { line: 17, reason: "it has scopes in more than 16 others".to_string() }
    );
}

#[test]
fn times_that_cannot_be_are_refused() {
    let (schedule, [vcd, _]) = files(&[2], 1);
    let text = String::from_utf8(vcd.clone()).unwrap();
    let ask = |from: &str, to: &str| {
        assert!(text.contains(from));
        ask(&schedule, &vcd, text.replacen(from, to, 1).as_bytes())
    };
    let damaged = |reason: &str| Err(WavesError::Damaged { reason: reason.to_string() });
    assert_eq!(ask("\n#4\n", "\n#2\n"), damaged("cycle 2 follows cycle 3"));
    assert_eq!(ask("\n#4\n", "\n#4444444444444\n"), damaged("cycle 5 follows cycle 4444444444444"));
    let last = u64::MAX.to_string();
    assert_eq!(ask("\n#4\n", &format!("\n#{last}\n")), damaged(&format!("cycle {last} follows cycle 3")));
    // The message is on its link in cycle 3: following it, cycle by cycle, would not end.
    let jump = text.replacen("\n#4\n", "\n#4444444444444\n", 1);
    let nodes = schedule.placement.processors();
    let mut dump = Dump::open(Cursor::new(jump.as_bytes())).unwrap();
    let found = follow(&mut dump, schedule.torus(), nodes[0], nodes[1]);
    assert!(matches!(found, Err(WavesError::Damaged { .. })), "{found:?}");
}
