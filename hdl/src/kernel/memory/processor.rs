//! The node of a processor without its program: router, message memory and sequencer.
//!
//! In the cycle in which a row is active, its flits are read from the banks. One cycle later they enter the
//! router. Header, port and the receiver's address come from registers. So the flits are on the link two
//! cycles after the row. A flit that is ejected is written to the address that it carries.

mod update;

use super::{resize::Resize, Memory, Sequencer};
use crate::kernel::{local_labels, port_field_labels, port_labels, Router};
use crate::signal::{Concat, Data, Flop, Labelled, Sig, Slice};
use crate::spec::memory::MemorySpec;
use rust_hdl_core::prelude::*;

/// Router, memory and sequencer.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Core {
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
    pub program_addr_o: Sig<Out>,
    pub program_cycles_i: Sig<In>,
    pub program_last_i: Signal<In, Bit>,
    pub program_again_i: Signal<In, Bit>,
    pub program_send_i: Labelled<Signal<In, Bit>>,
    pub program_port_i: Labelled<Sig<In>>,
    pub program_head_i: Labelled<Sig<In>>,
    pub program_from_i: Labelled<Sig<In>>,
    pub program_to_i: Labelled<Sig<In>>,
    sequencer: Sequencer,
    memory: Memory,
    router: Router,
    // Registers that wait for the flits that are read: valid, port, header, and the address at the receiver.
    send: Labelled<Flop>,
    port: Labelled<Data>,
    head: Labelled<Data>,
    to: Labelled<Data>,
    offset: Resize,
    flit: Labelled<Concat>,
    place: Labelled<Slice>,
    data: Labelled<Slice>,
    _n: usize,
    _local_ports: usize,
    _choices: usize,
}

impl Core {
    /// The node of any class.
    pub fn new(spec: &MemorySpec) -> Self {
        let (router, widths) = (spec.router(), spec.widths());
        let (name, local_port) = (port_labels(&router), local_labels(&router));
        let choice = port_field_labels(&router);
        let (head, data, address) = (widths.head(), widths.data, widths.address());
        let link = router.link_heads();
        let (payload, port_bits) = (widths.payload(), widths.layout.port_bits);
        Core {
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
            mem_addr_i: Sig::new(address),
            mem_data_i: Sig::new(data),
            mem_data_o: Sig::new(data),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            program_addr_o: Sig::new(widths.row),
            program_cycles_i: Sig::new(widths.cycles),
            program_last_i: Signal::default(),
            program_again_i: Signal::default(),
            program_send_i: Labelled::new(&local_port, |_| Signal::default()),
            program_port_i: Labelled::new(&choice, |_| Sig::new(port_bits)),
            program_head_i: Labelled::new(&local_port, |_| Sig::new(head)),
            program_from_i: Labelled::new(&local_port, |_| Sig::new(address)),
            program_to_i: Labelled::new(&local_port, |_| Sig::new(address)),
            sequencer: Sequencer::new(spec),
            memory: Memory::new(spec),
            router: Router::new(&router),
            send: Labelled::new(&local_port, |_| Flop::default()),
            port: Labelled::new(&choice, |_| Data::new(port_bits)),
            head: Labelled::new(&local_port, |_| Data::new(head)),
            to: Labelled::new(&local_port, |_| Data::new(address)),
            offset: Resize::new(widths.index, address),
            flit: Labelled::new(&local_port, |_| Concat::new(address, data)),
            place: Labelled::new(&local_port, |_| Slice::new(payload, data, address)),
            data: Labelled::new(&local_port, |_| Slice::new(payload, 0, data)),
            _n: name.len(),
            _local_ports: local_port.len(),
            _choices: choice.len(),
        }
    }
}
