//! Routing algorithms: which of the shortest paths a message takes.
//!
//! Source: Azizoglu and Eğecioğlu, sections 6 (ODR) and 7 (UDR). Ties (an offset of half an even radix) go
//! `+` in both, as in the restricted form of the paper.

use super::{shorter_way, Route, Segment, Segments, Ties};
use crate::{names::named, NodeId, Port, Random, Torus};

/// A routing algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routing {
    /// Ordered dimensional routing: the dimensions are corrected in the order 1..d. Every pair has one path.
    Odr,
    /// Unordered dimensional routing: every order of the s dimensions that differ is equally likely.
    Udr,
}

impl Routing {
    /// Whether every pair has exactly one path.
    pub fn is_deterministic(self) -> bool {
        self == Routing::Odr
    }
}

named!(Routing, "routing", Odr => "odr", Udr => "udr");

/// The route that corrects `offset` in the dimension order 1..d (ODR).
pub fn ordered_route(torus: &Torus, offset: &[u32]) -> Route {
    Route::new((0..torus.d()).map(|dim| {
        let (sign, hops) = shorter_way(offset[dim], torus.dims()[dim]);
        Segment { port: Port::new(dim, sign), hops }
    }))
}

/// The Lee length of an offset, which is the number of hops of every shortest path.
pub fn distance(torus: &Torus, offset: &[u32]) -> u32 {
    offset.iter().zip(torus.dims()).map(|(&o, &n)| shorter_way(o, n).1).sum()
}

/// The route from `source` to `destination` in the dimension order 1..d; the source's coordinates decide the
/// ties.
pub fn ordered_route_with(torus: &Torus, source: NodeId, destination: NodeId, ties: Ties) -> Route {
    let mut segments = Segments::new();
    for (dim, &n) in torus.dims().iter().enumerate() {
        let offset = torus.offset_in(dim, source, destination);
        if offset > 0 {
            let (sign, hops) = ties.way(torus.coordinate(source, dim), offset, n);
            segments.push(Segment { port: Port::new(dim, sign), hops });
        }
    }
    Route(segments)
}

/// All orders of a route's segments, the route itself first: s! routes for s segments. From
/// [`ordered_route_with`] on, these are the routes of UDR with the same ties.
pub fn orders(route: &Route) -> Vec<Route> {
    permutations(route.segments()).into_iter().map(Route::new).collect()
}

/// A route, and all routes that take the other direction for ties: 2^t routes for t such segments.
///
/// ```
/// use torus_model::{route::either_way, Torus};
/// let torus = Torus::new(&[4, 5]).unwrap();
/// let ways = |route: &str| either_way(&torus, &route.parse().unwrap());
/// assert_eq!(ways("aabb").iter().map(ToString::to_string).collect::<Vec<_>>(), ["aabb", "AAbb"]);
/// assert_eq!(ways("abb").len(), 1);
/// ```
pub fn either_way(torus: &Torus, route: &Route) -> Vec<Route> {
    let mut routes = vec![Vec::new()];
    for &segment in route.segments() {
        let n = torus.dims()[segment.port.dim()];
        let either = n > 2 && 2 * segment.hops == n;
        let ways = if either { vec![segment, segment.turned(true)] } else { vec![segment] };
        let longer = |way: Segment| routes.iter().map(move |route: &Vec<_>| [&route[..], &[way]].concat());
        routes = ways.into_iter().flat_map(longer).collect();
    }
    routes.into_iter().map(Route::new).collect()
}

/// The s! routes of UDR for an offset with s dimensions that differ, ties `+`; the ordered route is the
/// first.
pub fn udr_routes(torus: &Torus, offset: &[u32]) -> Vec<Route> {
    orders(&ordered_route(torus, offset))
}

/// The routes of UDR for an offset, and how many copies of a message to send by each: d!/s!. If every
/// processor sends all of them to every other, link l carries exactly d! E(l) packets. `None` where d! leaves
/// 64 bits.
pub fn udr_copies(torus: &Torus, offset: &[u32]) -> Option<(Vec<Route>, u64)> {
    let routes = udr_routes(torus, offset);
    let copies = factorial(torus.d())? / routes.len() as u64;
    Some((routes, copies))
}

/// The route with its segments in a random order; all orders are equally likely.
pub fn random_order(route: &Route, random: &mut Random) -> Route {
    let mut segments = route.segments().to_vec();
    random.shuffle(&mut segments);
    Route::new(segments)
}

/// n!, if it fits 64 bits.
pub(crate) fn factorial(n: usize) -> Option<u64> {
    (1..=n as u64).try_fold(1u64, u64::checked_mul)
}

/// All orders of some segments.
pub(crate) fn permutations(segments: &[Segment]) -> Vec<Vec<Segment>> {
    if segments.is_empty() {
        return vec![Vec::new()];
    }
    let led_by = |i: usize| {
        let rest: Vec<Segment> =
            segments.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &segment)| segment).collect();
        permutations(&rest).into_iter().map(move |order| [vec![segments[i]], order].concat())
    };
    (0..segments.len()).flat_map(led_by).collect()
}
