//! The links between a block and its neighbours: what is on them in a cycle, as bytes.
//!
//! A cut has a plane of links. If none of them carries a message, nothing is sent. Else a bit for each link
//! is, and behind these the messages that are there, by link.

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
    /// Bytes of a header.
    head: usize,
    /// By port: the links in use, and what is on them.
    valid: [Vec<u64>; 2],
    messages: [Vec<M>; 2],
    out: [Vec<u8>; 2],
    come: [Vec<u8>; 2],
    arrivals: Vec<Arrival<M>>,
    exchanged: Exchanged,
}

impl<'a, M: Carried> Cut<'a, M> {
    /// Idle cuts. `head`: bytes of a message's header.
    pub fn new(ranks: &'a dyn Ranks, block: &Block, head: usize) -> Self {
        let words = block.plane.div_ceil(64);
        let most = 8 * words + block.plane * M::bytes(head);
        Cut {
            ranks,
            plane: block.plane,
            last: block.nodes.len() - block.plane,
            head,
            valid: [vec![0; words], vec![0; words]],
            messages: [vec![M::default(); block.plane], vec![M::default(); block.plane]],
            out: [Vec::with_capacity(most), Vec::with_capacity(most)],
            come: [vec![0; most], vec![0; most]],
            arrivals: Vec::new(),
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
        (0..2).for_each(|port| self.unpack(port, lengths[port]));
    }

    /// What came with the last exchange, by port, then by node.
    pub fn arrivals(&self) -> &[Arrival<M>] {
        &self.arrivals
    }

    /// What was sent so far.
    pub fn exchanged(&self) -> Exchanged {
        self.exchanged
    }

    fn pack(&mut self, port: usize) {
        let (valid, out) = (&mut self.valid[port], &mut self.out[port]);
        out.clear();
        if valid.iter().all(|&word| word == 0) {
            return;
        }
        valid.iter().for_each(|word| out.extend(word.to_le_bytes()));
        set_bits(valid).for_each(|at| self.messages[port][at].put(self.head, out));
        valid.fill(0);
    }

    fn unpack(&mut self, port: usize, length: usize) {
        let Some((valid, messages)) = self.come[port][..length].split_at_checked(8 * self.valid[port].len())
        else {
            return;
        };
        let first = if port == 0 { 0 } else { self.last };
        let words: Vec<u64> = valid.chunks_exact(8).map(number).collect();
        let messages = messages.chunks_exact(M::bytes(self.head));
        let arrivals = set_bits(&words).zip(messages).map(|(at, bytes)| Arrival {
            node: first + at,
            port,
            message: M::get(self.head, bytes),
        });
        self.arrivals.extend(arrivals);
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
}
