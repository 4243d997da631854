//! What the printer refuses. Each is a fault of a kernel, never of a user's input.

use thiserror::Error;

/// A kernel that cannot be printed faithfully.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PrintError {
    /// A name that is not a signal, constant or loop variable of the kernel.
    #[error("The kernel uses `{name}` as a value, which is not a signal or constant of its block.")]
    UnknownName {
        /// The name as the kernel has it.
        name: String,
    },
    /// An index that is not a sum of products of loop variables and numbers.
    #[error("The index in `{path}` cannot be worked out.")]
    Index {
        /// The path with the index.
        path: String,
    },
    /// Two names that become one in Verilog, or one that Verilog reserves.
    #[error("The name `{name}` is used twice, reserved, or not fit for Verilog.")]
    BadName {
        /// The Verilog name.
        name: String,
    },
    /// Operands, or the sides of an assignment, of different widths.
    #[error("Widths of {left} and {right} bits meet in `{place}`.")]
    Width {
        /// Where.
        place: String,
        /// Bits of the left side.
        left: usize,
        /// The other.
        right: usize,
    },
    /// A signal read before the statement that gives its value, or never given one.
    #[error("The kernel reads `{name}` before it has given it a value.")]
    ReadBeforeWrite {
        /// The Verilog name.
        name: String,
    },
    /// A construct of rust-hdl that the printer does not know.
    #[error("The printer does not support {what} in kernels.")]
    Unsupported {
        /// The construct.
        what: String,
    },
}
