//! Routing algorithms: which of the shortest paths a message takes.
//!
//! Source: Azizoglu and Eğecioğlu, sections 6 (ODR) and 7 (UDR). Ties (even radix, distance half of it) go
//! `+` in both, as in the paper's restricted form.

use crate::{word::shorter_way, Error, Port, Run, Torus, Word};
use std::{fmt, str::FromStr};

/// A routing algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routing {
    /// Ordered dimensional routing: dimensions 1..d, one path for every pair.
    Odr,
    /// Unordered dimensional routing: every order of the s differing dimensions equally likely.
    Udr,
}

impl Routing {
    /// Whether every pair has exactly one path.
    pub fn is_deterministic(self) -> bool {
        self == Routing::Odr
    }
}

impl fmt::Display for Routing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Routing::Odr => "odr",
            Routing::Udr => "udr",
        })
    }
}

impl FromStr for Routing {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "odr" => Ok(Routing::Odr),
            "udr" => Ok(Routing::Udr),
            _ => Err(Error::RoutingName { text: text.to_string() }),
        }
    }
}

/// The word that corrects `offset` in the dimension order 1..d (ODR).
pub fn ordered_word(torus: &Torus, offset: &[u32]) -> Word {
    Word::new((0..torus.d()).map(|dim| {
        let (sign, hops) = shorter_way(offset[dim], torus.dims()[dim]);
        Run { port: Port::new(dim, sign), hops }
    }))
}

/// Lee length of an offset: the number of hops of every shortest path.
pub fn distance(torus: &Torus, offset: &[u32]) -> u32 {
    offset.iter().zip(torus.dims()).map(|(&o, &n)| shorter_way(o, n).1).sum()
}
