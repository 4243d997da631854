//! The queue of a virtual channel in the router of two cycles per hop: a ring of cells, a power of two of
//! them, and the request of its oldest flit.

use super::super::ways::{Token, Wanted};
use torus_model::route::bits;

/// A flit, and what it requests.
pub type Cell = (Token, Wanted);

/// A cell without a flit.
pub const EMPTY: Cell = (Token { head: 0, serial: 0, port: 0 }, Wanted::Nothing);

/// The number of cells of a queue for `depth` flits.
pub fn cells(depth: u16) -> usize {
    1 << bits(depth.into()).max(1)
}

/// The registers of a virtual channel at the end of a link, except its cells.
#[derive(Clone, Copy, Debug)]
pub struct ChannelQueue {
    write: u8,
    read: u8,
    /// Whether the queue holds a flit.
    pub some: bool,
    /// Whether the first flit of its packet has left.
    pub body: bool,
    /// Whether the oldest flit could have left a cycle ago.
    pub ready: bool,
    /// Within an edge: whether the oldest flit could leave before it.
    pub open: bool,
    /// The request of the oldest flit.
    pub request: Wanted,
}

impl ChannelQueue {
    /// An empty queue.
    pub const EMPTY: Self = ChannelQueue {
        write: 0,
        read: 0,
        some: false,
        body: false,
        ready: false,
        open: false,
        request: Wanted::Nothing,
    };

    /// The oldest flit.
    pub fn oldest(&self, cells: &[Cell]) -> Token {
        cells[usize::from(self.read)].0
    }

    /// The request of the flit after the oldest one, if there is one.
    pub fn second(&self, cells: &[Cell]) -> Option<Wanted> {
        let next = after(self.read, cells);
        (self.write != next).then(|| cells[usize::from(next)].1)
    }

    /// Whether there is no place left.
    pub fn is_full(&self) -> bool {
        self.some && self.write == self.read
    }

    /// A clock edge. `left`: whether the oldest flit leaves, and whether it is the last of its packet;
    /// `arriving`: the flit that arrives, if any.
    pub fn step(&mut self, cells: &mut [Cell], left: Option<bool>, arriving: Option<Cell>) {
        let second = self.second(cells);
        if !self.some || left.is_some() {
            let second = second.filter(|_| self.some);
            self.request = second.or(arriving.map(|flit| flit.1)).unwrap_or(Wanted::Nothing);
        }
        self.some = arriving.is_some() || self.some && (left.is_none() || second.is_some());
        if let Some(last) = left {
            (self.read, self.body) = (after(self.read, cells), !last);
        }
        if let Some(flit) = arriving {
            cells[usize::from(self.write)] = flit;
            self.write = after(self.write, cells);
        }
    }
}

/// The place after another one in a ring of cells.
fn after(place: u8, cells: &[Cell]) -> u8 {
    ((usize::from(place) + 1) % cells.len()) as u8
}
