//! Streams at the processors of a buffered network: what of a payload is theirs, and which networks can have
//! them. Their hardware is in `axis`.

use crate::limits::MAX_WIDTH;
use thiserror::Error;
use torus_model::{quote::shortened, route::bits, ChannelAssignment, RingRule, Routing};
use torus_sim::manifest::InterfaceInfo;

/// Why a network cannot have the interface asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InterfaceError {
    /// An interface that is not known.
    #[error(
        "the interface {:?} is not known; allowed are native and axis: use one of these",
        shortened(.text)
    )]
    Name {
        /// The text given.
        text: String,
    },
    /// Streams for processors of another kind of network.
    #[error(
        "'interface' axis was asked for; it is allowed with 'router' buffered alone: add 'router' buffered, \
         or leave 'interface' out"
    )]
    Kind,
    /// Streams whose packets would overtake each other.
    #[error(
        "'interface' axis was asked for together with 'routing' udr, by which packets from one node to \
         another overtake each other; streams keep their order: use 'routing' odr, or leave 'interface' out"
    )]
    Routing,
    /// A payload that would be too wide.
    #[error(
        "'width' {data} was asked for together with 'interface' axis; {beside} more bits of a flit say where \
         it comes from and where its stream's packet ends, and a flit has up to {most} in all: give 'width' \
         {least} or less",
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
/// id, the mark of the stream's last flit, and a 0 where the sum were odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    /// Bits of TDATA.
    pub data: usize,
    /// Bits of a node id: TDEST and TID.
    pub source: usize,
    /// Whether flits that only fill a packet up travel behind the stream's last one, which is then marked.
    pub marked: bool,
}

impl Streams {
    /// Whether streams are asked for. Error: an interface that is none.
    pub fn asked(interface: Option<&str>) -> Result<bool, InterfaceError> {
        match interface {
            None | Some("native") => Ok(false),
            Some("axis") => Ok(true),
            Some(other) => Err(InterfaceError::Name { text: other.into() }),
        }
    }

    /// Those of a network whose packets have up to so many flits. Errors: an order that streams do not have;
    /// a payload that is too wide.
    pub fn new(plan: &ChannelAssignment, flits: usize, data: usize) -> Result<Self, InterfaceError> {
        if plan.routing() == Routing::Udr {
            return Err(InterfaceError::Routing);
        }
        let marked = flits > 1 && plan.rule() == RingRule::Bubble;
        let streams = Streams { data, source: bits(plan.torus().len()), marked };
        match streams.payload() <= MAX_WIDTH {
            true => Ok(streams),
            false => Err(InterfaceError::Width { data, beside: streams.beside() }),
        }
    }

    /// Those of a manifest.
    pub fn of_info(info: &InterfaceInfo) -> Self {
        Streams { data: info.data, source: info.source, marked: info.last == 1 }
    }

    /// Bits of a payload beside the data; the sum is even, as a bench halves it.
    fn beside(&self) -> usize {
        let beside = self.source + self.marked as usize;
        beside + (self.data + beside) % 2
    }

    /// Bits of a payload.
    pub fn payload(&self) -> usize {
        self.data + self.beside()
    }

    /// What the manifest says.
    pub fn info(&self, name: &str) -> InterfaceInfo {
        let (top, last) = (format!("{name}_axis"), self.marked as usize);
        InterfaceInfo { kind: "axis".into(), top, data: self.data, source: self.source, last }
    }
}
