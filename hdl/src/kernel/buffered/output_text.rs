//! The Verilog of [`Output`](super::Output).

use super::arbiter::Wires;
use super::column::{column, Offered};
use super::plan::Offer;
use super::rows::{wires, Loop};
use super::sizes::Sizes;
use super::text::{registers, Register, WITHOUT_RESET};
use crate::signal::text::{concat, part, spread, vector};
use torus_model::route::bits;

/// The loop variable of the channels of a link.
const CHANNEL: &str = "c";

/// The parameters of the Verilog text.
pub(super) struct Text<'a> {
    pub sizes: &'a Sizes,
    pub offers: &'a [Offer],
    /// The name of the network.
    pub network: &'a str,
}

impl Text<'_> {
    /// The kind of module: it names the number of links that lead to the output. If flits that enter a ring
    /// need more places than others, it also names the requester that goes straight on.
    pub fn kind(&self) -> String {
        let straight = self.offers.iter().position(|offer| !offer.enters);
        let place = match straight {
            Some(at) if self.mixed() => format!("_at_{at}"),
            None if self.sizes.bubble => "_entered".into(),
            _ => String::new(),
        };
        let local = self.offers.iter().any(|offer| offer.local);
        let links = self.offers.iter().filter(|offer| !offer.local).count();
        format!("{}output_{links}{place}", if local { "" } else { "transit_" })
    }

    pub fn body(&self) -> String {
        let channel = self.each().around(&(self.room() + &self.asking() + &self.credits()));
        self.requests() + &self.declared() + &channel + &self.choice() + &self.flit() + &self.link()
    }

    fn each(&self) -> Loop {
        Loop { channels: self.sizes.channels, variable: CHANNEL }
    }

    fn n(&self) -> usize {
        self.offers.iter().map(|offer| offer.flits).sum()
    }

    /// The rows of all requesters as one row, the first requester lowest.
    fn joined(&self, value: impl Fn(usize) -> String) -> String {
        let rows: Vec<String> = (0..self.offers.len()).rev().map(value).collect();
        concat(&rows)
    }

    /// The flits that ask for the link.
    fn requests(&self) -> String {
        let (s, range) = (self.sizes, vector(self.n()));
        let about = if s.channel > 0 { ", and a row for each bit of their channels" } else { "" };
        let mut text = format!("// Flits that ask for the link, in the order of round robin{about}.\n");
        text += &format!("wire {range}req = {};\n", self.joined(|r| format!("req_{r}_i")));
        for b in 0..s.channel {
            let plane = |r: usize| {
                let flits = self.offers[r].flits;
                part(&format!("channel_{r}_i"), flits * s.channel, b * flits, flits)
            };
            text += &format!("wire {range}channel_{b} = {};\n", self.joined(plane));
        }
        if self.mixed() {
            let bit = |offer: &Offer| if offer.enters { '1' } else { '0' }.to_string().repeat(offer.flits);
            let row: String = self.offers.iter().rev().map(bit).collect();
            text += "// Those that enter a ring, which takes more room.\n";
            text += &format!("localparam {range}ENTERS = {}'b{row};\n", self.n());
        }
        text
    }

    /// Whether some flits need more free places than others.
    fn mixed(&self) -> bool {
        let enters = |yes: bool| self.offers.iter().any(|offer| offer.enters == yes);
        self.sizes.bubble && enters(true) && enters(false)
    }

    /// Declares the signals from the channels to the second stage.
    fn declared(&self) -> String {
        let (n, v) = (self.n(), self.sizes.channels);
        let mut text = String::from(
            "\n// By channel: somebody asks, it sends, a credit is too many; the flit that it sends.\n",
        );
        text += &wires(v, &["any", "sent", "extra"]);
        text += &wires(n * v, &["granted"]);
        match self.sizes.long {
            true => text + "// The flit that goes ends its packet.\nwire ending;\n",
            false => text,
        }
    }

    fn count(&self) -> usize {
        bits(self.sizes.depth + 1)
    }

    /// The free places of a channel's buffer, and the flits that may have one.
    fn room(&self) -> String {
        let (s, n, count) = (self.sizes, self.n(), self.count());
        let mut text = String::from("// Places that are free at the other end, and who may have one.\n");
        text += &format!("reg {}credits_q;\n", vector(count));
        if s.long {
            text += "// A packet is on its way.\nreg lock_q;\n";
        }
        let least = |need: usize| match need {
            1 => format!("credits_q != {count}'d0"),
            need => format!("credits_q >= {count}'d{need}"),
        };
        let open = |need: usize| match s.long && need > 1 {
            true => format!("lock_q ? {} : {}", least(1), least(need)),
            false => least(need),
        };
        let (go, enter) = s.needs;
        if self.mixed() {
            let both = format!("(ENTERS & {}) | (~ENTERS & {})", spread("enter", n), spread("go", n));
            text += &format!("wire go = {};\nwire enter = {};\n", open(go), open(enter));
            return text + &format!("wire {}room = {both};\n", vector(n));
        }
        let need = if self.offers.iter().any(|offer| offer.enters) { enter } else { go };
        text + &format!("wire open = {};\nwire {}room = {};\n", open(need), vector(n), spread("open", n))
    }

    /// The first stage: the flits that ask for a channel.
    fn asking(&self) -> String {
        let (s, n, each) = (self.sizes, self.n(), self.each());
        let range = vector(n);
        let is_set =
            |b: usize| if b == 0 { format!("{CHANNEL} % 2") } else { format!("{CHANNEL} / {} % 2", 1 << b) };
        let plane = |b: usize| format!(" &\n    (({} == 1) ? channel_{b} : ~channel_{b})", is_set(b));
        let planes: String = (0..s.channel).map(plane).collect();
        let (any, sent) = (each.bit("any"), each.bit("sent"));
        let mut text = String::from("// Flits that ask for this channel; one of them is granted.\n");
        text += &format!("wire {range}ask = req & room{planes};\nwire {range}grant;\n");
        let lock = s.long.then_some("lock_q");
        let stage = Wires { requests: "ask", lock, served: &sent, grant: "grant", any: &any };
        text += &stage.arbiter(self.network, "u_arbiter", n);
        text + &format!("assign {} = grant & {};\n", each.value("granted", n), spread(&sent, n))
    }

    /// The credits and the lock of a channel after this cycle.
    fn credits(&self) -> String {
        let (s, count, each) = (self.sizes, self.count(), self.each());
        let (sent, back) = (each.bit("sent"), each.bit("credit_i"));
        let number = |value: usize| format!("{count}'d{value}");
        let (full, one) = (number(s.depth), number(1));
        let mut all = vec![Register {
            name: "credits_q".into(),
            reset: full.clone(),
            next: format!("({sent} == {back}) ? credits_q : credits_q + ({back} ? {one} : -{one})"),
        }];
        all.extend(s.long.then(|| Register::bit("lock_q", format!("{sent} ? !ending : lock_q"))));
        let extra = format!("assign {} = {back} & !{sent} & (credits_q == {full});\n", each.bit("extra"));
        extra + registers(&all).trim_start()
    }

    /// The second stage: the channels.
    fn choice(&self) -> String {
        let (s, n) = (self.sizes, self.n());
        let mut text = String::from("\n// One of the channels sends.\nwire some;\n");
        let stage = Wires { requests: "any", lock: None, served: "some", grant: "sent", any: "some" };
        text += &stage.arbiter(self.network, "u_channel_arbiter", s.channels);
        let rows: Vec<String> = (0..s.channels).map(|c| part("granted", n * s.channels, c * n, n)).collect();
        text += &format!("wire {}take = {};\n", vector(n), rows.join(" | "));
        let mut from = 0;
        for (r, offer) in self.offers.iter().enumerate() {
            text += &format!("assign grant_{r}_o = {};\n", part("take", n, from, offer.flits));
            from += offer.flits;
        }
        text
    }

    /// The flit that is sent.
    fn flit(&self) -> String {
        let s = self.sizes;
        let whole = s.route() + s.data;
        let offered = |(r, offer): (usize, &Offer)| Offered {
            grant: format!("grant_{r}_o"),
            parts: vec![(format!("head_{r}_i"), s.route()), (format!("data_{r}_i"), s.data)],
            flits: offer.flits,
        };
        let offered: Vec<Offered> = self.offers.iter().enumerate().map(offered).collect();
        let mut text = String::from("\n// The flit that goes: all others are masked.\n");
        text += &column("flit", whole, &offered);
        if s.long {
            text += &format!("assign ending = flit[{}];\n", whole - 1);
        }
        text
    }

    /// The registers of the link.
    fn link(&self) -> String {
        let s = self.sizes;
        let whole = s.route() + s.data;
        let last = s.long.then(|| "ending".to_string());
        let channel = (s.channel > 0).then(|| "channel".to_string());
        let head: Vec<String> =
            last.into_iter().chain(channel).chain([part("flit", whole, s.data, s.header)]).collect();
        let head = concat(&head);
        let mut text = String::from("\n// The registers of the link.\n");
        if s.channel > 0 {
            text += &format!("wire {}channel = {};\n", vector(s.channel), self.number());
        }
        text += &format!("reg valid_q;\nreg {}head_q;\nreg {}data_q;\n", vector(s.head), vector(s.data));
        text += "assign valid_o = valid_q;\nassign head_o = head_q;\nassign data_o = data_q;\n";
        text += &format!("assign fault_o = {};\n", if s.channels > 1 { "|extra" } else { "extra" });
        text += registers(&[Register::bit("valid_q", "some")]).trim_start();
        text += WITHOUT_RESET;
        text += &format!("initial begin\n  head_q = {}'d0;\n  data_q = {}'d0;\nend\n", s.head, s.data);
        let data = part("flit", whole, 0, s.data);
        text + &format!("always @(posedge clk_i) begin\n  head_q <= {head};\n  data_q <= {data};\nend\n")
    }

    /// The number of the channel that sends.
    fn number(&self) -> String {
        let s = self.sizes;
        let bit = |b: usize| {
            let those = (0..s.channels).filter(|c| c >> b & 1 == 1).map(|c| format!("sent[{c}]"));
            those.collect::<Vec<_>>().join(" | ")
        };
        let bits: Vec<String> = (0..s.channel).rev().map(bit).collect();
        concat(&bits)
    }
}
