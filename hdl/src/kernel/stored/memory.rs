//! The message memory: banks, the ways from local ports to banks and back, and the host's port.
//!
//! An address is `{bank, index}`. A local port reads in one cycle and has the flit in the next; local ports
//! that read one address share the port of its bank. As the indices for a bank are equal, they are or-ed
//! together, and so are what local ports write, as one local port writes a bank. Two indices read of one bank
//! in one cycle, two writes to one bank, a bank that does not exist (only where their number is no power of
//! two) and a write of the host while the node is busy are errors, kept in `error_o`. The host is one more
//! local port: it reads and writes while `busy_i` is low.

use super::Bank;
use crate::kernel::local_labels;
use crate::rt::{labels, Cst, Data, Flop, Labelled, Sig, Slice};
use crate::spec::stored::StoredSpec;
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
    // For each local port and the host: what it wants; the parts of its addresses; the bank read last, its
    // flit.
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
    seen: Labelled<Sig<Local>>,
    // For each of them and each bank in one index: whether it wants this bank.
    asks: Labelled<Signal<Local, Bit>>,
    puts: Labelled<Signal<Local, Bit>>,
    // For each bank.
    index: Labelled<Sig<Local>>,
    place: Labelled<Sig<Local>>,
    value: Labelled<Sig<Local>>,
    taken: Labelled<Signal<Local, Bit>>,
    twice: Labelled<Signal<Local, Bit>>,
    number: Labelled<Cst>,
    found: Labelled<Signal<Local, Bit>>,
    kept: Labelled<Signal<Local, Bit>>,
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
    /// The memory of any class.
    pub fn new(spec: &StoredSpec) -> Self {
        let (widths, local_port, banks) = (spec.widths(), local_labels(&spec.router()), spec.program.banks);
        let (address, index, bits, data) = (widths.address(), widths.index, widths.bank, widths.data);
        let (bank, n) = (labels(0..banks), local_port.len());
        let way: Vec<String> = local_port.iter().cloned().chain(["host".into()]).collect();
        let many = if banks > 1 { way.clone() } else { Vec::new() };
        let gaps = if banks.is_power_of_two() { Vec::new() } else { way.clone() };
        let strays = if banks.is_power_of_two() { Vec::new() } else { local_port.clone() };
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
            seen: Labelled::new(&way, |_| Sig::new(data)),
            asks: Labelled::new(&pair, |_| Signal::default()),
            puts: Labelled::new(&pair, |_| Signal::default()),
            index: Labelled::new(&bank, |_| Sig::new(index)),
            place: Labelled::new(&bank, |_| Sig::new(index)),
            value: Labelled::new(&bank, |_| Sig::new(data)),
            taken: Labelled::new(&bank, |_| Signal::default()),
            twice: Labelled::new(&bank, |_| Signal::default()),
            number: Labelled::new(&number, |k| Cst::new(k as u128, bits)),
            found: Labelled::new(&strays, |_| Signal::default()),
            kept: Labelled::new(&gaps, |_| Signal::default()),
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

impl Logic for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        comment!("Who reads and writes: the local ports, and the host last, while the node is not busy.");
        for q in 0..self._n {
            self.reads[q].next = self.read_valid_i[q].val();
            self.source[q].next = self.read_addr_i[q].val();
            self.writes[q].next = self.write_valid_i[q].val();
            self.target[q].next = self.write_addr_i[q].val();
            self.flit[q].next = self.write_data_i[q].val();
        }
        for h in self._n..self._ways {
            self.reads[h].next = !self.busy_i.val();
            self.source[h].next = self.host_addr_i.val();
            self.writes[h].next = self.host_write_i.val() & !self.busy_i.val();
            self.target[h].next = self.host_addr_i.val();
            self.flit[h].next = self.host_data_i.val();
        }
        comment!("Which bank a read or write is for.");
        for b in self._banks..(self._banks + 1) {
            for q in 0..self._ways {
                self.read_index[q].a.next = self.source[q].val();
                self.write_index[q].a.next = self.target[q].val();
                for _s in 0..self._single {
                    self.asks[q * b].next = self.reads[q].val();
                    self.puts[q * b].next = self.writes[q].val();
                }
                for _m in 0..self._many {
                    self.read_bank[q].a.next = self.source[q].val();
                    self.write_bank[q].a.next = self.target[q].val();
                    for k in 0..self._banks {
                        self.asks[q * b + k].next =
                            self.reads[q].val() & (self.read_bank[q].y.val() == self.number[k].val());
                        self.puts[q * b + k].next =
                            self.writes[q].val() & (self.write_bank[q].y.val() == self.number[k].val());
                    }
                }
            }
        }
        self.fault.next = self.host_write_i.val() & self.busy_i.val();
        for b in self._banks..(self._banks + 1) {
            for k in 0..self._banks {
                comment!("Bank {k}: reads of one place are one read; two writes in a cycle are an error.");
                self.index[k].next = self.no_index.val();
                for q in 0..self._ways {
                    if self.asks[q * b + k].val() {
                        self.index[k].next = self.index[k].val() | self.read_index[q].y.val();
                    }
                }
                for q in 0..self._ways {
                    self.fault.next = self.fault.val()
                        | (self.asks[q * b + k].val() & (self.read_index[q].y.val() != self.index[k].val()));
                }
                self.bank[k].clk_i.next = self.clk_i.val();
                self.bank[k].read_addr_i.next = self.index[k].val();
                self.taken[k].next = false;
                self.twice[k].next = false;
                self.place[k].next = self.no_index.val();
                self.value[k].next = self.no_data.val();
                for q in 0..self._ways {
                    self.twice[k].next =
                        self.twice[k].val() | (self.taken[k].val() & self.puts[q * b + k].val());
                    self.taken[k].next = self.taken[k].val() | self.puts[q * b + k].val();
                    if self.puts[q * b + k].val() {
                        self.place[k].next = self.place[k].val() | self.write_index[q].y.val();
                        self.value[k].next = self.value[k].val() | self.flit[q].val();
                    }
                }
                self.fault.next = self.fault.val() | self.twice[k].val();
                self.bank[k].write_i.next = self.taken[k].val();
                self.bank[k].write_addr_i.next = self.place[k].val();
                self.bank[k].write_data_i.next = self.value[k].val();
            }
            // Where the host points to when it does not write is its own affair.
            for _g in 0..self._gaps {
                comment!("Banks that do not exist.");
                for q in 0..self._n {
                    self.found[q].next = !self.reads[q].val();
                    for k in 0..self._banks {
                        self.found[q].next = self.found[q].val() | self.asks[q * b + k].val();
                    }
                    self.fault.next = self.fault.val() | !self.found[q].val();
                }
                for q in 0..self._ways {
                    self.kept[q].next = !self.writes[q].val();
                    for k in 0..self._banks {
                        self.kept[q].next = self.kept[q].val() | self.puts[q * b + k].val();
                    }
                    self.fault.next = self.fault.val() | !self.kept[q].val();
                }
            }
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
        comment!("The flits that were read, one cycle later.");
        for q in 0..self._ways {
            self.seen[q].next = self.bank[0].read_data_o.val();
            for _m in 0..self._many {
                self.from[q].clk.next = self.clk_i.val();
                self.from[q].d.next = self.read_bank[q].y.val();
                for k in 1..self._banks {
                    if self.from[q].q.val() == self.number[k].val() {
                        self.seen[q].next = self.bank[k].read_data_o.val();
                    }
                }
            }
        }
        for q in 0..self._n {
            self.read_data_o[q].next = self.seen[q].val();
        }
        for h in self._n..self._ways {
            self.host_data_o.next = self.seen[h].val();
        }
    }
}
