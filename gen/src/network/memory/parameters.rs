//! What the parameters of networks with message memories answer.

use super::{Storage, BROADCAST};
use crate::{
    base::Base,
    network::{
        parameters::Parameters,
        scheduled::SlotPorts,
        streams::{InterfaceError, Streams},
    },
    options::{NetworkOptions, OptionsError},
    UsageError,
};
use torus_model::Ties;

impl Parameters for Storage {
    fn check(&self, options: &NetworkOptions, base: &Base) -> Result<(), UsageError> {
        if !base.stages.is_none() {
            return Err(OptionsError::StagesWithMemory.into());
        }
        Ok(SlotPorts::refused(options, "message memories")?)
    }

    fn streams(&self, base: &Base) -> Result<Streams, InterfaceError> {
        let source = (self.algorithm.kind() == BROADCAST).then(|| self.source.index());
        Ok(Streams { broadcast: source, ..Streams::of_blocks(base.torus(), base.width) })
    }

    fn set_streams(&mut self, streams: Streams) {
        self.streams = Some(streams);
    }

    fn ties(&self) -> Option<Ties> {
        None
    }

    fn compilation(&self) -> u64 {
        1 << 14
    }
}
