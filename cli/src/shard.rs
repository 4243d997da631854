//! One of N parts of a regression or a sweep, the same on every machine.

use torus_model::quote::shortened;

/// A text that is not a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--shard {} was asked for; a shard is I/N, the I-th of N parts, with I from 1 to N and N up \
     to 65536: give one such as 1/4",
    shortened(.text)
)]
pub struct ShardError {
    /// The text given.
    text: String,
}

crate::passed_on!(ShardError);

/// The `index`-th (from 0) of `of` parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// The only part of one.
    pub const ALL: Shard = Shard { index: 0, of: 1 };

    /// Parses `I/N`, with I from 1. Error: anything else.
    pub fn parse(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=65536).contains(n));
        let parts = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
        match parts.filter(|(i, n)| i <= n) {
            Some((i, of)) => Ok(Shard { index: i - 1, of }),
            None => Err(ShardError { text: text.to_string() }),
        }
    }

    /// The indices of the items of this part, increasing. Items are distributed from the heaviest on, in
    /// alternating order, so that every part gets its share of heavy ones. The sizes of parts differ by at
    /// most one.
    pub fn select(self, weights: &[u64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..weights.len()).collect();
        order.sort_by_key(|&item| std::cmp::Reverse(weights[item]));
        let mine = order.chunks(self.of).enumerate().filter_map(|(round, dealt)| {
            let place = if round % 2 == 0 { self.index } else { self.of - 1 - self.index };
            dealt.get(place).copied()
        });
        let mut mine: Vec<usize> = mine.collect();
        mine.sort_unstable();
        mine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_part_and_weights_are_spread() {
        let weights = [9, 1, 8, 1, 7, 1, 6, 1];
        let part = |index| Shard { index, of: 2 }.select(&weights);
        assert_eq!([part(0), part(1)], [vec![0, 1, 6, 7], vec![2, 3, 4, 5]]);
    }
}
