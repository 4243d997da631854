//! Wiring of a flit's fields, which a kernel cannot express: it folds into the router as one assignment.
//!
//! On a link a flit's head is `{last, channel, header}`. A buffer belongs to a channel, so inside the router
//! the head goes without it, as `{last, header}`; this is called the route here.

use crate::signal::text::{part, wiring};
use crate::signal::{Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// The route of a head: all but the channel.
#[derive(LogicBlock)]
pub(super) struct DropChannel {
    pub a: Sig<In>,
    pub y: Sig<Out>,
    _header: usize,
}

impl DropChannel {
    /// For heads of `head` bits with routes of `route` bits, `header` of them below the channel.
    pub fn new(head: usize, route: usize, header: usize) -> Self {
        DropChannel { a: Sig::new(head), y: Sig::new(route), _header: header }
    }
}

impl Logic for DropChannel {
    fn update(&mut self) {
        let (a, header) = (self.a.val().value(), self._header);
        let last = if self.y.bits() > header { a >> (self.a.bits() - 1) << header } else { 0 };
        self.y.next = Bv::new(last | a & ((1 << header) - 1), self.y.bits());
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        let (head, header) = (self.a.bits(), part("a", self.a.bits(), 0, self._header));
        wiring(&if self.y.bits() > self._header { format!("{{a[{}], {header}}}", head - 1) } else { header })
    }
}

/// The head of a route: the channel put in again.
#[derive(LogicBlock)]
pub(super) struct AddChannel {
    pub route: Sig<In>,
    pub channel: Sig<In>,
    pub y: Sig<Out>,
    _header: usize,
}

impl AddChannel {
    /// The inverse of [`DropChannel`].
    pub fn new(head: usize, route: usize, header: usize) -> Self {
        let (channel, y) = (Sig::new(head - route), Sig::new(head));
        AddChannel { route: Sig::new(route), channel, y, _header: header }
    }
}

impl Logic for AddChannel {
    fn update(&mut self) {
        let (route, header) = (self.route.val().value(), self._header);
        let above = route >> header << self.channel.bits() | self.channel.val().value();
        self.y.next = Bv::new(above << header | route & ((1 << header) - 1), self.y.bits());
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        wiring(&match self.route.bits() > self._header {
            true => format!("{{route[{}], channel, {}}}", self._header, part("route", 0, 0, self._header)),
            false => "{channel, route}".into(),
        })
    }
}

/// Bits side by side, the first least significant.
#[derive(LogicBlock)]
pub(super) struct BitRow {
    pub a: Labelled<Signal<In, Bit>>,
    pub y: Sig<Out>,
}

impl BitRow {
    pub fn new(width: usize) -> Self {
        let a = Labelled::new(&crate::signal::labels(0..width), |_| Signal::default());
        BitRow { a, y: Sig::new(width) }
    }
}

impl Logic for BitRow {
    fn update(&mut self) {
        let bits = self.a.iter().enumerate().map(|(k, bit)| (bit.val() as u128) << k);
        self.y.next = Bv::new(bits.sum(), self.y.bits());
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        let bits: Vec<String> = (0..self.y.bits()).rev().map(|k| format!("a_{k}")).collect();
        wiring(&if bits.len() == 1 { bits[0].clone() } else { format!("{{{}}}", bits.join(", ")) })
    }
}
