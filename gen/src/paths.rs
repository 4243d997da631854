//! Which paths messages take: those of a routing algorithm, or those that a search chooses.

use std::{fmt, str::FromStr};
use torus_model::{table::Group, Routing, UnknownName};

/// The choice of paths, as `--routing` and reports name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// Those of a routing algorithm.
    Routed(Routing),
    /// One shortest path for each offset, chosen so that the maximum load is as small as possible.
    Balanced,
    /// One shortest path for each offset, chosen so that the exchange is as short as possible (route tables).
    /// `None`: each dimension has the group that suits it.
    Minimal(Option<Group>),
}

impl Paths {
    /// The routing algorithm; `None` if a search chooses the paths.
    pub fn routing(self) -> Option<Routing> {
        match self {
            Paths::Routed(routing) => Some(routing),
            Paths::Balanced | Paths::Minimal(_) => None,
        }
    }

    /// The group of letters that was asked for, for route tables.
    pub fn group(self) -> Option<Group> {
        match self {
            Paths::Minimal(group) => group,
            Paths::Routed(_) | Paths::Balanced => None,
        }
    }

    /// Parses `--routing`. Error: an unknown name, or `minimal`, which follows from the kind of schedule.
    pub fn asked(text: &str) -> Result<Self, UnknownName> {
        match text.parse()? {
            Paths::Minimal(_) => Err(unknown_routing(text)),
            paths => Ok(paths),
        }
    }
}

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Paths::Routed(routing) => routing.fmt(f),
            Paths::Balanced => f.write_str("balanced"),
            Paths::Minimal(None) => f.write_str("minimal"),
            Paths::Minimal(Some(group)) => write!(f, "minimal-{group}"),
        }
    }
}

/// The inverse of `Display`. Errors: a name that is none of these.
impl FromStr for Paths {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "balanced" => Ok(Paths::Balanced),
            "minimal" => Ok(Paths::Minimal(None)),
            "minimal-cyclic" => Ok(Paths::Minimal(Some(Group::Cyclic))),
            "minimal-dihedral" => Ok(Paths::Minimal(Some(Group::Dihedral))),
            other => other.parse().map(Paths::Routed).map_err(|_| unknown_routing(text)),
        }
    }
}

/// The error of an unknown routing. It allows `balanced`, too, which is no routing algorithm of the model.
fn unknown_routing(text: &str) -> UnknownName {
    UnknownName { what: "routing", text: text.into(), allowed: &["odr", "udr", "balanced"] }
}
