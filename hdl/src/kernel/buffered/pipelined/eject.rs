//! An ejection port: the arbiter of the flits that leave the network, and the output register.

use super::super::sizes::Sizes;
use super::super::text::{registers, Register, WITHOUT_RESET};
use super::super::wiring::{bit, only, row};
use super::choice::{choice, chosen, order, selected, some_of, Order};
use crate::signal::text::{concat, part, vector};
use crate::signal::{labels, Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// An ejection port: its register, and the arbiter in front of it.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Eject {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_i: Labelled<Signal<In, Bit>>,
    pub last_i: Labelled<Signal<In, Bit>>,
    pub data_i: Labelled<Sig<In>>,
    pub ready_i: Signal<In, Bit>,
    pub grant_o: Labelled<Signal<Out, Bit>>,
    pub valid_o: Signal<Out, Bit>,
    pub last_o: Labelled<Signal<Out, Bit>>,
    pub data_o: Sig<Out>,
    pub free_o: Labelled<Signal<Out, Bit>>,
    _order: Order,
    _network: String,
    _flit: Option<(Bv, bool)>,
    _lock: bool,
}

impl Eject {
    /// An ejection port with `n` requesters.
    pub(super) fn new(sizes: Sizes, n: usize, network: &str) -> Self {
        let requesters = labels(0..n);
        let (clk_i, rst_ni, ready_i, valid_o) = Default::default();
        Eject {
            clk_i,
            rst_ni,
            req_i: bit(&requesters),
            last_i: bit(if sizes.long { &requesters } else { &[] }),
            data_i: row(&requesters, sizes.data),
            ready_i,
            grant_o: bit(&requesters),
            valid_o,
            last_o: bit(&only(sizes.long)),
            data_o: Sig::new(sizes.data),
            free_o: bit(&only(sizes.long)),
            _order: Order::new(n),
            _network: network.into(),
            _flit: None,
            _lock: false,
        }
    }

    fn chosen(&self) -> Option<usize> {
        let free = self._flit.is_none() || self.ready_i.val();
        self._order.chosen(|requester| self.req_i[requester].val()).filter(|_| free)
    }

    fn clock(&mut self) {
        let (chosen, long) = (self.chosen(), self.last_i.iter().next().is_some());
        if let Some(requester) = chosen {
            let last = !long || self.last_i[requester].val();
            (self._flit, self._lock) = (Some((self.data_i[requester].val(), last)), !last);
            self._order.serve(requester);
        } else if self.ready_i.val() {
            self._flit = None;
        }
    }
}

impl Logic for Eject {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true => self.clock(),
                false => {
                    let n = self.req_i.iter().count();
                    (self._flit, self._lock, self._order) = (None, false, Order::new(n));
                }
            }
        }
        let chosen = self.chosen();
        self.grant_o.iter_mut().enumerate().for_each(|(i, grant)| grant.next = chosen == Some(i));
        self.valid_o.next = self._flit.is_some();
        let lock = self._lock;
        self.free_o.iter_mut().for_each(|bit| bit.next = !lock);
        if let Some((data, last)) = self._flit {
            self.data_o.next = data;
            self.last_o.iter_mut().for_each(|bit| bit.next = last);
        }
    }

    fn connect(&mut self) {
        let bits = self.grant_o.iter_mut().chain(self.last_o.iter_mut());
        bits.chain(self.free_o.iter_mut()).for_each(|bit| bit.connect());
        self.valid_o.connect();
        self.data_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let (n, long) = (self.req_i.iter().count(), self.last_i.iter().next().is_some());
        let (data, whole) = (self.data_o.bits(), self.data_o.bits() + usize::from(long));
        let mut all = vec![Register::bit("valid_q", "any | !free")];
        let each = |name: &str| (0..n).map(|i| name.replace('#', &i.to_string())).collect::<Vec<_>>();
        let asks: Vec<String> = each("req_#_i").into_iter().rev().collect();
        let mut text = format!("// Requesters that ask.\nwire {}ask = {};\n", vector(n), concat(&asks));
        text += &format!("wire any = {};\n\n", some_of("ask", n));
        text += &choice(n);
        text += "\n// The output register is free, or is taken.\nreg valid_q;\n";
        text += "wire free = !valid_q | ready_i;\nassign valid_o = valid_q;\n";
        (0..n).for_each(|i| text += &format!("assign grant_{i}_o = {} & free;\n", chosen(n, i)));
        text += "\n// The flit that leaves.\n";
        let flits = each(if long { "{last_#_i, data_#_i}" } else { "data_#_i" });
        text += &selected(&self._network, "flit", whole, &flits);
        text += &format!("reg {}flit_q;\n", vector(whole));
        text += &format!("assign data_o = {};\n", part("flit_q", whole, 0, data));
        if long {
            text += &format!("assign last_o = flit_q[{data}];\nreg free_q;\nassign free_o = free_q;\n");
            let next = format!("(any & free) ? flit[{data}] : free_q");
            all.push(Register { name: "free_q".into(), reset: "1'b1".into(), next });
        }
        text += &registers(&all);
        text += &order(n, "any & free");
        text += WITHOUT_RESET;
        text += &format!("initial flit_q = {whole}'d0;\n");
        text += "always @(posedge clk_i) begin\n  if (free) flit_q <= flit;\nend\n";
        Verilog::Custom(format!("// module eject_{n}\n{text}"))
    }
}
