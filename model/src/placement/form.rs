//! Placements in closed form: full, linear and multilinear ones, without a list of their nodes.
//!
//! All of them are the nodes whose *class* `c1 x1 + .. + cd xd - c mod m` is below t. A full placement is the
//! form of modulus 1. A linear one has t = 1, a multilinear one c = 0 and any t, and the modulus of both is
//! the greatest common divisor of the radices, which is k if all are k. As the modulus divides every
//! radix, a way once round a ring leaves the value of the form as it is.
//!
//! The form alone gives the number of processors with given coordinates in some dimensions and any in the
//! others: as every n_j is a multiple of m, the part of the form in the free dimensions j takes each multiple
//! of g = gcd(m, c_j: j free) modulo m equally often, `g/m` times the product of the n_j. So if the given
//! part is r modulo g, there are `g/m prod n_j` times `#{u < t: u = r mod g}` such processors.
//!
//! Source: Azizoglu and Eğecioğlu, section 5, definition 10, for equal radices. Differences: the counts, and
//! unequal radices, are ours.

use super::{gcd, PlacementError};
use crate::{torus::join, Radices};
use std::fmt;

/// The rule from which a placement in closed form was made.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    Full,
    Linear { first: u32, t: Option<u32> },
}

/// A full, linear or multilinear placement on a torus of any size.
///
/// ```
/// use torus_model::{placement::PlacementForm, Radices};
/// let linear = PlacementForm::linear(&Radices::new(&[100; 8])?, None, 0)?;
/// assert_eq!(linear.processors(), 100_000_000_000_000);
/// # Ok::<(), torus_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementForm {
    radices: Radices,
    rule: Rule,
    coefficients: Vec<u32>,
    modulus: u32,
}

/// How many processors have a given residue in some dimensions and any coordinates in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Free {
    /// The free part of the form takes the multiples of this.
    pub step: u32,
    /// How often it takes each of them.
    pub times: u128,
    /// Classes with processors.
    pub held: u32,
}

impl Free {
    /// How many classes with processors are `residue` modulo the step.
    pub fn classes(&self, residue: u32) -> u64 {
        let least = residue % self.step;
        u64::from(if least < self.held { (self.held - 1 - least) / self.step + 1 } else { 0 })
    }

    /// How many processors there are.
    pub fn processors(&self, residue: u32) -> u128 {
        self.times * u128::from(self.classes(residue))
    }
}

impl PlacementForm {
    /// A processor on every node.
    pub fn full(radices: &Radices) -> Self {
        let coefficients = vec![0; radices.d()];
        PlacementForm { radices: radices.clone(), rule: Rule::Full, coefficients, modulus: 1 }
    }

    /// As [`Placement::linear`](super::Placement::linear), with the same errors.
    pub fn linear(radices: &Radices, coefficients: Option<&[i64]>, c: i64) -> Result<Self, PlacementError> {
        Self::by_form(radices, coefficients, c, None)
    }

    /// As [`Placement::multilinear`](super::Placement::multilinear), with the same errors.
    pub fn multilinear(
        radices: &Radices,
        coefficients: Option<&[i64]>,
        t: u32,
    ) -> Result<Self, PlacementError> {
        Self::by_form(radices, coefficients, 0, Some(t))
    }

    fn by_form(
        radices: &Radices,
        given: Option<&[i64]>,
        c: i64,
        t: Option<u32>,
    ) -> Result<Self, PlacementError> {
        let (m, d) = (radices.dims().iter().fold(0, |divisor, &n| gcd(divisor, n)), radices.d());
        if m == 1 {
            return Err(PlacementError::CoprimeRadices { dims: radices.dims().to_vec() });
        }
        let reduce = |c: i64| c.rem_euclid(m as i64) as u32;
        let coefficients: Vec<u32> = match given {
            Some(given) => given.iter().map(|&c| reduce(c)).collect(),
            None => vec![1; d],
        };
        if coefficients.len() != d {
            return Err(PlacementError::CoefficientCount { given: coefficients.len(), d });
        }
        if gcd(coefficients[0], m) != 1 && gcd(coefficients[d - 1], m) != 1 {
            return Err(PlacementError::NoUnit { coefficients, modulus: m });
        }
        if t.is_some_and(|t| !(1..=m).contains(&t)) {
            return Err(PlacementError::ClassCount { t: t.unwrap_or(0), modulus: m });
        }
        let rule = Rule::Linear { first: reduce(c), t };
        let form = PlacementForm { radices: radices.clone(), rule, coefficients, modulus: m };
        super::at_least_two(form.processors() as usize)?;
        Ok(form)
    }

    /// The radices of the torus.
    pub fn radices(&self) -> &Radices {
        &self.radices
    }

    /// Number of processors |P|, at least 2.
    pub fn processors(&self) -> u64 {
        self.radices.nodes() / u64::from(self.modulus) * u64::from(self.held())
    }

    /// Coefficients, modulus and number t of classes of a (multi)linear placement; `None` of a full one.
    pub fn linear_form(&self) -> Option<(&[u32], u32, u32)> {
        match self.rule {
            Rule::Full => None,
            Rule::Linear { .. } => Some((&self.coefficients, self.modulus, self.held())),
        }
    }

    /// The coefficients of the form, below the modulus; all 0 in a full placement.
    pub fn coefficients(&self) -> &[u32] {
        &self.coefficients
    }

    /// The modulus of the form, the number of classes of nodes: 1 in a full placement.
    pub fn modulus(&self) -> u32 {
        self.modulus
    }

    /// The value of class 0.
    pub fn first(&self) -> u32 {
        match self.rule {
            Rule::Full => 0,
            Rule::Linear { first, .. } => first,
        }
    }

    /// Number t of classes with processors, the first of all.
    pub fn held(&self) -> u32 {
        match self.rule {
            Rule::Full => 1,
            Rule::Linear { t, .. } => t.unwrap_or(1),
        }
    }

    /// The class of the first node, all of whose coordinates are 0.
    pub(crate) fn origin(&self) -> u32 {
        (self.modulus - self.first()) % self.modulus
    }

    /// The class `steps` nodes ahead in dimension `dim` of one of class `class`.
    pub(crate) fn ahead(&self, class: u32, dim: usize, steps: u64) -> u32 {
        let m = u64::from(self.modulus);
        ((u64::from(class) + u64::from(self.coefficients[dim]) * (steps % m)) % m) as u32
    }

    /// The number of classes that nodes of a line along `dim` have, after which they repeat.
    pub(crate) fn period(&self, dim: usize) -> u32 {
        self.modulus / gcd(self.coefficients[dim], self.modulus)
    }

    /// The processors with any coordinates in the dimensions `free`.
    pub(crate) fn free(&self, free: impl Iterator<Item = usize> + Clone) -> Free {
        let step = free.clone().fold(self.modulus, |step, dim| gcd(self.coefficients[dim], step));
        let nodes: u128 = free.map(|dim| u128::from(self.radices.dims()[dim])).product();
        Free { step, times: nodes * u128::from(step) / u128::from(self.modulus), held: self.held() }
    }
}

/// The specification that makes this placement again.
impl fmt::Display for PlacementForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coefficients = || join(&self.coefficients, ",");
        match self.rule {
            Rule::Full => f.write_str("full"),
            Rule::Linear { first, t: None } => write!(f, "linear:coeff={}:c={first}", coefficients()),
            Rule::Linear { t: Some(t), .. } => write!(f, "multilinear:t={t}:coeff={}", coefficients()),
        }
    }
}
