//! The Verilog of [`Output`](super::Output).

use super::super::rows::{wires, Loop};
use super::super::sizes::Sizes;
use super::super::text::{registers, Register, WITHOUT_RESET};
use super::choice::{asking, choice, chosen, order, selected, some_of};
use crate::signal::text::{concat, part, spread, vector};
use torus_model::route::bits;

/// Up to this depth, credits are a row of bits that is shifted. Above it they are a number.
pub(super) const MOST_SHIFTED: usize = 8;

/// The parameters of the Verilog text.
pub(super) struct Text<'a> {
    pub sizes: &'a Sizes,
    /// For each requester, whether it enters a ring.
    pub enters: &'a [bool],
    /// The name of the network.
    pub network: &'a str,
}

impl Text<'_> {
    pub fn body(&self) -> String {
        let n = self.enters.len();
        let mut all = vec![Register::bit("valid_q", "any")];
        let room = if self.many() { String::new() } else { self.declared() + "\n" };
        let mut text = room + &self.asking() + &choice(n);
        (0..n).for_each(|i| text += &format!("assign grant_{i}_o = {};\n", self.grant(i)));
        text += &(self.flit() + &self.sent(&mut all) + &self.channels());
        text += &format!("assign fault_o = {};\n", if self.many() { "|extra" } else { "extra" });
        text + &registers(&all) + &order(n, "any") + &self.link()
    }

    fn many(&self) -> bool {
        self.sizes.channels > 1
    }

    /// A loop through the channels.
    fn each(&self) -> Loop {
        Loop { channels: self.sizes.channels, variable: "c" }
    }

    /// The requesters that ask. If requests come without a check of credits, a requester that needs more
    /// credits than others is left out until there are as many. The chosen one then goes if there are the
    /// credits that the others need.
    fn asking(&self) -> String {
        let n = self.enters.len();
        let room = |i: usize| match self.needs_more(i) {
            true => format!(" & {}", self.open(i)),
            false => String::new(),
        };
        let asks: Vec<String> = (0..n).rev().map(|i| format!("req_{i}_i{}", room(i))).collect();
        let mut text = format!("// Requesters that ask.\nwire {}ask = {};\n", vector(n), concat(&asks));
        if !self.sizes.open_at_outputs() {
            return text + &format!("wire any = {};\n\n", some_of("ask", n));
        }
        let may = |i: usize| match self.needs_more(i) {
            true => asking(n, i),
            false => format!("{} & {}", asking(n, i), self.open(i)),
        };
        let may: Vec<String> = (0..n).rev().map(may).collect();
        text += &format!("// Those that may go.\nwire {}may = {};\n", vector(n), concat(&may));
        text + &format!("wire any = {};\n\n", some_of("may", n))
    }

    /// Whether a requester needs more credits than another one, and this output has to check that.
    fn needs_more(&self, i: usize) -> bool {
        self.sizes.open_at_outputs() && self.sizes.bubble && self.enters[i] && self.enters.contains(&false)
    }

    fn grant(&self, i: usize) -> String {
        let which = chosen(self.enters.len(), i);
        match self.sizes.open_at_outputs() && !self.needs_more(i) {
            true => format!("{which} & {}", self.open(i)),
            false => which,
        }
    }

    /// The condition that there are the credits that a requester needs, with one channel.
    fn open(&self, i: usize) -> String {
        self.flag(if self.sizes.bubble && self.enters[i] { "enter" } else { "go" })
    }

    /// The flit that is sent.
    fn flit(&self) -> String {
        let s = self.sizes;
        let (whole, n) = (s.head + s.data, self.enters.len());
        let flits: Vec<String> = (0..n).map(|i| format!("{{{}, data_{i}_i}}", self.head(i))).collect();
        let mut text = String::from("\n// The flit that goes.\n") + &self.used();
        text += &selected(self.network, "flit", whole, &flits);
        text += &format!("reg valid_q;\nreg {}flit_q;\nassign valid_o = valid_q;\n", vector(whole));
        let header = part("flit_q", whole, s.data, s.header);
        let above = part("flit_q", whole, s.data + s.header, s.head - s.header);
        let head = match s.unused {
            0 => part("flit_q", whole, s.data, s.head),
            _ => s.on_link_text(&if s.head > s.header { vec![above] } else { Vec::new() }, &header),
        };
        text += &format!("assign head_o = {head};\n");
        text + &format!("assign data_o = {};\n", part("flit_q", whole, 0, s.data))
    }

    /// The bits of a requester's head that are used here.
    fn head(&self, i: usize) -> String {
        match self.sizes.unused {
            0 => format!("head_{i}_i"),
            _ => format!("head_{i}"),
        }
    }

    /// Declares the used bits of heads, if there are other bits.
    fn used(&self) -> String {
        let (s, each) = (self.sizes, 0..self.enters.len());
        if s.unused == 0 {
            return String::new();
        }
        let about =
            "// The bits of heads that are used. The others are of runs that cannot follow, and are 0.\n";
        let mut text = String::from(about);
        for i in each.clone() {
            let used = s.used_text(&format!("head_{i}_i"));
            text += &format!("wire {}head_{i} = {used};\n", vector(s.head));
        }
        let rest: Vec<String> = each.map(|i| s.unused_text(&format!("head_{i}_i"))).collect();
        text + &format!("wire unused_head = ^{{{}}};\n", rest.join(", "))
    }

    fn is_shifted(&self) -> bool {
        self.sizes.depth <= MOST_SHIFTED
    }

    /// Declares the registers of a channel's credits.
    fn declared(&self) -> String {
        if self.is_shifted() {
            let range = match self.sizes.depth {
                1 => String::new(),
                depth => format!("[{depth}:1] "),
            };
            return format!(
                "// Places that are free at the other end; bit k: k of them or more.\nreg {range}room_q;\n"
            );
        }
        let flags: String = self.flags().map(|(name, _)| format!("reg {name}_q;\n")).collect();
        format!(
            "// Places that are free at the other end, and what they allow.\nreg {}credits_q;\n{flags}",
            vector(self.count())
        )
    }

    fn count(&self) -> usize {
        bits(self.sizes.depth + 1)
    }

    /// The names under which credits are read, and the number of credits that each stands for.
    fn flags(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let (s, entry) = (self.sizes, self.enters.contains(&true));
        let go = (!s.bubble || self.enters.contains(&false)).then_some(("go", s.needs.0));
        let enter = (s.bubble && entry).then_some(("enter", s.needs.1));
        go.into_iter().chain(enter).chain(s.long.then_some(("more", 1)))
    }

    /// The condition that a channel has the credits of this name.
    fn flag(&self, name: &str) -> String {
        if !self.is_shifted() {
            return format!("{name}_q");
        }
        let need = self.flags().find(|flag| flag.0 == name).map_or(1, |flag| flag.1);
        self.room(need)
    }

    /// The bit of a channel's row that says whether at least `need` places are free.
    fn room(&self, need: usize) -> String {
        match self.sizes.depth {
            depth if need > depth => "1'b0".into(),
            1 => "room_q".into(),
            _ => format!("room_q[{need}]"),
        }
    }

    /// The channel that sends, and the channels on which a packet is on its way.
    fn sent(&self, all: &mut Vec<Register>) -> String {
        let (s, v) = (self.sizes, self.sizes.channels);
        let goes = |i: usize| {
            let to = part(&self.head(i), s.head, s.header, s.channel);
            format!("({} & ({v}'d1 << {to}))", spread(&format!("grant_{i}_o"), v))
        };
        let sent = match self.many() {
            false => "any".to_string(),
            true => (0..self.enters.len()).map(goes).collect::<Vec<_>>().join(" | "),
        };
        let mut text = format!(
            "\n// By channel: a flit goes; a credit is too many.\nwire {}sent = {sent};\n",
            vector(v)
        );
        text += &wires(v, &["extra"]);
        if s.long {
            let last = spread(&format!("!flit[{}]", s.head + s.data - 1), v);
            text += &format!("// By channel: a packet is on its way.\nreg {}lock_q;\n", vector(v));
            text += &format!("wire {}lock = (sent & {last}) | (~sent & lock_q);\n", vector(v));
            all.push(Register::zero("lock_q", v, "lock"));
        }
        text
    }

    /// The credits of each channel.
    fn channels(&self) -> String {
        let body =
            (if self.many() { self.declared() } else { String::new() }) + &self.shown() + &self.credits();
        let about = if self.many() { "By channel: its credits" } else { "The credits" };
        format!("\n// {about}, and what they allow.\n") + &self.each().around(&body)
    }

    /// The state of a channel that inputs and injection ports read.
    fn shown(&self) -> String {
        if self.sizes.open_at_outputs() {
            return String::new();
        }
        let locks = self.is_shifted() && self.sizes.long;
        let free = |name: &str| match locks && name != "more" {
            true => format!(" & !{}", self.each().bit("lock_q")),
            false => String::new(),
        };
        let one = |name: &str| {
            format!("assign {} = {}{};\n", self.each().bit(&format!("{name}_o")), self.flag(name), free(name))
        };
        self.flags().map(|(name, _)| one(name)).collect()
    }

    /// The credits of a channel after this cycle, and whether one is too many.
    fn credits(&self) -> String {
        let back = self.each().bit("credit_i");
        let (most, all) = if self.is_shifted() { self.row() } else { self.number() };
        format!("assign {} = {back} & {most};\n{}", self.each().bit("extra"), registers(&all).trim_start())
    }

    /// Credits as a row of bits: the condition that all places are free, and the register.
    fn row(&self) -> (String, Vec<Register>) {
        let (depth, sent, back) = (self.sizes.depth, self.each().bit("sent"), self.each().bit("credit_i"));
        let (more, less) = match depth {
            1 => ("1'b1".to_string(), "1'b0".to_string()),
            2 => ("{room_q[1], 1'b1}".into(), "{1'b0, room_q[2]}".into()),
            _ => (format!("{{room_q[{}:1], 1'b1}}", depth - 1), format!("{{1'b0, room_q[{depth}:2]}}")),
        };
        let next = format!("({sent} == {back}) ? room_q : {back} ? {more} : {less}");
        let room = Register { name: "room_q".into(), reset: format!("{{{depth}{{1'b1}}}}"), next };
        (self.room(depth), vec![room])
    }

    /// Credits as a number, with registers for the conditions that are read.
    fn number(&self) -> (String, Vec<Register>) {
        let (s, count, sent, back) =
            (self.sizes, self.count(), self.each().bit("sent"), self.each().bit("credit_i"));
        let less = format!("({sent} & !{back}) ? credits_q - {count}'d1 : credits_q");
        let next = format!("({back} & !{sent}) ? credits_q + {count}'d1 : {less}");
        let full = format!("{count}'d{}", s.depth);
        let mut all = vec![Register { name: "credits_q".into(), reset: full.clone(), next }];
        for (name, need) in self.flags() {
            let locks = s.long && name != "more";
            let free = if locks { format!(" & !{}", self.each().bit("lock")) } else { String::new() };
            let next = format!("({}){free}", self.reached(need));
            all.push(Register { name: format!("{name}_q"), reset: "1'b1".into(), next });
        }
        (format!("(credits_q == {full})"), all)
    }

    /// The condition that there are at least `need` credits after this cycle.
    fn reached(&self, need: usize) -> String {
        let (depth, count) = (self.sizes.depth, self.count());
        let least = |need: usize| match need {
            0 => "1'b1".to_string(),
            need if need > depth => "1'b0".into(),
            need => format!("(credits_q >= {count}'d{need})"),
        };
        let (same, less, more) = (least(need), least(need + 1), least(need - 1));
        let (sent, back) = (self.each().bit("sent"), self.each().bit("credit_i"));
        format!("({sent} == {back}) ? {same} : {sent} ? {less} : {more}")
    }

    fn link(&self) -> String {
        let whole = self.sizes.head + self.sizes.data;
        WITHOUT_RESET.to_string()
            + &format!(
                "initial flit_q = {whole}'d0;\nalways @(posedge clk_i) begin\n  flit_q <= flit;\nend\n"
            )
    }
}
