//! The monitor: counts the messages of each link, without knowing how many there should be.
//!
//! Counters are bit-sliced: bit b of the counts of 64 links is one word. A cycle is added to bit 0. Its
//! carries wait at the next bit until there are carries of a second cycle, and both are then added together,
//! so bit b is updated in one of 2^b cycles. That makes two passes over all words in a cycle, whatever the
//! traffic. Source: Harley and Seal's count of bits, in Warren, "Hacker's Delight", 2nd edition, 2012,
//! section 5-1.

/// Counts per link.
#[derive(Clone, Debug)]
pub struct Monitor {
    links: usize,
    /// One for each bit of the counts, the lowest first.
    places: Vec<Place>,
    seen: Vec<u64>,
    /// The number of links that were never in use.
    unseen: usize,
    first: Vec<u64>,
}

/// A bit of every link's count, and possibly a second one of the same weight that waits.
#[derive(Clone, Debug)]
struct Place {
    sum: Vec<u64>,
    waiting: Vec<u64>,
    is_waiting: bool,
}

impl Place {
    /// Takes a bit for every link. Returns the carries, unless the bits wait for others.
    fn add<'a>(&'a mut self, bits: &[u64]) -> Option<&'a [u64]> {
        self.is_waiting = !self.is_waiting;
        if self.is_waiting {
            self.waiting.copy_from_slice(bits);
            return None;
        }
        for ((sum, waiting), bits) in self.sum.iter_mut().zip(&mut self.waiting).zip(bits) {
            let odd = *sum ^ *waiting;
            (*waiting, *sum) = ((*sum & *waiting) | (odd & bits), odd ^ bits);
        }
        Some(&self.waiting)
    }

    /// Adds what this bit, of weight 2^`weight`, contributes to the counts of the links of a word.
    fn add_to(&self, counts: &mut [u64], word: usize, weight: u32) {
        let (sum, waiting) = (self.sum[word], if self.is_waiting { self.waiting[word] } else { 0 });
        for (bit, count) in counts.iter_mut().enumerate() {
            *count += ((sum >> bit & 1) + (waiting >> bit & 1)) << weight;
        }
    }
}

/// In [`Monitor::first`]: the link was never in use.
const NEVER: u64 = u64::MAX;

impl Monitor {
    /// A monitor of this many link ids.
    pub fn new(links: usize) -> Self {
        let (seen, first) = (vec![0; links.div_ceil(64)], vec![NEVER; links]);
        Monitor { links, places: Vec::new(), seen, unseen: links, first }
    }

    /// Counts the links in use in a cycle, bit = link id.
    pub fn observe(&mut self, cycle: u64, valid: &[u64]) {
        if self.unseen > 0 {
            self.look_for_new(cycle, valid);
        }
        let mut carry = valid;
        for place in &mut self.places {
            match place.add(carry) {
                Some(bits) => carry = bits,
                None => return,
            }
        }
        let (sum, waiting) = (vec![0; carry.len()], carry.to_vec());
        self.places.push(Place { sum, waiting, is_waiting: true });
    }

    /// Notes the links that are in use for the first time.
    fn look_for_new(&mut self, cycle: u64, valid: &[u64]) {
        let new = valid.iter().zip(&self.seen).fold(0, |new, (bits, seen)| new | (bits & !seen));
        if new == 0 {
            return;
        }
        for (word, (bits, seen)) in valid.iter().zip(&mut self.seen).enumerate() {
            let new = bits & !*seen;
            *seen |= new;
            self.unseen -= new.count_ones() as usize;
            set_bits(&[new]).for_each(|bit| self.first[64 * word + bit] = cycle);
        }
    }

    /// For each link, the number of cycles in which it carried a message.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.links];
        for (word, counts) in counts.chunks_mut(64).enumerate() {
            (0..).zip(&self.places).for_each(|(weight, place)| place.add_to(counts, word, weight));
        }
        counts
    }

    /// The first cycle in which a link carried a message.
    pub fn first(&self, link: usize) -> Option<u64> {
        Some(self.first[link]).filter(|&cycle| cycle != NEVER)
    }
}

/// The positions of the set bits, lowest first.
pub fn set_bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let next = |left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
        let start = Some(word).filter(|&word| word != 0);
        std::iter::successors(start, next).map(move |left| 64 * index + left.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fixed sequence of pseudo-random words (xorshift).
    fn noise(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    /// State space: counts 0..~700 in all 64 positions of three words, one of them partly used; compared with
    /// a plain counter for each link.
    #[test]
    fn bit_sliced_counts_equal_plain_counts() {
        let (links, mut seed) = (150, 0x9e37_79b9_7f4a_7c15);
        let mut monitor = Monitor::new(links);
        let (mut counts, mut first) = (vec![0; links], vec![None; links]);
        for cycle in 0..1000 {
            let dense = noise(&mut seed) | noise(&mut seed);
            let words = [noise(&mut seed), dense, noise(&mut seed) & dense & ((1 << 22) - 1)];
            monitor.observe(cycle, &words);
            for link in (0..links).filter(|link| words[link / 64] >> (link % 64) & 1 == 1) {
                counts[link] += 1;
                first[link].get_or_insert(cycle);
            }
        }
        assert_eq!(monitor.counts(), counts);
        assert_eq!((0..links).map(|link| monitor.first(link)).collect::<Vec<_>>(), first);
    }

    #[test]
    fn an_idle_network_counts_nothing() {
        let mut monitor = Monitor::new(6);
        (0..10).for_each(|cycle| monitor.observe(cycle, &[0]));
        assert_eq!((monitor.counts(), monitor.first(3)), (vec![0; 6], None));
    }

    #[test]
    fn set_bits_come_in_order() {
        assert_eq!(set_bits(&[1 << 63 | 5, 0, 2]).collect::<Vec<_>>(), [0, 2, 63, 129]);
        assert_eq!(set_bits(&[]).count(), 0);
    }
}
