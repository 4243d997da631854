//! The sending end of a link: its arbiter, the registers of the link, and the credits of its channels.
//!
//! A register says whether a channel may be used. With one channel and packets of one flit, the output reads
//! it itself. Otherwise inputs and injection ports read it, and ask only for channels that may be used.

use super::super::rows;
use super::super::sizes::Sizes;
use super::super::wiring::{bit, only, row};
use super::choice::Order;
use super::output_text::{Text, MOST_SHIFTED};
use crate::signal::{labels, Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;
use torus_model::route::bits;

/// A channel of a link: its credits, and whether a packet is on its way.
#[derive(Clone, Copy, Debug)]
struct Channel {
    credits: usize,
    lock: bool,
}

/// The sending end of a link: its registers, and the arbiter in front of them.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Output {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_i: Labelled<Signal<In, Bit>>,
    pub head_i: Labelled<Sig<In>>,
    pub data_i: Labelled<Sig<In>>,
    pub credit_i: Sig<In>,
    pub grant_o: Labelled<Signal<Out, Bit>>,
    pub valid_o: Signal<Out, Bit>,
    pub head_o: Sig<Out>,
    pub data_o: Sig<Out>,
    pub go_o: Labelled<Sig<Out>>,
    pub enter_o: Labelled<Sig<Out>>,
    pub more_o: Labelled<Sig<Out>>,
    pub fault_o: Signal<Out, Bit>,
    _order: Order,
    /// For each requester, whether it enters a ring.
    _enters: Vec<bool>,
    _network: String,
    _channels: Vec<Channel>,
    _flit: Option<(Bv, Bv)>,
    _sizes: Sizes,
}

impl Output {
    /// An output with a requester for each item of `enters`, which says whether it enters a ring.
    pub(super) fn new(sizes: Sizes, enters: Vec<bool>, network: &str) -> Self {
        let n = enters.len();
        let (requesters, v) = (labels(0..n), sizes.channels);
        let (straight, entry) = (enters.contains(&false), enters.contains(&true));
        let rooms = |yes: bool| row(&only(yes && !sizes.open_at_outputs()), v);
        let (clk_i, rst_ni, valid_o, fault_o) = Default::default();
        Output {
            clk_i,
            rst_ni,
            req_i: bit(&requesters),
            head_i: row(&requesters, sizes.link_head()),
            data_i: row(&requesters, sizes.data),
            credit_i: Sig::new(v),
            grant_o: bit(&requesters),
            valid_o,
            head_o: Sig::new(sizes.link_head()),
            data_o: Sig::new(sizes.data),
            go_o: rooms(straight || !sizes.bubble),
            enter_o: rooms(entry && sizes.bubble),
            more_o: rooms(sizes.long),
            fault_o,
            _order: Order::new(n),
            _enters: enters,
            _network: network.into(),
            _channels: vec![Channel { credits: sizes.depth, lock: false }; v],
            _flit: None,
            _sizes: sizes,
        }
    }

    fn chosen(&self) -> Option<usize> {
        let open = |requester: usize| match self._sizes.open_at_outputs() {
            true => self._channels[0].credits >= self._sizes.needed(self._enters[requester]),
            false => true,
        };
        self._order.chosen(|requester| self.req_i[requester].val() && open(requester))
    }

    /// The bits of a requester's head that are used here.
    fn head(&self, requester: usize) -> Bv {
        Bv::new(self._sizes.used(self.head_i[requester].val().value()), self._sizes.head)
    }

    fn sent(&self) -> Option<usize> {
        self.chosen().map(|requester| self._sizes.channel_of(self.head(requester).value()))
    }

    fn back(&self, channel: usize) -> bool {
        self.credit_i.val().value() >> channel & 1 == 1
    }

    fn clock(&mut self) {
        let (chosen, sent, most) = (self.chosen(), self.sent(), 1 << bits(self._sizes.depth + 1));
        for at in 0..self._channels.len() {
            let (sent, back) = (sent == Some(at), self.back(at));
            let credits = self._channels[at].credits + most + usize::from(back) - usize::from(sent);
            // One credit too many has no effect on a row of bits; a number wraps around.
            let shifted = self._sizes.depth <= MOST_SHIFTED;
            let row = if shifted { (credits - most).min(self._sizes.depth) } else { credits % most };
            self._channels[at].credits = row;
            if let Some(requester) = chosen.filter(|_| sent) {
                let last = self.head(requester).value() >> (self._sizes.head - 1) & 1 == 1;
                self._channels[at].lock = self._sizes.long && !last;
            }
        }
        self._flit = chosen.map(|requester| (self.head(requester), self.data_i[requester].val()));
        chosen.into_iter().for_each(|requester| self._order.serve(requester));
    }

    fn reset(&mut self) {
        self._channels.fill(Channel { credits: self._sizes.depth, lock: false });
        (self._flit, self._order) = (None, Order::new(self.req_i.iter().count()));
    }
}

impl Logic for Output {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true => self.clock(),
                false => self.reset(),
            }
        }
        let (chosen, needs) = (self.chosen(), self._sizes.needs);
        self.grant_o.iter_mut().enumerate().for_each(|(i, grant)| grant.next = chosen == Some(i));
        self.valid_o.next = self._flit.is_some();
        if let Some((head, data)) = self._flit {
            self.head_o.next = Bv::new(self._sizes.on_link(head.value()), self._sizes.link_head());
            self.data_o.next = data;
        }
        let room = |need: usize, lock: bool| {
            rows::bits(self._channels.iter().map(|one| one.credits >= need && !(lock && one.lock)))
        };
        let (go, enter, more) = (room(needs.0, true), room(needs.1, true), room(1, false));
        self.go_o.iter_mut().for_each(|row| row.next = go);
        self.enter_o.iter_mut().for_each(|row| row.next = enter);
        self.more_o.iter_mut().for_each(|row| row.next = more);
        let extra = |at: usize| self.back(at) && self._channels[at].credits == self._sizes.depth;
        self.fault_o.next = (0..self._channels.len()).any(extra);
    }

    fn connect(&mut self) {
        self.grant_o.iter_mut().for_each(|bit| bit.connect());
        let rooms = self.go_o.iter_mut().chain(self.enter_o.iter_mut());
        rooms.chain(self.more_o.iter_mut()).for_each(|row| row.connect());
        self.valid_o.connect();
        self.head_o.connect();
        self.data_o.connect();
        self.fault_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let n = self.req_i.iter().count();
        let text = Text { sizes: &self._sizes, enters: &self._enters, network: &self._network };
        let kind = match (self._enters.contains(&false), self._enters.contains(&true)) {
            (false, _) => "_entered",
            (true, false) if self._sizes.bubble => "_straight",
            _ => "",
        };
        // Where the text depends on who goes straight on, it is the last link, before the processor, or said.
        let mixed = self._sizes.open_at_outputs() && self._sizes.bubble && self._enters.contains(&true);
        let place = match self._enters.iter().position(|enters| !enters) {
            Some(at) if mixed && at + 2 != n => format!("_at_{at}"),
            _ => String::new(),
        };
        let runs = match self._sizes.unused {
            0 => String::new(),
            _ => format!("_runs_{}", (self._sizes.header - self._sizes.hops) / self._sizes.group),
        };
        Verilog::Custom(format!("// module output_{n}{kind}{place}{runs}\n{}", text.body()))
    }
}
