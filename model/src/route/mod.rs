//! Routes: the path of a message as straight segments, one for each dimension that it corrects, in order.
//!
//! A route is what a message carries and what a ROM stores. It does not say where the message starts, so one
//! route serves all processors of a symmetric placement. In text a route has a letter for each hop: `aaB` is
//! two hops of `1+` and one of `2-`. Coolsaet, Fack and De Meyer call such a text a *word*, and so do the
//! files that torusgen writes.

mod alternatives;
mod header;
mod routing;
mod ties;

pub(crate) use alternatives::alternatives;
pub use header::{bits, coordinate_bits, HeaderLayout};
pub(crate) use routing::factorial;
pub use routing::{
    distance, either_way, ordered_route, ordered_route_with, orders, random_order, udr_copies, udr_routes,
    Routing,
};
pub use ties::{shorter_way, Ties};

use crate::quote::shortened;
use crate::{torus::Line, NodeId, Port, Sign, Torus};
use smallvec::SmallVec;
use std::{collections::BTreeSet, fmt, str::FromStr};

/// A straight segment of a route: `hops >= 1` links through the same port of successive nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment {
    /// The port by which every node of the segment sends.
    pub port: Port,
    /// Number of links.
    pub hops: u32,
}

impl Segment {
    /// The segment in the other direction if `turned`, else as it is.
    pub fn turned(self, turned: bool) -> Self {
        let port = if turned { self.port.opposite() } else { self.port };
        Segment { port, ..self }
    }
}

/// Up to three segments need no memory of their own: large schedules have millions of routes.
type Segments = SmallVec<[Segment; 3]>;

/// A path as segments, the first one first. Shortest routes use each dimension at most once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Route(Segments);

impl Route {
    /// The route of these segments; segments of no hop are dropped.
    pub fn new(segments: impl IntoIterator<Item = Segment>) -> Self {
        Route(segments.into_iter().filter(|segment| segment.hops > 0).collect())
    }

    /// The segments, in order.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The same with other dimensions: `dims[i]` for dimension i.
    pub(crate) fn with_dims(&self, dims: &[usize]) -> Route {
        let segment = |segment: &Segment| Segment {
            port: Port::new(dims[segment.port.dim()], segment.port.sign()),
            ..*segment
        };
        Route::new(self.0.iter().map(segment))
    }

    /// The route with the other direction in the dimensions that `is_turned` names.
    pub fn turned(&self, is_turned: impl Fn(usize) -> bool) -> Route {
        Route::new(self.0.iter().map(|segment| segment.turned(is_turned(segment.port.dim()))))
    }

    /// Every turn `(port of arrival, port of departure)` that some of these routes makes, in order.
    pub fn turns<'a>(routes: impl Iterator<Item = &'a Route>) -> Vec<(Port, Port)> {
        let turns = |route: &'a Route| route.0.windows(2).map(|runs| (runs[0].port, runs[1].port));
        let all: BTreeSet<_> = routes.flat_map(turns).collect();
        all.into_iter().collect()
    }

    /// Number of links that the route uses.
    pub fn hops(&self) -> u32 {
        self.0.iter().map(|segment| segment.hops).sum()
    }

    /// The port of every hop, in order.
    pub fn ports(&self) -> impl Iterator<Item = Port> + '_ {
        self.0.iter().flat_map(|segment| std::iter::repeat_n(segment.port, segment.hops as usize))
    }

    /// The links used from `source`, in order.
    pub fn links<'a>(&'a self, torus: &'a Torus, source: NodeId) -> impl Iterator<Item = crate::LinkId> + 'a {
        self.lines(torus, source).flat_map(move |(line, segment)| {
            let nodes = line.take(segment.hops as usize);
            nodes.map(move |(node, _)| torus.link(node, segment.port))
        })
    }

    /// The node where the route ends if it starts at `source`.
    pub fn end(&self, torus: &Torus, source: NodeId) -> NodeId {
        self.lines(torus, source).last().map_or(source, |(line, segment)| line.after(segment.hops))
    }

    /// Every segment, and the line that it takes from its first node on.
    pub fn lines<'a>(
        &'a self,
        torus: &'a Torus,
        source: NodeId,
    ) -> impl Iterator<Item = (Line, Segment)> + 'a {
        self.0.iter().scan(source, move |node, &segment| {
            let line = torus.line(*node, segment.port);
            *node = line.after(segment.hops);
            Some((line, segment))
        })
    }

    /// Whether the route is a shortest path over existing links: every segment takes the shorter way round,
    /// and no dimension comes twice.
    pub fn is_shortest(&self, torus: &Torus) -> bool {
        let mut seen = vec![false; torus.d()];
        self.0.iter().all(|&Segment { port, hops }| {
            let dim = port.dim();
            torus.has_port(port) && hops <= torus.dims()[dim] / 2 && !std::mem::replace(&mut seen[dim], true)
        })
    }
}

/// One letter for each hop: `aaB` is two hops of `1+` and one of `2-`.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ports().try_for_each(|port| write!(f, "{}", port.letter()))
    }
}

/// Text with a character that no route has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the route {:?} has the character {letter:?}; routes are letters, a b c .. for + and A B C .. for - in \
     dimensions 1, 2, 3: correct it",
    shortened(.text)
)]
pub struct RouteSyntax {
    /// The text given.
    pub text: String,
    /// The character.
    pub letter: char,
}

/// The inverse of `Display`: equal letters side by side are one segment. Errors: a character that is no
/// letter.
impl FromStr for Route {
    type Err = RouteSyntax;

    fn from_str(text: &str) -> Result<Self, RouteSyntax> {
        let port = |letter: char| match letter {
            'a'..='z' => Ok(Port::new(letter as usize - 'a' as usize, Sign::Plus)),
            'A'..='Z' => Ok(Port::new(letter as usize - 'A' as usize, Sign::Minus)),
            _ => Err(RouteSyntax { text: text.to_string(), letter }),
        };
        let ports = text.chars().map(port).collect::<Result<Vec<_>, _>>()?;
        let segment = |same: &[Port]| Segment { port: same[0], hops: same.len() as u32 };
        Ok(Route::new(ports.chunk_by(|a, b| a == b).map(segment)))
    }
}
