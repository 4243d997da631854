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
    /// Of a packet in a cycle that is on.
    packet: Chance,
    /// Of switching on and of switching off in a cycle; `None` for always on.
    turns: Option<[Chance; 2]>,
    /// Of being on at the start.
    on: Chance,
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
        let turns = turns.map(|turns| turns.map(Chance::of));
        Ok(Traffic { destinations, lengths, packet: Chance::of(packet), turns, on: Chance::of(on) })
    }

    /// The packets of this traffic: a function of traffic and seed.
    pub fn packets(&self, seed: u64) -> Packets {
        let source = |&node| {
            let mut random = stream(seed, node);
            let on = self.on.happens(&mut random);
            Source { random, on }
        };
        let sources = self.destinations.processors().iter().map(source).collect();
        let mut packets = Packets { traffic: self.clone(), sources, cycle: 0, first: 0, making: 0 };
        packets.making = packets.draw_group();
        packets
    }
}

/// A probability above 0, as the greatest 64 random bits with which the event happens. For n / m these are
/// the bits b with b m < n 2^64, that is, with a number of [`Random::below`] m that is less than n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chance(u64);

impl Chance {
    /// The chance of a probability above 0 and up to 1.
    fn of(probability: Ratio<u64>) -> Self {
        let (numer, denom) = (u128::from(*probability.numer()), u128::from(*probability.denom()));
        Chance(((numer << 64).div_ceil(denom) - 1) as u64)
    }

    /// Draws whether the event happens.
    #[inline(always)]
    fn happens(self, random: &mut Random) -> bool {
        random.bits() <= self.0
    }
}

#[derive(Clone, Debug)]
struct Source {
    random: Random,
    on: bool,
}

/// The processors of a group: a bit each.
const GROUP: usize = 64;

/// All packets by increasing cycle, and by processor within one; endless.
///
/// Whether they make a packet is drawn for a group of processors at once, without a branch for each.
#[derive(Clone, Debug)]
pub struct Packets {
    traffic: Traffic,
    sources: Vec<Source>,
    cycle: u64,
    /// The first processor of the current group, and a bit for each of those that are still to make a packet
    /// in this cycle.
    first: usize,
    making: u64,
}

impl Packets {
    /// Draws which processors of the current group make a packet in the current cycle.
    fn draw_group(&mut self) -> u64 {
        let (packet, turns) = (self.traffic.packet, self.traffic.turns);
        let group = self.sources[self.first..].iter_mut().take(GROUP);
        let makes = |Source { random, on }: &mut Source| match turns {
            None => packet.happens(random),
            Some(turns) => {
                let makes = *on && packet.happens(random);
                *on ^= turns[usize::from(*on)].happens(random);
                makes
            }
        };
        (0..).zip(group).fold(0, |making, (bit, source)| making | u64::from(makes(source)) << bit)
    }

    /// Goes on to the next group, which may be in the next cycle.
    fn advance(&mut self) {
        self.first += GROUP;
        if self.first >= self.sources.len() {
            (self.first, self.cycle) = (0, self.cycle + 1);
        }
        self.making = self.draw_group();
    }

    /// The packet of processor `p`, which makes one in the current cycle; `None` if it is silent.
    fn packet(&mut self, p: usize) -> Option<Packet> {
        let (traffic, Source { random, .. }) = (&self.traffic, &mut self.sources[p]);
        let destination = traffic.destinations.draw(p, random)?;
        let (source, flits) = (traffic.destinations.processors()[p], traffic.lengths.draw(random));
        Some(Packet { cycle: self.cycle, source, destination, flits })
    }
}

impl Iterator for Packets {
    type Item = Packet;

    fn next(&mut self) -> Option<Packet> {
        loop {
            while self.making == 0 {
                self.advance();
            }
            let p = self.first + self.making.trailing_zeros() as usize;
            self.making &= self.making - 1;
            let packet = self.packet(p);
            if packet.is_some() {
                return packet;
            }
        }
    }
}
