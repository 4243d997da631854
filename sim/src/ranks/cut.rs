//! The links between a block and its neighbours, and the format in which their messages are exchanged in a
//! cycle.
//!
//! A cut has a plane of links in each direction. If none of them carries a message, nothing is sent.
//! Otherwise a bit for each link is sent, then the messages, by link. If routers return credits, there is a
//! bit between the two for each channel of the links that come from the neighbour. Where all ranks know the
//! messages of each cycle, only the bits are sent.

use super::{Block, Exchanged, Ranks};
use crate::monitor::set_bits;
use std::time::{Duration, Instant};

/// A value that can be sent over a cut.
pub trait Carried: Copy + Default {
    /// The number of its bytes; `head`: those of its header.
    fn bytes(head: usize) -> usize;
    /// Writes it into this many bytes.
    fn put(&self, head: usize, bytes: &mut [u8]);
    /// Reads it from bytes.
    fn get(head: usize, bytes: &[u8]) -> Self;
}

/// A number of up to eight bytes, the least significant first.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}

/// A message from another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<M> {
    /// The node at which it arrives, by its number in the block.
    pub node: usize,
    /// The port by which it arrives: 0 or 1.
    pub port: usize,
    /// The message that arrives.
    pub message: M,
}

/// The two cuts of a block: links of port 0 lead to the next rank, links of port 1 to the previous one.
pub struct Cut<'a, M> {
    ranks: &'a dyn Ranks,
    /// The first node of the block's last plane.
    last: usize,
    /// Port slots of a node.
    slots: usize,
    /// Bytes of a header.
    head: usize,
    /// For each port: the links in use, and their messages.
    valid: [Vec<u64>; 2],
    messages: [Vec<M>; 2],
    /// The channels of a link for which there are credits.
    channels: usize,
    /// For each port: the channels of the links arriving by it whose credits are returned.
    credits: [Vec<u64>; 2],
    /// For each port: the bytes that are sent and received by it, and their numbers.
    out: [Vec<u8>; 2],
    leave: [usize; 2],
    come: [Vec<u8>; 2],
    came: [usize; 2],
    /// For each port: the links on which something arrived.
    arrived: [Vec<u64>; 2],
    /// The output channels to which credits returned.
    returned: Vec<usize>,
    exchanged: Exchanged,
}

impl<'a, M: Carried> Cut<'a, M> {
    /// Idle cuts. `head`: bytes of a message's header.
    pub fn new(ranks: &'a dyn Ranks, block: &Block, head: usize) -> Self {
        Self::with_credits(ranks, block, head, 0)
    }

    /// The same for links whose receivers return credits for each of `channels` channels.
    pub fn with_credits(ranks: &'a dyn Ranks, block: &Block, head: usize, channels: usize) -> Self {
        let (words, marks) = (block.plane.div_ceil(64), (block.plane * channels).div_ceil(64));
        let most = 8 * (words + marks) + block.plane * M::bytes(head);
        Cut {
            ranks,
            last: block.nodes.len() - block.plane,
            head,
            valid: [vec![0; words], vec![0; words]],
            messages: [vec![M::default(); block.plane], vec![M::default(); block.plane]],
            channels,
            slots: block.slots,
            credits: [vec![0; marks], vec![0; marks]],
            out: [vec![0; most], vec![0; most]],
            leave: [0; 2],
            come: [vec![0; most], vec![0; most]],
            came: [0; 2],
            arrived: [vec![0; words], vec![0; words]],
            returned: Vec::new(),
            exchanged: Exchanged { ranks: ranks.size(), ..Exchanged::default() },
        }
    }

    /// Puts a message on a link over a cut, which leaves a node by port 0 or 1.
    pub fn leave(&mut self, node: usize, port: usize, message: M) {
        let at = node - [self.last, 0][port];
        self.valid[port][at / 64] |= 1 << (at % 64);
        self.messages[port][at] = message;
    }

    /// Returns a credit for a channel of the link over a cut that arrives at a node by port 0 or 1.
    pub fn give_back(&mut self, node: usize, port: usize, channel: usize) {
        let at = (node - [0, self.last][port]) * self.channels + channel;
        self.credits[port][at / 64] |= 1 << (at % 64);
    }

    /// Removes everything that was to be sent.
    pub fn clear(&mut self) {
        self.valid.iter_mut().chain(&mut self.credits).for_each(|words| words.fill(0));
    }

    /// The links in use over the cut of port 0 or 1, by their places in its plane.
    pub fn leaving(&mut self, port: usize) -> &mut [u64] {
        &mut self.valid[port]
    }

    /// The links by which something arrived at port 0 or 1, by their places in its plane.
    pub fn arrived(&self, port: usize) -> &[u64] {
        &self.arrived[port]
    }

    /// Sends the messages on the links in use, does `meanwhile`, and receives.
    pub fn exchange(&mut self, meanwhile: &mut dyn FnMut()) {
        self.exchange_with(true, meanwhile);
    }

    /// The same for messages that all ranks know: only the bits of links in use are sent.
    pub fn exchange_bits(&mut self, meanwhile: &mut dyn FnMut()) {
        self.exchange_with(false, meanwhile);
    }

    fn exchange_with(&mut self, messages: bool, meanwhile: &mut dyn FnMut()) {
        (0..2).for_each(|port| self.pack(port, messages));
        let ([next, before], [first, second]) = (&self.out, &mut self.come);
        let (next, before) = (&next[..self.leave[0]], &before[..self.leave[1]]);
        let (begun, mut busy) = (Instant::now(), Duration::ZERO);
        self.came = self.ranks.exchange([next, before], [first, second], &mut || {
            let begun = Instant::now();
            meanwhile();
            busy = begun.elapsed();
        });
        self.exchanged.waited += begun.elapsed() - busy;
        let sent = (next.len() + before.len()) as u64;
        self.exchanged.cycles += 1;
        self.exchanged.bytes += sent;
        self.exchanged.most = self.exchanged.most.max(sent);
        self.returned.clear();
        (0..2).for_each(|port| self.unpack(port));
    }

    /// The messages that the last exchange brought, by port, then by node.
    pub fn arrivals(&self) -> impl Iterator<Item = Arrival<M>> + '_ {
        (0..2).flat_map(move |port| {
            let begin = 8 * (self.arrived[port].len() + self.credits[port].len());
            let bytes = self.come[port][..self.came[port]].get(begin..).unwrap_or(&[]);
            let messages = bytes.chunks_exact(M::bytes(self.head));
            let first = [0, self.last][port];
            set_bits(&self.arrived[port]).zip(messages).map(move |(at, bytes)| Arrival {
                node: first + at,
                port,
                message: M::get(self.head, bytes),
            })
        })
    }

    /// The output channels to which the last exchange returned credits, link by link, by their numbers in the
    /// block.
    pub fn returned(&self) -> &[usize] {
        &self.returned
    }

    /// Whether something holds on any rank; all ranks ask together.
    pub fn on_any(&self, here: bool) -> bool {
        let mut bytes = [u8::from(here)];
        self.ranks.any(&mut bytes);
        bytes != [0]
    }

    /// The data sent so far.
    pub fn exchanged(&self) -> Exchanged {
        self.exchanged
    }

    /// Packs what goes over the cut of port 0 or 1: the links in use, with their messages or without, and
    /// credits for messages that came from there.
    fn pack(&mut self, port: usize, with_messages: bool) {
        let (valid, credits, out) = (&mut self.valid[port], &mut self.credits[1 - port], &mut self.out[port]);
        self.leave[port] = 0;
        if valid.iter().chain(credits.iter()).all(|&word| word == 0) {
            return;
        }
        let (bits, rest) = out.split_at_mut(8 * (valid.len() + credits.len()));
        let words = valid.iter().chain(credits.iter());
        bits.chunks_exact_mut(8).zip(words).for_each(|(to, word)| to.copy_from_slice(&word.to_le_bytes()));
        let (messages, mut count) = (&self.messages[port], 0);
        let sent = set_bits(valid).filter(|_| with_messages);
        sent.zip(rest.chunks_exact_mut(M::bytes(self.head))).for_each(|(at, bytes)| {
            messages[at].put(self.head, bytes);
            count += 1;
        });
        self.leave[port] = bits.len() + count * M::bytes(self.head);
        valid.fill(0);
        credits.fill(0);
    }

    /// Unpacks what came over a cut: messages that arrive by port 0 or 1, and credits for the links of the
    /// other port.
    fn unpack(&mut self, port: usize) {
        let mut words = self.come[port][..self.came[port]].chunks_exact(8).map(number);
        self.arrived[port].iter_mut().for_each(|word| *word = words.next().unwrap_or(0));
        if self.channels > 0 {
            let credits: Vec<u64> = words.take(self.credits[port].len()).collect();
            let (first, slots, channels) = ([0, self.last][port], self.slots, self.channels);
            let output = |at: usize| ((first + at / channels) * slots + 1 - port) * channels + at % channels;
            self.returned.extend(set_bits(&credits).map(output));
        }
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

        fn put(&self, _: usize, bytes: &mut [u8]) {
            bytes.copy_from_slice(&self.0.to_le_bytes());
        }

        fn get(_: usize, bytes: &[u8]) -> Self {
            Two(u16::from_le_bytes([bytes[0], bytes[1]]))
        }
    }

    fn came(cut: &Cut<Two>) -> Vec<Arrival<Two>> {
        cut.arrivals().collect()
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
                assert_eq!(came(&cut), [&up[..], &[arrival(1, last, next)]].concat());
                // 70 bits are two words; in the next cycle nothing is sent, and then only bits.
                cut.exchange(&mut || called += 1);
                assert_eq!((came(&cut), called), (vec![], 2));
                cut.leaving(1)[1] = 0b101;
                cut.exchange_bits(&mut || called += 1);
                assert_eq!(
                    (came(&cut), [0, 1].map(|port| cut.arrived(port)[1]), called),
                    (vec![], [0, 5], 3)
                );
                let Exchanged { ranks, cycles, bytes, most, waited: _ } = cut.exchanged();
                assert_eq!((ranks, cycles, bytes, most), (size, 3, 16 + 6 + 16 + 2 + 16, 40));
            });
        }
    }

    /// 4 planes of 3 nodes on two ranks: a credit for a message from below goes below, to the link of port 0.
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
            assert_eq!(came(&cut), [Arrival { node: 1, port: 0, message: Two(9) }]);
            assert_eq!(cut.exchanged().bytes, 2 * 8 * (1 + 2) + 2);
            cut.give_back(0, 0, 0);
            cut.clear();
            cut.exchange(&mut || ());
            assert_eq!((cut.returned(), cut.exchanged().bytes), (&[][..], 50));
        });
    }
}
