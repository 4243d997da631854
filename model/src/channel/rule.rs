//! The rules that keep rings free of deadlock, and what they ask of channels and buffers.

use super::ChannelAssignment;
use crate::{names::named, quantity, Routing};

/// Channels or buffers that the rule does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChannelError {
    /// A number of virtual channels that the rule and the routing cannot use.
    #[error(
        "links of {} were asked for; the {rule} rule with {routing} routing in {} needs a multiple of \
         {step}, up to {}",
        quantity(*.channels, "virtual channel"),
        quantity(*.d, "dimension"),
        ChannelAssignment::MAX_CHANNELS
    )]
    Count {
        /// The ring rule.
        rule: RingRule,
        /// The routing.
        routing: Routing,
        /// Number of dimensions.
        d: usize,
        /// The number asked for.
        channels: usize,
        /// The number of which it has to be a multiple.
        step: usize,
    },
    /// Buffers too small for the ring rule.
    #[error(
        "buffers of {} were asked for; the {rule} rule with packets of up to {} needs {least} or more",
        quantity(*.depth, "flit"),
        quantity(*.flits, "flit")
    )]
    Depth {
        /// The ring rule.
        rule: RingRule,
        /// Flits of the longest packet.
        flits: usize,
        /// The depth asked for, in flits.
        depth: usize,
        /// The least depth, in flits.
        least: usize,
    },
    /// Channels that wait for each other in a circle.
    #[error(
        "the virtual channels {} wait for each other in a circle, so packets on them can block each other \
         for ever; without deadlock there is no circle: give more channels, or use the dateline rule",
        .channels.iter().chain(.channels.first()).map(String::as_str).collect::<Vec<_>>().join(" -> ")
    )]
    Cycle {
        /// Their names, in order; the last waits for the first.
        channels: Vec<String>,
    },
}

/// How the rings of the torus are kept free of deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingRule {
    /// Every ring has two channels, and packets change from one to the other after the wrap link.
    Dateline,
    /// In every ring there is always room for one more packet.
    Bubble,
}

impl RingRule {
    /// Least depth of a buffer, in flits, for packets of up to `flits`.
    pub fn least_depth(self, flits: usize) -> usize {
        match self {
            RingRule::Dateline => 1,
            RingRule::Bubble => 2 * flits,
        }
    }

    /// Checks that buffers of `depth` flits suffice for packets of up to `flits`. Errors:
    /// [`ChannelError::Depth`].
    pub fn check_depth(self, depth: usize, flits: usize) -> Result<(), ChannelError> {
        let least = self.least_depth(flits);
        match depth >= least {
            true => Ok(()),
            false => Err(ChannelError::Depth { rule: self, flits, depth, least }),
        }
    }

    /// Flits of the shortest packet, if the longest has `flits`.
    pub fn shortest_packet(self, flits: usize) -> usize {
        match self {
            RingRule::Dateline => 1,
            RingRule::Bubble => flits,
        }
    }

    /// The channels that packets may be given in a torus of `d` dimensions, in a sentence: whoever writes
    /// heads has to keep to them.
    pub fn choice_in_words(self, routing: Routing, d: usize) -> String {
        let first = match (self, routing) {
            (RingRule::Dateline, Routing::Odr) => "an even channel".to_string(),
            (RingRule::Dateline, Routing::Udr) => format!("channel 2c plus a multiple of {}", 2 * d),
            (RingRule::Bubble, Routing::Odr) => "any channel".to_string(),
            (RingRule::Bubble, Routing::Udr) => format!("channel c plus a multiple of {d}"),
        };
        let runs = match routing {
            Routing::Odr => "each run",
            Routing::Udr => "the run that follows c others",
        };
        let wraps = match self {
            RingRule::Dateline => {
                ". Routers add 1 after a wrap link; a run that crosses none may begin with that channel, too"
            }
            RingRule::Bubble => "",
        };
        format!("A packet takes {first} on the first link of {runs}{wraps}. Other channels can deadlock.")
    }

    /// Number of channels that one segment may use, 1 or 2.
    pub(super) fn bits(self) -> usize {
        match self {
            RingRule::Dateline => 2,
            RingRule::Bubble => 1,
        }
    }
}

named!(RingRule, "ring rule", Dateline => "dateline", Bubble => "bubble");
