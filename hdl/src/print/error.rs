//! What the printer refuses. Each is a fault of a kernel, never of a user's input.

use std::fmt;

/// A kernel that cannot be printed faithfully.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintError {
    /// A name that is no signal, constant or loop variable of the kernel.
    UnknownName {
        /// The name as the kernel has it.
        name: String,
    },
    /// An index that is no sum of products of loop variables and numbers.
    Index {
        /// The path with the index.
        path: String,
    },
    /// Two names that become one in Verilog, or one that Verilog reserves.
    BadName {
        /// The Verilog name.
        name: String,
    },
    /// Operands, or the sides of an assignment, of different widths.
    Width {
        /// Where.
        place: String,
        /// One width.
        left: usize,
        /// The other.
        right: usize,
    },
    /// A signal read before the statement that gives its value, or never given one.
    ReadBeforeWrite {
        /// The Verilog name.
        name: String,
    },
    /// A construct of rust-hdl that the printer does not know.
    Unsupported {
        /// The construct.
        what: String,
    },
}

impl std::error::Error for PrintError {}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::UnknownName { name } => {
                write!(f, "The kernel uses `{name}` as a value, which is no signal or constant of its block.")
            }
            PrintError::Index { path } => write!(f, "The index in `{path}` cannot be worked out."),
            PrintError::BadName { name } => {
                write!(f, "The name `{name}` is used twice, reserved, or not fit for Verilog.")
            }
            PrintError::Width { place, left, right } => {
                write!(f, "Widths of {left} and {right} bits meet in `{place}`.")
            }
            PrintError::ReadBeforeWrite { name } => {
                write!(f, "The kernel reads `{name}` before it has given it a value.")
            }
            PrintError::Unsupported { what } => write!(f, "The printer does not support {what} in kernels."),
        }
    }
}
