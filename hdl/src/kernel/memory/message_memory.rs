//! The message memory: banks, the crossbars between local ports and banks, and the host's port.
//!
//! An address is `{bank, index}`. A local port reads in one cycle and gets the flit in the next one. Local
//! ports that read the same address share the read port of its bank. So all indices for a bank are equal,
//! and they are ORed. What is written to a bank is ORed, too, because one local port at most writes to it in
//! a cycle.
//!
//! `error_o` keeps these errors: reads of two indices of one bank in a cycle, two writes to one bank, a bank
//! that does not exist (only if the number of banks is no power of two), and a write of the host while the
//! node is busy. The host is like one more local port, while `busy_i` is low.

mod update;

use super::Bank;
use crate::kernel::local_labels;
use crate::signal::{labels, Cst, Data, Flop, Labelled, Sig, Slice};
use crate::spec::memory::MemorySpec;
use rust_hdl_core::prelude::*;

/// The message memory of a processor.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Memory {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub busy_i: Signal<In, Bit>,
    pub host_write_i: Signal<In, Bit>,
    pub host_addr_i: Sig<In>,
    pub host_data_i: Sig<In>,
    pub host_data_o: Sig<Out>,
    pub read_valid_i: Labelled<Signal<In, Bit>>,
    pub read_addr_i: Labelled<Sig<In>>,
    pub read_data_o: Labelled<Sig<Out>>,
    pub write_valid_i: Labelled<Signal<In, Bit>>,
    pub write_addr_i: Labelled<Sig<In>>,
    pub write_data_i: Labelled<Sig<In>>,
    pub error_o: Signal<Out, Bit>,
    error: Flop,
    bank: Labelled<Bank>,
    // For each local port and the host: its reads and writes, the parts of its addresses, the bank that it
    // read last, and the flit from there.
    reads: Labelled<Signal<Local, Bit>>,
    writes: Labelled<Signal<Local, Bit>>,
    source: Labelled<Sig<Local>>,
    target: Labelled<Sig<Local>>,
    flit: Labelled<Sig<Local>>,
    read_index: Labelled<Slice>,
    read_bank: Labelled<Slice>,
    write_index: Labelled<Slice>,
    write_bank: Labelled<Slice>,
    from: Labelled<Data>,
    flit_read: Labelled<Sig<Local>>,
    // For each of them and each bank, in one index: whether it reads or writes this bank.
    reads_bank: Labelled<Signal<Local, Bit>>,
    writes_bank: Labelled<Signal<Local, Bit>>,
    // For each bank: its addresses and data, and the errors.
    index: Labelled<Sig<Local>>,
    place: Labelled<Sig<Local>>,
    value: Labelled<Sig<Local>>,
    taken: Labelled<Signal<Local, Bit>>,
    write_conflict: Labelled<Signal<Local, Bit>>,
    number: Labelled<Cst>,
    read_found: Labelled<Signal<Local, Bit>>,
    write_found: Labelled<Signal<Local, Bit>>,
    fault: Signal<Local, Bit>,
    no_index: Cst,
    no_data: Cst,
    _n: usize,
    _ways: usize,
    _banks: usize,
    _single: usize,
    _many: usize,
    _gaps: usize,
}

impl Memory {
    /// The message memory of any class.
    pub fn new(spec: &MemorySpec) -> Self {
        let (widths, local_port, banks) = (spec.widths(), local_labels(&spec.router()), spec.program.banks);
        let (address, index, bits, data) = (widths.address(), widths.index, widths.bank, widths.data);
        let (bank, n) = (labels(0..banks), local_port.len());
        let way: Vec<String> = local_port.iter().cloned().chain(["host".into()]).collect();
        let many = if banks > 1 { way.clone() } else { Vec::new() };
        let gaps = if banks.is_power_of_two() { Vec::new() } else { way.clone() };
        let unchecked = if banks.is_power_of_two() { Vec::new() } else { local_port.clone() };
        let pair: Vec<String> =
            way.iter().flat_map(|q| bank.iter().map(move |k| format!("{q}_{k}"))).collect();
        let number = if banks > 1 { bank.clone() } else { Vec::new() };
        Memory {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            busy_i: Signal::default(),
            host_write_i: Signal::default(),
            host_addr_i: Sig::new(address),
            host_data_i: Sig::new(data),
            host_data_o: Sig::new(data),
            read_valid_i: Labelled::new(&local_port, |_| Signal::default()),
            read_addr_i: Labelled::new(&local_port, |_| Sig::new(address)),
            read_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            write_valid_i: Labelled::new(&local_port, |_| Signal::default()),
            write_addr_i: Labelled::new(&local_port, |_| Sig::new(address)),
            write_data_i: Labelled::new(&local_port, |_| Sig::new(data)),
            error_o: Signal::default(),
            error: Flop::default(),
            bank: Labelled::new(&bank, |_| Bank::new(spec.program.depth, index, data)),
            reads: Labelled::new(&way, |_| Signal::default()),
            writes: Labelled::new(&way, |_| Signal::default()),
            source: Labelled::new(&way, |_| Sig::new(address)),
            target: Labelled::new(&way, |_| Sig::new(address)),
            flit: Labelled::new(&way, |_| Sig::new(data)),
            read_index: Labelled::new(&way, |_| Slice::new(address, 0, index)),
            read_bank: Labelled::new(&many, |_| Slice::new(address, index, bits)),
            write_index: Labelled::new(&way, |_| Slice::new(address, 0, index)),
            write_bank: Labelled::new(&many, |_| Slice::new(address, index, bits)),
            from: Labelled::new(&many, |_| Data::new(bits)),
            flit_read: Labelled::new(&way, |_| Sig::new(data)),
            reads_bank: Labelled::new(&pair, |_| Signal::default()),
            writes_bank: Labelled::new(&pair, |_| Signal::default()),
            index: Labelled::new(&bank, |_| Sig::new(index)),
            place: Labelled::new(&bank, |_| Sig::new(index)),
            value: Labelled::new(&bank, |_| Sig::new(data)),
            taken: Labelled::new(&bank, |_| Signal::default()),
            write_conflict: Labelled::new(&bank, |_| Signal::default()),
            number: Labelled::new(&number, |k| Cst::new(k as u128, bits)),
            read_found: Labelled::new(&unchecked, |_| Signal::default()),
            write_found: Labelled::new(&gaps, |_| Signal::default()),
            fault: Signal::default(),
            no_index: Cst::new(0, index),
            no_data: Cst::new(0, data),
            _n: n,
            _ways: n + 1,
            _banks: banks,
            _single: (banks == 1) as usize,
            _many: (banks > 1) as usize,
            _gaps: !banks.is_power_of_two() as usize,
        }
    }
}
