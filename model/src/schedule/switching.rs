//! How routers of a scheduled network know where a message goes.

use crate::names::named;

/// How routers of a scheduled network know where a message goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switching {
    /// Each message carries its route in a header.
    #[default]
    Headers,
    /// The slot says what every router does: all nodes send alike, and links carry payloads only.
    Slots,
    /// The same, and the rows are generated from slot to slot: there is no ROM.
    Generator,
}

named!(Switching, "switching", Headers => "headers", Slots => "slots", Generator => "generator");
