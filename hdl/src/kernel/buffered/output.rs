//! The sending end of a link: two stages of round robin, the link's column of the crossbar, the registers of
//! the link, and the credits of its channels.
//!
//! A flit asks for a channel of the link. The first stage chooses, for each channel, among the flits that
//! ask for it and that credits and lock allow. The second stage chooses among the channels. Requests come in
//! rows, one for each requester, with a bit for each of its flits; an injection port has one flit.

use super::output_text::Text;
use super::plan::Offer;
use super::round_robin::RoundRobin;
use super::rows::{bit, bits, unpacked};
use super::sizes::Sizes;
use super::store::Flit;
use crate::signal::{labels, Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;
use torus_model::route::bits as bits_for;

/// A channel of a link: its credits, whether a packet is on its way, and the order of round robin.
#[derive(Clone, Copy, Debug)]
struct Channel {
    credits: usize,
    lock: bool,
    order: RoundRobin,
}

/// The sending end of a link: its registers, and the arbiters in front of them.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Output {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_i: Labelled<Sig<In>>,
    pub channel_i: Labelled<Sig<In>>,
    pub head_i: Labelled<Sig<In>>,
    pub data_i: Labelled<Sig<In>>,
    pub credit_i: Sig<In>,
    pub grant_o: Labelled<Sig<Out>>,
    pub valid_o: Signal<Out, Bit>,
    pub head_o: Sig<Out>,
    pub data_o: Sig<Out>,
    pub fault_o: Signal<Out, Bit>,
    _channels: Vec<Channel>,
    _turn: RoundRobin,
    _flit: Option<(u128, Bv)>,
    _offers: Vec<Offer>,
    _sizes: Sizes,
    _network: String,
}

impl Output {
    /// An output with these requesters, in the network `network`.
    pub(super) fn new(sizes: Sizes, offers: Vec<Offer>, network: &str) -> Self {
        let requesters = labels(0..offers.len());
        let row = |all: &[String], width: usize| {
            Labelled::new(all, |r| Sig::new(offers[r].flits * width)).with_spare(Sig::new(width))
        };
        let named: &[String] = if sizes.channels > 1 { &requesters } else { &[] };
        let grants = Labelled::new(&requesters, |r| Sig::new(offers[r].flits)).with_spare(Sig::new(1));
        let (clk_i, rst_ni, valid_o, fault_o) = Default::default();
        Output {
            clk_i,
            rst_ni,
            req_i: row(&requesters, 1),
            channel_i: row(named, sizes.channel.max(1)),
            head_i: row(&requesters, sizes.route()),
            data_i: row(&requesters, sizes.data),
            credit_i: Sig::new(sizes.channels),
            grant_o: grants,
            valid_o,
            head_o: Sig::new(sizes.head),
            data_o: Sig::new(sizes.data),
            fault_o,
            _channels: channels(&sizes, &offers),
            _turn: RoundRobin::new(sizes.channels),
            _flit: None,
            _offers: offers,
            _sizes: sizes,
            _network: network.into(),
        }
    }

    /// For each flit, in the order of round robin, its requester and its place in the requester's row.
    fn flits(&self) -> Vec<(usize, usize)> {
        let places = |(r, offer): (usize, &Offer)| (0..offer.flits).map(move |k| (r, k));
        self._offers.iter().enumerate().flat_map(places).collect()
    }

    /// The channel that a flit asks for.
    fn asked(&self, (r, k): (usize, usize)) -> usize {
        let flits = self._offers[r].flits;
        let plane = |b: usize| usize::from(bit(self.channel_i[r].val(), b * flits + k)) << b;
        if self._sizes.channels > 1 {
            (0..self._sizes.channel).map(plane).sum()
        } else {
            0
        }
    }

    /// Whether a flit asks for a channel and has the credits for it.
    fn asks(&self, flit: (usize, usize), channel: usize) -> bool {
        let state = &self._channels[channel];
        let need = if state.lock { 1 } else { self._sizes.needed(self._offers[flit.0].enters) };
        bit(self.req_i[flit.0].val(), flit.1) && self.asked(flit) == channel && state.credits >= need
    }

    /// The channel that sends, and the place of its flit in the order of round robin.
    fn chosen(&self) -> Option<(usize, usize)> {
        let flits = self.flits();
        let first = |(c, channel): (usize, &Channel)| {
            channel.order.chosen(channel.lock, |flit| self.asks(flits[flit], c))
        };
        let firsts: Vec<Option<usize>> = self._channels.iter().enumerate().map(first).collect();
        let channel = self._turn.chosen(false, |c| firsts[c].is_some())?;
        firsts[channel].map(|flit| (channel, flit))
    }

    /// The head of a flit without its channel, and the payload.
    fn flit(&self, (r, k): (usize, usize)) -> Flit {
        let value = |row: Bv, width: usize| Bv::new(unpacked(row, width, k), width);
        let (route, data) = (self._sizes.route(), self._sizes.data);
        (value(self.head_i[r].val(), route), value(self.data_i[r].val(), data))
    }

    fn clock(&mut self) {
        let (chosen, flits) = (self.chosen(), self.flits());
        let most = 1 << bits_for(self._sizes.depth + 1);
        for c in 0..self._channels.len() {
            let (sent, back) = (chosen.is_some_and(|(at, _)| at == c), bit(self.credit_i.val(), c));
            let channel = &mut self._channels[c];
            channel.credits = (channel.credits + most + usize::from(back) - usize::from(sent)) % most;
        }
        self._flit = chosen.map(|(c, flit)| {
            let (route, data) = self.flit(flits[flit]);
            self._channels[c].lock = !self._sizes.is_last(route.value());
            self._channels[c].order.serve(flit);
            self._turn.serve(c);
            (self._sizes.with_channel(route.value(), c), data)
        });
    }

    fn reset(&mut self) {
        self._channels = channels(&self._sizes, &self._offers);
        (self._flit, self._turn) = (None, RoundRobin::new(self._sizes.channels));
    }
}

/// The channels after reset.
fn channels(sizes: &Sizes, offers: &[Offer]) -> Vec<Channel> {
    let order = RoundRobin::new(offers.iter().map(|offer| offer.flits).sum());
    vec![Channel { credits: sizes.depth, lock: false, order }; sizes.channels]
}

impl Logic for Output {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true => self.clock(),
                false => self.reset(),
            }
        }
        let chosen = self.chosen();
        let granted = chosen.map(|(_, flit)| self.flits()[flit]);
        for (r, row) in self.grant_o.iter_mut().enumerate() {
            row.next = bits((0..row.bits()).map(|k| granted == Some((r, k))));
        }
        self.valid_o.next = self._flit.is_some();
        if let Some((head, data)) = self._flit {
            (self.head_o.next, self.data_o.next) = (Bv::new(head, self._sizes.head), data);
        }
        let extra = |c: usize| {
            let sent = chosen.is_some_and(|(at, _)| at == c);
            bit(self.credit_i.val(), c) && !sent && self._channels[c].credits == self._sizes.depth
        };
        self.fault_o.next = (0..self._channels.len()).any(extra);
    }

    fn connect(&mut self) {
        self.grant_o.iter_mut().for_each(|row| row.connect());
        self.valid_o.connect();
        self.head_o.connect();
        self.data_o.connect();
        self.fault_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let text = Text { sizes: &self._sizes, offers: &self._offers, network: &self._network };
        Verilog::Custom(format!("// module {}\n{}", text.kind(), text.body()))
    }
}
