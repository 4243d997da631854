//! Fixed wiring that a kernel cannot express. Each leaf is one assignment in the module around it.

use super::text::{part, wiring};
use super::{Bv, Sig};
use rust_hdl_core::prelude::*;

/// Zero extension.
#[derive(LogicBlock)]
pub struct ZeroExtend {
    /// The narrow value.
    pub a: Sig<In>,
    /// The wide value.
    pub y: Sig<Out>,
}

impl ZeroExtend {
    /// From `from` bits to `to` bits; `to` is not less than `from`.
    pub fn new(from: usize, to: usize) -> Self {
        assert!(from <= to, "Zero extension from {from} to {to} bits would narrow.");
        ZeroExtend { a: Sig::new(from), y: Sig::new(to) }
    }
}

impl Logic for ZeroExtend {
    fn update(&mut self) {
        self.y.next = Bv::new(self.a.val().value(), self.y.bits());
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        wiring(&extended("a", self.a.bits(), self.y.bits()))
    }
}

/// Two values side by side, each zero extended to half of the result.
#[derive(LogicBlock)]
pub struct JoinHalves {
    /// The upper half.
    pub high: Sig<In>,
    /// The lower half.
    pub low: Sig<In>,
    /// Both halves.
    pub y: Sig<Out>,
}

impl JoinHalves {
    /// Two values of `part` bits in a result of `2 * half` bits.
    pub fn new(part: usize, half: usize) -> Self {
        assert!(part <= half, "{part} bits do not fit in half a payload of {half} bits.");
        JoinHalves { high: Sig::new(part), low: Sig::new(part), y: Sig::new(2 * half) }
    }
}

impl Logic for JoinHalves {
    fn update(&mut self) {
        let half = self.y.bits() / 2;
        self.y.next = Bv::new(self.high.val().value() << half | self.low.val().value(), 2 * half);
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        let side = |name| extended(name, self.high.bits(), self.y.bits() / 2);
        wiring(&format!("{{{}, {}}}", side("high"), side("low")))
    }
}

/// Some bits of a value.
#[derive(LogicBlock)]
pub struct Slice {
    /// The whole value.
    pub a: Sig<In>,
    /// The bits taken from it.
    pub y: Sig<Out>,
    _from: usize,
}

impl Slice {
    /// Bits `from .. from + width` of `whole` bits.
    pub fn new(whole: usize, from: usize, width: usize) -> Self {
        assert!(from + width <= whole, "A slice reaches beyond bit {whole}.");
        Slice { a: Sig::new(whole), y: Sig::new(width), _from: from }
    }
}

impl Logic for Slice {
    fn update(&mut self) {
        self.y.next = Bv::wrap(self.a.val().value() >> self._from, self.y.bits());
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        wiring(&part("a", self.a.bits(), self._from, self.y.bits()))
    }
}

/// One bit of a value.
#[derive(LogicBlock)]
pub struct BitOf {
    /// The value.
    pub a: Sig<In>,
    /// The bit.
    pub y: Signal<Out, Bit>,
    _at: usize,
}

impl BitOf {
    /// Bit `at` of `whole` bits.
    pub fn new(whole: usize, at: usize) -> Self {
        BitOf { a: Sig::new(whole), y: Signal::default(), _at: at }
    }
}

impl Logic for BitOf {
    fn update(&mut self) {
        self.y.next = self.a.val().value() >> self._at & 1 == 1;
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        wiring(&part("a", self.a.bits(), self._at, 1))
    }
}

/// Two values side by side.
#[derive(LogicBlock)]
pub struct Concat {
    /// The upper part.
    pub high: Sig<In>,
    /// The lower part.
    pub low: Sig<In>,
    /// The two values side by side.
    pub y: Sig<Out>,
}

impl Concat {
    /// Two values of `high` and `low` bits.
    pub fn new(high: usize, low: usize) -> Self {
        Concat { high: Sig::new(high), low: Sig::new(low), y: Sig::new(high + low) }
    }
}

impl Logic for Concat {
    fn update(&mut self) {
        let (high, low) = (self.high.val().value(), self.low.val().value());
        self.y.next = Bv::new(high << self.low.bits() | low, self.y.bits());
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        wiring("{high, low}")
    }
}

fn extended(name: &str, from: usize, to: usize) -> String {
    if from == to {
        name.into()
    } else {
        format!("{{{}'d0, {name}}}", to - from)
    }
}
