//! Exact link loads of placements in closed form, by classes of links: no node, link or pair is enumerated.
//!
//! A placement in closed form has classes of nodes, the values v of its linear form modulo m, and the first t
//! classes hold the processors (`placement/form.rs`). Look at the link of dimension i and sign `+` at a node
//! of class v, and at the messages that correct the set S before i. They start in some coordinate s of the
//! link's line. Their sources are the processors with that coordinate, with the line's coordinates outside S,
//! and with any coordinates in S. Let g be the gcd of m and the coefficients in S. The free part of the form
//! takes every multiple of g equally often, so what counts is the residue modulo g of the rest of the form.
//! The rest is v + c_i (s - x_i) less the line's own part in S, and that part is a multiple of g. So the
//! number of sources is a function of v + c_i (s - x_i) modulo g alone. In the same way the number of
//! destinations is a function of v + c_i (e - x_i) modulo g', the gcd for the dimensions outside S and i.
//!
//! So the load depends on v, i and the sign: there are 2 d m classes of links, and one walk of the m classes
//! along dimension i, with a sum that slides (`cycle`), has all of them. Sets S with the same g and g' have
//! the same loads, so UDR's 2^(d-1) sets are added up by (size, g, g') first. Time is O(d m) for ODR, and as
//! many times that for UDR as m has such pairs of divisors; a full placement has m = 1.
//!
//! **Ties by parity.** Under [`Ties::Parity`] messages that go half round from an odd coordinate use `-`. The
//! load then depends also on the parity of x_i, in even radices above 2. With h = n_i / 2, the messages from
//! a node of class u half round are D(u) = (sources at u) * (destinations at u + c_i h). The `+` link at v
//! loses the sum of D(v - c_i j), and the `-` link gains the sum of D(v + c_i j), over the j below h that
//! lead to odd coordinates: sums over every second class, which slide too. Not every pair of class and parity
//! has nodes: v + c - c_i (parity) has to be a multiple of the gcd of m, 2 c_i and all other coefficients,
//! which is 1 or 2. As class and parity are affine in the coordinates, pairs that occur have equally many
//! nodes.
//!
//! **Overflow.** All is counted in 128 bits. The sum of all distances is at most |P|^2 (n_1 + .. + n_d) / 2,
//! and what is summed along a line at most t^2 n_i^2; loads that leave 128 bits are refused.
//!
//! Source: Azizoglu and Eğecioğlu, "Lower Bounds on Communication Loads and Optimal Placements in Torus
//! Networks", sections 5 (linear placements), 6 (ODR) and 7 (UDR). Differences: the paper bounds loads from
//! above; the exact loads by class, any coefficients, UDR, and ties by parity are ours.

mod error;
mod lines;

pub use error::ClassLoadsError;

use super::{exact::walk, total_distances, ExactLoads, LinkLoad};
use crate::{PlacementForm, Port, Radices, Routing, Ties};
use lines::{add_loads, by_second, corrected_before, factorial};
use num_rational::Ratio;

/// The loads of all links of a placement in closed form, one for each class of links.
///
/// ```
/// use torus_model::{load::{ClassLoads, ExactLoads}, PlacementForm, Radices, Routing};
/// let full = PlacementForm::full(&Radices::new(&[1024; 3])?);
/// let loads = ClassLoads::new(&full, Routing::Odr)?;
/// assert_eq!(loads.e_max().to_string(), "137707388928");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassLoads {
    form: PlacementForm,
    /// By port, and by class of the tail; where the parity of the tail's coordinate counts, there are two
    /// such lists one after the other, that of even coordinates first.
    ports: Vec<Vec<u128>>,
    denominator: u128,
    total: u128,
}

impl ClassLoads {
    /// Most classes of links.
    pub const MAX_CLASSES: u128 = 1 << 25;

    /// The loads of a placement under a routing, ties going `+`.
    ///
    /// Errors: loads that leave 128 bits; more than [`ClassLoads::MAX_CLASSES`] classes of links.
    pub fn new(form: &PlacementForm, routing: Routing) -> Result<Self, ClassLoadsError> {
        let too_many = || ClassLoadsError::TooManyMessages {
            dims: form.radices().to_string(),
            processors: form.processors(),
            routing,
        };
        check_classes(form)?;
        let denominator = denominator(form, routing).ok_or_else(too_many)?;
        let (m, d) = (form.modulus() as usize, form.radices().d());
        let mut ports = vec![vec![0; m]; 2 * d];
        for port in form.radices().ports() {
            for (ends, weight) in corrected_before(form, port.dim(), routing) {
                add_loads(form, port, ends, weight, &mut ports[port.index()]).ok_or_else(too_many)?;
            }
        }
        let total = total_distances(form).iter().sum();
        Ok(ClassLoads { form: form.clone(), ports, denominator, total })
    }

    /// The loads of ODR with another tie rule. Errors as [`ClassLoads::new`].
    pub fn ordered(form: &PlacementForm, ties: Ties) -> Result<Self, ClassLoadsError> {
        let mut loads = Self::new(form, Routing::Odr)?;
        let even = |dim: &usize| form.radices().dims()[*dim] % 2 == 0 && form.radices().dims()[*dim] > 2;
        if ties == Ties::Parity {
            (0..form.radices().d()).filter(even).for_each(|dim| loads.turn_odd_ties(dim));
        }
        Ok(loads)
    }

    /// Moves the load of ties that start at an odd coordinate from the `+` links to the `-` links.
    fn turn_odd_ties(&mut self, dim: usize) {
        let form = self.form.clone();
        let (m, half) = (form.modulus(), u64::from(form.radices().dims()[dim] / 2));
        let [(ends, _)] = corrected_before(&form, dim, Routing::Odr)[..] else { return };
        let tied = |class| ends.messages(class, form.ahead(class, dim, half));
        let tied: Vec<u128> = (0..m).map(tied).collect();
        let mut plus = Vec::new();
        let mut minus = Vec::new();
        for parity in 0..2u64 {
            let nearest = 1 - parity;
            let count = (half - nearest).div_ceil(2);
            let sums = by_second(&form, dim, &tied, count);
            let back = |class| form.ahead(class, dim, 2 * half - nearest);
            let fore = |class| form.ahead(class, dim, nearest + 2 * count + 2 * half - 2);
            let [old_plus, old_minus] = [0, 1].map(|sign| &self.ports[2 * dim + sign]);
            plus.extend((0..m).map(|class| old_plus[class as usize] - sums[back(class) as usize]));
            minus.extend((0..m).map(|class| old_minus[class as usize] + sums[fore(class) as usize]));
        }
        self.ports[2 * dim] = plus;
        self.ports[2 * dim + 1] = minus;
    }

    /// The placement.
    pub fn form(&self) -> &PlacementForm {
        &self.form
    }

    /// The classes of the links through a port that have links, with the numerator of their loads and the
    /// number of their links.
    pub fn classes(&self, port: Port) -> impl Iterator<Item = (u128, u128)> + '_ {
        let (m, all) = (self.form.modulus() as usize, u128::from(self.form.radices().nodes()));
        let numerators = &self.ports[port.index()];
        let some = move |at: &usize| self.exists(port, (at % m) as u32, (at / m) as u32);
        let exists = self.form.radices().has_port(port);
        let number = (0..numerators.len()).filter(some).count().max(1) as u128;
        let found = (0..numerators.len()).filter(move |at| exists && some(at));
        found.map(move |at| (numerators[at], all / number))
    }

    /// Whether a node of this class has a coordinate of this parity in the port's dimension. Where the parity
    /// does not count, it is 0 and every class exists.
    fn exists(&self, port: Port, class: u32, parity: u32) -> bool {
        let (form, dim) = (&self.form, port.dim());
        if self.ports[port.index()].len() == form.modulus() as usize {
            return true;
        }
        let others = form.free((0..form.radices().d()).filter(|&other| other != dim)).step;
        let residue = u64::from(class) + u64::from(form.first());
        let odd = (residue + u64::from(form.coefficients()[dim]) * u64::from(parity)) % 2 == 1;
        others % 2 == 1 || !odd
    }

    /// Goes on to the next node: its coordinates and its class.
    fn step(&self, x: &mut [u32], class: &mut u32) {
        for dim in (0..x.len()).rev() {
            *class = self.form.ahead(*class, dim, 1);
            x[dim] += 1;
            if x[dim] < self.radices().dims()[dim] {
                break;
            }
            x[dim] = 0;
        }
    }

    fn numerator(&self, class: usize, coordinate: u32, port: Port) -> u128 {
        let numerators = &self.ports[port.index()];
        let m = self.form.modulus() as usize;
        let odd = numerators.len() > m && coordinate % 2 == 1;
        numerators[class + if odd { m } else { 0 }]
    }
}

/// Error: too many classes of links.
fn check_classes(form: &PlacementForm) -> Result<(), ClassLoadsError> {
    let classes = u128::from(form.modulus()) * form.radices().port_slots() as u128;
    match classes <= ClassLoads::MAX_CLASSES {
        true => Ok(()),
        false => Err(ClassLoadsError::TooManyClasses { placement: form.to_string(), classes }),
    }
}

/// 1, or d! for UDR. `None`: d! leaves 128 bits, or the sum of all distances may leave 127.
fn denominator(form: &PlacementForm, routing: Routing) -> Option<u128> {
    let processors = u128::from(form.processors());
    let sides: u128 = form.radices().dims().iter().map(|&n| u128::from(n)).sum();
    (processors * processors).checked_mul(sides).filter(|&most| most < 1 << 127)?;
    if routing.is_deterministic() {
        Some(1)
    } else {
        factorial(form.radices().d())
    }
}

impl ExactLoads for ClassLoads {
    fn radices(&self) -> &Radices {
        self.form.radices()
    }

    fn denominator(&self) -> u128 {
        self.denominator
    }

    fn port_max(&self) -> Vec<Ratio<u128>> {
        let max = |port| self.classes(port).map(|(load, _)| load).max().unwrap_or(0);
        let ports = (0..self.radices().port_slots()).map(Port::from_index);
        ports.map(|port| Ratio::new(max(port), self.denominator)).collect()
    }

    fn total(&self) -> u128 {
        self.total
    }

    fn links(&self) -> Box<dyn Iterator<Item = LinkLoad> + '_> {
        let (mut class, mut x, mut at) = (self.form.origin(), vec![0; self.radices().d()], 0);
        let of = move |(node, port): (u64, Port)| {
            if node > at {
                at = node;
                self.step(&mut x, &mut class);
            }
            LinkLoad { node, port, numerator: self.numerator(class as usize, x[port.dim()], port) }
        };
        Box::new(walk(self.radices()).map(of))
    }

    fn values(&self) -> Box<dyn Iterator<Item = u128> + '_> {
        Box::new(self.radices().ports().flat_map(|port| self.classes(port)).map(|(load, _)| load))
    }
}
