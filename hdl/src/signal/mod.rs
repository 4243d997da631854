//! Signals, constants, registers and fixed wiring whose widths are run-time values.
//!
//! rust-hdl's macros never ask for its own `Signal`: any field with `.next` and `.val()` does. So the same
//! kernel text serves every torus, is simulated by rust-hdl and is printed by [`mod@crate::print`].

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
