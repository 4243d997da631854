//! Division by a known number as a multiplication: coordinates of nodes are needed for every message.
//!
//! With m = ceil(2^63 / d), floor(n m / 2^63) = floor(n / d), as n (m d - 2^63) < n d <= 2^62 < 2^63. Bounds:
//! divisors and dividends below 2^31. Source: Granlund and Montgomery, "Division by Invariant Integers using
//! Multiplication", 1994.

/// A divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divisor {
    divisor: usize,
    /// 2^63 / divisor, rounded up.
    inverse: u64,
}

impl Divisor {
    /// A divisor of at least 1.
    pub fn new(divisor: usize) -> Self {
        debug_assert!((1..1 << 31).contains(&divisor));
        Divisor { divisor, inverse: (1u64 << 63).div_ceil(divisor as u64) }
    }

    /// The divisor.
    pub fn get(self) -> usize {
        self.divisor
    }

    /// Quotient and remainder.
    ///
    /// ```
    /// assert_eq!(torus_model::Divisor::new(7).split(23), (3, 2));
    /// ```
    #[inline]
    pub fn split(self, number: usize) -> (usize, usize) {
        debug_assert!(number < 1 << 31);
        let quotient = ((number as u128 * u128::from(self.inverse)) >> 63) as usize;
        (quotient, number - quotient * self.divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Divisors small and large, powers of two and their neighbours; numbers around every small multiple of
    /// them, the largest multiple, and the largest number.
    #[test]
    fn quotients_are_those_of_a_division() {
        let powers = (0..31).flat_map(|bit| [(1usize << bit).wrapping_sub(1), 1 << bit, (1 << bit) + 1]);
        for divisor in (1..300).chain(powers).chain([1_000_003, (1 << 31) - 1]) {
            if divisor == 0 || divisor >= 1 << 31 {
                continue;
            }
            let by = Divisor::new(divisor);
            let largest = ((1 << 31) - 1) / divisor * divisor;
            let multiples = (0..70).map(|times| times * divisor).filter(|&n| n < 1 << 31).chain([largest]);
            let around = multiples.flat_map(|n| [n.saturating_sub(1), n, n + 1]).chain([(1 << 31) - 1]);
            for number in around.filter(|&number| number < 1 << 31) {
                assert_eq!(by.split(number), (number / divisor, number % divisor), "{number} / {divisor}");
            }
        }
    }
}
