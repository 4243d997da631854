//! Verilog of the queues of an [`Input`](super::Input): for each channel its pointers into the memory, and
//! the request of its oldest flit. Values that are read for several channels are in rows.

use super::super::rows::wires;
use super::super::text::{registers, Register};
use super::input_text::Text;
use crate::signal::text::{concat, spread, vector};

/// The comment above the loop through the channels.
const BY_CHANNEL: &str = "\n// By channel: its pointers, and what its oldest flit asks for.\n";

/// Bits from value to value of a row that is read at a number: a power of two, so that the number needs no
/// multiplication.
fn stride(width: usize) -> usize {
    width.next_power_of_two()
}

impl Text<'_> {
    /// The queues, and the pointers of the channels in use.
    pub(super) fn queues(&self, all: &mut Vec<Register>) -> String {
        match self.many() {
            true => {
                let queue = self.declared() + &self.asked() + &self.clocked_queue() + &self.next_asked();
                self.rows(all) + &self.pointers() + BY_CHANNEL + &self.each().around(&queue)
            }
            false => self.flags(all) + &self.declared() + &self.pointers() + "\n" + &self.clocked_queue(),
        }
    }

    /// The channels at which a flit arrives or leaves, and those whose packet has begun to leave.
    fn flags(&self, all: &mut Vec<Register>) -> String {
        let (s, v) = (self.sizes, self.sizes.channels);
        let range = vector(v);
        let (push, pop) = match self.many() {
            true => {
                let one = |number: &str| format!("({v}'d1 << {number})");
                (
                    format!("{} & {}", spread("push_i", v), one("channel")),
                    format!("{} & here", spread("pop_i", v)),
                )
            }
            false => ("push_i".into(), "pop_i".into()),
        };
        let mut text = format!("wire {range}push = {push};\nwire {range}pop = {pop};\n");
        if s.long {
            text += "// The packet of the oldest flit has begun to leave.\n";
            text += &format!("reg {range}body_q;\n");
            let body = format!("(pop & {}) | (~pop & body_q)", spread(&format!("!{}", self.last()), v));
            all.push(Register::zero("body_q", v, body));
        }
        text
    }

    /// Declares rows with a value for each channel.
    fn rows(&self, all: &mut Vec<Register>) -> String {
        let v = self.sizes.channels;
        let mut text = format!(
            "\n// By channel: whether its flit is offered, a flit arrives, one leaves.\n\
             wire {}here = {v}'d1 << channel_q;\n",
            vector(v)
        );
        text += &self.flags(all);
        text += "// By channel: there is a flit; the oldest one could have gone in the cycle before.\n";
        text += &format!("reg {0}some_q;\nreg {0}ready_q;\n", vector(v));
        let some = format!("push | (some_q & ~(pop & {}))", spread("!more", v));
        all.push(Register::zero("some_q", v, some));
        all.push(Register::zero("ready_q", v, "some_q & open"));
        text +=
            "// By channel: its places are taken, its oldest flit can go; side by side: its pointers, and ";
        text += "what its\n// oldest flit asks for.\n";
        text += &wires(v, &["full", "open"]);
        text += &wires(v * stride(self.place()), &["writes", "reads"]);
        text + &wires(v * stride(self.request()), &["asked"])
    }

    /// The value of a channel in a row of values.
    pub(super) fn chosen(&self, row: &str, channel: &str, width: usize) -> String {
        match stride(width).ilog2() {
            0 => format!("{row}[{channel}]"),
            zeros => format!("{row}[{{{channel}, {zeros}'d0}} +: {width}]"),
        }
    }

    /// Text that puts a channel's value of `width` bits into a row.
    fn put(&self, row: &str, value: &str, width: usize) -> String {
        let above = stride(width) - width;
        let zeros = (above > 0).then(|| format!("{above}'d0"));
        let value: Vec<String> = zeros.into_iter().chain([value.into()]).collect();
        format!("assign {} = {};\n", self.each().value(row, stride(width)), concat(&value))
    }

    /// The pointers of the channel that is offered, and of the channel at which a flit arrives.
    fn pointers(&self) -> String {
        let place = self.place();
        let by = |number: &str, name: &str| match self.many() {
            true => self.chosen(&format!("{name}s"), number, place),
            false => format!("{name}_q"),
        };
        let one = |name: &str, value: String| format!("wire {}{name} = {value};\n", vector(place));
        let mut text = String::from("\n// The place of the flit that arrives.\n");
        text += &one("write", by("channel", "write"));
        text += "// The places of the offered flit and of the one behind it, if there are more.\n";
        if self.place() == 2 {
            text += "// Pointers count in Gray code: 0, 2, 3, 1.\n";
        }
        text += &one("read", by("channel_q", "read"));
        text += &one("next", self.behind("read"));
        text += &format!("wire more = next != {};\n", by("channel_q", "write"));
        let cell = self.cell("channel_q", "next");
        text + &format!("wire {}second = requests[{cell}];\n", vector(self.request()))
    }

    /// The pointer to the next place. Four places are in the order of a Gray code, which takes one inverter.
    fn behind(&self, pointer: &str) -> String {
        match self.place() {
            1 => format!("!{pointer}"),
            2 => format!("{{{pointer}[0], !{pointer}[1]}}"),
            place => format!("{pointer} + {place}'d1"),
        }
    }

    fn declared(&self) -> String {
        format!("reg {0}write_q;\nreg {0}read_q;\n", vector(self.place()))
    }

    /// The pointers of a channel after this cycle, and whether all its places are taken.
    fn clocked_queue(&self) -> String {
        let each = self.each();
        let full = match self.many() {
            true => format!("assign {} = {}", each.bit("full"), each.bit("some_q")),
            false => "wire full = valid_q".into(),
        };
        let write = format!("{} ? {} : write_q", each.bit("push"), self.behind("write_q"));
        let read = format!("{} ? next : read_q", each.bit("pop"));
        let pointers = [("write_q", write), ("read_q", read)]
            .map(|(name, next)| Register::zero(name, self.place(), next));
        format!("{full} & (write_q == read_q);\n{}", registers(&pointers).trim_start())
    }

    /// The request of the oldest flit, and whether credits and locks allow it.
    fn asked(&self) -> String {
        let (each, width) = (self.each(), self.request());
        let mut text = format!("reg {}asked_q;\n", vector(width));
        for (row, name) in [("writes", "write_q"), ("reads", "read_q")] {
            text += &self.put(row, name, self.place());
        }
        text += &self.put("asked", "asked_q", width);
        let open = self.open("asked_q", &each.bit("body_q"));
        text + &format!("assign {} = |{{{}}};\n", each.bit("open"), open.join(", "))
    }

    /// When the oldest flit leaves, takes the request of the next one, or of the arriving flit if there is
    /// no next one.
    fn next_asked(&self) -> String {
        let (some, pop) = (self.each().bit("some_q"), self.each().bit("pop"));
        format!(
            "always @(posedge clk_i) begin\n  if (!{some} | {pop}) asked_q <= ({some} & more) ? second : \
             request;\nend\n"
        )
    }
}
