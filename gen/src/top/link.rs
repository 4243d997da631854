//! The bundle of signals that every link has.

use super::text::{field, Connection};

/// The bundle of signals from a node to the next one.
#[derive(Clone, Debug)]
pub struct Link {
    signals: Vec<Signal>,
}

#[derive(Clone, Debug)]
struct Signal {
    name: &'static str,
    bits: usize,
    /// The parameter that is its width; none: a bit.
    width: Option<&'static str>,
    /// It runs against the link.
    backwards: bool,
}

impl Link {
    /// Valid, a head of so many bits (`HW`) and data. `width`: the parameter that is the width of data.
    pub fn new(head: usize, width: &'static str, data: usize) -> Self {
        let forward = |name, bits, width| Signal { name, bits, width, backwards: false };
        let signals = vec![
            forward("valid", 1, None),
            forward("head", head, Some("HW")),
            forward("data", data, Some(width)),
        ];
        Link { signals }
    }

    /// The same with credits for so many channels (`V`), which run against the link.
    pub fn with_credits(mut self, channels: usize) -> Self {
        self.signals.push(Signal { name: "credit", bits: channels, width: Some("V"), backwards: true });
        self
    }

    /// The nets of all links.
    pub fn nets(&self, links: usize) -> String {
        let credits =
            if self.signals.iter().any(|signal| signal.backwards) { ", and its credits" } else { "" };
        let net = |signal: &Signal| format!("  wire [{}:0] link_{};\n", links * signal.bits - 1, signal.name);
        format!(
            "  // Links by tail node and existing port: what leaves node n through its e-th port{credits}.\n"
        ) + &self.signals.iter().map(net).collect::<String>()
    }

    /// The node's end of the link that arrives in the direction of a port. `link`: its number.
    pub fn arriving(&self, port: usize, link: &str) -> Vec<Connection> {
        self.end("rx", port, link, ['i', 'o'])
    }

    /// The node's end of the link that leaves through a port.
    pub fn leaving(&self, port: usize, link: &str) -> Vec<Connection> {
        self.end("tx", port, link, ['o', 'i'])
    }

    fn end(&self, side: &str, port: usize, link: &str, [with, against]: [char; 2]) -> Vec<Connection> {
        let connection = |signal: &Signal| {
            let suffix = if signal.backwards { against } else { with };
            let net = field(&format!("link_{}", signal.name), link, signal.width);
            (format!("{side}_{}_{port}_{suffix}", signal.name), net)
        };
        self.signals.iter().map(connection).collect()
    }
}
