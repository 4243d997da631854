//! Latencies in cycles: each has a counter up to a limit and is listed beyond it, so percentiles are exact
//! for any run.

/// Latencies below this have a counter of their own.
const COUNTED: usize = 1 << 16;

/// A collection of latencies.
#[derive(Clone, Debug, Default)]
pub struct Latencies {
    counts: Vec<u64>,
    beyond: Vec<u64>,
    total: u64,
    sum: u64,
}

/// Statistics of latencies, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The number of latencies.
    pub packets: u64,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub p50: u64,
    /// The 99th percentile: 99 of 100 latencies are at most this.
    pub p99: u64,
    /// The largest.
    pub max: u64,
}

impl Latencies {
    /// Adds a latency.
    pub fn add(&mut self, latency: u64) {
        self.add_many(latency, 1);
    }

    /// Adds a latency `count` times.
    pub fn add_many(&mut self, latency: u64, count: u64) {
        self.total += count;
        self.sum += latency * count;
        if latency as usize >= COUNTED {
            return self.beyond.extend(std::iter::repeat_n(latency, count as usize));
        }
        if self.counts.len() <= latency as usize {
            self.counts.resize(latency as usize + 1, 0);
        }
        self.counts[latency as usize] += count;
    }

    /// Each latency with its count; latencies beyond the limit are listed one by one.
    pub fn pairs(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let counted = self.counts.iter().enumerate().map(|(latency, &count)| (latency as u64, count));
        let beyond = self.beyond.iter().map(|&latency| (latency, 1));
        counted.chain(beyond).filter(|&(_, count)| count > 0)
    }

    /// Mean, percentiles and maximum; zeros if there are no latencies.
    pub fn summary(&self) -> Summary {
        let mut beyond = self.beyond.clone();
        beyond.sort_unstable();
        let mean = self.sum as f64 / self.total.max(1) as f64;
        let at = |percent: u64| self.percentile(percent, &beyond);
        Summary { packets: self.total, mean, p50: at(50), p99: at(99), max: at(100) }
    }

    /// Counts of latencies in bins of `width` cycles, from 0 up to the largest.
    pub fn binned(&self, width: u64) -> Vec<u64> {
        let mut bins = Vec::new();
        for (latency, count) in self.pairs() {
            let bin = (latency / width) as usize;
            bins.resize(bins.len().max(bin + 1), 0);
            bins[bin] += count;
        }
        bins
    }

    /// The least latency that `percent` of 100 do not exceed.
    fn percentile(&self, percent: u64, beyond: &[u64]) -> u64 {
        let rank = (self.total * percent).div_ceil(100).max(1);
        let mut seen = 0;
        for (latency, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= rank {
                return latency as u64;
            }
        }
        beyond.get((rank - seen - 1) as usize).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with sorting, with latencies on both sides of the limit.
    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        for count in [1u64, 2, 3, 99, 100, 101, 1000] {
            let mut latencies = Latencies::default();
            let mut all: Vec<u64> =
                (0..count).map(|i| i * 7919 % 1000 * if i % 5 == 0 { 1000 } else { 1 }).collect();
            all.iter().for_each(|&latency| latencies.add(latency));
            all.sort_unstable();
            let rank = |percent: u64| all[((count * percent).div_ceil(100).max(1) - 1) as usize];
            let found = latencies.summary();
            assert_eq!((found.p50, found.p99, found.max), (rank(50), rank(99), rank(100)), "{count}");
            assert!((found.mean - all.iter().sum::<u64>() as f64 / count as f64).abs() < 1e-6);
        }
    }

    /// Every latency is in one bin, on both sides of the limit.
    #[test]
    fn bins_hold_every_latency() {
        let mut latencies = Latencies::default();
        let all: Vec<u64> =
            (0..500u64).map(|i| i * 7919 % 1000 * if i % 5 == 0 { 1000 } else { 1 }).collect();
        all.iter().for_each(|&latency| latencies.add(latency));
        for width in [1, 7, 5000, 1 << 40] {
            let bins = latencies.binned(width);
            for (at, &count) in (0..).zip(&bins) {
                let range = at * width..(at + 1) * width;
                assert_eq!(
                    count,
                    all.iter().filter(|latency| range.contains(latency)).count() as u64,
                    "{width}"
                );
            }
            assert_eq!(bins.iter().sum::<u64>(), 500);
            assert!(bins.last().is_some_and(|&last| last > 0));
        }
    }

    #[test]
    fn none_at_all() {
        assert_eq!(Latencies::default().binned(3), Vec::<u64>::new());
        assert_eq!(Latencies::default().summary(), Summary::default());
    }
}
