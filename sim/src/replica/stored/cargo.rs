//! What the 64 bits of a flit stand for.
//!
//! In a bench they are the two halves of a payload, of which no more than 32 bits are ever set: ids, or a flit's number. At
//! the host's port they are the number of what was written, which may have any width; 0 is what memories hold at power-up.
//! Two of those numbers or-ed together, behind an error, are not the payloads or-ed together.

use super::class::Seat;
use torus_model::Torus;

/// Payloads of a bench, or whatever the host writes.
pub enum Cargo {
    /// `{origin id, destination id}`.
    Exchange,
    /// `{source id, number of the flit}`, the number cut to so many bits.
    Broadcast(u32),
    /// Payloads of so many words, one after the other; the first is that of power-up.
    Host(usize, Vec<u32>),
}

impl Cargo {
    /// Host's payloads of `words` words.
    pub fn host(words: usize) -> Self {
        Cargo::Host(words, vec![0; words])
    }

    /// A broadcast's, with payloads of two times `half` bits.
    pub fn broadcast(half: usize) -> Self {
        Cargo::Broadcast(u32::MAX >> (32 - half.clamp(1, 32)))
    }

    /// A flit that a clerk loads.
    pub fn loaded(&self, torus: &Torus, seat: &Seat, partner: &[u32], flit: u32) -> u64 {
        let other = beyond(torus, seat, partner);
        match self {
            Cargo::Broadcast(number) => halves(other, flit & number),
            _ => halves(seat.node as u32, other),
        }
    }

    /// A flit that a clerk should find.
    pub fn found(&self, torus: &Torus, seat: &Seat, partner: &[u32], flit: u32) -> u64 {
        let other = beyond(torus, seat, partner);
        match self {
            Cargo::Broadcast(number) => halves(other, flit & number),
            _ => halves(other, seat.node as u32),
        }
    }

    /// Both halves of a bench's payload.
    pub fn ends(flit: u64) -> (u32, u32) {
        ((flit >> 32) as u32, flit as u32)
    }

    /// What the host writes gets a number.
    pub fn keep(&mut self, data: &[u32]) -> u64 {
        let Cargo::Host(words, kept) = self else { return 0 };
        kept.extend_from_slice(data);
        (kept.len() / *words - 1) as u64
    }

    /// What was written under a number.
    pub fn give(&self, flit: u64, data: &mut [u32]) {
        let Cargo::Host(words, kept) = self else { return };
        let found = kept.get(flit as usize * words..(flit as usize + 1) * words);
        match found {
            Some(found) => data.copy_from_slice(found),
            None => data.fill(0),
        }
    }

    /// Whether ends are what flits stand for.
    pub fn has_ends(&self) -> bool {
        !matches!(self, Cargo::Host(..))
    }
}

fn halves(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// The node at this offset.
fn beyond(torus: &Torus, seat: &Seat, offset: &[u32]) -> u32 {
    let term = |dim: usize| {
        let sum = seat.coordinates[dim] + offset[dim];
        sum % torus.dims()[dim] * torus.stride(dim) as u32
    };
    (0..torus.d()).map(term).sum()
}
