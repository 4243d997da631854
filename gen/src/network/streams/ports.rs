//! The ports of a top with streams.

use super::Streams;
use crate::top::error_site;
use crate::top::ports::{after, clock_and_reset, link_valid, of_local_ports, Direction, Port};
use torus_model::{PortModel, Torus};
use torus_sim::port_info::{Cycle, Elements};

/// The port with the destination of a packet.
const DESTINATION: &str = "s_axis_tdest_i";

/// The clock port of streams with a clock of their own.
const LOCAL_CLOCK: &str = "local_clk_i";

/// The streams of all processors.
pub struct LocalStreams<'a> {
    /// The torus.
    pub torus: &'a Torus,
    /// Their part of a payload.
    pub streams: &'a Streams,
    /// One element for each stream.
    pub local: Elements,
    /// Whether a processor has a single stream in each direction.
    pub one: bool,
}

impl<'a> LocalStreams<'a> {
    /// One stream in each direction at every processor, for any port model.
    pub fn of_processors(torus: &'a Torus, processors: usize, streams: &'a Streams) -> Self {
        let local = of_local_ports(processors, PortModel::OnePort, Vec::new());
        LocalStreams { torus, streams, local, one: true }
    }
}

/// The clock of the streams.
pub enum StreamClock {
    /// The clock of the network; `link` and `arrival`: when a link carries a beat, and when it is at its
    /// destination.
    Network { link: Cycle, arrival: Cycle },
    /// A clock of their own.
    Local,
}

impl LocalStreams<'_> {
    /// The streams into the network: all, or only that of a broadcast's source.
    fn senders(&self) -> Elements {
        match self.streams.broadcast {
            Some(_) => Elements { count: 1, of: "source".into(), ..self.local.clone() },
            None => self.local.clone(),
        }
    }

    /// The comments on a beat into the network, and on one out of it.
    fn meanings(&self) -> [&'static str; 2] {
        match (self.streams.broadcast, self.one) {
            (Some(_), _) => ["a beat of the source's block", "bit = processor; none at the source"],
            (_, true) => ["bit = processor", "a beat for this processor"],
            (_, false) => ["processor p, local port e: bit p*E+e", "a beat for this processor"],
        }
    }
}

/// The ports of the top: streams, errors, links.
pub fn stream_ports(all: &LocalStreams, clock: StreamClock) -> Vec<Port> {
    use Direction::{In, Out};
    let (Streams { data, source, broadcast, .. }, [sends, arrives]) = (all.streams, all.meanings());
    let (own, link, arrival) = match clock {
        StreamClock::Network { link, arrival } => (Vec::new(), Some(link), Some(arrival)),
        StreamClock::Local => (local_clock().to_vec(), None, None),
    };
    let of = |elements: &Elements, direction, width, name, what| {
        let port = Port::new(direction, elements.count * width, name, what).of(elements);
        match own.is_empty() {
            true => port,
            false => port.in_clock(LOCAL_CLOCK),
        }
    };
    let (senders, local) = (all.senders(), &all.local);
    let from = |direction, width, name, what| of(&senders, direction, width, name, what);
    let port = |direction, width, name, what| of(local, direction, width, name, what);
    let sent = |port: Port| port.at(after("s_axis_tvalid_i", 0));
    let arrived = |port: Port| port.at(after("m_axis_tvalid_o", 0));
    let mut ports = clock_and_reset().to_vec();
    ports.extend(own.iter().cloned());
    ports.extend([
        from(In, 1, "s_axis_tvalid_i", sends),
        from(Out, 1, "s_axis_tready_o", "it is taken if valid too"),
        sent(from(In, *data, "s_axis_tdata_i", "data")),
        sent(from(In, 1, "s_axis_tlast_i", "last beat of a packet")),
        sent(from(In, *source, DESTINATION, "node id of the destination")),
        port(Out, 1, "m_axis_tvalid_o", arrives).at(arrival),
        port(In, 1, "m_axis_tready_i", "it is taken if valid too"),
        arrived(port(Out, *data, "m_axis_tdata_o", "data")),
        arrived(port(Out, 1, "m_axis_tlast_o", "last beat of a packet")),
        arrived(port(Out, *source, "m_axis_tid_o", "node id of the source")),
        from(Out, 1, "s_axis_error_o", "sticky: a packet was dropped, as it cannot be sent"),
        link_valid(all.torus, "bit = link id", link),
        Port::new(Out, 1, "error_o", "sticky: the network itself failed"),
    ]);
    ports.extend(all.streams.error_site.then(|| error_site::port(all.torus)));
    ports.retain(|port| broadcast.is_none() || !port.is(DESTINATION));
    ports
}

/// A stream into a module. `beat`, `last`: the comments on a beat and on TLAST. A broadcast has no
/// destination.
pub fn stream_in(streams: &Streams, beat: &'static str, last: &'static str) -> Vec<Port> {
    use Direction::{In, Out};
    let mut all = vec![
        Port::new(In, 1, "s_axis_tvalid_i", beat),
        Port::new(Out, 1, "s_axis_tready_o", "it is taken if valid too"),
        Port::new(In, streams.data, "s_axis_tdata_i", "its data"),
        Port::new(In, 1, "s_axis_tlast_i", last),
        Port::new(In, streams.source, DESTINATION, "node id of the destination"),
    ];
    all.retain(|port| streams.broadcast.is_none() || !port.is(DESTINATION));
    all
}

/// A stream out of a module, as [`stream_in`]. With `last` as `None`, every beat is a packet.
pub fn stream_out(streams: &Streams, beat: &'static str, last: Option<&'static str>) -> Vec<Port> {
    use Direction::{In, Out};
    let mut all = vec![
        Port::new(Out, 1, "m_axis_tvalid_o", beat),
        Port::new(In, 1, "m_axis_tready_i", "it is taken if valid too"),
        Port::new(Out, streams.data, "m_axis_tdata_o", "its data"),
    ];
    all.extend(last.map(|last| Port::new(Out, 1, "m_axis_tlast_o", last)));
    all.push(Port::new(Out, streams.source, "m_axis_tid_o", "node id of its source"));
    all
}

/// Clock and reset of streams with a clock of their own.
fn local_clock() -> [Port; 2] {
    let clock = Port::new(Direction::In, 1, LOCAL_CLOCK, "clock of all streams, unrelated to clk_i");
    let reset = Port::new(Direction::In, 1, "local_rst_ni", "its synchronous reset, active low; resets all");
    [clock, reset.in_clock(LOCAL_CLOCK)]
}
