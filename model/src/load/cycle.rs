//! Loads of one ring with a periodic pattern of processors: a sliding sum, in time proportional to the
//! period.
//!
//! `a[s] * b[e]` messages go from coordinate s to e, at most h hops ahead; both are known for one period, and
//! the radix is any multiple of it. The load after x is the load before it, plus the messages that start
//! there, less those that end there. The sum at the start covers many whole periods and a rest.

/// Starts and ends of messages for one period of a ring, and the longest distance.
pub(super) struct Cycle<'a> {
    pub starts: &'a [u64],
    pub ends: &'a [u64],
    pub longest: u64,
}

/// `sum of values[1..=count]`, indices modulo the period.
fn sum_ahead(values: &[u64], count: u64) -> u128 {
    let period = values.len() as u64;
    let rest = (count % period) as usize;
    let sum = |values: &mut dyn Iterator<Item = &u64>| values.map(|&v| u128::from(v)).sum::<u128>();
    let round = sum(&mut values.iter());
    round * u128::from(count / period) + sum(&mut values.iter().cycle().skip(1).take(rest))
}

impl Cycle<'_> {
    /// The loads of the links from x to x + 1, for x in one period.
    pub fn loads(&self) -> Vec<u128> {
        let period = self.starts.len();
        let (a, b) = (|x: usize| u128::from(self.starts[x]), |x: usize| u128::from(self.ends[x]));
        let reach = (self.longest % period as u64) as usize;
        let mut load = self.first();
        let mut ahead = sum_ahead(self.ends, self.longest);
        let backwards: Vec<u64> = (0..period).map(|x| self.starts[(period - x) % period]).collect();
        let mut behind = sum_ahead(&backwards, self.longest);
        let mut loads = vec![load];
        for x in 1..period {
            ahead = ahead + b((x + reach) % period) - b(x);
            behind = behind + a(x - 1) - a((x + period - reach + period - 1) % period);
            load = load + a(x) * ahead - b(x) * behind;
            loads.push(load);
        }
        loads
    }

    /// The load of the link from 0 to 1. A message that starts i before it ends up to h - i ahead. Of the
    /// starts with the same i modulo the period, each has one round of ends less than the one before.
    fn first(&self) -> u128 {
        let (h, period) = (self.longest, self.starts.len() as u64);
        let round: u128 = self.ends.iter().map(|&b| u128::from(b)).sum();
        let mut reached = sum_ahead(self.ends, h);
        let mut load = 0;
        for back in 0..period.min(h) {
            let times = u128::from((h - back).div_ceil(period));
            let all = times * reached - round * (times * (times - 1) / 2);
            load += u128::from(self.starts[((period - back) % period) as usize]) * all;
            reached -= u128::from(self.ends[((h - back) % period) as usize]);
        }
        load
    }
}

/// For every place of a cycle the sum of `count` values: of the place, and of those before it.
pub(super) fn sums_back(values: &[u128], count: u64) -> Vec<u128> {
    let period = values.len();
    let rest = (count % period as u64) as usize;
    let round: u128 = values.iter().sum();
    let backwards = (0..rest).map(|back| values[(period - back) % period]);
    let mut sum = round * u128::from(count / period as u64) + backwards.sum::<u128>();
    let mut sums = vec![sum];
    for x in 1..period {
        sum = sum + values[x] - values[(x + period - rest) % period];
        sums.push(sum);
    }
    sums
}
