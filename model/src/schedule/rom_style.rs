//! What the schedule ROM of a node is made of.

use crate::names::named;

/// What the schedule ROM of a node is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RomStyle {
    /// By its rows: few are logic, many a block RAM.
    #[default]
    Auto,
    /// Logic, which answers within the cycle.
    Logic,
    /// A block RAM with a register behind it: frames begin two cycles later.
    Block,
}

named!(RomStyle, "ROM style", Auto => "auto", Logic => "logic", Block => "block");
