//! The links between a block and its neighbours: what is on them in a cycle, as bytes.
//!
//! A cut has a plane of links in each direction. If none of them carries a message, nothing is sent. Else a
//! bit for each link is, and behind these the messages that are there, by link. Where routers give credits
//! back, a bit for each channel of the links that come from the neighbour stands between the two.

use super::{Block, Exchanged, Ranks};
use crate::monitor::set_bits;

/// What is sent over a cut.
pub trait Carried: Copy + Default {
    /// Bytes of one; `head`: of its header.
    fn bytes(head: usize) -> usize;
    /// Appends it.
    fn put(&self, head: usize, bytes: &mut Vec<u8>);
    /// Reads it.
    fn get(head: usize, bytes: &[u8]) -> Self;
}

/// A number of up to eight bytes, the lowest first.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}

/// A message that comes from another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<M> {
    /// The node that it comes to, by its number in the block.
    pub node: usize,
    /// The port by which it comes: 0 or 1.
    pub port: usize,
    /// What comes.
    pub message: M,
}

/// The two cuts of a block: links of port 0 to the next rank, of port 1 to the one before.
pub struct Cut<'a, M> {
    ranks: &'a dyn Ranks,
    /// Links of a cut, and the first node of the block's last plane.
    plane: usize,
    last: usize,
    /// Port slots of a node.
    slots: usize,
    /// Bytes of a header.
    head: usize,
    /// By port: the links in use, and what is on them.
    valid: [Vec<u64>; 2],
    messages: [Vec<M>; 2],
    /// Channels of a link that have credits.
    channels: usize,
    /// By port: the channels of the links that come by it whose credits go back.
    credits: [Vec<u64>; 2],
    out: [Vec<u8>; 2],
    come: [Vec<u8>; 2],
    arrivals: Vec<Arrival<M>>,
    /// Output channels to which credits came back.
    returned: Vec<usize>,
    exchanged: Exchanged,
}

impl<'a, M: Carried> Cut<'a, M> {
    /// Idle cuts. `head`: bytes of a message's header.
    pub fn new(ranks: &'a dyn Ranks, block: &Block, head: usize) -> Self {
        Self::with_credits(ranks, block, head, 0)
    }

    /// The same of links whose receivers give credits back for each of some channels.
    pub fn with_credits(ranks: &'a dyn Ranks, block: &Block, head: usize, channels: usize) -> Self {
        let (words, marks) = (block.plane.div_ceil(64), (block.plane * channels).div_ceil(64));
        let most = 8 * (words + marks) + block.plane * M::bytes(head);
        Cut {
            ranks,
            plane: block.plane,
            last: block.nodes.len() - block.plane,
            head,
            valid: [vec![0; words], vec![0; words]],
            messages: [vec![M::default(); block.plane], vec![M::default(); block.plane]],
            channels,
            slots: block.slots,
            credits: [vec![0; marks], vec![0; marks]],
            out: [Vec::with_capacity(most), Vec::with_capacity(most)],
            come: [vec![0; most], vec![0; most]],
            arrivals: Vec::new(),
            returned: Vec::new(),
            exchanged: Exchanged { ranks: ranks.size(), ..Exchanged::default() },
        }
    }

    /// Hops from a node by a port to the cut, the one over it left out; `None`: no cut lies that way.
    #[inline]
    pub fn hops(&self, node: usize, port: usize) -> Option<u64> {
        match port {
            0 => Some(((self.last + self.plane - 1 - node) / self.plane) as u64),
            1 => Some((node / self.plane) as u64),
            _ => None,
        }
    }

    /// A message on a link over a cut, which leaves a node by port 0 or 1.
    pub fn leave(&mut self, node: usize, port: usize, message: M) {
        let at = node % self.plane;
        self.valid[port][at / 64] |= 1 << (at % 64);
        self.messages[port][at] = message;
    }

    /// A credit for a channel of the link over a cut that comes to a node by port 0 or 1.
    pub fn give_back(&mut self, node: usize, port: usize, channel: usize) {
        let at = node % self.plane * self.channels + channel;
        self.credits[port][at / 64] |= 1 << (at % 64);
    }

    /// Nothing leaves.
    pub fn clear(&mut self) {
        self.valid.iter_mut().chain(&mut self.credits).for_each(|words| words.fill(0));
    }

    /// Sends what leaves, does something meanwhile, and takes what comes.
    pub fn exchange(&mut self, meanwhile: &mut dyn FnMut()) {
        (0..2).for_each(|port| self.pack(port));
        let ([next, before], [first, second]) = (&self.out, &mut self.come);
        let lengths = self.ranks.exchange([next, before], [first, second], meanwhile);
        let sent = (next.len() + before.len()) as u64;
        self.exchanged.cycles += 1;
        self.exchanged.bytes += sent;
        self.exchanged.most = self.exchanged.most.max(sent);
        self.arrivals.clear();
        self.returned.clear();
        (0..2).for_each(|port| self.unpack(port, lengths[port]));
    }

    /// What came with the last exchange, by port, then by node.
    pub fn arrivals(&self) -> &[Arrival<M>] {
        &self.arrivals
    }

    /// The output channels to which credits came back with the last exchange: link by link, the block's own
    /// numbers.
    pub fn returned(&self) -> &[usize] {
        &self.returned
    }

    /// What was sent so far.
    pub fn exchanged(&self) -> Exchanged {
        self.exchanged
    }

    /// What goes over the cut that port 0 or 1 leads to: flits, and credits for what came from there.
    fn pack(&mut self, port: usize) {
        let (valid, credits, out) = (&mut self.valid[port], &mut self.credits[1 - port], &mut self.out[port]);
        out.clear();
        if valid.iter().chain(credits.iter()).all(|&word| word == 0) {
            return;
        }
        valid.iter().chain(credits.iter()).for_each(|word| out.extend(word.to_le_bytes()));
        set_bits(valid).for_each(|at| self.messages[port][at].put(self.head, out));
        valid.fill(0);
        credits.fill(0);
    }

    /// What came over a cut: by port 0 or 1, and credits for the other one's links.
    fn unpack(&mut self, port: usize, length: usize) {
        let words = [&self.valid, &self.credits].map(|bits| 8 * bits[port].len());
        let Some((bits, messages)) = self.come[port][..length].split_at_checked(words[0] + words[1]) else {
            return;
        };
        let first = if port == 0 { 0 } else { self.last };
        let [valid, credits] = [&bits[..words[0]], &bits[words[0]..]]
            .map(|bits| bits.chunks_exact(8).map(number).collect::<Vec<u64>>());
        let messages = messages.chunks_exact(M::bytes(self.head));
        let arrivals = set_bits(&valid).zip(messages).map(|(at, bytes)| Arrival {
            node: first + at,
            port,
            message: M::get(self.head, bytes),
        });
        self.arrivals.extend(arrivals);
        let (slots, channels) = (self.slots, self.channels);
        let output = |at: usize| ((first + at / channels) * slots + 1 - port) * channels + at % channels;
        self.returned.extend(set_bits(&credits).map(output));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::threads::on_threads;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Two(u16);

    impl Carried for Two {
        fn bytes(_: usize) -> usize {
            2
        }

        fn put(&self, _: usize, bytes: &mut Vec<u8>) {
            bytes.extend(self.0.to_le_bytes());
        }

        fn get(_: usize, bytes: &[u8]) -> Self {
            Two(u16::from_le_bytes([bytes[0], bytes[1]]))
        }
    }

    /// 5 planes of 70 nodes on two and three ranks; each sends its number over some links of both cuts.
    #[test]
    fn messages_come_to_the_other_side() {
        for size in [2, 3] {
            on_threads(size, |ranks| {
                let block = Block::of_rank(&"5,7,10".parse().unwrap(), ranks.rank(), size);
                let mut cut = Cut::<Two>::new(ranks, &block, 0);
                let last = block.nodes.len() - 70;
                let (mine, mut called) = (Two(300 + ranks.rank() as u16), 0);
                [3, 64, 69].into_iter().for_each(|at| cut.leave(last + at, 0, mine));
                cut.leave(0, 1, mine);
                cut.exchange(&mut || called += 1);
                let [before, next] = [size - 1, 1].map(|by| Two(300 + ((ranks.rank() + by) % size) as u16));
                let arrival = |port, node, message| Arrival { node, port, message };
                let up = [3, 64, 69].map(|at| arrival(0, at, before));
                assert_eq!(cut.arrivals(), [&up[..], &[arrival(1, last, next)]].concat());
                // 70 bits are two words; the next cycle carries nothing.
                cut.exchange(&mut || called += 1);
                assert_eq!((cut.arrivals(), called), (&[][..], 2));
                let sent = Exchanged { ranks: size, cycles: 2, bytes: 16 + 6 + 16 + 2, most: 40 };
                assert_eq!(cut.exchanged(), sent);
            });
        }
    }

    /// A block of two planes: what goes up from the lower one passes one more node.
    #[test]
    fn hops_are_counted_to_the_cut() {
        on_threads(2, |ranks| {
            let block = Block::of_rank(&"4,3".parse().unwrap(), ranks.rank(), 2);
            let cut = Cut::<Two>::new(ranks, &block, 0);
            let hops = |port| [0, 2, 3, 5].map(|node| cut.hops(node, port));
            assert_eq!(hops(0), [Some(1), Some(1), Some(0), Some(0)]);
            assert_eq!(hops(1), [Some(0), Some(0), Some(1), Some(1)]);
            assert_eq!(hops(2), [None; 4]);
        });
    }

    /// 4 planes of 3 nodes on two ranks: a credit for what came from below goes below, to the link of port 0.
    #[test]
    fn credits_come_back_to_the_sender() {
        on_threads(2, |ranks| {
            let block = Block::of_rank(&"4,3".parse().unwrap(), ranks.rank(), 2);
            let mut cut = Cut::<Two>::with_credits(ranks, &block, 0, 30);
            cut.give_back(2, 0, 29);
            cut.give_back(3, 1, 7);
            cut.leave(4, 0, Two(9));
            cut.exchange(&mut || ());
            // Both ranks do the same: the link of node 0 by port 1 and that of node 5 by port 0.
            assert_eq!(cut.returned(), [30 + 7, (5 * 4) * 30 + 29]);
            assert_eq!(cut.arrivals(), [Arrival { node: 1, port: 0, message: Two(9) }]);
            assert_eq!(cut.exchanged().bytes, 2 * 8 * (1 + 2) + 2);
            cut.give_back(0, 0, 0);
            cut.clear();
            cut.exchange(&mut || ());
            assert_eq!((cut.returned(), cut.exchanged().bytes), (&[][..], 50));
        });
    }
}
