//! Streams at the processors of a network: what of a payload is theirs, which networks can have them, and
//! what their hardware shares. The rest of it is in `axis` of each kind.

mod cross;
mod destination;
mod offset;
mod ports;

pub(super) use cross::{crossed, one_clock_top};
pub(super) use destination::{Destination, Dim};
pub(super) use offset::offset_module;
pub(super) use ports::{no_sooner, stream_in, stream_out, stream_ports, LocalStreams, StreamClock};

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

/// Why a network cannot have the interface asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InterfaceError {
    /// An interface that is not known.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Streams whose packets would overtake each other.
    #[error(
        "'interface' axis was asked for together with 'routing' udr, by which packets from one node to \
         another overtake each other; streams keep their order: use 'routing' odr, or leave 'interface' out"
    )]
    Routing,
    /// A clock for streams that there are not.
    #[error(
        "'local-clock' was asked for without 'interface' axis; it is a clock for streams, and the native \
         interface counts cycles of the network: add 'interface' axis, or leave 'local-clock' out"
    )]
    LocalClock,
    /// A payload that would be too wide.
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

/// What a payload of the network holds where processors see streams, lowest first: data, the source's node
/// id, one mark at most (the stream's last flit, or that there is a word), and a 0 where the sum were odd.
/// A schedule knows the sources of its messages, so theirs do not travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// Bits of TDATA.
    pub data: usize,
    /// Bits of a node id: TDEST and TID.
    pub source: usize,
    /// Whether flits that only fill a packet up travel behind the stream's last one, which is then marked.
    pub marked: bool,
    /// Whether messages without a word travel too, so that those with one are marked.
    pub present: bool,
    /// Whether packets are the blocks of message memories, with nothing beside the data.
    pub blocks: bool,
    /// The node whose block goes to all others, where one processor sends.
    pub broadcast: Option<usize>,
    /// Whether they are in a clock of their own.
    pub local_clock: bool,
    /// Whether their tops say which node found an error first.
    pub error_site: bool,
}

/// The modules between streams and a network.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    /// The network's name.
    pub network: &'a str,
    /// The comment of every file.
    pub header: &'a [String],
}

impl Parts<'_> {
    /// `NAME_axis_<part>`.
    pub fn name(&self, part: &str) -> String {
        format!("{}_axis_{part}", self.network)
    }

    /// Such a module. `timing`: lines of its header behind those of all files.
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
    /// Whether streams are asked for. Error: an unknown interface.
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

    /// Those of a network whose packets have up to so many flits. Errors: an order that streams do not have;
    /// a payload that is too wide.
    pub fn new(plan: &ChannelAssignment, flits: usize, data: usize) -> Result<Self, InterfaceError> {
        if plan.routing() == Routing::Udr {
            return Err(InterfaceError::Routing);
        }
        let marked = flits > 1 && plan.rule() == RingRule::Bubble;
        Streams { marked, ..Streams::of_data(plan.torus(), data) }.checked()
    }

    /// Those of a network whose messages have slots. Error: a payload that is too wide.
    pub fn of_messages(torus: &Torus, data: usize) -> Result<Self, InterfaceError> {
        Streams { present: true, ..Streams::of_data(torus, data) }.checked()
    }

    /// Those of the blocks of message memories.
    pub fn of_blocks(torus: &Torus, data: usize) -> Self {
        Streams { blocks: true, ..Streams::of_data(torus, data) }
    }

    /// Data and the source's node id.
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

    /// The same, whose tops have what is asked for.
    pub fn of_tops(self, Asked { error_site, .. }: Asked) -> Self {
        Streams { error_site, ..self }
    }

    /// The connection of a top to the one in it, where that says which node found an error first.
    pub fn error_site(&self) -> Option<Connection> {
        self.error_site.then(|| plain(error_site::PORT))
    }

    fn checked(self) -> Result<Self, InterfaceError> {
        match self.payload() <= MAX_WIDTH {
            true => Ok(self),
            false => Err(InterfaceError::Width { data: self.data, beside: self.beside() }),
        }
    }

    /// Those of a manifest.
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

    /// Bits of a payload beside the data; the sum is even, as a bench halves it.
    fn beside(&self) -> usize {
        let source = if self.present || self.blocks { 0 } else { self.source };
        let beside = source + self.marked as usize + self.present as usize;
        beside + (self.data + beside) % 2
    }

    /// Bits of a payload.
    pub fn payload(&self) -> usize {
        self.data + self.beside()
    }

    /// What the manifest says.
    pub fn info(&self, name: &str) -> InterfaceInfo {
        let (top, last) = (format!("{name}_axis"), self.marked as usize);
        let (kind, present) = ("axis".into(), self.present as usize);
        let Streams { data, source, blocks, local_clock, .. } = *self;
        let broadcast = self.broadcast.map(|node| node as u32);
        InterfaceInfo { kind, top, data, source, last, present, blocks, broadcast, local_clock }
    }
}
