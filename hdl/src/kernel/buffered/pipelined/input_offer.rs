//! The text that says which flit an [`Input`](super::Input) offers next.

use super::super::text::{at, row};
use super::input_text::{Registers, Text};
use crate::signal::text::vector;

impl Text<'_> {
    /// The flit that is offered next.
    pub(super) fn offer(&self, all: &mut Registers) -> String {
        let (s, request) = (self.sizes, vector(self.request()));
        let mut text = String::from("\n// What is offered next.\n");
        if !self.many() {
            text += "wire load = !valid_q | pop_i;\nwire again = valid_q & more;\n";
            all.push(("valid_q".into(), "1'b0".into(), "push | (valid_q & !(pop_i & !more))".into()));
            let zero = format!("{}'d0", self.request());
            let next = format!("load ? (again ? second : push ? request : {zero}) : request_q");
            all.push(("request_q".into(), zero, next));
            return text;
        }
        for v in 0..s.channels {
            text += &format!(
                "wire other_{v} = some_{v}_q & ready_{v}_q & !(valid_q & (channel_q == {}'d{v}));\n",
                s.channel
            );
        }
        text += &format!("wire any = {};\n", self.each("other_#").join(" | "));
        text += &self.turn();
        text += &row("asked", s.channel, self.request(), &self.each("request_#_q"));
        text += &format!("wire {request}picked = {};\n", at("asked", "pick", self.request()));
        text += &row("waiting", s.channel, 1, &self.each("some_#_q"));
        text += "wire keep = valid_q & !pop_i & !any;\nwire again = valid_q & pop_i & more & !any;\n";
        text += "wire fresh = push & !any & !keep & !again & ";
        text += "(!waiting[channel] | (valid_q & (channel_q == channel)));\n";
        all.push(("valid_q".into(), "1'b0".into(), "any | keep | again | fresh".into()));
        let next = "any ? pick : fresh ? channel : channel_q".to_string();
        all.push(("channel_q".into(), format!("{}'d0", s.channel), next));
        text
    }

    /// The next channel behind the one that is offered: a chain of comparisons, as a row takes more LUTs.
    fn turn(&self) -> String {
        let (n, bits) = (self.sizes.channels, self.sizes.channel);
        let behind = |u: usize| {
            let row: String =
                (1..n).map(|k| (u + k) % n).map(|v| format!("other_{v} ? {bits}'d{v} : ")).collect();
            format!("{row}{bits}'d{u}")
        };
        let one = |u: usize| format!("(channel_q == {bits}'d{u}) ? ({}) : ", behind(u));
        let chain: String = (0..n - 1).map(one).collect();
        format!("wire {}pick = {chain}({});\n", vector(bits), behind(n - 1))
    }
}
