//! A node with its ledger and its clerk: the unit of the tile simulator.

use super::{Clerk, Ledger, StoredNode};
use crate::kernel::{lane_labels, port_labels};
use crate::rt::{labels, Lanes, Sig};
use crate::stored::StoredSpec;
use rust_hdl_core::prelude::*;

/// A node with the source and the check of its blocks.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Tile {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub id_i: Sig<In>,
    pub x_i: Lanes<Sig<In>>,
    pub rx_valid_i: Lanes<Signal<In, Bit>>,
    pub rx_head_i: Lanes<Sig<In>>,
    pub rx_data_i: Lanes<Sig<In>>,
    pub tx_valid_o: Lanes<Signal<Out, Bit>>,
    pub tx_head_o: Lanes<Sig<Out>>,
    pub tx_data_o: Lanes<Sig<Out>>,
    pub eject_valid_o: Lanes<Signal<Out, Bit>>,
    pub eject_data_o: Lanes<Sig<Out>>,
    pub done_o: Signal<Out, Bit>,
    pub error_o: Signal<Out, Bit>,
    node: StoredNode,
    ledger: Ledger,
    clerk: Clerk,
    _n: usize,
    _d: usize,
    _lanes: usize,
}

impl Tile {
    /// The tile of one class.
    pub fn new(spec: &StoredSpec, class: usize) -> Self {
        let (router, widths, axis) = (spec.router(), spec.widths(), labels(0..spec.torus.d()));
        let (name, lane) = (port_labels(&router), lane_labels(&router));
        let (head, payload) = (widths.head(), widths.payload());
        Tile {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Lanes::new(&axis, |i| Sig::new(widths.coordinates[i])),
            rx_valid_i: Lanes::new(&name, |_| Signal::default()),
            rx_head_i: Lanes::new(&name, |_| Sig::new(head)),
            rx_data_i: Lanes::new(&name, |_| Sig::new(payload)),
            tx_valid_o: Lanes::new(&name, |_| Signal::default()),
            tx_head_o: Lanes::new(&name, |_| Sig::new(head)),
            tx_data_o: Lanes::new(&name, |_| Sig::new(payload)),
            eject_valid_o: Lanes::new(&lane, |_| Signal::default()),
            eject_data_o: Lanes::new(&lane, |_| Sig::new(spec.width)),
            done_o: Signal::default(),
            error_o: Signal::default(),
            node: StoredNode::new(spec, class),
            ledger: Ledger::new(spec, class),
            clerk: Clerk::new(spec),
            _n: name.len(),
            _d: axis.len(),
            _lanes: lane.len(),
        }
    }
}

impl Logic for Tile {
    #[hdl_gen]
    fn update(&mut self) {
        self.node.clk_i.next = self.clk_i.val();
        self.node.rst_ni.next = self.rst_ni.val();
        self.ledger.clk_i.next = self.clk_i.val();
        self.ledger.rst_ni.next = self.rst_ni.val();
        self.clerk.clk_i.next = self.clk_i.val();
        self.clerk.rst_ni.next = self.rst_ni.val();
        self.clerk.start_i.next = self.start_i.val();
        self.clerk.id_i.next = self.id_i.val();
        self.ledger.addr_i.next = self.clerk.ledger_addr_o.val();
        self.clerk.ledger_valid_i.next = self.ledger.valid_o.val();
        self.clerk.ledger_place_i.next = self.ledger.place_o.val();
        for i in 0..self._d {
            self.clerk.x_i[i].next = self.x_i[i].val();
            self.clerk.ledger_partner_i[i].next = self.ledger.partner_o[i].val();
        }
        self.node.start_i.next = self.clerk.node_start_o.val();
        self.node.mem_write_i.next = self.clerk.mem_write_o.val();
        self.node.mem_addr_i.next = self.clerk.mem_addr_o.val();
        self.node.mem_data_i.next = self.clerk.mem_data_o.val();
        self.clerk.node_busy_i.next = self.node.busy_o.val();
        self.clerk.mem_data_i.next = self.node.mem_data_o.val();
        for q in 0..self._n {
            self.node.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.node.rx_head_i[q].next = self.rx_head_i[q].val();
            self.node.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.node.tx_valid_o[q].val();
            self.tx_head_o[q].next = self.node.tx_head_o[q].val();
            self.tx_data_o[q].next = self.node.tx_data_o[q].val();
        }
        for q in 0..self._lanes {
            self.eject_valid_o[q].next = self.node.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.node.eject_data_o[q].val();
        }
        self.done_o.next = self.clerk.done_o.val();
        self.error_o.next = self.node.error_o.val() | self.clerk.error_o.val();
    }
}
