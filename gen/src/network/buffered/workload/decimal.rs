//! Decimal numbers, exactly.

use super::WorkloadError;
use num_rational::Ratio;

/// Parses a number such as 0.35 exactly.
pub fn decimal(text: &str) -> Result<Ratio<u64>, WorkloadError> {
    let refused = || WorkloadError::Rate { text: text.into() };
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if text.is_empty() || text == "." || part.len() > 9 || !digits(whole) || !digits(part) {
        return Err(refused());
    }
    let numerator: u64 = format!("{whole}{part}").parse().map_err(|_| refused())?;
    Ok(Ratio::new(numerator, 10u64.pow(part.len() as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (text, ratio) in
            [("0.35", (35, 100)), ("1", (1, 1)), (".5", (1, 2)), ("0.000000001", (1, 1_000_000_000))]
        {
            assert_eq!(decimal(text).unwrap(), Ratio::new(ratio.0, ratio.1), "{text}");
        }
        for text in ["", ".", "-1", "1e3", "0.1234567891", "a", "0.1.2"] {
            assert!(decimal(text).is_err(), "{text}");
        }
    }
}
