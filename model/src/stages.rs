//! Registers on links: how many stages the links of each dimension have.
//!
//! `2`: every link has two. `0,1,2`: a number for each dimension. `wrap=4` after either: the links that close
//! a ring, from its last node to the first and back, have four instead. A hop over a link of s stages takes s
//! cycles more. A ring of two nodes has no wrap link: neither of its links is longer than the other.

use crate::{quantity, quote::shortened, NodeId, Port, Sign, Torus};
use std::fmt;

/// The most stages of a link.
pub const MAX_STAGES: u32 = 32;

/// Stages that links cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StagesError {
    /// A text that is not a list of numbers.
    #[error(
        "the link stages {:?} are not numbers such as 2 for every link, or 0,1,2 by dimension, with wrap=4 \
         behind them for the links that close a ring",
        shortened(.text)
    )]
    Syntax {
        /// The text given.
        text: String,
    },
    /// More stages than a link has.
    #[error("{asked} link stages were asked for; a link has up to {MAX_STAGES}")]
    Number {
        /// The number given.
        asked: u32,
    },
    /// A list whose length is not the number of dimensions.
    #[error("link stages of {} were asked for; {dims} has {d}", quantity(*.given, "dimension"))]
    Dimensions {
        /// How many are given.
        given: usize,
        /// The torus.
        dims: String,
        /// Its dimensions.
        d: usize,
    },
    /// Wrap links apart on a torus without any.
    #[error(
        "stages of wrap links were asked for; {dims} has no such link, as a ring of two nodes has one link \
         each way"
    )]
    NoWrap {
        /// The torus.
        dims: String,
    },
}

/// The stages of every link of a torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkStages {
    /// By dimension: links along a ring, and those that close it.
    dims: Vec<[u32; 2]>,
}

impl LinkStages {
    /// Links without registers.
    pub fn none(torus: &Torus) -> Self {
        LinkStages { dims: vec![[0; 2]; torus.d()] }
    }

    /// These stages on the links of each dimension, including those that close a ring.
    pub fn by_dimension(stages: &[u32]) -> Self {
        LinkStages { dims: stages.iter().map(|&stages| [stages; 2]).collect() }
    }

    /// Parses the stages for a torus. Errors: [`StagesError`].
    pub fn parse(text: &str, torus: &Torus) -> Result<Self, StagesError> {
        let syntax = || StagesError::Syntax { text: text.into() };
        let mut parts: Vec<&str> = text.split(',').collect();
        let wrap = parts.last().and_then(|part| part.strip_prefix("wrap="));
        let wrap = wrap.map(|number| stages(number, syntax)).transpose()?;
        parts.truncate(parts.len() - usize::from(wrap.is_some()));
        let along: Vec<u32> = parts.iter().map(|part| stages(part, syntax)).collect::<Result<_, _>>()?;
        let closes = |dim: usize| torus.dims()[dim] > 2;
        if wrap.is_some() && !(0..torus.d()).any(closes) {
            return Err(StagesError::NoWrap { dims: torus.to_string() });
        }
        let of = |dim: usize| match along[..] {
            [all] => all,
            _ => along[dim],
        };
        if along.is_empty() {
            return Err(syntax());
        }
        if along.len() > 1 && along.len() != torus.d() {
            let (given, dims) = (along.len(), torus.to_string());
            return Err(StagesError::Dimensions { given, dims, d: torus.d() });
        }
        let both = |dim: usize| [of(dim), wrap.filter(|_| closes(dim)).unwrap_or(of(dim))];
        Ok(LinkStages { dims: (0..torus.d()).map(both).collect() })
    }

    /// Stages of the links along the rings of a dimension, and of those that close them.
    pub fn of_dim(&self, dim: usize) -> [u32; 2] {
        self.dims[dim]
    }

    /// Stages of the link that leaves a node through a port.
    pub fn of(&self, torus: &Torus, node: NodeId, port: Port) -> u32 {
        let last = torus.dims()[port.dim()] - 1;
        let end = if port.sign() == Sign::Plus { last } else { 0 };
        self.dims[port.dim()][usize::from(torus.coordinate(node, port.dim()) == end)]
    }

    /// The most stages of a link.
    pub fn most(&self) -> u32 {
        self.dims.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Whether no link has registers.
    pub fn is_none(&self) -> bool {
        self.most() == 0
    }

    /// Whether links that close a ring have other stages than those along it.
    pub fn sets_wraps_apart(&self) -> bool {
        self.dims.iter().any(|[along, wrap]| along != wrap)
    }
}

fn stages(text: &str, syntax: impl Fn() -> StagesError) -> Result<u32, StagesError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|_| digits) {
        Some(asked) if asked > MAX_STAGES => Err(StagesError::Number { asked }),
        Some(stages) => Ok(stages),
        None => Err(syntax()),
    }
}

/// The shortest text that [`LinkStages::parse`] reads as these stages.
impl fmt::Display for LinkStages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let along: Vec<u32> = self.dims.iter().map(|[along, _]| *along).collect();
        let same = along.iter().all(|stages| *stages == along[0]);
        let shown = if same { &along[..1] } else { &along[..] };
        let shown: Vec<String> = shown.iter().map(u32::to_string).collect();
        write!(f, "{}", shown.join(","))?;
        let apart = self.dims.iter().find(|[along, wrap]| along != wrap);
        apart.map_or(Ok(()), |[_, wrap]| write!(f, ",wrap={wrap}"))
    }
}
