//! Doubling: dimensions of radix 2, and dihedral ones of radix 4, without a search for routes.
//!
//! Two copies of a table of H steps are side by side. Every route needs a partner with the new letter x. So
//! one of its two copies gets x in front or at the end, and every column takes one x: a matching of routes
//! with columns (`stage`). The route x itself takes a column that is left over. So a table of N nodes can be
//! doubled only if `2H >= N`.
//!
//! A dimension of radix 2 has one letter. A dihedral dimension of radix 4 is two of radix 2: each of its
//! letters is its own inverse, and their order does not matter. But a message that needs both has them side
//! by side, so that it corrects the dimension once.
//!
//! Where every dimension doubles, the first table is one letter, and the last one takes `N/2` steps. Other
//! tori begin with a table of their other dimensions, and where that has too few steps, of some of these,
//! too. Cost of a doubling: `N^2` at worst. Hypercubes of up to twelve dimensions take up to two seconds.
//! From thirteen on the packer takes over, above the bound.
//!
//! Source: Coolsaet, Fack and De Meyer, section 3.2. Differences: the paper shows tables of hypercubes of
//! four dimensions and refers to its authors' proof for the others; doubling by matching is ours, and so are
//! other tori.

mod base;
mod stage;
mod stages;

use super::{layout::Layout, Group, TableEntry};
use crate::{Effort, Port, Route, Torus};
use base::{Base, TABLES};
use stage::hop;
use stages::double_up;

/// Many tables are tried, so each gets this part of the effort.
const PARTS: u64 = 80;

/// Lays out a torus without doubling, by a construction or, if asked, by a search. Returns false if that
/// fails.
pub(super) type LayOthers = fn(&mut Layout, bool, Effort) -> bool;

/// Lays out a torus in `least` steps by doubling. Returns false if no dimension doubles, if no table can be
/// doubled to as many steps, or if the doublings fail.
pub(super) fn lay(layout: &mut Layout, least: u32, effort: Effort, of_others: LayOthers) -> bool {
    let (doubling, others) = doubling_dims(layout);
    if others.is_empty() {
        return lay_from_one(layout, &doubling, effort);
    }
    let bases: Vec<Base> =
        (0..doubling.len()).filter_map(|kept| Base::new(layout, &doubling[kept..], least)).collect();
    (0..TABLES).any(|number| {
        let part = Effort { visits: effort.visits / PARTS, ..effort.reseeded(number) };
        bases.iter().any(|base| put_all(layout, base.doubled(number, part, of_others)))
    })
}

/// The dimensions that double a table, radix 4 first, and the other ones. The second letter of radix 4 has
/// fewer places, and finds them best while the table is small.
fn doubling_dims(layout: &Layout) -> (Vec<usize>, Vec<usize>) {
    let radix = |dim: usize| layout.torus.dims()[dim];
    let doubles = |&dim: &usize| radix(dim) == 2 || radix(dim) == 4 && layout.groups[dim] == Group::Dihedral;
    let (mut doubling, others): (Vec<usize>, Vec<usize>) = (0..layout.torus.d()).partition(doubles);
    doubling.sort_by_key(|&dim| std::cmp::Reverse(radix(dim)));
    (doubling, others)
}

/// The letters of these dimensions, in order.
fn letters(torus: &Torus, dims: &[usize]) -> Vec<Port> {
    let of_dim = |&dim: &usize| torus.ports().filter(move |port| port.dim() == dim);
    dims.iter().flat_map(of_dim).collect()
}

/// Lays out a torus all of whose dimensions double, from a table of one letter.
fn lay_from_one(layout: &mut Layout, dims: &[usize], effort: Effort) -> bool {
    let letters = letters(&layout.torus, dims);
    let table = vec![TableEntry { start: 0, route: Route::new([hop(letters[0])]) }];
    put_all(layout, double_up((table, 1), &letters[1..], effort))
}

/// Puts the entries of a table, if there is one. Returns whether there is.
fn put_all(layout: &mut Layout, table: Option<Vec<TableEntry>>) -> bool {
    let found = table.is_some();
    table.into_iter().flatten().for_each(|TableEntry { start, route }| layout.put(start, route));
    found
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use crate::Sign;

    const EFFORT: Effort = Effort { seed: 1, visits: 400_000_000 };

    /// A torus in which every radix 4 is dihedral.
    fn empty(dims: &[u32]) -> Layout {
        let group = |&n: &u32| if n == 4 { Group::Dihedral } else { Group::Cyclic };
        Layout::new(&Torus::new(dims).unwrap(), &dims.iter().map(group).collect::<Vec<_>>())
    }

    fn none(_: &mut Layout, _: bool, _: Effort) -> bool {
        false
    }

    /// The message of a ring of three to each side.
    fn ring_of_three(layout: &mut Layout, _: bool, _: Effort) -> bool {
        let hops = [Sign::Plus, Sign::Minus].map(|sign| hop(Port::new(0, sign)));
        hops.into_iter().for_each(|hop| layout.put(0, Route::new([hop])));
        true
    }

    #[test]
    fn tori_of_radices_2_and_4_take_half_as_many_steps_as_nodes() {
        for dims in [&[2][..], &[4], &[2, 2], &[4, 2], &[2, 4], &[4, 4], &[2, 4, 2, 4], &[4; 4], &[2; 8]] {
            let mut layout = empty(dims);
            let steps = layout.torus.len() as u32 / 2;
            assert!(lay(&mut layout, steps, EFFORT, none), "{dims:?}");
            let table = layout.finish();
            assert_eq!((table.length, check(&table)), (steps, Ok(())), "{dims:?}");
        }
    }

    #[test]
    fn a_message_has_both_letters_of_radix_4_side_by_side() {
        let mut layout = empty(&[2, 4, 4, 2]);
        assert!(lay(&mut layout, 32, EFFORT, none));
        let dims_of = |route: &Route| route.segments().iter().map(|segment| segment.port.dim()).collect();
        for TableEntry { route, .. } in layout.entries() {
            let mut dims: Vec<usize> = dims_of(route);
            let all = dims.len();
            dims.sort_unstable();
            dims.dedup();
            assert_eq!(dims.len(), all, "{route}");
        }
    }

    #[test]
    fn what_cannot_be_doubled_is_refused_and_unchanged() {
        for (dims, of_others) in [(&[3, 2][..], ring_of_three as LayOthers), (&[3, 2], none), (&[3, 3], none)]
        {
            let mut layout = empty(dims);
            let least = super::super::lower_bound(&layout.torus);
            assert!(!lay(&mut layout, least, EFFORT, of_others), "{dims:?}");
            assert!(layout.entries().is_empty());
        }
    }
}
