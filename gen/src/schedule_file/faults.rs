//! Faults of a table: all are counted, the first are put into words.

use std::fmt;

/// How many faults are put into words.
pub(super) const SHOWN: usize = 10;

/// Faults, the first of which are put into words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first ten.
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

/// Packets of a cell, the first of which are named.
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
