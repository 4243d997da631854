//! An injection port that holds one flit and offers it to the outputs. `ready_o` is high if it holds none or
//! its flit leaves, so it can take a flit in every cycle. It is low during reset and in the first cycle
//! after it. It depends on registers only, because the flit that leaves follows from the offered flit,
//! credits and locks. There is a `fault_o` where a flit can ask for nothing.

use super::super::rows::bit;
use super::super::sizes::Sizes;
use super::super::text::{registers, Register, WITHOUT_RESET};
use super::super::wiring::{self, only, row};
use crate::signal::text::{part, vector};
use crate::signal::{Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// A flit: its request, its head and its payload.
type Taken = (u32, Bv, Bv);

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
    pub open_i: Labelled<Sig<In>>,
    pub more_i: Labelled<Sig<In>>,
    pub pop_i: Signal<In, Bit>,
    pub req_o: Labelled<Signal<Out, Bit>>,
    pub head_o: Sig<Out>,
    pub data_o: Sig<Out>,
    pub fault_o: Labelled<Signal<Out, Bit>>,
    _flit: Option<Taken>,
    _up: bool,
    _body: bool,
    _sizes: Sizes,
    _ports: Vec<usize>,
}

impl Inject {
    /// An injection port that leads to the ports with these numbers. If `one_local_port`, it leads to all,
    /// and each flit names its port. Otherwise it leads to one, and there is no `push_port_i`.
    pub(super) fn new(sizes: Sizes, ports: Vec<usize>, one_local_port: bool) -> Self {
        let to =
            if one_local_port { ports.iter().map(usize::to_string).collect() } else { vec![String::new()] };
        let rooms = |yes: bool| {
            let shown: &[String] = if yes && !sizes.open_at_outputs() { &to } else { &[] };
            row(shown, sizes.channels)
        };
        let (clk_i, rst_ni, push_i, pop_i) = Default::default();
        let ready_o = Signal::default();
        Inject {
            clk_i,
            rst_ni,
            push_i,
            push_port_i: Labelled::new(&only(one_local_port), |_| Sig::new(sizes.port))
                .with_spare(Sig::new(1)),
            push_head_i: Sig::new(sizes.head),
            push_data_i: Sig::new(sizes.data),
            ready_o,
            open_i: rooms(true),
            more_i: rooms(sizes.long),
            pop_i,
            req_o: wiring::bit(&to),
            head_o: Sig::new(sizes.head),
            data_o: Sig::new(sizes.data),
            fault_o: wiring::bit(&only(sizes.may_ask_for_nothing(one_local_port.then_some(ports.len())))),
            _flit: None,
            _up: false,
            _body: false,
            _sizes: sizes,
            _ports: if one_local_port { ports } else { Vec::new() },
        }
    }
}

impl Inject {
    /// The request of the flit that arrives.
    fn request(&self) -> u32 {
        let known = self._sizes.channel_of(self.push_head_i.val().value()) < self._sizes.channels;
        let asks = |k: &usize| match self._ports.is_empty() {
            true => true,
            false => self.push_port_i[0].val().value() == self._ports[*k] as u128,
        };
        (0..self.req_o.iter().count()).filter(|k| known && asks(k)).map(|k| 1 << k).sum()
    }

    /// Whether a flit would be taken in this cycle.
    fn ready(&self) -> bool {
        self._up && (self._flit.is_none() || self.pop_i.val())
    }

    fn clock(&mut self) {
        let taken = self.push_i.val() && self.ready();
        if let Some((_, head, _)) = self._flit.take_if(|_| self.pop_i.val()) {
            self._body = self._sizes.long && head.value() >> (self._sizes.head - 1) & 1 == 0;
        }
        if taken {
            self._flit = Some((self.request(), self.push_head_i.val(), self.push_data_i.val()));
        }
        self._up = true;
    }
}

impl Logic for Inject {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true => self.clock(),
                false => (self._flit, self._up, self._body) = (None, false, false),
            }
        }
        self.ready_o.next = self.ready();
        let fault = self.push_i.val() && self.ready() && self.request() == 0;
        self.fault_o.iter_mut().for_each(|signal| signal.next = fault);
        let flit = self._flit;
        let to = flit.map_or(0, |flit| self._sizes.channel_of(flit.1.value()));
        for k in 0..self.req_o.iter().count() {
            let open = match (self._sizes.open_at_outputs(), self._body) {
                (true, _) => true,
                (false, true) => bit(self.more_i[k].val(), to),
                (false, false) => bit(self.open_i[k].val(), to),
            };
            self.req_o[k].next = open && flit.is_some_and(|flit| flit.0 >> k & 1 == 1);
        }
        if let Some((_, head, data)) = flit {
            (self.head_o.next, self.data_o.next) = (head, data);
        }
    }

    fn connect(&mut self) {
        self.req_o.iter_mut().for_each(|req| req.connect());
        self.ready_o.connect();
        self.head_o.connect();
        self.data_o.connect();
        self.fault_o.iter_mut().for_each(|fault| fault.connect());
    }

    fn hdl(&self) -> Verilog {
        let (count, is_checked) = (self.req_o.iter().count(), self.fault_o.iter().count() > 0);
        let text = Text { sizes: &self._sizes, ports: &self._ports, count, is_checked };
        Verilog::Custom(text.body())
    }
}

struct Text<'a> {
    sizes: &'a Sizes,
    ports: &'a [usize],
    count: usize,
    /// Whether there is a fault: a flit that asks for nothing.
    is_checked: bool,
}

impl Text<'_> {
    fn body(&self) -> String {
        let s = self.sizes;
        let mut text = String::from("// The flit that is offered; the next one is taken as it leaves.\n");
        text += "// up_q: out of reset.\nreg up_q;\nreg valid_q;\nwire free = pop_i | !valid_q;\n";
        text += "assign ready_o = up_q & free;\n";
        text += "wire taken = push_i & ready_o;\n";
        text += &format!("reg {}head_q;\nreg {}data_q;\n", vector(s.head), vector(s.data));
        text += "assign head_o = head_q;\nassign data_o = data_q;\n";
        if s.long {
            text += "// Its packet has begun to leave.\nreg body_q;\n";
        }
        text += &self.asked();
        text += "\n// Where it asks, if there is room.\n";
        (0..self.count).for_each(|k| text += &self.request(k));
        text + &registers(&self.registers()) + &self.flits()
    }

    /// Verilog of the request of the flit that is taken.
    fn asked(&self) -> String {
        let (s, count) = (self.sizes, self.count);
        let known = match s.channels.is_power_of_two() {
            true => String::new(),
            false => {
                let channel = part("push_head_i", s.head, s.header, s.channel);
                format!(" & ({channel} < {}'d{})", s.channel, s.channels)
            }
        };
        let mut text = format!("\n// What a flit asks for.\nwire {}request;\n", vector(count));
        for k in 0..count {
            let port = self
                .ports
                .get(k)
                .map_or("1'b1".into(), |port| format!("(push_port_i == {}'d{port})", s.port));
            text += &format!("assign {} = {port}{known};\n", part("request", count, k, 1));
        }
        text += &format!("reg {}request_q;\n", vector(count));
        if self.is_checked {
            text += &format!("assign fault_o = taken & (request == {count}'d0);\n");
        }
        text
    }

    fn request(&self, k: usize) -> String {
        let (s, request) = (self.sizes, part("request_q", self.count, k, 1));
        let port = |base: &str, way: &str| match self.ports.get(k) {
            Some(number) => format!("{base}_{number}_{way}"),
            None => format!("{base}_{way}"),
        };
        let to = part("head_q", s.head, s.header, s.channel);
        let room = |name: &str| s.of_channel(&port(name, "i"), &to);
        let open = match (s.open_at_outputs(), s.long) {
            (true, _) => String::new(),
            (_, true) => format!(" & (body_q ? {} : {})", room("more"), room("open")),
            (_, false) => format!(" & {}", room("open")),
        };
        format!("assign {} = {request}{open};\n", port("req", "o"))
    }

    fn registers(&self) -> Vec<Register> {
        let request = format!("free ? (taken ? request : {}'d0) : request_q", self.count);
        let mut all = vec![
            Register::bit("up_q", "1'b1"),
            Register::bit("valid_q", "taken | (valid_q & !pop_i)"),
            Register::zero("request_q", self.count, request),
        ];
        if self.sizes.long {
            let next = format!("(pop_i & valid_q) ? !head_q[{}] : body_q", self.sizes.head - 1);
            all.push(Register::bit("body_q", next));
        }
        all
    }

    /// Verilog of the registers without reset.
    fn flits(&self) -> String {
        WITHOUT_RESET.to_string()
            + "always @(posedge clk_i) begin\n  if (free) begin\n    head_q <= push_head_i;\n    \
               data_q <= push_data_i;\n  end\nend\n"
    }
}
