//! Buffers: a ring of cells behind every input, as in the router: a flit that arrives at an empty buffer is
//! its first at once, and if it leaves in the same cycle, it is never kept.
//!
//! Pointers and counts have the width of the registers they stand for, so that even a buffer that overflowed
//! goes on as the router's does.

use super::super::ways::Token;
use torus_model::route::bits;

/// Flits that an injection port holds.
const LOCAL_PORT_DEPTH: u16 = 2;

#[derive(Clone, Copy, Debug, Default)]
struct Ring {
    read: u16,
    write: u16,
    used: u16,
}

/// What became of an input in a clock edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Its first flit is as it was.
    Same,
    /// The buffer has another first flit.
    Fresh,
    /// The buffer is empty.
    Empty,
}

/// The buffers of all inputs.
pub struct Store {
    rings: Vec<Ring>,
    cells: Vec<Token>,
    stride: usize,
    depth: u16,
}

impl Store {
    /// Empty buffers for `inputs` inputs of `depth` flits.
    pub fn new(inputs: usize, depth: usize) -> Self {
        let stride = depth.max(LOCAL_PORT_DEPTH as usize);
        let (rings, cells) = (vec![Ring::default(); inputs], vec![Token::default(); inputs * stride]);
        Store { rings, cells, stride, depth: depth as u16 }
    }

    /// Power-up.
    pub fn clear(&mut self) {
        self.rings.fill(Ring::default());
        self.cells.fill(Token::default());
    }

    /// Whether a buffer holds nothing.
    pub fn is_empty(&self, at: usize) -> bool {
        self.rings[at].used == 0
    }

    /// Whether a local port takes one more.
    pub fn has_room(&self, at: usize) -> bool {
        self.rings[at].used < LOCAL_PORT_DEPTH
    }

    /// The oldest flit that is kept.
    pub fn oldest(&self, at: usize) -> Token {
        self.cells[at * self.stride + self.rings[at].read as usize]
    }

    fn depth(&self, local_port: bool) -> u16 {
        if local_port {
            LOCAL_PORT_DEPTH
        } else {
            self.depth
        }
    }

    /// A flit has arrived, and the first one has left or not. Also whether the buffer overflowed.
    #[inline]
    pub fn push(&mut self, at: usize, local_port: bool, token: Token, left: bool) -> (Change, bool) {
        let (depth, ring) = (self.depth(local_port), &mut self.rings[at]);
        if ring.used == 0 && left {
            return (Change::Empty, false);
        }
        self.cells[at * self.stride + ring.write as usize] = token;
        let (first, full) = (ring.used == 0, ring.used == depth);
        // Only a buffer that overflowed reads another cell than it writes first.
        let change = if first && ring.read == ring.write { Change::Same } else { Change::Fresh };
        ring.write = next(ring.write, depth);
        if left {
            ring.read = next(ring.read, depth);
            return (Change::Fresh, false);
        }
        ring.used = (ring.used + 1) & ((1 << bits(depth as usize + 1)) - 1);
        match (ring.used, first) {
            (0, _) => (Change::Empty, full),
            (_, true) => (change, full),
            // The oldest cell is overwritten in a full buffer.
            (_, false) => (if full { Change::Fresh } else { Change::Same }, full),
        }
    }

    /// The first flit has left and none has arrived.
    pub fn pop(&mut self, at: usize, local_port: bool) -> Change {
        let (depth, ring) = (self.depth(local_port), &mut self.rings[at]);
        ring.read = next(ring.read, depth);
        ring.used -= 1;
        if ring.used == 0 {
            Change::Empty
        } else {
            Change::Fresh
        }
    }
}

fn next(place: u16, depth: u16) -> u16 {
    if place + 1 == depth {
        0
    } else {
        place + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    fn token(serial: u32) -> Token {
        Token { serial, ..Token::default() }
    }

    /// State space: all depths up to 5, a thousand edges of arrivals and departures that look random;
    /// compared with a queue.
    #[test]
    fn buffers_are_queues() {
        for depth in 1..=5 {
            let (mut store, mut queue, mut seed) = (Store::new(2, depth), VecDeque::new(), 1u64);
            for serial in 0..1000 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let arrives = seed >> 40 & 1 == 1 && queue.len() < depth;
                queue.extend(arrives.then_some(serial));
                let left = seed >> 41 & 1 == 1 && queue.pop_front().is_some();
                let change = match (arrives, left) {
                    (true, _) => store.push(1, false, token(serial), left),
                    (false, true) => (store.pop(1, false), false),
                    (false, false) => continue,
                };
                assert!(!change.1 && (change.0 == Change::Empty) == queue.is_empty(), "{depth} {serial}");
                assert!(
                    queue.front().is_none_or(|&first| store.oldest(1) == token(first)),
                    "{depth} {serial}"
                );
            }
        }
    }

    /// A flit too many overwrites the oldest; counts go on in their width, so 2 bits for 3 flits come to 0.
    #[test]
    fn overflow_is_told() {
        let mut store = Store::new(1, 3);
        let mut push = |serial| store.push(0, false, token(serial), false);
        assert_eq!([0, 1, 2].map(&mut push), [(Change::Same, false); 3]);
        assert_eq!(push(3), (Change::Empty, true));
        assert_eq!(push(4), (Change::Fresh, false), "write and read have parted");
        assert_eq!(store.oldest(0), token(3), "the cell that was overwritten");
    }
}
