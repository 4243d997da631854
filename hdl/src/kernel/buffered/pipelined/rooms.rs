//! Verilog of the room behind outputs, as an [`Input`](super::Input) and an [`Inject`](super::Inject) see it:
//! for each output that flits ask for a bit of every channel.

use super::super::sizes::Sizes;
use super::super::text::{at, row};

impl Sizes {
    /// Declares the channels that have room, by output: `open` for the first flit of a packet, `more` for the
    /// next ones.
    pub(super) fn rooms(&self, outputs: usize) -> String {
        if self.channels == 1 || outputs == 0 {
            return String::new();
        }
        let names = if self.long { &["open", "more"][..] } else { &["open"] };
        let flags = |name: &str, k: usize| {
            let flag = |c: usize| format!("{name}_{}_i", k * self.channels + c);
            row(&format!("{name}_by_{k}"), self.channel, 1, &(0..self.channels).map(flag).collect::<Vec<_>>())
        };
        let rows = (0..outputs).flat_map(|k| names.iter().map(move |name| flags(name, k)));
        format!("\n// By output: the channels that have room.\n{}", rows.collect::<String>())
    }

    /// Whether a channel of an output has room.
    pub(super) fn room(&self, name: &str, k: usize, channel: &str) -> String {
        match self.channels {
            1 => format!("{name}_{k}_i"),
            _ => at(&format!("{name}_by_{k}"), channel, 1),
        }
    }
}
