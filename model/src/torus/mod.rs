//! The torus: nodes, ports and directed links, and how they are numbered.
//!
//! `dims = n1 x n2 x .. x nd`, every radix at least 2. Node ids are row-major, the **last** coordinate
//! fastest. Port `2(i-1)` of a node is its link in dimension `i` towards `x + e_i`, port `2(i-1)+1` the one
//! towards `x - e_i`; a directed link has the id `node * 2d + port`. With radix 2 both would join the same
//! two nodes: there is **one** link, port `+`; the `-` port keeps its number but does not exist.
//!
//! ```text
//!   a 4x3 torus, node ids             port 0: x1+1   port 2: x2+1
//!          x2=0 x2=1 x2=2             port 1: x1-1   port 3: x2-1
//!   x1=0     0    1    2    and wraps round in both dimensions
//!   x1=1     3    4    5
//!   x1=2     6    7    8
//!   x1=3     9   10   11
//! ```
//!
//! ```
//! use torus_model::{Port, Sign, Torus};
//! let torus = Torus::new(&[4, 3])?;
//! let corner = torus.node(&[3, 2]);
//! assert_eq!(corner.index(), 11);
//! assert_eq!(torus.neighbour(corner, Port::new(0, Sign::Plus)), torus.node(&[0, 2]));
//! assert_eq!(torus.neighbour(corner, Port::new(1, Sign::Minus)), torus.node(&[3, 1]));
//! # Ok::<(), torus_model::torus::TorusError>(())
//! ```

mod error;
mod ids;
mod line;
mod list;
mod radices;

pub use error::TorusError;
pub use ids::{LinkId, NodeId, Port, Sign};
pub use line::Line;
pub use list::NodeList;
pub use radices::{radices, Radices};

use crate::Divisor;
use std::{fmt, str::FromStr};

/// A torus of any number of dimensions, with any radices. Two tori with the same radices are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torus {
    radices: Radices,
    strides: Vec<u32>,
    /// For each dimension: the division by its stride, and by its radix.
    divisors: Vec<(Divisor, Divisor)>,
}

impl Torus {
    /// Largest number of nodes. It keeps link ids within 32 bits and all tables within a few GiB.
    pub const MAX_NODES: u64 = 1 << 24;

    /// The torus `dims[0] x dims[1] x ..`.
    ///
    /// Errors: no dimension, a radix below 2, or more than [`Torus::MAX_NODES`] nodes.
    pub fn new(dims: &[u32]) -> Result<Self, TorusError> {
        let radices = Radices::of_at_most(dims, Self::MAX_NODES)?;
        let strides: Vec<u32> = (0..dims.len()).map(|i| dims[i + 1..].iter().product()).collect();
        let divisor = |&by: &u32| Divisor::new(by as usize);
        let divisors = strides.iter().map(divisor).zip(dims.iter().map(divisor)).collect();
        Ok(Torus { radices, strides, divisors })
    }

    /// The k-ary d-dimensional torus. Errors as [`Torus::new`].
    pub fn homogeneous(d: usize, k: u32) -> Result<Self, TorusError> {
        Self::new(&vec![k; d])
    }

    /// The radices without the nodes.
    pub fn radices(&self) -> &Radices {
        &self.radices
    }

    /// The radices, first dimension first.
    pub fn dims(&self) -> &[u32] {
        self.radices.dims()
    }

    /// Number of dimensions d.
    pub fn d(&self) -> usize {
        self.radices.d()
    }

    /// Number of nodes N.
    pub fn len(&self) -> usize {
        self.radices.nodes() as usize
    }

    /// Never true: the smallest torus has two nodes.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The radix of all dimensions, if they have the same.
    pub fn radix(&self) -> Option<u32> {
        self.radices.radix()
    }

    /// How much the id of a node grows with its coordinate in dimension `dim`.
    pub fn stride(&self, dim: usize) -> usize {
        self.strides[dim] as usize
    }

    /// All nodes, by increasing id.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.len() as u32).map(NodeId)
    }

    /// The node with this id; `None` beyond the last.
    pub fn node_at(&self, index: usize) -> Option<NodeId> {
        (index < self.len()).then_some(NodeId(index as u32))
    }

    /// The node at coordinates that may not exist.
    pub fn checked_node(&self, x: &[u32]) -> Option<NodeId> {
        let inside = x.len() == self.d() && x.iter().zip(self.dims()).all(|(x, n)| x < n);
        inside.then(|| self.node(x))
    }

    /// The node whose coordinates are given as numbers joined by commas.
    pub fn parse_node(&self, text: &str) -> Option<NodeId> {
        let mut numbers = text.split(',').map(|x| x.trim().parse::<u32>().ok());
        let mut coordinate = |dim| Some(numbers.next()??).filter(|x| *x < self.dims()[dim]);
        let id =
            (0..self.d()).try_fold(0, |id, dim| Some(id + coordinate(dim)? as usize * self.stride(dim)))?;
        numbers.next().is_none().then(|| self.node_at(id)).flatten()
    }

    /// The node at coordinates `x`; every `x[i]` is below its radix.
    pub fn node(&self, x: &[u32]) -> NodeId {
        debug_assert!(x.len() == self.d() && x.iter().zip(self.dims()).all(|(x, n)| x < n));
        NodeId(x.iter().zip(&self.strides).map(|(x, s)| x * s).sum())
    }

    /// The coordinate of a node in dimension `dim` (from 0).
    #[inline]
    pub fn coordinate(&self, node: NodeId, dim: usize) -> u32 {
        let (by_stride, by_radix) = self.divisors[dim];
        by_radix.split(by_stride.split(node.index()).0).1 as u32
    }

    /// All coordinates of a node.
    pub fn coordinates(&self, node: NodeId) -> Vec<u32> {
        (0..self.d()).map(|i| self.coordinate(node, i)).collect()
    }

    /// `to - from`, every coordinate modulo its radix.
    pub fn offset(&self, from: NodeId, to: NodeId) -> Vec<u32> {
        (0..self.d()).map(|i| self.offset_in(i, from, to)).collect()
    }

    /// The same in dimension `dim` alone.
    #[inline]
    pub fn offset_in(&self, dim: usize, from: NodeId, to: NodeId) -> u32 {
        let (from, to, n) = (self.coordinate(from, dim), self.coordinate(to, dim), self.dims()[dim]);
        if to >= from {
            to - from
        } else {
            to + n - from
        }
    }

    /// `from + offset`, every coordinate modulo its radix.
    pub fn translate(&self, from: NodeId, offset: &[u32]) -> NodeId {
        let sum: Vec<u32> =
            (0..self.d()).map(|i| (self.coordinate(from, i) + offset[i]) % self.dims()[i]).collect();
        self.node(&sum)
    }

    /// The node one hop away through `port`.
    pub fn neighbour(&self, node: NodeId, port: Port) -> NodeId {
        let (x, n) = (self.coordinate(node, port.dim()), self.dims()[port.dim()]);
        let y = if port.sign() == Sign::Plus { (x + 1) % n } else { (x + n - 1) % n };
        NodeId(node.0 - x * self.strides[port.dim()] + y * self.strides[port.dim()])
    }

    /// Number of port slots of a node, 2d. The absent `-` ports of radix 2 count.
    pub fn port_slots(&self) -> usize {
        2 * self.d()
    }

    /// Number of link ids, 2dN. The ids of absent links count.
    pub fn link_slots(&self) -> usize {
        self.port_slots() * self.len()
    }

    /// Whether `port` exists: none does beyond the last dimension, nor `-` in a dimension of radix 2.
    pub fn has_port(&self, port: Port) -> bool {
        self.radices.has_port(port)
    }

    /// The ports that every node has, in port order.
    pub fn ports(&self) -> impl Iterator<Item = Port> + '_ {
        self.radices.ports()
    }

    /// The link that leaves `node` through `port`.
    pub fn link(&self, node: NodeId, port: Port) -> LinkId {
        LinkId(node.0 * self.port_slots() as u32 + port.0 as u32)
    }

    /// The link with this id; `None` if there is no such link.
    pub fn link_at(&self, index: usize) -> Option<LinkId> {
        self.link_slot(index).filter(|&link| self.has_port(self.tail(link).1))
    }

    /// The same, also for the id of a link through a port that does not exist.
    pub(crate) fn link_slot(&self, index: usize) -> Option<LinkId> {
        (index < self.link_slots()).then_some(LinkId(index as u32))
    }

    /// Tail node and port of a link.
    pub fn tail(&self, link: LinkId) -> (NodeId, Port) {
        let slots = self.port_slots();
        (NodeId((link.index() / slots) as u32), Port::from_index(link.index() % slots))
    }

    /// The links that exist, by increasing id.
    pub fn links(&self) -> impl Iterator<Item = LinkId> + '_ {
        self.nodes().flat_map(move |node| self.ports().map(move |port| self.link(node, port)))
    }

    /// A link in text: its tail and its port, `(x1,..,xd) i+`.
    pub fn link_name(&self, link: LinkId) -> String {
        let (node, port) = self.tail(link);
        format!("{} {port}", self.node_name(node))
    }

    /// A node in text: `(x1,..,xd)`.
    pub fn node_name(&self, node: NodeId) -> String {
        format!("({})", join(&self.coordinates(node), ","))
    }
}

/// The radices joined by `x`: `4x3`.
impl fmt::Display for Torus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.radices.fmt(f)
    }
}

/// The inverse of `Display`. The separator may also be `X` or a comma, but only one in a text: `4X3` and
/// `4,3` are read as `4x3`.
///
/// Errors: text that is not a list of numbers ([`TorusError::Syntax`]); a number beyond 32 bits
/// ([`TorusError::Huge`]); those of [`Torus::new`].
impl FromStr for Torus {
    type Err = TorusError;

    fn from_str(text: &str) -> Result<Self, TorusError> {
        match radices(text) {
            Some(dims) => Self::new(&dims),
            None => Err(radices::no_radices(text)),
        }
    }
}

/// The numbers in decimal, joined by `separator`.
pub(crate) fn join(numbers: &[u32], separator: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(separator)
}
