//! What the first flit of an input requests.

/// In [`Request`]: the bits of the channel; those above them are a [`Step`].
const CHANNEL_BITS: u32 = 14;

/// What the first flit of an input requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The output port.
    pub port: u32,
    /// The channel of the output port, and the [`Step`].
    channel: u16,
}

/// What a flit does, which says how many credits it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It goes straight on.
    Straight,
    /// It enters a ring.
    Enter,
    /// It leaves the network.
    Eject,
}

impl Request {
    /// The request of an input without a flit.
    pub const NONE: Self = Request { port: u32::MAX, channel: 0 };

    /// The request for a channel of an output port.
    #[inline(always)]
    pub fn new(port: usize, channel: u16, step: Step) -> Self {
        Request { port: port as u32, channel: channel | (step as u16) << CHANNEL_BITS }
    }

    /// The channel of the output port, and the number of the step.
    #[inline(always)]
    pub fn channel_and_step(self) -> (u16, usize) {
        (self.channel & ((1 << CHANNEL_BITS) - 1), (self.channel >> CHANNEL_BITS).into())
    }

    /// Whether the input has no flit.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.port == Self::NONE.port
    }
}
