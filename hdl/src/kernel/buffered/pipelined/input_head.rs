//! Verilog that decodes the head of a flit that arrives at an [`Input`](super::Input).

use super::input_text::Text;
use crate::signal::text::{part, vector};

impl Text<'_> {
    /// A field of the arriving head.
    fn field(&self, from: usize, width: usize) -> String {
        part(self.pushed(), self.sizes.head, from, width)
    }

    /// The arriving head, without the bits of runs that cannot follow.
    fn pushed(&self) -> &'static str {
        if self.sizes.unused == 0 {
            "push_head_i"
        } else {
            "head"
        }
    }

    /// The bits of the head that are used here, and whether one of the others is 1.
    fn used(&self) -> String {
        let s = self.sizes;
        let (range, used) = (vector(s.head), s.used_text("push_head_i"));
        let rest = s.unused_text("push_head_i");
        format!(
            "// The bits of the head that are used. The others are of runs that cannot follow, and are 0.\n\
             wire {range}head = {used};\nwire unknown = |{rest};\n\n"
        )
    }

    /// Decodes the head of the arriving flit.
    pub(super) fn decoding(&self) -> String {
        let (s, w) = (self.sizes, self.requests);
        let mut text = if s.unused == 0 { String::new() } else { self.used() };
        text += "// What the flit that arrives asks for, and its next head.\n";
        text += &format!("wire {}hops = {};\n", vector(s.hops), self.field(0, s.hops));
        text += &format!("wire continues = hops != {}'d0;\n", s.hops);
        if s.runs && (w.ejects || !w.turns.is_empty()) {
            text += &format!("wire next_run = {};\n", self.field(s.hops, 1));
        }
        if !w.turns.is_empty() {
            text += &format!("wire {}next_port = {};\n", vector(s.port), self.field(s.hops + 1, s.port));
        }
        if self.many() {
            text += &self.channels();
        }
        text + &self.asks() + &self.next_head()
    }

    /// The request of the arriving flit.
    fn asks(&self) -> String {
        let (s, w) = (self.sizes, self.requests);
        let mut text = String::new();
        let mut all: Vec<String> = w.straight.iter().map(|_| "continues".to_string()).collect();
        let exists = if w.turns.is_empty() || !self.many() || s.channels.is_power_of_two() {
            String::new()
        } else {
            format!(" & (to < {}'d{})", s.channel, s.channels)
        };
        let turn = |turn: &(usize, usize)| {
            format!("!continues & next_run & (next_port == {}'d{}){exists}", s.port, turn.1)
        };
        all.extend(w.turns.iter().map(turn));
        let ends = if s.runs { "!continues & !next_run" } else { "!continues" };
        all.extend(w.ejects.then(|| ends.into()));
        if s.unused > 0 {
            all.iter_mut().for_each(|asks| *asks += " & !unknown");
        }
        let labels = w.labels();
        labels.iter().zip(&all).for_each(|(label, asks)| text += &format!("wire asks_{label} = {asks};\n"));
        let row: Vec<String> = labels.iter().rev().map(|label| format!("asks_{label}")).collect();
        let to = if self.many() && self.leads() { "to, " } else { "" };
        text += &format!("wire {}request = {{{to}{}}};\n", vector(self.request()), row.join(", "));
        text
    }

    /// The channel of the arriving flit, and its channel on the next link if it can go to one.
    fn channels(&self) -> String {
        let (s, w) = (self.sizes, self.requests);
        let mut text = format!("wire {}channel = {};\n", vector(s.channel), self.field(s.header, s.channel));
        let stays = match (w.wraps, s.channel) {
            (false, _) => "channel".to_string(),
            (true, 1) => "channel | wrap_i".into(),
            (true, bits) => format!("{{{}, channel[0] | wrap_i}}", part("channel", bits, 1, bits - 1)),
        };
        let to = match w.turns.is_empty() {
            true => stays,
            false => format!("continues ? {stays} : {}", self.field(s.hops + 1 + s.port, s.channel)),
        };
        if self.leads() {
            text += &format!("wire {}to = {to};\n", vector(s.channel));
        }
        text
    }

    /// The head on the next link: with one hop less, or after the turn.
    fn next_head(&self) -> String {
        let (s, w) = (self.sizes, self.requests);
        let header = match (w.straight.is_some(), w.turns.is_empty()) {
            (true, true) => self.less(s.header),
            (true, false) if w.shortens => {
                let (upper, below) = (self.field(s.below(), s.group), s.below());
                format!("{{{upper}, continues ? {} : {}}}", self.less(below), self.field(s.group, below))
            }
            (true, false) => format!("continues ? {} : {}", self.less(s.header), self.turned()),
            (false, false) => self.turned(),
            (false, true) => self.field(0, s.header),
        };
        match s.long {
            false => format!("wire {}next_head = {header};\n", vector(self.kept())),
            true => format!(
                "wire {}next_header = {header};\nwire {}next_head = {{{}[{}], next_header}};\n",
                vector(s.header),
                vector(self.kept()),
                self.pushed(),
                s.head - 1
            ),
        }
    }

    /// The lowest bits of the header, with one hop less.
    fn less(&self, bits: usize) -> String {
        let s = self.sizes;
        match bits > s.hops {
            true => format!("{{{}, hops - {}'d1}}", self.field(s.hops, bits - s.hops), s.hops),
            false => format!("hops - {}'d1", s.hops),
        }
    }

    /// The header after the turn.
    fn turned(&self) -> String {
        let s = self.sizes;
        match s.below() {
            0 => format!("{}'d0", s.header),
            rest => format!("{{{}'d0, {}}}", s.header - rest, self.field(s.group, rest)),
        }
    }
}
