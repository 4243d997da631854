//! Frames of square tori with one port: all messages in four circuits, at the bound.
//!
//! With one port a processor starts one message in a slot and receives one, so a schedule has to keep starts
//! apart, and arrivals. By symmetry it is enough to look at one node.
//!
//! **One quadrant.** A message goes x links in the first dimension and then y in the second. Let each message
//! begin when the one before it turns, and let its x be the y of the one before it. Then both dimensions are
//! busy in all slots and nothing meets: one message arrives, one turns, and one starts. So a message is an
//! edge from x to y in a graph of lengths, and an order of all is an Eulerian circuit.
//!
//! **Messages of one dimension** go with others. A message of l links in the first dimension starts right
//! before one of x links there, which makes that an edge from l + x. One of l links in the second dimension
//! starts right behind one of y links, which makes that an edge to y + l. Where x is y, a circuit remains.
//!
//! **Four quadrants.** `++` and `--` share no port, so they are played at once, `--` a slot later; `+-` and
//! `-+` follow. The first messages have 2, 2, 3 and 1 links in the first dimension: so no port is idle
//! between two circuits, nor between two frames. With an even radix each quadrant has some of the messages
//! that go half-way round, with as many edges to that length as from it.
//!
//! **Starts.** Only messages that are played at once can still start together, or arrive together. Two parts
//! of a circuit, one behind the other, that begin and end with one length can be exchanged, and only their
//! messages move (`round`). That is repeated at random until all are apart.
//!
//! With all ports messages may start together, so circuits of any odd radix from 5 on serve as parts of
//! larger frames (`nearly_apart`, `super::repeated`).
//!
//! A frame takes E_max slots, and one exchange three more, which is optimal ([`crate::bound::length`]). They
//! are found in at most seconds from 10x10 on. In smaller squares a processor starts a message in nearly all
//! slots, and the packer is better. Source: ours; the circuit is by Hierholzer 1873.

mod edge;
mod quadrant;
mod round;

use super::{proved_bound, Schedule, ScheduleKind};
use crate::{Effort, Entry, HopCycles, Placement, Port, PortModel, Random, Route, Segment, Sign, Torus};
use edge::Message;
use quadrant::{Quadrant, QUADRANTS};
use round::Round;

/// Smallest radix for which circuits are made.
const LEAST: u32 = 10;

/// Circuits that are tried, and the part of the effort for each.
const TRIES: u64 = 64;
const SHARE: u64 = 512;

/// Whether the messages of a placement are most likely put into circuits.
pub fn suits(placement: &Placement, ports: PortModel) -> bool {
    let torus = placement.torus();
    let square = torus.d() == 2 && torus.radix().is_some_and(|n| n >= LEAST);
    square && placement.is_full() && ports == PortModel::OnePort
}

/// The same for circuits whose routes are those of ordered routing, which sends what goes half-way round in
/// one direction.
pub(crate) fn suits_ordered(placement: &Placement, ports: PortModel) -> bool {
    suits(placement, ports) && placement.torus().dims()[0] % 2 == 1
}

/// The messages of a placement in circuits, as a frame, or as one exchange of that frame. None: circuits do
/// not suit it, or none were found.
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

/// The messages of a square of an odd radix, and the slots of their frame, in which few messages start
/// together or arrive together. Some start behind its end, beside the first ones of the next frame, which may
/// have other circuits. None: the torus is no such square, or has no circuits.
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

/// Circuits moved as far as a part of the effort allows, or until there is no collision.
fn moved(torus: &Torus, effort: Effort) -> Option<Round> {
    let mut random = Random::new(effort.seed);
    let mut round = Round::new(torus.dims()[0], &mut random)?;
    let mut visits = 0;
    while round.collisions() > 0 && visits < effort.visits / SHARE {
        visits += round.exchange(&mut random);
    }
    Some(round)
}

/// The messages of circuits; some start behind the end of the frame.
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

    /// Three frames by other circuits, one behind the other and round again: no port is used twice in a slot,
    /// and one port in all.
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
