//! A bit vector whose width is a run-time value.
//!
//! Arithmetic is modulo 2^width and requires equal widths, as the printer does. So a kernel that mixes
//! widths fails in simulation, before it can be printed. A value holds up to 128 bits. Wider vectors may be
//! copied and printed, but a calculation with them panics.

use std::cmp::Ordering;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shr, Sub};

/// A value of a given number of bits.
#[derive(Clone, Copy, Debug)]
pub struct Bv {
    value: u128,
    width: usize,
}

impl Bv {
    /// The most bits that a value holds. Wider vectors can only be wired and printed.
    pub const MAX_WIDTH: usize = 128;

    /// `value` in `width` bits. Panics if the value does not fit.
    pub fn new(value: u128, width: usize) -> Self {
        assert!(width > 0, "A bit vector has at least one bit.");
        assert!(width >= Self::MAX_WIDTH || value >> width == 0, "{value} does not fit in {width} bits.");
        Bv { value, width }
    }

    /// `value` modulo 2^width.
    pub fn wrap(value: u128, width: usize) -> Self {
        assert!(width <= Self::MAX_WIDTH, "Vectors of {width} bits are printed, not calculated with.");
        Bv::new(value & (u128::MAX >> (Self::MAX_WIDTH - width)), width)
    }

    /// The number.
    pub fn value(self) -> u128 {
        self.value
    }

    /// The number of bits.
    pub fn width(self) -> usize {
        self.width
    }

    /// Both values. Panics if their widths differ.
    fn pair(self, other: Bv) -> (u128, u128) {
        assert_eq!(self.width, other.width, "Operands of different widths meet in a kernel.");
        (self.value, other.value)
    }
}

macro_rules! binary {
    ($operator:ident, $method:ident, $function:expr) => {
        impl $operator for Bv {
            type Output = Bv;
            fn $method(self, other: Bv) -> Bv {
                let (a, b) = self.pair(other);
                Bv::wrap($function(a, b), self.width)
            }
        }
    };
}

binary!(Add, add, u128::wrapping_add);
binary!(Sub, sub, u128::wrapping_sub);
binary!(Mul, mul, u128::wrapping_mul);
binary!(BitAnd, bitand, |a, b| a & b);
binary!(BitOr, bitor, |a, b| a | b);
binary!(BitXor, bitxor, |a, b| a ^ b);

impl Not for Bv {
    type Output = Bv;
    fn not(self) -> Bv {
        Bv::wrap(!self.value, self.width)
    }
}

/// The amount may have any width, as in Verilog.
impl Shr for Bv {
    type Output = Bv;
    fn shr(self, amount: Bv) -> Bv {
        Bv::wrap(self.value.checked_shr(amount.value as u32).unwrap_or(0), self.width)
    }
}

impl PartialEq for Bv {
    fn eq(&self, other: &Bv) -> bool {
        let (a, b) = self.pair(*other);
        a == b
    }
}

impl PartialOrd for Bv {
    fn partial_cmp(&self, other: &Bv) -> Option<Ordering> {
        let (a, b) = self.pair(*other);
        a.partial_cmp(&b)
    }
}

#[cfg(test)]
mod tests {
    use super::Bv;

    #[test]
    fn arithmetic_wraps_at_the_width() {
        let (a, b) = (Bv::new(6, 3), Bv::new(5, 3));
        let results =
            [(a + b), (b - a), (a * b), (a & b), (a | b), (a ^ b), !a, (a >> b), (a >> Bv::new(1, 9))];
        assert_eq!(results.map(Bv::value), [3, 7, 6, 4, 7, 3, 1, 0, 3]);
        assert!(a > b && a != b);
    }

    #[test]
    #[should_panic(expected = "Operands of different widths meet in a kernel.")]
    fn widths_do_not_mix() {
        let _ = Bv::new(1, 3) + Bv::new(1, 4);
    }
}
