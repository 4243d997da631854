//! The schedule in a manifest.

use serde::{Deserialize, Serialize};
use torus_model::{RomStyle, Switching};

/// The schedule in the ROMs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleInfo {
    /// The kind of schedule, which says what the length counts.
    pub kind: String,
    /// Length in slots.
    pub length: u32,
    /// A proved bound: no schedule of this kind is shorter.
    pub lower_bound: u32,
    /// Slots from the first injection until all messages are through their last links.
    pub makespan: u32,
    /// Messages of one processor class, summed over the classes.
    pub messages: usize,
    /// SHA-256 of the schedule.
    pub digest: String,
    /// How routers know where a message goes: `headers`, `slots` or `generator`.
    #[serde(default = "headers", skip_serializing_if = "has_headers")]
    pub switching: String,
    /// How schedule ROMs are built: `auto`, `logic` or `block`.
    #[serde(default = "auto", skip_serializing_if = "is_auto")]
    pub rom_style: String,
}

impl ScheduleInfo {
    /// Whether messages carry headers.
    pub fn has_headers(&self) -> bool {
        has_headers(&self.switching)
    }
}

fn auto() -> String {
    RomStyle::Auto.to_string()
}

fn is_auto(style: &str) -> bool {
    style == auto()
}

fn headers() -> String {
    Switching::Headers.to_string()
}

fn has_headers(switching: &str) -> bool {
    switching == headers()
}
