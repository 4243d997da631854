//! Node and traffic agent in one block: the unit of the tile simulator.

use super::{local_labels, port_labels, Node, TrafficAgent};
use crate::rt::{labels, Labelled, Sig, Slice};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;

/// A node with its traffic agent.
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
    node: Node,
    agent: TrafficAgent,
    parity: Labelled<Slice>,
    // For each parity and dimension in one index: whether it is the dimension's.
    counts: Labelled<Constant<Bit>>,
    _n: usize,
    _d: usize,
    _local_ports: usize,
    _offsets: usize,
    _flips: usize,
}

impl Tile {
    /// The tile of one processor class.
    pub fn new(spec: &NodeSpec, class: usize) -> Self {
        let (name, local_port, widths) = (port_labels(spec), local_labels(spec), spec.widths());
        let d = spec.torus.d();
        let (head, data) = (widths.head(), spec.width);
        Tile {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Labelled::new(&labels(0..d), |i| Sig::new(widths.coordinates[i])),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&name, |_| Sig::new(head)),
            rx_data_i: Labelled::new(&name, |_| Sig::new(data)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&name, |_| Sig::new(head)),
            tx_data_o: Labelled::new(&name, |_| Sig::new(data)),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            done_o: Signal::default(),
            error_o: Signal::default(),
            node: Node::new(spec, class),
            agent: TrafficAgent::new(spec),
            parity: Labelled::new(&labels(spec.flips.iter().copied()), |k| {
                Slice::new(widths.coordinates[spec.flips[k]], 0, 1)
            }),
            counts: Labelled::new(&labels(0..spec.flips.len() * d), |k| {
                Constant::new(spec.flips[k / d] == k % d)
            }),
            _n: name.len(),
            _d: d,
            _local_ports: local_port.len(),
            _offsets: local_port.len() * d,
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
        self.agent.clk_i.next = self.clk_i.val();
        self.agent.rst_ni.next = self.rst_ni.val();
        self.agent.start_i.next = self.start_i.val();
        self.agent.id_i.next = self.id_i.val();
        for i in 0..self._d {
            self.agent.x_i[i].next = self.x_i[i].val();
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
        for q in 0..self._local_ports {
            self.node.inject_data_i[q].next = self.agent.inject_data_o[q].val();
            self.agent.inject_valid_i[q].next = self.node.inject_valid_o[q].val();
            self.agent.eject_valid_i[q].next = self.node.eject_valid_o[q].val();
            self.agent.eject_data_i[q].next = self.node.eject_data_o[q].val();
            self.eject_valid_o[q].next = self.node.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.node.eject_data_o[q].val();
        }
        for k in 0..self._offsets {
            self.agent.inject_offset_i[k].next = self.node.inject_offset_o[k].val();
        }
        self.done_o.next = self.agent.done_o.val();
        self.error_o.next = self.node.error_o.val() | self.agent.error_o.val();
    }
}
