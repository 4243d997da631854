//! Numbers of nodes, links and ports, each a type of its own, and the two directions of a dimension.

use std::fmt;

/// A node of a torus, by its row-major id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The id as an index into a vector of all nodes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A directed link, by its id `node * 2d + port`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub(super) u32);

impl LinkId {
    /// The id as an index into a vector of all `2dN` link slots.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Direction of travel along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Towards `x + e_i`.
    Plus,
    /// Towards `x - e_i`.
    Minus,
}

/// A port of a node, which is a dimension (counted from 0) and a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port(pub(super) u8);

impl Port {
    /// The port of dimension `dim` (from 0) and direction `sign`.
    pub fn new(dim: usize, sign: Sign) -> Self {
        Port((2 * dim + (sign == Sign::Minus) as usize) as u8)
    }

    /// The port with this index, as in a link id.
    pub fn from_index(index: usize) -> Self {
        Port(index as u8)
    }

    /// `2 dim` for `+`, `2 dim + 1` for `-`.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The dimension, counted from 0.
    pub fn dim(self) -> usize {
        self.index() / 2
    }

    /// The direction.
    pub fn sign(self) -> Sign {
        if self.0 % 2 == 0 {
            Sign::Plus
        } else {
            Sign::Minus
        }
    }

    /// The port of the other direction.
    pub fn opposite(self) -> Self {
        Port(self.0 ^ 1)
    }

    /// The letter that stands for a hop through this port in the text of a route: `a b c ..` for `+`, `A B C
    /// ..` for `-`. A torus has at most 24 dimensions, so letters suffice.
    pub fn letter(self) -> char {
        let first = if self.sign() == Sign::Plus { b'a' } else { b'A' };
        (first + self.dim() as u8) as char
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dim() + 1, if self.sign() == Sign::Plus { '+' } else { '-' })
    }
}
