//! The message memories of all processors, as banks with one read port and one write port each.
//!
//! An address is `{bank, index}`. Flits are 0 at power-up, and reset does not change them. Reading a flit in
//! the cycle in which it is written gives the old one, as writes happen at the clock edge. If several
//! accesses use one port, their addresses and data are or-ed together, as wires are. A flit is a 64-bit
//! number with any meaning.

use crate::manifest::MemoryInfo;
use torus_model::route::bits;

/// The bits of an address: bank, and index in the bank.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    banks: usize,
    depth: usize,
    address: usize,
    index: usize,
}

impl Layout {
    /// The layout stated in the manifest of a network.
    pub fn new(info: &MemoryInfo) -> Self {
        let index = info.address - bits(info.banks);
        Layout { banks: info.banks, depth: info.depth.max(2), address: info.address, index }
    }

    /// Bits of an address.
    pub fn address_bits(&self) -> usize {
        self.address
    }

    /// A number cut to the width of an index.
    pub fn offset(&self, number: u32) -> u32 {
        cut(number, self.index)
    }

    /// The sum of an address and an offset, cut to the width of an address.
    pub fn add(&self, address: u32, offset: u32) -> u32 {
        cut(address.wrapping_add(offset), self.address)
    }

    /// The bank and index of an address; `None` for a bank that does not exist.
    fn place(&self, address: u32) -> (Option<usize>, u32) {
        let bank = Some(address as usize >> self.index).filter(|&bank| bank < self.banks);
        (bank, cut(address, self.index))
    }
}

/// A number cut to its lowest bits.
pub(super) fn cut(number: u32, bits: usize) -> u32 {
    number & u32::MAX.checked_shr(32 - bits as u32).unwrap_or(0)
}

/// The requests at the read ports of a node in a cycle.
#[derive(Clone, Debug)]
pub struct Asks {
    layout: Layout,
    /// The index asked of each bank.
    index: Vec<u32>,
    asked: Vec<(usize, u32)>,
    misrouted: bool,
}

impl Asks {
    /// No requests.
    pub fn new(layout: Layout) -> Self {
        Asks { layout, index: vec![0; layout.banks], asked: Vec::new(), misrouted: false }
    }

    /// Removes the requests, at the beginning of a cycle.
    pub fn clear(&mut self) {
        self.index.fill(0);
        self.asked.clear();
        self.misrouted = false;
    }

    /// Adds a request. It is a fault if a local port asks for a bank that does not exist; the host may.
    pub fn ask(&mut self, address: u32, local_port: bool) {
        let (bank, index) = self.layout.place(address);
        let Some(bank) = bank else { return self.misrouted |= local_port };
        self.index[bank] |= index;
        self.asked.push((bank, index));
    }

    /// Whether two requests need different flits of one bank, or a local port asks for a bank that does not
    /// exist.
    pub fn fault(&self) -> bool {
        self.misrouted || self.asked.iter().any(|&(bank, index)| self.index[bank] != index)
    }

    /// The bank and index that a request for an address gets.
    pub fn found(&self, address: u32) -> (usize, u32) {
        let bank = self.layout.place(address).0.unwrap_or(0);
        (bank, self.index[bank])
    }
}

/// The state of a write port in a cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Port {
    taken: bool,
    index: u32,
    flit: u64,
}

/// The banks of all processors.
#[derive(Clone, Debug)]
pub struct Memory {
    layout: Layout,
    /// By processor, then by bank.
    flits: Vec<u64>,
    ports: Vec<Port>,
    /// The ports with a write in this cycle.
    taken: Vec<u32>,
}

impl Memory {
    /// Memories at power-up.
    pub fn new(layout: Layout, processors: usize) -> Self {
        let ports = processors * layout.banks;
        let flits = vec![0; ports * layout.depth];
        Memory { layout, flits, ports: vec![Port::default(); ports], taken: Vec::new() }
    }

    /// Reads a flit; after the end of a bank there are zeros.
    pub fn read(&self, processor: usize, (bank, index): (usize, u32)) -> u64 {
        match index as usize {
            index if index < self.layout.depth => {
                self.flits[self.bank(processor, bank) * self.layout.depth + index]
            }
            _ => 0,
        }
    }

    fn bank(&self, processor: usize, bank: usize) -> usize {
        processor * self.layout.banks + bank
    }

    /// Writes a flit at the coming edge. Returns whether this is allowed: the bank exists and has no other
    /// write.
    pub fn put(&mut self, processor: usize, address: u32, flit: u64) -> bool {
        let (Some(bank), index) = self.layout.place(address) else { return false };
        let at = self.bank(processor, bank);
        let Port { taken, .. } = self.ports[at];
        if !taken {
            self.taken.push(at as u32);
        }
        let port = &mut self.ports[at];
        *port = Port { taken: true, index: port.index | index, flit: port.flit | flit };
        !taken
    }

    /// The clock edge.
    pub fn edge(&mut self) {
        for at in self.taken.drain(..) {
            let Port { index, flit, .. } = std::mem::take(&mut self.ports[at as usize]);
            if (index as usize) < self.layout.depth {
                self.flits[at as usize * self.layout.depth + index as usize] = flit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three banks of four flits: a local port that asks for bank 3 is misrouted and reads bank 0; the host
    /// may ask for it.
    #[test]
    fn a_bank_that_does_not_exist_is_a_local_ports_fault() {
        let layout = Layout { banks: 3, depth: 4, address: 4, index: 2 };
        for local_port in [true, false] {
            let mut asks = Asks::new(layout);
            asks.ask(0b0010, false);
            asks.ask(0b1101, local_port);
            assert_eq!((asks.fault(), asks.found(0b1101)), (local_port, (0, 2)));
        }
    }
}
