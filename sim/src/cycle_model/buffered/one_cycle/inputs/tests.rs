//! Tests of inputs: queues, full buffers, overflow.

use super::*;
use crate::cycle_model::buffered::ways::Step;
use std::collections::VecDeque;

fn token(serial: u32) -> Token {
    Token { serial, ..Token::default() }
}

/// The inputs of a node with links alone.
fn inputs(count: usize, depth: usize) -> Inputs {
    Inputs::new(&vec![0; count], count, count, depth as u16)
}

fn first(inputs: &Inputs, at: usize) -> Token {
    inputs.all[at].first()
}

/// Runs an edge in which a flit may arrive and the first one may leave, in the order of the router.
/// Returns whether the buffer overflows.
fn edge(inputs: &mut Inputs, at: usize, arrives: Option<u32>, leaves: bool) -> bool {
    let any = Request::new(0, 0, Step::Straight);
    let is_first = arrives.is_some() && inputs.is_empty(at);
    let full = match arrives.map(token) {
        Some(token) if is_first => {
            inputs.set_first(at, token, any);
            None
        }
        token => token.and_then(|token| inputs.store(at, token)),
    };
    let next = if leaves { inputs.leave(at).next } else { None };
    next.into_iter().for_each(|next| inputs.set_first(at, next, any));
    let (overflows, first) = match full {
        None if is_first && !leaves => (false, inputs.keep(at)),
        None => (false, None),
        Some(before) => inputs.settle_full(at, before),
    };
    first.into_iter().for_each(|first| inputs.set_first(at, first, any));
    overflows
}

/// State space: all depths up to 5, and a thousand edges with random arrivals and departures, compared
/// with a queue.
#[test]
fn buffers_are_queues() {
    for depth in 1..=5 {
        let (mut inputs, mut queue, mut seed) = (inputs(2, depth), VecDeque::new(), 1u64);
        for serial in 0..1000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let arrives = seed >> 40 & 1 == 1 && queue.len() < depth;
            queue.extend(arrives.then_some(serial));
            let left = seed >> 41 & 1 == 1 && queue.pop_front().is_some();
            assert!(!edge(&mut inputs, 1, arrives.then_some(serial), left), "{depth} {serial}");
            assert_eq!(inputs.is_empty(1), queue.is_empty(), "{depth} {serial}");
            let first = queue.front().is_none_or(|&oldest| first(&inputs, 1) == token(oldest));
            assert!(first && inputs.all[1].used as usize == queue.len(), "{depth} {serial}");
        }
    }
}

/// A full buffer takes a flit if another one leaves.
#[test]
fn a_full_buffer_is_full_and_no_more() {
    for depth in 1..=3 {
        let mut inputs = inputs(1, depth);
        (0..depth as u32).for_each(|serial| assert!(!edge(&mut inputs, 0, Some(serial), false)));
        for serial in depth as u32..9 {
            assert!(!edge(&mut inputs, 0, Some(serial), true), "{depth} {serial}");
            assert_eq!(first(&inputs, 0), token(serial + 1 - depth as u32), "{depth}");
        }
    }
}

/// A flit too many overwrites the oldest one. Counts wrap around in their width, so 2 bits for 3 flits
/// reach 0.
#[test]
fn overflow_is_told() {
    let mut inputs = inputs(1, 3);
    assert_eq!([0, 1, 2].map(|serial| edge(&mut inputs, 0, Some(serial), false)), [false; 3]);
    assert!(edge(&mut inputs, 0, Some(3), false));
    assert_eq!(inputs.all[0].used, 0);
    assert!(!edge(&mut inputs, 0, Some(4), false), "write and read have parted");
    assert_eq!(first(&inputs, 0), token(3), "the cell that was overwritten");
}
