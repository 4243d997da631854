//! How the routers of a scheduled network know the way of a message.

use crate::names::named;

/// How the routers of a scheduled network know the way of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switching {
    /// Each message carries its route in a header.
    #[default]
    Headers,
    /// The slot decides what every router does. All nodes send alike, and links carry payloads only.
    Slots,
    /// The same, with rows that are generated slot by slot. There is no ROM.
    Generator,
}

named!(Switching, "switching", Headers => "headers", Slots => "slots", Generator => "generator");
