//! A node with its expected-data ROM and its self-test agent: a tile of the simulator.

use super::{ExpectedRom, MemoryNode, SelfTestAgent};
use crate::kernel::{local_labels, port_labels};
use crate::signal::{labels, Labelled, Sig};
use crate::spec::memory::MemorySpec;
use rust_hdl_core::prelude::*;

/// A node with its expected-data ROM and its self-test agent.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Tile {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub id_i: Sig<In>,
    pub x_i: Labelled<Sig<In>>,
    pub rx_valid_i: Labelled<Signal<In, Bit>>,
    pub rx_head_i: Labelled<Sig<In>>,
    pub rx_data_i: Labelled<Sig<In>>,
    pub tx_valid_o: Labelled<Signal<Out, Bit>>,
    pub tx_head_o: Labelled<Sig<Out>>,
    pub tx_data_o: Labelled<Sig<Out>>,
    pub eject_valid_o: Labelled<Signal<Out, Bit>>,
    pub eject_data_o: Labelled<Sig<Out>>,
    pub done_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    node: MemoryNode,
    expected_rom: ExpectedRom,
    self_test: SelfTestAgent,
    _n: usize,
    _d: usize,
    _local_ports: usize,
}

impl Tile {
    /// The tile of one class.
    pub fn new(spec: &MemorySpec, class: usize) -> Self {
        let (router, widths, axis) = (spec.router(), spec.widths(), labels(0..spec.torus.d()));
        let (name, local_port) = (port_labels(&router), local_labels(&router));
        let (link, payload) = (router.link_heads(), widths.payload());
        Tile {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Labelled::new(&axis, |i| Sig::new(widths.coordinates[i])),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&name, |q| Sig::new(link[q])),
            rx_data_i: Labelled::new(&name, |_| Sig::new(payload)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&name, |q| Sig::new(link[q])),
            tx_data_o: Labelled::new(&name, |_| Sig::new(payload)),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(spec.width)),
            done_o: Signal::default(),
            error_o: Signal::default(),
            node: MemoryNode::new(spec, class),
            expected_rom: ExpectedRom::new(spec, class),
            self_test: SelfTestAgent::new(spec),
            _n: name.len(),
            _d: axis.len(),
            _local_ports: local_port.len(),
        }
    }
}

impl Logic for Tile {
    #[hdl_gen]
    fn update(&mut self) {
        self.node.clk_i.next = self.clk_i.val();
        self.node.rst_ni.next = self.rst_ni.val();
        self.expected_rom.clk_i.next = self.clk_i.val();
        self.expected_rom.rst_ni.next = self.rst_ni.val();
        self.self_test.clk_i.next = self.clk_i.val();
        self.self_test.rst_ni.next = self.rst_ni.val();
        self.self_test.start_i.next = self.start_i.val();
        self.self_test.id_i.next = self.id_i.val();
        self.expected_rom.addr_i.next = self.self_test.expected_addr_o.val();
        self.self_test.expected_valid_i.next = self.expected_rom.valid_o.val();
        self.self_test.expected_place_i.next = self.expected_rom.place_o.val();
        for i in 0..self._d {
            self.self_test.x_i[i].next = self.x_i[i].val();
            self.self_test.expected_partner_i[i].next = self.expected_rom.partner_o[i].val();
        }
        self.node.start_i.next = self.self_test.node_start_o.val();
        self.node.mem_write_i.next = self.self_test.mem_write_o.val();
        self.node.mem_addr_i.next = self.self_test.mem_addr_o.val();
        self.node.mem_data_i.next = self.self_test.mem_data_o.val();
        self.self_test.node_busy_i.next = self.node.busy_o.val();
        self.self_test.mem_data_i.next = self.node.mem_data_o.val();
        for q in 0..self._n {
            self.node.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.node.rx_head_i[q].next = self.rx_head_i[q].val();
            self.node.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.node.tx_valid_o[q].val();
            self.tx_head_o[q].next = self.node.tx_head_o[q].val();
            self.tx_data_o[q].next = self.node.tx_data_o[q].val();
        }
        for q in 0..self._local_ports {
            self.eject_valid_o[q].next = self.node.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.node.eject_data_o[q].val();
        }
        self.done_o.next = self.self_test.done_o.val();
        comment!("Whether the node or its agent has found an error.");
        self.error_o.next = self.node.error_o.val() | self.self_test.error_o.val();
    }
}
