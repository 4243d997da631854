//! Registers with hand-written bodies.
//!
//! Every register has a value at power-up, so no X is ever seen, not even in the data of an idle link. The
//! first line of a body tells the printer how to fold the leaf into the module around it: `// register`, `//
//! data` and `// strap` become part of a clocked block of their clock, `// wiring` becomes one `assign`.

use super::{Cst, Sig};
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

/// A register for data whose valid bit is elsewhere: it has no reset and is 0 at power-up.
///
/// A reset of wide data has no use and is expensive: Yosys 0.23 maps an active-low reset on ECP5 to an
/// inverter for each flip-flop, which nearly doubles a router.
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
