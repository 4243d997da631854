//! Which paths messages take: those of a routing, or those that a search chooses.

use std::{fmt, str::FromStr};
use torus_model::{table::Group, Routing, UnknownName};

/// The choice of paths, as `--routing` and reports name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// Those of a routing algorithm.
    Routed(Routing),
    /// One shortest path for each offset, chosen so that the maximum load is least.
    Balanced,
    /// One shortest path for each offset, chosen so that the exchange is shortest: word tables, with the
    /// group asked for or with the one that suits each dimension.
    Minimal(Option<Group>),
}

impl Paths {
    /// The routing, where paths need no search.
    pub fn routing(self) -> Option<Routing> {
        match self {
            Paths::Routed(routing) => Some(routing),
            Paths::Balanced | Paths::Minimal(_) => None,
        }
    }

    /// The group of letters that word tables were asked for with.
    pub fn group(self) -> Option<Group> {
        match self {
            Paths::Minimal(group) => group,
            Paths::Routed(_) | Paths::Balanced => None,
        }
    }

    /// What `--routing` asks for; `minimal` is not asked for but follows from the kind of schedule.
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

/// The routing asked for is not known; `balanced` is a choice of paths, not a routing of the model.
fn unknown_routing(text: &str) -> UnknownName {
    UnknownName { what: "routing", text: text.into(), allowed: &["odr", "udr", "balanced"] }
}
