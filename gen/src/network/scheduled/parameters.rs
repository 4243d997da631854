//! What the parameters of scheduled networks answer.

use super::options::ScheduleOptions;
use crate::{
    base::Base,
    formal::check_scheduled,
    network::{
        parameters::Parameters,
        streams::{InterfaceError, Streams},
        Additions,
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

    fn check_folder(&self, base: &Base, additions: Additions) -> Result<(), UsageError> {
        check_proofs(base, additions)
    }

    fn ties(&self) -> Option<Ties> {
        Some(Ties::Plus)
    }
}

/// Checks that a network can have formal properties, if they are among the additions. Error: it cannot.
pub(super) fn check_proofs(base: &Base, additions: Additions) -> Result<(), UsageError> {
    match additions.formal {
        true => Ok(check_scheduled(&base.placement, &base.stages)?),
        false => Ok(()),
    }
}
