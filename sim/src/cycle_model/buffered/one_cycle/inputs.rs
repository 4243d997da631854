//! Inputs: the first flit of each, its request, and after it a ring of cells, as in the router.
//!
//! A flit that arrives at an empty buffer is its first at once; if it leaves in the same cycle, it is never
//! stored. Pointers and counts have the widths of the registers in hardware, so that even a buffer that has
//! overflowed continues as the router's does.

use super::super::ways::Token;
use torus_model::route::bits;

/// Flits that an injection port holds.
const LOCAL_PORT_DEPTH: u16 = 2;

/// An input of a router.
#[derive(Clone, Copy, Debug, Default)]
struct Input {
    first: Token,
    request: u32,
    read: u16,
    write: u16,
    /// Cells in use. Within an edge it can be one too high, if a flit arrives before another one leaves.
    used: u16,
}

/// Where an arriving flit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrived {
    /// It is the first, and not yet in a cell.
    First,
    /// It is in a cell after others.
    Behind,
    /// It is in a cell of a buffer that was full; with the number of cells that were in use.
    Full(u16),
}

/// The inputs of all nodes.
pub struct Inputs {
    inputs: Vec<Input>,
    cells: Vec<Token>,
    stride: usize,
    depth: u16,
}

impl Inputs {
    /// Empty buffers for `inputs` inputs with `depth` flits each.
    pub fn new(inputs: usize, depth: usize) -> Self {
        let stride = depth.max(LOCAL_PORT_DEPTH as usize);
        let (inputs, cells) = (vec![Input::default(); inputs], vec![Token::default(); inputs * stride]);
        Inputs { inputs, cells, stride, depth: depth as u16 }
    }

    /// Restores the state of power-up.
    pub fn clear(&mut self) {
        self.inputs.fill(Input::default());
        self.cells.fill(Token::default());
    }

    /// The first flit.
    #[inline(always)]
    pub fn first(&self, at: usize) -> Token {
        self.inputs[at].first
    }

    /// The request of the first flit.
    #[inline(always)]
    pub fn request(&self, at: usize) -> u32 {
        self.inputs[at].request
    }

    /// Replaces the first flit and its request.
    #[inline(always)]
    pub fn set_first(&mut self, at: usize, first: Token, request: u32) {
        let input = &mut self.inputs[at];
        (input.first, input.request) = (first, request);
    }

    /// Whether a local port can take another flit.
    #[inline(always)]
    pub fn has_room(&self, at: usize) -> bool {
        self.inputs[at].used < LOCAL_PORT_DEPTH
    }

    #[inline(always)]
    fn depth(&self, local_port: bool) -> u16 {
        if local_port {
            LOCAL_PORT_DEPTH
        } else {
            self.depth
        }
    }

    /// A flit arrives. The first flit stays first until it leaves, even if its cell is overwritten.
    #[inline(always)]
    pub fn arrive(&mut self, at: usize, local_port: bool, token: Token) -> Arrived {
        let (depth, input) = (self.depth(local_port), &mut self.inputs[at]);
        let before = input.used;
        if before == 0 {
            return Arrived::First;
        }
        self.cells[at * self.stride + input.write as usize] = token;
        (input.write, input.used) = (next(input.write, depth), before + 1);
        if before < depth {
            Arrived::Behind
        } else {
            Arrived::Full(before)
        }
    }

    /// The first flit leaves. Returns the next one, if there is any.
    #[inline(always)]
    pub fn leave(&mut self, at: usize, local_port: bool) -> Option<Token> {
        let (depth, input) = (self.depth(local_port), &mut self.inputs[at]);
        if input.used == 0 {
            return None;
        }
        (input.read, input.used) = (next(input.read, depth), input.used - 1);
        (input.used > 0).then(|| self.cells[at * self.stride + input.read as usize])
    }

    /// Stores a flit that arrived at an empty buffer and has not left. Its cell usually stays unwritten, as
    /// no one reads it while the flit is first. Returns the oldest flit, which is another one only if the
    /// buffer has overflowed before.
    #[inline(always)]
    pub fn keep(&mut self, at: usize, local_port: bool) -> Token {
        let (depth, input) = (self.depth(local_port), &mut self.inputs[at]);
        let (read, write) = (input.read, input.write);
        (input.write, input.used) = (next(write, depth), 1);
        if read == write {
            return input.first;
        }
        let cells = &mut self.cells[at * self.stride..][..self.stride];
        cells[write as usize] = input.first;
        cells[read as usize]
    }

    /// Ends an edge in which a flit arrived at a full buffer; `before`: cells in use before it. Returns
    /// whether it overflows now, and the first flit after that.
    pub fn settle_full(&mut self, at: usize, before: u16) -> (bool, Option<Token>) {
        let (width, input) = (bits(self.depth as usize + 1), &mut self.inputs[at]);
        if input.used == before {
            return (false, Some(input.first));
        }
        input.used &= (1 << width) - 1;
        let overflows = before == self.depth;
        // In a full buffer the oldest cell is overwritten. If the count wraps around, cells are hidden.
        let oldest = self.cells[at * self.stride + input.read as usize];
        let first = if overflows { oldest } else { input.first };
        (overflows, (input.used > 0).then_some(first))
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

    /// Runs an edge in which a flit may arrive and the first one may leave, in the order of the router.
    /// Returns whether the buffer overflows.
    fn edge(inputs: &mut Inputs, at: usize, arrives: Option<u32>, leaves: bool) -> bool {
        let arrived = arrives.map(|serial| (inputs.arrive(at, false, token(serial)), token(serial)));
        if let Some((Arrived::First, token)) = arrived {
            inputs.set_first(at, token, 0);
        }
        let next = if leaves { inputs.leave(at, false) } else { None };
        next.into_iter().for_each(|next| inputs.set_first(at, next, 0));
        let (overflows, first) = match arrived {
            Some((Arrived::First, _)) if !leaves => (false, Some(inputs.keep(at, false))),
            Some((Arrived::Full(before), _)) => inputs.settle_full(at, before),
            _ => (false, None),
        };
        first.into_iter().for_each(|first| inputs.set_first(at, first, 0));
        overflows
    }

    /// State space: all depths up to 5, and a thousand edges with random arrivals and departures, compared
    /// with a queue.
    #[test]
    fn buffers_are_queues() {
        for depth in 1..=5 {
            let (mut inputs, mut queue, mut seed) = (Inputs::new(2, depth), VecDeque::new(), 1u64);
            for serial in 0..1000 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let arrives = seed >> 40 & 1 == 1 && queue.len() < depth;
                queue.extend(arrives.then_some(serial));
                let left = seed >> 41 & 1 == 1 && queue.pop_front().is_some();
                assert!(!edge(&mut inputs, 1, arrives.then_some(serial), left), "{depth} {serial}");
                let first = queue.front().is_none_or(|&first| inputs.first(1) == token(first));
                assert!(first && inputs.inputs[1].used as usize == queue.len(), "{depth} {serial}");
            }
        }
    }

    /// A full buffer takes a flit if another one leaves.
    #[test]
    fn a_full_buffer_is_full_and_no_more() {
        for depth in 1..=3 {
            let mut inputs = Inputs::new(1, depth);
            (0..depth as u32).for_each(|serial| assert!(!edge(&mut inputs, 0, Some(serial), false)));
            for serial in depth as u32..9 {
                assert!(!edge(&mut inputs, 0, Some(serial), true), "{depth} {serial}");
                assert_eq!(inputs.first(0), token(serial + 1 - depth as u32), "{depth}");
            }
        }
    }

    /// A flit too many overwrites the oldest one. Counts wrap around in their width, so 2 bits for 3 flits
    /// reach 0.
    #[test]
    fn overflow_is_told() {
        let mut inputs = Inputs::new(1, 3);
        assert_eq!([0, 1, 2].map(|serial| edge(&mut inputs, 0, Some(serial), false)), [false; 3]);
        assert!(edge(&mut inputs, 0, Some(3), false));
        assert_eq!(inputs.inputs[0].used, 0);
        assert!(!edge(&mut inputs, 0, Some(4), false), "write and read have parted");
        assert_eq!(inputs.first(0), token(3), "the cell that was overwritten");
    }
}
