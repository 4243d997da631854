//! The kernels that the printer refuses. Each error is a fault of a kernel, never of a user's input.

use thiserror::Error;

/// A kernel that cannot be printed faithfully.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PrintError {
    /// A name that is not a signal, constant or loop variable of the kernel.
    #[error("The kernel uses `{name}` as a value, which is not a signal or constant of its block.")]
    UnknownName {
        /// The name as it is in the kernel.
        name: String,
    },
    /// An index that is not a sum of products of loop variables and numbers.
    #[error("The index in `{path}` cannot be worked out.")]
    Index {
        /// The path with the index.
        path: String,
    },
    /// Two names that become one in Verilog, or a name that Verilog reserves.
    #[error("The name `{name}` is used twice, reserved, or not fit for Verilog.")]
    BadName {
        /// The Verilog name.
        name: String,
    },
    /// Operands, or the two sides of an assignment, with different widths.
    #[error("Widths of {left} and {right} bits meet in `{place}`.")]
    Width {
        /// The statement or expression.
        place: String,
        /// Bits of the left side.
        left: usize,
        /// Bits of the right side.
        right: usize,
    },
    /// A signal that is read before it is assigned, or never assigned.
    #[error("The kernel reads `{name}` before it has given it a value.")]
    ReadBeforeWrite {
        /// The Verilog name.
        name: String,
    },
    /// A construct of rust-hdl that the printer does not support.
    #[error("The printer does not support {what} in kernels.")]
    Unsupported {
        /// The construct.
        what: String,
    },
}
