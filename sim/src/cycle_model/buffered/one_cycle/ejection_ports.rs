//! Ejection ports: each has one register, which the bench empties if the local port is ready.

use super::super::ways::Token;
use super::choice::Pointer;
use crate::engine::traffic::{Log, Seen};
use crate::monitor::set_bits;

/// The registers of all ejection ports.
pub struct EjectionPorts {
    pointers: Vec<Pointer>,
    held: Vec<(Token, bool)>,
    /// A bit for each local port: whether its register holds a flit, and whether it is never ready.
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

    /// Resets the registers; ports that are never ready stay so.
    pub fn clear(&mut self) {
        self.pointers.fill(Pointer::default());
        self.full.fill(0);
    }

    /// Makes a local port never ready again.
    pub fn jam(&mut self, local_port: usize) {
        self.jammed[local_port / 64] |= 1 << (local_port % 64);
    }

    /// Hands the flits of all ready local ports to the bench.
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

    /// Whether the register of a local port can take a flit at this edge.
    pub fn is_free(&self, local_port: usize) -> bool {
        self.full[local_port / 64] >> (local_port % 64) & 1 == 0
    }

    /// The round robin of a local port.
    pub fn pointer(&self, local_port: usize) -> Pointer {
        self.pointers[local_port]
    }

    /// Moves a flit of an input into the register of a local port.
    pub fn take(&mut self, local_port: usize, input: usize, of: usize, token: Token, last: bool) {
        self.pointers[local_port].serve(input, of, last);
        self.held[local_port] = (token, last);
        self.full[local_port / 64] |= 1 << (local_port % 64);
    }
}
