//! The node of a processor with its program. A user's network is made of these nodes.
//!
//! The host loads the memory, sets `start_i` and waits until `busy_o` falls. All processors are started in
//! the same cycle. Row 0 is active in the cycle after `start_i`; its flits are on the links two cycles
//! later.

use super::{Core, ProgramRom};
use crate::kernel::{local_labels, port_field_labels, port_labels};
use crate::signal::{Labelled, Sig};
use crate::spec::memory::MemorySpec;
use rust_hdl_core::prelude::*;

/// Core and program of one class.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct MemoryNode {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub busy_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    pub rx_valid_i: Labelled<Signal<In, Bit>>,
    pub rx_head_i: Labelled<Sig<In>>,
    pub rx_data_i: Labelled<Sig<In>>,
    pub tx_valid_o: Labelled<Signal<Out, Bit>>,
    pub tx_head_o: Labelled<Sig<Out>>,
    pub tx_data_o: Labelled<Sig<Out>>,
    pub mem_write_i: Signal<In, Bit>,
    pub mem_addr_i: Sig<In>,
    pub mem_data_i: Sig<In>,
    pub mem_data_o: Sig<Out>,
    pub eject_valid_o: Labelled<Signal<Out, Bit>>,
    pub eject_data_o: Labelled<Sig<Out>>,
    program: ProgramRom,
    core: Core,
    _n: usize,
    _local_ports: usize,
    _choices: usize,
}

impl MemoryNode {
    /// The node of one class.
    pub fn new(spec: &MemorySpec, class: usize) -> Self {
        let (router, widths) = (spec.router(), spec.widths());
        let (name, local_port) = (port_labels(&router), local_labels(&router));
        let (link, data, payload) = (router.link_heads(), widths.data, widths.payload());
        MemoryNode {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            busy_o: Signal::default(),
            error_o: Signal::default(),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&name, |q| Sig::new(link[q])),
            rx_data_i: Labelled::new(&name, |_| Sig::new(payload)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&name, |q| Sig::new(link[q])),
            tx_data_o: Labelled::new(&name, |_| Sig::new(payload)),
            mem_write_i: Signal::default(),
            mem_addr_i: Sig::new(widths.address()),
            mem_data_i: Sig::new(data),
            mem_data_o: Sig::new(data),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            program: ProgramRom::new(spec, class),
            core: Core::new(spec),
            _n: name.len(),
            _local_ports: local_port.len(),
            _choices: port_field_labels(&router).len(),
        }
    }
}

impl Logic for MemoryNode {
    #[hdl_gen]
    fn update(&mut self) {
        self.program.clk_i.next = self.clk_i.val();
        self.program.rst_ni.next = self.rst_ni.val();
        self.core.clk_i.next = self.clk_i.val();
        self.core.rst_ni.next = self.rst_ni.val();
        self.core.start_i.next = self.start_i.val();
        self.program.addr_i.next = self.core.program_addr_o.val();
        self.core.program_cycles_i.next = self.program.cycles_o.val();
        self.core.program_last_i.next = self.program.last_o.val();
        self.core.program_again_i.next = self.program.again_o.val();
        for q in 0..self._local_ports {
            self.core.program_send_i[q].next = self.program.send_o[q].val();
            self.core.program_head_i[q].next = self.program.head_o[q].val();
            self.core.program_from_i[q].next = self.program.from_o[q].val();
            self.core.program_to_i[q].next = self.program.to_o[q].val();
            self.eject_valid_o[q].next = self.core.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.core.eject_data_o[q].val();
        }
        for q in 0..self._choices {
            self.core.program_port_i[q].next = self.program.port_o[q].val();
        }
        for q in 0..self._n {
            self.core.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.core.rx_head_i[q].next = self.rx_head_i[q].val();
            self.core.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.core.tx_valid_o[q].val();
            self.tx_head_o[q].next = self.core.tx_head_o[q].val();
            self.tx_data_o[q].next = self.core.tx_data_o[q].val();
        }
        self.core.mem_write_i.next = self.mem_write_i.val();
        self.core.mem_addr_i.next = self.mem_addr_i.val();
        self.core.mem_data_i.next = self.mem_data_i.val();
        self.mem_data_o.next = self.core.mem_data_o.val();
        self.busy_o.next = self.core.busy_o.val();
        self.error_o.next = self.core.error_o.val();
    }
}
