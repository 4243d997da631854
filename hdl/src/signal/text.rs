//! Pieces of Verilog for blocks with a text of their own.

use rust_hdl_core::prelude::Verilog;

/// The body of a block that does not exist: wiring that nobody reads, which the printer drops.
pub(crate) const ABSENT: &str = "// wiring\nalways @* y = 1'b0;\n";

/// The `width` bits from bit `from` on of a value of `whole` bits.
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

/// A concatenation, the highest value first.
pub(crate) fn concat(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        all => format!("{{{}}}", all.join(", ")),
    }
}

/// A bit repeated for each place of a row.
pub(crate) fn spread(bit: &str, places: usize) -> String {
    match places {
        1 => bit.into(),
        places => format!("{{{places}{{{bit}}}}}"),
    }
}

/// A body of wiring, which the printer folds into the parent.
pub(crate) fn wiring(expression: &str) -> Verilog {
    // rust-hdl's own printer declares outputs as `reg`, so the body has to be procedural.
    Verilog::Custom(format!("// wiring\nalways @* y = {expression};\n"))
}
