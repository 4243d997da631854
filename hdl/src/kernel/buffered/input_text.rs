//! The Verilog of [`Input`](super::Input).

use super::request_set::RequestSet;
use super::rows::{instance, wires, Loop};
use super::sizes::Sizes;
use super::text::joined;
use crate::signal::text::{concat, part, spread, vector};

/// The loop variable of the channels of a link.
const CHANNEL: &str = "v";

/// The parameters of the Verilog text.
pub(super) struct Text<'a> {
    pub sizes: &'a Sizes,
    pub requests: &'a RequestSet,
    /// The name of the network.
    pub network: &'a str,
}

impl Text<'_> {
    pub fn body(&self) -> String {
        let oldest = self.each().around(&(self.buffer() + &self.decoded()));
        self.arriving() + &self.declared() + &oldest + &self.asked() + &self.credits() + &self.fault()
    }

    fn each(&self) -> Loop {
        Loop { channels: self.sizes.channels, variable: CHANNEL }
    }

    fn many(&self) -> bool {
        self.sizes.channels > 1
    }

    fn turns(&self) -> bool {
        !self.requests.turns.is_empty()
    }

    /// Whether the logic reads the bit that says that another run follows.
    fn looks_at_runs(&self) -> bool {
        self.sizes.runs && (self.turns() || self.requests.ejects)
    }

    /// Whether a header may name a channel that does not exist.
    fn looks_at_channels(&self) -> bool {
        self.turns() && !self.sizes.channels.is_power_of_two()
    }

    /// A field of the oldest flit's head.
    fn field(&self, from: usize, width: usize) -> String {
        part("head", self.sizes.route(), from, width)
    }

    /// The flit that arrives: its head without the channel, and the buffer that it goes to.
    fn arriving(&self) -> String {
        let (s, n) = (self.sizes, self.sizes.channels);
        if !self.many() {
            return "wire push = push_i;\n".into();
        }
        let low = part("push_head_i", s.head, 0, s.header);
        let kept = if s.long { format!("{{push_head_i[{}], {low}}}", s.head - 1) } else { low };
        format!(
            "// The flit that arrives: push has a bit for its channel, and its head goes on without it.\n\
             wire {}channel = {};\nwire {}push = {} & ({n}'d1 << channel);\nwire {}push_head = {kept};\n",
            vector(s.channel),
            part("push_head_i", s.head, s.header, s.channel),
            vector(n),
            spread("push_i", n),
            vector(s.route()),
        )
    }

    /// Declares the rows with a bit for each channel.
    fn declared(&self) -> String {
        let to: Vec<String> = self.requests.turns.iter().map(|turn| format!("to_{}", turn.1)).collect();
        let mut names = vec!["valid", "overflow", "hops_left"];
        names.extend(self.looks_at_runs().then_some("next_run"));
        names.extend(to.iter().map(String::as_str));
        names.extend(self.looks_at_channels().then_some("known"));
        format!("\n// By channel: its oldest flit.\n{}", wires(self.sizes.channels, &names))
    }

    /// The buffer of a channel.
    fn buffer(&self) -> String {
        let (s, each) = (self.sizes, self.each());
        let head = if self.many() { "push_head" } else { "push_head_i" };
        let ports = [
            ("clk_i", "clk_i".to_string()),
            ("rst_ni", "rst_ni".into()),
            ("push_i", each.bit("push")),
            ("push_head_i", head.into()),
            ("push_data_i", "push_data_i".into()),
            ("pop_i", each.bit("pop_i")),
            ("valid_o", each.bit("valid")),
            ("head_o", "head".into()),
            ("data_o", each.value("data_o", s.data)),
            ("overflow_o", each.bit("overflow")),
        ];
        let buffer = instance(&format!("{}_buffer", self.network), "u_buffer", &ports);
        format!("wire {}head;\n{buffer}", vector(s.route()))
    }

    /// Decodes the head of a channel's oldest flit.
    fn decoded(&self) -> String {
        let (s, each, w) = (self.sizes, self.each(), self.requests);
        let mut text = format!("wire {}hops = {};\n", vector(s.hops), self.field(0, s.hops));
        text += &format!("assign {} = hops != {}'d0;\n", each.bit("hops_left"), s.hops);
        if self.looks_at_runs() {
            text += &format!("assign {} = {};\n", each.bit("next_run"), self.field(s.hops, 1));
        }
        let port = self.field(s.hops + 1, s.port);
        for (_, number) in &w.turns {
            let to = each.bit(&format!("to_{number}"));
            text += &format!("assign {to} = {port} == {}'d{number};\n", s.port);
        }
        if self.looks_at_channels() {
            let channel = self.field(s.hops + 1 + s.port, s.channel);
            text += &format!("assign {} = {channel} < {}'d{};\n", each.bit("known"), s.channel, s.channels);
        }
        text + &self.next()
    }

    /// The head on the next link, and the bits of its channel.
    fn next(&self) -> String {
        let (s, each) = (self.sizes, self.each());
        let mut text = String::new();
        if self.requests.straight.is_some() {
            text += &format!("assign {} = {};\n", each.value("head_straight_o", s.route()), self.continued());
        }
        if self.turns() {
            text += &format!("assign {} = {};\n", each.value("head_turn_o", s.route()), self.turned());
            for b in 0..s.channel {
                let bit = self.field(s.hops + 1 + s.port + b, 1);
                text += &format!("assign {} = {bit};\n", each.bit_from("channel_turn_o", b * s.channels));
            }
        }
        if s.long && self.requests.ejects {
            text += &format!("assign {} = {};\n", each.bit("last_o"), self.field(s.header, 1));
        }
        let read = s.hops + usize::from(self.looks_at_runs());
        if self.requests.targets().is_empty() && s.header > read {
            text += "// Every flit is at its destination, whatever the other bits say.\n";
            text += &format!("wire unused_head = ^{};\n", self.field(read, s.header - read));
        }
        text
    }

    /// The head with one hop less.
    fn continued(&self) -> String {
        let s = self.sizes;
        match s.route() > s.hops {
            true => format!("{{{}, hops - {}'d1}}", self.field(s.hops, s.route() - s.hops), s.hops),
            false => format!("hops - {}'d1", s.hops),
        }
    }

    /// The head after the turn.
    fn turned(&self) -> String {
        let s = self.sizes;
        let last = s.long.then(|| self.field(s.header, 1));
        let zeros = Some(format!("{}'d0", s.header - s.below()));
        let rest = (s.below() > 0).then(|| self.field(s.group, s.below()));
        let parts: Vec<String> = last.into_iter().chain(zeros).chain(rest).collect();
        concat(&parts)
    }

    /// The requests of the flits.
    fn asked(&self) -> String {
        let (s, w) = (self.sizes, self.requests);
        let mut text = String::from("\n// What each flit asks for.\n");
        if w.straight.is_some() {
            text += "assign req_straight_o = valid & hops_left;\n";
        }
        if self.turns() {
            let known = if self.looks_at_channels() { " & known" } else { "" };
            let turns = format!("valid & ~hops_left & next_run{known}");
            text += &format!("wire {}turns = {turns};\n", vector(s.channels));
        }
        for (_, number) in &w.turns {
            text += &format!("assign req_turn_{number}_o = turns & to_{number};\n");
        }
        if w.ejects {
            let ends = if s.runs { " & ~next_run" } else { "" };
            text += &format!("assign req_eject_o = valid & ~hops_left{ends};\n");
        }
        if self.many() && w.straight.is_some() {
            text += &self.straight_channels();
        }
        text
    }

    /// Rows of bits: the channels of flits that go straight on. They keep their channel, and take the next
    /// one after the wrap link.
    fn straight_channels(&self) -> String {
        let (s, n) = (self.sizes, self.sizes.channels);
        let row =
            |b: usize| (0..n).rev().map(|v| if v >> b & 1 == 1 { '1' } else { '0' }).collect::<String>();
        let plane = |b: usize| match b == 0 && self.requests.wraps {
            true => format!("{n}'b{} | {}", row(0), spread("wrap_i", n)),
            false => format!("{n}'b{}", row(b)),
        };
        let planes: Vec<String> = (0..s.channel).rev().map(plane).collect();
        let about = if self.requests.wraps { "; behind the wrap link it is the next one" } else { "" };
        format!(
            "// Straight on they keep their channel{about}.\nassign channel_straight_o = {};\n",
            concat(&planes)
        )
    }

    /// Returns a credit for each flit that leaves.
    fn credits(&self) -> String {
        let n = self.sizes.channels;
        format!(
            "\n// Places that are free again, for the sender.\nreg {}freed_q;\nassign credit_o = freed_q;\n\
             initial freed_q = {n}'d0;\nalways @(posedge clk_i) begin\n  if (!rst_ni) begin\n    freed_q <= \
             {n}'d0;\n  end else begin\n    freed_q <= pop_i;\n  end\nend\n",
            vector(n)
        )
    }

    fn fault(&self) -> String {
        let rows: Vec<String> = self.requests.labels().iter().map(|label| format!("req_{label}_o")).collect();
        let mut text = String::from("\n// A flit too many, one of no channel, one that asks for nothing.\n");
        let stray =
            format!("(|(valid & ~({})))", joined(&rows, " | ", &format!("{}'d0", self.sizes.channels)));
        let unknown = if self.sizes.channels.is_power_of_two() { "" } else { " | (push_i & ~|push)" };
        text += &format!("assign fault_o = (|overflow){unknown} | {stray};\n");
        text
    }
}
