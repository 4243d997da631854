//! What stands before a link: who goes, the registers of the link, and the credits of its channels.
//!
//! Whether a channel is open is a register, too: it is worked out for the next cycle from the credits, from
//! what is sent and from what comes back.

use super::choice::{bit, choice, order, selected, Order};
use super::text::{joined, registers};
use super::ways::Sizes;
use crate::signal::text::{part, vector};
use crate::signal::{labels, Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;
use torus_model::route::bits;

/// A channel of a link: credits, and whether a packet is on its way.
#[derive(Clone, Copy, Debug)]
struct Channel {
    credits: usize,
    lock: bool,
}

/// The registers before a link, and who writes them.
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
    pub go_o: Labelled<Signal<Out, Bit>>,
    pub enter_o: Labelled<Signal<Out, Bit>>,
    pub more_o: Labelled<Signal<Out, Bit>>,
    pub fault_o: Signal<Out, Bit>,
    _order: Order,
    _channels: Vec<Channel>,
    _flit: Option<(Bv, Bv)>,
    _sizes: Sizes,
}

impl Output {
    /// For `n` requesters; whether one of them goes straight on, and whether one enters.
    pub(super) fn new(sizes: Sizes, n: usize, straight: bool, enters: bool) -> Self {
        let (requesters, channels) = (labels(0..n), labels(0..sizes.channels));
        let some = |yes: bool| if yes { channels.clone() } else { Vec::new() };
        let bits = |all: &[String]| Labelled::new(all, |_| Signal::default()).with_spare(Signal::default());
        let (clk_i, rst_ni, valid_o, fault_o) = Default::default();
        Output {
            clk_i,
            rst_ni,
            req_i: Labelled::new(&requesters, |_| Signal::default()).with_spare(Signal::default()),
            head_i: Labelled::new(&requesters, |_| Sig::new(sizes.head)).with_spare(Sig::new(sizes.head)),
            data_i: Labelled::new(&requesters, |_| Sig::new(sizes.data)).with_spare(Sig::new(sizes.data)),
            credit_i: Sig::new(sizes.channels),
            grant_o: bits(&requesters),
            valid_o,
            head_o: Sig::new(sizes.head),
            data_o: Sig::new(sizes.data),
            go_o: bits(&some(straight || !sizes.bubble)),
            enter_o: bits(&some(enters && sizes.bubble)),
            more_o: bits(&some(sizes.long)),
            fault_o,
            _order: Order::new(n),
            _channels: vec![Channel { credits: sizes.depth, lock: false }; sizes.channels],
            _flit: None,
            _sizes: sizes,
        }
    }

    fn chosen(&self) -> Option<usize> {
        self._order.chosen(|requester| self.req_i[requester].val())
    }

    /// The channel in a head.
    fn channel(&self, head: Bv) -> usize {
        (head.value() >> self._sizes.header & ((1 << self._sizes.channel) - 1)) as usize
    }

    fn sent(&self) -> Option<usize> {
        self.chosen().map(|requester| self.channel(self.head_i[requester].val()))
    }

    fn back(&self, channel: usize) -> bool {
        self.credit_i.val().value() >> channel & 1 == 1
    }

    fn clock(&mut self) {
        let (chosen, sent, most) = (self.chosen(), self.sent(), 1 << bits(self._sizes.depth + 1));
        for at in 0..self._channels.len() {
            let (sent, back) = (sent == Some(at), self.back(at));
            let credits = self._channels[at].credits + most + usize::from(back) - usize::from(sent);
            self._channels[at].credits = credits % most;
            if let Some(requester) = chosen.filter(|_| sent) {
                let last = self.head_i[requester].val().value() >> (self._sizes.head - 1) & 1 == 1;
                self._channels[at].lock = self._sizes.long && !last;
            }
        }
        self._flit = chosen.map(|requester| (self.head_i[requester].val(), self.data_i[requester].val()));
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
        let (chosen, sent, needs) = (self.chosen(), self.sent(), self._sizes.needs);
        self.grant_o.iter_mut().enumerate().for_each(|(i, grant)| grant.next = chosen == Some(i));
        self.valid_o.next = self._flit.is_some();
        if let Some((head, data)) = self._flit {
            (self.head_o.next, self.data_o.next) = (head, data);
        }
        let flag = |need: usize, lock: bool| move |one: &Channel| one.credits >= need && !(lock && one.lock);
        let (go, enter, more) = (flag(needs.0, true), flag(needs.1, true), flag(1, false));
        self.go_o.iter_mut().zip(&self._channels).for_each(|(bit, one)| bit.next = go(one));
        self.enter_o.iter_mut().zip(&self._channels).for_each(|(bit, one)| bit.next = enter(one));
        self.more_o.iter_mut().zip(&self._channels).for_each(|(bit, one)| bit.next = more(one));
        let extra =
            |at: usize| self.back(at) && sent != Some(at) && self._channels[at].credits == self._sizes.depth;
        self.fault_o.next = (0..self._channels.len()).any(extra);
    }

    fn connect(&mut self) {
        let bits = self.grant_o.iter_mut().chain(self.go_o.iter_mut());
        bits.chain(self.enter_o.iter_mut()).chain(self.more_o.iter_mut()).for_each(|bit| bit.connect());
        self.valid_o.connect();
        self.head_o.connect();
        self.data_o.connect();
        self.fault_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let n = self.req_i.iter().count();
        let (go, enter) = (self.go_o.iter().next().is_some(), self.enter_o.iter().next().is_some());
        let text = Text { sizes: &self._sizes, n, go, enter };
        let kind = match (go, enter || !self._sizes.bubble) {
            (true, true) => "",
            (true, false) => "_straight",
            (false, _) => "_entered",
        };
        Verilog::Custom(format!("// module output_{n}{kind}\n{}", text.body()))
    }
}

struct Text<'a> {
    sizes: &'a Sizes,
    n: usize,
    go: bool,
    enter: bool,
}

type Registers = Vec<(String, String, String)>;

impl Text<'_> {
    fn body(&self) -> String {
        let s = self.sizes;
        let mut all: Registers = vec![("valid_q".into(), "1'b0".into(), "any".into())];
        let mut text = choice(self.n);
        (0..self.n).for_each(|i| text += &format!("assign grant_{i}_o = {};\n", bit(self.n, i)));
        text += "\n// The flit that goes.\n";
        let each = |name: &str| (0..self.n).map(|i| name.replace('#', &i.to_string())).collect::<Vec<_>>();
        text += &selected("head", s.head, &each("head_#_i"));
        text += &selected("data", s.data, &each("data_#_i"));
        text += &format!("reg valid_q;\nreg {}head_q;\nreg {}data_q;\n", vector(s.head), vector(s.data));
        text += "assign valid_o = valid_q;\nassign head_o = head_q;\nassign data_o = data_q;\n";
        (0..s.channels).for_each(|c| text += &self.channel(c, &mut all));
        let extra: Vec<String> = (0..s.channels).map(|c| format!("extra_{c}")).collect();
        text += &format!("assign fault_o = {};\n", extra.join(" | "));
        text + &registers(&all) + &order(self.n, "any") + &self.link()
    }

    /// The credits of a channel, and what they allow in the next cycle.
    fn channel(&self, c: usize, all: &mut Registers) -> String {
        let (s, count) = (self.sizes, bits(self.sizes.depth + 1));
        let goes = |i: usize| {
            let to = part(&format!("head_{i}_i"), s.head, s.header, s.channel);
            format!("({} & ({to} == {}'d{c}))", bit(self.n, i), s.channel)
        };
        let sent = match s.channels {
            1 => "any".to_string(),
            _ => joined(&(0..self.n).map(goes).collect::<Vec<_>>(), " | ", "1'b0"),
        };
        let mut text = format!("\n// Channel {c}: credits, and whether there is room at the other end.\n");
        text += &format!("reg {}credits_{c}_q;\n", vector(count));
        text +=
            &format!("wire sent_{c} = {sent};\nwire back_{c} = {};\n", part("credit_i", s.channels, c, 1));
        text +=
            &format!("wire extra_{c} = back_{c} & !sent_{c} & (credits_{c}_q == {count}'d{});\n", s.depth);
        let less = format!("(sent_{c} & !back_{c}) ? credits_{c}_q - {count}'d1 : credits_{c}_q");
        let next = format!("(back_{c} & !sent_{c}) ? credits_{c}_q + {count}'d1 : {less}");
        all.push((format!("credits_{c}_q"), format!("{count}'d{}", s.depth), next));
        let free = if s.long {
            text += &self.lock(c, all);
            format!(" & !lock_{c}_next")
        } else {
            String::new()
        };
        if self.go {
            text += &format!("reg go_{c}_q;\nassign go_{c}_o = go_{c}_q;\n");
            all.push((format!("go_{c}_q"), "1'b1".into(), format!("({}){free}", self.room(c, s.needs.0))));
        }
        if self.enter {
            text += &format!("reg enter_{c}_q;\nassign enter_{c}_o = enter_{c}_q;\n");
            all.push((format!("enter_{c}_q"), "1'b1".into(), format!("({}){free}", self.room(c, s.needs.1))));
        }
        if s.long {
            text += &format!("reg more_{c}_q;\nassign more_{c}_o = more_{c}_q;\n");
            all.push((format!("more_{c}_q"), "1'b1".into(), self.room(c, 1)));
        }
        text
    }

    fn lock(&self, c: usize, all: &mut Registers) -> String {
        all.push((format!("lock_{c}_q"), "1'b0".into(), format!("lock_{c}_next")));
        let last = self.sizes.head - 1;
        format!("reg lock_{c}_q;\nwire lock_{c}_next = sent_{c} ? !head[{last}] : lock_{c}_q;\n")
    }

    /// Whether there are as many credits behind this cycle.
    fn room(&self, c: usize, need: usize) -> String {
        let (depth, count) = (self.sizes.depth, bits(self.sizes.depth + 1));
        let least = |need: usize| match need {
            0 => "1'b1".to_string(),
            need if need > depth => "1'b0".into(),
            need => format!("(credits_{c}_q >= {count}'d{need})"),
        };
        let (same, less, more) = (least(need), least(need + 1), least(need - 1));
        format!("(sent_{c} == back_{c}) ? {same} : sent_{c} ? {less} : {more}")
    }

    fn link(&self) -> String {
        let s = self.sizes;
        let mut text =
            format!("\ninitial begin\n  head_q = {}'d0;\n  data_q = {}'d0;\nend\n", s.head, s.data);
        text += "always @(posedge clk_i) begin\n  head_q <= head;\n  data_q <= data;\nend\n";
        text
    }
}
