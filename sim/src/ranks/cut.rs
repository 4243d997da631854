//! The links between a block and its neighbours, and the format in which their messages are exchanged in a
//! cycle.
//!
//! A side of a block has a link for each of its nodes. If none of them carries a message, nothing is sent.
//! Otherwise a bit for each link is sent, then the messages, by link. If routers return credits, there is a
//! bit between the two for each channel of the links that come from the neighbour. Where all ranks know the
//! messages of each cycle, only the bits are sent.

use super::over_side::OverSide;
use super::{Arrival, Block, Carried, Exchanged, Parcel, Ranks};
use crate::monitor::set_bits;
use std::time::{Duration, Instant};

/// The links between a block and its neighbours.
pub struct Cut<'a, M> {
    ranks: &'a dyn Ranks,
    /// Two for each dimension that is cut.
    sides: Vec<OverSide<M>>,
    /// For each port, its place in the list of sides.
    by_port: Vec<Option<usize>>,
    /// Port slots of a node.
    slots: usize,
    /// Bytes of a header.
    head: usize,
    /// The channels of a link for which there are credits.
    channels: usize,
    /// The output channels to which credits returned.
    returned: Vec<usize>,
    exchanged: Exchanged,
}

impl<'a, M: Carried> Cut<'a, M> {
    /// Idle cuts around the block of this rank. `head`: bytes of a message's header.
    pub fn new(ranks: &'a dyn Ranks, block: &Block, head: usize) -> Self {
        Self::with_credits(ranks, block, head, 0)
    }

    /// The same for links whose receivers return credits for each of `channels` channels.
    pub fn with_credits(ranks: &'a dyn Ranks, block: &Block, head: usize, channels: usize) -> Self {
        let sides: Vec<_> = block.sides().map(|side| OverSide::new(side, head, channels)).collect();
        let place = |port| sides.iter().position(|over| over.side.port == port);
        Cut {
            ranks,
            by_port: (0..block.slots).map(place).collect(),
            sides,
            slots: block.slots,
            head,
            channels,
            returned: Vec::new(),
            exchanged: Exchanged { ranks: ranks.size(), ..Exchanged::default() },
        }
    }

    fn over(&mut self, port: usize) -> &mut OverSide<M> {
        &mut self.sides[self.by_port[port].expect("a port of a side")]
    }

    /// Puts a message on a link to another block, which leaves a node by a port.
    pub fn leave(&mut self, node: usize, port: usize, message: M) {
        let over = self.over(port);
        let at = over.side.place(node);
        over.valid[at / 64] |= 1 << (at % 64);
        over.messages[at] = message;
    }

    /// Returns a credit for a channel of the link from another block that arrives at a node by a port.
    pub fn give_back(&mut self, node: usize, port: usize, channel: usize) {
        let channels = self.channels;
        let over = self.over(port);
        let at = over.side.place(node) * channels + channel;
        over.credits[at / 64] |= 1 << (at % 64);
    }

    /// Removes everything that was to be sent.
    pub fn clear(&mut self) {
        for OverSide { valid, credits, .. } in &mut self.sides {
            valid.fill(0);
            credits.fill(0);
        }
    }

    /// The links of a port in use, by their places on the side.
    pub fn leaving(&mut self, port: usize) -> &mut [u64] {
        &mut self.over(port).valid
    }

    /// The links of a port by which something arrived, by their places on the side.
    pub fn arrived(&mut self, port: usize) -> &[u64] {
        &self.over(port).arrived
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
        self.pack(messages);
        let mut parcels: Vec<Parcel> = self.sides.iter_mut().map(OverSide::parcel).collect();
        let (begun, mut busy) = (Instant::now(), Duration::ZERO);
        self.ranks.exchange(&mut parcels, &mut || {
            let begun = Instant::now();
            meanwhile();
            busy = begun.elapsed();
        });
        self.exchanged.waited += begun.elapsed() - busy;
        let came: Vec<usize> = parcels.iter().map(|parcel| parcel.came).collect();
        self.sides.iter_mut().zip(came).for_each(|(over, came)| over.came = came);
        let sent = self.sides.iter().map(|over| over.leave as u64).sum();
        self.exchanged.cycles += 1;
        self.exchanged.bytes += sent;
        self.exchanged.most = self.exchanged.most.max(sent);
        self.unpack();
    }

    /// The messages that the last exchange brought, by port, then by node.
    pub fn arrivals(&self) -> impl Iterator<Item = Arrival<M>> + '_ {
        self.sides.iter().flat_map(|over| over.arrivals(self.head))
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

    /// Packs what goes to the neighbours. A neighbour gets the links of one port, and credits for messages
    /// that came by the other port of the dimension.
    fn pack(&mut self, with_messages: bool) {
        for pair in self.sides.chunks_exact_mut(2) {
            let [up, down] = pair else { continue };
            up.pack(&mut down.credits, self.head, with_messages);
            down.pack(&mut up.credits, self.head, with_messages);
        }
    }

    /// Unpacks what came: messages that arrive by a port, and credits for the links of the other port of the
    /// dimension.
    fn unpack(&mut self) {
        self.returned.clear();
        for at in 0..self.sides.len() {
            let credits = self.sides[at].unpack();
            let (sender, slots, channels) = (&self.sides[at ^ 1].side, self.slots, self.channels);
            self.returned.extend(set_bits(&credits).map(|at| {
                let (node, channel) = (sender.begin(at / channels), at % channels);
                (node * slots + sender.port) * channels + channel
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::{threads::on_threads, InBlocks};

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
                let ranks = &InBlocks::new(ranks, vec![size, 1, 1]);
                let block = Block::of(&"5,7,10".parse().unwrap(), Some(ranks));
                let mut cut = Cut::<Two>::new(ranks, &block, 0);
                let last = block.len() - 70;
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

    /// 4x3x2 in 2x1x2 blocks: each rank tells every neighbour its number, at the node with the greatest or
    /// least coordinates of its block.
    #[test]
    fn each_side_has_its_own_neighbour() {
        on_threads(4, |ranks| {
            let ranks = &InBlocks::new(ranks, vec![2, 1, 2]);
            let block = Block::of(&"4,3,2".parse().unwrap(), Some(ranks));
            let mut cut = Cut::<Two>::with_credits(ranks, &block, 0, 3);
            assert_eq!(block.sides().map(|side| side.port).collect::<Vec<_>>(), [0, 1, 4, 5]);
            // The block has 2x3x1 nodes; ranks 0 and 2, 1 and 3 are neighbours in the first dimension.
            let [mine, first, last] =
                [ranks.rank(), ranks.rank() ^ 2, ranks.rank() ^ 1].map(|n| Two(n as u16));
            [(5, 0), (0, 1), (5, 4)].into_iter().for_each(|(node, port)| cut.leave(node, port, mine));
            cut.give_back(1, 4, 2);
            cut.exchange(&mut || ());
            let arrival = |node, port, message| Arrival { node, port, message };
            assert_eq!(came(&cut), [arrival(2, 0, first), arrival(3, 1, first), arrival(5, 4, last)]);
            assert_eq!(cut.returned(), [(6 + 4) * 3 + 2]);
        });
    }

    /// 4 planes of 3 nodes on two ranks: a credit for a message from below goes below, to the link of port 0.
    #[test]
    fn credits_come_back_to_the_sender() {
        on_threads(2, |ranks| {
            let block = Block::of(&"4,3".parse().unwrap(), Some(ranks));
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
