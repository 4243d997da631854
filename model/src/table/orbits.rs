//! The rotation sigma of a torus with equal radices, its orbits, and the columns that they fill.
//!
//! sigma permutes the letters in one cycle, `a -> b -> .. -> last -> A -> B -> .. -> a`. So the 2d images of
//! a route under its powers, started together, use every letter once in every step: there is no hole and no
//! conflict. Orbits of fewer than 2d offsets cannot be laid out in this way; heads and the packer place them.
//! Source: Coolsaet, Fack and De Meyer, sections 3.3 and 3.4.

use super::layout::Layout;
use crate::{route::ordered_route, Port, Route, Segment, Sign};

/// The image of a route under sigma.
pub(super) fn rotate(route: &Route, d: usize) -> Route {
    Route::new(route.segments().iter().map(|&Segment { port, hops }| {
        let wraps = port.dim() + 1 == d;
        let sign = if (port.sign() == Sign::Plus) != wraps { Sign::Plus } else { Sign::Minus };
        Segment { port: Port::new((port.dim() + 1) % d, sign), hops }
    }))
}

/// A route and all its images.
pub(super) fn images(route: &Route, d: usize) -> Vec<Route> {
    std::iter::successors(Some(route.clone()), |route| Some(rotate(route, d))).take(2 * d).collect()
}

/// One route of every orbit that is not yet sent, short routes first, and the size of the orbit.
pub(super) fn remaining(layout: &Layout) -> Vec<(Route, usize)> {
    let torus = &layout.torus;
    let mut seen: Vec<bool> = (0..torus.len()).map(|node| layout.is_sent(node)).collect();
    let mut found = Vec::new();
    for node in torus.nodes() {
        if !seen[node.index()] {
            let route = ordered_route(torus, &torus.coordinates(node));
            let mut nodes: Vec<_> =
                images(&route, torus.d()).iter().map(|image| layout.destination(image)).collect();
            nodes.iter().for_each(|&node| seen[node] = true);
            nodes.sort_unstable();
            nodes.dedup();
            found.push((route, nodes.len()));
        }
    }
    found.sort_by_key(|(route, _)| route.hops());
    found
}

/// Lays out the whole orbits of these routes, one after the other.
pub(super) fn append(layout: &mut Layout, routes: impl IntoIterator<Item = Route>) {
    for route in routes {
        let start = layout.end;
        layout.end += route.hops();
        let images = images(&route, layout.torus.d());
        images.into_iter().for_each(|image| layout.put(start, image));
    }
}

/// Lays out everything not yet sent. Returns false if an orbit is too small for that.
pub(super) fn append_rest(layout: &mut Layout) -> bool {
    let rest = remaining(layout);
    let full = 2 * layout.torus.d();
    let all_full = rest.iter().all(|&(_, size)| size == full);
    append(layout, rest.into_iter().filter(|&(_, size)| size == full).map(|(route, _)| route));
    all_full
}

/// The routes of an orbit that differ in their destination: one for each node of it.
pub(super) fn distinct(layout: &Layout, route: &Route) -> Vec<Route> {
    let mut found: Vec<(usize, Route)> = Vec::new();
    for image in images(route, layout.torus.d()) {
        let node = layout.destination(&image);
        if found.iter().all(|(other, _)| *other != node) {
            found.push((node, image));
        }
    }
    found.into_iter().map(|(_, route)| route).collect()
}
