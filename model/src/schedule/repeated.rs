//! Frames of full tori whose busiest dimensions are adjacent: a frame in closed form, repeated.
//!
//! The busiest dimensions are those with the most work for a link. Alone they form a torus, the *core*,
//! whose frame is known at its bound. The other dimensions have m nodes together, the *side offsets*. The
//! frame of the core is played m times. A message of the core is sent in each of the m copies, each time
//! with another side offset. Its hops in dimensions before the core come before its run through the core,
//! and those in dimensions after the core come after it. So the links of the core are used as in m frames of
//! the core, whichever copy takes which side offset. The length is m times that of the core: E_max.
//!
//! The copies may take the side offsets in any order as long as no two messages use a link of another
//! dimension in the same slot. These links have less work, so an order is found at random (`board`),
//! together with slots for the m - 1 messages that do not use the core.
//!
//! The frame of the core is that of `super::windows`. A core that is a square of an odd radix has a
//! different frame in each copy, by the circuits of [`super::circuits`]. There few messages start together
//! or arrive together, and not the same ones in all copies. Messages that do so in all copies cannot all
//! avoid each other: in a cube of an odd radix six messages start together, and in 2^8 eight.
//!
//! If no order is found, the copies are not played one after the other but mixed (`tracks`): a sequence of
//! letters has each message of the core m times. Opposite signs have different sequences. Parts of a
//! sequence change places, as side offsets do. So these cubes have frames beside radix 2, and 2^8 has one
//! beside 3.
//!
//! Time: seconds for 1024 nodes at most, and milliseconds if the other dimensions have two thirds of the
//! core's work or less. Source: ours.

mod board;
mod tracks;

use super::{circuits, mixed::work, windows, Rule};
use crate::{flow_shop::MOST_NODES, route::ordered_route, Effort, Entry, Random, Route, Segment, Torus};
use board::{Board, Group, Run};
use std::ops::Range;
use tracks::{Played, Track};

/// The number of seeds that are tried; for tracks, which try more moves for each seed; and the limit: the
/// search stops if more than one in `MEETING` messages still meets another one.
const SEEDS: u64 = 64;
const SEEDS_OF_TRACKS: u64 = 8;
const MEETING: usize = 32;

/// For every offset of a full torus, by node id, the slot in which its message starts; and the length of the
/// frame. `None` if the busiest dimensions are not adjacent, or if no order was found.
pub(super) fn starts(torus: &Torus, effort: Effort) -> Option<(Vec<u32>, u32)> {
    let busiest = busiest(torus).filter(|dims| dims.len() < torus.d() && torus.len() <= MOST_NODES)?;
    let played = |how: How, seeds| {
        let efforts = (0..seeds).map(|more| effort.reseeded(more));
        chosen(torus, busiest.clone(), how, efforts)
    };
    played(one_by_one, SEEDS).or_else(|| played(tracks::played, SEEDS_OF_TRACKS))
}

/// A function that plays a core a given number of times.
type How = fn(&Torus, u32, Effort) -> Option<Played>;

/// The same for a core that is played by `how`, with the first of these efforts that succeeds.
fn chosen(
    torus: &Torus,
    core: Range<usize>,
    how: How,
    efforts: impl Iterator<Item = Effort>,
) -> Option<(Vec<u32>, u32)> {
    for effort in efforts {
        let random = &mut Random::new(effort.seed);
        let (copies, tracks) = Copies::new(torus, core.clone(), how, effort)?;
        let mut board = Board::new(copies.groups(), tracks, 2 * torus.d(), copies.length, random);
        match board.separate(random) as usize {
            0 => return Some((copies.starts(&board), copies.length)),
            meetings if meetings > torus.len() / MEETING => return None,
            _ => continue,
        }
    }
    None
}

/// The dimensions with the most work, if they are adjacent and have the same radix.
fn busiest(torus: &Torus) -> Option<Range<usize>> {
    let most = (0..torus.d()).map(|dim| work(torus, dim)).max()?;
    let dims: Vec<usize> = (0..torus.d()).filter(|&dim| work(torus, dim) == most).collect();
    let (first, last) = (*dims.first()?, *dims.last()?);
    let equal = dims.iter().all(|&dim| torus.dims()[dim] == torus.dims()[first]);
    (equal && last - first + 1 == dims.len()).then_some(first..last + 1)
}

/// The frames of the core, one for each copy, one after the other.
fn one_by_one(core: &Torus, copies: u32, effort: Effort) -> Option<Played> {
    let (frames, length) = frames(core, copies, effort)?;
    let slots =
        |message: usize| (0..).zip(&frames).map(|(copy, frame)| frame[message] + copy * length).collect();
    let slots = (0..core.len()).map(slots).collect();
    Some(Played { slots, length: copies * length, tracks: Vec::new() })
}

/// The frame of the core in each copy, as the slots in which messages start, by node id of the offset; and
/// the length of one frame.
fn frames(core: &Torus, copies: u32, effort: Effort) -> Option<(Vec<Vec<u32>>, u32)> {
    let effort = Effort { visits: effort.visits / u64::from(copies), ..effort };
    let circuits = |copy| circuits::nearly_apart(core, effort.reseeded(copy << 8));
    let circuits: Option<Vec<_>> = (0..u64::from(copies)).map(circuits).collect();
    let Some(circuits) = circuits else {
        let (starts, length) = windows::starts(core, &Rule::of(core)?);
        return Some((vec![starts; copies as usize], length));
    };
    let starts = |(messages, _): &(Vec<Entry>, u32)| {
        let mut starts = vec![0; core.len()];
        messages.iter().for_each(|entry| starts[core.node(&entry.offset).index()] = entry.slot);
        starts
    };
    Some((circuits.iter().map(starts).collect(), circuits[0].1))
}

/// A torus that is divided into its core and its side offsets.
struct Copies<'a> {
    torus: &'a Torus,
    core: Range<usize>,
    /// The offsets of the core, by node id; 0 is the first.
    messages: Vec<Vec<u32>>,
    /// By offset of the core and copy, the slot in which the message starts.
    slots: Vec<Vec<u32>>,
    /// The slots of the frame.
    length: u32,
    /// The offsets in the other dimensions, by node id; 0 is the first.
    sides: Vec<Vec<u32>>,
}

impl<'a> Copies<'a> {
    fn new(torus: &'a Torus, core: Range<usize>, how: How, effort: Effort) -> Option<(Self, Vec<Track>)> {
        let (inner, mut outer) = (Torus::new(&torus.dims()[core.clone()]).ok()?, torus.dims().to_vec());
        outer.drain(core.clone());
        let outer = Torus::new(&outer).ok()?;
        let offsets = |torus: &Torus| torus.nodes().map(|node| torus.coordinates(node)).collect();
        let Played { slots, length, tracks } = how(&inner, outer.len() as u32, effort)?;
        let copies = Copies { torus, core, messages: offsets(&inner), slots, length, sides: offsets(&outer) };
        Some((copies, tracks))
    }

    fn offset(&self, core: &[u32], side: &[u32]) -> Vec<u32> {
        let (before, behind) = side.split_at(self.core.start);
        [before, core, behind].concat()
    }

    fn route(&self, core: &[u32], side: &[u32]) -> Route {
        ordered_route(self.torus, &self.offset(core, side))
    }

    /// The hops of a route in the dimensions before the core.
    fn before(&self, route: &Route) -> u32 {
        let before = route.segments().iter().filter(|segment| segment.port.dim() < self.core.start);
        before.map(|segment| segment.hops).sum()
    }

    /// The uses of ports outside the core by a message. Slots are relative to the one in which its run
    /// through the core starts.
    fn runs(&self, core: &[u32], side: &[u32]) -> Vec<Run> {
        let route = self.route(core, side);
        let mut at = -(self.before(&route) as i32);
        let run = |segment: &Segment| {
            let from = at;
            at += segment.hops as i32;
            let beside = !self.core.contains(&segment.port.dim());
            beside.then_some(Run { port: segment.port.index(), from, to: at })
        };
        route.segments().iter().filter_map(run).collect()
    }

    /// The messages of each offset of the core except 0, then those that do not use the core.
    fn groups(&self) -> Vec<Group> {
        let group = |(message, core): (usize, &Vec<u32>)| {
            let runs = self.sides.iter().map(|side| self.runs(core, side)).collect();
            Group { slots: self.slots[message].clone(), runs }
        };
        let alone = |side: &Vec<u32>| Group::alone(self.runs(&self.messages[0], side));
        let groups = self.messages.iter().enumerate().skip(1).map(group);
        groups.chain(self.sides[1..].iter().map(alone)).collect()
    }

    /// The slots in which all messages start.
    fn starts(&self, board: &Board) -> Vec<u32> {
        let (mut starts, taken) = (vec![0; self.torus.len()], board.taken());
        let (others, alone) = taken.split_at(self.messages.len() - 1);
        for (core, taken) in self.messages[1..].iter().zip(others) {
            taken.iter().for_each(|&(side, slot)| self.start(&mut starts, core, &self.sides[side], slot));
        }
        for (side, taken) in self.sides[1..].iter().zip(alone) {
            self.start(&mut starts, &self.messages[0], side, taken[0].1);
        }
        starts
    }

    /// Sets the start of a message whose run through the core starts in `slot`.
    fn start(&self, starts: &mut [u32], core: &[u32], side: &[u32], slot: u32) {
        let first = slot + self.length - self.before(&self.route(core, side));
        starts[self.torus.node(&self.offset(core, side)).index()] = first % self.length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const EFFORT: Effort = Effort { seed: 1, visits: 50_000_000 };

    fn torus(dims: &[u32]) -> Torus {
        Torus::new(dims).expect("a valid torus")
    }

    /// Checks a frame port by port; on a full torus one node stands for all. Returns the uses of the busiest
    /// port.
    fn busiest_port(torus: &Torus, starts: &[u32], length: u32) -> usize {
        let (mut used, mut loads) = (BTreeSet::new(), vec![0; torus.port_slots()]);
        for offset in torus.nodes().skip(1) {
            let route = ordered_route(torus, &torus.coordinates(offset));
            for (slot, port) in (starts[offset.index()]..).zip(route.ports()) {
                assert!(used.insert((port.index(), slot % length)), "{torus}: {offset:?}");
                loads[port.index()] += 1;
            }
        }
        loads.into_iter().max().unwrap_or(0)
    }

    /// The core has one to eight dimensions, of an odd or an even radix. It comes first, last and between
    /// others, of which there are one to three. The copies of the last ones are mixed.
    #[test]
    fn no_port_is_used_twice_in_a_slot_and_one_is_always_used() {
        let repeated: [&[u32]; 18] = [
            &[2, 5],
            &[5, 2],
            &[3, 8],
            &[2, 3, 9],
            &[4, 15, 15],
            &[15, 15, 4],
            &[2, 13, 13, 2],
            &[9, 9, 5, 2],
            &[3, 6, 6],
            &[8, 8, 8, 3],
            &[2, 3, 3],
            &[3, 4, 4, 4, 4],
            &[2, 5, 5, 5],
            &[2, 5, 5, 5, 2],
            &[5, 5, 5, 2, 2, 2],
            &[7, 7, 7, 2],
            &[2, 3, 5, 5, 5],
            &[3, 2, 2, 2, 2, 2, 2, 2, 2],
        ];
        for dims in repeated {
            let torus = torus(dims);
            let (starts, length) = starts(&torus, EFFORT).unwrap_or_else(|| panic!("{torus}: no frame"));
            assert_eq!(busiest_port(&torus, &starts, length), length as usize, "{torus}");
            assert_eq!(super::starts(&torus, EFFORT), Some((starts, length)), "{torus}: the same again");
        }
    }

    /// Tori without such a frame: equal radices; busiest dimensions with another one between them; a cube of
    /// an odd radix in only three copies.
    #[test]
    fn other_tori_have_no_frame_of_this_kind() {
        for dims in [&[5, 5][..], &[7], &[9, 4, 9], &[3, 5, 5, 5]] {
            assert_eq!(starts(&torus(dims), EFFORT), None, "{dims:?}");
        }
    }
}
