//! Patterns: the destinations of every processor.
//!
//! Processors are counted by increasing node id, p in 0..P; on a full torus p is the node id. Where a pattern
//! sends a processor to itself, that processor is silent. On a placement that is not full, a pattern of
//! coordinates is defined if every destination carries a processor.
//!
//! | pattern | destination | defined for | undefined for |
//! | --- | --- | --- | --- |
//! | `uniform` | every other processor, equally likely | any placement | - |
//! | `transpose` | coordinates in reverse order | any d above 1 | radices that differ in reverse |
//! | `tornado` | `x_i + ceil(n_i / 2) - 1` in every dimension | any radices | all radices 2 |
//! | `neighbour` | `x_i + 1` in every dimension | any radices | - |
//! | `complement` | P - 1 - p, the bits of p inverted | any P | - |
//! | `reverse` | the bits of p in reverse order | P a power of two | other P |
//! | `shuffle` | the bits of p rotated left | P a power of two | other P |
//! | `hotspot:percent=20:at=0` | p = `at` in 20 percent, else uniform | any placement | `at` not below P |
//!
//! The hot processor itself sends uniformly. A pattern that leaves all processors silent is undefined too.

use crate::{torus::join, NodeId, Placement, Random, Torus, UnknownName};
use std::{fmt, str::FromStr};

/// A pattern that a placement cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A transpose on radices that are not the same in reverse order.
    #[error(
        "the pattern transpose was asked for on {}; it needs radices that are the same in reverse order: use \
         a torus like 4x4 or 4x6x4, or another pattern",
        join(.dims, "x")
    )]
    Radices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A pattern of bits for a number of processors that is not a power of two.
    #[error(
        "the pattern {pattern} was asked for with {processors} processors; it moves the bits of their \
         numbers and needs a power of two: place {} or {}, or use another pattern",
        .processors.next_power_of_two() / 2,
        .processors.next_power_of_two()
    )]
    Bits {
        /// The pattern.
        pattern: Pattern,
        /// How many processors there are.
        processors: usize,
    },
    /// A pattern that sends to a node without processor.
    #[error(
        "the pattern {pattern} sends from ({}) to ({}), which has no processor; every destination needs one: \
         place one there, or use another pattern",
        join(.source_node, ","),
        join(.destination, ",")
    )]
    Node {
        /// The pattern.
        pattern: Pattern,
        /// Coordinates of the node that sends.
        source_node: Vec<u32>,
        /// Coordinates of the node without processor.
        destination: Vec<u32>,
    },
    /// A pattern that sends every processor to itself.
    #[error(
        "the pattern {pattern} sends every processor of {} to itself, so nobody sends; at least one has to: \
         use another pattern",
        join(.dims, "x")
    )]
    Silent {
        /// The pattern.
        pattern: Pattern,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A hot processor that does not exist.
    #[error(
        "a hotspot at processor {at} was asked for; there are {processors}, counted from 0: give at= a \
         number below {processors}"
    )]
    Hotspot {
        /// The number asked for.
        at: usize,
        /// How many processors there are.
        processors: usize,
    },
}

/// A pattern: where packets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Every other processor, equally likely.
    Uniform,
    /// The node with the coordinates in reverse order.
    Transpose,
    /// Nearly half way round every ring, in direction `+`.
    Tornado,
    /// One step in every dimension.
    Neighbour,
    /// Processor P - 1 - p.
    Complement,
    /// The bits of p in reverse order.
    Reverse,
    /// The bits of p rotated left by one.
    Shuffle,
    /// One processor in a share of the packets, uniform in the rest.
    Hotspot {
        /// The share, 1 to 100 percent.
        percent: u32,
        /// The hot processor's number.
        at: usize,
    },
}

const PLAIN: [(Pattern, &str); 7] = [
    (Pattern::Uniform, "uniform"),
    (Pattern::Transpose, "transpose"),
    (Pattern::Tornado, "tornado"),
    (Pattern::Neighbour, "neighbour"),
    (Pattern::Complement, "complement"),
    (Pattern::Reverse, "reverse"),
    (Pattern::Shuffle, "shuffle"),
];

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Pattern::Hotspot { percent, at } = self {
            return write!(f, "hotspot:percent={percent}:at={at}");
        }
        let name = PLAIN.iter().find(|(pattern, _)| pattern == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

/// The forms of a pattern, as messages list them.
pub const PATTERNS: [&str; 8] = [
    "uniform",
    "transpose",
    "tornado",
    "neighbour",
    "complement",
    "reverse",
    "shuffle",
    "hotspot[:percent=1..100][:at=PROCESSOR]",
];

/// The inverse of `Display`; `hotspot` alone is 20 percent at processor 0. Errors: a name that no pattern
/// has.
impl FromStr for Pattern {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        if let Some((pattern, _)) = PLAIN.iter().find(|(_, name)| *name == text) {
            return Ok(*pattern);
        }
        let unknown = || UnknownName { what: "traffic pattern", text: text.to_string(), allowed: &PATTERNS };
        hotspot(text).ok_or_else(unknown)
    }
}

fn hotspot(text: &str) -> Option<Pattern> {
    let mut parts = text.split(':');
    let (mut percent, mut at) = (None, None);
    (parts.next() == Some("hotspot")).then_some(())?;
    for part in parts {
        let fresh = match part.split_once('=')? {
            ("percent", value) => percent.replace(value.parse().ok()?).is_none(),
            ("at", value) => at.replace(value.parse().ok()?).is_none(),
            _ => false,
        };
        fresh.then_some(())?;
    }
    let percent = percent.unwrap_or(20);
    (1..=100).contains(&percent).then_some(Pattern::Hotspot { percent, at: at.unwrap_or(0) })
}

/// The destinations of every processor of a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destinations {
    pattern: Pattern,
    processors: Vec<NodeId>,
    /// By processor number, for patterns with one destination: its node, `None` where silent.
    fixed: Vec<Option<NodeId>>,
}

impl Destinations {
    /// A pattern on a placement. Errors: what the table of the module calls undefined.
    pub fn new(placement: &Placement, pattern: Pattern) -> Result<Self, PatternError> {
        let processors = placement.processors().to_vec();
        if let Pattern::Hotspot { at, .. } = pattern {
            if at >= processors.len() {
                return Err(PatternError::Hotspot { at, processors: processors.len() });
            }
        }
        let fixed = match pattern {
            Pattern::Uniform | Pattern::Hotspot { .. } => Vec::new(),
            _ => {
                (0..processors.len()).map(|p| fixed(placement, pattern, p)).collect::<Result<Vec<_>, _>>()?
            }
        };
        if !fixed.is_empty() && fixed.iter().all(Option::is_none) {
            return Err(PatternError::Silent { pattern, dims: placement.torus().dims().to_vec() });
        }
        Ok(Destinations { pattern, processors, fixed })
    }

    /// The pattern.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The processors, by number.
    pub fn processors(&self) -> &[NodeId] {
        &self.processors
    }

    /// The destination of a packet of processor number `p`; `None` if it is silent.
    pub fn draw(&self, p: usize, random: &mut Random) -> Option<NodeId> {
        match self.pattern {
            Pattern::Uniform => Some(self.another(p, random)),
            Pattern::Hotspot { percent, at } => {
                let hot = random.below(100) < percent as usize && p != at;
                Some(if hot { self.processors[at] } else { self.another(p, random) })
            }
            _ => self.fixed[p],
        }
    }

    /// The destination of a processor that has only one; `None` if it is silent or draws its destinations.
    pub fn only(&self, p: usize) -> Option<NodeId> {
        self.fixed.get(p).copied().flatten()
    }

    fn another(&self, p: usize, random: &mut Random) -> NodeId {
        let draw = random.below(self.processors.len() - 1);
        self.processors[draw + usize::from(draw >= p)]
    }
}

/// The destination of processor `p`, `None` for itself.
fn fixed(placement: &Placement, pattern: Pattern, p: usize) -> Result<Option<NodeId>, PatternError> {
    let (torus, source) = (placement.torus(), placement.processors()[p]);
    let number = |number: usize| placement.processors()[number];
    let node = match pattern {
        Pattern::Transpose => transpose(torus, source)?,
        Pattern::Tornado => shifted(torus, source, |n| n.div_ceil(2) - 1),
        Pattern::Neighbour => shifted(torus, source, |_| 1),
        Pattern::Complement => number(placement.len() - 1 - p),
        Pattern::Reverse => {
            bits(placement, pattern).map(|bits| number(p.reverse_bits() >> (usize::BITS - bits)))?
        }
        Pattern::Shuffle => {
            bits(placement, pattern).map(|bits| number((p << 1 | p >> (bits - 1)) % placement.len()))?
        }
        Pattern::Uniform | Pattern::Hotspot { .. } => source,
    };
    if !placement.contains(node) {
        let (source_node, destination) = (torus.coordinates(source), torus.coordinates(node));
        return Err(PatternError::Node { pattern, source_node, destination });
    }
    Ok(Some(node).filter(|&node| node != source))
}

fn transpose(torus: &Torus, source: NodeId) -> Result<NodeId, PatternError> {
    let dims = torus.dims();
    if !dims.iter().eq(dims.iter().rev()) {
        return Err(PatternError::Radices { dims: dims.to_vec() });
    }
    let reversed: Vec<u32> = torus.coordinates(source).into_iter().rev().collect();
    Ok(torus.node(&reversed))
}

fn shifted(torus: &Torus, source: NodeId, by: impl Fn(u32) -> u32) -> NodeId {
    let offset: Vec<u32> = torus.dims().iter().map(|&n| by(n)).collect();
    torus.translate(source, &offset)
}

/// Bits of a processor number, at least 1.
fn bits(placement: &Placement, pattern: Pattern) -> Result<u32, PatternError> {
    let processors = placement.len();
    match processors.is_power_of_two() {
        true => Ok(processors.trailing_zeros()),
        false => Err(PatternError::Bits { pattern, processors }),
    }
}
