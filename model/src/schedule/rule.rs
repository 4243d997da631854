//! Rules that generate a frame without a table of its slots.

use super::{letters::Letters, steps::Steps};
use crate::Torus;

/// A rule that generates the frame of a full torus of equal radices with all ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Even radices from 4 on: the letters of two tracks, each of which begins messages.
    Letters(Letters),
    /// Odd radices and 2: letters that all dimensions play at the same time.
    Steps(Steps),
}

impl Rule {
    /// The rule of a full torus. `None` if its radices are not equal.
    pub fn of(torus: &Torus) -> Option<Self> {
        Letters::of(torus).map(Rule::Letters).or_else(|| Steps::of(torus).map(Rule::Steps))
    }

    /// Whether a full torus has a rule.
    pub fn suits(torus: &Torus) -> bool {
        Letters::suit(torus) || Steps::suit(torus)
    }
}
