//! Any torus with any groups: messages in order, by doubling, or else the packer on all of them at once.
//!
//! A message may correct its dimensions in any order, and go either way round if both are equally long.
//! The packer chooses among these routes and their starts. It begins with the shortest length that the bound,
//! the diameter and the split of the half-way messages allow, and adds steps until it succeeds. Source: ours.

use super::{
    doubling::{self, LayOthers},
    groups::{self, cyclic_need, default_groups},
    layout::Layout,
    lower_bound, shop, Group,
};
use crate::{
    pack::{pack_from, pack_into, Choice, Horizon, Problem},
    route::{alternatives, distance},
    Effort, NodeId, Random, Route, Torus,
};

/// Fewest and most routes tried for one message; where there are more, they are drawn by the seed.
const ROUTES: (u64, u64) = (4, 48);

/// Cell visits after which a search for the shortest length gives way to one with another seed.
const SEARCH: u64 = 400_000_000;

/// Routes that start together.
pub(super) type Bundle = Vec<Route>;

/// Lays out every message: in order or by doubling, if that gives the least length; else the packer tries
/// that length. If it fails, the layout in order is kept; if there is none, the packer tries longer lengths.
/// `of_others`: lays out what is doubled. `fixed`: whether the groups have to stay.
pub(super) fn lay(layout: &mut Layout, fixed: bool, effort: Effort, of_others: LayOthers) {
    let least = least_length(&layout.torus, &layout.groups);
    let ordered = ordered(layout, effort);
    let at_least = ordered.as_ref().is_some_and(|ordered| ordered.length() <= least);
    let doubled = |layout: &mut Layout| doubling::lay(layout, least, effort, of_others);
    if !at_least
        && (doubled(layout)
            || !fixed && with_dihedral_fours(layout, doubled)
            || search(layout, least, effort))
    {
        return;
    }
    match ordered {
        Some(ordered) => *layout = ordered,
        None => search_longer(layout, least + 1, effort),
    }
}

/// Lays out the torus with dihedral dimensions of radix 4. Returns false, and changes nothing, if that fails.
fn with_dihedral_fours(layout: &mut Layout, lay: impl Fn(&mut Layout) -> bool) -> bool {
    let groups = groups::with_dihedral_fours(&layout.torus, &layout.groups);
    let other = groups.map(|groups| Layout::new(&layout.torus, &groups));
    let laid = other.and_then(|mut other| lay(&mut other).then_some(other));
    laid.map(|other| *layout = other).is_some()
}

/// Lays out every message in the least length, by the packer. Returns false if it fails.
pub(super) fn lay_searched(layout: &mut Layout, effort: Effort) -> bool {
    search(layout, least_length(&layout.torus, &layout.groups), effort)
}

/// Lays out every message in order, without a search. Returns false if that is impossible.
pub(super) fn lay_ordered(layout: &mut Layout, effort: Effort) -> bool {
    ordered(layout, effort).map(|ordered| *layout = ordered).is_some()
}

/// The messages laid out in order, without a search.
fn ordered(layout: &Layout, effort: Effort) -> Option<Layout> {
    let mut ordered = Layout::new(&layout.torus, &layout.groups);
    shop::lay(&mut ordered, effort).then_some(ordered)
}

/// The packer tries the least length, with opposite messages in pairs and then each alone. Returns false if
/// it fails.
fn search(layout: &mut Layout, least: u32, effort: Effort) -> bool {
    let routes = routes_tried(layout, least, effort);
    let kinds = if pairs_fit(layout) { &[true, false][..] } else { &[false] };
    kinds.iter().any(|&pairs| {
        let items = items(layout, pairs, routes, effort.seed);
        lay_tight(layout, &items, least, effort)
    })
}

/// The packer tries this length and longer ones.
fn search_longer(layout: &mut Layout, length: u32, effort: Effort) {
    let routes = routes_tried(layout, length - 1, effort);
    let items = items(layout, pairs_fit(layout), routes, effort.seed);
    let packing = pack_from(&problem(layout, &items), length, Horizon::Finite, effort.seed, effort.visits);
    put_all(layout, &items, &packing.choices);
}

/// The packing problem of all messages of a torus at once, in the groups that suit it best, and the least
/// length that a search can reach. No construction helps. With `pairs`, opposite messages are one item where
/// they can be. The packer is measured with this problem.
pub fn packing_problem(torus: &Torus, pairs: bool, effort: Effort) -> (Problem, u32) {
    let layout = Layout::new(torus, &default_groups(torus));
    let least = least_length(torus, &layout.groups);
    let routes = routes_tried(&layout, least, effort);
    (problem(&layout, &items(&layout, pairs && pairs_fit(&layout), routes, effort.seed)), least)
}

/// Packs into exactly this length, or changes nothing.
fn lay_tight(
    layout: &mut Layout,
    items: &[Vec<Bundle>],
    length: u32,
    Effort { seed, visits }: Effort,
) -> bool {
    let searches = (visits / SEARCH).max(1);
    let choices = pack_into(&problem(layout, items), length, Horizon::Finite, seed, visits, searches);
    choices.iter().for_each(|choices| put_all(layout, items, choices));
    choices.is_some()
}

/// Routes for each message, so that a first round over all messages leaves most of the effort to the search.
fn routes_tried(layout: &Layout, length: u32, effort: Effort) -> usize {
    let round = layout.torus.nodes().map(|node| hops(layout, node)).sum::<u64>() * length as u64;
    (effort.visits / 4 / round).clamp(ROUTES.0, ROUTES.1) as usize
}

fn hops(layout: &Layout, node: NodeId) -> u64 {
    distance(&layout.torus, &layout.torus.coordinates(node)) as u64
}

/// Whether to let opposite routes start together. Not with radix 2, whose one letter is its own opposite; nor
/// in a dihedral dimension, where a half-way route without partner leaves holes that nothing fills.
fn pairs_fit(layout: &Layout) -> bool {
    !layout.torus.dims().contains(&2) && !layout.groups.contains(&Group::Dihedral)
}

/// The messages, each with the routes to try. With `pairs`, messages to opposite offsets are one item, which
/// halves the work, as their routes share no letter.
fn items(layout: &Layout, pairs: bool, cap: usize, seed: u64) -> Vec<Vec<Bundle>> {
    let mut random = Random::new(seed);
    let torus = &layout.torus;
    let mut items = Vec::new();
    let mut seen = vec![false; torus.len()];
    for node in torus.nodes().skip(1) {
        let offset = torus.coordinates(node);
        let opposite = torus.node(&negate(torus, &offset));
        let alone = opposite == node || !pairs;
        if !std::mem::replace(&mut seen[node.index()], true) {
            seen[opposite.index()] |= !alone;
            let bundle = |route: Route| if alone { vec![route] } else { vec![reverse(&route), route] };
            let routes = alternatives(torus, &offset, cap, &mut random);
            items.push(routes.into_iter().map(bundle).collect());
        }
    }
    items
}

fn negate(torus: &Torus, offset: &[u32]) -> Vec<u32> {
    offset.iter().zip(torus.dims()).map(|(x, n)| (n - x) % n).collect()
}

/// The route of the opposite letters.
fn reverse(route: &Route) -> Route {
    route.turned(|_| true)
}

/// The packer's problem: the letters of one bundle of each item.
pub(super) fn problem(layout: &Layout, items: &[Vec<Bundle>]) -> Problem {
    let cells = |bundle: &Bundle| bundle.iter().flat_map(|route| layout.cells(route)).collect();
    let item = |bundles: &Vec<Bundle>| bundles.iter().map(cells).collect();
    Problem { resources: layout.torus.port_slots(), items: items.iter().map(item).collect() }
}

/// Puts the bundles that the packer chose.
pub(super) fn put_all(layout: &mut Layout, items: &[Vec<Bundle>], choices: &[Choice]) {
    for (bundles, choice) in items.iter().zip(choices) {
        let start = layout.end + choice.start;
        bundles[choice.alternative].iter().for_each(|route| layout.put(start, route.clone()));
    }
}

/// The least length that a search needs to try: by the bound, the diameter, and the steps that cyclic
/// dimensions need.
fn least_length(torus: &Torus, groups: &[Group]) -> u32 {
    let half: Vec<u32> = torus.dims().iter().map(|n| n / 2).collect();
    let split = (0..torus.d()).filter(|&dim| groups[dim] == Group::Cyclic).map(|dim| cyclic_need(torus, dim));
    split.chain([lower_bound(torus), distance(torus, &half)]).max().unwrap_or(1)
}
