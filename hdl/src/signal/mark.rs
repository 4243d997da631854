//! Payloads that are inverted if their highest bit, the mark, says so ([`torus_model::payload`]).

use super::text::wiring;
use super::{Bv, Sig};
use rust_hdl_core::prelude::*;

/// Inverts a payload whose highest bit is 0, or does not.
#[derive(LogicBlock)]
pub struct Invert {
    /// The payload.
    pub a: Sig<In>,
    /// Whether to invert the payload.
    pub by: Signal<In, Bit>,
    /// The payload as it is sent.
    pub y: Sig<Out>,
}

impl Invert {
    /// A payload of `width` bits.
    pub fn new(width: usize) -> Self {
        Invert { a: Sig::new(width), by: Signal::default(), y: Sig::new(width) }
    }
}

impl Logic for Invert {
    fn update(&mut self) {
        let a = self.a.val();
        self.y.next = if self.by.val() { !a } else { a };
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        wiring(&format!("a ^ {{{}{{by}}}}", self.a.bits()))
    }
}

/// Gives the payload that [`Invert`] has sent.
#[derive(LogicBlock)]
pub struct Uninvert {
    /// The payload as it was sent.
    pub a: Sig<In>,
    /// The payload.
    pub y: Sig<Out>,
}

impl Uninvert {
    /// A payload of `width` bits.
    pub fn new(width: usize) -> Self {
        Uninvert { a: Sig::new(width), y: Sig::new(width) }
    }
}

impl Logic for Uninvert {
    fn update(&mut self) {
        let a = self.a.val();
        let mark = a.width() <= Bv::MAX_WIDTH && a.value() >> (a.width() - 1) == 1;
        self.y.next = if mark { !a } else { a };
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        let width = self.a.bits();
        wiring(&format!("a ^ {{{width}{{a[{}]}}}}", width - 1))
    }
}
