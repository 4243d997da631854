//! Placements as text: specifications such as `linear:c=1`, and files that list nodes.

use super::PlacementError;
use crate::{NodeId, Torus, UnknownName};
use std::{fmt, str::FromStr};

/// The description of a placement, not yet put on a torus.
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

/// The forms of a specification, as messages list them.
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

/// The inverse of `Display`; keys may stand in any order. Errors: text that is not a specification.
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
/// Errors: a line that is not a node of the torus; a node twice; both with the line's number.
pub fn parse_nodes(torus: &Torus, text: &str) -> Result<Vec<NodeId>, PlacementError> {
    // By node the line that names it, from 1.
    let mut first_line = vec![0; torus.len()];
    let mut nodes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let node = torus.parse_node(line).ok_or_else(|| PlacementError::NodeLine {
            line: number,
            text: line.to_string(),
            dims: torus.dims().to_vec(),
        })?;
        let first = std::mem::replace(&mut first_line[node.index()], number as u32) as usize;
        if first > 0 {
            return Err(PlacementError::NodeLineTwice { line: number, first, node: torus.coordinates(node) });
        }
        nodes.push(node);
    }
    Ok(nodes)
}
