//! The text of the queues of an [`Input`](super::Input): for each channel pointers into the memory, and what
//! its oldest flit asks for. What several channels read stands in rows, a value for each channel.

use super::super::rows::wires;
use super::super::text::registers;
use super::input_text::{Registers, Text};
use crate::signal::text::{spread, vector};

impl Text<'_> {
    /// The queues, and the pointers that are used.
    pub(super) fn queues(&self, all: &mut Registers) -> String {
        match self.many() {
            true => {
                let queue = self.declared() + &self.asked() + &self.clocked_queue() + &self.next_asked();
                self.rows(all) + &self.pointers() + "\n" + &self.each().around(&queue)
            }
            false => self.flags(all) + &self.declared() + &self.pointers() + "\n" + &self.clocked_queue(),
        }
    }

    /// Which channels a flit arrives for and leaves, and whether packets are under way.
    fn flags(&self, all: &mut Registers) -> String {
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
            all.push(("body_q".into(), format!("{v}'d0"), body));
        }
        text
    }

    /// Rows, a value for each channel.
    fn rows(&self, all: &mut Registers) -> String {
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
        all.push(("some_q".into(), format!("{v}'d0"), some));
        all.push(("ready_q".into(), format!("{v}'d0"), "some_q & open".into()));
        text +=
            "// By channel: its places are taken, its oldest flit can go; side by side: its pointers, and ";
        text += "what its\n// oldest flit asks for.\n";
        text += &wires(v, &["full", "open"]);
        text += &wires(v * self.place(), &["writes", "reads"]);
        text + &wires(v * self.request(), &["asked"])
    }

    /// A value of a row of values.
    pub(super) fn chosen(&self, row: &str, channel: &str, width: usize) -> String {
        match width {
            1 => format!("{row}[{channel}]"),
            _ => format!("{row}[{channel}*{width} +: {width}]"),
        }
    }

    /// The pointers of the channel whose flit is offered, and of the one that arrives.
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
        text += &one("read", by("channel_q", "read"));
        text += &one("next", self.behind("read"));
        text += &format!("wire more = next != {};\n", by("channel_q", "write"));
        let cell = self.cell("channel_q", "next");
        text + &format!("wire {}second = requests[{cell}];\n", vector(self.request()))
    }

    /// The place behind this one. Four places stand in the order of Gray's code, which takes one inverter.
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

    /// A channel's pointers behind this cycle, and whether its places are taken.
    fn clocked_queue(&self) -> String {
        let each = self.each();
        let full = match self.many() {
            true => format!("assign {} = {}", each.bit("full"), each.bit("some_q")),
            false => "wire full = valid_q".into(),
        };
        let zero = format!("{}'d0", self.place());
        let write = format!("{} ? {} : write_q", each.bit("push"), self.behind("write_q"));
        let read = format!("{} ? next : read_q", each.bit("pop"));
        let pointers = [("write_q".into(), zero.clone(), write), ("read_q".into(), zero, read)];
        format!("{full} & (write_q == read_q);\n{}", registers(&pointers).trim_start())
    }

    /// What the oldest flit asks for, and whether that is open.
    fn asked(&self) -> String {
        let (each, width) = (self.each(), self.request());
        let mut text = format!("reg {}asked_q;\n", vector(width));
        for (row, name) in [("writes", "write_q"), ("reads", "read_q")] {
            text += &format!("assign {} = {name};\n", each.value(row, self.place()));
        }
        text += &format!("assign {} = asked_q;\n", each.value("asked", width));
        let open = self.open("asked_q", &each.bit("body_q"));
        text + &format!("assign {} = |{{{}}};\n", each.bit("open"), open.join(", "))
    }

    /// As the oldest flit leaves, the next one becomes the oldest; without one, the flit that arrives.
    fn next_asked(&self) -> String {
        let (some, pop) = (self.each().bit("some_q"), self.each().bit("pop"));
        format!(
            "always @(posedge clk_i) begin\n  if (!{some} | {pop}) asked_q <= ({some} & more) ? second : \
             request;\nend\n"
        )
    }
}
