//! A register that runs through a number of values in an order that takes no carry.
//!
//! It is a linear feedback shift register: the sum of some bits is shifted into the lowest one. It starts at
//! 0 and runs through all values but the one of all ones. Taps: Xilinx, XAPP 052 (P. Alfke, 1996), table 3.

/// For registers of 2 bits and more: the numbers of the bits that are added, counted from 1.
const TAPS: [&[usize]; 23] = [
    &[2, 1],
    &[3, 2],
    &[4, 3],
    &[5, 3],
    &[6, 5],
    &[7, 6],
    &[8, 6, 5, 4],
    &[9, 5],
    &[10, 7],
    &[11, 9],
    &[12, 6, 4, 1],
    &[13, 4, 3, 1],
    &[14, 5, 3, 1],
    &[15, 14],
    &[16, 15, 13, 4],
    &[17, 14],
    &[18, 11],
    &[19, 6, 2, 1],
    &[20, 17],
    &[21, 19],
    &[22, 21],
    &[23, 18],
    &[24, 23, 22, 17],
];

/// A register of `bits` bits.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    bits: usize,
}

impl Counter {
    /// The smallest register with this number of values.
    pub fn of(values: usize) -> Self {
        let bits = (2..TAPS.len() + 2).find(|bits| (1 << bits) > values);
        Counter { bits: bits.expect("a torus has less than 2^24 steps") }
    }

    /// The bits of the register.
    pub fn bits(self) -> usize {
        self.bits
    }

    /// The value of all ones, which the register never has.
    pub fn most(self) -> usize {
        (1 << self.bits) - 1
    }

    /// The values in order, repeated for ever.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(0), move |&value| Some(self.next(value)))
    }

    fn taps(self) -> &'static [usize] {
        TAPS[self.bits - 2]
    }

    fn next(self, value: usize) -> usize {
        let sum = self.taps().iter().fold(1, |sum, tap| sum ^ (value >> (tap - 1) & 1));
        (value << 1 | sum) & self.most()
    }

    /// A value, as Verilog.
    pub fn value(self, value: usize) -> String {
        format!("{}'h{value:x}", self.bits)
    }

    /// The value after the one in a register, as Verilog.
    pub fn shifted(self, register: &str) -> String {
        let bits: Vec<String> = self.taps().iter().map(|tap| format!("{register}[{}]", tap - 1)).collect();
        format!("{{{register}[{}:0], ~({})}}", self.bits - 2, bits.join(" ^ "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_values_but_that_of_ones_come_once() {
        for bits in 2..=20 {
            let counter = Counter { bits };
            let back = counter.numbers().skip(1).position(|value| value == 0).unwrap() + 1;
            assert_eq!(back, counter.most(), "{bits} bits");
            assert!(counter.numbers().take(back).all(|value| value < counter.most()), "{bits} bits");
        }
    }

    #[test]
    fn a_register_is_as_small_as_can_be() {
        let bits = [1, 2, 3, 4, 7, 8, 147].map(|values| Counter::of(values).bits());
        assert_eq!(bits, [2, 2, 2, 3, 3, 4, 8]);
    }
}
