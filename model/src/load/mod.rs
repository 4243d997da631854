//! Exact link loads of a complete exchange, without enumerating pairs of processors.
//!
//! The load E(l) is the expected number of messages over the directed link l if every processor sends one
//! message to every other one (Azizoglu and Eğecioğlu, definition 4). While a message corrects dimension i,
//! the dimensions corrected before (a set S) have the coordinates of the destination, and the others still
//! have those of the source. So the load of a link in dimension i is a sum over pairs of coordinates (start,
//! end): the processors with that start and the right coordinates outside S, times the processors with that
//! end and the right coordinates inside S. ODR has one set S for each dimension. UDR takes every S, weighted
//! `|S|! (d-1-|S|)! / d!`.
//!
//! On each line of the torus this sum slides along (`sweep`), so that all loads cost O(d N) for ODR and
//! O(2^(d-1) d N) for UDR, for **any** placement. [`Loads::by_classes`] computes the same loads in another
//! way: it walks one message of each class through the link classes of a symmetric placement. [`ClassLoads`]
//! is for full, linear and multilinear placements of any size: it has no nodes. The three share nothing but
//! the tie rule, and are checks of each other.

mod classes;
mod cycle;
mod distances;
mod exact;
mod link_classes;
mod sweep;

pub use distances::total_distances;
pub use exact::{digest_text, ExactLoads, Fraction, LinkLoad};
pub use link_classes::{ClassLoads, ClassLoadsError};

use crate::{route::factorial, LinkId, Placement, Port, Radices, Routing, Ties, Torus};
use classes::class_numerators;
use num_rational::Ratio;
use std::fmt;
use sweep::{corrected_before, Sweep};

/// UDR loads whose common denominator d! leaves 63 bits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "UDR loads of {processors} processors in {d} dimensions were asked for; they are counted in units of \
     1/{d}! and have to fit 63 bits: use odr, fewer dimensions or fewer processors"
)]
pub struct UdrTooLarge {
    /// Number of dimensions.
    pub d: usize,
    /// Number of processors.
    pub processors: usize,
}

/// The loads of all links, as numerators over one common denominator (1 for ODR, d! for UDR).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loads {
    torus: Torus,
    numerators: Vec<u64>,
    denominator: u64,
}

impl Loads {
    /// The loads of a placement under a routing.
    ///
    /// Errors: UDR numerators that may leave 63 bits.
    pub fn new(placement: &Placement, routing: Routing) -> Result<Self, UdrTooLarge> {
        let torus = placement.torus();
        let denominator = denominator(placement, routing)?;
        let (sweep, mut numerators) = (Sweep::new(placement), vec![0; torus.link_slots()]);
        for dim in 0..torus.d() {
            let before = corrected_before(torus.d(), dim, routing);
            sweep.lines(dim, &before).add_loads(&mut numerators);
        }
        Ok(Loads { torus: torus.clone(), numerators, denominator })
    }

    /// The loads of ODR with another tie rule. Cost: O(d N) for [`Ties::Plus`], O(N n) for each even radix n
    /// more for [`Ties::Parity`].
    pub fn ordered(placement: &Placement, ties: Ties) -> Self {
        let torus = placement.torus();
        let (sweep, mut numerators) = (Sweep::new(placement), vec![0; torus.link_slots()]);
        for dim in 0..torus.d() {
            let lines = sweep.lines(dim, &corrected_before(torus.d(), dim, Routing::Odr));
            lines.add_loads(&mut numerators);
            if ties == Ties::Parity {
                lines.turn_odd_ties(&mut numerators);
            }
        }
        Loads { torus: torus.clone(), numerators, denominator: 1 }
    }

    /// The same loads by link classes: one message of every class is walked, and every link of a class has
    /// the class's count. Cost: messages per source class x path length. Errors as [`Loads::new`].
    pub fn by_classes(placement: &Placement, routing: Routing) -> Result<Self, UdrTooLarge> {
        let torus = placement.torus();
        let denominator = denominator(placement, routing)?;
        let classes = class_numerators(placement, routing, denominator);
        let class = |link| placement.symmetry().link_class(torus, link);
        let mut numerators = vec![0; torus.link_slots()];
        torus.links().for_each(|link| numerators[link.index()] = classes[class(link)]);
        Ok(Loads { torus: torus.clone(), numerators, denominator })
    }

    /// Loads that the caller has counted: 2dN numerators by link id, over a denominator of at least 1.
    pub fn from_counts(torus: &Torus, numerators: Vec<u64>, denominator: u64) -> Self {
        debug_assert!(numerators.len() == torus.link_slots() && denominator > 0);
        Loads { torus: torus.clone(), numerators, denominator }
    }

    /// The load of one link.
    pub fn load(&self, link: LinkId) -> Ratio<u64> {
        Ratio::new(self.numerators[link.index()], self.denominator)
    }

    /// Numerators by link id (2dN of them, 0 at absent ports), all over [`Loads::denominator`].
    pub fn numerators(&self) -> &[u64] {
        &self.numerators
    }

    /// The common denominator, not reduced: 1 for ODR, d! for UDR.
    pub fn denominator(&self) -> u64 {
        self.denominator
    }

    /// The maximum load E_max.
    pub fn e_max(&self) -> Ratio<u128> {
        ExactLoads::e_max(self)
    }

    /// The sum of all loads: the sum of all distances, a whole number for every shortest routing.
    pub fn total(&self) -> u128 {
        ExactLoads::total(self)
    }

    /// The links of maximum load, by increasing id.
    pub fn busiest(&self) -> Vec<LinkId> {
        let max = self.numerators.iter().copied().max().unwrap_or(0);
        self.torus.links().filter(|link| self.numerators[link.index()] == max).collect()
    }

    /// The loads of the existing links in decimal, by link id, joined by commas. Digests are made of this
    /// text, which is made piece by piece as it is written: it would be longer than the loads themselves.
    pub fn digest_text(&self) -> impl fmt::Display + '_ {
        exact::digest_text(self)
    }
}

/// The denominator of loads that are not counted yet: 1 for a deterministic routing, d! for UDR. Error: it
/// leaves no 63 bits for numerators.
pub fn denominator(placement: &Placement, routing: Routing) -> Result<u64, UdrTooLarge> {
    let (d, processors) = (placement.torus().d(), placement.len());
    if routing.is_deterministic() {
        return Ok(1);
    }
    let pairs = (processors as u64).checked_mul(processors as u64);
    let fits = |f: u64| pairs.and_then(|p| p.checked_mul(f)).is_some_and(|n| n < 1 << 63);
    factorial(d).filter(|&f| fits(f)).ok_or(UdrTooLarge { d, processors })
}

impl ExactLoads for Loads {
    fn radices(&self) -> &Radices {
        self.torus.radices()
    }

    fn denominator(&self) -> u128 {
        self.denominator.into()
    }

    fn port_max(&self) -> Vec<Ratio<u128>> {
        let slots = self.torus.port_slots();
        let mut most = vec![0; slots];
        for node in self.numerators.chunks(slots) {
            node.iter().zip(&mut most).for_each(|(&load, most)| *most = load.max(*most));
        }
        most.into_iter().map(|load| Ratio::new(load.into(), self.denominator.into())).collect()
    }

    fn total(&self) -> u128 {
        let sum: u128 = self.numerators.iter().map(|&n| u128::from(n)).sum();
        sum / u128::from(self.denominator)
    }

    fn links(&self) -> Box<dyn Iterator<Item = LinkLoad> + '_> {
        let slots = self.torus.port_slots();
        let of = move |(node, port): (u64, Port)| {
            let numerator = self.numerators[node as usize * slots + port.index()].into();
            LinkLoad { node, port, numerator }
        };
        Box::new(exact::walk(self.torus.radices()).map(of))
    }

    fn values(&self) -> Box<dyn Iterator<Item = u128> + '_> {
        Box::new(self.numerators.iter().map(|&numerator| numerator.into()))
    }
}
