//! A node with its traffic agent: a tile of the simulator.

mod update;

use super::{head_labels, local_labels, port_labels, Node, TrafficAgent};
use crate::signal::{labels, Labelled, Sig, Slice};
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
    // For each parity and dimension in one index: whether the parity is that of the dimension.
    counts: Labelled<Constant<Bit>>,
    _n: usize,
    _heads: usize,
    _d: usize,
    _local_ports: usize,
    _offsets: usize,
    _flips: usize,
}

impl Tile {
    /// The tile of one processor class.
    pub fn new(spec: &NodeSpec, class: usize) -> Self {
        let (name, local_port, widths) = (port_labels(spec), local_labels(spec), spec.widths());
        let (d, heads) = (spec.torus.d(), head_labels(spec, &name));
        let (link, data) = (spec.link_heads(), spec.width);
        Tile {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            id_i: Sig::new(widths.id),
            x_i: Labelled::new(&labels(0..d), |i| Sig::new(widths.coordinates[i])),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_head_i: Labelled::new(&heads, |q| Sig::new(link[q])),
            rx_data_i: Labelled::new(&name, |_| Sig::new(data)),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_head_o: Labelled::new(&heads, |q| Sig::new(link[q])),
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
            _heads: heads.len(),
            _d: d,
            _local_ports: local_port.len(),
            _offsets: local_port.len() * d,
            _flips: spec.flips.len(),
        }
    }
}
