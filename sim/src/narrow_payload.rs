//! Payloads that are too narrow for an engine to distinguish packets.

use thiserror::Error;

/// Bits of a flit's serial number, in the lowest bits of its payload (`shim/traffic.h`).
pub(crate) const SERIAL_BITS: usize = 32;

/// A payload that is too narrow for the serial number of a flit.
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
