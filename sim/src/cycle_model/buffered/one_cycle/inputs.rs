//! Inputs: the first flit of each, its request, and after it a ring of cells, as in the router.
//!
//! A flit that arrives at an empty buffer is its first at once; if it leaves in the same cycle, it is never
//! stored. Pointers and counts have the widths of the registers in hardware, so that even a buffer that has
//! overflowed continues as the router's does.

use super::super::ways::{Token, Ways};
use super::request::Request;
use super::site::Site;
use torus_model::{route::bits, Divisor};

/// The flits that an injection port holds.
const LOCAL_PORT_DEPTH: u16 = 2;

/// An input of a router. Large networks read it from memory for each flit, so it has no padding.
#[derive(Clone, Copy, Debug)]
struct Input {
    /// The head and the serial number of the first flit.
    head: u64,
    serial: u32,
    /// The number of cells in use. Within an edge it can be one too high, if a flit arrives before another
    /// one leaves.
    used: u16,
    read: u8,
    write: u8,
    /// The request of the first flit.
    request: Request,
    /// The number of the input at its node.
    number: u16,
}

impl Input {
    fn empty(number: usize) -> Self {
        let (request, number) = (Request::NONE, number as u16);
        Input { head: 0, serial: 0, used: 0, read: 0, write: 0, request, number }
    }

    fn first(&self) -> Token {
        Token { head: self.head, serial: self.serial, port: 0 }
    }

    /// Replaces the first flit and its request.
    #[inline(always)]
    fn set_first(&mut self, Token { head, serial, .. }: Token, request: Request) {
        (self.head, self.serial, self.request) = (head, serial, request);
    }
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
    all: Vec<Input>,
    cells: Vec<Token>,
    /// The cells of an input, and the places of a channel's buffer.
    stride: usize,
    depth: u16,
    /// The inputs of a node, and those of links among them.
    each: Divisor,
    of_links: usize,
}

impl Inputs {
    /// Empty buffers for `nodes` nodes, each with `each` inputs, of which `of_links` are channels of links
    /// and hold `depth` flits.
    pub fn new(nodes: usize, each: usize, of_links: usize, depth: u16) -> Self {
        let (stride, inputs) = (depth.max(LOCAL_PORT_DEPTH) as usize, nodes * each);
        Inputs {
            all: (0..inputs).map(|at| Input::empty(at % each)).collect(),
            cells: vec![Token::default(); inputs * stride],
            stride,
            depth,
            each: Divisor::new(each),
            of_links,
        }
    }

    /// Restores the state of power-up.
    pub fn clear(&mut self) {
        self.all.iter_mut().for_each(|input| *input = Input::empty(input.number.into()));
        self.cells.fill(Token::default());
    }

    /// Where an input is.
    #[inline(always)]
    pub fn site(&self, ways: &Ways, at: usize) -> Site {
        let (node, number) = self.each.split(at);
        let (port, channel) = ways.place(number);
        Site { at, node, number, port, channel }
    }

    /// Whether an input has no flit.
    #[inline(always)]
    pub fn is_empty(&self, at: usize) -> bool {
        self.all[at].request.is_none()
    }

    /// The request of an input's first flit, and the number of the input at its node.
    #[inline(always)]
    pub fn request(&self, at: usize) -> (Request, u16) {
        (self.all[at].request, self.all[at].number)
    }

    /// Replaces the first flit of an input and its request.
    #[inline(always)]
    pub fn set_first(&mut self, at: usize, token: Token, request: Request) {
        self.all[at].set_first(token, request);
    }

    /// Whether a local port can take another flit.
    #[inline(always)]
    pub fn has_room(&self, at: usize) -> bool {
        self.all[at].used < LOCAL_PORT_DEPTH
    }

    #[inline(always)]
    fn depth(&self, number: usize) -> u16 {
        if number < self.of_links {
            self.depth
        } else {
            LOCAL_PORT_DEPTH
        }
    }

    /// A flit arrives. `request` is for the case that it becomes the first. The first flit stays first
    /// until it leaves, even if its cell is overwritten.
    #[inline(always)]
    pub fn arrive(&mut self, Site { at, number, .. }: Site, token: Token, request: Request) -> Arrived {
        let (depth, input) = (self.depth(number), &mut self.all[at]);
        let before = input.used;
        if before == 0 {
            input.set_first(token, request);
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

    /// The first flit leaves. Returns it, and the next one if there is any; its request is to be set.
    #[inline(always)]
    pub fn leave(&mut self, Site { at, number, .. }: Site) -> (Token, Option<Token>) {
        let (depth, input) = (self.depth(number), &mut self.all[at]);
        let first = input.first();
        if input.used > 0 {
            (input.read, input.used) = (next(input.read, depth), input.used - 1);
        }
        if input.used == 0 {
            input.request = Request::NONE;
            return (first, None);
        }
        (first, Some(self.cells[at * self.stride + input.read as usize]))
    }

    /// Stores a flit that arrived at an empty buffer and has not left. Its cell usually stays unwritten, as
    /// no one reads it while the flit is first. Returns the oldest flit if it is another one, which is so
    /// only if the buffer has overflowed before.
    #[inline(always)]
    pub fn keep(&mut self, Site { at, number, .. }: Site) -> Option<Token> {
        let (depth, input) = (self.depth(number), &mut self.all[at]);
        let (first, read, write) = (input.first(), input.read, input.write);
        (input.write, input.used) = (next(write, depth), 1);
        if read == write {
            return None;
        }
        let cells = &mut self.cells[at * self.stride..][..self.stride];
        cells[write as usize] = first;
        Some(cells[read as usize])
    }

    /// Ends an edge in which a flit arrived at a full buffer; `before`: cells in use before it. Returns
    /// whether it overflows now, and the first flit after that, whose request is to be set.
    pub fn settle_full(&mut self, at: usize, before: u16) -> (bool, Option<Token>) {
        let (depth, input) = (self.depth, &mut self.all[at]);
        if input.used == before {
            return (false, Some(input.first()));
        }
        input.used &= (1 << bits(depth as usize + 1)) - 1;
        let overflows = before == depth;
        // In a full buffer the oldest cell is overwritten. If the count wraps around, cells are hidden.
        let oldest = self.cells[at * self.stride + input.read as usize];
        let first = if overflows { oldest } else { input.first() };
        if input.used == 0 {
            input.request = Request::NONE;
        }
        (overflows, (input.used > 0).then_some(first))
    }
}

fn next(place: u8, depth: u16) -> u8 {
    if u16::from(place) + 1 == depth {
        0
    } else {
        place + 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::Step;
    use super::*;
    use std::collections::VecDeque;

    fn token(serial: u32) -> Token {
        Token { serial, ..Token::default() }
    }

    /// Input `at` of a node with links alone.
    fn site(at: usize) -> Site {
        Site { at, node: 0, number: at, port: at, channel: 0 }
    }

    fn first(inputs: &Inputs, at: usize) -> Token {
        inputs.all[at].first()
    }

    /// Runs an edge in which a flit may arrive and the first one may leave, in the order of the router.
    /// Returns whether the buffer overflows.
    fn edge(inputs: &mut Inputs, at: usize, arrives: Option<u32>, leaves: bool) -> bool {
        let any = Request::new(0, 0, Step::Straight);
        let arrived = arrives.map(|serial| inputs.arrive(site(at), token(serial), any));
        let next = if leaves { inputs.leave(site(at)).1 } else { None };
        next.into_iter().for_each(|next| inputs.set_first(at, next, any));
        let (overflows, first) = match arrived {
            Some(Arrived::First) if !leaves => (false, inputs.keep(site(at))),
            Some(Arrived::Full(before)) => inputs.settle_full(at, before),
            _ => (false, None),
        };
        first.into_iter().for_each(|first| inputs.set_first(at, first, any));
        overflows
    }

    /// State space: all depths up to 5, and a thousand edges with random arrivals and departures, compared
    /// with a queue.
    #[test]
    fn buffers_are_queues() {
        for depth in 1..=5 {
            let (mut inputs, mut queue, mut seed) =
                (Inputs::new(1, 2, 2, depth as u16), VecDeque::new(), 1u64);
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
            let mut inputs = Inputs::new(1, 1, 1, depth);
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
        let mut inputs = Inputs::new(1, 1, 1, 3);
        assert_eq!([0, 1, 2].map(|serial| edge(&mut inputs, 0, Some(serial), false)), [false; 3]);
        assert!(edge(&mut inputs, 0, Some(3), false));
        assert_eq!(inputs.all[0].used, 0);
        assert!(!edge(&mut inputs, 0, Some(4), false), "write and read have parted");
        assert_eq!(first(&inputs, 0), token(3), "the cell that was overwritten");
    }
}
