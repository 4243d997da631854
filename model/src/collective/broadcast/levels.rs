//! The level plan: how one of n levels on a ring informs all others, up to b - 1 = 2d parts in a round.
//!
//! A segment of levels is informed by one of its own, the source. The source informs one level of each of the
//! other parts that the segment is cut into; then each part is a segment. That takes `ceil(log_b n)` rounds.
//! A move names its row, which is the part up or down that it serves. Source: Wang and Tseng, "Algebraic
//! Foundations and Broadcasting Algorithms for Wormhole-Routed All-Port Tori", sections 3 to 5, for `n =
//! b^r`. Differences: cutting the last parts short makes the plan valid for every n.

/// A move: all senders at a level inform the nodes that are `change` levels further, by row `row`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// Level of the senders, below n.
    pub level: u32,
    pub change: i64,
    /// From 0, below d.
    pub row: usize,
}

/// The levels `low..=high`, not wrapped, which `source` informs.
#[derive(Clone, Copy, Debug)]
struct Segment {
    source: i64,
    low: i64,
    high: i64,
}

/// `ceil(log_base n)`.
pub(super) fn rounds(n: u64, base: u64) -> u32 {
    (0..).find(|&r| base.checked_pow(r).is_none_or(|reached| reached >= n)).expect("powers grow")
}

/// The moves of every round, from level 0, with d rows each way.
pub(super) fn level_plan(n: u32, d: usize) -> Vec<Vec<Move>> {
    let (base, n) = (2 * d as i64 + 1, n as i64);
    let mut segments = vec![Segment { source: 0, low: -((n - 1) / 2), high: n / 2 }];
    let mut plan = Vec::new();
    for round in (0..rounds(n as u64, base as u64)).rev() {
        let (mut moves, mut parts) = (Vec::new(), Vec::new());
        segments.iter().for_each(|segment| segment.cut(n, base.pow(round), &mut moves, &mut parts));
        plan.push(moves);
        segments = parts;
    }
    plan
}

impl Segment {
    /// Cuts into parts of `size` levels, the source's own in the middle.
    fn cut(self, n: i64, size: i64, moves: &mut Vec<Move>, parts: &mut Vec<Segment>) {
        let (source, half) = (self.source, (size - 1) / 2);
        let mut add = |row: usize, center: i64, low: i64, high: i64| {
            moves.push(Move { level: source.rem_euclid(n) as u32, change: center - source, row });
            parts.push(Segment { source: center, low, high });
        };
        for (row, low) in (source + half + 1..=self.high).step_by(size as usize).enumerate() {
            let high = (low + size - 1).min(self.high);
            add(row, (low + high).div_euclid(2), low, high);
        }
        let down = self.low..=source - half - 1;
        for (row, high) in down.rev().step_by(size as usize).enumerate() {
            let low = (high - size + 1).max(self.low);
            add(row, (low + high + 1).div_euclid(2), low, high);
        }
        let (low, high) = ((source - half).max(self.low), (source + half).min(self.high));
        parts.push(Segment { source, low, high });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every level is informed once, by one that has the message, by a row that exists, and each row is used
    /// once a round each way. The way of a move stays within the levels of its sender's segment, so moves of
    /// a round never meet.
    fn assert_plan(n: u32, d: usize) {
        let mut knows = vec![false; n as usize];
        knows[0] = true;
        for moves in level_plan(n, d) {
            let (mut told, mut ways) = (Vec::new(), Vec::new());
            for Move { level, change, row } in moves {
                assert!(knows[level as usize] && row < d && change.unsigned_abs() <= n as u64 / 2, "{n} {d}");
                ways.push((level, row, change > 0));
                told.push((level as i64 + change).rem_euclid(n as i64) as usize);
            }
            for level in told {
                assert!(!std::mem::replace(&mut knows[level], true), "{n} {d}: level {level} twice");
            }
            let all = ways.len();
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len(), all, "{n} {d}");
        }
        assert!(knows.iter().all(|&knows| knows), "{n} {d}");
    }

    #[test]
    fn every_level_once_for_every_n() {
        (1..=5).for_each(|d| (2..=60).for_each(|n| assert_plan(n, d)));
    }

    #[test]
    fn rounds_of_powers() {
        assert_eq!([1, 2, 5, 6, 25, 26].map(|n| rounds(n, 5)), [0, 1, 1, 2, 2, 3]);
        assert_eq!(rounds(u64::MAX, 3), 41);
    }
}
