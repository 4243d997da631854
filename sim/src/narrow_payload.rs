//! Payloads by which an engine cannot tell packets apart.

use thiserror::Error;

/// Bits of a flit's serial number, which stands in the lowest bits of its payload (`shim/traffic.h`).
pub(crate) const SERIAL_BITS: usize = 32;

/// A payload that does not hold the serial number of a flit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "packets of {width} payload bits were to be simulated on the {engine} engine, which tells them apart by \
     {SERIAL_BITS} bits of their payload: use the model engine, or a network with payloads of {SERIAL_BITS} \
     bits or more"
)]
pub struct NarrowPayload {
    /// Bits of a payload.
    pub width: usize,
    /// The engine.
    pub engine: String,
}
