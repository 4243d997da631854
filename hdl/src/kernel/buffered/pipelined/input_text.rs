//! The Verilog of [`Input`](super::Input).

use super::super::request_set::RequestSet;
use super::super::rows::Loop;
use super::super::sizes::Sizes;
use super::super::text::{joined, registers, Register};
use crate::signal::text::{part, vector};
use torus_model::route::bits;

/// The places of a channel in the memory: a power of two, so that pointers need no comparison.
pub(super) fn places(sizes: &Sizes) -> usize {
    1 << bits(sizes.depth).max(1)
}

/// The parameters of the Verilog text.
pub(super) struct Text<'a> {
    pub sizes: &'a Sizes,
    pub requests: &'a RequestSet,
}

impl Text<'_> {
    pub fn body(&self) -> String {
        let mut all = Vec::new();
        let body = self.decoding() + &self.memory() + &self.offered();
        let body = body + &self.queues(&mut all) + &self.offer(&mut all);
        body + &self.outputs(&mut all) + &registers(&all) + &self.clocked()
    }

    pub(super) fn many(&self) -> bool {
        self.sizes.channels > 1
    }

    /// A loop through the channels.
    pub(super) fn each(&self) -> Loop {
        Loop { channels: self.sizes.channels, variable: "v" }
    }

    /// Bits of a pointer.
    pub(super) fn place(&self) -> usize {
        bits(places(self.sizes))
    }

    /// Bits of a request: the ways that are asked for, and above them the channel.
    pub(super) fn request(&self) -> usize {
        self.requests.count() + if self.leads() { self.sizes.channel } else { 0 }
    }

    /// Whether flits can go on to a link.
    pub(super) fn leads(&self) -> bool {
        !self.requests.targets().is_empty()
    }

    /// Bits of a head that the memory keeps: all but the channel, which is in the request.
    pub(super) fn kept(&self) -> usize {
        self.sizes.head - self.sizes.channel
    }

    /// Bits of a flit in the memory.
    fn flit(&self) -> usize {
        self.kept() + self.sizes.data
    }

    /// The bit that says whether the offered flit ends its packet.
    pub(super) fn last(&self) -> String {
        format!("oldest[{}]", self.flit() - 1)
    }

    /// The condition that a flit arrives for an existing channel.
    pub(super) fn arrives(&self) -> &'static str {
        if self.sizes.channels.is_power_of_two() {
            "push_i"
        } else {
            "(|push)"
        }
    }

    /// The address of a place of a channel in the memories.
    pub(super) fn cell(&self, channel: &str, place: &str) -> String {
        if self.many() {
            format!("{{{channel}, {place}}}")
        } else {
            place.into()
        }
    }

    fn memory(&self) -> String {
        let (flits, request) = (vector(self.flit()), vector(self.request()));
        let last = (places(self.sizes) << self.sizes.channel) - 1;
        let mut text = String::from("\n// Flits with their next head, and what each asks for");
        text += if self.many() { "; the places of a channel stand together.\n" } else { ".\n" };
        text + &format!("reg {flits}flits [0:{last}];\nreg {request}requests [0:{last}];\n")
    }

    /// The registers of the offered flit.
    fn offered(&self) -> String {
        let flit = vector(self.flit());
        let mut text = String::from("\n// The flit that is offered to the outputs, and what it asks for.\n");
        text += &format!("reg valid_q;\nwire {flit}oldest;\n");
        if self.many() {
            text += &format!("reg {}channel_q;\n", vector(self.sizes.channel));
        }
        if !self.leads() {
            let head = part("oldest", self.flit(), self.sizes.data, self.kept());
            text += "// Every flit is at its destination: nothing reads the rest of its head.\n";
            text += &format!("wire unused_head = ^{head};\n");
        }
        text + &format!("reg {}request_q;\n", vector(self.request()))
    }

    /// For each request the condition that the flit asks for it and that credits and locks allow it.
    pub(super) fn open(&self, request: &str, body: &str) -> Vec<String> {
        let (s, targets) = (self.sizes, self.requests.targets().len());
        let to = part(request, self.request(), self.requests.count(), s.channel);
        let asked = |k: usize| part(request, self.request(), k, 1);
        let room = |name: &str, label: &str| s.of_channel(&format!("{name}_{label}_i"), &to);
        let target = |(k, label): (usize, &String)| match (s.open_at_outputs(), s.long) {
            (true, _) => asked(k),
            (_, true) => {
                format!("{} & ({body} ? {} : {})", asked(k), room("more", label), room("open", label))
            }
            (_, false) => format!("{} & {}", asked(k), room("open", label)),
        };
        let ejects =
            || if s.long { format!("{} & ({body} | free_i)", asked(targets)) } else { asked(targets) };
        let labels = self.requests.labels();
        let all = labels[..targets].iter().enumerate().map(target);
        all.chain(self.requests.ejects.then(ejects)).collect()
    }

    fn outputs(&self, all: &mut Vec<Register>) -> String {
        let (s, v) = (self.sizes, self.sizes.channels);
        let mut text = String::from("\n// The flit that is offered, and where it asks to go.\n");
        text += &format!("assign oldest = flits[{}];\n", self.cell("channel_q", "read"));
        if self.leads() {
            text += &format!("assign head_o = {};\n", self.head());
        }
        if s.long && self.requests.ejects {
            text += &format!("assign last_o = {};\n", self.last());
        }
        text += &format!("assign data_o = {};\n", part("oldest", self.flit(), 0, s.data));
        let open = self.open("request_q", &s.of_channel("body_q", "channel_q"));
        for (label, open) in self.requests.labels().iter().zip(&open) {
            let valid = if self.many() { "valid_q & " } else { "" };
            text += &format!("assign req_{label}_o = {valid}{open};\n");
        }
        text += "\n// Places that are free again, for the sender.\n";
        text += &format!("reg {}freed_q;\nassign credit_o = freed_q;\n", vector(v));
        all.push(Register::zero("freed_q", v, "pop"));
        text + &self.fault()
    }

    /// The head of the offered flit: its channel is between the mark of the last flit and the header.
    fn head(&self) -> String {
        let s = self.sizes;
        let last = s.long.then(|| self.last());
        let to = || part("request_q", self.request(), self.requests.count(), s.channel);
        let above: Vec<String> = last.into_iter().chain(self.many().then(to)).collect();
        s.on_link_text(&above, &part("oldest", self.flit(), s.data, s.header))
    }

    fn fault(&self) -> String {
        let asks: Vec<String> = self.requests.labels().iter().map(|label| format!("asks_{label}")).collect();
        let asks = joined(&asks, " | ", "1'b0");
        let unknown = if self.sizes.channels.is_power_of_two() { "" } else { " | (push_i & ~|push)" };
        let full = if self.many() { "(|(push & full))" } else { "(push & full)" };
        format!(
            "\n// A flit that asks for nothing, one of no channel, one too many.\n\
             assign fault_o = (push_i & !({asks})){unknown} | {full};\n"
        )
    }

    /// The memories, and the registers without reset.
    fn clocked(&self) -> String {
        let cell = self.cell("channel", "write");
        let which = if self.many() { "memories and the request" } else { "memories" };
        let mut text = format!("\n// The {which} have no reset: what was not written is not used.\n");
        text += &format!("always @(posedge clk_i) begin\n  if ({}) begin\n", self.arrives());
        text += &format!("    flits[{cell}] <= {{next_head, push_data_i}};\n");
        text += &format!("    requests[{cell}] <= request;\n  end\n");
        if self.many() {
            text += "  if (!keep) request_q <= any ? picked : again ? second : request;\n";
        }
        text + "end\n"
    }
}
