//! Flits that an engine cannot simulate, as their payload or their head has too few or too many bits.

use crate::{Engine, Manifest};
use thiserror::Error;

/// Bits of a flit's serial number, in the lowest bits of its payload (`shim/traffic.h`).
const SERIAL: usize = 32;
/// Bits of the widest head that engines carry: a word.
const HEAD: usize = 64;

/// A flit that an engine cannot simulate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FlitError {
    /// A payload that is too narrow for the serial number of a flit.
    #[error(
        "packets of {width} payload bits were to be simulated on the {engine} engine, which tells them apart \
         by {SERIAL} bits of their payload: use the model engine, or a network with payloads of {SERIAL} bits \
         or more"
    )]
    Payload {
        /// Bits of a payload.
        width: usize,
        /// The engine.
        engine: Engine,
    },
    /// A head that is wider than a word.
    #[error(
        "packets with heads of {bits} bits were to be simulated; no engine carries heads of more than {HEAD} \
         bits, which grow with the number of dimensions: simulate a torus of fewer dimensions"
    )]
    Head {
        /// Bits of a head.
        bits: usize,
    },
}

/// Checks that an engine can simulate the flits of a folder. `head`: bits of a head. The model engine needs no
/// payload.
pub(crate) fn check(manifest: &Manifest, head: usize, engine: Engine) -> Result<(), FlitError> {
    match manifest.width {
        _ if head > HEAD => Err(FlitError::Head { bits: head }),
        width if engine != Engine::Model && width < SERIAL => Err(FlitError::Payload { width, engine }),
        _ => Ok(()),
    }
}
