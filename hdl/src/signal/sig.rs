//! Signals and constants of run-time width, in place of rust-hdl's `Signal` and `Constant`.

use super::Bv;
use rust_hdl_core::prelude::*;
use rust_hdl_core::signal::get_signal_id;
use std::marker::PhantomData;

/// A signal: a port of its block, or local to it.
pub struct Sig<D: Direction> {
    /// The value that the kernel assigns, for the next evaluation.
    pub next: Bv,
    val: Bv,
    changed: bool,
    claimed: bool,
    id: usize,
    direction: PhantomData<D>,
}

impl<D: Direction> Sig<D> {
    /// A signal of `width` bits, all zero.
    pub fn new(width: usize) -> Self {
        let zero = Bv::new(0, width);
        let (id, direction) = (get_signal_id(), PhantomData);
        Sig { next: zero, val: zero, changed: false, claimed: false, id, direction }
    }
}

impl Sig<In> {
    /// The value of the last update. For a register's input this is the value before the clock edge.
    pub fn val(&self) -> Bv {
        self.val
    }
}

impl Sig<Out> {
    /// The value assigned last, like that of rust-hdl's own outputs.
    #[allow(clippy::misnamed_getters)] // Written and read in one update, as rust-hdl has it.
    pub fn val(&self) -> Bv {
        self.next
    }
}

impl Sig<Local> {
    /// The value assigned last.
    #[allow(clippy::misnamed_getters)] // Written and read in one update, as rust-hdl has it.
    pub fn val(&self) -> Bv {
        self.next
    }
}

impl<D: Direction> Logic for Sig<D> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.claimed = true;
    }
}

impl<D: Direction> Block for Sig<D> {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {
        self.changed = self.next != self.val;
        self.val = self.next;
    }
    fn has_changed(&self) -> bool {
        self.changed
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl<D: Direction> Atom for Sig<D> {
    fn bits(&self) -> usize {
        self.val.width()
    }
    fn connected(&self) -> bool {
        self.claimed
    }
    fn changed(&self) -> bool {
        self.changed
    }
    fn kind(&self) -> AtomKind {
        D::KIND
    }
    fn descriptor(&self) -> TypeDescriptor {
        describe(self.val)
    }
    fn vcd(&self) -> VCDValue {
        wave(self.val)
    }
    fn id(&self) -> usize {
        self.id
    }
    fn verilog(&self) -> VerilogLiteral {
        self.val.value().into()
    }
    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}

/// A constant; printed as a sized `localparam`.
pub struct Cst {
    val: Bv,
    id: usize,
}

impl Cst {
    /// The constant `value` in `width` bits; the value must fit.
    pub fn new(value: u128, width: usize) -> Self {
        Cst { val: Bv::new(value, width), id: get_signal_id() }
    }

    /// The value.
    pub fn val(&self) -> Bv {
        self.val
    }
}

impl Logic for Cst {
    fn update(&mut self) {}
}

impl Block for Cst {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {}
    fn has_changed(&self) -> bool {
        false
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl Atom for Cst {
    fn bits(&self) -> usize {
        self.val.width()
    }
    fn connected(&self) -> bool {
        true
    }
    fn changed(&self) -> bool {
        false
    }
    fn kind(&self) -> AtomKind {
        AtomKind::Constant
    }
    fn descriptor(&self) -> TypeDescriptor {
        describe(self.val)
    }
    fn vcd(&self) -> VCDValue {
        wave(self.val)
    }
    fn id(&self) -> usize {
        self.id
    }
    fn verilog(&self) -> VerilogLiteral {
        self.val.value().into()
    }
    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}

fn describe(value: Bv) -> TypeDescriptor {
    TypeDescriptor { name: format!("Bits::<{}>", value.width()), kind: TypeKind::Bits(value.width()) }
}

/// Most significant bit first; bits beyond the 128 that a value holds are zero.
fn wave(value: Bv) -> VCDValue {
    let bit = |i: usize| i < Bv::MAX_WIDTH && value.value() >> i & 1 == 1;
    VCDValue::Vector((0..value.width()).rev().map(|i| bit(i).into()).collect())
}
