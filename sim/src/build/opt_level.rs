//! How much the C++ compiler optimises a simulation.

use std::{ffi::OsStr, fmt, str::FromStr};
use thiserror::Error;
use torus_model::quote::shortened;

/// The environment variable does not name a level of optimisation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "TORUSGEN_OPTIMIZE is {:?}; the C++ compiler optimises a simulation at the levels 0, 1 and 2: set it \
     to one of them, or leave it out",
    shortened(.text)
)]
pub struct UnknownOptLevel {
    /// The value of the variable.
    pub text: String,
}

/// The variable that names the level if the caller does not.
const VARIABLE: &str = "TORUSGEN_OPTIMIZE";

/// How much the C++ compiler optimises a simulation. Every level gives the same results. The lowest level
/// compiles fastest but runs up to five times as long (ARCHITECTURE.md), so it pays for short runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptLevel {
    /// Nothing is optimised.
    O0,
    /// Little optimisation, for a short compilation.
    O1,
    /// The fastest code, for long runs.
    #[default]
    O2,
}

impl OptLevel {
    /// All levels, the lowest first.
    pub const ALL: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

    /// The level that TORUSGEN_OPTIMIZE names, else the highest. Error: the variable names no level.
    pub fn from_env() -> Result<Self, UnknownOptLevel> {
        named(std::env::var_os(VARIABLE).as_deref())
    }

    /// The compiler's option.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            OptLevel::O0 => "-O0",
            OptLevel::O1 => "-O1",
            OptLevel::O2 => "-O2",
        }
    }
}

/// The level that a value of the variable names; an empty value counts as none.
fn named(value: Option<&OsStr>) -> Result<OptLevel, UnknownOptLevel> {
    match value.filter(|value| !value.is_empty()) {
        Some(value) => value.to_string_lossy().parse(),
        None => Ok(OptLevel::default()),
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.flag()[2..])
    }
}

impl FromStr for OptLevel {
    type Err = UnknownOptLevel;

    fn from_str(text: &str) -> Result<Self, UnknownOptLevel> {
        let found = OptLevel::ALL.into_iter().find(|level| level.to_string() == text);
        found.ok_or_else(|| UnknownOptLevel { text: text.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_named_by_their_digit() {
        for (level, name) in OptLevel::ALL.into_iter().zip(["0", "1", "2"]) {
            assert_eq!((level.to_string(), name.parse()), (name.to_string(), Ok(level)));
        }
        for (value, level) in [(None, OptLevel::O2), (Some(""), OptLevel::O2), (Some("1"), OptLevel::O1)] {
            assert_eq!(named(value.map(OsStr::new)), Ok(level), "{value:?}");
        }
    }

    #[test]
    fn other_levels_are_refused() {
        for text in ["3", "-1", "O2", "s", " 1"] {
            assert_eq!(
                named(Some(OsStr::new(text))).unwrap_err().to_string(),
                format!(
                    "TORUSGEN_OPTIMIZE is {text:?}; the C++ compiler optimises a simulation at the levels 0, \
                     1 and 2: set it to one of them, or leave it out"
                )
            );
        }
    }
}
