//! The messages along the lines of one dimension, by class: their sources and destinations, and the loads of
//! links.

use crate::{
    load::cycle::{sums_back, Cycle},
    placement::{gcd, Free},
    PlacementForm, Port, Routing, Sign,
};
use std::{collections::BTreeMap, ops::Range};

/// How many sources and destinations messages along a dimension have, by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    sources: Free,
    destinations: Free,
}

impl Ends {
    /// The ends of messages along `dim`, from the gcd of the modulus and the coefficients of the dimensions
    /// corrected before it, and after it. The sets with both gcds have as many sources times destinations.
    fn new(form: &PlacementForm, dim: usize, before: u32, behind: u32) -> Self {
        let m = u128::from(form.modulus());
        let nodes = form.radices().nodes() / u64::from(form.radices().dims()[dim]);
        let times = u128::from(nodes) * (u128::from(before) * u128::from(behind)) / (m * m);
        Ends {
            sources: Free { step: before, times, held: form.held() },
            destinations: Free { step: behind, times: 1, held: form.held() },
        }
    }

    /// The messages from a node of one class to a node of another one on a line.
    pub fn messages(&self, from: u32, to: u32) -> u128 {
        self.sources.processors(from) * self.destinations.processors(to)
    }
}

/// Sources and destinations along `dim` for the sets of dimensions that may be corrected before it, with the
/// sum of the weights of the sets that share them.
pub(super) fn corrected_before(form: &PlacementForm, dim: usize, routing: Routing) -> Vec<(Ends, u128)> {
    let (m, d) = (form.modulus(), form.radices().d());
    let step = |dims: Range<usize>| form.coefficients()[dims].iter().fold(m, |step, &c| gcd(c, step));
    if routing == Routing::Odr {
        return vec![(Ends::new(form, dim, step(0..dim), step(dim + 1..d)), 1)];
    }
    // By (gcd before, gcd after, size): how many sets there are.
    let mut sets = BTreeMap::from([((m, m, 0), 1u128)]);
    for other in (0..d).filter(|&other| other != dim) {
        let mut larger = BTreeMap::new();
        for ((before, behind, size), count) in sets {
            let c = form.coefficients()[other];
            *larger.entry((gcd(c, before), behind, size + 1)).or_default() += count;
            *larger.entry((before, gcd(c, behind), size)).or_default() += count;
        }
        sets = larger;
    }
    let arrangements = |n| factorial(n).expect("d! was checked to fit");
    let mut shared = BTreeMap::new();
    for ((before, behind, size), count) in sets {
        *shared.entry((before, behind)).or_default() +=
            count * arrangements(size) * arrangements(d - 1 - size);
    }
    shared
        .into_iter()
        .map(|((before, behind), weight)| (Ends::new(form, dim, before, behind), weight))
        .collect()
}

/// Adds `weight` times the loads of the links through a port, by class of their tail. `None`: they exceed 128
/// bits.
pub(super) fn add_loads(
    form: &PlacementForm,
    port: Port,
    ends: Ends,
    weight: u128,
    numerators: &mut [u128],
) -> Option<()> {
    let (dim, n) = (port.dim(), u64::from(form.radices().dims()[port.dim()]));
    let (step, longest) = match port.sign() {
        Sign::Plus => (1, n / 2),
        Sign::Minus => (n - 1, (n - 1) / 2),
    };
    let each = ends.sources.times.checked_mul(weight)?;
    for line in lines(form, dim, step) {
        let counts = |free: Free| line.iter().map(|&class| free.classes(class)).collect::<Vec<_>>();
        let cycle = Cycle { starts: &counts(ends.sources), ends: &counts(ends.destinations), longest };
        for (&class, load) in line.iter().zip(cycle.loads()) {
            let sum = &mut numerators[class as usize];
            *sum = sum.checked_add(each.checked_mul(load)?)?;
        }
    }
    Some(())
}

/// For every class u the sum of `count` values: those of u, u - 2 c_i, u - 4 c_i, ..
pub(super) fn by_second(form: &PlacementForm, dim: usize, values: &[u128], count: u64) -> Vec<u128> {
    let mut sums = vec![0; values.len()];
    for line in lines(form, dim, 2) {
        let along: Vec<u128> = line.iter().map(|&class| values[class as usize]).collect();
        line.iter().zip(sums_back(&along, count)).for_each(|(&class, sum)| sums[class as usize] = sum);
    }
    sums
}

/// The classes, each once, in cycles: every next one is `step` nodes ahead in dimension `dim`.
fn lines(form: &PlacementForm, dim: usize, step: u64) -> Vec<Vec<u32>> {
    let cycles = gcd(form.ahead(0, dim, step), form.modulus());
    let length = form.modulus() / cycles;
    let next = |class: &u32| Some(form.ahead(*class, dim, step));
    let line = |first| std::iter::successors(Some(first), next).take(length as usize).collect();
    (0..cycles).map(line).collect()
}

/// n!, if it fits 128 bits.
pub(super) fn factorial(n: usize) -> Option<u128> {
    (1..=n as u128).try_fold(1u128, u128::checked_mul)
}
