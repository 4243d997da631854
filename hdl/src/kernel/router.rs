//! The scheduled router: no buffer, no arbitration; what arrives in a cycle leaves in the next.
//!
//! A header says what remains after the link it is on (`torus_model::rom`). With hops left in the run the
//! message goes straight on and loses one; otherwise it is home, or it turns: the port of the next run names
//! the output and the header moves down by one group. The schedule promises that no two messages want one
//! output; the sticky `error_o` says so should the promise break.
//!
//! The data mux of an output defaults to its injection lane, whether or not that lane is valid, so that a
//! free lane costs no gate. Without a processor the default is the message that goes straight on.

use super::port_labels;
use crate::rt::{Cst, Data, Flop, Lanes, Sig};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;
use torus_model::Port;

/// The router of a node, with the lanes of a processor or without.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Router {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub rx_valid_i: Lanes<Signal<In, Bit>>,
    pub rx_head_i: Lanes<Sig<In>>,
    pub rx_data_i: Lanes<Sig<In>>,
    pub inject_valid_i: Lanes<Signal<In, Bit>>,
    pub inject_head_i: Lanes<Sig<In>>,
    pub inject_data_i: Lanes<Sig<In>>,
    pub tx_valid_o: Lanes<Signal<Out, Bit>>,
    pub tx_head_o: Lanes<Sig<Out>>,
    pub tx_data_o: Lanes<Sig<Out>>,
    pub eject_valid_o: Lanes<Signal<Out, Bit>>,
    pub eject_data_o: Lanes<Sig<Out>>,
    pub error_o: Signal<Out, Bit>,
    tx_valid: Lanes<Flop>,
    tx_head: Lanes<Data>,
    tx_data: Lanes<Data>,
    eject_valid: Lanes<Flop>,
    eject_data: Lanes<Data>,
    error: Flop,
    // For each arriving message: hops left, at the end of its run, home, header after a hop or a turn,
    // the next run's port, nowhere to go.
    onward: Lanes<Signal<Local, Bit>>,
    goes: Lanes<Signal<Local, Bit>>,
    ends: Lanes<Signal<Local, Bit>>,
    home: Lanes<Signal<Local, Bit>>,
    shorter: Lanes<Sig<Local>>,
    turned: Lanes<Sig<Local>>,
    code: Lanes<Sig<Local>>,
    lost: Lanes<Signal<Local, Bit>>,
    turn: Lanes<Signal<Local, Bit>>,
    // For each output: taken, and wanted twice.
    busy: Lanes<Signal<Local, Bit>>,
    clash: Lanes<Signal<Local, Bit>>,
    fault: Signal<Local, Bit>,
    none: Cst,
    one: Cst,
    hops: Cst,
    present: Cst,
    code_mask: Cst,
    port: Lanes<Cst>,
    group: Cst,
    turning: Constant<Bit>,
    wired: Lanes<Constant<Bit>>,
    _n: usize,
    _lanes: usize,
    _local: usize,
    _transit: usize,
}

/// Header fields as constants; without further runs only the hops exist.
struct Codes {
    hops: u128,
    present: u128,
    mask: u128,
    port: Vec<u128>,
}

impl Codes {
    fn new(spec: &NodeSpec, ports: &[Port]) -> Self {
        let layout = spec.widths().layout;
        let hops = (1 << layout.hop_bits) - 1;
        if layout.runs == 0 {
            return Codes { hops, present: 0, mask: 0, port: vec![0; ports.len()] };
        }
        let group = |port: u128| (1 | port << 1) << layout.hop_bits;
        let mask = group((1 << layout.port_bits) - 1);
        Codes {
            hops,
            present: group(0),
            mask,
            port: ports.iter().map(|p| group(p.index() as u128)).collect(),
        }
    }
}

impl Router {
    /// The router of a processor's node.
    pub fn new(spec: &NodeSpec) -> Self {
        Router::build(spec, true)
    }

    /// The router of a node without processor.
    pub fn pass(spec: &NodeSpec) -> Self {
        Router::build(spec, false)
    }

    fn build(spec: &NodeSpec, local: bool) -> Self {
        let (ports, widths) = (spec.ports(), spec.widths());
        let (n, head, data, codes) = (ports.len(), widths.head(), spec.width, Codes::new(spec, &ports));
        let (name, pair) = (port_labels(spec), pair_labels(&ports));
        let lane = if local { name.clone() } else { Vec::new() };
        let wired = |k: usize| spec.turns.contains(&(ports[k / n], ports[k % n]));
        let group_bits = widths.layout.group_bits() as u128;
        Router {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            rx_valid_i: Lanes::new(&name, |_| Signal::default()),
            rx_head_i: Lanes::new(&name, |_| Sig::new(head)),
            rx_data_i: Lanes::new(&name, |_| Sig::new(data)),
            inject_valid_i: Lanes::new(&lane, |_| Signal::default()),
            inject_head_i: Lanes::new(&lane, |_| Sig::new(head)),
            inject_data_i: Lanes::new(&lane, |_| Sig::new(data)),
            tx_valid_o: Lanes::new(&name, |_| Signal::default()),
            tx_head_o: Lanes::new(&name, |_| Sig::new(head)),
            tx_data_o: Lanes::new(&name, |_| Sig::new(data)),
            eject_valid_o: Lanes::new(&lane, |_| Signal::default()),
            eject_data_o: Lanes::new(&lane, |_| Sig::new(data)),
            error_o: Signal::default(),
            tx_valid: Lanes::new(&name, |_| Flop::default()),
            tx_head: Lanes::new(&name, |_| Data::new(head)),
            tx_data: Lanes::new(&name, |_| Data::new(data)),
            eject_valid: Lanes::new(&lane, |_| Flop::default()),
            eject_data: Lanes::new(&lane, |_| Data::new(data)),
            error: Flop::default(),
            onward: Lanes::new(&name, |_| Signal::default()),
            goes: Lanes::new(&name, |_| Signal::default()),
            ends: Lanes::new(&name, |_| Signal::default()),
            home: Lanes::new(&name, |_| Signal::default()),
            shorter: Lanes::new(&name, |_| Sig::new(head)),
            turned: Lanes::new(&name, |_| Sig::new(head)),
            code: Lanes::new(&name, |_| Sig::new(head)),
            lost: Lanes::new(&name, |_| Signal::default()),
            turn: Lanes::new(&pair, |_| Signal::default()),
            busy: Lanes::new(&name, |_| Signal::default()),
            clash: Lanes::new(&name, |_| Signal::default()),
            fault: Signal::default(),
            none: Cst::new(0, head),
            one: Cst::new(1, head),
            hops: Cst::new(codes.hops, head),
            present: Cst::new(codes.present, head),
            code_mask: Cst::new(codes.mask, head),
            port: Lanes::new(&name, |q| Cst::new(codes.port[q], head)),
            group: Cst::new(group_bits, torus_model::rom::bits(group_bits as usize + 1)),
            turning: Constant::new(widths.layout.runs > 0),
            wired: Lanes::new(&pair, |k| Constant::new(wired(k))),
            _n: n,
            _lanes: lane.len(),
            _local: local as usize,
            _transit: !local as usize,
        }
    }
}

/// Labels `in_out` of everything that exists once for each pair of ports.
fn pair_labels(ports: &[Port]) -> Vec<String> {
    let pair = |p: &Port, q: &Port| format!("{}_{}", p.index(), q.index());
    ports.iter().flat_map(|p| ports.iter().map(move |q| pair(p, q))).collect()
}

impl Logic for Router {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        for q in 0..self._n {
            self.tx_valid[q].clk.next = self.clk_i.val();
            self.tx_valid[q].rst_n.next = self.rst_ni.val();
            self.tx_head[q].clk.next = self.clk_i.val();
            self.tx_data[q].clk.next = self.clk_i.val();
        }
        for q in 0..self._lanes {
            self.eject_valid[q].clk.next = self.clk_i.val();
            self.eject_valid[q].rst_n.next = self.rst_ni.val();
            self.eject_data[q].clk.next = self.clk_i.val();
        }
        // What an arriving message wants.
        for p in 0..self._n {
            self.onward[p].next = (self.rx_head_i[p].val() & self.hops.val()) != self.none.val();
            self.goes[p].next = self.rx_valid_i[p].val() & self.onward[p].val();
            self.ends[p].next = self.rx_valid_i[p].val() & !self.onward[p].val();
            self.shorter[p].next = (((self.rx_head_i[p].val() & self.hops.val()) - self.one.val())
                & self.hops.val())
                | (self.rx_head_i[p].val() & !self.hops.val());
            if self.turning.val() {
                self.home[p].next =
                    self.ends[p].val() & ((self.rx_head_i[p].val() & self.present.val()) == self.none.val());
                self.code[p].next = self.rx_head_i[p].val() & self.code_mask.val();
                self.turned[p].next = self.rx_head_i[p].val() >> self.group.val();
            } else {
                self.home[p].next = self.ends[p].val();
            }
            for _l in 0..self._local {
                self.lost[p].next = self.ends[p].val() & !self.home[p].val();
            }
            for _l in 0..self._transit {
                self.lost[p].next = self.ends[p].val();
            }
        }
        for n in self._n..(self._n + 1) {
            for p in 0..self._n {
                for q in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.turn[p * n + q].next =
                            self.ends[p].val() & (self.code[p].val() == self.port[q].val());
                        self.lost[p].next = self.lost[p].val() & !self.turn[p * n + q].val();
                    }
                }
            }
            // Who takes an output, and with what.
            for q in 0..self._n {
                for _l in 0..self._local {
                    self.busy[q].next = self.inject_valid_i[q].val() | self.goes[q].val();
                    self.clash[q].next = self.inject_valid_i[q].val() & self.goes[q].val();
                    self.tx_head[q].d.next = self.inject_head_i[q].val();
                    self.tx_data[q].d.next = self.inject_data_i[q].val();
                    if self.goes[q].val() {
                        self.tx_head[q].d.next = self.shorter[q].val();
                        self.tx_data[q].d.next = self.rx_data_i[q].val();
                    }
                }
                for _l in 0..self._transit {
                    self.busy[q].next = self.goes[q].val();
                    self.clash[q].next = false;
                    self.tx_head[q].d.next = self.shorter[q].val();
                    self.tx_data[q].d.next = self.rx_data_i[q].val();
                }
                for p in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.clash[q].next =
                            self.clash[q].val() | (self.busy[q].val() & self.turn[p * n + q].val());
                        self.busy[q].next = self.busy[q].val() | self.turn[p * n + q].val();
                        if self.turn[p * n + q].val() {
                            self.tx_head[q].d.next = self.turned[p].val();
                            self.tx_data[q].d.next = self.rx_data_i[p].val();
                        }
                    }
                }
                self.tx_valid[q].d.next = self.busy[q].val();
            }
        }
        for q in 0..self._lanes {
            self.eject_valid[q].d.next = self.home[q].val();
            self.eject_data[q].d.next = self.rx_data_i[q].val();
            self.eject_valid_o[q].next = self.eject_valid[q].q.val();
            self.eject_data_o[q].next = self.eject_data[q].q.val();
        }
        self.fault.next = false;
        for q in 0..self._n {
            self.fault.next = self.fault.val() | self.clash[q].val() | self.lost[q].val();
            self.tx_valid_o[q].next = self.tx_valid[q].q.val();
            self.tx_head_o[q].next = self.tx_head[q].q.val();
            self.tx_data_o[q].next = self.tx_data[q].q.val();
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
