//! The receiving end of a link: a buffer for each channel, and the request of the oldest flit of each.
//!
//! If a buffer is empty, its oldest flit is the one that arrives. All channels offer their flits at once, in
//! rows with a value for each channel. Three kinds of flits raise `fault_o`: a flit without a valid request,
//! a flit that finds its buffer full, and a flit of a channel that does not exist.

use super::input_text::Text;
use super::request_set::RequestSet;
use super::rows::{bit, bits, packed};
use super::sizes::Sizes;
use super::store::{self, Flit};
use super::wiring::{self, only, row};
use crate::signal::{Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;
use std::collections::VecDeque;

/// The receiving end of a link.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Input {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub wrap_i: Labelled<Signal<In, Bit>>,
    pub push_i: Signal<In, Bit>,
    pub push_head_i: Sig<In>,
    pub push_data_i: Sig<In>,
    pub pop_i: Sig<In>,
    pub req_o: Labelled<Sig<Out>>,
    pub channel_straight_o: Labelled<Sig<Out>>,
    pub channel_turn_o: Labelled<Sig<Out>>,
    pub head_straight_o: Labelled<Sig<Out>>,
    pub head_turn_o: Labelled<Sig<Out>>,
    pub last_o: Labelled<Sig<Out>>,
    pub data_o: Sig<Out>,
    pub credit_o: Sig<Out>,
    pub fault_o: Signal<Out, Bit>,
    _flits: Vec<VecDeque<Flit>>,
    _freed: Bv,
    _sizes: Sizes,
    _requests: RequestSet,
    _network: String,
    _module: String,
}

impl Input {
    /// An input whose module is `module`, in the network `network`.
    pub(super) fn new(sizes: Sizes, requests: RequestSet, network: &str, module: &str) -> Self {
        let (v, many) = (sizes.channels, sizes.channels > 1);
        let (goes, turns) = (requests.straight.is_some(), !requests.turns.is_empty());
        let (planes, heads) = ((v * sizes.channel).max(1), v * sizes.route());
        let (clk_i, rst_ni, push_i, fault_o) = Default::default();
        Input {
            clk_i,
            rst_ni,
            wrap_i: wiring::bit(&only(requests.wraps)),
            push_i,
            push_head_i: Sig::new(sizes.head),
            push_data_i: Sig::new(sizes.data),
            pop_i: Sig::new(v),
            req_o: row(&requests.labels(), v),
            channel_straight_o: row(&only(many && goes), planes),
            channel_turn_o: row(&only(many && turns), planes),
            head_straight_o: row(&only(goes), heads),
            head_turn_o: row(&only(turns), heads),
            last_o: row(&only(sizes.long && requests.ejects), v),
            data_o: Sig::new(v * sizes.data),
            credit_o: Sig::new(v),
            fault_o,
            _flits: vec![VecDeque::new(); v],
            _freed: Bv::new(0, v),
            _sizes: sizes,
            _requests: requests,
            _network: network.into(),
            _module: module.into(),
        }
    }

    /// The flit that arrives, and its channel.
    fn arriving(&self) -> (Flit, usize) {
        let (s, head) = (&self._sizes, self.push_head_i.val().value());
        ((Bv::new(s.without_channel(head), s.route()), self.push_data_i.val()), s.channel_of(head))
    }

    /// Whether a flit arrives for a channel.
    fn pushed(&self, channel: usize) -> bool {
        self.push_i.val() && self.arriving().1 == channel
    }

    /// For each channel its oldest flit, and whether there is one.
    fn oldest(&self) -> Vec<(Flit, bool)> {
        let arriving = self.arriving().0;
        let flit = |(v, queue): (usize, &VecDeque<Flit>)| match queue.front() {
            Some(flit) => (*flit, true),
            None => (arriving, self.pushed(v)),
        };
        self._flits.iter().enumerate().map(flit).collect()
    }

    /// The requests of a flit with this route, a bit for each.
    fn requests(&self, route: u128) -> Vec<bool> {
        let (s, w) = (&self._sizes, &self._requests);
        let run = s.next_run(route);
        let known = run.channel < s.channels;
        let straight = w.straight.iter().map(|_| s.hops_left(route) > 0);
        let ends = s.hops_left(route) == 0;
        let turns = w.turns.iter().map(|turn| ends && run.follows && known && run.port == turn.1);
        straight.chain(turns).chain(w.ejects.then_some(ends && !run.follows)).collect()
    }

    /// The channels on the next link as rows of bits, the row of the lowest bit first.
    fn planes(&self, channels: &[usize]) -> Bv {
        let plane = |b: usize| channels.iter().map(move |channel| (channel >> b & 1) as u128);
        packed((0..self._sizes.channel.max(1)).flat_map(plane), 1)
    }

    fn clock(&mut self) {
        let (arriving, pops) = (self.arriving().0, self.pop_i.val());
        for v in 0..self._flits.len() {
            let push = self.pushed(v).then_some(arriving);
            store::clock(&mut self._flits[v], self.rst_ni.val(), push, bit(pops, v));
        }
        self._freed = if self.rst_ni.val() { pops } else { Bv::new(0, pops.width()) };
    }

    /// Whether there is a flit without a place, without a channel, or without a valid request.
    fn faults(&self, valid: &[bool], asks: &[Vec<bool>]) -> bool {
        let depth = self._sizes.depth;
        let full = |v: usize| self.pushed(v) && !bit(self.pop_i.val(), v) && self._flits[v].len() == depth;
        let stray = |v: usize| valid[v] && !asks[v].contains(&true);
        let unknown = self.push_i.val() && self.arriving().1 >= self._flits.len();
        unknown || (0..valid.len()).any(|v| full(v) || stray(v))
    }

    /// Sets the heads and channels for the next links.
    fn lead_on(&mut self, routes: &[u128]) {
        let (s, wraps) = (self._sizes, self._requests.wraps && self.wrap_i[0].val());
        let straight: Vec<usize> = (0..routes.len()).map(|v| v | usize::from(wraps)).collect();
        let turned: Vec<usize> = routes.iter().map(|&route| s.next_run(route).channel).collect();
        let (straight, turned) = (self.planes(&straight), self.planes(&turned));
        self.channel_straight_o.iter_mut().for_each(|row| row.next = straight);
        self.channel_turn_o.iter_mut().for_each(|row| row.next = turned);
        let on = packed(routes.iter().map(|&route| s.continued(route)), s.route());
        let behind = packed(routes.iter().map(|&route| s.turned(route)), s.route());
        self.head_straight_o.iter_mut().for_each(|row| row.next = on);
        self.head_turn_o.iter_mut().for_each(|row| row.next = behind);
    }
}

impl Logic for Input {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            self.clock();
        }
        let flits = self.oldest();
        let (routes, valid): (Vec<u128>, Vec<bool>) =
            flits.iter().map(|(flit, valid)| (flit.0.value(), *valid)).unzip();
        let asks: Vec<Vec<bool>> = routes.iter().map(|&route| self.requests(route)).collect();
        let rows = self.req_o.iter_mut().enumerate();
        rows.for_each(|(k, row)| {
            row.next = bits(asks.iter().zip(&valid).map(|(all, valid)| *valid && all[k]))
        });
        self.lead_on(&routes);
        let last = bits(routes.iter().map(|&route| self._sizes.is_last(route)));
        self.last_o.iter_mut().for_each(|row| row.next = last);
        self.data_o.next = packed(flits.iter().map(|(flit, _)| flit.1.value()), self._sizes.data);
        self.credit_o.next = self._freed;
        self.fault_o.next = self.faults(&valid, &asks);
    }

    fn connect(&mut self) {
        let rows = self.req_o.iter_mut().chain(self.last_o.iter_mut());
        let channels = self.channel_straight_o.iter_mut().chain(self.channel_turn_o.iter_mut());
        let heads = self.head_straight_o.iter_mut().chain(self.head_turn_o.iter_mut());
        rows.chain(channels).chain(heads).for_each(|row| row.connect());
        self.data_o.connect();
        self.credit_o.connect();
        self.fault_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let text = Text { sizes: &self._sizes, requests: &self._requests, network: &self._network };
        Verilog::Custom(format!("// module {}\n{}", self._module, text.body()))
    }
}
