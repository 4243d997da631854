//! Broadcasts that were searched once, and their texts: `plans/RADICES-STEPS.txt`, a line for each step, as
//! [`Tree`] reads them.
//!
//! The search would take longer than a moment to find them. [`super::text`] writes such a text; tests check
//! each of them.

use super::{space::Space, tree::Tree};

/// Radices, steps, text.
type Stored = (&'static [u32], u32, &'static str);

/// The stored tree of a space in at most this many steps, if it keeps the rules of the space.
pub(super) fn stored(space: &Space, steps: u32) -> Option<Tree> {
    let fits = |plan: &&Stored| plan.0 == space.radices && plan.1 <= steps;
    let trees = PLANS.iter().filter(fits).map(|(radices, _, text)| Tree::parse(radices, text));
    trees.into_iter().find(|tree| space.admits(tree))
}

/// All stored broadcasts.
pub(super) const PLANS: &[Stored] = &[
    (&[3, 3], 2, include_str!("plans/3x3-2.txt")),
    (&[4, 4], 2, include_str!("plans/4x4-2.txt")),
    (&[6, 6], 3, include_str!("plans/6x6-3.txt")),
    (&[7, 7], 3, include_str!("plans/7x7-3.txt")),
    (&[8, 8], 3, include_str!("plans/8x8-3.txt")),
    (&[9, 9], 3, include_str!("plans/9x9-3.txt")),
    (&[10, 10], 3, include_str!("plans/10x10-3.txt")),
    (&[22, 22], 4, include_str!("plans/22x22-4.txt")),
    (&[46, 46], 5, include_str!("plans/46x46-5.txt")),
    (&[2, 2, 2], 2, include_str!("plans/2x2x2-2.txt")),
    (&[3, 3, 3], 2, include_str!("plans/3x3x3-2.txt")),
    (&[4, 4, 4], 3, include_str!("plans/4x4x4-3.txt")),
    (&[5, 5, 5], 3, include_str!("plans/5x5x5-3.txt")),
    (&[6, 6, 6], 3, include_str!("plans/6x6x6-3.txt")),
    (&[2, 2, 2, 2], 2, include_str!("plans/2x2x2x2-2.txt")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{collective::Task, Torus};

    /// Each text is read as a tree and written again as the same text, and its name says what it holds.
    #[test]
    fn texts_are_read_and_written() {
        for (radices, steps, text) in PLANS {
            let tree = Tree::parse(radices, text);
            assert_eq!((tree.to_string().as_str(), tree.steps.len() as u32), (*text, *steps));
            let torus = Torus::new(radices).unwrap();
            let source = torus.node_at(torus.len() / 2).unwrap();
            let plan = tree.plan(&torus, source, "broadcast-search", 1);
            assert_eq!(plan.task, Task::Broadcast { source });
            assert_eq!(Tree::of_plan(&plan), tree);
        }
    }

    /// A stored tree is not used where it would break a rule of the space.
    #[test]
    fn spaces_ask_for_more() {
        let free = Space::free(&[4, 4]);
        assert_eq!(stored(&free, 1), None);
        assert!(stored(&free, 2).is_some() && stored(&free, 3).is_some());
        let untied = Space { untied: vec![true, true], ..free.clone() };
        assert!(stored(&untied, 2).is_none_or(|tree| untied.admits(&tree)));
        let silent = Space { silent: vec![3, 3], ..free };
        assert_eq!(stored(&silent, 2), None);
    }
}
