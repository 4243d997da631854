//! One-to-all broadcast on tori with all ports, by worms that correct their dimensions in order.
//!
//! A plan has a phase for each step. In a step every node that has the message sends at most one worm by each
//! of its links. No two worms share a link, routes are shortest, and no node gets the message twice. Every
//! node of the torus is a class of its own. The source may be any node: plans are made for node 0 and moved.
//!
//! | name | what | steps |
//! | --- | --- | --- |
//! | `broadcast-staged` | [`staged`] | `d ceil(log_(2d+1) n) + d - 1` on n^d |
//! | `broadcast-lines` | [`lines`] | sum of `ceil(log_3 n_i)` |
//! | `broadcast-search` | [`search`], or stored | what was asked for, down to the bound |
//! | `broadcast-product` | of two of them, by [`broadcast`] | the sum of its factors' |
//!
//! Bounds: `ceil(log_(p+1) N)` with p links a node ([`lower_bound`]), and a better one for ordered routes
//! ([`ordered_bound`]). `docs/broadcast.md` has the reasons and a table. Source: Wang and Tseng, "Algebraic
//! Foundations and Broadcasting Algorithms for Wormhole-Routed All-Port Tori", for the bound (lemma 1) and
//! the staged broadcast. Differences: search and products are ours.

mod choose;
mod levels;
mod most;
mod plans;
mod product;
mod search;
mod space;
mod staged;
mod tree;

pub use most::ordered_bound;

use super::Plan;
use crate::{quantity, torus::join, Effort, NodeId, Torus};
use space::Space;
use tree::Tree;

/// A broadcast that cannot be, or was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BroadcastError {
    /// A source that the torus does not have.
    #[error(
        "a broadcast from node {node} was asked for; the nodes of {} are 0 to {}: change the source",
        join(.dims, "x"),
        .dims.iter().product::<u32>() - 1
    )]
    Source {
        /// The id of the source.
        node: usize,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// The staged broadcast on unequal radices.
    #[error(
        "broadcast-staged was asked for on {}; it needs equal radices: use a torus like 5x5, or \
         broadcast-lines",
        join(.dims, "x")
    )]
    Radices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A search for fewer steps than any broadcast takes.
    #[error(
        "a broadcast in {} was asked for on {}; by routes ordered by dimension it takes {bound} \
         or more: ask for {bound}",
        quantity(*.steps, "step"),
        join(.dims, "x")
    )]
    Steps {
        /// The radices of the torus.
        dims: Vec<u32>,
        /// The number of steps asked for.
        steps: u32,
        /// The least number.
        bound: u32,
    },
    /// A search that found none.
    #[error(
        "no broadcast in {} was found on {} with an effort of {visits} visits; there may be none: \
         ask for {}, or change the seed or the effort",
        quantity(*.steps, "step"),
        join(.dims, "x"),
        .steps + 1
    )]
    NotFound {
        /// The radices of the torus.
        dims: Vec<u32>,
        /// The number of steps asked for.
        steps: u32,
        /// The effort, in visits.
        visits: u64,
    },
}

/// Staged broadcast on n^d in `d ceil(log_(2d+1) n) + d - 1` steps.
///
/// Errors: unequal radices, a source outside the torus.
pub fn staged(torus: &Torus, source: NodeId) -> Result<Plan, BroadcastError> {
    inside(torus, source)?;
    let n = torus.radix().ok_or_else(|| BroadcastError::Radices { dims: torus.dims().to_vec() })?;
    Ok(plan(torus, source, "broadcast-staged", &staged::staged_tree(torus.d(), n)))
}

/// Broadcast along one dimension after the other, in the sum of `ceil(log_3 n_i)` steps.
///
/// Errors: a source outside the torus.
pub fn lines(torus: &Torus, source: NodeId) -> Result<Plan, BroadcastError> {
    inside(torus, source)?;
    Ok(plan(torus, source, "broadcast-lines", &staged::lines_tree(torus.dims())))
}

/// Searches a broadcast in this many steps. About 5 x 10^7 visits a second.
///
/// Errors: a source outside the torus, fewer steps than the bound, none found.
pub fn search(torus: &Torus, source: NodeId, steps: u32, effort: Effort) -> Result<Plan, BroadcastError> {
    inside(torus, source)?;
    let (dims, bound) = (torus.dims().to_vec(), ordered_bound(torus));
    if steps < bound {
        return Err(BroadcastError::Steps { dims, steps, bound });
    }
    let found = search::search_tree(&Space::torus(torus), steps, effort);
    let tree = found.ok_or(BroadcastError::NotFound { dims, steps, visits: effort.visits })?;
    Ok(plan(torus, source, "broadcast-search", &tree))
}

/// The shortest broadcast that is known here: stored, searched, a product, staged or by lines.
///
/// Errors: a source outside the torus.
pub fn broadcast(torus: &Torus, source: NodeId) -> Result<Plan, BroadcastError> {
    inside(torus, source)?;
    let (space, mut chooser) = (Space::torus(torus), choose::Chooser::default());
    let known = known_steps(torus);
    let shorter = (ordered_bound(torus)..known).find_map(|steps| chooser.tree(&space, steps));
    match shorter {
        Some((tree, true)) => Ok(plan(torus, source, "broadcast-product", &tree)),
        Some((tree, false)) => Ok(plan(torus, source, "broadcast-search", &tree)),
        None if known == lines_steps(torus.dims()) => lines(torus, source),
        None => staged(torus, source),
    }
}

/// A broadcast as text, with its source moved to node 0: a line for each step, with its worms as
/// `sender:word`.
///
/// ```
/// use torus_model::{collective::broadcast, Torus};
/// let torus = Torus::new(&[3, 2])?;
/// let plan = broadcast::lines(&torus, torus.node(&[1, 0]))?;
/// assert_eq!(broadcast::text(&plan), "0:a 0:A\n0:b 2:b 4:b\n");
/// # Ok::<(), torus_model::Error>(())
/// ```
pub fn text(plan: &Plan) -> String {
    Tree::of_plan(plan).to_string()
}

/// No broadcast takes fewer steps: a node that has the message sends it to at most one more by each of its
/// ports.
pub fn lower_bound(torus: &Torus) -> u32 {
    levels::rounds(torus.len() as u64, torus.ports().count() as u64 + 1)
}

/// Steps of the staged broadcast on n^d.
pub fn staged_steps(d: usize, n: u32) -> u32 {
    d as u32 * levels::rounds(n as u64, 2 * d as u64 + 1) + d as u32 - 1
}

/// Steps of the broadcast by lines.
pub fn lines_steps(dims: &[u32]) -> u32 {
    dims.iter().map(|&n| levels::rounds(n as u64, 3)).sum()
}

/// Steps of the better of the two that need no search.
fn known_steps(torus: &Torus) -> u32 {
    let staged = torus.radix().map_or(u32::MAX, |n| staged_steps(torus.d(), n));
    staged.min(lines_steps(torus.dims()))
}

fn plan(torus: &Torus, source: NodeId, algorithm: &str, tree: &Tree) -> Plan {
    tree.plan(torus, source, algorithm, ordered_bound(torus).max(lower_bound(torus)))
}

fn inside(torus: &Torus, source: NodeId) -> Result<(), BroadcastError> {
    match torus.node_at(source.index()) {
        Some(_) => Ok(()),
        None => Err(BroadcastError::Source { node: source.index(), dims: torus.dims().to_vec() }),
    }
}
