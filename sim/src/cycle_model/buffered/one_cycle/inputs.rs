//! Inputs: the first flit of each, its request, and after it a ring of cells, as in the router.
//!
//! A flit that arrives at an empty buffer is its first at once; if it leaves in the same cycle, it is never
//! stored. Pointers and counts have the widths of the registers in hardware, so that even a buffer that has
//! overflowed continues as the router's does.

use super::super::ways::{Step, Token, Ways};
use super::request::Request;
use super::site::Site;
use crate::prefetch::{pays, prefetch};
use torus_model::{route::bits, Divisor};

/// The flits that an injection port holds.
const LOCAL_PORT_DEPTH: u16 = 2;

/// An input of a router. Large networks read it from memory for each flit, so it has no padding.
#[derive(Clone, Copy, Debug)]
struct Input {
    /// The head and the serial number of the first flit.
    head: u64,
    serial: u32,
    /// The number of cells in use. Within an edge it can be one too high, as flits arrive before others
    /// leave.
    used: u16,
    read: u8,
    write: u8,
    /// The request of the first flit.
    request: Request,
    /// The number of the input at its node.
    number: u16,
    /// The output channel that sends to it.
    sender: u32,
    /// The number of its last cell.
    last: u8,
}

impl Input {
    fn empty(number: u16, sender: u32, last: u8) -> Self {
        let request = Request::NONE;
        Input { head: 0, serial: 0, used: 0, read: 0, write: 0, request, number, sender, last }
    }

    fn first(&self) -> Token {
        Token { head: self.head, serial: self.serial, port: 0 }
    }

    /// The cell after another one.
    #[inline(always)]
    fn next(&self, cell: u8) -> u8 {
        if cell == self.last {
            0
        } else {
            cell + 1
        }
    }

    /// Replaces the first flit and its request.
    #[inline(always)]
    fn set_first(&mut self, Token { head, serial, .. }: Token, request: Request) {
        (self.head, self.serial, self.request) = (head, serial, request);
    }
}

/// A flit that leaves its input.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// The flit, the channel by which it leaves, and what it does.
    pub flit: Token,
    pub channel: u16,
    pub step: Step,
    /// The number of its input at its node, and the output channel that sends there.
    pub number: u16,
    pub sender: u32,
    /// The next flit of the input, if there is any; its request is to be set.
    pub next: Option<Token>,
}

/// The inputs of all nodes.
pub struct Inputs {
    all: Vec<Input>,
    cells: Vec<Token>,
    /// The cells of an input, and the places of a channel's buffer.
    stride: usize,
    depth: u16,
    /// The inputs of a node.
    each: Divisor,
}

impl Inputs {
    /// Empty buffers for nodes with `each` inputs, of which `of_links` are channels of links and hold `depth`
    /// flits. `senders`: for each input, the output channel that sends to it.
    pub fn new(senders: &[u32], each: usize, of_links: usize, depth: u16) -> Self {
        let stride = depth.max(LOCAL_PORT_DEPTH) as usize;
        let input = |(at, &sender): (usize, &u32)| {
            let cells = if at % each < of_links { depth } else { LOCAL_PORT_DEPTH };
            Input::empty((at % each) as u16, sender, (cells - 1) as u8)
        };
        Inputs {
            all: senders.iter().enumerate().map(input).collect(),
            cells: vec![Token::default(); senders.len() * stride],
            stride,
            depth,
            each: Divisor::new(each),
        }
    }

    /// Restores the state of power-up.
    pub fn clear(&mut self) {
        self.all.iter_mut().for_each(|input| *input = Input::empty(input.number, input.sender, input.last));
        self.cells.fill(Token::default());
    }

    /// Whether it pays to prefetch them.
    #[inline(always)]
    pub fn are_many(&self) -> bool {
        pays(&self.all, &self.cells)
    }

    /// Prefetches an input.
    #[inline(always)]
    pub fn prefetch(&self, at: usize) {
        prefetch(&self.all, at);
    }

    /// Where an input is.
    #[inline(always)]
    pub fn site(&self, ways: &Ways, at: usize) -> Site {
        let (node, number) = self.each.split(at);
        let (port, channel) = ways.place(number);
        Site { at, node, port, channel }
    }

    /// The node of an input.
    #[inline(always)]
    pub fn node(&self, at: usize) -> usize {
        self.each.split(at).0
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

    /// Whether the first flit of an input arrived at this edge, and is not stored.
    #[inline(always)]
    pub fn is_new(&self, at: usize) -> bool {
        self.all[at].used == 0
    }

    /// Stores a flit that arrives at an input behind others. If the buffer was full, returns the number of
    /// cells that were in use. The first flit stays first until it leaves, even if its cell is overwritten.
    #[inline(always)]
    pub fn store(&mut self, at: usize, token: Token) -> Option<u16> {
        let input = &mut self.all[at];
        let before = input.used;
        self.cells[at * self.stride + input.write as usize] = token;
        (input.write, input.used) = (input.next(input.write), before + 1);
        (before > input.last.into()).then_some(before)
    }

    /// The first flit of an input leaves.
    #[inline(always)]
    pub fn leave(&mut self, at: usize) -> Left {
        let input = &mut self.all[at];
        let (flit, channel, step) = (input.first(), input.request.channel(), input.request.step());
        if input.used > 0 {
            (input.read, input.used) = (input.next(input.read), input.used - 1);
        }
        let next = match input.used {
            0 => None,
            _ => Some(self.cells[at * self.stride + input.read as usize]),
        };
        if next.is_none() {
            input.request = Request::NONE;
        }
        Left { flit, channel, step, number: input.number, sender: input.sender, next }
    }

    /// Stores a flit that arrived at an empty buffer and has not left. Its cell usually stays unwritten, as
    /// no one reads it while the flit is first. Returns the oldest flit if it is another one, which is so
    /// only if the buffer has overflowed before.
    #[inline(always)]
    pub fn keep(&mut self, at: usize) -> Option<Token> {
        let input = &mut self.all[at];
        let (first, read, write) = (input.first(), input.read, input.write);
        (input.write, input.used) = (input.next(write), 1);
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

#[cfg(test)]
mod tests;
