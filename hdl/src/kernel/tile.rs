//! Node and endpoint in one block: the unit of the tile simulator.

use super::{lane_labels, port_labels, Endpoint, Node};
use crate::rt::{labels, Lanes, Sig, Slice};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;

/// A node with its source and sink of messages.
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
    node: Node,
    endpoint: Endpoint,
    parity: Lanes<Slice>,
    // For each parity and dimension in one index: whether it is the dimension's.
    counts: Lanes<Constant<Bit>>,
    _n: usize,
    _d: usize,
    _lanes: usize,
    _offsets: usize,
    _flips: usize,
}

impl Tile {
    /// The tile of one processor class.
    pub fn new(spec: &NodeSpec, class: usize) -> Self {
        let (name, lane, widths) = (port_labels(spec), lane_labels(spec), spec.widths());
        let d = spec.torus.d();
        let (head, data) = (widths.head(), spec.width);
        Tile {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Lanes::new(&labels(0..d), |i| Sig::new(widths.coordinates[i])),
            rx_valid_i: Lanes::new(&name, |_| Signal::default()),
            rx_head_i: Lanes::new(&name, |_| Sig::new(head)),
            rx_data_i: Lanes::new(&name, |_| Sig::new(data)),
            tx_valid_o: Lanes::new(&name, |_| Signal::default()),
            tx_head_o: Lanes::new(&name, |_| Sig::new(head)),
            tx_data_o: Lanes::new(&name, |_| Sig::new(data)),
            eject_valid_o: Lanes::new(&lane, |_| Signal::default()),
            eject_data_o: Lanes::new(&lane, |_| Sig::new(data)),
            done_o: Signal::default(),
            error_o: Signal::default(),
            node: Node::new(spec, class),
            endpoint: Endpoint::new(spec),
            parity: Lanes::new(&labels(spec.flips.iter().copied()), |k| {
                Slice::new(widths.coordinates[spec.flips[k]], 0, 1)
            }),
            counts: Lanes::new(&labels(0..spec.flips.len() * d), |k| {
                Constant::new(spec.flips[k / d] == k % d)
            }),
            _n: name.len(),
            _d: d,
            _lanes: lane.len(),
            _offsets: lane.len() * d,
            _flips: spec.flips.len(),
        }
    }
}

impl Logic for Tile {
    #[hdl_gen]
    fn update(&mut self) {
        self.node.clk_i.next = self.clk_i.val();
        self.node.rst_ni.next = self.rst_ni.val();
        self.node.start_i.next = self.start_i.val();
        self.endpoint.clk_i.next = self.clk_i.val();
        self.endpoint.rst_ni.next = self.rst_ni.val();
        self.endpoint.start_i.next = self.start_i.val();
        self.endpoint.id_i.next = self.id_i.val();
        for i in 0..self._d {
            self.endpoint.x_i[i].next = self.x_i[i].val();
        }
        for d in self._d..(self._d + 1) {
            for k in 0..self._flips {
                for i in 0..self._d {
                    if self.counts[k * d + i].val() {
                        self.parity[k].a.next = self.x_i[i].val();
                    }
                }
                self.node.flip_i[k].next = self.parity[k].y.val();
            }
        }
        for q in 0..self._n {
            self.node.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.node.rx_head_i[q].next = self.rx_head_i[q].val();
            self.node.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.node.tx_valid_o[q].val();
            self.tx_head_o[q].next = self.node.tx_head_o[q].val();
            self.tx_data_o[q].next = self.node.tx_data_o[q].val();
        }
        for q in 0..self._lanes {
            self.node.inject_data_i[q].next = self.endpoint.inject_data_o[q].val();
            self.endpoint.inject_valid_i[q].next = self.node.inject_valid_o[q].val();
            self.endpoint.eject_valid_i[q].next = self.node.eject_valid_o[q].val();
            self.endpoint.eject_data_i[q].next = self.node.eject_data_o[q].val();
            self.eject_valid_o[q].next = self.node.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.node.eject_data_o[q].val();
        }
        for k in 0..self._offsets {
            self.endpoint.inject_offset_i[k].next = self.node.inject_offset_o[k].val();
        }
        self.done_o.next = self.endpoint.done_o.val();
        self.error_o.next = self.node.error_o.val() | self.endpoint.error_o.val();
    }
}
