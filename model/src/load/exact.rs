//! The interface of exact loads, whether counted by link ([`Loads`](super::Loads)) or by class of links
//! ([`ClassLoads`](super::ClassLoads)).

use crate::{Port, Radices};
use num_rational::Ratio;
use std::fmt::{self, Write};

/// The load of one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkLoad {
    /// The id of the node that the link leaves.
    pub node: u64,
    /// The port by which it leaves.
    pub port: Port,
    /// The numerator of its load.
    pub numerator: u128,
}

/// Exact loads of all links of a torus: fractions with one denominator.
pub trait ExactLoads {
    /// The torus.
    fn radices(&self) -> &Radices;

    /// The common denominator, not reduced: 1 for ODR, d! for UDR.
    fn denominator(&self) -> u128;

    /// The maximum load of the links through each port, in port order (0 for absent ports).
    fn port_max(&self) -> Vec<Ratio<u128>>;

    /// The sum of all loads: the sum of all distances, a whole number for every shortest routing.
    fn total(&self) -> u128;

    /// The existing links, by increasing id; they are computed one by one and not stored.
    fn links(&self) -> Box<dyn Iterator<Item = LinkLoad> + '_>;

    /// Numerators in any order, among them that of every link.
    fn values(&self) -> Box<dyn Iterator<Item = u128> + '_>;

    /// The maximum load E_max.
    fn e_max(&self) -> Ratio<u128> {
        self.port_max().into_iter().max().unwrap_or_default()
    }
}

/// The links that exist, by increasing id: the node that each leaves, and the port.
pub(super) fn walk(radices: &Radices) -> impl Iterator<Item = (u64, Port)> {
    let (nodes, ports) = (radices.nodes(), radices.ports().collect::<Vec<Port>>());
    let (mut node, mut next) = (0, 0);
    std::iter::from_fn(move || {
        if next == ports.len() {
            (node, next) = (node + 1, 0);
        }
        next += 1;
        (node < nodes).then(|| (node, ports[next - 1]))
    })
}

/// A fraction in decimal, reduced: `12` or `5/2`.
pub struct Fraction {
    /// Above the line.
    pub numerator: u128,
    /// Below it, at least 1.
    pub denominator: u128,
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Numbers of more than 64 bits take several times as long, and so do fractions.
        match (u64::try_from(self.numerator), u64::try_from(self.denominator)) {
            (Ok(whole), Ok(1)) => whole.fmt(f),
            (Ok(numerator), Ok(denominator)) => Ratio::new(numerator, denominator).fmt(f),
            _ => Ratio::new(self.numerator, self.denominator).fmt(f),
        }
    }
}

/// The loads of the existing links in decimal, by link id, joined by commas. Digests are made of this text,
/// which is made piece by piece as it is written: it would be longer than the loads themselves.
pub fn digest_text(loads: &dyn ExactLoads) -> impl fmt::Display + '_ {
    DigestText(loads)
}

struct DigestText<'a>(&'a dyn ExactLoads);

/// Bytes of text that are handed on at once.
const PIECE: usize = 1 << 14;

impl fmt::Display for DigestText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (denominator, mut digits) = (self.0.denominator(), itoa::Buffer::new());
        let mut text = String::with_capacity(PIECE + 128);
        let mut separator = "";
        for LinkLoad { numerator, .. } in self.0.links() {
            text.push_str(separator);
            separator = ",";
            match (u64::try_from(numerator), u64::try_from(denominator)) {
                (Ok(numerator), Ok(denominator)) => {
                    push_fraction(&mut text, &mut digits, numerator, denominator);
                }
                _ => write!(text, "{}", Fraction { numerator, denominator })?,
            }
            if text.len() > PIECE {
                f.write_str(&text)?;
                text.clear();
            }
        }
        f.write_str(&text)
    }
}

/// Adds a fraction in decimal, reduced. [`Fraction`] writes the same and takes several times as long.
fn push_fraction(text: &mut String, digits: &mut itoa::Buffer, numerator: u64, denominator: u64) {
    if numerator % denominator == 0 {
        text.push_str(digits.format(numerator / denominator));
        return;
    }
    let (numerator, denominator) = Ratio::new(numerator, denominator).into_raw();
    text.push_str(digits.format(numerator));
    text.push('/');
    text.push_str(digits.format(denominator));
}
