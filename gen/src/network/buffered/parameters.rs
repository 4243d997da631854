//! What the parameters of buffered networks answer.

use super::{bench::check_packets, Buffers, InterfaceError, Streams};
use crate::{
    base::Base,
    network::{parameters::Parameters, scheduled::SlotPorts, Additions},
    options::NetworkOptions,
    UsageError,
};
use torus_model::Ties;

impl Parameters for Buffers {
    fn check(&self, options: &NetworkOptions, _: &Base) -> Result<(), UsageError> {
        Ok(SlotPorts::refused(options, "buffered routers")?)
    }

    fn streams(&self, base: &Base) -> Result<Streams, InterfaceError> {
        Streams::new(&self.plan, self.flits, base.width)
    }

    fn set_streams(&mut self, streams: Streams) {
        self.streams = Some(streams);
    }

    fn check_folder(&self, base: &Base, _: Additions) -> Result<(), UsageError> {
        check_packets(&base.placement, self)
    }

    fn ties(&self) -> Option<Ties> {
        Some(self.ties)
    }
}
