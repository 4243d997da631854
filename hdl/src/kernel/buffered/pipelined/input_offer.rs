//! Verilog that chooses the flit that an [`Input`](super::Input) offers next.

use super::super::text::Register;
use super::input_text::Text;
use crate::signal::text::{part, spread, vector};

impl Text<'_> {
    /// Chooses the flit that is offered next.
    pub(super) fn offer(&self, all: &mut Vec<Register>) -> String {
        let text = "\n// What is offered next.\n";
        match self.many() {
            true => text.to_string() + &self.offer_of_channels(all),
            false => text.to_string() + &self.offer_of_one(all),
        }
    }

    /// With one channel: the next flit in the queue, or the one that arrives.
    fn offer_of_one(&self, all: &mut Vec<Register>) -> String {
        all.push(Register::bit("valid_q", "push | (valid_q & !(pop & !more))"));
        let next = format!("load ? (again ? second : push ? request : {}'d0) : request_q", self.request());
        all.push(Register::zero("request_q", self.request(), next));
        "wire load = !valid_q | pop;\nwire again = valid_q & more;\n".into()
    }

    /// With several channels: the oldest flit of another channel, if it could go. Otherwise the offered flit
    /// stays; if it leaves, the next flit of its channel follows. If there is none, the arriving flit is
    /// offered.
    fn offer_of_channels(&self, all: &mut Vec<Register>) -> String {
        let (v, channel, request) = (self.sizes.channels, self.sizes.channel, vector(self.request()));
        let mut text = format!(
            "wire {}other = some_q & ready_q & ~({} & here);\nwire any = |other;\n",
            vector(v),
            spread("valid_q", v)
        );
        text += &self.next_channel();
        text += &format!("wire {request}picked = {};\n", self.chosen("asked", "pick", self.request()));
        text += "wire keep = valid_q & !pop_i & !any;\nwire again = valid_q & pop_i & more & !any;\n";
        text += &format!("wire fresh = {} & !any & !keep & !again & ", self.arrives());
        text += "(!some_q[channel] | (valid_q & (channel_q == channel)));\n";
        all.push(Register::bit("valid_q", "any | keep | again | fresh"));
        all.push(Register::zero("channel_q", channel, "any ? pick : fresh ? channel : channel_q"));
        text
    }

    /// Chooses the next of the other channels, beginning after the channel that is offered.
    fn next_channel(&self) -> String {
        let (v, bits) = (self.sizes.channels, self.sizes.channel);
        let but_last = |row: &str| part(row, v, 0, v - 1);
        let first: String =
            (0..v - 1).map(|c| format!("{} ? {bits}'d{c} : ", part("order", v - 1, c, 1))).collect();
        let mut text = format!(
            "// Channels behind the one that is offered come first.\n\
             wire {}behind = other & ({{{{{}{{1'b1}}}}, 1'b0}} << channel_q);\n",
            vector(v),
            v - 1
        );
        text += &format!(
            "wire {}order = (|behind) ? {} : {};\n",
            vector(v - 1),
            but_last("behind"),
            but_last("other")
        );
        text + &format!("wire {}pick = {first}{bits}'d{};\n", vector(bits), v - 1)
    }
}
