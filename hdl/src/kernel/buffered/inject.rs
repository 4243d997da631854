//! An injection port: its buffer, and the request of its oldest flit. A flit with no valid request raises
//! `fault_o`, which exists only where a head has room for such a request.

use super::rows::{bit, bits, instance};
use super::sizes::Sizes;
use super::store::{clock, Flit};
use super::wiring::{self, only, row};
use crate::signal::text::{part, vector};
use crate::signal::{Bv, Labelled, Sig};
use crate::spec::buffered::INJECT_DEPTH;
use rust_hdl_core::prelude::*;
use std::collections::VecDeque;

/// An injection port.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Inject {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub push_i: Signal<In, Bit>,
    pub push_port_i: Labelled<Sig<In>>,
    pub push_head_i: Sig<In>,
    pub push_data_i: Sig<In>,
    pub ready_o: Signal<Out, Bit>,
    pub pop_i: Sig<In>,
    pub req_o: Labelled<Sig<Out>>,
    pub channel_o: Labelled<Sig<Out>>,
    pub head_o: Sig<Out>,
    pub data_o: Sig<Out>,
    pub fault_o: Labelled<Signal<Out, Bit>>,
    _flits: VecDeque<Flit>,
    _ready: bool,
    _sizes: Sizes,
    _ports: Vec<usize>,
    _network: String,
}

impl Inject {
    /// An injection port that leads to the ports with these numbers. If `one_local_port`, it leads to all,
    /// and each flit names its port. Otherwise it leads to one, and there is no `push_port_i`.
    pub(super) fn new(sizes: Sizes, ports: Vec<usize>, one_local_port: bool, network: &str) -> Self {
        let to =
            if one_local_port { ports.iter().map(usize::to_string).collect() } else { vec![String::new()] };
        let (clk_i, rst_ni, push_i, ready_o) = Default::default();
        Inject {
            clk_i,
            rst_ni,
            push_i,
            push_port_i: Labelled::new(&only(one_local_port), |_| Sig::new(sizes.port))
                .with_spare(Sig::new(1)),
            push_head_i: Sig::new(sizes.head),
            push_data_i: Sig::new(sizes.data),
            ready_o,
            pop_i: Sig::new(1),
            req_o: row(&to, 1),
            channel_o: row(&only(sizes.channels > 1), sizes.channel.max(1)),
            head_o: Sig::new(sizes.route()),
            data_o: Sig::new(sizes.data),
            fault_o: wiring::bit(&only(sizes.may_ask_for_nothing(one_local_port.then_some(ports.len())))),
            _flits: VecDeque::new(),
            _ready: false,
            _sizes: sizes,
            _ports: if one_local_port { ports } else { Vec::new() },
            _network: network.into(),
        }
    }

    /// The flit that arrives: its port and head, and its payload.
    fn arriving(&self) -> Flit {
        let (s, head) = (&self._sizes, self.push_head_i.val().value());
        let port = self.push_port_i.iter().next().map_or(0, |port| port.val().value());
        (Bv::new(port << s.head | head, s.head + self.tag()), self.push_data_i.val())
    }

    /// The bits of the port number that a buffer holds beside each head.
    fn tag(&self) -> usize {
        if self._ports.is_empty() {
            0
        } else {
            self._sizes.port
        }
    }

    /// For each port, whether the oldest flit asks for it.
    fn requests(&self, flit: u128) -> Vec<bool> {
        let s = &self._sizes;
        let known = s.channel_of(flit) < s.channels;
        let asks = |k: usize| self._ports.get(k).is_none_or(|&port| flit >> s.head == port as u128);
        (0..self.req_o.iter().count()).map(|k| known && asks(k)).collect()
    }
}

impl Logic for Inject {
    fn update(&mut self) {
        let (push, arriving) = (self.push_i.val(), self.arriving());
        if self.clk_i.pos_edge() {
            let taken = (push && self._ready).then_some(arriving);
            clock(&mut self._flits, self.rst_ni.val(), taken, bit(self.pop_i.val(), 0));
            self._ready = self.rst_ni.val() && self._flits.len() < INJECT_DEPTH;
        }
        let (s, (flit, data)) = (self._sizes, self._flits.front().copied().unwrap_or(arriving));
        let head = flit.value() & ((1 << s.head) - 1);
        let valid = push && self._ready || !self._flits.is_empty();
        let asks = self.requests(flit.value());
        self.req_o.iter_mut().zip(&asks).for_each(|(row, asks)| row.next = bits([valid && *asks]));
        let channel = Bv::new(s.channel_of(head) as u128, s.channel.max(1));
        self.channel_o.iter_mut().for_each(|number| number.next = channel);
        self.head_o.next = Bv::new(s.without_channel(head), s.route());
        self.data_o.next = data;
        self.ready_o.next = self._ready;
        self.fault_o.iter_mut().for_each(|fault| fault.next = valid && !asks.contains(&true));
    }

    fn connect(&mut self) {
        self.req_o.iter_mut().for_each(|row| row.connect());
        self.channel_o.iter_mut().for_each(|number| number.connect());
        self.ready_o.connect();
        self.head_o.connect();
        self.data_o.connect();
        self.fault_o.iter_mut().for_each(|fault| fault.connect());
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(self.buffer() + &self.asked())
    }
}

impl Inject {
    /// Verilog of the buffer. Its flits have their port beside the head.
    fn buffer(&self) -> String {
        let whole = self._sizes.head + self.tag();
        let pushed = if self.tag() > 0 { "{push_port_i, push_head_i}" } else { "push_head_i" };
        let ports = [
            ("clk_i", "clk_i"),
            ("rst_ni", "rst_ni"),
            ("push_i", "push_i"),
            ("push_head_i", pushed),
            ("push_data_i", "push_data_i"),
            ("ready_o", "ready_o"),
            ("pop_i", "pop_i"),
            ("valid_o", "valid"),
            ("head_o", "head"),
            ("data_o", "data_o"),
        ];
        let ports = ports.map(|(port, wire)| (port, wire.to_string()));
        let buffer = instance(&format!("{}_inject_buffer", self._network), "u_buffer", &ports);
        format!("// The oldest flit.\nwire valid;\nwire {}head;\n{buffer}", vector(whole))
    }

    /// Verilog of the requests of the oldest flit.
    fn asked(&self) -> String {
        let (s, whole) = (&self._sizes, self._sizes.head + self.tag());
        let known = match s.channels.is_power_of_two() {
            true => String::new(),
            false => format!(" & (channel_o < {}'d{})", s.channel, s.channels),
        };
        let mut text = String::from("\n// What it asks for.\n");
        for (k, name) in self.names().iter().enumerate() {
            let port = self
                ._ports
                .get(k)
                .map(|port| format!(" & ({} == {}'d{port})", part("head", whole, s.head, s.port), s.port));
            text += &format!("assign {name} = valid{}{known};\n", port.unwrap_or_default());
        }
        let low = part("head", whole, 0, s.header);
        if s.channels > 1 {
            text += &format!("assign channel_o = {};\n", part("head", whole, s.header, s.channel));
        }
        let head = if s.long { format!("{{head[{}], {low}}}", s.head - 1) } else { low };
        text + &format!("assign head_o = {head};\n") + &self.fault()
    }

    /// Verilog of the fault, if there can be one.
    fn fault(&self) -> String {
        let asked = match &self.names()[..] {
            [one] => one.clone(),
            all => format!("({})", all.join(" | ")),
        };
        self.fault_o.iter().map(|_| format!("assign fault_o = valid & !{asked};\n")).collect()
    }

    /// The names of the requests.
    fn names(&self) -> Vec<String> {
        match self._ports.is_empty() {
            true => vec!["req_o".into()],
            false => self._ports.iter().map(|port| format!("req_{port}_o")).collect(),
        }
    }
}
