//! What the parameters of every kind of network answer.

use super::{
    folder_files::Additions,
    streams::{InterfaceError, Streams},
};
use crate::{base::Base, options::NetworkOptions, UsageError};
use torus_model::Ties;

/// The parameters of a kind.
pub(super) trait Parameters {
    /// Checks the options that only some kinds have. Errors: options that this kind does not have.
    fn check(&self, options: &NetworkOptions, base: &Base) -> Result<(), UsageError>;
    /// The streams of `NAME_axis`. `base` has the payload that was asked for, which is their data. Error: the
    /// kind cannot have streams with these parameters.
    fn streams(&self, base: &Base) -> Result<Streams, InterfaceError>;
    /// Puts streams at the processors.
    fn set_streams(&mut self, streams: Streams);
    /// The direction of offsets of half a ring; `None` if messages take other routes than those of a routing.
    fn ties(&self) -> Option<Ties>;
    /// Checks that the folder can be emitted with these additions. Errors: `NAME_bench` would be too large;
    /// the network is too large for provers.
    fn check_folder(&self, _base: &Base, _additions: Additions) -> Result<(), UsageError> {
        Ok(())
    }
    /// A rough measure of how long a network takes to compile, relative to other kinds.
    fn compilation(&self) -> u64 {
        1 << 13
    }
}
