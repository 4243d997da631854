//! Any number of dimensions of equal radix: whole orbits without search, and the small orbits by the packer.
//!
//! The small orbits are packed without a hole, together with as few full orbits as make it possible; the rest
//! is laid out orbit by orbit. With four dimensions and more of even radix, the offsets whose coordinates are
//! all 0 or n/2 come first. Each of their segments is a block of n/2 columns, so they fill `2^(d-2)` columns
//! of blocks, whatever n is. Source: ours; the orbits are those of Coolsaet, Fack and De Meyer.

use super::{
    layout::Layout,
    mixed::{self, Bundle},
    orbits,
};
use crate::{
    pack::{pack_into, Cell, Horizon, Problem},
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
    (layout.torus.d() < 4 || !even || lay_halves(layout, effort))
        && lay_small(layout, effort)
        && orbits::append_rest(layout)
}

/// The offsets of coordinates 0 and n/2, in blocks.
fn lay_halves(layout: &mut Layout, effort: Effort) -> bool {
    let (d, m) = (layout.torus.d(), layout.torus.dims()[0] / 2);
    let mut random = Random::new(effort.seed);
    let offset = |set: u32| (0..d).map(|dim| (set >> dim & 1) * m).collect::<Vec<_>>();
    let routes = |set| alternatives(&layout.torus, &offset(set), 4 * ROUTES, &mut random);
    let routes: Vec<Vec<Route>> = (1..1 << d).map(routes).collect();
    let blocks = |route: &Route| {
        (0..).zip(route.segments()).map(|(offset, segment)| block(segment.port.index(), offset)).collect()
    };
    let items = routes.iter().map(|routes| routes.iter().map(blocks).collect()).collect();
    let problem = Problem { resources: 2 * d, items };
    let columns = 1 << (d - 2);
    let choices = pack_into(&problem, columns, Horizon::Finite, effort.seed, effort.visits, SEARCHES);
    let found = choices.is_some();
    for (routes, choice) in routes.iter().zip(choices.unwrap_or_default()) {
        layout.put(layout.end + choice.start * m, routes[choice.alternative].clone());
    }
    layout.end += columns * m;
    found
}

fn block(letter: usize, offset: u32) -> Cell {
    Cell { resource: letter as u32, offset }
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
