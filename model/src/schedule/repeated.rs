//! Frames of full tori with several busiest dimensions: the frame of these dimensions alone, repeated.
//!
//! The busiest dimensions are those with the most work for a link. Alone they form a torus, the *core*,
//! whose frame is known at its bound. The other dimensions have m nodes together, the *side offsets*. The
//! frame of the core is played m times. A message of the core is sent m times, each time with another side
//! offset. Its hops in dimensions before the core come before its run through the core, and those in
//! dimensions after the core come after it. So the links of the core are used as in m frames of the core,
//! whichever copy takes which side offset. The length is m times that of the core: E_max.
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
//! If the busiest dimensions are not adjacent, a message leaves the core between two of them for some hops,
//! its *gaps*. Copies are always mixed then, and side offsets change places only with those of the same gaps
//! (`copies`).
//!
//! Time: milliseconds if the other dimensions have two thirds of the core's work or less. Otherwise seconds
//! for 1024 nodes, and half a minute if no order is found. Source: ours.

mod board;
mod copies;
mod graph;
mod tracks;

use super::{circuits, mixed::work, windows, Rule};
use crate::{flow_shop::MOST_NODES, Effort, Entry, Random, Torus};
use board::Board;
use copies::Copies;
use graph::Side;
use tracks::Played;

/// The number of seeds that are tried.
const SEEDS: u64 = 64;

/// Tracks try more moves for each seed. So there are fewer seeds for larger tori: this number divided by the
/// nodes, but not fewer than the second number.
const NODES_OF_TRACKS: usize = 1 << 15;
const SEEDS_OF_TRACKS: usize = 8;

/// The search stops if more messages than this number meet others, and more than one in the second number.
const MEETINGS: usize = 16;
const MEETING: usize = 32;

/// For every offset of a full torus, by node id, the slot in which its message starts; and the length of the
/// frame. `None` if no order was found.
pub(super) fn starts(torus: &Torus, effort: Effort) -> Option<(Vec<u32>, u32)> {
    let busiest = busiest(torus).filter(|dims| dims.len() < torus.d() && torus.len() <= MOST_NODES)?;
    let copies = Copies::new(torus, busiest)?;
    let efforts = |seeds| (0..seeds).map(|more| effort.reseeded(more));
    let of_tracks = (NODES_OF_TRACKS / torus.len()).max(SEEDS_OF_TRACKS) as u64;
    chosen(&copies, one_by_one, efforts(SEEDS))
        .or_else(|| chosen(&copies, tracks::played, efforts(of_tracks)))
}

/// A function that plays a core with all sides.
type How = fn(&Torus, &[Side], Effort) -> Option<Played>;

/// The same for a core that is played by `how`, with the first of these efforts that succeeds.
fn chosen(copies: &Copies, how: How, efforts: impl Iterator<Item = Effort>) -> Option<(Vec<u32>, u32)> {
    let torus = copies.torus();
    for effort in efforts {
        let random = &mut Random::new(effort.seed);
        let Some(played) = how(copies.core(), copies.sides(), effort) else { continue };
        let Played { slots, length, tracks } = played;
        let mut board = Board::new(copies.groups(slots), tracks, 2 * torus.d(), length, random);
        match board.separate(random) as usize {
            0 => return Some((copies.starts(&board, length), length)),
            meetings if meetings > MEETINGS.max(torus.len() / MEETING) => return None,
            _ => continue,
        }
    }
    None
}

/// The dimensions with the most work, if they have the same radix.
fn busiest(torus: &Torus) -> Option<Vec<usize>> {
    let most = (0..torus.d()).map(|dim| work(torus, dim)).max()?;
    let dims: Vec<usize> = (0..torus.d()).filter(|&dim| work(torus, dim) == most).collect();
    dims.iter().all(|&dim| torus.dims()[dim] == torus.dims()[dims[0]]).then_some(dims)
}

/// The frames of the core, one for each copy, one after the other. `None` if sides differ in their gaps.
fn one_by_one(core: &Torus, sides: &[Side], effort: Effort) -> Option<Played> {
    let [Side { offsets, .. }] = sides else { return None };
    let (frames, length) = frames(core, offsets.len() as u32, effort)?;
    let slots =
        |message: usize| (0..).zip(&frames).map(|(copy, frame)| frame[message] + copy * length).collect();
    let slots = (1..core.len()).map(slots).collect();
    Some(Played { slots, length: offsets.len() as u32 * length, tracks: Vec::new() })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::ordered_route;
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
    /// others, of which there are one to three, or it has them between its own dimensions. The copies of the
    /// last ones are mixed.
    #[test]
    fn no_port_is_used_twice_in_a_slot_and_one_is_always_used() {
        let repeated: [&[u32]; 27] = [
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
            &[3, 3, 3, 3, 2],
            &[5, 2, 5],
            &[5, 4, 5, 2],
            &[9, 4, 9],
            &[3, 7, 2, 7],
            &[7, 3, 2, 7],
            &[7, 2, 7, 7],
            &[9, 2, 9, 2],
            &[15, 2, 15],
        ];
        for dims in repeated {
            let torus = torus(dims);
            let (starts, length) = starts(&torus, EFFORT).unwrap_or_else(|| panic!("{torus}: no frame"));
            assert_eq!(busiest_port(&torus, &starts, length), length as usize, "{torus}");
            assert_eq!(super::starts(&torus, EFFORT), Some((starts, length)), "{torus}: the same again");
        }
    }

    /// Tori without such a frame: equal radices; a cube of an odd radix in only three copies; an even radix
    /// with another one between.
    #[test]
    fn other_tori_have_no_frame_of_this_kind() {
        for dims in [&[5, 5][..], &[7], &[3, 5, 5, 5], &[5, 3, 5, 5], &[6, 2, 6]] {
            assert_eq!(starts(&torus(dims), EFFORT), None, "{dims:?}");
        }
    }
}
