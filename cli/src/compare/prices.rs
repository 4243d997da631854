//! The prices of start-ups, blocks, copies and hops: exact decimals, stored in units of 10^-9.
//!
//! Bounds: prices below 10^9 with nine decimals, and blocks of up to 10^9, so that times stay below 10^38.
//! Source: the formula of [`super`].

use super::CompareError;
use num_rational::Ratio;
use torus_gen::buffered::decimal;

/// The units of a price of 1.
const UNITS: u64 = 1_000_000_000;

/// All prices are below this, and no block is larger.
const MOST: u64 = 1_000_000_000;

/// The prices, in units of 10^-9, and the size of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// The price of a start-up.
    pub startup: u128,
    /// The price of a unit of a block sent.
    pub transmit: u128,
    /// The price of a unit of a block copied within a node.
    pub rearrange: u128,
    /// The price of a hop.
    pub hop: u128,
    /// The units of a block.
    pub block: u64,
}

/// A time that is linear in the block size: `fixed + slope B`, in units of 10^-9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The time for blocks of size 0.
    pub fixed: u128,
    /// The time for each unit of a block.
    pub slope: u128,
}

impl Line {
    /// The time for a block size.
    pub fn at(&self, block: u64) -> u128 {
        self.fixed + self.slope * u128::from(block)
    }

    /// The block size at which a flatter line meets this one; `None` if it is not flatter, or they never
    /// meet.
    pub fn meets(&self, flatter: &Line) -> Option<Ratio<u128>> {
        let rise = self.slope.checked_sub(flatter.slope).filter(|&rise| rise > 0)?;
        Some(Ratio::new(flatter.fixed.checked_sub(self.fixed)?, rise))
    }
}

impl Prices {
    /// Parses the options. Errors: a price or size that is not a number; prices with which nothing takes
    /// time.
    pub fn new([startup, transmit, rearrange, hop]: [&str; 4], block: &str) -> Result<Self, CompareError> {
        let prices = Prices {
            startup: price("--startup", startup)?,
            transmit: price("--transmit", transmit)?,
            rearrange: price("--rearrange", rearrange)?,
            hop: price("--hop", hop)?,
            block: size(block)?,
        };
        match prices.startup + prices.transmit {
            0 => Err(CompareError::Free),
            _ => Ok(prices),
        }
    }

    /// The time for these counts.
    pub fn line(&self, startups: u64, blocks: u64, rearranged: u64, hops: u64) -> Line {
        Line {
            fixed: u128::from(startups) * self.startup + u128::from(hops) * self.hop,
            slope: u128::from(blocks) * self.transmit + u128::from(rearranged) * self.rearrange,
        }
    }
}

fn price(option: &'static str, text: &str) -> Result<u128, CompareError> {
    let refused = || CompareError::Price { option, text: text.into() };
    let value = decimal(text).ok().filter(|value| *value < Ratio::from(MOST)).ok_or_else(refused)?;
    Ok(u128::from(*value.numer()) * u128::from(UNITS / value.denom()))
}

fn size(text: &str) -> Result<u64, CompareError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let size = text.parse().ok().filter(|size| plain && (1..=MOST).contains(size));
    size.ok_or_else(|| CompareError::Block { text: text.into() })
}

/// A time or price as a decimal, without trailing zeros.
pub fn shown_time(time: u128) -> String {
    decimal_of(time, 9)
}

/// A number in units of 10^-places as a decimal, without trailing zeros.
pub fn decimal_of(units: u128, places: u32) -> String {
    let one = 10u128.pow(places);
    let part = format!("{:0width$}", units % one, width = places as usize);
    match part.trim_end_matches('0') {
        "" => (units / one).to_string(),
        part => format!("{}.{part}", units / one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_exact() {
        let prices = Prices::new(["0.1", "0.000000001", "2", "0"], "3").unwrap();
        assert_eq!(prices.line(7, 5, 0, 9), Line { fixed: 700_000_000, slope: 5 });
        assert_eq!(shown_time(prices.line(7, 5, 1, 9).at(3)), "6.700000015");
        assert_eq!([shown_time(0), shown_time(1_500_000_000), decimal_of(1234, 3)], ["0", "1.5", "1.234"]);
    }

    #[test]
    fn the_largest_times_fit() {
        let most = "999999999.999999999";
        let line = Prices::new([most; 4], "1000000000").unwrap().line(1 << 33, 1 << 33, 1 << 33, 1 << 33);
        assert!(line.at(MOST) > line.fixed);
    }

    #[test]
    fn lines_meet_where_the_flatter_one_starts_higher() {
        let (steep, flat) = (Line { fixed: 2, slope: 5 }, Line { fixed: 9, slope: 3 });
        assert_eq!(steep.meets(&flat), Some(Ratio::new(7, 2)));
        assert_eq!([flat.meets(&steep), steep.meets(&steep)], [None, None]);
    }
}
