//! What goes over one side of a block in a cycle, and what comes over the opposite one.

use super::{number, Arrival, Carried, Parcel, Side};
use crate::monitor::set_bits;

/// What goes over one side of a block, and what comes over the opposite one: links of the same port.
pub(super) struct OverSide<M> {
    pub side: Side,
    /// The links in use, and their messages.
    pub valid: Vec<u64>,
    pub messages: Vec<M>,
    /// The channels of arriving links whose credits are returned.
    pub credits: Vec<u64>,
    /// The bytes that are sent and received, and their numbers.
    out: Vec<u8>,
    pub leave: usize,
    come: Vec<u8>,
    pub came: usize,
    /// The links on which something arrived.
    pub arrived: Vec<u64>,
}

impl<M: Carried> OverSide<M> {
    /// An idle side. `head`: bytes of a header.
    pub fn new(side: Side, head: usize, channels: usize) -> Self {
        let (words, marks) = (side.places.div_ceil(64), (side.places * channels).div_ceil(64));
        let most = 8 * (words + marks) + side.places * M::bytes(head);
        OverSide {
            side,
            valid: vec![0; words],
            messages: vec![M::default(); side.places],
            credits: vec![0; marks],
            out: vec![0; most],
            leave: 0,
            come: vec![0; most],
            came: 0,
            arrived: vec![0; words],
        }
    }

    pub fn parcel(&mut self) -> Parcel<'_> {
        let OverSide { side, out, leave, come, .. } = self;
        Parcel { to: side.to, out: &out[..*leave], from: side.from, come, came: 0 }
    }

    /// Packs the links in use, with their messages or without, and credits.
    pub fn pack(&mut self, credits: &mut [u64], head: usize, with_messages: bool) {
        let OverSide { valid, out, messages, leave, .. } = self;
        *leave = 0;
        if valid.iter().chain(credits.iter()).all(|&word| word == 0) {
            return;
        }
        let (bits, rest) = out.split_at_mut(8 * (valid.len() + credits.len()));
        let words = valid.iter().chain(credits.iter());
        bits.chunks_exact_mut(8).zip(words).for_each(|(to, word)| to.copy_from_slice(&word.to_le_bytes()));
        let mut count = 0;
        let sent = set_bits(valid).filter(|_| with_messages);
        sent.zip(rest.chunks_exact_mut(M::bytes(head))).for_each(|(at, bytes)| {
            messages[at].put(head, bytes);
            count += 1;
        });
        *leave = bits.len() + count * M::bytes(head);
        valid.fill(0);
        credits.fill(0);
    }

    /// Unpacks the links in use, and returns the credits.
    pub fn unpack(&mut self) -> Vec<u64> {
        let mut words = self.come[..self.came].chunks_exact(8).map(number);
        self.arrived.iter_mut().for_each(|word| *word = words.next().unwrap_or(0));
        words.take(self.credits.len()).collect()
    }

    /// The messages that the last exchange brought, by node. `head`: bytes of a header.
    pub fn arrivals(&self, head: usize) -> impl Iterator<Item = Arrival<M>> + '_ {
        let begin = 8 * (self.arrived.len() + self.credits.len());
        let bytes = self.come[..self.came].get(begin..).unwrap_or(&[]);
        let messages = bytes.chunks_exact(M::bytes(head));
        set_bits(&self.arrived).zip(messages).map(move |(at, bytes)| Arrival {
            node: self.side.end(at),
            port: self.side.port,
            message: M::get(head, bytes),
        })
    }
}
