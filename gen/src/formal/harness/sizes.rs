//! Widths and counts of a harness.

use crate::formal::quotient::Quotient;
use torus_model::route::bits;

/// Widths and counts of a harness.
pub struct Sizes {
    /// Links of the quotient.
    pub links: usize,
    /// Injection ports of the quotient.
    pub sends: usize,
    /// Bits of a payload.
    pub payload: usize,
    /// Bits of a slot.
    pub slot: usize,
    /// Bits of a number of hops.
    pub hops: usize,
    /// Bits of all offsets.
    pub offset: usize,
    /// Bits of an entry of what an injection port should send: valid, offsets, hops.
    pub want: usize,
    /// Bits of each coordinate.
    pub coordinates: Vec<usize>,
}

impl Sizes {
    /// The sizes for a quotient.
    pub fn new(quotient: &Quotient) -> Self {
        let widths = quotient.spec.widths();
        let (hops, offset) = (bits(quotient.most_hops() + 1).max(1), widths.coordinates.iter().sum());
        Sizes {
            links: quotient.links(),
            sends: quotient.sends.len(),
            payload: widths.payload,
            slot: widths.slot,
            hops,
            offset,
            want: 1 + offset + hops,
            coordinates: widths.coordinates,
        }
    }

    /// The lowest bit of the offset in dimension `dim` among all offsets.
    pub fn begin(&self, dim: usize) -> usize {
        self.coordinates[..dim].iter().sum()
    }
}
