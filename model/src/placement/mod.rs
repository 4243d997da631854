//! Placements: which nodes of a torus carry a processor.
//!
//! A linear placement is `{x : c1 x1 + .. + cd xd = c mod m}`, where m is the greatest common divisor of the
//! radices, k if all are k. A multilinear placement takes `t` successive values of the form instead of one.
//! Both need m > 1 and a unit among `c1` and `cd`, and have `t N / m` processors.
//!
//! Source: Azizoglu and Eğecioğlu, "Lower Bounds on Communication Loads and Optimal Placements in Torus
//! Networks", sections 2 and 5. Differences: a full placement exists on any torus, linear ones on unequal
//! radices too, and any set of at least two nodes may be listed.

mod census;
mod error;
mod form;
mod spec;
mod symmetry;

pub(crate) use census::slowest_first;
pub use census::Census;
pub use error::PlacementError;
pub(crate) use form::Free;
pub use form::PlacementForm;
pub use spec::{parse_nodes, PlacementSpec};
pub use symmetry::Symmetry;

use crate::{NodeId, Torus};
use std::{fmt, sync::OnceLock};

/// A set of at least two nodes of a torus, its processors.
///
/// The processors of one in closed form are listed when they are first asked for.
#[derive(Clone, Debug)]
pub struct Placement {
    torus: Torus,
    form: Option<PlacementForm>,
    symmetry: Symmetry,
    listed: OnceLock<Listed>,
}

/// The nodes with processors.
#[derive(Clone, Debug)]
struct Listed {
    occupied: Vec<bool>,
    processors: Vec<NodeId>,
}

impl Listed {
    fn new(torus: &Torus, occupied: Vec<bool>) -> Self {
        let processors = torus.nodes().filter(|node| occupied[node.index()]).collect();
        Listed { occupied, processors }
    }
}

/// Whether both are the same nodes of the same torus, described alike, with the same symmetry.
impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        let alike = self.torus == other.torus && self.form == other.form && self.symmetry == other.symmetry;
        alike && (self.form.is_some() || self.processors() == other.processors())
    }
}

impl Eq for Placement {}

impl Placement {
    /// A processor on every node.
    pub fn full(torus: &Torus) -> Self {
        Self::formed(torus, PlacementForm::full(torus.radices()), Symmetry::Transitive)
    }

    /// A processor on every node, with the symmetry of the translations that are even in the dimensions
    /// marked; those have even radices.
    pub fn full_by_parity(torus: &Torus, counts: &[bool]) -> Self {
        debug_assert!(counts.iter().zip(torus.dims()).all(|(counts, n)| !counts || n % 2 == 0));
        let symmetry = match counts.contains(&true) {
            true => Symmetry::Parity { counts: counts.to_vec() },
            false => Symmetry::Transitive,
        };
        Self::formed(torus, PlacementForm::full(torus.radices()), symmetry)
    }

    /// A processor on every node, with the symmetry of the translations by multiples of a period in each
    /// dimension; every period divides its radix.
    pub fn full_by_residue(torus: &Torus, periods: &[u32]) -> Self {
        debug_assert!(
            periods.len() == torus.d() && periods.iter().zip(torus.dims()).all(|(period, n)| n % period == 0)
        );
        let symmetry = match periods.iter().all(|&period| period == 1) {
            true => Symmetry::Transitive,
            false => Symmetry::Residue { periods: periods.to_vec() },
        };
        Self::formed(torus, PlacementForm::full(torus.radices()), symmetry)
    }

    /// The nodes with `c1 x1 + .. + cd xd = c mod m`, m the greatest common divisor of the radices: `N / m`
    /// processors.
    ///
    /// `coefficients` defaults to all ones; they and `c` are taken modulo m. Errors: radices without a common
    /// divisor, a wrong number of coefficients, no unit among the first and the last, fewer than two
    /// processors.
    pub fn linear(torus: &Torus, coefficients: Option<&[i64]>, c: i64) -> Result<Self, PlacementError> {
        Ok(Self::by_form(torus, PlacementForm::linear(torus.radices(), coefficients, c)?))
    }

    /// The nodes with `c1 x1 + .. + cd xd mod m` in `0..t`: `t N / m` processors.
    ///
    /// Errors as [`Placement::linear`], and `t` outside `1..=m`.
    pub fn multilinear(torus: &Torus, coefficients: Option<&[i64]>, t: u32) -> Result<Self, PlacementError> {
        Ok(Self::by_form(torus, PlacementForm::multilinear(torus.radices(), coefficients, t)?))
    }

    /// Exactly these nodes. Errors: a node twice, fewer than two nodes.
    pub fn listed(torus: &Torus, nodes: &[NodeId]) -> Result<Self, PlacementError> {
        let mut occupied = vec![false; torus.len()];
        for &node in nodes {
            if std::mem::replace(&mut occupied[node.index()], true) {
                return Err(PlacementError::NodeTwice { node: torus.coordinates(node) });
            }
        }
        at_least_two(nodes.len())?;
        let listed = OnceLock::from(Listed::new(torus, occupied));
        Ok(Placement { torus: torus.clone(), form: None, symmetry: Symmetry::Trivial, listed })
    }

    fn by_form(torus: &Torus, form: PlacementForm) -> Self {
        let symmetry = Symmetry::Linear {
            coefficients: form.coefficients().to_vec(),
            modulus: form.modulus(),
            first: form.first(),
        };
        Self::formed(torus, form, symmetry)
    }

    fn formed(torus: &Torus, form: PlacementForm, symmetry: Symmetry) -> Self {
        Placement { torus: torus.clone(), form: Some(form), symmetry, listed: OnceLock::new() }
    }

    fn nodes(&self) -> &Listed {
        self.listed.get_or_init(|| {
            let held = self.form.as_ref().map_or(1, PlacementForm::held) as usize;
            let holds = |node| match self.symmetry {
                Symmetry::Linear { .. } => self.symmetry.class_of(&self.torus, node) < held,
                _ => true,
            };
            Listed::new(&self.torus, self.torus.nodes().map(holds).collect())
        })
    }

    /// The torus the processors are on.
    pub fn torus(&self) -> &Torus {
        &self.torus
    }

    /// The processors, by increasing node id.
    pub fn processors(&self) -> &[NodeId] {
        &self.nodes().processors
    }

    /// The node ids of the processors, in increasing order.
    pub fn node_ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.processors().iter().map(|node| node.index() as u32)
    }

    /// Whether every node carries a processor.
    pub fn is_full(&self) -> bool {
        self.len() == self.torus.len()
    }

    /// Whether every node carries a processor and all are of one class. In a list of all nodes each is a
    /// class of its own.
    pub(crate) fn is_uniform(&self) -> bool {
        self.is_full() && self.symmetry == Symmetry::Transitive
    }

    /// Number of processors |P|, at least 2.
    pub fn len(&self) -> usize {
        self.form.as_ref().map_or_else(|| self.processors().len(), |form| form.processors() as usize)
    }

    /// Never true: a placement has at least two processors.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether a node carries a processor.
    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes().occupied[node.index()]
    }

    /// The translations of the torus that map the placement onto itself.
    pub fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// Coefficients, modulus and number t of classes of a (multi)linear placement; `None` for others.
    pub fn linear_form(&self) -> Option<(&[u32], u32, u32)> {
        self.form.as_ref()?.linear_form()
    }

    /// The same placement without its nodes, if it is full, linear or multilinear.
    pub fn closed_form(&self) -> Option<&PlacementForm> {
        self.form.as_ref()
    }

    /// One processor of each class, by increasing class: these are the *source classes*, and one ROM image
    /// serves all processors of a class. Full and linear placements have one, multilinear placements t, and
    /// in a listed placement every processor is a class of its own.
    pub fn sources(&self) -> Vec<NodeId> {
        let classes = self.symmetry.classes(&self.torus);
        let mut first = vec![None; classes];
        for &node in self.processors() {
            first[self.symmetry.class_of(&self.torus, node)].get_or_insert(node);
        }
        first.into_iter().flatten().collect()
    }

    /// For every class of nodes its index in [`Placement::sources`]; `None` for one without processors.
    pub fn source_of_class(&self) -> Vec<Option<usize>> {
        let mut index = vec![None; self.symmetry.classes(&self.torus)];
        let class = |node| self.symmetry.class_of(&self.torus, node);
        self.sources().into_iter().zip(0..).for_each(|(node, source)| index[class(node)] = Some(source));
        index
    }

    /// For every processor the index of its class in [`Placement::sources`].
    pub fn source_indices(&self) -> Vec<usize> {
        let index = self.source_of_class();
        let of_node = |&node: &NodeId| index[self.symmetry.class_of(&self.torus, node)];
        self.processors().iter().filter_map(of_node).collect()
    }

    /// The offsets from `source` to every other processor, by increasing destination id.
    pub fn offsets(&self, source: NodeId) -> impl Iterator<Item = Vec<u32>> + '_ {
        let others = self.processors().iter().filter(move |&&node| node != source);
        others.map(move |&node| self.torus.offset(source, node))
    }
}

/// The specification that makes this placement again; a listed placement is just `file`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Some(form) => form.fmt(f),
            None => f.write_str("file"),
        }
    }
}

fn at_least_two(processors: usize) -> Result<(), PlacementError> {
    if processors < 2 {
        Err(PlacementError::TooFewProcessors { processors })
    } else {
        Ok(())
    }
}

/// Greatest common divisor; `gcd(0, k) = k`.
pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if a == 0 {
        b
    } else {
        gcd(b % a, a)
    }
}
