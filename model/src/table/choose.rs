//! The choice of the construction that makes the table of a torus.

use super::{
    cube, doubling, groups::default_groups, layout::Layout, lower_bound, mixed, residual, ring, square,
    Group, RouteTable,
};
use crate::{flow_shop::MOST_NODES, Effort, Torus};

/// The table of a torus with the groups that suit it best. Closed forms need no effort; a search spends it on
/// each length it tries, and may end above the bound: compare the table's `length` with its `lower_bound`.
/// The same seed and visits give the same table.
pub fn exchange_table(torus: &Torus, effort: Effort) -> RouteTable {
    table(torus, &default_groups(torus), false, effort)
}

/// The table of a torus with these groups, one for each dimension.
///
/// # Panics
/// Where a group does not [suit](Group::suits) its radix.
pub fn exchange_table_in(torus: &Torus, groups: &[Group], effort: Effort) -> RouteTable {
    let suit = groups.len() == torus.d() && groups.iter().zip(torus.dims()).all(|(group, &n)| group.suits(n));
    assert!(
        suit,
        "{torus} needs one group for each dimension, dihedral only with an even radix of at least 4"
    );
    table(torus, groups, true, effort)
}

/// The table of a torus with these groups. `fixed`: whether the groups have to stay.
fn table(torus: &Torus, groups: &[Group], fixed: bool, effort: Effort) -> RouteTable {
    let mut layout = Layout::new(torus, groups);
    if !lay_equal(&mut layout, effort) {
        layout = Layout::new(torus, groups);
        mixed::lay(&mut layout, fixed, effort, lay_undoubled);
    }
    layout.finish()
}

/// Lays out a torus without doubling: by a construction, or by a search. Returns false if that fails.
fn lay_undoubled(layout: &mut Layout, searched: bool, effort: Effort) -> bool {
    match searched {
        true => mixed::lay_searched(layout, effort),
        false if layout.torus.radix().is_some() => lay_equal(layout, effort),
        false => mixed::lay_ordered(layout, effort),
    }
}

/// Whether the table of a torus with the groups that suit it is most likely found without a search.
pub fn is_constructed(torus: &Torus) -> bool {
    match torus.radix() {
        Some(_) => torus.d() <= 3,
        None => torus.len() <= MOST_NODES && torus.dims().iter().any(|&radix| radix > 4),
    }
}

/// The constructions for equal radices and groups; `false` where there is none, or its search fails.
fn lay_equal(layout: &mut Layout, effort: Effort) -> bool {
    let Some(n) = layout.torus.radix() else { return false };
    if layout.groups.iter().any(|&group| group != layout.groups[0]) {
        return false;
    }
    let (odd, cyclic) = (n % 2 == 1, layout.groups[0] == Group::Cyclic);
    match layout.torus.d() {
        _ if n == 2 => return doubling::lay(layout, lower_bound(&layout.torus), effort, lay_undoubled),
        1 if !odd && cyclic => return false,
        1 => ring::lay(layout),
        2 if odd || n >= 6 => square::lay(layout),
        3 if odd || n >= 6 && cyclic => cube::lay(layout),
        _ => return residual::lay(layout, effort),
    }
    true
}
