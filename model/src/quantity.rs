//! Numbers with what they count, for messages and summaries.

use std::fmt::Display;

/// A number and the noun that it counts, in the plural unless the number is 1.
///
/// ```
/// use torus_model::quantity;
/// assert_eq!([0, 1, 2].map(|n| quantity(n, "flit")), ["0 flits", "1 flit", "2 flits"]);
/// assert_eq!(quantity(3, "message class"), "3 message classes");
/// ```
pub fn quantity<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = match number == N::from(1) {
        true => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

/// The same as the most of something: `up to 3 flits`. The most of 1 is `1 flit`, as there are no fewer.
pub fn up_to<N: Display + PartialEq + From<u8>>(most: N, noun: &str) -> String {
    let few = if most == N::from(1) { "" } else { "up to " };
    few.to_string() + &quantity(most, noun)
}
