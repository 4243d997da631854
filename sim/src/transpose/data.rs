//! Payloads for a transpose of random data: none is 0, and all differ as long as there are enough values.
//!
//! Flits are numbered over all exchanges. A payload of W bits has 2^W - 1 values other than 0. Number n gets
//! `1 + (a n + b) mod (2^W - 1)`, with b from the seed, and a from the seed such that it has no divisor in
//! common with the modulus. This is one-to-one for as many flits as there are values, and two consecutive
//! payloads never are equal. Of a wider payload the first 64 bits are made in this way; the others are a hash
//! of seed and number.

use torus_model::{collective::Program, NodeId};

/// The bits for which the mapping is one-to-one.
const EXACT: usize = 64;

/// The payloads of a network.
pub(super) struct Payloads {
    width: usize,
    seed: u64,
    /// The number of nodes; 0 in a broadcast, which has one block.
    nodes: u64,
    flits: u64,
    /// Flits of an exchange.
    count: u64,
    /// Modulus, factor and summand.
    modulus: u64,
    factor: u64,
    summand: u64,
}

impl Payloads {
    /// The payloads of a program's blocks, with `width` bits each.
    pub fn new(program: &Program, width: usize, seed: u64) -> Self {
        let nodes = if program.broadcast { 0 } else { program.placement.torus().len() as u64 };
        Self::numbered(nodes, u64::from(program.flits), width, seed)
    }

    fn numbered(nodes: u64, flits: u64, width: usize, seed: u64) -> Self {
        let count = flits * (nodes * nodes).max(1);
        let modulus = u64::MAX >> (EXACT - width.min(EXACT));
        let fits = |factor: &u64| gcd(*factor, modulus) == 1;
        let factor = (mix(seed) % modulus..).find(fits).unwrap_or(1);
        Payloads { width, seed, nodes, flits, count, modulus, factor, summand: mix(seed ^ 1) % modulus }
    }

    /// The payload of a flit in the block from one node to another, or in the block of a broadcast.
    pub fn of(&self, exchange: u32, [origin, destination]: [NodeId; 2], flit: u32) -> Vec<u32> {
        let block = match self.nodes {
            0 => 0,
            nodes => origin.index() as u64 * nodes + destination.index() as u64,
        };
        self.at(u64::from(exchange) * self.count + block * self.flits + u64::from(flit))
    }

    fn at(&self, number: u64) -> Vec<u32> {
        let product = u128::from(self.factor) * u128::from(number) + u128::from(self.summand);
        let low = 1 + (product % u128::from(self.modulus)) as u64;
        let word = |word: usize| {
            let bits = match word {
                0 => low as u32,
                1 => (low >> 32) as u32,
                _ => mix(mix(self.seed ^ word as u64) ^ number) as u32,
            };
            bits & (u32::MAX >> (32 - (self.width - 32 * word).min(32)))
        };
        (0..self.width.div_ceil(32)).map(word).collect()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

/// The finisher of splitmix64 (Steele, Lea, Flood 2014).
fn mix(key: u64) -> u64 {
    let key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Widths of up to a word, of two words and of more; three exchanges of 3 nodes with 2 flits have 54
    /// payloads.
    #[test]
    fn no_payload_is_zero_or_twice() {
        for width in [6, 8, 16, 32, 34, 64, 66, 96, 130] {
            for seed in [0, 1, 7] {
                let payloads = Payloads::numbered(3, 2, width, seed);
                let all: Vec<Vec<u32>> = (0..54).map(|number| payloads.at(number)).collect();
                assert!(all.iter().all(|words| words.len() == width.div_ceil(32)));
                assert!(all.iter().all(|words| words.iter().any(|&word| word != 0)), "width {width}");
                assert!(all.iter().all(|words| width % 32 == 0 || words[width / 32] >> (width % 32) == 0));
                assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 54, "width {width}, seed {seed}");
            }
        }
    }

    /// With fewer values than flits, all values are used before one is repeated.
    #[test]
    fn narrow_payloads_come_again_as_late_as_they_can() {
        let payloads = Payloads::numbered(3, 2, 4, 5);
        let all: Vec<Vec<u32>> = (0..54).map(|number| payloads.at(number)).collect();
        for some in all.windows(15) {
            assert_eq!(some.iter().collect::<BTreeSet<_>>().len(), 15);
        }
        assert!(all.iter().all(|words| words[0] != 0));
    }

    #[test]
    fn seeds_exchanges_and_flits_tell_payloads_apart() {
        let torus = torus_model::Torus::new(&[3]).unwrap();
        let ends = [torus.node_at(0).unwrap(), torus.node_at(2).unwrap()];
        let of = |seed, exchange, flit| Payloads::numbered(3, 2, 32, seed).of(exchange, ends, flit);
        let all = [of(1, 0, 0), of(2, 0, 0), of(1, 1, 0), of(1, 0, 1)];
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 4);
    }
}
