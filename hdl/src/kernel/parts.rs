//! Kernels in parts. rust-hdl's macro `hdl_gen` reads one function as hardware. A block with much logic has
//! several such functions, and `parts!` joins them in order.
//!
//! [`Part`] is imported only where parts are written, because its functions have the names of those of
//! [`Logic`].

use rust_hdl_core::prelude::*;

/// One part of the logic of a block; `P` names it. The macro `hdl_gen` writes the last two functions.
pub(super) trait Part<P> {
    /// Computes the values that the part drives.
    fn update(&mut self);
    /// Tells rust-hdl which signals the part drives.
    fn connect(&mut self);
    /// The statements.
    fn hdl(&self) -> Verilog;
}

/// The statements of all parts, in order.
pub(super) fn joined(parts: impl IntoIterator<Item = Verilog>) -> Verilog {
    let statements = |part| match part {
        Verilog::Combinatorial(block) => block,
        other => panic!("A part of a kernel has statements, not {other:?}."),
    };
    Verilog::Combinatorial(parts.into_iter().flat_map(statements).collect())
}

/// Implements the logic of a block from its parts, in the order given.
macro_rules! parts {
    ($block:ty: $($part:ident),+ $(,)?) => {
        $(pub(super) enum $part {})+

        impl Logic for $block {
            fn update(&mut self) {
                $(<Self as Part<$part>>::update(self);)+
            }
            fn connect(&mut self) {
                $(<Self as Part<$part>>::connect(self);)+
            }
            fn hdl(&self) -> Verilog {
                crate::kernel::parts::joined([$(<Self as Part<$part>>::hdl(self)),+])
            }
        }
    };
}
pub(super) use parts;
