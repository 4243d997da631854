//! A row of a packet list: `{destination, head, port, valid}`, which is what a packet source needs of a
//! packet.
//!
//! The head is the one on the first link. The port is included only if a processor has a single injection
//! port. If the source finds the last flit by counting, the head lacks the bit that marks it.

use torus_hdl::{buffered::BufferedSpec, hex_digits};
use torus_model::route::bits;
use torus_sim::traffic::{HeadFormat, Packet};

/// The rows of a network.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub spec: &'a BufferedSpec<'a>,
}

impl Rows<'_> {
    /// Whether packets have several flits, which are counted; otherwise every flit is the last one.
    pub fn is_counted(&self) -> bool {
        self.spec.exchange_flits() > 1
    }

    /// Bits of the port in a row: none if each port has its own list.
    fn port_bits(&self) -> usize {
        if self.spec.one_local_port() {
            self.spec.port_bits()
        } else {
            0
        }
    }

    /// Bits of the fields, lowest first: valid, port, head, destination.
    pub fn fields(&self) -> [usize; 4] {
        let id = bits(self.spec.torus.len());
        [1, self.port_bits(), self.spec.head() - self.is_counted() as usize, id]
    }

    /// The fields in words, the highest first, for the comment of a port.
    pub fn in_order(&self) -> &'static str {
        match self.port_bits() {
            0 => "{destination, head, valid}",
            _ => "{destination, head, port, valid}",
        }
    }

    /// Bits of a row.
    pub fn width(&self) -> usize {
        self.fields().iter().sum()
    }

    /// The head of a packet, without the bit of the last flit if flits are counted.
    fn head(&self, packet: &Packet) -> u128 {
        let last = self.spec.long() && !self.is_counted();
        packet.way.head() | (last as u128) << (self.spec.head() - 1)
    }

    /// The Verilog digits of a row.
    pub fn digits(&self, packet: &Packet) -> String {
        let port = packet.way.first_port().index() as u128;
        let values = [1, port, self.head(packet), packet.destination.index() as u128];
        let fields = values.into_iter().zip(self.fields());
        let all: Vec<bool> =
            fields.flat_map(|(value, width)| (0..width).map(move |i| value >> i & 1 == 1)).collect();
        hex_digits(&all)
    }

    /// The comment on a row, such as `1+ aab -> (2,1), channels 0 1`.
    pub fn in_words(&self, packet: &Packet) -> String {
        let join = |numbers: Vec<String>, by: &str| numbers.join(by);
        let to = self.spec.torus.coordinates(packet.destination).iter().map(u32::to_string).collect();
        let format = HeadFormat::new(self.spec.torus, self.spec.channels, self.spec.flits, self.spec.rule);
        let channels = format.segments(packet.way).map(|(_, channel)| channel.to_string()).collect();
        let (first, route) = (packet.way.first_port(), format.route(packet.way));
        format!("{first} {route} -> ({}), channels {}", join(to, ","), join(channels, " "))
    }
}
