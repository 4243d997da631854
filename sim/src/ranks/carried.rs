//! What ranks send each other, as bytes.

/// A value that can be sent over a cut.
pub trait Carried: Copy + Default {
    /// The number of its bytes; `head`: those of its header.
    fn bytes(head: usize) -> usize;
    /// Writes it into this many bytes.
    fn put(&self, head: usize, bytes: &mut [u8]);
    /// Reads it from bytes.
    fn get(head: usize, bytes: &[u8]) -> Self;
}

/// A number of up to eight bytes, the least significant first.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}

/// A message from another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<M> {
    /// The node at which it arrives, by its number in the block.
    pub node: usize,
    /// The port by which it arrives.
    pub port: usize,
    /// The message that arrives.
    pub message: M,
}
