//! Injection: in which cycles a processor makes packets, and how long they are.
//!
//! The rate is in flits per cycle and processor. *Bernoulli*: in every cycle there is a packet with the same
//! probability, rate / mean length. *Bursty*: a processor is on or off. While it is on it makes flits at rate
//! 1, that is, a packet with probability 1 / mean length in a cycle. It stays on for `burst` packets on
//! average, and it is on for the share `rate` of the time (Dally and Towles, section 24.2.2, with r1 = 1 /
//! length). A processor starts on with that probability. Probabilities are fractions and are drawn exactly.

use super::{stream, Destinations, Packet};
use crate::{quantity, Random};
use num_rational::Ratio;

/// Lengths or a rate that no processor can make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InjectionError {
    /// Lengths of packets of which none is allowed, or that are too long.
    #[error(
        "packets of {} were asked for; {}",
        lengths(*.least, *.most),
        remedy(*.most, *.limit)
    )]
    Lengths {
        /// The least length asked for.
        least: u32,
        /// The greatest.
        most: u32,
        /// The longest that the network takes.
        limit: u32,
    },
    /// A rate that the injection process cannot make.
    #[error(
        "a rate of {} flits per cycle and processor was asked for; packets of this length and these bursts \
         make more than 0 and up to {most}: change the rate, or make packets or bursts longer",
        *.rate.numer() as f64 / *.rate.denom() as f64
    )]
    Rate {
        /// The rate asked for, in flits per cycle and processor.
        rate: Ratio<u64>,
        /// The highest.
        most: Ratio<u64>,
    },
}

/// Numbers of flits, such as `2 flits` or `1 to 4 flits`.
fn lengths(least: u32, most: u32) -> String {
    let flits = quantity(most, "flit");
    if least == most {
        flits
    } else {
        format!("{least} to {flits}")
    }
}

/// What is allowed of lengths that are refused, and what helps.
fn remedy(most: u32, limit: u32) -> String {
    let allowed = if limit == 1 { "1".to_string() } else { format!("1 to {limit}") };
    match most > limit {
        true => format!("the network takes {allowed}: lower 'length', or give 'flits' {most}"),
        false => {
            format!("the network takes {allowed}, the first number not above the second: change 'length'")
        }
    }
}

/// The process that makes packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Injection {
    /// A packet with the same probability in every cycle.
    Bernoulli,
    /// Packets in bursts.
    Bursty {
        /// Mean number of packets of a burst, at least 1.
        burst: u32,
    },
}

/// Lengths of packets: all from `least` to `most` flits equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    least: u32,
    most: u32,
}

impl Lengths {
    /// Lengths in `least..=most`, where the network takes up to `limit` flits.
    ///
    /// Errors: `least` of 0 or above `most`, `most` above the limit ([`InjectionError::Lengths`]).
    pub fn new(least: u32, most: u32, limit: u32) -> Result<Self, InjectionError> {
        match 1 <= least && least <= most && most <= limit {
            true => Ok(Lengths { least, most }),
            false => Err(InjectionError::Lengths { least, most, limit }),
        }
    }

    /// The mean length.
    pub fn mean(&self) -> Ratio<u64> {
        Ratio::new(self.least as u64 + self.most as u64, 2)
    }

    fn draw(&self, random: &mut Random) -> u32 {
        self.least + random.below((self.most - self.least) as usize + 1) as u32
    }
}

/// The traffic of every processor: destinations, lengths and rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    destinations: Destinations,
    lengths: Lengths,
    /// Probability of a packet in a cycle that is on.
    packet: Ratio<u64>,
    /// Probabilities of switching on and of switching off in a cycle; `None` for always on.
    turns: Option<[Ratio<u64>; 2]>,
    /// Probability of being on at the start.
    on: Ratio<u64>,
}

impl Traffic {
    /// Traffic of `rate` flits per cycle and processor.
    ///
    /// Errors: a rate of 0, or above what the process can make ([`InjectionError::Rate`]): the mean length
    /// for Bernoulli (a packet in every cycle); with bursts of m flits on average m / (m + 1), as they are a
    /// cycle apart.
    pub fn new(
        destinations: Destinations,
        injection: Injection,
        rate: Ratio<u64>,
        lengths: Lengths,
    ) -> Result<Self, InjectionError> {
        let (one, mean) = (Ratio::from_integer(1), lengths.mean());
        let burst = |burst: u32| mean * burst.max(1) as u64;
        let most = match injection {
            Injection::Bernoulli => mean,
            Injection::Bursty { burst: b } => burst(b) / (burst(b) + one),
        };
        if *rate.numer() == 0 || rate > most {
            return Err(InjectionError::Rate { rate, most });
        }
        let (packet, turns, on) = match injection {
            Injection::Bernoulli => (rate / mean, None, one),
            Injection::Bursty { burst: b } => {
                (one / mean, Some([rate / (one - rate) / burst(b), one / burst(b)]), rate)
            }
        };
        Ok(Traffic { destinations, lengths, packet, turns, on })
    }

    /// The packets of this traffic: a function of traffic and seed.
    pub fn packets(&self, seed: u64) -> Packets {
        let source = |&node| {
            let mut random = stream(seed, node);
            let on = happens(self.on, &mut random);
            Source { random, on }
        };
        let sources = self.destinations.processors().iter().map(source).collect();
        Packets { traffic: self.clone(), sources, cycle: 0, next: 0 }
    }
}

#[derive(Clone, Debug)]
struct Source {
    random: Random,
    on: bool,
}

/// All packets by increasing cycle, and by processor within one; endless.
#[derive(Clone, Debug)]
pub struct Packets {
    traffic: Traffic,
    sources: Vec<Source>,
    cycle: u64,
    next: usize,
}

impl Packets {
    /// The packet that processor `p` makes in the current cycle, if any.
    fn draw(&mut self, p: usize) -> Option<Packet> {
        let (traffic, Source { random, on }) = (&self.traffic, &mut self.sources[p]);
        let makes = *on && happens(traffic.packet, random);
        if let Some(turns) = traffic.turns {
            *on ^= happens(turns[usize::from(*on)], random);
        }
        let destination = makes.then(|| traffic.destinations.draw(p, random)).flatten()?;
        let (source, flits) = (traffic.destinations.processors()[p], traffic.lengths.draw(random));
        Some(Packet { cycle: self.cycle, source, destination, flits })
    }
}

impl Iterator for Packets {
    type Item = Packet;

    fn next(&mut self) -> Option<Packet> {
        loop {
            let p = self.next;
            let (cycle, packet) = (self.cycle, self.draw(p));
            self.next = if p + 1 == self.sources.len() { 0 } else { p + 1 };
            self.cycle = cycle + u64::from(self.next == 0);
            if packet.is_some() {
                return packet;
            }
        }
    }
}

/// Draws whether an event of this probability happens. The probability is exact.
fn happens(probability: Ratio<u64>, random: &mut Random) -> bool {
    (random.below(*probability.denom() as usize) as u64) < *probability.numer()
}
