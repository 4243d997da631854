//! Frames of square tori with one port: all messages in four circuits, at the bound.
//!
//! With one port a processor starts at most one message in a slot and receives at most one. So in a schedule
//! no two messages may start together, and no two may arrive together. By symmetry it is enough to look at
//! one node.
//!
//! **One quadrant.** A message goes x links in the first dimension and then y in the second. Let each
//! message begin when the one before it turns, and let its x be the y of the one before it. Then both
//! dimensions are busy in all slots and nothing meets: when one message arrives, one turns and one starts.
//! So a message is an edge from x to y in a graph whose vertices are lengths, and an order of all messages
//! is an Eulerian circuit.
//!
//! **Messages of one dimension** accompany others. A message of l links in the first dimension starts right
//! before one of x links there, which becomes an edge from l + x. One of l links in the second dimension
//! starts right after one of y links there, which becomes an edge to y + l. If x equals y, a circuit remains
//! possible.
//!
//! **Four quadrants.** `++` and `--` share no port, so they are played at the same time, `--` a slot later;
//! `+-` and `-+` follow. The first messages have 2, 2, 3 and 1 links in the first dimension, so no port is
//! idle between two circuits or between two frames. With an even radix each quadrant has some of the
//! messages that go half-way round, with as many edges to that length as from it.
//!
//! **Starts.** Only messages of two circuits that are played at the same time can still start together or
//! arrive together. If two neighbouring parts of a circuit begin and end with the same length, they can
//! change places, and only their messages move (`round`). This is repeated at random until no two messages
//! meet at a port of the processor.
//!
//! With all ports messages may start together. There, circuits of any odd radix from 5 on are parts of
//! larger frames (`nearly_apart`, `super::repeated`).
//!
//! A frame takes E_max slots, and one exchange three more, which is optimal ([`crate::bound::length`]). From
//! 10x10 on frames are found in seconds at most. In smaller squares a processor starts a message in nearly
//! all slots, and the packer is better. Source: ours; the circuit is by Hierholzer 1873.

mod edge;
mod quadrant;
mod round;

use super::{proved_bound, Schedule, ScheduleKind};
use crate::{Effort, Entry, HopCycles, Placement, Port, PortModel, Random, Route, Segment, Sign, Torus};
use edge::Message;
use quadrant::{Quadrant, QUADRANTS};
use round::Round;

/// The smallest radix for which frames with one port are made from circuits.
const LEAST: u32 = 10;

/// The number of circuits that are tried, and the part of the effort for each.
const TRIES: u64 = 64;
const SHARE: u64 = 512;

/// Whether circuits are most likely found for the messages of a placement.
pub fn suits(placement: &Placement, ports: PortModel) -> bool {
    let torus = placement.torus();
    let square = torus.d() == 2 && torus.radix().is_some_and(|n| n >= LEAST);
    square && placement.is_uniform() && ports == PortModel::OnePort
}

/// The same for circuits with the routes of ordered routing, which sends messages that go half-way round in
/// one direction only.
pub(crate) fn suits_ordered(placement: &Placement, ports: PortModel) -> bool {
    suits(placement, ports) && placement.torus().dims()[0] % 2 == 1
}

/// The messages of a placement in circuits, as a frame or as one exchange of that frame. `None` if the
/// placement does not suit, or if no circuits were found.
pub(super) fn schedule(
    placement: &Placement,
    ports: PortModel,
    kind: ScheduleKind,
    effort: Effort,
) -> Option<Schedule> {
    let round = suits(placement, ports).then(|| settled(placement.torus(), effort)).flatten()?;
    let (mut entries, length) = (entries(placement.torus(), &round), round.length());
    entries.iter_mut().for_each(|entry| entry.slot %= length);
    entries.sort();
    let (placement, hop_cycles) = (placement.clone(), HopCycles::one(placement.torus()));
    let mut schedule = Schedule { placement, kind, ports, hop_cycles, length, lower_bound: 0, entries };
    if !kind.is_periodic() {
        schedule.length = schedule.makespan();
    }
    schedule.lower_bound = proved_bound(&schedule);
    Some(schedule)
}

/// The messages of a square of an odd radix and the slots of their frame, in which few messages start
/// together or arrive together. Some start after its end, beside the first ones of the next frame, which may
/// have other circuits. `None` if the torus is no such square or has no circuits.
pub(super) fn nearly_apart(torus: &Torus, effort: Effort) -> Option<(Vec<Entry>, u32)> {
    let suits = torus.d() == 2 && torus.radix().is_some_and(|n| n % 2 == 1);
    let moved = || (0..TRIES).find_map(|more| moved(torus, effort.reseeded(more)));
    let round = suits.then(moved).flatten()?;
    Some((entries(torus, &round), round.length()))
}

/// Circuits without collisions.
fn settled(torus: &Torus, effort: Effort) -> Option<Round> {
    let tried = |more| moved(torus, effort.reseeded(more));
    (0..TRIES).filter_map(tried).find(|round| round.collisions() == 0)
}

/// Circuits whose parts are exchanged until there is no collision, or a part of the effort is spent.
fn moved(torus: &Torus, effort: Effort) -> Option<Round> {
    let mut random = Random::new(effort.seed);
    let mut round = Round::new(torus.dims()[0], &mut random)?;
    let mut visits = 0;
    while round.collisions() > 0 && visits < effort.visits / SHARE {
        visits += round.exchange(&mut random);
    }
    Some(round)
}

/// The messages of circuits. Some start after the end of the frame.
fn entries(torus: &Torus, round: &Round) -> Vec<Entry> {
    let messages = QUADRANTS.iter().zip(0..).flat_map(|(quadrant, track)| {
        round.messages(track).map(move |message| entry(torus, quadrant, message))
    });
    messages.collect()
}

fn entry(torus: &Torus, quadrant: &Quadrant, message: Message) -> Entry {
    let runs = [message.x, message.y];
    let coordinate = |dim: usize| match quadrant.signs[dim] {
        Sign::Plus => runs[dim],
        Sign::Minus => torus.dims()[dim] - runs[dim],
    };
    let segment = |dim: usize| Segment { port: Port::new(dim, quadrant.signs[dim]), hops: runs[dim] };
    Entry {
        slot: message.start,
        source: 0,
        offset: (0..2).map(|dim| coordinate(dim) % torus.dims()[dim]).collect(),
        route: Route::new((0..2).map(segment).filter(|segment| segment.hops > 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Three frames by other circuits, repeated one after the other: no port is used twice in a slot, and
    /// port 0 is used in all slots.
    #[test]
    fn frames_by_other_circuits_follow_each_other() {
        for n in [5, 7, 9, 13] {
            let torus = Torus::new(&[n, n]).expect("a valid torus");
            let mut used = BTreeSet::new();
            for copy in 0..3 {
                let effort = Effort { seed: 100 * u64::from(copy), visits: 1_000_000 };
                let (messages, length) = nearly_apart(&torus, effort).expect("circuits");
                assert_eq!(messages.len(), torus.len() - 1, "{torus}");
                for message in messages {
                    for (slot, port) in (message.slot + copy * length..).zip(message.route.ports()) {
                        assert!(used.insert((port.index(), slot % (3 * length))), "{torus}: {message:?}");
                    }
                }
                let busy = used.iter().filter(|(port, _)| *port == 0).count();
                assert_eq!(busy, ((copy + 1) * length) as usize, "{torus}");
            }
        }
    }

    #[test]
    fn other_tori_have_no_such_frame() {
        for dims in [&[3, 3][..], &[8, 8], &[5, 7], &[9], &[5, 5, 5]] {
            let torus = Torus::new(dims).expect("a valid torus");
            assert!(nearly_apart(&torus, Effort::with_seed(1)).is_none(), "{torus}");
        }
    }
}
