//! The message memories of all processors: banks, each with one read and one write port.
//!
//! An address is `{bank, index}`. Flits are 0 at power-up, and no reset changes them. A flit that is read
//! in the cycle in which it is written is the old one, as writes wait for the clock edge. What several ways
//! want of one port is or-ed together, as the wires are. A flit is a number of 64 bits, whatever it stands
//! for.

use crate::manifest::MemoryInfo;
use torus_model::route::bits;

/// The bits of an address: bank, and place in the bank.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    banks: usize,
    depth: usize,
    address: usize,
    index: usize,
}

impl Layout {
    /// The layout that a network's manifest states.
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

    /// An address and what is added to it, in an address's bits.
    pub fn add(&self, address: u32, offset: u32) -> u32 {
        cut(address.wrapping_add(offset), self.address)
    }

    /// Bank and index; no bank where there is none of that number.
    fn place(&self, address: u32) -> (Option<usize>, u32) {
        let bank = Some(address as usize >> self.index).filter(|&bank| bank < self.banks);
        (bank, cut(address, self.index))
    }
}

fn cut(number: u32, bits: usize) -> u32 {
    number & u32::MAX.checked_shr(32 - bits as u32).unwrap_or(0)
}

/// What a node's read ports are asked for in a cycle.
#[derive(Clone, Debug)]
pub struct Asks {
    layout: Layout,
    /// By bank.
    index: Vec<u32>,
    asked: Vec<(usize, u32)>,
    misrouted: bool,
}

impl Asks {
    /// Nothing.
    pub fn new(layout: Layout) -> Self {
        Asks { layout, index: vec![0; layout.banks], asked: Vec::new(), misrouted: false }
    }

    /// Nothing yet in this cycle.
    pub fn clear(&mut self) {
        self.index.fill(0);
        self.asked.clear();
        self.misrouted = false;
    }

    /// One way more; a local port has to ask for a bank that exists, the host need not.
    pub fn ask(&mut self, address: u32, local_port: bool) {
        let (bank, index) = self.layout.place(address);
        let Some(bank) = bank else { return self.misrouted |= local_port };
        self.index[bank] |= index;
        self.asked.push((bank, index));
    }

    /// Whether two ways want different flits of one bank, or one a bank that does not exist.
    pub fn fault(&self) -> bool {
        self.misrouted || self.asked.iter().any(|&(bank, index)| self.index[bank] != index)
    }

    /// Bank and index of what a way that asks for an address gets.
    pub fn found(&self, address: u32) -> (usize, u32) {
        let bank = self.layout.place(address).0.unwrap_or(0);
        (bank, self.index[bank])
    }
}

/// A write port in a cycle.
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
    /// Processor by processor, bank by bank.
    flits: Vec<u64>,
    ports: Vec<Port>,
    /// The ports that are taken in this cycle.
    taken: Vec<u32>,
}

impl Memory {
    /// Memories as they are at power-up.
    pub fn new(layout: Layout, processors: usize) -> Self {
        let ports = processors * layout.banks;
        let flits = vec![0; ports * layout.depth];
        Memory { layout, flits, ports: vec![Port::default(); ports], taken: Vec::new() }
    }

    /// A flit; beyond a bank's end there are zeros.
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

    /// One way writes at the coming edge. Returns whether it may: the bank exists and nobody else writes to
    /// it.
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

    /// Three banks of four flits: a local port that asks for bank 3 is misrouted and sees bank 0, the host
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
