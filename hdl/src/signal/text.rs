//! Pieces of Verilog that blocks with a text of their own share.

use rust_hdl_core::prelude::Verilog;

/// The text of a block that is not there: wiring that nobody reads, which the printer drops.
pub(crate) const ABSENT: &str = "// wiring\nalways @* y = 1'b0;\n";

/// Some bits of a value of `whole` bits.
pub(crate) fn part(name: &str, whole: usize, from: usize, width: usize) -> String {
    match width {
        width if width == whole => name.into(),
        1 => format!("{name}[{from}]"),
        width => format!("{name}[{}:{from}]", from + width - 1),
    }
}

/// `[3:0] ` before a declared name, or nothing for one bit.
pub(crate) fn vector(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}

/// Values side by side, the highest first.
pub(crate) fn concat(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        all => format!("{{{}}}", all.join(", ")),
    }
}

/// A bit as often as a row has places.
pub(crate) fn spread(bit: &str, places: usize) -> String {
    match places {
        1 => bit.into(),
        places => format!("{{{places}{{{bit}}}}}"),
    }
}

/// A body that the printer folds into its parent.
pub(crate) fn wiring(expression: &str) -> Verilog {
    // The stock printer declares outputs as `reg`, so the body has to be procedural.
    Verilog::Custom(format!("// wiring\nalways @* y = {expression};\n"))
}
