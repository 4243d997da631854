//! Flits that an engine cannot simulate, as their payload has too few bits or their head too many.

use crate::Engine;
use thiserror::Error;

/// Bits of a flit's serial number, in the lowest bits of its payload (`shim/traffic.h`).
pub(crate) const SERIAL: usize = 32;
/// Bits of the widest head that engines carry: a word.
const HEAD: usize = 64;

/// A flit that an engine cannot simulate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FlitError {
    /// A payload that is too narrow for the serial number of a flit.
    #[error(
        "packets of {width} payload bits were to be simulated on the {engine} engine, which tells them apart \
         by {SERIAL} bits of their payload: use the model engine, or a network with payloads of {SERIAL} \
         bits or more"
    )]
    Payload {
        /// Bits of a payload.
        width: usize,
        /// The engine.
        engine: Engine,
    },
    /// A run of more packets than serial numbers can tell apart.
    #[error(
        "the run has sent {packets} packets; serial numbers of {SERIAL} bits tell no further ones apart in a \
         network whose packets have up to {flits} flits: run fewer cycles, or emit it for shorter packets"
    )]
    Serials {
        /// The packets sent.
        packets: usize,
        /// The flits of the longest packet that the network takes.
        flits: u32,
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

/// Checks that engines can carry heads of so many bits.
pub(crate) fn check_head(bits: usize) -> Result<(), FlitError> {
    match bits <= HEAD {
        true => Ok(()),
        false => Err(FlitError::Head { bits }),
    }
}
