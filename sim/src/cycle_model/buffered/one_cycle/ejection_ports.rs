//! Ejection ports: a register each, taken by the bench where the local port is ready.

use super::super::ways::Token;
use super::choice::Pointer;
use crate::engine::traffic::{Log, Seen};
use crate::monitor::set_bits;

/// The registers of all ejection ports.
pub struct EjectionPorts {
    pointers: Vec<Pointer>,
    held: Vec<(Token, bool)>,
    /// Local ports whose register holds a flit, and local ports that are never ready, a bit for each.
    full: Vec<u64>,
    jammed: Vec<u64>,
}

impl EjectionPorts {
    /// Empty registers.
    pub fn new(local_ports: usize) -> Self {
        let words = local_ports.div_ceil(64);
        EjectionPorts {
            pointers: vec![Pointer::default(); local_ports],
            held: vec![(Token::default(), false); local_ports],
            full: vec![0; words],
            jammed: vec![0; words],
        }
    }

    /// Reset; what is broken stays so.
    pub fn clear(&mut self) {
        self.pointers.fill(Pointer::default());
        self.full.fill(0);
    }

    /// A local port is never ready again.
    pub fn jam(&mut self, local_port: usize) {
        self.jammed[local_port / 64] |= 1 << (local_port % 64);
    }

    /// The bench takes what stands at local ports that are ready.
    pub fn hand_out(&mut self, step: u32, log: &mut Log) {
        for local_port in set_bits(&self.full) {
            if self.jammed[local_port / 64] >> (local_port % 64) & 1 == 0 {
                let (token, last) = self.held[local_port];
                let (place, last) = (local_port as u32, u32::from(last));
                log.left_by(Seen { step, place, serial: token.serial, dirty: 0, last });
            }
        }
        self.full.iter_mut().zip(&self.jammed).for_each(|(full, jammed)| *full &= jammed);
    }

    /// Whether a local port's register takes a flit by this edge.
    pub fn is_free(&self, local_port: usize) -> bool {
        self.full[local_port / 64] >> (local_port % 64) & 1 == 0
    }

    /// The round robin of a local port.
    pub fn pointer(&self, local_port: usize) -> Pointer {
        self.pointers[local_port]
    }

    /// A flit of this input goes to a local port's register.
    pub fn take(&mut self, local_port: usize, input: usize, of: usize, token: Token, last: bool) {
        self.pointers[local_port].serve(input, of, last);
        self.held[local_port] = (token, last);
        self.full[local_port / 64] |= 1 << (local_port % 64);
    }
}
