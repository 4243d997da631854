//! Groups: how letters are read in each dimension, and which groups can meet the bound.

use super::lower_bound;
use crate::{names::named, saturating::at_most_u32, Torus};

/// How a letter is read in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// At every node the letter is the port.
    Cyclic,
    /// Nodes with an odd coordinate swap `+` and `-`. Needs an even radix of at least 4.
    Dihedral,
}

impl Group {
    /// Whether the letters of a dimension of this radix can be read in this way.
    pub fn suits(self, radix: u32) -> bool {
        self == Group::Cyclic || radix >= 4 && radix % 2 == 0
    }
}

named!(Group, "group", Cyclic => "cyclic", Dihedral => "dihedral");

/// The groups with which the bound can be met. A dimension is cyclic, but dihedral if an odd number of
/// half-way messages would fill one of its directions beyond the bound. A table may have more dihedral
/// dimensions of radix 4.
pub fn default_groups(torus: &Torus) -> Vec<Group> {
    let mirrored =
        |dim: usize| Group::Dihedral.suits(torus.dims()[dim]) && cyclic_need(torus, dim) > lower_bound(torus);
    (0..torus.d()).map(|dim| if mirrored(dim) { Group::Dihedral } else { Group::Cyclic }).collect()
}

/// These groups, but dihedral wherever the radix is 4: such a dimension doubles a table as two of radix 2 do.
/// `None`: they are so already.
pub(super) fn with_dihedral_fours(torus: &Torus, groups: &[Group]) -> Option<Vec<Group>> {
    let of = |(&group, &radix): (&Group, &u32)| if radix == 4 { Group::Dihedral } else { group };
    let dihedral: Vec<Group> = groups.iter().zip(torus.dims()).map(of).collect();
    (dihedral != groups).then_some(dihedral)
}

/// No table all of whose groups are cyclic is shorter.
pub fn cyclic_bound(torus: &Torus) -> u32 {
    (0..torus.d()).map(|dim| cyclic_need(torus, dim)).chain([lower_bound(torus)]).max().unwrap_or(0)
}

/// Steps that a cyclic dimension needs. It has N/n half-way messages, and if that is odd one direction has
/// one more.
pub(super) fn cyclic_need(torus: &Torus, dim: usize) -> u32 {
    let n = u64::from(torus.dims()[dim]);
    let (others, below) = (torus.len() as u64 / n, (n - 1) / 2);
    let one_way = others * (below * (below + 1) / 2);
    let half_way = if n % 2 == 1 {
        0
    } else if n == 2 {
        others
    } else {
        others.div_ceil(2)
    };
    at_most_u32(one_way + half_way * (n / 2))
}
