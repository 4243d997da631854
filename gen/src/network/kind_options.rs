//! The parameters of a network, of whichever kind it is.

use super::{
    buffered::Buffers, memory::Storage, parameters::Parameters, scheduled::options::ScheduleOptions,
    streams::Streams,
};
use torus_sim::Manifest;

/// The parameters of each kind of network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindOptions {
    /// A scheduled network: its schedule, ROMs and switching.
    Scheduled(ScheduleOptions),
    /// A network with message memories: the memories and the algorithm.
    Memory(Storage),
    /// A buffered network: buffers, credits and channels.
    Buffered(Buffers),
}

/// What a network takes from its processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// Packets of any traffic.
    pub packets: bool,
    /// Blocks in message memories.
    pub memories: bool,
}

impl Takes {
    /// What the network of an emitted folder takes.
    pub fn of(manifest: &Manifest) -> Self {
        Takes { packets: manifest.buffered.is_some(), memories: manifest.memory.is_some() }
    }
}

impl KindOptions {
    /// What the network takes.
    pub fn takes(&self) -> Takes {
        let (packets, memories) =
            (matches!(self, KindOptions::Buffered(_)), matches!(self, KindOptions::Memory(_)));
        Takes { packets, memories }
    }

    /// A rough measure of how long a network of this kind takes to compile, relative to other kinds.
    pub fn compilation(&self) -> u64 {
        self.parameters().compilation()
    }

    pub(super) fn parameters(&self) -> &dyn Parameters {
        match self {
            KindOptions::Scheduled(kind) => kind,
            KindOptions::Memory(storage) => storage,
            KindOptions::Buffered(buffers) => buffers,
        }
    }

    /// These parameters with streams at the processors.
    pub(super) fn with_streams(mut self, streams: Streams) -> Self {
        let parameters: &mut dyn Parameters = match &mut self {
            KindOptions::Scheduled(kind) => kind,
            KindOptions::Memory(storage) => storage,
            KindOptions::Buffered(buffers) => buffers,
        };
        parameters.set_streams(streams);
        self
    }
}
