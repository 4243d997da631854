//! The way of a packet: the port by which it leaves its source, and its head on the first link.
//!
//! Both together say the whole route and all channels ([`HeadFormat::segments`]).
//!
//! [`HeadFormat::segments`]: super::HeadFormat::segments

use torus_model::Port;

/// The way from one processor to another. It needs no memory of its own: every packet has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    port: Port,
    /// The halves of the head, the low one first: as one number it would be padded.
    head: [u64; 2],
}

impl Way {
    /// The way that begins at a port with this head.
    pub fn new(port: Port, head: u128) -> Self {
        Way { port, head: [head as u64, (head >> 64) as u64] }
    }

    /// The first port.
    pub fn first_port(&self) -> Port {
        self.port
    }

    /// The head on the first link, of a flit that is not the last one of several.
    pub fn head(&self) -> u128 {
        u128::from(self.head[1]) << 64 | u128::from(self.head[0])
    }

    /// The low 64 bits of the head: all of it in networks that can be simulated.
    pub fn short_head(&self) -> u64 {
        self.head[0]
    }
}
