//! A round-robin arbiter of n requests: it grants the first request at or after the pointer, cyclically.
//!
//! The pointer is a thermometer code: bit i is set if request i comes after the request served last. All
//! bits are zero after reset, so request 0 comes first. If `served_i` says that the granted request was
//! served, the pointer moves to the place after it. With a lock, only the request served last may be
//! granted; it is the place where the thermometer begins. `n >= 2`; there is one module for each n.
//!
//! If there are requests at or after the pointer, only they are considered, otherwise all. The one granted
//! is the first, so no request is below it. Whether there is one below is computed for all requests at once,
//! in log2(n) steps that each double the distance covered (a parallel prefix, Kogge and Stone 1973).

use super::round_robin::RoundRobin;
use super::rows::{bit, bits, instance};
use super::wiring::{self, only};
use crate::signal::text::{part, spread};
use crate::signal::{Labelled, Sig};
use rust_hdl_core::prelude::*;
use std::fmt::Write;

/// An arbiter.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Arbiter {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_i: Sig<In>,
    pub lock_i: Labelled<Signal<In, Bit>>,
    pub served_i: Signal<In, Bit>,
    pub grant_o: Sig<Out>,
    pub any_o: Signal<Out, Bit>,
    _order: RoundRobin,
}

impl Arbiter {
    /// An arbiter of `n` requests. With `lock` it has the input `lock_i`.
    pub fn new(n: usize, lock: bool) -> Self {
        assert!(n > 1, "A single request needs no arbiter.");
        Arbiter {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            req_i: Sig::new(n),
            lock_i: wiring::bit(&only(lock)),
            served_i: Signal::default(),
            grant_o: Sig::new(n),
            any_o: Signal::default(),
            _order: RoundRobin::new(n),
        }
    }

    fn n(&self) -> usize {
        self.req_i.bits()
    }

    /// The number of the granted request.
    fn chosen(&self) -> Option<usize> {
        let (requests, held) = (self.req_i.val(), self.lock_i.iter().any(|lock| lock.val()));
        self._order.chosen(held, |requester| bit(requests, requester))
    }

    /// Verilog of the requests that are considered, and of the pointer.
    fn requests(&self, lock: bool) -> String {
        let (n, top) = (self.n(), self.n() - 1);
        let mut text = format!("// Those that come behind the one served last.\nreg [{top}:1] behind_q;\n");
        if lock {
            text.push_str("// The one served last: there the row begins.\n");
            let _ = writeln!(text, "wire [{top}:0] owner = {{1'b1, behind_q}} & ~{{behind_q, 1'b0}};");
            let _ = writeln!(text, "wire [{top}:0] req = req_i & (owner | {});", spread("!lock_i", n));
        } else {
            let _ = writeln!(text, "wire [{top}:0] req = req_i;");
        }
        text.push_str("// Requests behind the one served last come first; where there are none, all do.\n");
        let _ = writeln!(text, "wire [{top}:0] sooner = req & {{behind_q, 1'b0}};");
        let _ = writeln!(text, "wire [{top}:0] row = (|sooner) ? sooner : req;");
        text
    }

    /// Declares `up_to`: bit i says whether one of the bits 0 to i of the row is set. There is no bit for
    /// the last request, because no request comes after it. Rows are words, so a simulator does each step in
    /// one operation.
    fn up_to(&self) -> String {
        let n = self.n() - 1;
        let mut text = String::from("// Bit i of up_to: one of the bits 0 to i of the row is set.\n");
        text.push_str("// Bit i of row_B: one of the last B bits up to i is set.\n");
        let _ = writeln!(text, "wire [{}:0] row_1 = {};", n - 1, part("row", n + 1, 0, n));
        let doublings = (0..).map(|step| 1 << step).take_while(|&bits| bits < n);
        for bits in doublings.clone() {
            let lower = part(&format!("row_{bits}"), n, 0, n - bits);
            let both = format!("row_{bits} | {{{lower}, {bits}'d0}}");
            let _ = writeln!(text, "wire [{}:0] row_{} = {both};", n - 1, 2 * bits);
        }
        let last = doublings.last().map_or(1, |bits| 2 * bits);
        let _ = writeln!(text, "wire [{}:0] up_to = row_{last};", n - 1);
        text
    }

    /// The clocked block of the pointer.
    fn pointer(&self) -> String {
        let bits = self.n() - 1;
        let mut text = String::from("\n// The pointer moves behind the one that is served.\n");
        let _ = writeln!(text, "initial behind_q = {bits}'d0;\nalways @(posedge clk_i) begin");
        let _ = writeln!(text, "  if (!rst_ni) begin\n    behind_q <= {bits}'d0;");
        text.push_str("  end else if (served_i) begin\n    behind_q <= up_to;\n  end\nend\n");
        text
    }
}

/// The kind of module of an arbiter.
pub(super) fn kind(n: usize, lock: bool) -> String {
    format!("arbiter_{n}{}", if lock { "_lock" } else { "" })
}

/// The signals that an arbiter is connected to.
pub(super) struct Wires<'a> {
    pub requests: &'a str,
    pub lock: Option<&'a str>,
    pub served: &'a str,
    pub grant: &'a str,
    pub any: &'a str,
}

impl Wires<'_> {
    /// Verilog of an arbiter with `n` requests. One request needs no arbiter, only wires.
    pub fn arbiter(&self, network: &str, name: &str, n: usize) -> String {
        if n == 1 {
            return format!(
                "assign {} = {};\nassign {} = {};\n",
                self.grant, self.requests, self.any, self.requests
            );
        }
        let lock = self.lock.map(|lock| ("lock_i", lock.to_string()));
        let mut ports = vec![("clk_i", "clk_i".to_string()), ("rst_ni", "rst_ni".into())];
        ports.push(("req_i", self.requests.into()));
        ports.extend(lock.clone());
        let outputs = [("served_i", self.served), ("grant_o", self.grant), ("any_o", self.any)];
        ports.extend(outputs.map(|(port, wire)| (port, wire.to_string())));
        instance(&format!("{network}_{}", kind(n, lock.is_some())), name, &ports)
    }
}

impl Logic for Arbiter {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true if self.served_i.val() => self.chosen().into_iter().for_each(|i| self._order.serve(i)),
                true => {}
                false => self._order = RoundRobin::new(self.n()),
            }
        }
        let chosen = self.chosen();
        self.grant_o.next = bits((0..self.n()).map(|requester| chosen == Some(requester)));
        self.any_o.next = chosen.is_some();
    }

    fn connect(&mut self) {
        self.grant_o.connect();
        self.any_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let (n, lock) = (self.n(), self.lock_i.iter().next().is_some());
        let mut text = self.requests(lock) + &self.up_to();
        text += "\n// The first request of the row.\nassign grant_o = row & ~{up_to, 1'b0};\n";
        text += "assign any_o = |req;\n";
        Verilog::Custom(format!("// module {}\n{text}{}", kind(n, lock), self.pointer()))
    }
}
