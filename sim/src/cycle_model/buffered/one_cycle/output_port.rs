//! An output port and its channels, and the round robins that choose for them.

/// In [`Channel`]: no packet holds it.
pub const NOBODY: u16 = u16::MAX;
/// In [`OutputPort`]: nobody requests it.
pub const NONE: u32 = u32::MAX;

/// A channel of an output port: where the row of inputs begins, which input holds the channel until the end
/// of its packet, and the free places at its end (of an ejection port: 1 if it can take a flit).
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    pub first: u16,
    pub owner: u16,
    pub credits: u16,
}

impl Channel {
    /// A channel that nobody holds, with some credits.
    pub fn new(credits: u16) -> Self {
        Channel { first: 0, owner: NOBODY, credits }
    }
}

/// An output port. Large networks read it from memory for each flit, so what belongs to it is side by side.
#[derive(Clone, Copy, Debug)]
pub struct OutputPort {
    /// The flit on the link, or in the register of the ejection port.
    pub head: u64,
    pub serial: u32,
    /// The input whose request is the nearest so far.
    pub nearest: u32,
    /// Of a link: the node at its end and the port there.
    pub end_node: u32,
    pub end_port: u16,
    /// The channel at which the row of channels begins.
    pub first: u16,
}

impl OutputPort {
    /// An output port without requests. Of a link: the node at its end and the port there.
    pub fn new((end_node, end_port): (u32, u32)) -> Self {
        OutputPort { nearest: NONE, head: 0, serial: 0, end_node, end_port: end_port as u16, first: 0 }
    }
}

/// The number of places from `first` to `place` in a round of `of`.
pub fn distance(first: u16, place: u16, of: usize) -> u16 {
    if place >= first {
        place - first
    } else {
        place + of as u16 - first
    }
}

/// The place after `place` in a round of `of`.
#[inline(always)]
pub fn after(place: u16, of: usize) -> u16 {
    if usize::from(place) + 1 == of {
        0
    } else {
        place + 1
    }
}
