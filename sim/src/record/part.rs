//! The part of a run that is written: slots `FROM:TO` (for buffered networks cycles), and selected links.
//!
//! Slots are counted on the links through all exchanges, from slot 0 of the first exchange on; slot s is
//! cycle `start_to_link + s`. `TO` is not in the window and may be after the end of the run. The end of a run
//! of a buffered network is not known in advance.

use crate::span::{PartError, Span};
use crate::timetable::Timetable;
use std::fmt;
use std::ops::Range;

/// The part of a run that is written; the default is everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The slots or cycles.
    pub window: Option<Span>,
    /// The text of the selection, and for each link id whether it is selected.
    pub links: Option<(String, Vec<bool>)>,
}

impl Part {
    /// Whether a link is written.
    pub fn shows(&self, link: usize) -> bool {
        self.links.as_ref().is_none_or(|(_, shown)| shown[link])
    }

    /// The cycles that are written. Error: there are none.
    pub fn cycles(&self, timetable: &Timetable) -> Result<Range<u64>, PartError> {
        self.window.map_or(Ok(0..u64::MAX), |window| cycles_of(window, timetable))
    }
}

/// For the comment, such as ` window=0:9 links=dim=2 shown=16`; empty if everything is written.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(window) = self.window {
            write!(f, " window={window}")?;
        }
        if let Some((text, shown)) = &self.links {
            write!(f, " links={text} shown={}", shown.iter().filter(|&&shown| shown).count())?;
        }
        Ok(())
    }
}

/// The cycles of a span of slots. Error: the span begins after the last slot.
fn cycles_of(span: Span, timetable: &Timetable) -> Result<Range<u64>, PartError> {
    let slots = timetable.last_start() + timetable.makespan as u64;
    if span.from >= slots {
        return Err(PartError::Late { window: span, slots });
    }
    let cycle = |slot: u64| slot.saturating_add(timetable.latency.start_to_link as u64);
    Ok(cycle(span.from)..span.to.map_or(u64::MAX, cycle))
}
