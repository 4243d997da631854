//! The text of [`Output`](super::Output).

use super::super::sizes::Sizes;
use super::super::text::{joined, registers};
use super::choice::{choice, chosen, order, selected};
use crate::signal::text::{part, vector};
use torus_model::route::bits;

/// Credits up to here are a row of bits that is shifted; more of them are a number.
pub(super) const MOST_SHIFTED: usize = 8;

/// What the text depends on.
pub(super) struct Text<'a> {
    pub sizes: &'a Sizes,
    /// By requester: whether it enters a ring.
    pub enters: &'a [bool],
    /// Name of the network.
    pub network: &'a str,
}

type Registers = Vec<(String, String, String)>;

impl Text<'_> {
    pub fn body(&self) -> String {
        let (s, n) = (self.sizes, self.enters.len());
        let mut all: Registers = vec![("valid_q".into(), "1'b0".into(), "any".into())];
        let credits: String = (0..s.channels).map(|c| self.declared(c)).collect();
        let mut text = credits + &self.asking() + &choice(n);
        (0..n).for_each(|i| text += &format!("assign grant_{i}_o = {};\n", self.grant(i)));
        text += &self.flit();
        (0..s.channels).for_each(|c| text += &self.channel(c, &mut all));
        let extra: Vec<String> = (0..s.channels).map(|c| format!("extra_{c}")).collect();
        text += &format!("assign fault_o = {};\n", extra.join(" | "));
        text + &registers(&all) + &order(n, "any") + &self.link()
    }

    /// Who asks. Where requests come without their credits, those that need more than others are left out
    /// while these are not there; whoever is chosen goes if there is what the others need.
    fn asking(&self) -> String {
        let n = self.enters.len();
        let room = |i: usize| match self.needs_more(i) {
            true => format!(" & {}", self.open(i)),
            false => String::new(),
        };
        let mut text = String::from("\n// Who asks.\n");
        (0..n).for_each(|i| text += &format!("wire ask_{i} = req_{i}_i{};\n", room(i)));
        text += "// Who may go.\n";
        let may = |i: usize| match self.sizes.open_at_outputs() && !self.needs_more(i) {
            true => format!("wire may_{i} = ask_{i} & {};\n", self.open(i)),
            false => format!("wire may_{i} = ask_{i};\n"),
        };
        text.extend((0..n).map(may));
        let any: Vec<String> = (0..n).map(|i| format!("may_{i}")).collect();
        text + &format!("wire any = {};\n\n", any.join(" | "))
    }

    /// Whether a requester needs more credits than another one, and this is looked at here.
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

    /// Whether there is what a requester needs, of one channel.
    fn open(&self, i: usize) -> String {
        let name = if self.sizes.bubble && self.enters[i] { "enter" } else { "go" };
        self.flag(0, name)
    }

    /// The flit that goes.
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

    /// Declares them where there are others.
    fn used(&self) -> String {
        let (s, each) = (self.sizes, 0..self.enters.len());
        if s.unused == 0 {
            return String::new();
        }
        let mut text = String::from("// Of heads: what runs that can still follow need; the rest is 0.\n");
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

    /// The registers of a channel's credits.
    fn declared(&self, c: usize) -> String {
        let about = format!("// Channel {c}: places that are free at the other end");
        let lock = if self.sizes.long { format!("reg lock_{c}_q;\n") } else { String::new() };
        if self.is_shifted() {
            let range =
                if self.sizes.depth == 1 { String::new() } else { format!("[{}:1] ", self.sizes.depth) };
            return format!("{about}; bit k: k of them or more.\nreg {range}room_{c}_q;\n{lock}");
        }
        let flags: String = self.flags().map(|(name, _)| format!("reg {name}_{c}_q;\n")).collect();
        format!("{about}, and what they allow.\nreg {}credits_{c}_q;\n{flags}{lock}", vector(self.count()))
    }

    fn count(&self) -> usize {
        bits(self.sizes.depth + 1)
    }

    /// What is asked of credits: its name, and how many it takes.
    fn flags(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let (s, entry) = (self.sizes, self.enters.contains(&true));
        let go = (!s.bubble || self.enters.contains(&false)).then_some(("go", s.needs.0));
        let enter = (s.bubble && entry).then_some(("enter", s.needs.1));
        go.into_iter().chain(enter).chain(s.long.then_some(("more", 1)))
    }

    /// Whether a channel has the credits of this name.
    fn flag(&self, c: usize, name: &str) -> String {
        if !self.is_shifted() {
            return format!("{name}_{c}_q");
        }
        let need = self.flags().find(|flag| flag.0 == name).map_or(1, |flag| flag.1);
        self.room(c, need)
    }

    /// The bit of a channel's row that says whether so many places are free.
    fn room(&self, c: usize, need: usize) -> String {
        match self.sizes.depth {
            depth if need > depth => "1'b0".into(),
            1 => format!("room_{c}_q"),
            _ => format!("room_{c}_q[{need}]"),
        }
    }

    /// The credits of a channel, and what they allow.
    fn channel(&self, c: usize, all: &mut Registers) -> String {
        let s = self.sizes;
        let goes = |i: usize| {
            let to = part(&self.head(i), s.head, s.header, s.channel);
            format!("(grant_{i}_o & ({to} == {}'d{c}))", s.channel)
        };
        let sent = match s.channels {
            1 => "any".to_string(),
            _ => joined(&(0..self.enters.len()).map(goes).collect::<Vec<_>>(), " | ", ""),
        };
        let back = part("credit_i", s.channels, c, 1);
        let mut text = format!("\nwire sent_{c} = {sent};\nwire back_{c} = {back};\n");
        if s.long {
            all.push((format!("lock_{c}_q"), "1'b0".into(), format!("lock_{c}_next")));
            let last = s.head + s.data - 1;
            text += &format!("wire lock_{c}_next = sent_{c} ? !flit[{last}] : lock_{c}_q;\n");
        }
        text += &if self.is_shifted() { self.row(c, all) } else { self.number(c, all) };
        if !s.open_at_outputs() {
            self.flags().for_each(|(name, _)| text += &self.shown(c, name));
        }
        text
    }

    /// What inputs see of a channel.
    fn shown(&self, c: usize, name: &str) -> String {
        let free = if self.is_shifted() && self.sizes.long && name != "more" {
            format!(" & !lock_{c}_q")
        } else {
            String::new()
        };
        format!("assign {name}_{c}_o = {}{free};\n", self.flag(c, name))
    }

    /// Credits as a row of bits.
    fn row(&self, c: usize, all: &mut Registers) -> String {
        let depth = self.sizes.depth;
        let (more, less) = match depth {
            1 => ("1'b1".to_string(), "1'b0".to_string()),
            2 => (format!("{{room_{c}_q[1], 1'b1}}"), format!("{{1'b0, room_{c}_q[2]}}")),
            _ => {
                (format!("{{room_{c}_q[{}:1], 1'b1}}", depth - 1), format!("{{1'b0, room_{c}_q[{depth}:2]}}"))
            }
        };
        let next = format!("(sent_{c} == back_{c}) ? room_{c}_q : back_{c} ? {more} : {less}");
        all.push((format!("room_{c}_q"), format!("{{{depth}{{1'b1}}}}"), next));
        format!("wire extra_{c} = back_{c} & {};\n", self.room(c, depth))
    }

    /// Credits as a number, and in registers what they allow.
    fn number(&self, c: usize, all: &mut Registers) -> String {
        let (s, count) = (self.sizes, self.count());
        let less = format!("(sent_{c} & !back_{c}) ? credits_{c}_q - {count}'d1 : credits_{c}_q");
        let next = format!("(back_{c} & !sent_{c}) ? credits_{c}_q + {count}'d1 : {less}");
        all.push((format!("credits_{c}_q"), format!("{count}'d{}", s.depth), next));
        for (name, need) in self.flags() {
            let free = if s.long && name != "more" { format!(" & !lock_{c}_next") } else { String::new() };
            let next = format!("({}){free}", self.reached(c, need));
            all.push((format!("{name}_{c}_q"), "1'b1".into(), next));
        }
        format!("wire extra_{c} = back_{c} & (credits_{c}_q == {count}'d{});\n", s.depth)
    }

    /// Whether there are as many credits behind this cycle.
    fn reached(&self, c: usize, need: usize) -> String {
        let (depth, count) = (self.sizes.depth, self.count());
        let least = |need: usize| match need {
            0 => "1'b1".to_string(),
            need if need > depth => "1'b0".into(),
            need => format!("(credits_{c}_q >= {count}'d{need})"),
        };
        let (same, less, more) = (least(need), least(need + 1), least(need - 1));
        format!("(sent_{c} == back_{c}) ? {same} : sent_{c} ? {less} : {more}")
    }

    fn link(&self) -> String {
        let whole = self.sizes.head + self.sizes.data;
        format!("\ninitial flit_q = {whole}'d0;\nalways @(posedge clk_i) begin\n  flit_q <= flit;\nend\n")
    }
}
