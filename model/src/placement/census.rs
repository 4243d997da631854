//! The counts of a placement that bounds need: how many processors there are, and where.
//!
//! A listed placement is counted, one in closed form is computed, so the bounds of both share their code.

use super::{Placement, PlacementForm};
use crate::Radices;

/// Counts of the processors of a placement.
pub trait Census {
    /// The radices of the torus.
    fn radices(&self) -> &Radices;

    /// Number of processors |P|.
    fn processors(&self) -> u64;

    /// The processors at each coordinate of dimension `dim`. If there are fewer numbers than coordinates,
    /// they repeat.
    fn marginal(&self, dim: usize) -> Vec<u64>;

    /// The coordinates of the processor that follows `before` others where dimension `dim` is the slowest
    /// and the others run in order, the last one fastest; `before` is below |P|. They come in that order,
    /// dimension `dim` first.
    fn nth(&self, dim: usize, before: u64) -> Vec<u32>;

    /// Coefficients, modulus and number t of classes of a (multi)linear placement; `None` for others.
    fn form(&self) -> Option<(&[u32], u32, u32)>;
}

/// Dimension `dim`, then the others in order.
pub(crate) fn slowest_first(d: usize, dim: usize) -> Vec<usize> {
    std::iter::once(dim).chain((0..d).filter(|&other| other != dim)).collect()
}

impl Census for Placement {
    fn radices(&self) -> &Radices {
        self.torus().radices()
    }

    fn processors(&self) -> u64 {
        self.len() as u64
    }

    fn marginal(&self, dim: usize) -> Vec<u64> {
        let torus = self.torus();
        let mut at = vec![0; torus.dims()[dim] as usize];
        Placement::processors(self).iter().for_each(|&p| at[torus.coordinate(p, dim) as usize] += 1);
        at
    }

    fn nth(&self, dim: usize, before: u64) -> Vec<u32> {
        let (mut at, mut passed) = (0, 0);
        for (x, processors) in self.marginal(dim).into_iter().enumerate() {
            if passed + processors > before {
                at = x as u32;
                break;
            }
            passed += processors;
        }
        let torus = self.torus();
        let mut plane = Placement::processors(self).iter().filter(|&&p| torus.coordinate(p, dim) == at);
        let node = *plane.nth((before - passed) as usize).expect("a processor follows fewer than all");
        slowest_first(torus.d(), dim).into_iter().map(|dim| torus.coordinate(node, dim)).collect()
    }

    fn form(&self) -> Option<(&[u32], u32, u32)> {
        self.linear_form()
    }
}

impl Census for PlacementForm {
    fn radices(&self) -> &Radices {
        PlacementForm::radices(self)
    }

    fn processors(&self) -> u64 {
        PlacementForm::processors(self)
    }

    fn marginal(&self, dim: usize) -> Vec<u64> {
        let others = self.free((0..self.radices().d()).filter(|&other| other != dim));
        let class = |x: u32| self.ahead(self.origin(), dim, x.into());
        (0..self.period(dim)).map(|x| others.processors(class(x)) as u64).collect()
    }

    fn nth(&self, dim: usize, before: u64) -> Vec<u32> {
        let order = slowest_first(self.radices().d(), dim);
        let (mut class, mut before) = (self.origin(), u128::from(before));
        let digit = |at: usize| {
            let free = self.free(order[at + 1..].iter().copied());
            let (x, passed) = self.first_beyond(free, class, order[at], before);
            class = self.ahead(class, order[at], x.into());
            before -= passed;
            x
        };
        (0..order.len()).map(digit).collect()
    }

    fn form(&self) -> Option<(&[u32], u32, u32)> {
        self.linear_form()
    }
}

impl PlacementForm {
    /// The first coordinate of dimension `dim` up to which there are more than `before` processors, and how
    /// many there are below it. `class`: that of coordinate 0; `free`: the dimensions after `dim`.
    fn first_beyond(&self, free: super::form::Free, class: u32, dim: usize, before: u128) -> (u32, u128) {
        let at = |x: u32| free.processors(self.ahead(class, dim, x.into()));
        let period = self.period(dim);
        let round: u128 = (0..period).map(at).sum();
        let rounds = before / round;
        let mut passed = rounds * round;
        let mut x = rounds as u32 * period;
        while passed + at(x) <= before {
            passed += at(x);
            x += 1;
        }
        (x, passed)
    }
}
