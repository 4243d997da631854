//! Broadcasts that were searched once, and their texts: `plans/RADICES-STEPS.txt`. Tests check each of them.

use super::{space::Space, tree::Tree};

/// The stored tree of a space in this many steps, where it keeps what the space asks for.
pub(super) fn stored(space: &Space, steps: u32) -> Option<Tree> {
    let fits = |&&(radices, count, _): &&Stored| *radices == space.radices[..] && count <= steps;
    let trees = PLANS.iter().filter(fits).map(|(radices, _, text)| Tree::parse(radices, text));
    trees.into_iter().find(|tree| space.admits(tree))
}

/// Radices, steps, text.
type Stored = (&'static [u32], u32, &'static str);

/// All of them.
pub(super) const PLANS: &[Stored] = &[];
