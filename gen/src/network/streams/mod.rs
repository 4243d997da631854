//! Streams at the processors of a network: their part of a payload, which networks can have them, and the
//! hardware that all kinds share. The rest is in `axis` of each kind.

mod cross;
mod destination;
mod offset;
mod ports;

pub(super) use cross::{crossed, one_clock_top};
pub(super) use destination::{Destination, Dim};
pub(super) use offset::offset_module;
pub(super) use ports::{stream_in, stream_out, stream_ports, LocalStreams, StreamClock};

use super::Asked;
use crate::{
    limits::MAX_WIDTH,
    top::{
        error_site, module_text,
        text::{plain, Connection},
        Port,
    },
};
use thiserror::Error;
use torus_hdl::Module;
use torus_model::{
    route::bits, route::coordinate_bits, ChannelAssignment, RingRule, Routing, Torus, UnknownName,
};
use torus_sim::manifest::InterfaceInfo;

/// Why a network cannot have this interface.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InterfaceError {
    /// An unknown interface.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Streams whose packets would overtake each other.
    #[error(
        "'interface' axis was asked for together with 'routing' udr, by which packets from one node to \
         another overtake each other; streams keep their order: use 'routing' odr, or leave 'interface' out"
    )]
    Routing,
    /// A clock for streams, without streams.
    #[error(
        "'local-clock' was asked for without 'interface' axis; it is a clock for streams, and the native \
         interface counts cycles of the network: add 'interface' axis, or leave 'local-clock' out"
    )]
    LocalClock,
    /// A payload that is too wide.
    #[error(
        "'width' {data} was asked for together with 'interface' axis; {beside} more bits travel beside the \
         data, and a payload has up to {most} in all: give 'width' {least} or less",
        least = MAX_WIDTH - .beside,
        most = MAX_WIDTH
    )]
    Width {
        /// Bits of TDATA asked for.
        data: usize,
        /// Bits beside them.
        beside: usize,
    },
}

/// The contents of a payload in a network with streams, lowest first: data, the node id of the source, at
/// most one mark (the last flit of the stream's packet, or that there is a word), and a 0 if the sum would be
/// odd. Messages of a schedule do not carry their source, as the schedule knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// Bits of TDATA.
    pub data: usize,
    /// Bits of a node id: TDEST and TID.
    pub source: usize,
    /// Whether packets are filled up with flits after the stream's last one, which is then marked.
    pub marked: bool,
    /// Whether messages also travel without a word, so that those with one are marked.
    pub present: bool,
    /// Whether packets are the blocks of message memories, which carry nothing beside the data.
    pub blocks: bool,
    /// The node whose block goes to all others; `None` if all processors send.
    pub broadcast: Option<usize>,
    /// Whether the streams have a clock of their own.
    pub local_clock: bool,
    /// Whether the tops report which node found an error first.
    pub error_site: bool,
}

/// The modules between streams and a network.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    /// The network's name.
    pub network: &'a str,
    /// The comment at the beginning of every file.
    pub header: &'a [String],
}

impl Parts<'_> {
    /// `NAME_axis_<part>`.
    pub fn name(&self, part: &str) -> String {
        format!("{}_axis_{part}", self.network)
    }

    /// Such a module. `timing`: lines of its header after those that all files have.
    pub fn module(&self, part: &str, what: &str, timing: &[&str], ports: &[Port], body: &str) -> Module {
        let (name, timing) = (self.name(part), timing.iter().map(|line| line.to_string()).collect());
        let header = [self.header.to_vec(), timing].concat();
        Module { text: module_text(&name, what, &header, ports, body), name }
    }
}

/// Bits of all coordinates of a node.
pub(super) fn coordinates_width(torus: &Torus) -> usize {
    coordinate_bits(torus).iter().sum()
}

impl Streams {
    /// Whether the options ask for streams. Error: an unknown interface.
    pub fn asked(interface: Option<&str>) -> Result<bool, InterfaceError> {
        match interface {
            None | Some("native") => Ok(false),
            Some("axis") => Ok(true),
            Some(other) => {
                let allowed = &["native", "axis"];
                Err(UnknownName { what: "interface", text: other.into(), allowed }.into())
            }
        }
    }

    /// The streams of a network whose packets have up to `flits` flits. Errors: unordered routing, by which
    /// packets overtake each other; a payload that is too wide.
    pub fn new(plan: &ChannelAssignment, flits: usize, data: usize) -> Result<Self, InterfaceError> {
        if plan.routing() == Routing::Udr {
            return Err(InterfaceError::Routing);
        }
        let marked = flits > 1 && plan.rule() == RingRule::Bubble;
        Streams { marked, ..Streams::of_data(plan.torus(), data) }.checked()
    }

    /// The streams of a scheduled network. Error: a payload that is too wide.
    pub fn of_messages(torus: &Torus, data: usize) -> Result<Self, InterfaceError> {
        Streams { present: true, ..Streams::of_data(torus, data) }.checked()
    }

    /// The streams of message memories.
    pub fn of_blocks(torus: &Torus, data: usize) -> Self {
        Streams { blocks: true, ..Streams::of_data(torus, data) }
    }

    /// Streams with data and the node id of the source.
    fn of_data(torus: &Torus, data: usize) -> Self {
        let source = bits(torus.len());
        Streams {
            data,
            source,
            marked: false,
            present: false,
            blocks: false,
            broadcast: None,
            local_clock: false,
            error_site: false,
        }
    }

    /// These streams with the optional ports of the tops.
    pub fn of_tops(self, Asked { error_site, .. }: Asked) -> Self {
        Streams { error_site, ..self }
    }

    /// The connection of a top to the `error_site_o` of the top inside it, if it has that port.
    pub fn error_site(&self) -> Option<Connection> {
        self.error_site.then(|| plain(error_site::PORT))
    }

    fn checked(self) -> Result<Self, InterfaceError> {
        match self.payload() <= MAX_WIDTH {
            true => Ok(self),
            false => Err(InterfaceError::Width { data: self.data, beside: self.beside() }),
        }
    }

    /// The streams that a manifest states.
    pub fn of_info(info: &InterfaceInfo) -> Self {
        Streams {
            data: info.data,
            source: info.source,
            marked: info.last == 1,
            present: info.present == 1,
            blocks: info.blocks,
            broadcast: info.broadcast.map(|node| node as usize),
            local_clock: info.local_clock,
            error_site: false,
        }
    }

    /// Bits of a payload beside the data. The sum is even, as a bench uses halves of it.
    fn beside(&self) -> usize {
        let source = if self.present || self.blocks { 0 } else { self.source };
        let beside = source + self.marked as usize + self.present as usize;
        beside + (self.data + beside) % 2
    }

    /// Bits of a payload.
    pub fn payload(&self) -> usize {
        self.data + self.beside()
    }

    /// The streams for the manifest.
    pub fn info(&self, name: &str) -> InterfaceInfo {
        let (top, last) = (format!("{name}_axis"), self.marked as usize);
        let (kind, present) = ("axis".into(), self.present as usize);
        let Streams { data, source, blocks, local_clock, .. } = *self;
        let broadcast = self.broadcast.map(|node| node as u32);
        InterfaceInfo { kind, top, data, source, last, present, blocks, broadcast, local_clock }
    }
}
