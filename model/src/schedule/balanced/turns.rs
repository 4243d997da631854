//! Turns of a placement: rotations of its dimensions, and the reflection of all of them. They permute the
//! ports.
//!
//! A turn other than the identity leaves no port in place. So the images of a message under all turns never
//! meet if they start in the same slot with the images of one route: at any time they are on links of
//! different ports. A message with fewer images than there are turns has no such route.

use crate::{schedule::problem::Setting, Port, PortModel, Route, Segment, Symmetry, Torus};

/// A turn: dimension i becomes dimension i + `by`. If it is mirrored, every sign changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    by: usize,
    mirrored: bool,
}

impl Turn {
    /// The image of an offset.
    pub fn offset(self, torus: &Torus, offset: &[u32]) -> Vec<u32> {
        let mut image = offset.to_vec();
        image.rotate_right(self.by);
        if self.mirrored {
            image.iter_mut().zip(torus.dims()).for_each(|(x, n)| *x = (n - *x) % n);
        }
        image
    }

    /// The image of a route, in d dimensions.
    pub fn route(self, d: usize, route: &Route) -> Route {
        let image = |segment: &Segment| {
            let port = Port::new((segment.port.dim() + self.by) % d, segment.port.sign());
            Segment { port, ..*segment }.turned(self.mirrored)
        };
        Route::new(route.segments().iter().map(image))
    }
}

/// The groups of turns that map the messages and the link classes of a placement onto themselves, the
/// largest first and the identity alone last. There is only the identity in four cases: messages share a
/// local port and cannot start together; several classes of processors send; the placement has no symmetry;
/// a radix is 2, so that a port is its own reflection. Dimensions are rotated only if their hops take
/// equally long.
pub(super) fn groups(Setting { placement, ports, hop_cycles }: Setting) -> Vec<Vec<Turn>> {
    let torus = placement.torus();
    let mirrors = ports == PortModel::AllPort
        && placement.sources().len() == 1
        && placement.symmetry() != &Symmetry::Trivial
        && !torus.dims().contains(&2);
    let alike = torus.radix().is_some() && hop_cycles.same().is_some();
    let rotates = mirrors && alike && is_even_handed(placement.symmetry());
    let (d, mirrored) = (torus.d(), if mirrors { &[true, false][..] } else { &[false] });
    let steps = (1..=d).filter(|step| d % step == 0 && (rotates || *step == d));
    let mut groups: Vec<Vec<Turn>> =
        steps.flat_map(|step| mirrored.iter().map(move |&mirrored| group(d, step, mirrored))).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The rotations of d dimensions.
pub(super) fn rotations(d: usize) -> Vec<Turn> {
    group(d, 1, false)
}

/// The rotations by multiples of a step, with their mirror images if `mirrored`. The identity comes first.
fn group(d: usize, step: usize, mirrored: bool) -> Vec<Turn> {
    let signs: &[bool] = if mirrored { &[false, true] } else { &[false] };
    let turns = |by| signs.iter().map(move |&mirrored| Turn { by, mirrored });
    (0..d).step_by(step).flat_map(turns).collect()
}

/// Whether the classes of nodes remain the same under any rotation of the dimensions.
fn is_even_handed(symmetry: &Symmetry) -> bool {
    match symmetry {
        Symmetry::Transitive => true,
        Symmetry::Linear { coefficients, .. } => coefficients.windows(2).all(|pair| pair[0] == pair[1]),
        Symmetry::Parity { .. } | Symmetry::Residue { .. } | Symmetry::Trivial => false,
    }
}
