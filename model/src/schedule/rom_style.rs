//! The style of a node's schedule ROM: logic or block RAM.

use crate::names::named;

/// The style of a node's schedule ROM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RomStyle {
    /// Chosen by the number of rows: logic for few, a block RAM for many.
    #[default]
    Auto,
    /// Logic, which answers within the cycle.
    Logic,
    /// A block RAM with a register after it. Frames begin two cycles later.
    Block,
}

named!(RomStyle, "ROM style", Auto => "auto", Logic => "logic", Block => "block");
