//! The signals that every link has.

mod register_module;

use super::text::{field, Connection};

/// The signals from a node to the next one.
#[derive(Clone, Debug)]
pub struct Link {
    signals: Vec<Signal>,
}

#[derive(Clone, Debug)]
struct Signal {
    name: &'static str,
    width: Width,
    /// Whether it runs against the link, as credits do.
    backwards: bool,
}

/// How wide a signal is.
#[derive(Clone, Debug)]
enum Width {
    Bit,
    /// The same width on every link, with the name of its parameter.
    All(usize, &'static str),
    /// A width for the links of each existing port; the parameter is their sum.
    Each(Vec<usize>, &'static str),
}

impl Link {
    /// Valid, a head of `head` bits (`HW`), and `data` bits of data. `width`: the parameter for the width of
    /// data.
    pub fn new(head: usize, width: &'static str, data: usize) -> Self {
        Self::of(Width::All(head, "HW"), Width::All(data, width))
    }

    /// As [`Link::new`], with a width of heads for the links of each existing port (`HW`: their sum).
    pub fn with_heads(heads: Vec<usize>, width: &'static str, data: usize) -> Self {
        Self::of(Width::Each(heads, "HW"), Width::All(data, width))
    }

    /// Valid and data, without a head.
    pub fn bare(width: &'static str, data: usize) -> Self {
        Self::forward([("valid", Width::Bit), ("data", Width::All(data, width))])
    }

    fn of(head: Width, data: Width) -> Self {
        Self::forward([("valid", Width::Bit), ("head", head), ("data", data)])
    }

    fn forward<const N: usize>(signals: [(&'static str, Width); N]) -> Self {
        let forward = |(name, width)| Signal { name, width, backwards: false };
        Link { signals: signals.into_iter().map(forward).collect() }
    }

    /// Bits of the widest head.
    pub fn widest_head(&self) -> usize {
        self.signals.iter().filter(|signal| signal.name == "head").map(|signal| signal.width.widest()).sum()
    }

    /// This link with credits for `channels` channels (`V`), which run against the link.
    pub fn with_credits(mut self, channels: usize) -> Self {
        self.signals.push(Signal { name: "credit", width: Width::All(channels, "V"), backwards: true });
        self
    }

    fn has_credits(&self) -> bool {
        self.signals.iter().any(|signal| signal.backwards)
    }

    /// The declarations of the nets of all links: `nodes` nodes with `ports` ports each.
    pub fn nets(&self, nodes: usize, ports: usize) -> String {
        let credits = if self.has_credits() { ", and its credits" } else { "" };
        let net = |signal: &Signal| {
            format!("  wire [{}:0] link_{};\n", nodes * signal.width.of_node(ports) - 1, signal.name)
        };
        format!(
            "  // Links by tail node and existing port: what leaves node n through its e-th port{credits}.\n"
        ) + &self.signals.iter().map(net).collect::<String>()
    }

    /// Bits of the widest of these nets.
    pub fn widest_net(&self, nodes: usize, ports: usize) -> usize {
        self.signals.iter().map(|signal| nodes * signal.width.of_node(ports)).max().unwrap_or(0)
    }

    /// The connections of a node to a link that arrives. `e`: its direction as a number among the existing
    /// ports; `port`: its port number; `tail`: the node it comes from.
    pub fn arriving(&self, (e, port): (usize, usize), tail: &str) -> Vec<Connection> {
        self.end("rx", (e, port), tail, ['i', 'o'])
    }

    /// The connections of a node to the link that leaves through a port, with the same numbers.
    pub fn leaving(&self, (e, port): (usize, usize), node: &str) -> Vec<Connection> {
        self.end("tx", (e, port), node, ['o', 'i'])
    }

    fn end(
        &self,
        side: &str,
        (e, port): (usize, usize),
        tail: &str,
        [with, against]: [char; 2],
    ) -> Vec<Connection> {
        let connection = |signal: &Signal| {
            let suffix = if signal.backwards { against } else { with };
            let net = signal.width.part(&format!("link_{}", signal.name), tail, e);
            (format!("{side}_{}_{port}_{suffix}", signal.name), net)
        };
        self.signals.iter().map(connection).collect()
    }
}

impl Width {
    /// The bits of all links that leave a node with `ports` ports.
    fn of_node(&self, ports: usize) -> usize {
        match self {
            Width::Bit => ports,
            Width::All(bits, _) => ports * bits,
            Width::Each(bits, _) => bits.iter().sum(),
        }
    }

    fn widest(&self) -> usize {
        match self {
            Width::Bit => 1,
            Width::All(bits, _) => *bits,
            Width::Each(bits, _) => bits.iter().copied().max().unwrap_or(0),
        }
    }

    /// The part of a net that belongs to the `e`-th link of a node.
    fn part(&self, net: &str, tail: &str, e: usize) -> String {
        match self {
            Width::Bit => field(net, &format!("{tail}*E+{e}"), None),
            Width::All(_, name) => field(net, &format!("{tail}*E+{e}"), Some(name)),
            Width::Each(bits, name) => {
                format!("{net}[{tail}*{name}+{} +: {}]", bits[..e].iter().sum::<usize>(), bits[e])
            }
        }
    }
}
