//! All shortest routes of an offset: every order of its dimensions, and both directions for ties.

use super::{shorter_way, Route, Segment};
use crate::{Port, Random, Sign, Torus};

/// The shortest routes of an offset, sorted: all of them, or up to `cap` drawn at random where there are
/// more.
pub(crate) fn alternatives(torus: &Torus, offset: &[u32], cap: usize, random: &mut Random) -> Vec<Route> {
    let segments: Vec<Vec<Segment>> =
        (0..torus.d()).filter_map(|dim| segments(torus, dim, offset[dim])).collect();
    let count = (1..=segments.len())
        .chain(segments.iter().map(Vec::len))
        .try_fold(1usize, |all, n| all.checked_mul(n));
    let mut routes = match count {
        Some(count) if count <= cap => all_routes(&segments),
        _ => (0..cap).map(|_| random_route(&segments, random)).collect(),
    };
    routes.sort();
    routes.dedup();
    routes
}

/// The segments that correct one dimension; `None` if it needs no correction.
fn segments(torus: &Torus, dim: usize, offset: u32) -> Option<Vec<Segment>> {
    let n = torus.dims()[dim];
    let (sign, hops) = shorter_way(offset, n);
    let signs: &[Sign] = if n > 2 && 2 * hops == n { &[Sign::Plus, Sign::Minus] } else { &[sign] };
    (hops > 0).then(|| signs.iter().map(|&sign| Segment { port: Port::new(dim, sign), hops }).collect())
}

/// The routes of every order of the dimensions, with every way round.
fn all_routes(segments: &[Vec<Segment>]) -> Vec<Route> {
    let mut partial: Vec<Vec<Segment>> = vec![Vec::new()];
    for _ in 0..segments.len() {
        let longer = |route: Vec<Segment>| {
            let dims: Vec<usize> = route.iter().map(|segment| segment.port.dim()).collect();
            let next = segments.iter().flatten().filter(move |segment| !dims.contains(&segment.port.dim()));
            next.map(|&segment| route.iter().copied().chain([segment]).collect()).collect::<Vec<_>>()
        };
        partial = partial.into_iter().flat_map(longer).collect();
    }
    partial.into_iter().map(Route::new).collect()
}

fn random_route(segments: &[Vec<Segment>], random: &mut Random) -> Route {
    let mut route: Vec<Segment> = segments.iter().map(|ways| ways[random.below(ways.len())]).collect();
    (1..route.len()).for_each(|at| route.swap(at, random.below(at + 1)));
    Route::new(route)
}
