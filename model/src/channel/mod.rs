//! Virtual channels of the buffered network: the channel on which every segment of a route starts, and why no
//! packets can block each other for ever.
//!
//! A link has V channels. They are V / least planes of `least` channels, where least is 2 for the dateline
//! rule and 1 for the bubble rule, times d for unordered routing:
//! ```text
//! channel = plane * least + class * (2 or 1) + bit        class = segments finished (unordered), 0 (ordered)
//! ```
//! **Dateline** (Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
//! 1987): a packet is on bit 0 up to and including the wrap link and on bit 1 after it, so that no ring of
//! channels closes. A segment that does not wrap may use either bit. Under uniform traffic the segments that
//! wrap need bit 1 on the first links of a ring and bit 0 on its last. So a segment that ends in the first
//! two fifths of the ring takes bit 0, one that starts in the last two fifths takes bit 1, and the others
//! alternate. On 16x16 the loads of the two channels of a link then differ by 22 % of the link's load on
//! average, and on 8x8 by 28 %. They differ by 79 % and 80 % if all take one bit, as in the source, and by
//! 35 % and 37 % if all alternate. The wrap link itself carries everything on bit 0 under any choice.
//!
//! **Bubble** (Carrión, Beivide, Gregorio and Vallejo, "A Flow Control Mechanism to Avoid Message Deadlock in
//! k-ary n-cube Networks", 1997; Puente et al., "The Adaptive Bubble Router", 2001): a packet may enter a
//! ring only where the buffer has room for **two** packets, and goes on in it where there is room for one.
//! Entering leaves room for one packet in the ring, and going on moves that room back by one buffer. So in
//! every ring with packets some buffer has room for the packet behind it. Rings then wait for each other only
//! at turns, and [`Dependencies::check`] looks for an order of them. All packets have the **greatest
//! length**: short packets that have moved into the room of one packet can scatter it over buffers where no
//! packet can use it (`model/tests/channel` has such a ring of six).
//!
//! Differences from the sources: the bit of segments that alternate, and the plane, are functions of the ends
//! of a packet; and a packet keeps to its plane.

mod dependencies;
mod project;
mod rule;
mod sweep;

pub use dependencies::Dependencies;
pub use rule::{ChannelError, RingRule};

use crate::{Divisor, LinkId, NodeId, Route, Routing, Segment, Sign, Torus};
use smallvec::SmallVec;

/// The channel on the first link of each segment of a route. Those of up to three segments need no memory of
/// their own: every packet has such a list.
pub type Channels = SmallVec<[usize; 3]>;

/// The assignment of channels to every packet of a torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelAssignment {
    torus: Torus,
    rule: RingRule,
    routing: Routing,
    channels: usize,
    /// Channels of one plane.
    least: usize,
    choices: Divisor,
}

impl ChannelAssignment {
    /// Largest number of channels of a link.
    pub const MAX_CHANNELS: usize = 64;

    /// The plan of `channels` channels on every link. [`Routing::Odr`] is for routes that correct dimensions
    /// in increasing order, [`Routing::Udr`] for routes of any order (balanced ones too).
    ///
    /// Errors: a number that is not a multiple of [`ChannelAssignment::least_channels`], or above
    /// [`ChannelAssignment::MAX_CHANNELS`] ([`ChannelError::Count`]).
    pub fn new(
        torus: &Torus,
        rule: RingRule,
        routing: Routing,
        channels: usize,
    ) -> Result<Self, ChannelError> {
        let (d, least) = (torus.d(), Self::least_channels(torus, rule, routing));
        if channels == 0 || channels % least > 0 || channels > Self::MAX_CHANNELS {
            return Err(ChannelError::Count { rule, routing, d, channels, step: least });
        }
        let choices = Divisor::new(channels / least * rule.bits());
        Ok(ChannelAssignment { torus: torus.clone(), rule, routing, channels, least, choices })
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

    /// The rule that keeps its rings free of deadlock.
    pub fn rule(&self) -> RingRule {
        self.rule
    }

    /// The routing: dimensions in order, or in every order.
    pub fn routing(&self) -> Routing {
        self.routing
    }

    /// Number of channels of a link, V.
    pub fn count(&self) -> usize {
        self.channels
    }

    /// Number of planes: a packet keeps to one.
    pub fn planes(&self) -> usize {
        self.channels / self.least
    }

    /// Number of ways to choose plane and, where a segment may use either, channel: all of them together are
    /// free of deadlock.
    pub fn choices(&self) -> usize {
        self.choices.get()
    }

    /// The choice of a packet, by its ends: the first coordinate of the source plus (where d > 1) the last
    /// coordinate of the destination, modulo [`ChannelAssignment::choices`]. On every link one of the two is
    /// free to vary, also on linear placements, whose sums of all coordinates are constant.
    pub fn choice(&self, source: NodeId, destination: NodeId) -> usize {
        self.choices.split(self.source_number(source) + self.destination_number(destination)).1
    }

    fn source_number(&self, source: NodeId) -> usize {
        self.choices.split(self.torus.coordinate(source, 0) as usize).1
    }

    fn destination_number(&self, destination: NodeId) -> usize {
        match self.torus.d() {
            1 => 0,
            d => self.choices.split(self.torus.coordinate(destination, d - 1) as usize).1,
        }
    }

    /// The channel of the first link of each segment, for a packet that takes this route from `source`.
    pub fn channels(&self, source: NodeId, route: &Route) -> Channels {
        self.channels_of(source, route, self.choice(source, route.end(&self.torus, source)))
    }

    /// The channels of a packet with this choice, which is below [`ChannelAssignment::choices`].
    pub fn channels_of(&self, source: NodeId, route: &Route, choice: usize) -> Channels {
        let mut channels = Channels::new();
        for (class, &segment) in route.segments().iter().enumerate() {
            let x = self.torus.coordinate(source, segment.port.dim());
            channels.push(self.channel(choice, class, self.halves(x, segment).0));
        }
        channels
    }

    /// The links of a packet with their channels, in order.
    pub fn walk<'a>(
        &'a self,
        source: NodeId,
        route: &'a Route,
    ) -> impl Iterator<Item = (LinkId, usize)> + 'a {
        let starts = route.lines(&self.torus, source).zip(self.channels(source, route));
        starts.flat_map(move |((line, segment), first)| {
            line.take(segment.hops as usize).scan(first, move |channel, (node, wraps)| {
                let here = *channel;
                *channel = self.behind(wraps, here);
                Some((self.torus.link(node, segment.port), here))
            })
        })
    }

    /// The channel of the next link straight on: under the dateline rule v + 1 after a wrap link if v is
    /// even, else v.
    fn behind(&self, wraps: bool, channel: usize) -> usize {
        match self.rule == RingRule::Dateline && wraps {
            true => channel | 1,
            false => channel,
        }
    }

    /// The channel of a segment of this class and half, for packets of this choice.
    fn channel(&self, choice: usize, class: usize, half: Half) -> usize {
        let (plane, either) = match self.rule {
            RingRule::Dateline => (choice / 2, choice % 2),
            RingRule::Bubble => (choice, 0),
        };
        let class = if self.routing == Routing::Udr { class } else { 0 };
        plane * self.least + class * self.rule.bits() + half.bit(either)
    }

    /// The halves of the first and of the last link of a segment that starts at coordinate `x`.
    #[inline]
    fn halves(&self, x: u32, segment: Segment) -> (Half, Half) {
        let n = self.torus.dims()[segment.port.dim()];
        if self.rule == RingRule::Bubble || n == 2 {
            let either = if self.rule == RingRule::Bubble { Half::Even } else { Half::Either };
            return (either, either);
        }
        // In the direction of the segment coordinates rise, and the wrap link is the last link.
        let start = if segment.port.sign() == Sign::Plus { x } else { n - 1 - x };
        let end = start + segment.hops;
        let late = if 5 * start > 3 * n { Half::Odd } else { Half::Either };
        let first = if 5 * end < 2 * n || end >= n { Half::Even } else { late };
        (first, if end > n { Half::Odd } else { first })
    }
}

/// Which of the two channels of its class a segment uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Even,
    Odd,
    /// Either; the choice of the packet decides.
    Either,
}

impl Half {
    /// The bit of packets with an even choice (0) or an odd one (1).
    fn bit(self, choice: usize) -> usize {
        const BITS: &[[usize; 2]; 3] = &[[0, 0], [1, 1], [0, 1]];
        BITS[self as usize][choice]
    }
}
