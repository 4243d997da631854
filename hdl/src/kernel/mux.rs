//! Multiplexers of payloads in stages of one four-input LUT a bit.
//!
//! The first stage chooses between two sources. If a later stage chooses, the first one passes on a bit
//! instead, which tells the next stage which of its two sources to take. So n sources cost n/2 LUT4 a bit,
//! where a tree of multiplexers costs n - 1 and an OR of ANDs about 2n/3. Mappers would undo this if they
//! saw two stages at once, so each stage is a module with the attribute `keep_hierarchy`. Devices with
//! six-input LUTs do better without it; the macro `TORUSGEN_LUT6` removes the attribute.
//!
//! The stages are in series. From three turns on pairs are faster: each source has its own request, a pair
//! fills one LUT4 a bit, and an OR joins all pairs. That costs up to one LUT4 a bit more.

use crate::signal::{text::ABSENT, Bv, Sig};
use rust_hdl_core::prelude::*;

/// The first stage: source a or b, or a choice for the next stage.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct MuxFirst {
    pub a_i: Sig<In>,
    pub b_i: Sig<In>,
    pub odd_i: Signal<In, Bit>,
    pub later_i: Signal<In, Bit>,
    pub y_o: Sig<Out>,
    _module: Option<String>,
}

/// A later stage: source c or d, or the result of the stage before it.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct MuxNext {
    pub y_i: Sig<In>,
    pub c_i: Sig<In>,
    pub d_i: Sig<In>,
    pub take_i: Signal<In, Bit>,
    pub z_o: Sig<Out>,
    _module: Option<String>,
}

/// A pair of sources with a request each. Without a request the result is zero.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct MuxPair {
    pub a_i: Sig<In>,
    pub take_a_i: Signal<In, Bit>,
    pub b_i: Sig<In>,
    pub take_b_i: Signal<In, Bit>,
    pub y_o: Sig<Out>,
    _module: Option<String>,
}

impl MuxFirst {
    /// A first stage of `width` bits. One that is not present prints as nothing.
    pub fn new(width: usize, present: bool) -> Self {
        Self::named(width, present.then(|| "mux_first".into()))
    }

    /// A first stage of `width` bits, for a network with several widths: the module's name ends in the
    /// width.
    pub fn of_width(width: usize) -> Self {
        Self::named(width, Some(format!("mux_first_{width}")))
    }

    fn named(width: usize, module: Option<String>) -> Self {
        MuxFirst {
            a_i: Sig::new(width),
            b_i: Sig::new(width),
            odd_i: Signal::default(),
            later_i: Signal::default(),
            y_o: Sig::new(width),
            _module: module,
        }
    }
}

impl MuxNext {
    /// A later stage of `width` bits. One that is not present prints as nothing.
    pub fn new(width: usize, present: bool) -> Self {
        Self::named(width, present.then(|| "mux_next".into()))
    }

    /// A later stage of `width` bits, for a network with several widths: the module's name ends in the
    /// width.
    pub fn of_width(width: usize) -> Self {
        Self::named(width, Some(format!("mux_next_{width}")))
    }

    fn named(width: usize, module: Option<String>) -> Self {
        MuxNext {
            y_i: Sig::new(width),
            c_i: Sig::new(width),
            d_i: Sig::new(width),
            take_i: Signal::default(),
            z_o: Sig::new(width),
            _module: module,
        }
    }
}

impl MuxPair {
    /// A pair of `width` bits. One that is not present prints as nothing.
    pub fn new(width: usize, present: bool) -> Self {
        MuxPair {
            a_i: Sig::new(width),
            take_a_i: Signal::default(),
            b_i: Sig::new(width),
            take_b_i: Signal::default(),
            y_o: Sig::new(width),
            _module: present.then(|| "mux_pair".into()),
        }
    }
}

impl Logic for MuxFirst {
    fn update(&mut self) {
        let none = Bv::new(0, self.y_o.bits());
        let all = if self.odd_i.val() { !none } else { none };
        let source = if self.odd_i.val() { self.b_i.val() } else { self.a_i.val() };
        self.y_o.next = if self.later_i.val() { all } else { source };
    }

    fn connect(&mut self) {
        self.y_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let width = self.y_o.bits();
        let body = format!(
            "// A source. If a later stage chooses: in all bits, whether that takes its second source.\n\
             assign y_o = later_i ? {{{width}{{odd_i}}}} : (odd_i ? b_i : a_i);\n"
        );
        Verilog::Custom(text(&self._module, &body))
    }
}

impl Logic for MuxNext {
    fn update(&mut self) {
        let (y, c, d) = (self.y_i.val(), self.c_i.val(), self.d_i.val());
        self.z_o.next = if self.take_i.val() { (y & d) | (!y & c) } else { y };
    }

    fn connect(&mut self) {
        self.z_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let body = "// If this stage chooses: the second source where y_i is 1, else the first.\n\
                    assign z_o = take_i ? ((y_i & d_i) | (~y_i & c_i)) : y_i;\n";
        Verilog::Custom(text(&self._module, body))
    }
}

impl Logic for MuxPair {
    fn update(&mut self) {
        let none = Bv::new(0, self.y_o.bits());
        let a = if self.take_a_i.val() { self.a_i.val() } else { none };
        let b = if self.take_b_i.val() { self.b_i.val() } else { none };
        self.y_o.next = a | b;
    }

    fn connect(&mut self) {
        self.y_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let width = self.y_o.bits();
        let body = format!(
            "// The source that is taken; without one, 0.\n\
             assign y_o = (a_i & {{{width}{{take_a_i}}}}) | (b_i & {{{width}{{take_b_i}}}});\n"
        );
        Verilog::Custom(text(&self._module, &body))
    }
}

/// The Verilog of a module, or of a block that is not present.
fn text(module: &Option<String>, body: &str) -> String {
    match module {
        Some(name) => format!("// module {name}\n{body}"),
        None => ABSENT.into(),
    }
}
