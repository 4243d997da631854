//! What the parameters of scheduled networks answer.

use super::options::ScheduleOptions;
use crate::{
    base::Base,
    network::{
        parameters::Parameters,
        streams::{InterfaceError, Streams},
    },
    options::NetworkOptions,
    UsageError,
};
use torus_model::Ties;

impl Parameters for ScheduleOptions {
    fn check(&self, _: &NetworkOptions, _: &Base) -> Result<(), UsageError> {
        Ok(())
    }

    fn streams(&self, base: &Base) -> Result<Streams, InterfaceError> {
        Streams::of_messages(base.torus(), base.width)
    }

    fn set_streams(&mut self, streams: Streams) {
        self.streams = Some(streams);
    }

    fn ties(&self) -> Option<Ties> {
        Some(Ties::Plus)
    }
}
