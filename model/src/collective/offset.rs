//! Arithmetic of offsets that are written as ids: offset v is the id of the node at v from node 0.

use super::Block;
use crate::{Port, Route, Segment, Torus};

/// `a + b`, every coordinate modulo its radix.
pub(crate) fn plus(torus: &Torus, a: u32, b: u32) -> u32 {
    each(torus, |n, stride| (a / stride % n + b / stride % n) % n)
}

/// `a - b`, every coordinate modulo its radix.
pub(crate) fn minus(torus: &Torus, a: u32, b: u32) -> u32 {
    each(torus, |n, stride| (a / stride % n + n - b / stride % n) % n)
}

/// The id whose coordinates are given by `coordinate(radix, stride)` for each dimension.
fn each(torus: &Torus, coordinate: impl Fn(u32, u32) -> u32) -> u32 {
    let term = |dim: usize| {
        let stride = torus.stride(dim) as u32;
        coordinate(torus.dims()[dim], stride) * stride
    };
    (0..torus.d()).map(term).sum()
}

/// The offset from the start of a route to its end.
pub(crate) fn displacement(torus: &Torus, route: &Route) -> u32 {
    let origin = torus.nodes().next().expect("a torus has nodes");
    route.end(torus, origin).index() as u32
}

/// A block as it is seen from the node at offset `by` from its holder.
pub(crate) fn seen_from(torus: &Torus, by: u32, block: &Block) -> Block {
    Block { origin: minus(torus, block.origin, by), destination: minus(torus, block.destination, by) }
}

/// The route of one segment.
pub(crate) fn straight(port: Port, hops: u32) -> Route {
    Route::new([Segment { port, hops }])
}
