//! A value that is extended by zeros or cut: [`crate::signal::ZeroExtend`] or [`crate::signal::Slice`], as
//! the widths require.

use crate::signal::text::{part, wiring};
use crate::signal::{Bv, Sig};
use rust_hdl_core::prelude::*;

/// A value modulo the width of the result.
#[derive(LogicBlock)]
pub(super) struct Resize {
    pub a: Sig<In>,
    pub y: Sig<Out>,
}

impl Resize {
    /// From `from` bits to `to` bits.
    pub fn new(from: usize, to: usize) -> Self {
        Resize { a: Sig::new(from), y: Sig::new(to) }
    }
}

impl Logic for Resize {
    fn update(&mut self) {
        let to = self.y.bits();
        let value = self.a.val().value();
        self.y.next = Bv::new(if to < Bv::MAX_WIDTH { value & ((1 << to) - 1) } else { value }, to);
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        let (from, to) = (self.a.bits(), self.y.bits());
        wiring(&match to > from {
            true => format!("{{{}'d0, a}}", to - from),
            false => part("a", from, 0, to),
        })
    }
}
