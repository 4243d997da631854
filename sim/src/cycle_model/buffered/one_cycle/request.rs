//! What the first flit of an input requests.

use super::super::ways::Step;

/// In [`Request`]: the bits of the channel; those above them are a [`Step`].
const CHANNEL_BITS: u32 = 14;

/// The steps, by number.
const STEPS: [Step; 4] = [Step::Straight, Step::Turn, Step::Inject, Step::Eject];

/// What the first flit of an input requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The output port.
    pub port: u32,
    /// The channel of the output port, and the [`Step`].
    channel: u16,
}

impl Request {
    /// The request of an input without a flit.
    pub const NONE: Self = Request { port: u32::MAX, channel: 0 };

    /// The request for a channel of an output port.
    #[inline(always)]
    pub fn new(port: usize, channel: u16, step: Step) -> Self {
        Request { port: port as u32, channel: channel | (step as u16) << CHANNEL_BITS }
    }

    /// The channel of the output port.
    #[inline(always)]
    pub fn channel(self) -> u16 {
        self.channel & ((1 << CHANNEL_BITS) - 1)
    }

    /// What the flit does.
    #[inline(always)]
    pub fn step(self) -> Step {
        STEPS[usize::from(self.channel >> CHANNEL_BITS)]
    }

    /// Whether the input has no flit.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.port == Self::NONE.port
    }
}
