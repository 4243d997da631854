//! Placements: which nodes carry a processor.
//!
//! Source: Azizoglu and Eğecioğlu, "Lower Bounds on Communication Loads and Optimal Placements in Torus
//! Networks", sections 2 and 5. A linear placement is `{x : c1 x1 + .. + cd xd = c mod k}`; a multilinear one
//! takes `t` successive values instead of one. Both need equal radices and a unit among `c1` and `cd`, which
//! gives `t k^(d-1)` processors. Here a full placement exists on any torus, and any set of at least two
//! nodes may be listed.

use crate::{torus::join, NodeId, Symmetry, Torus, UnknownName};
use std::{fmt, str::FromStr};

/// A placement that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// A (multi)linear placement on unequal radices.
    #[error(
        "a linear or multilinear placement was asked for on {}, whose radices differ; it needs equal radices",
        join(.dims, "x")
    )]
    UnequalRadices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A linear form with a wrong number of coefficients.
    #[error(
        "{given} coefficients were given for {d} dimensions; one per dimension is needed: give {d} numbers to coeff="
    )]
    CoefficientCount {
        /// How many were given.
        given: usize,
        /// How many dimensions there are.
        d: usize,
    },
    /// Neither the first nor the last coefficient has an inverse modulo k.
    #[error(
        "the coefficients {} modulo {k} have no unit at either end; the first or the last has to be prime to {k}, or \
         the placement would not have k^(d-1) processors for every class: change coeff=, for example to all ones",
        join(.coefficients, ",")
    )]
    NoUnit {
        /// The coefficients, modulo k.
        coefficients: Vec<u32>,
        /// The radix.
        k: u32,
    },
    /// A number of classes outside `1..=k`.
    #[error(
        "a multilinear placement of {t} classes was asked for; with radix {k} there may be 1 to {k}: change t="
    )]
    ClassCount {
        /// The number asked for.
        t: u32,
        /// The radix.
        k: u32,
    },
    /// An empty or one-processor placement.
    #[error("the placement has {processors} processors; an exchange needs at least 2")]
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
    /// A line of a placement file that names no node.
    #[error(
        "line {line} of the placement file reads {text:?}, which is no node of {}; a line holds {} coordinates joined \
         by commas, each below its radix: correct it, or start it with # to leave it out",
        join(.dims, "x"),
        .dims.len()
    )]
    NodeLine {
        /// Line number, from 1.
        line: usize,
        /// What stands there.
        text: String,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A line of a placement file that names a node again.
    #[error(
        "line {line} of the placement file names the node {} again, which line {first} named before; a node carries \
         at most one processor: remove one of the lines",
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

/// What a placement was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Full,
    Linear { coefficients: Vec<u32>, first: u32, t: Option<u32> },
    Listed,
}

/// A set of at least two nodes of a torus, its processors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    torus: Torus,
    shape: Shape,
    symmetry: Symmetry,
    occupied: Vec<bool>,
    processors: Vec<NodeId>,
}

impl Placement {
    /// A processor on every node.
    pub fn full(torus: &Torus) -> Self {
        Self::on(torus, Shape::Full, Symmetry::Transitive, vec![true; torus.len()])
    }

    /// A processor on every node, with the symmetry of the translations that are even in the dimensions marked;
    /// those have even radices.
    pub fn full_by_parity(torus: &Torus, counts: &[bool]) -> Self {
        debug_assert!(counts.iter().zip(torus.dims()).all(|(counts, n)| !counts || n % 2 == 0));
        let symmetry = match counts.contains(&true) {
            true => Symmetry::Parity { counts: counts.to_vec() },
            false => Symmetry::Transitive,
        };
        Self::on(torus, Shape::Full, symmetry, vec![true; torus.len()])
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
        Self::on(torus, Shape::Full, symmetry, vec![true; torus.len()])
    }

    /// The nodes with `c1 x1 + .. + cd xd = c mod k`: `k^(d-1)` processors.
    ///
    /// `coefficients` defaults to all ones; they and `c` are taken modulo k. Errors: unequal radices, a wrong
    /// number of coefficients, no unit among the first and the last, fewer than two processors.
    pub fn linear(torus: &Torus, coefficients: Option<&[i64]>, c: i64) -> Result<Self, PlacementError> {
        Self::by_form(torus, coefficients, c, None)
    }

    /// The nodes with `c1 x1 + .. + cd xd mod k` in `0..t`: `t k^(d-1)` processors.
    ///
    /// Errors as [`Placement::linear`], and `t` outside `1..=k`.
    pub fn multilinear(torus: &Torus, coefficients: Option<&[i64]>, t: u32) -> Result<Self, PlacementError> {
        Self::by_form(torus, coefficients, 0, Some(t))
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
        Ok(Self::on(torus, Shape::Listed, Symmetry::Trivial, occupied))
    }

    fn by_form(torus: &Torus, given: Option<&[i64]>, c: i64, t: Option<u32>) -> Result<Self, PlacementError> {
        let k =
            torus.radix().ok_or_else(|| PlacementError::UnequalRadices { dims: torus.dims().to_vec() })?;
        let reduce = |c: i64| c.rem_euclid(k as i64) as u32;
        let coefficients: Vec<u32> = match given {
            Some(given) => given.iter().map(|&c| reduce(c)).collect(),
            None => vec![1; torus.d()],
        };
        if coefficients.len() != torus.d() {
            return Err(PlacementError::CoefficientCount { given: coefficients.len(), d: torus.d() });
        }
        if gcd(coefficients[0], k) != 1 && gcd(coefficients[torus.d() - 1], k) != 1 {
            return Err(PlacementError::NoUnit { coefficients, k });
        }
        if t.is_some_and(|t| !(1..=k).contains(&t)) {
            return Err(PlacementError::ClassCount { t: t.unwrap_or(0), k });
        }
        let first = reduce(c);
        let symmetry = Symmetry::Linear { coefficients: coefficients.clone(), first };
        let class = |node| symmetry.class_of(torus, node) < t.unwrap_or(1) as usize;
        let occupied: Vec<bool> = torus.nodes().map(class).collect();
        at_least_two(occupied.iter().filter(|&&p| p).count())?;
        Ok(Self::on(torus, Shape::Linear { coefficients, first, t }, symmetry, occupied))
    }

    fn on(torus: &Torus, shape: Shape, symmetry: Symmetry, occupied: Vec<bool>) -> Self {
        let processors = torus.nodes().filter(|node| occupied[node.index()]).collect();
        Placement { torus: torus.clone(), shape, symmetry, occupied, processors }
    }

    /// The torus the processors are on.
    pub fn torus(&self) -> &Torus {
        &self.torus
    }

    /// The processors, by increasing node id.
    pub fn processors(&self) -> &[NodeId] {
        &self.processors
    }

    /// Number of processors |P|, at least 2.
    pub fn len(&self) -> usize {
        self.processors.len()
    }

    /// Never true: a placement has at least two processors.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether a node carries a processor.
    pub fn contains(&self, node: NodeId) -> bool {
        self.occupied[node.index()]
    }

    /// The translations that keep the placement.
    pub fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// Coefficients, modulus and number t of classes of a (multi)linear placement; `None` for others.
    pub fn linear_form(&self) -> Option<(&[u32], u32, u32)> {
        match &self.shape {
            Shape::Linear { coefficients, t, .. } => {
                Some((coefficients, self.torus.dims()[0], t.unwrap_or(1)))
            }
            _ => None,
        }
    }

    /// The processors of different classes, one each, by increasing class: what one ROM image serves.
    /// Full and linear placements have one, multilinear ones t, listed ones all of theirs.
    pub fn sources(&self) -> Vec<NodeId> {
        let classes = self.symmetry.classes(&self.torus);
        let mut first = vec![None; classes];
        for &node in &self.processors {
            first[self.symmetry.class_of(&self.torus, node)].get_or_insert(node);
        }
        first.into_iter().flatten().collect()
    }

    /// For every class of nodes its index in [`Placement::sources`]; `usize::MAX` for one without processors.
    pub fn source_of_class(&self) -> Vec<usize> {
        let mut index = vec![usize::MAX; self.symmetry.classes(&self.torus)];
        let class = |node| self.symmetry.class_of(&self.torus, node);
        self.sources().into_iter().zip(0..).for_each(|(node, source)| index[class(node)] = source);
        index
    }

    /// For every processor the index of its class in [`Placement::sources`].
    pub fn source_indices(&self) -> Vec<usize> {
        let index = self.source_of_class();
        self.processors.iter().map(|&node| index[self.symmetry.class_of(&self.torus, node)]).collect()
    }

    /// The offsets from `source` to every other processor, by increasing destination id.
    pub fn offsets(&self, source: NodeId) -> impl Iterator<Item = Vec<u32>> + '_ {
        let others = self.processors.iter().filter(move |&&node| node != source);
        others.map(move |&node| self.torus.offset(source, node))
    }
}

/// The specification text that makes this placement again; a listed one is just `file`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Full => f.write_str("full"),
            Shape::Listed => f.write_str("file"),
            Shape::Linear { coefficients, first, t: None } => {
                write!(f, "linear:coeff={}:c={first}", join(coefficients, ","))
            }
            Shape::Linear { coefficients, t: Some(t), .. } => {
                write!(f, "multilinear:t={t}:coeff={}", join(coefficients, ","))
            }
        }
    }
}

/// A placement as asked for on the command line, not yet put on a torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementSpec {
    /// `full`.
    Full,
    /// `linear[:coeff=1,1,1][:c=0]`.
    Linear {
        /// Coefficients, all ones when left out.
        coefficients: Option<Vec<i64>>,
        /// The constant c.
        c: i64,
    },
    /// `multilinear:t=2[:coeff=1,1,1]`.
    Multilinear {
        /// Number of classes.
        t: u32,
        /// Coefficients, all ones when left out.
        coefficients: Option<Vec<i64>>,
    },
    /// `file:PATH`: one node per line, see [`parse_nodes`].
    File(String),
}

/// What a specification may be, as messages list it.
const SPECIFICATIONS: [&str; 4] =
    ["full", "linear[:coeff=1,1,1][:c=0]", "multilinear:t=2[:coeff=1,1,1]", "file:PATH"];

/// The shortest text that is read as this specification.
impl fmt::Display for PlacementSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coefficients = |f: &mut fmt::Formatter<'_>, given: &Option<Vec<i64>>| match given {
            Some(given) => {
                let numbers: Vec<String> = given.iter().map(i64::to_string).collect();
                write!(f, ":coeff={}", numbers.join(","))
            }
            None => Ok(()),
        };
        match self {
            PlacementSpec::Full => f.write_str("full"),
            PlacementSpec::Linear { coefficients: given, c } => {
                f.write_str("linear")?;
                coefficients(f, given)?;
                if *c == 0 {
                    Ok(())
                } else {
                    write!(f, ":c={c}")
                }
            }
            PlacementSpec::Multilinear { t, coefficients: given } => {
                write!(f, "multilinear:t={t}")?;
                coefficients(f, given)
            }
            PlacementSpec::File(path) => write!(f, "file:{path}"),
        }
    }
}

/// The inverse of `Display`; keys may stand in any order. Errors: text that is no specification.
impl FromStr for PlacementSpec {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let unknown = || UnknownName { what: "placement", text: text.to_string(), allowed: &SPECIFICATIONS };
        if let Some(path) = text.strip_prefix("file:").filter(|path| !path.is_empty()) {
            return Ok(PlacementSpec::File(path.to_string()));
        }
        let mut parts = text.split(':');
        let kind = parts.next().unwrap_or("");
        let (mut coefficients, mut c, mut t) = (None, None, None);
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(unknown)?;
            let fresh = match (kind, key) {
                ("linear" | "multilinear", "coeff") => {
                    let list: Result<Vec<i64>, _> = value.split(',').map(str::parse).collect();
                    coefficients.replace(list.map_err(|_| unknown())?).is_none()
                }
                ("linear", "c") => c.replace(value.parse().map_err(|_| unknown())?).is_none(),
                ("multilinear", "t") => t.replace(value.parse().map_err(|_| unknown())?).is_none(),
                _ => false,
            };
            if !fresh {
                return Err(unknown());
            }
        }
        match (kind, t) {
            ("full", _) => Ok(PlacementSpec::Full),
            ("linear", _) => Ok(PlacementSpec::Linear { coefficients, c: c.unwrap_or(0) }),
            ("multilinear", Some(t)) => Ok(PlacementSpec::Multilinear { t, coefficients }),
            _ => Err(unknown()),
        }
    }
}

/// The nodes of a placement file: one node a line, coordinates joined by commas; blank lines and what
/// follows a `#` are left out.
///
/// Errors: a line that is no node of the torus; a node twice; both with the line's number.
pub fn parse_nodes(torus: &Torus, text: &str) -> Result<Vec<NodeId>, PlacementError> {
    let mut first_line = vec![None; torus.len()];
    let mut nodes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let node = parse_node(torus, line).ok_or_else(|| PlacementError::NodeLine {
            line: number,
            text: line.to_string(),
            dims: torus.dims().to_vec(),
        })?;
        if let Some(first) = first_line[node.index()].replace(number) {
            return Err(PlacementError::NodeLineTwice { line: number, first, node: torus.coordinates(node) });
        }
        nodes.push(node);
    }
    Ok(nodes)
}

fn parse_node(torus: &Torus, line: &str) -> Option<NodeId> {
    let x: Vec<u32> = line.split(',').map(|x| x.trim().parse().ok()).collect::<Option<_>>()?;
    let inside = x.len() == torus.d() && x.iter().zip(torus.dims()).all(|(x, n)| x < n);
    inside.then(|| torus.node(&x))
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
