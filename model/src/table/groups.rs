//! Groups: how letters are read in each dimension, and which groups can meet the bound.

use super::lower_bound;
use crate::{names::named, Torus};

/// How a letter is read in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The letter is the port, at every node.
    Cyclic,
    /// Nodes with an odd coordinate swap `+` and `-`. Needs an even radix of at least 4.
    Dihedral,
}

impl Group {
    /// Whether a dimension of this radix can be read so.
    pub fn suits(self, radix: u32) -> bool {
        self == Group::Cyclic || radix >= 4 && radix % 2 == 0
    }
}

named!(Group, "group", Cyclic => "cyclic", Dihedral => "dihedral");

/// The groups with which the bound can be met: cyclic, but dihedral where an odd number of half-way messages
/// would fill one direction of a dimension beyond the bound.
pub fn default_groups(torus: &Torus) -> Vec<Group> {
    let mirrored =
        |dim: usize| Group::Dihedral.suits(torus.dims()[dim]) && cyclic_need(torus, dim) > lower_bound(torus);
    (0..torus.d()).map(|dim| if mirrored(dim) { Group::Dihedral } else { Group::Cyclic }).collect()
}

/// Steps that a cyclic dimension needs: the half-way messages are N/n, and an odd one out goes one way.
pub(super) fn cyclic_need(torus: &Torus, dim: usize) -> u32 {
    let n = torus.dims()[dim];
    let (others, below) = (torus.len() as u32 / n, (n - 1) / 2);
    let one_way = others * (below * (below + 1) / 2);
    let half_way = if n % 2 == 1 {
        0
    } else if n == 2 {
        others
    } else {
        others.div_ceil(2)
    };
    one_way + half_way * (n / 2)
}
