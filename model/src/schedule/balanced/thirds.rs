//! Linear placements in three dimensions whose radix k is a multiple of 3: the messages that are no triple.
//!
//! The packer places three messages at a time, the images of one under rotations of the dimensions
//! (`turns`). The messages S = (k/3, k/3, k/3) and -S are their own images. Each of them alone takes the
//! place of a triple, and then a frame at the bound has no room, or the slots of the others do not add up. So
//! a few triples are broken: two messages start, or end, together with S or -S, and the third one elsewhere.
//! [`messages`] gives these messages their routes and slots. The others stay triples, which the packer puts
//! around them.
//!
//! **Slots.** All processors have the class 0, the sum of the coordinates modulo k. A message goes up by its
//! runs in `+` and comes down by those in `-`, or the other way round. A triple that starts in slot t and
//! goes up m classes uses classes 0 to m - 1 of the diagonal t of `+`, and the last m classes of the diagonal
//! t + 2 m - k of `-`. On each diagonal one triple starts and one ends. S goes up all the way and both starts
//! and ends on its diagonal. There it takes one dimension after the other, k/3 classes each. A triple with m
//! up to k/3 and one run up has a message that uses the same dimension as S; the other two fit beside S.
//!
//! - *k odd.* A frame of L slots has room for four messages more. S starts with two messages of a triple,
//!   and -S ends with the third one. The slot of -S is free, so it makes the sum of all slots right.
//! - *k even.* There is room for one message more. S and -S each start with two messages of a triple and end
//!   with two of another one. So four triples are broken. Their third messages fill the gaps: those with m of
//!   1 and 2 start beside two messages of another triple, the other two start together.
//!
//! Bounds: k from 12 on; below, the search for all messages meets the bound. Source: ours (`docs/theory.md`).

use super::free::{Free, Packed, ROUTES};
use super::turns::rotations;
use crate::{
    pack::{by_free_slots, Cell, Choice, Horizon},
    schedule::problem::{odr_messages, problem, Setting},
    Effort, Entry, Placement, Port, PortModel, Route, Segment, Sign,
};

/// The number of searches for the slots of the triples. One that takes long seldom ends.
const SEARCHES: u64 = 4;

/// The runs of a message: dimension and hops, which are negative by `-`.
type Runs = Vec<(usize, i64)>;

/// A message with its slot.
type Start = (i64, Runs);

/// A broken triple: a message whose two images start together, and which itself starts elsewhere.
struct Broken {
    /// The slot of the images, and the runs that they are images of.
    images: Start,
    /// The slot and the runs of the message itself.
    itself: Start,
}

impl Broken {
    fn messages(self) -> impl Iterator<Item = Start> {
        let (slot, runs) = self.images;
        let image = move |by| (slot, runs.iter().map(|&(dim, hops)| ((dim + by) % 3, hops)).collect());
        (1..3).map(image).chain([self.itself])
    }
}

/// A frame of this length, if it is the least one of such a placement, and if it is found.
pub(super) fn frame(setting: Setting, length: u32, effort: Effort) -> Option<Packed> {
    let messages = messages(setting, length)?;
    let mut seeds = (0..SEARCHES).map(|search| effort.seed.wrapping_add(search));
    seeds.find_map(|seed| around(setting, &messages, length, Effort { seed, ..effort }))
}

/// Puts the triples around these messages.
fn around(setting: Setting, messages: &[Entry], length: u32, effort: Effort) -> Option<Packed> {
    let mut free = Free::new(setting, &rotations(3), true, ROUTES, effort.seed);
    let at = |entry: &Entry| free.messages.iter().position(|message| message.offset == entry.offset);
    let members: Vec<usize> = messages.iter().map(|entry| at(entry).expect("a message")).collect();
    let stays = |orbit: &[usize]| !orbit.iter().any(|message| members.contains(message));
    let items = std::mem::take(&mut free.problem.items);
    let both = std::mem::take(&mut free.orbits).into_iter().zip(items);
    (free.orbits, free.problem.items) = both.filter(|(orbit, _)| stays(orbit)).unzip();
    let block = free.orbits.len();
    free.problem.items.push(vec![cells(setting, messages)]);
    let mut choices = by_free_slots(&free.problem, Some(block), length, Horizon::Periodic, effort)?;
    choices.truncate(block);
    let mut packed = free.packed(length, choices);
    for (&member, entry) in members.iter().zip(messages) {
        packed.messages[member].route = entry.route.clone();
        packed.packing.choices[member] = Choice { alternative: 0, start: entry.slot };
    }
    Some(packed)
}

/// The cells of messages with slots.
fn cells(setting: Setting, messages: &[Entry]) -> Vec<Cell> {
    let items = problem(setting, messages).items.into_iter().zip(messages);
    let later = |cell: Cell, by: u32| Cell { offset: cell.offset + by, ..cell };
    items.flat_map(|(item, entry)| item.into_iter().flatten().map(|cell| later(cell, entry.slot))).collect()
}

/// The messages of a frame of this length that are not in triples, with routes and slots. `None` if all can
/// be, or if the length is not the least one.
fn messages(setting: Setting, length: u32) -> Option<Vec<Entry>> {
    let Setting { placement, ports, hop_cycles } = setting;
    let k = i64::from(radix(placement)?);
    let least = (k * k - 1).div_euclid(6) + 1;
    let fits = ports == PortModel::AllPort && hop_cycles.is_one() && i64::from(length) == least;
    let starts = match k {
        _ if !fits || k % 3 != 0 || k < 12 => return None,
        k if k % 2 == 0 => even(k),
        k => odd(k, total(placement, k)),
    };
    Some(starts.into_iter().map(|start| entry(placement, start, least)).collect())
}

/// The radix of a linear placement in three dimensions whose coefficients are all the same.
fn radix(placement: &Placement) -> Option<u32> {
    let (coefficients, modulus, _) = placement.linear_form()?;
    let alike = coefficients.windows(2).all(|pair| pair[0] == pair[1]);
    placement.torus().radix().filter(|&k| coefficients.len() == 3 && alike && k == modulus)
}

/// How much later triples end than they start, in diagonals, all together.
fn total(placement: &Placement, k: i64) -> i64 {
    let later = |message: &Entry| i64::from(message.route.hops()) - k;
    odr_messages(placement).iter().map(later).sum::<i64>() / 3
}

/// S or -S: as many hops in each dimension, in this order.
fn alone(slot: i64, hops: i64, order: [usize; 3]) -> Start {
    (slot, order.map(|dim| (dim, hops)).to_vec())
}

/// The messages for odd k. Triples end `total` diagonals later than they start.
fn odd(k: i64, total: i64) -> Vec<Start> {
    let up_and_down = vec![(0, 1), (1, -1)];
    let broken = Broken { images: (0, up_and_down.clone()), itself: (total, up_and_down) };
    let alone = [alone(0, k / 3, [0, 1, 2]), alone(total + 2 - k, -k / 3, [1, 0, 2])];
    alone.into_iter().chain(broken.messages()).collect()
}

/// The messages for even k.
fn even(k: i64) -> Vec<Start> {
    let third = k / 3;
    let alone = [alone(0, third, [0, 1, 2]), alone(2 - third, -third, [2, 0, 1])];
    let broken = [
        // The images start with S. The message starts with the images of the last triple.
        Broken { images: (0, vec![(0, 2), (1, -2)]), itself: (2 * third, vec![(0, 2), (1, -2)]) },
        // The images end with S. The message starts with that of the next triple, and ends with that of the
        // first one.
        Broken {
            images: (third, vec![(1, -1), (0, 1 - third), (2, third)]),
            itself: (4, vec![(2, third), (1, -1), (0, 1 - third)]),
        },
        // The images start with -S.
        Broken {
            images: (2 - third, vec![(2, -third), (0, third)]),
            itself: (4, vec![(0, third), (2, -third)]),
        },
        // The images end with -S. The message starts with the images that end with S, and ends with those
        // that start with -S.
        Broken { images: (2 * third, vec![(0, 1), (1, -1)]), itself: (third, vec![(1, -1), (0, 1)]) },
    ];
    alone.into_iter().chain(broken.into_iter().flat_map(Broken::messages)).collect()
}

/// A message as an entry of a schedule of this length.
fn entry(placement: &Placement, (slot, runs): Start, length: i64) -> Entry {
    let sign = |hops: i64| if hops > 0 { Sign::Plus } else { Sign::Minus };
    let segment = |&(dim, hops): &(usize, i64)| Segment {
        port: Port::new(dim, sign(hops)),
        hops: hops.unsigned_abs() as u32,
    };
    let k = i64::from(placement.torus().dims()[0]);
    let mut offset = vec![0; 3];
    runs.iter().for_each(|&(dim, hops)| offset[dim] = hops.rem_euclid(k) as u32);
    let route = Route::new(runs.iter().map(segment));
    Entry { slot: slot.rem_euclid(length) as u32, source: 0, offset, route }
}
