//! Round numbers for the axes of pictures: 1, 2 and 5 times powers of ten.

const DIGITS: [f64; 3] = [1.0, 2.0, 5.0];

/// The round numbers from `from` to `to`, for a logarithmic axis; if there would be many, only powers of ten.
pub fn round_numbers(from: f64, to: f64) -> Vec<f64> {
    let (first, last) = (from.log10().floor() as i32, to.log10().ceil() as i32);
    let digits = if last - first > 5 { &DIGITS[..1] } else { &DIGITS[..] };
    let all = (first..=last).flat_map(|power| digits.iter().map(move |digit| scaled(*digit, power)));
    all.filter(|number| (from..=to).contains(number)).collect()
}

/// The largest round number that is at most `value`, which must be positive.
pub fn round_below(value: f64) -> f64 {
    let near = nearby(value);
    near.into_iter().rev().find(|&number| number <= value).unwrap_or(value)
}

/// The smallest round number that is at least `value`, which must be positive.
pub fn round_above(value: f64) -> f64 {
    nearby(value).into_iter().find(|&number| number >= value).unwrap_or(value)
}

/// Round numbers near a value, increasing: some below it and some above.
fn nearby(value: f64) -> Vec<f64> {
    let power = value.log10().floor() as i32;
    (power - 1..=power + 1).flat_map(|power| DIGITS.iter().map(move |digit| scaled(*digit, power))).collect()
}

/// Multiples of a round number from 0 to `to`, at most `most` besides 0. Each has its text; all texts have
/// the same decimals.
pub fn multiples(to: f64, most: usize) -> Vec<(f64, String)> {
    let step = round_above(to / most as f64);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let text = |number: f64| if number == 0.0 { "0".into() } else { format!("{number:.decimals$}") };
    // The last one must not be lost by rounding.
    let count = (to / step * (1.0 + 1e-9)) as usize;
    (0..=count).map(|index| index as f64 * step).map(|number| (number, text(number))).collect()
}

/// A round number in a short form: 500, 20k, 1M.
pub fn short(number: f64) -> String {
    match number {
        1e6.. => format!("{}M", number / 1e6),
        1e4.. => format!("{}k", number / 1e3),
        _ => number.to_string(),
    }
}

/// A digit times a power of ten, rounded once.
fn scaled(digit: f64, power: i32) -> f64 {
    match power {
        0.. => digit * 10f64.powi(power),
        _ => digit / 10f64.powi(-power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round() {
        assert_eq!(round_numbers(3.0, 60.0), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(round_numbers(1.0, 1e6), (0..=6).map(|power| 10f64.powi(power)).collect::<Vec<_>>());
        for (value, below, above) in [
            (3.0, 2.0, 5.0),
            (5.0, 5.0, 5.0),
            (0.07, 0.05, 0.1),
            (9.99, 5.0, 10.0),
            (1000.0, 1000.0, 1000.0),
            (5308.0, 5000.0, 10000.0),
        ] {
            assert_eq!((round_below(value), round_above(value)), (below, above), "{value}");
        }
        assert_eq!([1.0, 5000.0, 10_000.0, 2e5, 5e6].map(short), ["1", "5000", "10k", "200k", "5M"]);
    }

    #[test]
    fn multiples_have_one_number_of_decimals() {
        let texts = |to, most| multiples(to, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(1.04, 10), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(0.82, 10), ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8"]);
        assert_eq!(texts(0.3, 3), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(texts(0.0105, 2), ["0", "0.01"]);
        assert_eq!(texts(40.0, 4), ["0", "10", "20", "30", "40"]);
    }
}
