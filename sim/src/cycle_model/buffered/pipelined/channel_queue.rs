//! The queue of a virtual channel in the router of two cycles per hop: a ring of cells, a power of two of
//! them, and the request of its oldest flit.

use super::super::ways::{Token, Wanted};
use torus_model::route::bits;

/// The registers of a virtual channel at the end of a link.
#[derive(Clone, Debug)]
pub struct ChannelQueue {
    /// Flits, and what each requests.
    cells: Vec<(Token, Wanted)>,
    write: usize,
    read: usize,
    /// Whether the queue holds a flit.
    pub some: bool,
    /// Whether the first flit of its packet has left.
    pub body: bool,
    /// Whether the oldest flit could have left a cycle ago.
    pub ready: bool,
    /// The request of the oldest flit.
    pub request: Wanted,
}

impl ChannelQueue {
    /// An empty queue for `depth` flits.
    pub fn new(depth: usize) -> Self {
        let cells = vec![(Token::default(), Wanted::Nothing); 1 << bits(depth).max(1)];
        ChannelQueue {
            cells,
            write: 0,
            read: 0,
            some: false,
            body: false,
            ready: false,
            request: Wanted::Nothing,
        }
    }

    /// The oldest flit.
    pub fn oldest(&self) -> Token {
        self.cells[self.read].0
    }

    /// Whether there is a flit after the oldest one.
    pub fn more(&self) -> bool {
        self.write != self.next(self.read)
    }

    /// The request of the flit after the oldest one.
    pub fn second(&self) -> Wanted {
        self.cells[self.next(self.read)].1
    }

    /// Whether there is no place left.
    pub fn is_full(&self) -> bool {
        self.some && self.write == self.read
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) % self.cells.len()
    }

    /// A clock edge. `left`: whether the oldest flit leaves, and whether it is the last of its packet;
    /// `arriving`: the flit that arrives, if any.
    pub fn step(&mut self, left: Option<bool>, arriving: Option<(Token, Wanted)>) {
        let more = self.more();
        if !self.some || left.is_some() {
            let second = (self.some && more).then(|| self.second());
            self.request = second.or(arriving.map(|flit| flit.1)).unwrap_or(Wanted::Nothing);
        }
        self.some = arriving.is_some() || self.some && (left.is_none() || more);
        if let Some(last) = left {
            (self.read, self.body) = (self.next(self.read), !last);
        }
        if let Some(flit) = arriving {
            self.cells[self.write] = flit;
            self.write = self.next(self.write);
        }
    }
}
