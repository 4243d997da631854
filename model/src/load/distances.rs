//! The sums of all distances, from the processors at each coordinate alone.

use super::cycle::Cycle;
use crate::Census;

/// The sum of all distances in each dimension, over all ordered pairs of processors. It is what a ring
/// carries whose nodes have as many processors as the torus has at their coordinate.
///
/// Overflow is not detected: |P|^2 times the radix must fit 128 bits.
pub fn total_distances(placement: &impl Census) -> Vec<u128> {
    let distances = |dim| {
        let n = u64::from(placement.radices().dims()[dim]);
        let up = placement.marginal(dim);
        let down: Vec<u64> = up.iter().rev().copied().collect();
        let total =
            |at: &[u64], longest| -> u128 { Cycle { starts: at, ends: at, longest }.loads().iter().sum() };
        let round = total(&up, n / 2) + total(&down, (n - 1) / 2);
        round * u128::from(n / up.len() as u64)
    };
    (0..placement.radices().d()).map(distances).collect()
}
