//! The specification of a buffered network's routers, and of the packets of its bench's exchange.

use crate::signal::Bv;
use torus_model::route::bits;
use torus_model::{HeaderLayout, Port, PortModel, Torus};

/// Flits that an injection port holds.
pub const INJECT_DEPTH: usize = 2;

pub use torus_model::{Pipeline, RingRule};

/// All parameters of the modules of one buffered network.
#[derive(Clone, Debug)]
pub struct BufferedSpec<'a> {
    /// The name of the network. Every module name starts with it.
    pub name: &'a str,
    /// The torus.
    pub torus: &'a Torus,
    /// Bits of a payload, W.
    pub width: usize,
    /// The local ports of a processor, in each direction: one for each port, or one.
    pub ports: PortModel,
    /// The virtual channels of a link, V.
    pub channels: usize,
    /// The flits that the buffer of a channel holds, D.
    pub depth: usize,
    /// The flits of the longest packet, F.
    pub flits: usize,
    /// The cycles that a hop takes.
    pub pipeline: Pipeline,
    /// The rule that prevents deadlock in rings.
    pub rule: RingRule,
    /// The turns that routers wire, `(port of arrival, port of departure)`. Straight on is always wired.
    pub turns: &'a [(Port, Port)],
    /// Comment lines for every file: generator and version.
    pub header: Vec<String>,
    /// Whether some node has no processor.
    pub with_transit: bool,
}

impl BufferedSpec<'_> {
    /// `NAME_router`.
    pub fn router_module(&self) -> String {
        format!("{}_router", self.name)
    }

    /// `NAME_transit`, the router of a node without processor.
    pub fn transit_module(&self) -> String {
        format!("{}_transit", self.name)
    }

    /// `NAME_checker`, the packet checker of a processor.
    pub fn checker_module(&self) -> String {
        format!("{}_checker", self.name)
    }

    /// The header that follows the last-flit mark and the channel in a flit's head.
    pub fn layout(&self) -> HeaderLayout {
        HeaderLayout::with_channels(self.torus, self.channels)
    }

    /// Bits of a channel's number. 0 with one channel.
    pub fn channel_bits(&self) -> usize {
        bits(self.channels)
    }

    /// HEAD: bits of a flit's head on a link.
    pub fn head(&self) -> usize {
        self.route() + self.channel_bits()
    }

    /// Bits of a flit's head without its channel.
    pub(crate) fn route(&self) -> usize {
        self.layout().width() + self.long() as usize
    }

    /// Whether a packet can have several flits.
    pub fn long(&self) -> bool {
        self.flits > 1
    }

    /// The flits of a packet in the bench's exchange, which has the shortest packets.
    pub fn exchange_flits(&self) -> usize {
        self.rule.shortest_packet(self.flits)
    }

    /// The existing ports, in order.
    pub fn existing(&self) -> Vec<Port> {
        self.torus.ports().collect()
    }

    /// The numbers of the local ports of a processor: those of its ports, or a single 0.
    pub fn local_ports(&self) -> Vec<usize> {
        self.ports.existing_local_ports(self.torus)
    }

    /// Whether all flits come by one local port, so that each names its first port.
    pub fn one_local_port(&self) -> bool {
        self.ports != PortModel::AllPort
    }

    /// Bits of the port number beside an injected flit.
    pub fn port_bits(&self) -> usize {
        self.layout().port_bits
    }

    /// The credits that the first flit of a packet needs: to go straight on, and to enter a ring.
    pub fn needs(&self) -> (usize, usize) {
        match self.rule {
            RingRule::Dateline => (1, 1),
            RingRule::Bubble => (self.flits, 2 * self.flits),
        }
    }

    /// Panics with a message if the specification contradicts itself.
    pub(crate) fn check(&self) {
        assert!(
            self.width > 0 && self.channels > 0 && self.depth > 0 && self.flits > 0,
            "Payload, channels, depth and flits are at least 1."
        );
        assert!(
            self.rule == RingRule::Bubble || self.channels % 2 == 0,
            "The dateline rule wants an even number of channels, not {}.",
            self.channels
        );
        assert!(
            self.depth >= self.needs().1,
            "A packet needs {} free places to enter a ring; a buffer has {}.",
            self.needs().1,
            self.depth
        );
        assert!(
            self.head() <= Bv::MAX_WIDTH,
            "A head of {} bits is more than the kernels hold.",
            self.head()
        );
        let absent = self.turns.iter().find(|(a, b)| !(self.torus.has_port(*a) && self.torus.has_port(*b)));
        assert!(absent.is_none(), "A turn uses a port that does not exist: {absent:?}.");
        let straight = self.turns.iter().find(|(a, b)| a.dim() == b.dim());
        assert!(straight.is_none(), "A turn stays in its dimension: {straight:?}.");
    }
}
