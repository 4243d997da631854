//! The radices of a torus: all that is known of it without its nodes.
//!
//! A [`Torus`](super::Torus) has tables by node and so a greatest size. Code that needs only radices, such as
//! loads and bounds of placements in closed form, takes these, which may have any number of nodes that fits
//! 63 bits. Nodes have the same ids on both; here an id is a plain number.

use super::{join, Port, TorusError};
use std::{fmt, str::FromStr};

/// The radices of a torus of up to [`Radices::MAX_NODES`] nodes.
///
/// ```
/// use torus_model::Radices;
/// let radices = Radices::new(&[1024, 1024, 1024])?;
/// assert_eq!((radices.nodes(), radices.links()), (1 << 30, 6 << 30));
/// # Ok::<(), torus_model::torus::TorusError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Radices {
    dims: Vec<u32>,
    nodes: u64,
}

impl Radices {
    /// Largest number of nodes.
    pub const MAX_NODES: u64 = 1 << 63;

    /// The radices `dims[0] x dims[1] x ..`.
    ///
    /// Errors: no dimension, a radix below 2, or more than [`Radices::MAX_NODES`] nodes.
    pub fn new(dims: &[u32]) -> Result<Self, TorusError> {
        Self::of_at_most(dims, Self::MAX_NODES)
    }

    /// The same with another largest number of nodes.
    pub(super) fn of_at_most(dims: &[u32], most: u64) -> Result<Self, TorusError> {
        if dims.is_empty() {
            return Err(TorusError::NoDimension);
        }
        if let Some(dim) = dims.iter().position(|&n| n < 2) {
            return Err(TorusError::RadixTooSmall { dims: dims.to_vec(), dim, radix: dims[dim] });
        }
        let larger = |nodes: u64, &radix: &u32| nodes.checked_mul(radix.into()).filter(|&n| n <= most);
        match dims.iter().try_fold(1, larger) {
            Some(nodes) => Ok(Radices { dims: dims.to_vec(), nodes }),
            None => Err(TorusError::TooManyNodes { dims: dims.to_vec(), most }),
        }
    }

    /// The radices, first dimension first.
    pub fn dims(&self) -> &[u32] {
        &self.dims
    }

    /// Number of dimensions d.
    pub fn d(&self) -> usize {
        self.dims.len()
    }

    /// Number of nodes N.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The radix of all dimensions, if they have the same.
    pub fn radix(&self) -> Option<u32> {
        self.dims.iter().all(|&n| n == self.dims[0]).then_some(self.dims[0])
    }

    /// Number of port slots of a node, 2d. The absent `-` ports of radix 2 count.
    pub fn port_slots(&self) -> usize {
        2 * self.d()
    }

    /// Whether `port` exists: none does beyond the last dimension, nor `-` in a dimension of radix 2.
    pub fn has_port(&self, port: Port) -> bool {
        self.dims.get(port.dim()).is_some_and(|&n| n > 2 || port.index() % 2 == 0)
    }

    /// The ports that every node has, in port order.
    pub fn ports(&self) -> impl Iterator<Item = Port> + '_ {
        (0..self.port_slots()).map(Port::from_index).filter(|&p| self.has_port(p))
    }

    /// Number of links that exist.
    pub fn links(&self) -> u128 {
        self.ports().count() as u128 * u128::from(self.nodes)
    }

    /// Number of links that exist in one dimension.
    pub fn links_of(&self, dim: usize) -> u128 {
        u128::from(self.nodes) * if self.dims[dim] == 2 { 1 } else { 2 }
    }

    /// The id of the link that leaves the node with id `node` through `port`.
    pub fn link(&self, node: u64, port: Port) -> u128 {
        u128::from(node) * self.port_slots() as u128 + port.index() as u128
    }

    /// The coordinates of the node with id `node`.
    pub fn coordinates(&self, node: u64) -> Vec<u32> {
        let mut rest = node;
        let mut digit = |&n: &u32| {
            let x = (rest % u64::from(n)) as u32;
            rest /= u64::from(n);
            x
        };
        let mut x: Vec<u32> = self.dims.iter().rev().map(&mut digit).collect();
        x.reverse();
        x
    }

    /// A link in text: its tail and its port, `(x1,..,xd) i+`.
    pub fn link_name(&self, node: u64, port: Port) -> String {
        format!("({}) {port}", join(&self.coordinates(node), ","))
    }
}

/// The radices joined by `x`: `4x3`.
impl fmt::Display for Radices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join(&self.dims, "x"))
    }
}

/// The inverse of `Display`. The separator may also be `X` or a comma, but only one in a text: `4X3` and
/// `4,3` are read as `4x3`.
///
/// Errors: text that is not a list of numbers ([`TorusError::Syntax`]); a number beyond 32 bits
/// ([`TorusError::Huge`]); those of [`Radices::new`].
impl FromStr for Radices {
    type Err = TorusError;

    fn from_str(text: &str) -> Result<Self, TorusError> {
        match radices(text) {
            Some(dims) => Self::new(&dims),
            None => Err(no_radices(text)),
        }
    }
}

/// The numbers of a list that is joined by `x`, by `X` or by commas. `None`: anything else, and a mixture of
/// these.
pub fn radices(text: &str) -> Option<Vec<u32>> {
    let number = |part: &str| is_number(part).then(|| part.parse().ok()).flatten();
    parts(text).map(number).collect()
}

/// The error of a text that is not a list of radices.
pub(super) fn no_radices(text: &str) -> TorusError {
    let is_list = parts(text).all(is_number);
    let text = text.to_string();
    match is_list {
        true => TorusError::Huge { text },
        false => TorusError::Syntax { text },
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let separator = [',', 'X'].into_iter().find(|&separator| text.contains(separator)).unwrap_or('x');
    text.split(separator)
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}
