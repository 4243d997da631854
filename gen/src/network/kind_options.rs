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
pub enum Takes {
    /// The messages of a schedule.
    Messages,
    /// Blocks in message memories.
    Blocks,
    /// Packets of any traffic.
    Packets,
}

impl Takes {
    /// What the network of an emitted folder takes.
    pub fn of(manifest: &Manifest) -> Self {
        match (&manifest.buffered, &manifest.memory) {
            (Some(_), _) => Takes::Packets,
            (None, Some(_)) => Takes::Blocks,
            (None, None) => Takes::Messages,
        }
    }
}

impl KindOptions {
    /// What the network takes.
    pub fn takes(&self) -> Takes {
        match self {
            KindOptions::Scheduled(_) => Takes::Messages,
            KindOptions::Memory(_) => Takes::Blocks,
            KindOptions::Buffered(_) => Takes::Packets,
        }
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
