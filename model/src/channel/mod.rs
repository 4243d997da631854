//! Virtual channels of the buffered network: which one every run of a packet starts on, and why no packets can
//! block each other for ever.
//!
//! A link has V channels. They are V / least planes of `least` channels, where least is 2 for the dateline rule
//! and 1 for the bubble rule, times d for unordered routing:
//! ```text
//! channel = plane * least + class * (2 or 1) + bit        class = runs finished (unordered), 0 (ordered)
//! ```
//! *Dateline* (Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
//! 1987): bit 0 up to and on the wrap link, bit 1 behind it, so that no ring of channels closes. A run
//! that does not wrap may use either. Uniform traffic forces the runs that wrap onto bit 1 on the first links of
//! a ring and onto bit 0 on its last; so a run that ends in the first two fifths of the ring takes bit 0, one
//! that starts in the last two fifths bit 1, and the others take turns. On 16x16 the channels of a link then differ
//! by 22 % of its load on average, on 8x8 by 28 %; by 79 % and 80 % when all take one bit, as in the source, by 35 %
//! and 37 % when all take turns. The wrap link itself carries everything on bit 0 under any choice.
//!
//! *Bubble* (Carrión, Beivide, Gregorio and Vallejo, "A Flow Control Mechanism to Avoid Message Deadlock in k-ary
//! n-cube Networks", 1997; Puente et al., "The Adaptive Bubble Router", 2001): a packet may enter a
//! ring only where the buffer has room for **two** packets, and go on in it where there is room for one. Entering
//! leaves room for a packet in the ring, going on moves that room back by a buffer; so in every ring with packets
//! some buffer has room for the one behind it. Rings then wait for each other only as turns tell, and
//! [`Dependencies::check`] asks for an order of them. All packets have the **greatest length**: once
//! short ones have moved into the room of one packet it can be scattered over buffers where none can use it
//! (`model/tests/channels.rs` has such a ring of six).
//!
//! Different from the sources: whose turn it is and the plane are functions of a packet's ends, and a packet keeps
//! to its plane.

mod dependencies;
mod rule;
mod sweep;

pub use dependencies::Dependencies;
pub use rule::{ChannelError, RingRule};

use crate::{LinkId, NodeId, Routing, Run, Sign, Torus, Word};

/// The choice of channels for every packet of a torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelPlan {
    torus: Torus,
    rule: RingRule,
    routing: Routing,
    channels: usize,
}

impl ChannelPlan {
    /// Largest number of channels of a link.
    pub const MAX_CHANNELS: usize = 64;

    /// The plan of `channels` channels on every link. [`Routing::Odr`] is for words that correct dimensions in
    /// increasing order, [`Routing::Udr`] for words of any order (balanced ones too).
    ///
    /// Errors: a number that is no multiple of [`ChannelPlan::least_channels`], or above
    /// [`ChannelPlan::MAX_CHANNELS`] ([`ChannelError::Count`]).
    pub fn new(
        torus: &Torus,
        rule: RingRule,
        routing: Routing,
        channels: usize,
    ) -> Result<Self, ChannelError> {
        let (d, step) = (torus.d(), Self::least_channels(torus, rule, routing));
        match channels > 0 && channels % step == 0 && channels <= Self::MAX_CHANNELS {
            true => Ok(ChannelPlan { torus: torus.clone(), rule, routing, channels }),
            false => Err(ChannelError::Count { rule, routing, d, channels, step }),
        }
    }

    /// Channels of one plane: 2 for datelines or 1, times d for unordered routing.
    pub fn least_channels(torus: &Torus, rule: RingRule, routing: Routing) -> usize {
        match routing {
            Routing::Odr => rule.bits(),
            Routing::Udr => rule.bits() * torus.d(),
        }
    }

    /// The torus.
    pub fn torus(&self) -> &Torus {
        &self.torus
    }

    /// The rule of its rings.
    pub fn rule(&self) -> RingRule {
        self.rule
    }

    /// Whether words are ordered.
    pub fn routing(&self) -> Routing {
        self.routing
    }

    /// Number of channels of a link, V.
    pub fn count(&self) -> usize {
        self.channels
    }

    /// Number of planes: a packet keeps to one.
    pub fn planes(&self) -> usize {
        self.channels / Self::least_channels(&self.torus, self.rule, self.routing)
    }

    /// Number of values of [`ChannelPlan::number`].
    fn numbers(&self) -> usize {
        self.planes() * self.rule.bits()
    }

    /// What decides between equal channels: first coordinate of the source plus (where d > 1) last coordinate of
    /// the destination, modulo the planes (times 2 for datelines). On every link one of them is free to vary,
    /// also on linear placements, whose sums of all coordinates are constant.
    fn number(&self, source: NodeId, destination: NodeId) -> usize {
        (self.source_number(source) + self.destination_number(destination)) % self.numbers()
    }

    fn source_number(&self, source: NodeId) -> usize {
        self.torus.coordinate(source, 0) as usize % self.numbers()
    }

    fn destination_number(&self, destination: NodeId) -> usize {
        match self.torus.d() {
            1 => 0,
            d => self.torus.coordinate(destination, d - 1) as usize % self.numbers(),
        }
    }

    /// The channel of each run's first link, for a packet that takes `word` from `source`; one for each run.
    pub fn channels(&self, source: NodeId, word: &Word) -> Vec<usize> {
        let number = self.number(source, word.end(&self.torus, source));
        let channel = |(class, run): (usize, &Run)| {
            let x = self.torus.coordinate(source, run.port.dim());
            self.channel(number, class, self.halves(x, *run).0)
        };
        word.runs().iter().enumerate().map(channel).collect()
    }

    /// The links of a packet with their channels, in order.
    pub fn walk<'a>(&'a self, source: NodeId, word: &'a Word) -> impl Iterator<Item = (LinkId, usize)> + 'a {
        let channels = self.channels(source, word).into_iter();
        let starts = word.runs().iter().zip(channels).flat_map(|(run, channel)| {
            std::iter::once(Some(channel)).chain(std::iter::repeat_n(None, run.hops as usize - 1))
        });
        word.links(&self.torus, source).zip(starts).scan(0, |channel, (link, start)| {
            let here = start.unwrap_or(*channel);
            *channel = self.behind(link, here);
            Some((link, here))
        })
    }

    /// The channel straight on behind a link: under the dateline rule v + 1 behind a wrap link if v is even.
    pub fn behind(&self, link: LinkId, channel: usize) -> usize {
        match self.rule == RingRule::Dateline && wraps(&self.torus, link) {
            true => channel | 1,
            false => channel,
        }
    }

    /// The channel of a run of class `class` in the half `half`, for packets of this number.
    fn channel(&self, number: usize, class: usize, half: Half) -> usize {
        let (bits, least) = (self.rule.bits(), Self::least_channels(&self.torus, self.rule, self.routing));
        let class = if self.routing == Routing::Udr { class } else { 0 };
        let bit = match half {
            Half::Even => 0,
            Half::Odd => 1,
            Half::Either => number % bits,
        };
        number / bits * least + class * bits + bit
    }

    /// The channels of the first and of the last link of a run that starts at coordinate `x`.
    fn halves(&self, x: u32, run: Run) -> (Half, Half) {
        let n = self.torus.dims()[run.port.dim()];
        if self.rule == RingRule::Bubble || n == 2 {
            let either = if self.rule == RingRule::Bubble { Half::Even } else { Half::Either };
            return (either, either);
        }
        // As the run sees it: it goes up, and the wrap link is the last one.
        let start = if run.port.sign() == Sign::Plus { x } else { n - 1 - x };
        let end = start + run.hops;
        if end >= n {
            return (Half::Even, if end > n { Half::Odd } else { Half::Even });
        }
        let half = match () {
            _ if 5 * end < 2 * n => Half::Even,
            _ if 5 * start > 3 * n => Half::Odd,
            _ => Half::Either,
        };
        (half, half)
    }
}

/// Which of the two channels of its class a run is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Even,
    Odd,
    /// As the packet's number says.
    Either,
}

/// Whether a link closes its ring: `n - 1 -> 0` in direction +, `0 -> n - 1` in direction -. Rings of two nodes
/// are never gone round, so none of their links does.
pub fn wraps(torus: &Torus, link: LinkId) -> bool {
    let (tail, port) = torus.tail(link);
    let (x, n) = (torus.coordinate(tail, port.dim()), torus.dims()[port.dim()]);
    n > 2 && x == if port.sign() == Sign::Plus { n - 1 } else { 0 }
}
