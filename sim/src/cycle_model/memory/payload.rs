//! What the 64 bits of a flit stand for.
//!
//! In a bench they are the two halves of a payload ([`torus_model::payload`]), of which no more than 32 bits
//! each are in use: ids, the numbers of run and flit, and the mark, which stands in bit 31 where a half is
//! longer. At the host's port they are the number of what was written, which may have any width; 0 is what
//! memories hold at power-up. Two of those numbers or-ed together, behind an error, are not the payloads
//! or-ed together.

use super::instance::NodeInstance;
use torus_model::{PayloadLayout, Torus};

/// Payloads of a bench, or whatever the host writes.
pub enum PayloadFormat {
    /// A bench's.
    Bench(Stamp),
    /// Payloads of so many words, one after the other; the first is that of power-up.
    Host(usize, Vec<u32>),
}

/// How a bench's payloads are made.
pub struct Stamp {
    /// Their fields.
    pub layout: PayloadLayout,
    /// Whether the number of the flit stands in the destination's place.
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
    /// Bits of a half that are kept.
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

    /// Every bit that is kept.
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

fn cut(number: u32, bits: usize) -> u32 {
    number & u32::MAX.checked_shr(32 - bits as u32).unwrap_or(0)
}

impl PayloadFormat {
    /// Host's payloads of `words` words.
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

    /// A flit that a self-test agent should find.
    pub fn found(&self, torus: &Torus, instance: &NodeInstance, partner: &[u32], number: Number) -> u64 {
        let (own, other) = (instance.id, beyond(torus, instance, partner));
        match self {
            PayloadFormat::Bench(stamp) => stamp.flit(other, own, number),
            PayloadFormat::Host(..) => 0,
        }
    }

    /// Origin and destination of a bench's payload; in a broadcast source and number of the flit.
    pub fn ends(&self, flit: u64) -> (u32, u32) {
        match self {
            PayloadFormat::Bench(stamp) => stamp.ends(flit),
            PayloadFormat::Host(..) => (0, 0),
        }
    }

    /// What the host writes gets a number.
    pub fn keep(&mut self, data: &[u32]) -> u64 {
        let PayloadFormat::Host(words, kept) = self else { return 0 };
        kept.extend_from_slice(data);
        (kept.len() / *words - 1) as u64
    }

    /// What was written under a number.
    pub fn give(&self, flit: u64, data: &mut [u32]) {
        let PayloadFormat::Host(words, kept) = self else { return };
        let found = kept.get(flit as usize * words..(flit as usize + 1) * words);
        match found {
            Some(found) => data.copy_from_slice(found),
            None => data.fill(0),
        }
    }

    /// Whether ends are what flits stand for.
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
