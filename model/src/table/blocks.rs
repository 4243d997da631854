//! The offsets of coordinates 0 and n/2 on a torus n^d, d at least 4 and n even, as blocks.
//!
//! Each of their segments is a block of n/2 columns, so they fill `2^(d-2)` columns of blocks, whatever n is.
//! The packer finds the places of the blocks. Source: ours.

use super::layout::Layout;
use crate::{
    pack::{pack_into, Cell, Horizon, Problem},
    route::alternatives,
    Effort, Random, Route,
};

/// Most routes tried for one message.
const ROUTES: usize = 384;

/// Searches that share the effort.
const SEARCHES: u64 = 8;

/// Lays them out, in the first columns that are free; `false` where the search fails.
pub(super) fn lay(layout: &mut Layout, effort: Effort) -> bool {
    let (d, m) = (layout.torus.d(), layout.torus.dims()[0] / 2);
    let mut random = Random::new(effort.seed);
    let offset = |set: u32| (0..d).map(|dim| (set >> dim & 1) * m).collect::<Vec<_>>();
    let routes = |set| alternatives(&layout.torus, &offset(set), ROUTES, &mut random);
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
