//! Signals, constants, registers and fixed wiring whose widths are run-time values.
//!
//! rust-hdl's macros do not require its own `Signal`: any field with `.next` and `.val()` will do. So the
//! same kernel serves every torus; rust-hdl simulates it, and [`mod@crate::print`] prints it.

mod bv;
mod labelled;
mod leaf;
mod mark;
mod sig;
pub(crate) mod text;
mod wiring;

pub use bv::Bv;
pub use labelled::{labels, Labelled};
pub use leaf::{Data, Flop, Reg, Strap};
pub use mark::{Invert, Uninvert};
pub use sig::{Cst, Sig};
pub use wiring::{BitOf, Concat, JoinHalves, Slice, ZeroExtend};
