//! The message memories as an address range of AXI4-Lite: where each word of each memory is, for the
//! templates.
//!
//! A byte address is `{processor, flit, word, 00}`; each field is as wide as needed. `flit` is the address
//! that the memory itself takes, `{bank, place}`. A flit of more than 32 bits is several words, the lowest
//! first.

use serde::Serialize;
use torus_model::route::bits;
use torus_sim::{manifest::MemoryInfo, Manifest};

/// Bits of a word.
const WORD: usize = 32;

/// The memories of all processors as one range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Window {
    /// Number of processors; the address has a processor's index in the manifest.
    processors: usize,
    /// Bits of a flit, and words of a flit.
    width: usize,
    words: usize,
    /// Bits of a byte address in the range, and bits of each of its fields.
    address: usize,
    word_bits: usize,
    flit_bits: usize,
    processor_bits: usize,
    /// The fields of an address, each as a range of its bits.
    word_range: String,
    flit_range: String,
    processor_range: String,
    /// Bytes from one flit to the next, and from one processor to the next.
    flit_stride: usize,
    processor_stride: usize,
    /// Flits of a block, and flits of a memory.
    flits: u32,
    places: usize,
    /// Words from one processor to the next.
    entries: usize,
    /// The limits of fields that have more values than are used.
    limits: Vec<Limit>,
    /// Bits of a byte address of registers and memories together; the highest bit chooses the memories.
    mapped: usize,
    /// Byte address of the memories there, as programs write it.
    base_hex: String,
    /// A byte address at which there is no register.
    nowhere: usize,
}

/// A field of an address that has more values than are used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Limit {
    /// The range of its bits, the number of bits, and how many values are used.
    range: String,
    bits: usize,
    count: usize,
    /// The name of the values, such as `banks`.
    what: &'static str,
}

impl Window {
    /// The address range of a network with memories; `None` for other networks. `registers`: bits of a byte
    /// address of its registers; `nowhere`: an address without a register.
    pub fn of(manifest: &Manifest, registers: usize, nowhere: usize) -> Option<Self> {
        let memory = manifest.memory.as_ref()?;
        let (processors, words) = (manifest.processors.len(), manifest.width.div_ceil(WORD));
        let word_bits = bits(words);
        let (flit, processor) = (2 + word_bits, 2 + word_bits + memory.address);
        // At least as wide as the addresses of registers; addresses above the last processor are not used.
        let address = (processor + bits(processors)).max(registers);
        let processor_bits = address - processor;
        Some(Window {
            processors,
            width: manifest.width,
            words,
            address,
            word_bits,
            flit_bits: memory.address,
            processor_bits,
            word_range: range(2, word_bits),
            flit_range: range(flit, memory.address),
            processor_range: range(processor, processor_bits),
            flit_stride: 1 << flit,
            processor_stride: 1 << processor,
            flits: memory.flits,
            places: memory.banks * memory.depth,
            entries: 1 << (word_bits + memory.address),
            limits: limits(memory, [word_bits, memory.address, processor_bits], words, processors),
            mapped: address + 1,
            base_hex: format!("{:#x}", 1u64 << address),
            nowhere,
        })
    }

    /// Bits of a byte address of the memories.
    pub fn address(&self) -> usize {
        self.address
    }

    /// Bits of a byte address of registers and memories.
    pub fn mapped(&self) -> usize {
        self.mapped
    }
}

/// The limits of the fields that have more values than are used. `fields`: bits of word, flit and processor.
fn limits(memory: &MemoryInfo, fields: [usize; 3], words: usize, processors: usize) -> Vec<Limit> {
    let [word, flit, processor] = fields;
    let bank = bits(memory.banks);
    let place = flit - bank;
    let all = [
        (2, word, words, "words of a flit"),
        (2 + word, place, memory.depth, "places of a bank"),
        (2 + word + place, bank, memory.banks, "banks"),
        (2 + word + flit, processor, processors, "processors"),
    ];
    let limited = all.into_iter().filter(|&(_, bits, count, _)| count < 1 << bits);
    limited.map(|(low, bits, count, what)| Limit { range: range(low, bits), bits, count, what }).collect()
}

/// The Verilog range of `bits` bits from bit `low` on.
fn range(low: usize, bits: usize) -> String {
    match bits {
        1 => format!("[{low}]"),
        _ => format!("[{}:{low}]", low + bits.max(1) - 1),
    }
}
