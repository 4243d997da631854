//! A span `FROM:TO` of slots or cycles, and errors about the part of a run to write.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;
use torus_model::quote::shortened;

/// A span of slots on the links, or of cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first slot or cycle.
    pub from: u64,
    /// The end, which is not in the span; `None`: to the end of the run.
    pub to: Option<u64>,
}

impl FromStr for Span {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let bad = || PartError::Window { text: text.to_string() };
        let (from, to) = text.split_once(':').ok_or_else(bad)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| bad());
        let from = if from.is_empty() { 0 } else { number(from)? };
        let to = if to.is_empty() { None } else { Some(number(to)?) };
        match to.is_some_and(|to| to <= from) {
            true => Err(bad()),
            false => Ok(Span { from, to }),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.from, self.to.map_or(String::new(), |to| to.to_string()))
    }
}

impl Span {
    /// The range of a span of cycles.
    pub fn plain(&self) -> Range<u64> {
        self.from..self.to.unwrap_or(u64::MAX)
    }
}

/// Why a part of a run cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartError {
    /// A text that is not a window.
    #[error(
        "the window \"{}\" was asked for; a window is slots, or of buffered routers cycles, FROM:TO, \
         FROM before TO and TO not in it, such as 0:16, :16 or 100: (to the end): correct it",
        shortened(.text)
    )]
    Window {
        /// The text given.
        text: String,
    },
    /// A window of slots that begins after the end.
    #[error(
        "the window {window} begins after the end; this run has the slots 0 to {} on its links: begin \
         at one of them",
        .slots.saturating_sub(1)
    )]
    Late {
        /// The window given.
        window: Span,
        /// Slots of the run.
        slots: u64,
    },
    /// A window of cycles that begins after the end.
    #[error(
        "the window {window} begins after the end; this run has the cycles 0 to {}: begin at one of them",
        .cycles.saturating_sub(1)
    )]
    After {
        /// The window given.
        window: Span,
        /// Cycles of the run.
        cycles: u64,
    },
    /// An unknown term of a selection.
    #[error(
        "the links \"{}\" were asked for; links are chosen by node=1,2,3 (a coordinate may be a range 0..3, \
         both ends in it, or *), dim=2, dim=2+, dim=2-, busiest=16, or several of these joined by ; which a \
         link has to meet all: correct it",
        shortened(.text)
    )]
    Term {
        /// The term.
        text: String,
    },
    /// A term that refers to something that the torus does not have.
    #[error(
        "the links \"{}\" were asked for; the torus has {allowed}: choose among them",
        shortened(.text)
    )]
    Absent {
        /// The term.
        text: String,
        /// The nodes or dimensions that the torus has, in words.
        allowed: String,
    },
    /// A selection that no link meets.
    #[error(
        "the links \"{}\" were asked for, which no link meets (dimensions of radix 2 have no - links): \
         leave a term out",
        shortened(.text)
    )]
    Nothing {
        /// The selection.
        text: String,
    },
    /// VCD and FST with the same name.
    #[error(
        "the VCD and the FST were both to be {}; they are two files: give two names",
        crate::output::shown(.path)
    )]
    OneName {
        /// The name.
        path: std::path::PathBuf,
    },
}
