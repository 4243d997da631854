//! The symmetry of a placement: the translations that map it onto itself, and the classes of nodes and links.
//!
//! Loads and schedules are computed for classes, never for single links or pairs. A full torus has one class
//! of nodes. A (multi)linear placement has m, the values of its linear form, and so 2dm classes of links. In
//! a listed placement every node is a class. A plan that treats nodes by their place in a cell has one class
//! for each place. A path that starts in a class is followed from class to class by [`Symmetry::step`]; no
//! node is needed.
//!
//! Source: Azizoglu and Eğecioğlu, section 5. Differences: the quotient by the symmetry is ours.

use crate::{LinkId, NodeId, Port, Sign, Torus};

/// The group of translations that map a placement onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// All translations: all nodes are in one class.
    Transitive,
    /// The translations that are even in some dimensions of even radix; the class of x is the parities of x
    /// in those, first dimension lowest. Dihedral route tables keep this symmetry.
    Parity {
        /// For each dimension, whether its parity is part of the class.
        counts: Vec<bool>,
    },
    /// The translations by multiples of a period in each dimension; the class of x is the vector of all
    /// `x_i mod periods_i`, the last dimension fastest, as in node ids. Combining exchanges keep this
    /// symmetry.
    Residue {
        /// The periods, each a divisor of its radix.
        periods: Vec<u32>,
    },
    /// The translations by vectors of form value 0; the class of x is `sum c_i x_i - first mod m`.
    Linear {
        /// The coefficients c_i, below m.
        coefficients: Vec<u32>,
        /// The modulus m, a divisor of every radix.
        modulus: u32,
        /// The value of class 0.
        first: u32,
    },
    /// No translation but the identity: the class of a node is its id.
    Trivial,
}

impl Symmetry {
    /// Number of node classes.
    pub fn classes(&self, torus: &Torus) -> usize {
        match self {
            Symmetry::Transitive => 1,
            Symmetry::Parity { counts } => 1 << counts.iter().filter(|&&counts| counts).count(),
            Symmetry::Residue { periods } => periods.iter().product::<u32>() as usize,
            Symmetry::Linear { modulus, .. } => *modulus as usize,
            Symmetry::Trivial => torus.len(),
        }
    }

    /// The class of a node.
    pub fn class_of(&self, torus: &Torus, node: NodeId) -> usize {
        match self {
            Symmetry::Transitive => 0,
            Symmetry::Parity { counts } => {
                let odd = |dim: &usize| torus.coordinate(node, *dim) as usize & 1;
                let dims = (0..torus.d()).filter(|&dim| counts[dim]);
                dims.enumerate().map(|(bit, dim)| odd(&dim) << bit).sum()
            }
            Symmetry::Residue { periods } => {
                let residue = |dim: usize| torus.coordinate(node, dim) % periods[dim];
                (0..torus.d()).fold(0, |class, dim| class * periods[dim] as usize + residue(dim) as usize)
            }
            Symmetry::Linear { coefficients, modulus, first } => {
                let m = *modulus as u64;
                let term = |i| coefficients[i] as u64 * torus.coordinate(node, i) as u64;
                (((0..torus.d()).map(term).sum::<u64>() + m - *first as u64) % m) as usize
            }
            Symmetry::Trivial => node.index(),
        }
    }

    /// The class of the node one hop away from a node of class `class`.
    pub fn step(&self, torus: &Torus, class: usize, port: Port) -> usize {
        match self {
            Symmetry::Transitive => 0,
            Symmetry::Parity { counts } if counts[port.dim()] => {
                class ^ 1 << counts[..port.dim()].iter().filter(|&&counts| counts).count()
            }
            Symmetry::Parity { .. } => class,
            Symmetry::Residue { periods } => residue_step(periods, class, port),
            Symmetry::Linear { coefficients, modulus, .. } => {
                let (m, c) = (*modulus as usize, coefficients[port.dim()] as usize);
                (class + if port.sign() == Sign::Plus { c } else { m - c }) % m
            }
            Symmetry::Trivial => {
                let node = torus.node_at(class).expect("a trivial class is a node id");
                torus.neighbour(node, port).index()
            }
        }
    }

    /// Number of link classes, those of absent ports counted: `2d` for each node class.
    pub fn link_classes(&self, torus: &Torus) -> usize {
        self.classes(torus) * torus.port_slots()
    }

    /// The class of a link: class of its tail times 2d, plus port.
    pub fn link_class(&self, torus: &Torus, link: LinkId) -> usize {
        let (tail, port) = torus.tail(link);
        self.class_of(torus, tail) * torus.port_slots() + port.index()
    }

    /// The link classes that a path of these ports uses from a node of class `class`, in order.
    pub fn path<'a>(
        &'a self,
        torus: &'a Torus,
        class: usize,
        ports: impl Iterator<Item = Port> + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        ports.scan(class, move |class, port| {
            let link = *class * torus.port_slots() + port.index();
            *class = self.step(torus, *class, port);
            Some(link)
        })
    }
}

/// The class beyond `port` where classes are vectors of residues.
fn residue_step(periods: &[u32], class: usize, port: Port) -> usize {
    let period = periods[port.dim()] as usize;
    let stride = periods[port.dim() + 1..].iter().product::<u32>() as usize;
    let x = class / stride % period;
    let next = if port.sign() == Sign::Plus { (x + 1) % period } else { (x + period - 1) % period };
    class - x * stride + next * stride
}
