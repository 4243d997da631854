//! Round robin: output channels choose among inputs, outputs among their channels, and ejection ports among
//! flits at their destination.
//!
//! Requests are entered one by one, in any order. Each row keeps only the request nearest after its pointer,
//! so the cost of a cycle depends on the requests and not on all inputs. The two stages of an output are one
//! choice: first the nearest channel, then the input nearest to the pointer of that channel.

/// In [`Pointer`]: no packet holds it.
const NOBODY: u16 = u16::MAX;

/// The pointer of a round robin, which a packet can hold until its last flit: where the row begins, and which
/// input holds it.
#[derive(Clone, Copy, Debug)]
pub struct Pointer {
    first: u16,
    owner: u16,
}

impl Default for Pointer {
    fn default() -> Self {
        Pointer { first: 0, owner: NOBODY }
    }
}

impl Pointer {
    /// Whether a packet holds the channel until its last flit.
    pub fn is_held(self) -> bool {
        self.owner != NOBODY
    }

    /// Whether an input may request the channel now.
    pub fn admits(self, input: usize) -> bool {
        !self.is_held() || self.owner as usize == input
    }

    /// The number of places from the beginning of the row to an input.
    pub fn distance(self, input: usize, of: usize) -> u32 {
        distance(self.first, input, of)
    }

    /// Notes that an input was served. `last`: whether its packet ends.
    pub fn serve(&mut self, input: usize, of: usize, last: bool) {
        self.first = behind(input, of);
        self.owner = if last { NOBODY } else { input as u16 };
    }
}

/// The number of places from `first` to `input` in a round of `of`.
#[inline(always)]
pub fn distance(first: u16, input: usize, of: usize) -> u32 {
    let first = first as usize;
    (if input >= first { input - first } else { input + of - first }) as u32
}

/// The place after `input` in the round.
pub fn behind(input: usize, of: usize) -> u16 {
    if input + 1 == of {
        0
    } else {
        input as u16 + 1
    }
}

/// The nearest request for each of up to 64 places.
pub struct RoundRobin {
    /// For each place, the distance and number of the nearest candidate in one word, of which the least wins.
    nearest: Vec<u64>,
    /// A bit for each place: whether there is a request.
    asked: u64,
}

const NONE: u64 = u64::MAX;

impl RoundRobin {
    /// No requests, for `places` places.
    pub fn new(places: usize) -> Self {
        assert!(places <= 64, "a bit for each place");
        RoundRobin { nearest: vec![NONE; places], asked: 0 }
    }

    /// Enters a candidate for a place.
    #[inline(always)]
    pub fn enter(&mut self, place: usize, distance: u32, candidate: usize) {
        self.asked |= 1 << place;
        let nearest = &mut self.nearest[place];
        *nearest = (*nearest).min(u64::from(distance) << 32 | candidate as u64);
    }

    /// The next place with a request and its nearest candidate, which are then removed.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(usize, usize)> {
        let place = (self.asked != 0).then(|| self.asked.trailing_zeros() as usize)?;
        self.asked &= self.asked - 1;
        let nearest = std::mem::replace(&mut self.nearest[place], NONE);
        Some((place, nearest as u32 as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// State space: all beginnings and all sets of requesters in a round of six, compared with a walk from
    /// the beginning.
    #[test]
    fn the_nearest_behind_the_pointer_is_chosen() {
        let of = 6;
        for (begin, set) in (0..of).flat_map(|begin| (1u32..64).map(move |set| (begin, set))) {
            let mut pointer = Pointer::default();
            pointer.serve((begin + of - 1) % of, of, true);
            let mut round_robin = RoundRobin::new(9);
            let asks = |&input: &usize| set >> input & 1 == 1;
            (0..of).filter(asks).for_each(|input| round_robin.enter(7, pointer.distance(input, of), input));
            let walked = (0..of).map(|k| (begin + k) % of).find(asks).unwrap();
            assert_eq!(
                (round_robin.next(), round_robin.next()),
                (Some((7, walked)), None),
                "{begin} {set:b}"
            );
        }
    }

    #[test]
    fn a_packet_holds_it_to_its_end() {
        let mut pointer = Pointer::default();
        pointer.serve(3, 4, false);
        assert!(pointer.is_held() && pointer.admits(3) && !pointer.admits(0));
        pointer.serve(3, 4, true);
        assert!(!pointer.is_held() && pointer.admits(0));
        assert_eq!([0, 3].map(|input| pointer.distance(input, 4)), [0, 3]);
    }
}
