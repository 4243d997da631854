//! The text of [`Input`](super::Input).

use super::super::sizes::Sizes;
use super::super::text::{at, joined, registers, row};
use super::super::ways::RequestSet;
use crate::signal::text::{part, vector};
use torus_model::route::bits;

/// Places of a channel's memory: a power of two, so that pointers need no comparison.
pub(super) fn places(sizes: &Sizes) -> usize {
    1 << bits(sizes.depth).max(1)
}

/// What the text depends on.
pub(super) struct Text<'a> {
    pub sizes: &'a Sizes,
    pub requests: &'a RequestSet,
}

pub(super) type Registers = Vec<(String, String, String)>;

impl Text<'_> {
    pub fn body(&self) -> String {
        let mut all = Registers::new();
        let body = self.decoding() + &self.memory() + &self.offered();
        let body = body + &self.sizes.rooms(self.requests.targets().len());
        let body = body + &self.queues(&mut all) + &self.offer(&mut all);
        body + &self.outputs(&mut all) + &registers(&all) + &self.clocked()
    }

    fn place(&self) -> usize {
        bits(places(self.sizes))
    }

    /// The place behind this one. Four places stand in the order of Gray's code, which takes one inverter.
    fn behind(&self, pointer: &str) -> String {
        match self.place() {
            1 => format!("!{pointer}"),
            2 => format!("{{{pointer}[0], !{pointer}[1]}}"),
            place => format!("{pointer} + {place}'d1"),
        }
    }

    /// Bits of a request: what is asked for, and above it the channel.
    pub(super) fn request(&self) -> usize {
        self.requests.count() + if self.leads() { self.sizes.channel } else { 0 }
    }

    /// Whether a flit can go on to a link.
    pub(super) fn leads(&self) -> bool {
        !self.requests.targets().is_empty()
    }

    /// Bits of a head that the memory keeps: all but the channel, which the request has.
    pub(super) fn kept(&self) -> usize {
        self.sizes.head - self.sizes.channel
    }

    pub(super) fn each(&self, name: &str) -> Vec<String> {
        (0..self.sizes.channels).map(|v| name.replace('#', &v.to_string())).collect()
    }

    pub(super) fn many(&self) -> bool {
        self.sizes.channels > 1
    }

    fn memory(&self) -> String {
        let s = self.sizes;
        let (words, flit) = (places(s) << s.channel, self.kept() + s.data);
        let mut text = String::from("\n// Flits with their next head, and what each asks for.\n");
        text += &format!(
            "reg {}flits [0:{}];\nreg {}requests [0:{}];\n",
            vector(flit),
            words - 1,
            vector(self.request()),
            words - 1
        );
        if !self.many() {
            text += "wire push = push_i;\n";
        }
        text
    }

    /// The registers of each channel.
    fn queues(&self, all: &mut Registers) -> String {
        let mut text = String::from("\n// Of each channel: pointers, whether there is a flit, ");
        text += "what its oldest flit asks for.\n";
        for v in 0..self.sizes.channels {
            text += &self.queue(v, all);
            if self.many() {
                text += &self.readiness(v, all);
            }
        }
        text + &self.pointers()
    }

    fn queue(&self, v: usize, all: &mut Registers) -> String {
        let (s, place) = (self.sizes, self.place());
        let (here, push) = match self.many() {
            true => (
                format!(" & (channel_q == {}'d{v})", s.channel),
                format!("push & (channel == {}'d{v})", s.channel),
            ),
            false => (String::new(), "push".into()),
        };
        let pointer = vector(place);
        let mut text = format!("reg {pointer}write_{v}_q;\nreg {pointer}read_{v}_q;\n");
        text += &format!("wire push_{v} = {push};\nwire pop_{v} = pop_i{here};\n");
        let zero = format!("{place}'d0");
        let step = format!("push_{v} ? {} : write_{v}_q", self.behind(&format!("write_{v}_q")));
        all.push((format!("write_{v}_q"), zero.clone(), step));
        all.push((format!("read_{v}_q"), zero, format!("pop_{v} ? next : read_{v}_q")));
        if self.many() {
            text += &format!("reg some_{v}_q;\n");
            let some = format!("push_{v} | (some_{v}_q & !(pop_{v} & !more))");
            all.push((format!("some_{v}_q"), "1'b0".into(), some));
        }
        if s.long {
            text += &format!("reg body_{v}_q;\n");
            let body = format!("pop_{v} ? !oldest[{}] : body_{v}_q", self.kept() + s.data - 1);
            all.push((format!("body_{v}_q"), "1'b0".into(), body));
        }
        text
    }

    /// What a channel's oldest flit asks for, and whether it could have gone in the cycle before.
    fn readiness(&self, v: usize, all: &mut Registers) -> String {
        let open = self.open(&format!("request_{v}_q"), &format!("body_{v}_q"));
        all.push((format!("ready_{v}_q"), "1'b0".into(), format!("some_{v}_q & open_{v}")));
        let mut text = format!("reg {}request_{v}_q;\nreg ready_{v}_q;\n", vector(self.request()));
        text += &format!("wire open_{v} = |{{{}}};\n", open.join(", "));
        text
    }

    /// The pointers of the channel whose flit is offered, and of the one that arrives.
    fn pointers(&self) -> String {
        let (place, s) = (self.place(), self.sizes);
        let mut text = String::new();
        if self.many() {
            text += &row("writes", s.channel, place, &self.each("write_#_q"));
            text += &row("reads", s.channel, place, &self.each("read_#_q"));
        }
        let by = |number: &str, name: &str| match self.many() {
            true => at(&format!("{name}s"), number, place),
            false => format!("{name}_0_q"),
        };
        text += &format!("wire {}write = {};\n", vector(place), by("channel", "write"));
        text += &format!("wire {}read = {};\n", vector(place), by("channel_q", "read"));
        text += &format!("wire {}written = {};\n", vector(place), by("channel_q", "write"));
        let next = self.behind("read");
        text += &format!("wire {}next = {next};\nwire more = written != next;\n", vector(place));
        text + &format!(
            "wire {}second = requests[{}];\n",
            vector(self.request()),
            self.cell("channel_q", "next")
        )
    }

    fn cell(&self, channel: &str, place: &str) -> String {
        if self.many() {
            format!("{{{channel}, {place}}}")
        } else {
            place.into()
        }
    }

    /// For each request whether it is asked for and open.
    fn open(&self, request: &str, body: &str) -> Vec<String> {
        let (s, targets, count) = (self.sizes, self.requests.targets().len(), self.requests.count());
        let asked = |k: usize| part(request, self.request(), k, 1);
        let flag = |name: &str, k: usize| s.room(name, k, &part(request, self.request(), count, s.channel));
        let target = |k: usize| match s.long {
            _ if s.open_at_outputs() => asked(k),
            true => format!("{} & ({body} ? {} : {})", asked(k), flag("more", k), flag("open", k)),
            false => format!("{} & {}", asked(k), flag("open", k)),
        };
        let ejects =
            || if s.long { format!("{} & ({body} | free_i)", asked(targets)) } else { asked(targets) };
        (0..targets).map(target).chain(self.requests.ejects.then(ejects)).collect()
    }

    /// The registers of the flit that is offered.
    fn offered(&self) -> String {
        let flit = self.kept() + self.sizes.data;
        let mut text = String::from("\n// The flit that is offered to the outputs.\nreg valid_q;\n");
        text += &format!("wire {}oldest;\n", vector(flit));
        if self.many() {
            text += &format!("reg {}channel_q;\n", vector(self.sizes.channel));
        }
        if !self.leads() {
            let head = part("oldest", flit, self.sizes.data, self.kept());
            text += "// Every flit is at its destination: nothing reads the rest of its head.\n";
            text += &format!("wire unused_head = ^{head};\n");
        }
        text + &format!("reg {}request_q;\n", vector(self.request()))
    }

    fn outputs(&self, all: &mut Registers) -> String {
        let (s, flit) = (self.sizes, self.kept() + self.sizes.data);
        let read = self.cell("channel_q", "read");
        let mut text = format!("\nassign oldest = flits[{read}];\n");
        if self.leads() {
            text += &format!("assign head_o = {};\n", self.head(flit));
        }
        if s.long && self.requests.ejects {
            text += &format!("assign last_o = oldest[{}];\n", flit - 1);
        }
        text += &format!("assign data_o = {};\n", part("oldest", flit, 0, s.data));
        let body = match (s.long, self.many()) {
            (false, _) => String::new(),
            (true, false) => "body_0_q".into(),
            (true, true) => {
                text += &row("bodies", s.channel, 1, &self.each("body_#_q"));
                "bodies[channel_q]".into()
            }
        };
        for (k, open) in self.open("request_q", &body).iter().enumerate() {
            let valid = if self.many() { "valid_q & " } else { "" };
            text += &format!("assign req_{k}_o = {valid}{open};\n");
        }
        for v in 0..s.channels {
            text += &format!("reg freed_{v}_q;\n");
            all.push((format!("freed_{v}_q"), "1'b0".into(), format!("pop_{v}")));
        }
        let rows: Vec<String> = self.each("freed_#_q").into_iter().rev().collect();
        text += &format!("assign credit_o = {{{}}};\n", rows.join(", "));
        text + &self.fault()
    }

    /// The head of the offered flit: its channel stands between the mark of the last flit and the header.
    fn head(&self, flit: usize) -> String {
        let s = self.sizes;
        let last = s.long.then(|| format!("oldest[{}]", flit - 1));
        let to = || part("request_q", self.request(), self.requests.count(), s.channel);
        let above: Vec<String> = last.into_iter().chain(self.many().then(to)).collect();
        s.on_link_text(&above, &part("oldest", flit, s.data, s.header))
    }

    fn fault(&self) -> String {
        let asks: Vec<String> = (0..self.requests.count()).map(|k| format!("asks_{k}")).collect();
        let some = |v: usize| if self.many() { format!("some_{v}_q") } else { "valid_q".into() };
        let full = |v: usize| format!("(push_{v} & {} & (write_{v}_q == read_{v}_q))", some(v));
        let full: Vec<String> = (0..self.sizes.channels).map(full).collect();
        let unknown = if self.sizes.channels.is_power_of_two() { "" } else { " | (push_i & !push)" };
        format!(
            "assign fault_o = (push_i & !({})){unknown} | {};\n",
            joined(&asks, " | ", "1'b0"),
            full.join(" | ")
        )
    }

    /// The memories, and what has no reset.
    fn clocked(&self) -> String {
        let cell = self.cell("channel", "write");
        let mut text = String::from("\nalways @(posedge clk_i) begin\n  if (push) begin\n");
        text += &format!(
            "    flits[{cell}] <= {{next_head, push_data_i}};\n    requests[{cell}] <= request;\n  end\n"
        );
        match self.many() {
            false => {}
            true => {
                text += "  if (!keep) request_q <= any ? picked : again ? second : request;\n";
                for v in 0..self.sizes.channels {
                    text += &format!(
                        "  if (!some_{v}_q | pop_{v}) request_{v}_q <= (some_{v}_q & more) ? second : \
                         request;\n"
                    );
                }
            }
        }
        text + "end\n"
    }
}
