//! The meaning of the 64 bits of a flit.
//!
//! In a bench they are the two halves of a payload ([`torus_model::payload`]), of which at most 32 bits each
//! are used: ids, the numbers of run and flit, and the mark, which is in bit 31 if a half is longer. At a
//! host port they are the number of what was written, which may have any width; 0 is the content at power-up.
//! If an error ors two such numbers, the result is not the or of the payloads.

use super::banks::cut;
use super::instance::NodeInstance;
use torus_model::{PayloadLayout, Torus};

/// How flits stand for payloads: those of a bench, or whatever a host writes.
pub enum PayloadFormat {
    /// Payloads of a bench.
    Bench(Stamp),
    /// The number of words of a payload, and all payloads one after another; the first is the one at
    /// power-up.
    Host(usize, Vec<u32>),
}

/// How the payloads of a bench are made.
pub struct Stamp {
    /// Their fields.
    pub layout: PayloadLayout,
    /// Whether the number of the flit replaces the destination.
    pub broadcast: bool,
}

/// The number of a run and of a flit in it.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The run.
    pub run: u32,
    /// The flit.
    pub flit: u32,
}

impl Stamp {
    /// Bits of a half that are used.
    fn half(&self) -> usize {
        self.layout.half.min(32)
    }

    fn flit(&self, source: u32, destination: u32, number: Number) -> u64 {
        let PayloadLayout { id, flit, run, .. } = self.layout;
        let high = u64::from(cut(number.run, run)) << id | u64::from(source);
        let low = match self.broadcast {
            true => u64::from(cut(number.flit, self.half())),
            false => u64::from(cut(number.flit, flit)) << id | u64::from(destination),
        };
        (high << 32 | low) ^ if self.layout.inverts(number.run) { self.all() } else { 0 }
    }

    /// A mask of all used bits.
    fn all(&self) -> u64 {
        u64::from(cut(u32::MAX, self.half())) * (1 << 32 | 1)
    }

    fn ends(&self, flit: u64) -> (u32, u32) {
        let inverted = self.layout.marked && flit >> (31 + self.half()) & 1 == 1;
        let plain = if inverted { flit ^ self.all() } else { flit };
        let low = if self.broadcast { self.half() } else { self.layout.id };
        (cut((plain >> 32) as u32, self.layout.id), cut(plain as u32, low))
    }
}

impl PayloadFormat {
    /// Payloads of a host, with `words` words each.
    pub fn host(words: usize) -> Self {
        PayloadFormat::Host(words, vec![0; words])
    }

    /// A flit that a self-test agent loads.
    pub fn loaded(&self, torus: &Torus, instance: &NodeInstance, partner: &[u32], number: Number) -> u64 {
        let (own, other) = (instance.id, beyond(torus, instance, partner));
        match self {
            PayloadFormat::Bench(stamp) if stamp.broadcast => stamp.flit(other, own, number),
            PayloadFormat::Bench(stamp) => stamp.flit(own, other, number),
            PayloadFormat::Host(..) => 0,
        }
    }

    /// A flit that a self-test agent expects.
    pub fn found(&self, torus: &Torus, instance: &NodeInstance, partner: &[u32], number: Number) -> u64 {
        let (own, other) = (instance.id, beyond(torus, instance, partner));
        match self {
            PayloadFormat::Bench(stamp) => stamp.flit(other, own, number),
            PayloadFormat::Host(..) => 0,
        }
    }

    /// Origin and destination in the payload of a bench; in a broadcast, source and number of the flit.
    pub fn ends(&self, flit: u64) -> (u32, u32) {
        match self {
            PayloadFormat::Bench(stamp) => stamp.ends(flit),
            PayloadFormat::Host(..) => (0, 0),
        }
    }

    /// Keeps what the host writes. Returns its number.
    pub fn keep(&mut self, data: &[u32]) -> u64 {
        let PayloadFormat::Host(words, kept) = self else { return 0 };
        kept.extend_from_slice(data);
        (kept.len() / *words - 1) as u64
    }

    /// Fills in what was written under a number.
    pub fn give(&self, flit: u64, data: &mut [u32]) {
        let PayloadFormat::Host(words, kept) = self else { return };
        let found = kept.get(flit as usize * words..(flit as usize + 1) * words);
        match found {
            Some(found) => data.copy_from_slice(found),
            None => data.fill(0),
        }
    }

    /// Whether flits contain origin and destination.
    pub fn has_ends(&self) -> bool {
        !matches!(self, PayloadFormat::Host(..))
    }
}

/// The node at this offset.
fn beyond(torus: &Torus, instance: &NodeInstance, offset: &[u32]) -> u32 {
    let term = |dim: usize| {
        let sum = instance.coordinates[dim] + offset[dim];
        sum % torus.dims()[dim] * torus.stride(dim) as u32
    };
    (0..torus.d()).map(term).sum()
}
