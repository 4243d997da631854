//! Buffers of flits. The output is the oldest flit or, if the buffer is empty, the flit that arrives.
//!
//! [`Buffer`] is at the receiving end of a link and relies on the sender's credits; a flit too many raises
//! `overflow_o`. [`InjectBuffer`] takes a processor's flits; its `ready_o` is a register, which is low
//! during reset and in the first cycle after it. The depth may be any number, not only a power of two. The
//! memory has no reset. Places that were never written are not read, so no X comes out of it.

use crate::signal::text::{part, vector};
use crate::signal::{Bv, Sig};
use rust_hdl_core::prelude::*;
use std::collections::VecDeque;
use torus_model::route::bits;

/// A flit in a buffer: its head and its payload.
pub(super) type Flit = (Bv, Bv);

/// The buffer of a channel at the receiving end of a link.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Buffer {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub push_i: Signal<In, Bit>,
    pub push_head_i: Sig<In>,
    pub push_data_i: Sig<In>,
    pub pop_i: Signal<In, Bit>,
    pub valid_o: Signal<Out, Bit>,
    pub head_o: Sig<Out>,
    pub data_o: Sig<Out>,
    pub overflow_o: Signal<Out, Bit>,
    _flits: VecDeque<Flit>,
    _depth: usize,
}

impl Buffer {
    /// A buffer of `depth` flits, with heads of `head` bits and payloads of `data` bits.
    pub fn new(depth: usize, head: usize, data: usize) -> Self {
        let (clk_i, rst_ni, push_i, pop_i) = Default::default();
        let (push_head_i, push_data_i, head_o, data_o) =
            (Sig::new(head), Sig::new(data), Sig::new(head), Sig::new(data));
        let (valid_o, overflow_o) = Default::default();
        let (_flits, _depth) = (VecDeque::new(), depth);
        Buffer {
            clk_i,
            rst_ni,
            push_i,
            push_head_i,
            push_data_i,
            pop_i,
            valid_o,
            head_o,
            data_o,
            overflow_o,
            _flits,
            _depth,
        }
    }
}

impl Logic for Buffer {
    fn update(&mut self) {
        let (push, arriving) = (self.push_i.val(), (self.push_head_i.val(), self.push_data_i.val()));
        if self.clk_i.pos_edge() {
            clock(&mut self._flits, self.rst_ni.val(), push.then_some(arriving), self.pop_i.val());
        }
        let (head, data) = self._flits.front().copied().unwrap_or(arriving);
        self.valid_o.next = push || !self._flits.is_empty();
        self.head_o.next = head;
        self.data_o.next = data;
        self.overflow_o.next = push && !self.pop_i.val() && self._flits.len() == self._depth;
    }

    fn connect(&mut self) {
        self.valid_o.connect();
        self.head_o.connect();
        self.data_o.connect();
        self.overflow_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let text = Text::new(self._depth, self.push_head_i.bits(), self.push_data_i.bits());
        let full = text.is(self._depth);
        let overflow = format!("assign overflow_o = push_i & !pop_i & ({full});\n");
        Verilog::Custom(text.logic("push_i") + &overflow + &text.registers("", "", ""))
    }
}

/// The buffer of an injection port.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct InjectBuffer {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub push_i: Signal<In, Bit>,
    pub push_head_i: Sig<In>,
    pub push_data_i: Sig<In>,
    pub ready_o: Signal<Out, Bit>,
    pub pop_i: Signal<In, Bit>,
    pub valid_o: Signal<Out, Bit>,
    pub head_o: Sig<Out>,
    pub data_o: Sig<Out>,
    _flits: VecDeque<Flit>,
    _ready: bool,
    _depth: usize,
}

impl InjectBuffer {
    /// A buffer of `depth` flits, with heads of `head` bits and payloads of `data` bits.
    pub fn new(depth: usize, head: usize, data: usize) -> Self {
        let (clk_i, rst_ni, push_i, pop_i) = Default::default();
        let (push_head_i, push_data_i, head_o, data_o) =
            (Sig::new(head), Sig::new(data), Sig::new(head), Sig::new(data));
        let (ready_o, valid_o) = Default::default();
        let (_flits, _ready, _depth) = (VecDeque::new(), false, depth);
        InjectBuffer {
            clk_i,
            rst_ni,
            push_i,
            push_head_i,
            push_data_i,
            ready_o,
            pop_i,
            valid_o,
            head_o,
            data_o,
            _flits,
            _ready,
            _depth,
        }
    }
}

impl Logic for InjectBuffer {
    fn update(&mut self) {
        let (push, arriving) = (self.push_i.val(), (self.push_head_i.val(), self.push_data_i.val()));
        if self.clk_i.pos_edge() {
            let taken = (push && self._ready).then_some(arriving);
            clock(&mut self._flits, self.rst_ni.val(), taken, self.pop_i.val());
            self._ready = self.rst_ni.val() && self._flits.len() < self._depth;
        }
        let (head, data) = self._flits.front().copied().unwrap_or(arriving);
        self.valid_o.next = push && self._ready || !self._flits.is_empty();
        self.head_o.next = head;
        self.data_o.next = data;
        self.ready_o.next = self._ready;
    }

    fn connect(&mut self) {
        self.ready_o.connect();
        self.valid_o.connect();
        self.head_o.connect();
        self.data_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let text = Text::new(self._depth, self.push_head_i.bits(), self.push_data_i.bits());
        let push = "// A flit is taken if ready_o is 1, which says that there is room.\nreg ready_q;\n\
                    wire push = push_i & ready_q;\nassign ready_o = ready_q;\n\n"
            .to_string();
        let ready =
            format!("    ready_q <= !(keep & !drop & ({})) & ({} | drop);\n", text.is(self._depth - 1), {
                format!("!({})", text.is(self._depth))
            });
        let registers = text.registers("  ready_q = 1'b0;\n", "    ready_q <= 1'b0;\n", &ready);
        Verilog::Custom(push + &text.logic("push") + &registers)
    }
}

/// A clock edge: the arriving flit is added, and the oldest one leaves if `pop`.
pub(super) fn clock(flits: &mut VecDeque<Flit>, reset_n: bool, arriving: Option<Flit>, pop: bool) {
    flits.extend(arriving);
    if pop {
        flits.pop_front();
    }
    if !reset_n {
        flits.clear();
    }
}

/// The Verilog that both kinds of buffer share.
struct Text {
    depth: usize,
    head: usize,
    data: usize,
    /// Bits of the number of flits, and of the number of a place.
    count: usize,
    place: usize,
}

impl Text {
    fn new(depth: usize, head: usize, data: usize) -> Self {
        Text { depth, head, data, count: bits(depth + 1), place: bits(depth) }
    }

    /// Whether the buffer holds this number of flits.
    fn is(&self, flits: usize) -> String {
        format!("used_q == {}'d{flits}", self.count)
    }

    /// Declarations, and the output of the buffer.
    fn logic(&self, push: &str) -> String {
        let (flit, many) = (self.head + self.data, self.depth > 1);
        let mut text = format!("reg {}used_q;\n", vector(self.count));
        if many {
            let place = vector(self.place);
            text += &format!("reg {}flits [0:{}];\n", vector(flit), self.depth - 1);
            text += &format!("reg {place}write_q;\nreg {place}read_q;\n");
            text += &format!("wire {}oldest = flits[read_q];\n", vector(flit));
        } else {
            text += &format!("reg {}oldest;\n", vector(flit));
        }
        let (head, data) = (part("oldest", flit, self.data, self.head), part("oldest", flit, 0, self.data));
        text += &format!("wire empty = {};\n", self.is(0));
        text += "// A flit that passes an empty buffer is neither kept nor dropped.\n";
        text += &format!("wire keep = {push} & !(empty & pop_i);\nwire drop = pop_i & !empty;\n\n");
        text += "// The oldest flit or, if the buffer is empty, the one that arrives.\n";
        text += &format!("assign valid_o = {push} | !empty;\n");
        text + &format!(
            "assign head_o = empty ? push_head_i : {head};\nassign data_o = empty ? push_data_i : {data};\n"
        )
    }

    /// Pointers, counter and memory, with the assignments that a buffer adds at power-up, in reset and at a
    /// clock edge.
    fn registers(&self, power_up: &str, reset: &str, load: &str) -> String {
        let (zero, one) = (format!("{}'d0", self.count), format!("{}'d1", self.count));
        let mut text = "\n// Registers with reset; at power-up they have the same values.\n".to_string();
        text += &format!("initial begin\n{power_up}  used_q = {zero};\n{}end\n", self.begin("  ", "="));
        text += "always @(posedge clk_i) begin\n  if (!rst_ni) begin\n";
        text +=
            &format!("{reset}    used_q <= {zero};\n{}  end else begin\n{load}", self.begin("    ", "<="));
        text += &format!("    if (keep & !drop) begin\n      used_q <= used_q + {one};\n");
        text += &format!("    end else if (drop & !keep) begin\n      used_q <= used_q - {one};\n    end\n");
        text += &(self.step("keep", "write_q") + &self.step("drop", "read_q") + "  end\nend\n");
        let place = if self.depth > 1 { "flits[write_q]" } else { "oldest" };
        text += "\n// Places have no reset: only those that were written are read.\n";
        text += "always @(posedge clk_i) begin\n  if (keep) begin\n";
        text + &format!("    {place} <= {{push_head_i, push_data_i}};\n  end\nend\n")
    }

    /// Sets both pointers to their first place.
    fn begin(&self, pad: &str, assigns: &str) -> String {
        let one = |name: &str| format!("{pad}{name} {assigns} {}'d0;\n", self.place);
        if self.depth > 1 {
            one("write_q") + &one("read_q")
        } else {
            String::new()
        }
    }

    /// Moves a pointer to the next place.
    fn step(&self, when: &str, name: &str) -> String {
        let (width, last) = (self.place, self.depth - 1);
        let next = match self.depth {
            1 => return String::new(),
            depth if depth.is_power_of_two() => format!("{name} + {width}'d1"),
            _ => format!("({name} == {width}'d{last}) ? {width}'d0 : {name} + {width}'d1"),
        };
        format!("    if ({when}) begin\n      {name} <= {next};\n    end\n")
    }
}
