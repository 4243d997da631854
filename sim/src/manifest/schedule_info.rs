//! The schedule in a manifest.

use super::named;
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
    /// How routers know where a message goes.
    #[serde(default, with = "named", skip_serializing_if = "is_default")]
    pub switching: Switching,
    /// How schedule ROMs are built.
    #[serde(default, with = "named", skip_serializing_if = "is_default")]
    pub rom_style: RomStyle,
}

impl ScheduleInfo {
    /// Whether messages carry headers.
    pub fn has_headers(&self) -> bool {
        self.switching == Switching::Headers
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
