//! Faults of a table: all are counted, only the first are described.

use std::fmt;

/// How many faults are described.
pub(super) const SHOWN: usize = 10;

/// The faults of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Descriptions of the first ten.
    pub first: Vec<String>,
    /// How many there are.
    pub count: usize,
}

impl Faults {
    pub(super) fn add(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(text());
        }
    }
}

/// The packets that use a server in one slot; only the first are named.
#[derive(Clone, Debug, Default)]
pub(super) struct Users {
    first: Vec<usize>,
    count: usize,
}

impl Users {
    pub fn add(&mut self, number: usize) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(number);
        }
    }
}

impl fmt::Display for Users {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count - self.first.len() {
            0 => write!(f, "{:?}", self.first),
            more => write!(f, "{:?} and {more} more", self.first),
        }
    }
}
