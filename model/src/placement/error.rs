//! Errors of placements.

use crate::quantity;
use crate::quote::shortened;
use crate::torus::join;

/// An invalid placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// A (multi)linear placement on radices without a common divisor.
    #[error(
        "a linear or multilinear placement was asked for on {}, whose radices have no common divisor but 1; \
         its form is taken modulo the greatest one",
        join(.dims, "x")
    )]
    CoprimeRadices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A linear form with a wrong number of coefficients.
    #[error(
        "{} {} given for {}; one per dimension is needed: give {} to coeff=",
        quantity(*.given, "coefficient"),
        if *.given == 1 { "was" } else { "were" },
        quantity(*.d, "dimension"),
        quantity(*.d, "number")
    )]
    CoefficientCount {
        /// How many coefficients were given.
        given: usize,
        /// How many dimensions there are.
        d: usize,
    },
    /// Neither the first nor the last coefficient has an inverse modulo the radices' common divisor.
    #[error(
        "the coefficients {} modulo {modulus} have no unit at either end; the first or the last has to be \
         prime to {modulus}, or the classes would not have equally many processors: change coeff=, for \
         example to all ones",
        join(.coefficients, ",")
    )]
    NoUnit {
        /// The coefficients, modulo the common divisor.
        coefficients: Vec<u32>,
        /// The greatest common divisor of the radices.
        modulus: u32,
    },
    /// More classes than there are, or none.
    #[error(
        "a multilinear placement of {t} classes was asked for; modulo {modulus} there may be 1 to {modulus}: \
         change t="
    )]
    ClassCount {
        /// The number asked for.
        t: u32,
        /// The greatest common divisor of the radices.
        modulus: u32,
    },
    /// An empty or one-processor placement.
    #[error("an exchange needs at least 2 processors; the placement has {processors}")]
    TooFewProcessors {
        /// How many there are.
        processors: usize,
    },
    /// A node named twice in a list.
    #[error(
        "the node {} is listed twice; a node carries at most one processor: list it once",
        join(.node, ",")
    )]
    NodeTwice {
        /// Its coordinates.
        node: Vec<u32>,
    },
    /// A node id beyond those of the torus.
    #[error(
        "the placement names the node {node}, and the last node of {} is {}: correct it",
        join(.dims, "x"),
        .dims.iter().map(|&n| u64::from(n)).product::<u64>() - 1
    )]
    NoNode {
        /// The id.
        node: u32,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A line of a list of nodes that names no node.
    #[error(
        "line {line} of the list of nodes reads {:?}, which is not a node of {}; a line holds {} \
         joined by commas, each below its radix: correct it, or start it with # to leave it out",
        shortened(.text),
        join(.dims, "x"),
        quantity(.dims.len(), "coordinate")
    )]
    NodeLine {
        /// Line number, from 1.
        line: usize,
        /// The text of the line.
        text: String,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A line of a list of nodes that names a node again.
    #[error(
        "line {line} of the list of nodes names {} again, which line {first} named before; a node is named \
         once: remove one of the lines",
        join(.node, ",")
    )]
    NodeLineTwice {
        /// Line number, from 1.
        line: usize,
        /// The line that named it first.
        first: usize,
        /// The node's coordinates.
        node: Vec<u32>,
    },
}
