//! The monitor: counts what each link carried. It knows nothing of what it should have carried.
//!
//! Counters are bit-sliced: bit b of 64 links' counts is one word, so that counting a cycle is a ripple-carry
//! addition on whole words, two of them on average, whatever the traffic.

/// Counts per link.
#[derive(Clone, Debug)]
pub struct Monitor {
    links: usize,
    /// `planes[b][w]`: bit b of the counts of links `64 w ..`.
    planes: Vec<Vec<u64>>,
    seen: Vec<u64>,
    first: Vec<u64>,
}

/// In [`Monitor::first`]: never seen.
const NEVER: u64 = u64::MAX;

impl Monitor {
    /// A monitor of this many link ids.
    pub fn new(links: usize) -> Self {
        Monitor { links, planes: Vec::new(), seen: vec![0; links.div_ceil(64)], first: vec![NEVER; links] }
    }

    /// The links in use in a cycle, bit = link id.
    pub fn observe(&mut self, cycle: u64, valid: &[u64]) {
        for (word, &bits) in valid.iter().enumerate() {
            self.count(word, bits);
            let fresh = bits & !self.seen[word];
            if fresh != 0 {
                self.seen[word] |= fresh;
                set_bits(&[fresh]).for_each(|bit| self.first[64 * word + bit] = cycle);
            }
        }
    }

    fn count(&mut self, word: usize, mut carry: u64) {
        let mut bit = 0;
        while carry != 0 {
            if bit == self.planes.len() {
                self.planes.push(vec![0; self.seen.len()]);
            }
            let plane = &mut self.planes[bit][word];
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            bit += 1;
        }
    }

    /// In how many cycles each link carried a message.
    pub fn counts(&self) -> Vec<u64> {
        let count = |link: usize| {
            let bit = |(b, plane): (usize, &Vec<u64>)| (plane[link / 64] >> (link % 64) & 1) << b;
            self.planes.iter().enumerate().map(bit).sum()
        };
        (0..self.links).map(count).collect()
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

    /// A fixed sequence of words that look random (xorshift).
    fn noise(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    /// State space: counts 0..~700 in all 64 positions of three words, one of them partly used; compared with
    /// one plain counter per link.
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
