//! The ways that a packet may take round a ring, for tests of channels and of bursts.
#![allow(dead_code)] // Every subject compiles this module.

use torus_model::{Port, Route, Segment, Torus};

/// A route, and those that take the other direction where both are equally long.
pub fn either_way(torus: &Torus, route: &Route) -> Vec<Route> {
    let mut all = vec![Vec::new()];
    for segment in route.segments() {
        let n = torus.dims()[segment.port.dim()];
        let other = Segment { port: Port::from_index(segment.port.index() ^ 1), ..*segment };
        let ways = if n > 2 && 2 * segment.hops == n { vec![*segment, other] } else { vec![*segment] };
        let with =
            |start: &Vec<Segment>| ways.iter().map(|&way| [&start[..], &[way]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter().map(Route::new).collect()
}
