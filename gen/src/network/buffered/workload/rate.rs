//! Rates, as they were given and exactly.

use super::{decimal, WorkloadError};
use num_rational::Ratio;
use std::{fmt, str::FromStr};

/// Flits that a processor offers in a cycle, on average.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rate {
    text: String,
    exact: Ratio<u64>,
}

impl Rate {
    /// The exact value.
    pub fn exact(&self) -> Ratio<u64> {
        self.exact
    }
}

impl FromStr for Rate {
    type Err = WorkloadError;

    /// Parses a decimal number such as 0.35. Error: another form.
    fn from_str(text: &str) -> Result<Self, WorkloadError> {
        Ok(Rate { text: text.into(), exact: decimal(text)? })
    }
}

/// The digits that were given.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_keep_their_digits() {
        let rate: Rate = "0.3500".parse().unwrap();
        assert_eq!((rate.exact(), rate.to_string()), (Ratio::new(7, 20), "0.3500".to_string()));
        assert!("0,35".parse::<Rate>().is_err());
    }
}
