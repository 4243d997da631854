//! Any number of dimensions of equal radix: whole orbits without search, and the small orbits by the packer.
//!
//! The small orbits are packed without a hole, together with as few full orbits as make it possible; the rest
//! is laid out orbit by orbit. With four dimensions and more of even radix, the offsets whose coordinates are
//! all 0 or n/2 come first (`blocks`). Source: ours; the orbits are those of Coolsaet, Fack and De Meyer.

use super::{
    blocks,
    layout::Layout,
    mixed::{self, Bundle},
    orbits,
};
use crate::{
    pack::{pack_into, Horizon},
    route::alternatives,
    Effort, Random, Route,
};

/// Most routes tried for one message.
const ROUTES: usize = 96;

/// Most full orbits packed with the small ones.
const EXTRA: usize = 16;

/// Searches that share the effort.
const SEARCHES: u64 = 8;

/// Lays out a torus of equal radices with equal groups; `false` where the search fails.
pub(super) fn lay(layout: &mut Layout, effort: Effort) -> bool {
    let even = layout.torus.dims()[0] % 2 == 0;
    (layout.torus.d() < 4 || !even || blocks::lay(layout, effort))
        && lay_small(layout, effort)
        && orbits::append_rest(layout)
}

/// The small orbits, with more and more full ones until they fit without a hole.
fn lay_small(layout: &mut Layout, effort: Effort) -> bool {
    let letters = layout.torus.port_slots();
    let (full, small): (Vec<_>, Vec<_>) =
        orbits::remaining(layout).into_iter().partition(|&(_, size)| size == letters);
    let routes = |orbits: &[(Route, usize)], layout: &Layout| {
        orbits.iter().flat_map(|(route, _)| orbits::distinct(layout, route)).collect::<Vec<_>>()
    };
    let (small, extra) = (routes(&small, layout), routes(&full[..full.len().min(EXTRA)], layout));
    small.is_empty()
        || (0..=extra.len() / letters).any(|more| {
            let chosen: Vec<&Route> = small.iter().chain(&extra[..more * letters]).collect();
            pack_exactly(layout, &chosen, effort)
        })
}

/// Packs the destinations of these routes into as few columns as their letters fill.
fn pack_exactly(layout: &mut Layout, routes: &[&Route], effort: Effort) -> bool {
    let hops: u32 = routes.iter().map(|route| route.hops()).sum();
    let length = hops.div_ceil(layout.torus.port_slots() as u32);
    let mut random = Random::new(effort.seed);
    let offset = |route: &Route| {
        let node = layout.torus.node_at(layout.destination(route)).expect("a route ends at a node");
        layout.torus.coordinates(node)
    };
    let ways = |route: &&Route| {
        let routes = alternatives(&layout.torus, &offset(route), ROUTES, &mut random);
        routes.into_iter().map(|route| vec![route]).collect()
    };
    let ways: Vec<Vec<Bundle>> = routes.iter().map(ways).collect();
    let longest = routes.iter().map(|route| route.hops()).max().unwrap_or(0);
    if longest > length {
        return false;
    }
    let problem = mixed::problem(layout, &ways);
    let choices = pack_into(&problem, length, Horizon::Finite, effort.seed, effort.visits, SEARCHES);
    choices.iter().for_each(|choices| mixed::put_all(layout, &ways, choices));
    layout.end += if choices.is_some() { length } else { 0 };
    choices.is_some()
}
