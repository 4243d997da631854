//! A round-robin arbiter of n requests: the first request at or behind the pointer is granted, cyclically.
//!
//! The pointer is a thermometer: bit i is set where i comes behind the one served last. All bits are zero
//! after reset: request 0 is first. Where `served_i` says that the granted request was served, the pointer
//! moves behind it. With a lock, only the one served last may be granted: it is the bit where the thermometer
//! begins. `n >= 2`; there is one module for each n.
//!
//! The first request of a row is the one without another before it. Whether there is one before is found for
//! all requests at once, in log2(n) steps, each of which doubles how far it looks (a parallel prefix, Kogge
//! and Stone 1973).

use crate::signal::text::{part, ABSENT};
use crate::signal::{labels, Labelled};
use rust_hdl_core::prelude::*;
use std::fmt::Write;

/// Its vectors are ports of one net each.
const PACKED: &str = "// packed\n";

/// Says what the rows of [`Arbiter::up_to`] are.
const UP_TO: &str = concat!(
    "// Bit i of x_up_to: one of the bits 0 to i of x is set. ",
    "Bit i of x_4: one of the last 4 of these bits.\n"
);

const POINTER: &str = "// The pointer moves behind the one that is served.\n";

/// An arbiter.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Arbiter {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_i: Labelled<Signal<In, Bit>>,
    pub lock_i: Labelled<Signal<In, Bit>>,
    pub served_i: Signal<In, Bit>,
    pub grant_o: Labelled<Signal<Out, Bit>>,
    pub any_o: Signal<Out, Bit>,
    _first: usize,
}

impl Arbiter {
    /// Among `n`; `lock` gives it the input `lock_i`. Fewer than two need no arbiter: this one has no port
    /// for them, and a router that does not read it drops it.
    pub fn new(n: usize, lock: bool) -> Self {
        let (n, lock) = if n < 2 { (0, false) } else { (n, lock) };
        let held: Vec<String> = lock.then(|| "held".into()).into_iter().collect();
        Arbiter {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            req_i: Labelled::new(&labels(0..n), |_| Signal::default()).with_spare(Signal::default()),
            lock_i: Labelled::new(&held, |_| Signal::default()).with_spare(Signal::default()),
            served_i: Signal::default(),
            grant_o: Labelled::new(&labels(0..n), |_| Signal::default()).with_spare(Signal::default()),
            any_o: Signal::default(),
            _first: 0,
        }
    }

    fn n(&self) -> usize {
        self.req_i.iter().count()
    }

    /// The request that is granted.
    fn chosen(&self) -> Option<usize> {
        let (n, held) = (self.n(), self.lock_i.iter().any(|lock| lock.val()));
        let from = if held { self._first + n - 1 } else { self._first };
        let row = (0..if held { 1 } else { n }).map(|k| (from + k) % n);
        row.into_iter().find(|&i| self.req_i[i].val())
    }

    /// The requests that count, and the pointer.
    fn requests(&self, lock: bool) -> String {
        let (n, top) = (self.n(), self.n() - 1);
        let mut text = format!("// Those that come behind the one served last.\nreg [{top}:1] behind_q;\n");
        if lock {
            text.push_str("// The one served last: there the row begins.\n");
            let _ = writeln!(text, "wire [{top}:0] owner = {{1'b1, behind_q}} & ~{{behind_q, 1'b0}};");
            let _ = writeln!(text, "wire [{top}:0] req = req_i & (owner | {{{n}{{!lock_i}}}});");
        } else {
            let _ = writeln!(text, "wire [{top}:0] req = req_i;");
        }
        text.push_str("// Requests behind the one served last come first.\n");
        let _ = writeln!(text, "wire [{top}:0] sooner = req & {{behind_q, 1'b0}};");
        text
    }

    /// Declares `ROW_up_to`: bit i says whether one of the bits 0 to i of a row is set. The last request is
    /// left out: none comes behind it. A step is one operation of a simulator, as rows are words.
    fn up_to(&self, row: &str) -> String {
        let n = self.n() - 1;
        let mut text = format!("wire [{}:0] {row}_1 = {};\n", n - 1, part(row, n + 1, 0, n));
        let doublings = (0..).map(|step| 1 << step).take_while(|&bits| bits < n);
        for bits in doublings.clone() {
            let lower = part(&format!("{row}_{bits}"), n, 0, n - bits);
            let both = format!("{row}_{bits} | {{{lower}, {bits}'d0}}");
            let _ = writeln!(text, "wire [{}:0] {row}_{} = {both};", n - 1, 2 * bits);
        }
        let last = doublings.last().map_or(1, |bits| 2 * bits);
        let _ = writeln!(text, "wire [{}:0] {row}_up_to = {row}_{last};", n - 1);
        text
    }

    /// Who is chosen: the first of those behind, else the first of all.
    fn grants(&self) -> String {
        let mut text = String::from(UP_TO);
        text += &["sooner", "req"].map(|row| self.up_to(row)).concat();
        text.push_str("\n// The first request in that order.\nwire again = ~|sooner;\n");
        text.push_str("assign grant_o = (sooner & ~{sooner_up_to, 1'b0}) |\n");
        let _ = writeln!(text, "    ({{{}{{again}}}} & req & ~{{req_up_to, 1'b0}});", self.n());
        text.push_str("assign any_o = |req;\n");
        text
    }

    /// The pointer's clocked block.
    fn pointer(&self) -> String {
        let bits = self.n() - 1;
        let mut text = format!("\n{POINTER}initial behind_q = {bits}'d0;\nalways @(posedge clk_i) begin\n");
        let _ = writeln!(text, "  if (!rst_ni) begin\n    behind_q <= {bits}'d0;");
        text.push_str("  end else if (served_i) begin\n");
        text.push_str("    behind_q <= again ? req_up_to : sooner_up_to;\n  end\nend\n");
        text
    }
}

impl Logic for Arbiter {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            let next = self.chosen().filter(|_| self.served_i.val()).map(|i| (i + 1) % self.n());
            self._first = if self.rst_ni.val() { next.unwrap_or(self._first) } else { 0 };
        }
        let chosen = self.chosen();
        self.grant_o.iter_mut().enumerate().for_each(|(i, grant)| grant.next = chosen == Some(i));
        self.any_o.next = chosen.is_some();
    }

    fn connect(&mut self) {
        self.grant_o.iter_mut().for_each(|grant| grant.connect());
        self.any_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let (n, lock) = (self.n(), self.lock_i.iter().next().is_some());
        if n < 2 {
            // What is only wiring is dropped where nobody reads it.
            return Verilog::Custom(ABSENT.into());
        }
        let suffix = if lock { "_lock" } else { "" };
        let body = self.requests(lock) + &self.grants() + &self.pointer();
        Verilog::Custom(format!("// module arbiter_{n}{suffix}\n{PACKED}{body}"))
    }
}
