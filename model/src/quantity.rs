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
