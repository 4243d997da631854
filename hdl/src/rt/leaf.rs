//! Leaves with a hand-written body: registers, and wiring that a kernel cannot express.
//!
//! Every register has a value at power-up, so that no X is ever seen, not even through an idle link's data.
//! The first line of a body tells the printer how to fold the leaf into the module around it:
//! `// register`, `// data` and `// strap` join a clocked block of their clock, `// wiring` is one `assign`.

use super::{Bv, Cst, Sig};
use rust_hdl_core::prelude::*;

const REGISTER: &str =
    "// register\ninitial q = init;\nalways @(posedge clk) if (!rst_n) q <= init; else q <= d;\n";
const DATA: &str = "// data\ninitial q = 0;\nalways @(posedge clk) q <= d;\n";
const STRAP: &str = "// strap\ninitial q = 0;\nalways @(posedge clk) if (!rst_n) q <= d;\n";

/// A register of one bit with synchronous reset to 0.
#[derive(LogicBlock)]
pub struct Flop {
    /// Clock, rising edge.
    pub clk: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_n: Signal<In, Bit>,
    /// Input.
    pub d: Signal<In, Bit>,
    /// Output.
    pub q: Signal<Out, Bit>,
    init: Constant<Bit>,
}

impl Default for Flop {
    fn default() -> Self {
        let (clk, rst_n, d, q) = Default::default();
        Flop { clk, rst_n, d, q, init: Constant::new(false) }
    }
}

impl Logic for Flop {
    fn update(&mut self) {
        if self.clk.pos_edge() {
            self.q.next = self.d.val() && self.rst_n.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(REGISTER.into())
    }
}

/// A register with synchronous reset.
#[derive(LogicBlock)]
pub struct Reg {
    /// Clock, rising edge.
    pub clk: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_n: Signal<In, Bit>,
    /// Input.
    pub d: Sig<In>,
    /// Output.
    pub q: Sig<Out>,
    init: Cst,
}

impl Reg {
    /// A register of `width` bits that reset sets to `init`.
    pub fn new(init: u128, width: usize) -> Self {
        let (clk, rst_n) = Default::default();
        Reg { clk, rst_n, d: Sig::new(width), q: Sig::new(width), init: Cst::new(init, width) }
    }
}

impl Logic for Reg {
    fn update(&mut self) {
        if self.clk.pos_edge() {
            self.q.next = if self.rst_n.val() { self.d.val() } else { self.init.val() };
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(REGISTER.into())
    }
}

/// A register of data whose validity is told elsewhere: no reset, 0 at power-up.
///
/// Reset on wide data buys nothing and costs: Yosys 0.23 maps an active low reset on ECP5 to an inverter for
/// each flip-flop, which nearly doubles a router.
#[derive(LogicBlock)]
pub struct Data {
    /// Clock, rising edge.
    pub clk: Signal<In, Clock>,
    /// Input.
    pub d: Sig<In>,
    /// Output.
    pub q: Sig<Out>,
}

impl Data {
    /// A register of `width` bits.
    pub fn new(width: usize) -> Self {
        Data { clk: Signal::default(), d: Sig::new(width), q: Sig::new(width) }
    }
}

impl Logic for Data {
    fn update(&mut self) {
        if self.clk.pos_edge() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(DATA.into())
    }
}

/// A register that follows its input during reset and holds it afterwards.
#[derive(LogicBlock)]
pub struct Strap {
    /// Clock, rising edge.
    pub clk: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_n: Signal<In, Bit>,
    /// Input.
    pub d: Sig<In>,
    /// Output.
    pub q: Sig<Out>,
}

impl Strap {
    /// A strap of `width` bits.
    pub fn new(width: usize) -> Self {
        let (clk, rst_n) = Default::default();
        Strap { clk, rst_n, d: Sig::new(width), q: Sig::new(width) }
    }
}

impl Logic for Strap {
    fn update(&mut self) {
        if self.clk.pos_edge() && !self.rst_n.val() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(STRAP.into())
    }
}

/// Zero extension.
#[derive(LogicBlock)]
pub struct Fit {
    /// The narrow side.
    pub a: Sig<In>,
    /// The wide side.
    pub y: Sig<Out>,
}

impl Fit {
    /// From `from` to `to >= from` bits.
    pub fn new(from: usize, to: usize) -> Self {
        assert!(from <= to, "Zero extension from {from} to {to} bits would narrow.");
        Fit { a: Sig::new(from), y: Sig::new(to) }
    }
}

impl Logic for Fit {
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
pub struct Join {
    /// The upper half.
    pub high: Sig<In>,
    /// The lower half.
    pub low: Sig<In>,
    /// Both.
    pub y: Sig<Out>,
}

impl Join {
    /// Two values of `part` bits in a result of `2 * half` bits.
    pub fn new(part: usize, half: usize) -> Self {
        assert!(part <= half, "{part} bits do not fit in half a payload of {half} bits.");
        Join { high: Sig::new(part), low: Sig::new(part), y: Sig::new(2 * half) }
    }
}

impl Logic for Join {
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
    /// The whole.
    pub a: Sig<In>,
    /// The part.
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
        wiring(&match self.y.bits() {
            width if width == self.a.bits() => "a".into(),
            1 => format!("a[{}]", self._from),
            width => format!("a[{}:{}]", self._from + width - 1, self._from),
        })
    }
}

/// A body that the printer folds into its parent.
pub(super) fn wiring(expression: &str) -> Verilog {
    // The stock printer declares outputs as `reg`, so the body has to be procedural.
    Verilog::Custom(format!("// wiring\nalways @* y = {expression};\n"))
}

fn extended(name: &str, from: usize, to: usize) -> String {
    if from == to {
        name.into()
    } else {
        format!("{{{}'d0, {name}}}", to - from)
    }
}
