//! The scheduled router: no buffer, no arbitration; what arrives in a cycle leaves in the next.
//!
//! A header says what remains after the link it is on (`torus_model::route`). With hops left in the run the
//! message goes straight on and loses one; otherwise it is home, or it turns: the port of the next run names
//! the output and the header moves down by one group. The schedule promises that no two messages want one
//! output; the sticky `error_o` says so should the promise break.
//!
//! The data mux of an output defaults to its injection lane, whether or not that lane is valid, so that a
//! free lane costs no gate. Without a processor the default is the message that goes straight on. The sources
//! of an output are numbered and its mux is a binary tree on the bits of the number: four sources and two
//! select bits fit one LUT6, which a chain of choices on one request each does not. On LUT4 parts the gain
//! depends on the mapper's mood (8x8, Yosys 0.23, ECP5: 274 or 338 LUT4 for the very same text).
//!
//! With all ports every output has an injection lane and every input an ejection lane. With one port there is
//! one of each: the injected message brings its output along, and what is home on any input is or-ed together
//! before the one eject register, so that both forms have the same latency. Two messages home in one cycle are
//! an error then.
//!
//! `update` is long because rust-hdl's macro reads one function for each block.

use super::{lane_labels, port_field_labels, port_labels};
use crate::rt::{labels, Cst, Data, Flop, Lanes, Sig};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;
use torus_model::route::bits;
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
    pub inject_port_i: Lanes<Sig<In>>,
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
    // For each output: a message of the processor's for it, taken, and wanted twice.
    sends: Lanes<Signal<Local, Bit>>,
    busy: Lanes<Signal<Local, Bit>>,
    clash: Lanes<Signal<Local, Bit>>,
    fault: Signal<Local, Bit>,
    // For the one lane: a message for no output; some message home, a second one, the data of those home.
    astray: Lanes<Signal<Local, Bit>>,
    arrives: Lanes<Signal<Local, Bit>>,
    crowded: Lanes<Signal<Local, Bit>>,
    arrival: Lanes<Sig<Local>>,
    no_data: Cst,
    exit: Lanes<Cst>,
    none: Cst,
    one: Cst,
    hops: Cst,
    present: Cst,
    code_mask: Cst,
    port: Lanes<Cst>,
    group: Cst,
    turning: Constant<Bit>,
    wired: Lanes<Constant<Bit>>,
    // For each output: bits of its source's number, and the levels of its mux tree. Level 0 has the sources.
    select: Lanes<Signal<Local, Bit>>,
    mux_head: Lanes<Sig<Local>>,
    mux_data: Lanes<Sig<Local>>,
    // Whether the number of a turn has a bit; whether a place at level 0 is a turn's; whether a place of the
    // tree chooses, or only passes on.
    numbered: Lanes<Constant<Bit>>,
    sourced: Lanes<Constant<Bit>>,
    chooses: Lanes<Constant<Bit>>,
    passes: Lanes<Constant<Bit>>,
    _levels: usize,
    _places: usize,
    _n: usize,
    // Lanes in all-port form; 1 where it is the form of the router, also as the step between lanes; 1 where
    // there is one lane.
    _lanes: usize,
    _all: usize,
    _one: usize,
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
        if layout.segments == 0 {
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

/// How the sources of an output are numbered: the default is 0, straight on comes next, turns follow.
struct Sources {
    n: usize,
    wired: Vec<bool>,
    turns_from: usize,
    levels: usize,
}

impl Sources {
    fn new(n: usize, wired: Vec<bool>, turns_from: usize) -> Self {
        let mut sources = Sources { n, wired, turns_from, levels: 0 };
        sources.levels = (0..n).map(|q| bits(sources.count(q, n))).max().unwrap_or(0);
        sources
    }

    /// Sources of an output up to the turns from inputs below `inputs`.
    fn count(&self, output: usize, inputs: usize) -> usize {
        self.turns_from + (0..inputs).filter(|p| self.wired[p * self.n + output]).count()
    }

    /// The number of a turn; 0 where it is not wired.
    fn number(&self, pair: usize) -> usize {
        self.wired[pair] as usize * self.count(pair % self.n, pair / self.n)
    }

    /// For pair and bit in one index: whether the turn's number has the bit.
    fn numbered(&self, k: usize) -> bool {
        self.number(k / self.levels) >> (k % self.levels) & 1 == 1
    }

    /// For pair and place in one index: whether the turn is the source at the place.
    fn sourced(&self, k: usize) -> bool {
        let (pair, place) = (k >> self.levels, k % (1 << self.levels));
        self.wired[pair] && self.number(pair) == place
    }

    /// Whether a place of the tree has its left (0) or right (1) place on the level below.
    fn below(&self, place: usize, side: usize) -> bool {
        let places = 1 << self.levels;
        let (j, level) = (place % places, place / places % (self.levels + 1));
        let output = place / places / (self.levels + 1);
        level > 0 && (2 * j + side) << (level - 1) < self.count(output, self.n)
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
        let (ports, widths) = (spec.existing_ports(), spec.widths());
        let (n, head, data, codes) = (ports.len(), widths.head(), spec.width, Codes::new(spec, &ports));
        let (name, pair) = (port_labels(spec), pair_labels(&ports));
        let lane = if local { lane_labels(spec) } else { Vec::new() };
        let choice = if local { port_field_labels(spec) } else { Vec::new() };
        let taker = if local { name.clone() } else { Vec::new() };
        let (one, port_bits) = (choice.len(), widths.layout.port_bits);
        let wired = |k: usize| spec.turns.contains(&(ports[k / n], ports[k % n]));
        let sources = Sources::new(n, (0..n * n).map(wired).collect(), 1 + local as usize);
        let (levels, places) = (sources.levels, 1 << sources.levels);
        let tree = index_labels(&ports, &[levels + 1, places]);
        let group_bits = widths.layout.group_bits() as u128;
        Router {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            rx_valid_i: Lanes::new(&name, |_| Signal::default()),
            rx_head_i: Lanes::new(&name, |_| Sig::new(head)),
            rx_data_i: Lanes::new(&name, |_| Sig::new(data)),
            inject_valid_i: Lanes::new(&lane, |_| Signal::default()),
            inject_port_i: Lanes::new(&choice, |_| Sig::new(port_bits)),
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
            sends: Lanes::new(&taker, |_| Signal::default()),
            busy: Lanes::new(&name, |_| Signal::default()),
            clash: Lanes::new(&name, |_| Signal::default()),
            fault: Signal::default(),
            astray: Lanes::new(&choice, |_| Signal::default()),
            arrives: Lanes::new(&choice, |_| Signal::default()),
            crowded: Lanes::new(&choice, |_| Signal::default()),
            arrival: Lanes::new(&choice, |_| Sig::new(data)),
            no_data: Cst::new(0, data),
            exit: Lanes::new(&name, |q| Cst::new(ports[q].index() as u128, port_bits)),
            none: Cst::new(0, head),
            one: Cst::new(1, head),
            hops: Cst::new(codes.hops, head),
            present: Cst::new(codes.present, head),
            code_mask: Cst::new(codes.mask, head),
            port: Lanes::new(&name, |q| Cst::new(codes.port[q], head)),
            group: Cst::new(group_bits, bits(group_bits as usize + 1)),
            turning: Constant::new(widths.layout.segments > 0),
            wired: Lanes::new(&pair, |k| Constant::new(wired(k))),
            select: Lanes::new(&index_labels(&ports, &[levels]), |_| Signal::default()),
            mux_head: Lanes::new(&tree, |_| Sig::new(head)),
            mux_data: Lanes::new(&tree, |_| Sig::new(data)),
            numbered: Lanes::new(&labels(0..n * n * levels), |k| Constant::new(sources.numbered(k))),
            sourced: Lanes::new(&labels(0..n * n * places), |k| Constant::new(sources.sourced(k))),
            chooses: Lanes::new(&tree, |k| Constant::new(sources.below(k, 1))),
            passes: Lanes::new(&tree, |k| Constant::new(sources.below(k, 0) && !sources.below(k, 1))),
            _levels: levels,
            _places: places,
            _n: n,
            _lanes: lane.len(),
            _all: 1 - one,
            _one: one,
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

/// Labels of everything that exists once for each port and each index of a grid.
fn index_labels(ports: &[Port], grid: &[usize]) -> Vec<String> {
    let deeper = |all: Vec<String>, count: &usize| {
        all.iter().flat_map(|label| (0..*count).map(move |k| format!("{label}_{k}"))).collect()
    };
    grid.iter().fold(labels(ports.iter().map(|port| port.index())), deeper)
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
        // What the processor sends, by output.
        for _l in 0..(self._all * self._local) {
            for q in 0..self._n {
                self.sends[q].next = self.inject_valid_i[q].val();
            }
        }
        for l in 0..self._one {
            self.astray[l].next = self.inject_valid_i[l].val();
            for q in 0..self._n {
                self.sends[q].next =
                    self.inject_valid_i[l].val() & (self.inject_port_i[l].val() == self.exit[q].val());
                self.astray[l].next = self.astray[l].val() & !self.sends[q].val();
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
            // Who takes an output.
            for q in 0..self._n {
                for _l in 0..self._local {
                    self.busy[q].next = self.sends[q].val() | self.goes[q].val();
                    self.clash[q].next = self.sends[q].val() & self.goes[q].val();
                }
                for _l in 0..self._transit {
                    self.busy[q].next = self.goes[q].val();
                    self.clash[q].next = false;
                }
                for p in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.clash[q].next =
                            self.clash[q].val() | (self.busy[q].val() & self.turn[p * n + q].val());
                        self.busy[q].next = self.busy[q].val() | self.turn[p * n + q].val();
                    }
                }
                self.tx_valid[q].d.next = self.busy[q].val();
            }
        }
        // With what: the sources by number, and the tree that picks one.
        for n in self._n..(self._n + 1) {
            for m in self._places..(self._places + 1) {
                for s in self._levels..(self._levels + 1) {
                    for q in 0..self._n {
                        for l in self._all..(self._all + self._local) {
                            self.mux_head[q * (s + 1) * m].next = self.inject_head_i[q * l].val();
                            self.mux_data[q * (s + 1) * m].next = self.inject_data_i[q * l].val();
                            self.mux_head[q * (s + 1) * m + 1].next = self.shorter[q].val();
                            self.mux_data[q * (s + 1) * m + 1].next = self.rx_data_i[q].val();
                            self.select[q * s].next = self.goes[q].val();
                        }
                        for _l in 0..self._transit {
                            self.mux_head[q * (s + 1) * m].next = self.shorter[q].val();
                            self.mux_data[q * (s + 1) * m].next = self.rx_data_i[q].val();
                        }
                        for b in self._local..self._levels {
                            self.select[q * s + b].next = false;
                        }
                        for p in 0..self._n {
                            for b in 0..self._levels {
                                if self.numbered[(p * n + q) * s + b].val() {
                                    self.select[q * s + b].next =
                                        self.select[q * s + b].val() | self.turn[p * n + q].val();
                                }
                            }
                            for j in 0..self._places {
                                if self.sourced[(p * n + q) * m + j].val() {
                                    self.mux_head[q * (s + 1) * m + j].next = self.turned[p].val();
                                    self.mux_data[q * (s + 1) * m + j].next = self.rx_data_i[p].val();
                                }
                            }
                        }
                        for b in 0..self._levels {
                            for j in 0..self._places {
                                if self.passes[(q * (s + 1) + b + 1) * m + j].val() {
                                    self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_head[(q * (s + 1) + b) * m + 2 * j].val();
                                    self.mux_data[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_data[(q * (s + 1) + b) * m + 2 * j].val();
                                }
                                if self.chooses[(q * (s + 1) + b + 1) * m + j].val() {
                                    if self.select[q * s + b].val() {
                                        self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                            self.mux_head[(q * (s + 1) + b) * m + 2 * j + 1].val();
                                        self.mux_data[(q * (s + 1) + b + 1) * m + j].next =
                                            self.mux_data[(q * (s + 1) + b) * m + 2 * j + 1].val();
                                    } else {
                                        self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                            self.mux_head[(q * (s + 1) + b) * m + 2 * j].val();
                                        self.mux_data[(q * (s + 1) + b + 1) * m + j].next =
                                            self.mux_data[(q * (s + 1) + b) * m + 2 * j].val();
                                    }
                                }
                            }
                        }
                        self.tx_head[q].d.next = self.mux_head[(q * (s + 1) + s) * m].val();
                        self.tx_data[q].d.next = self.mux_data[(q * (s + 1) + s) * m].val();
                    }
                }
            }
        }
        for l in 0..self._one {
            self.crowded[l].next = false;
            self.arrives[l].next = false;
            self.arrival[l].next = self.no_data.val();
            for p in 0..self._n {
                self.crowded[l].next = self.crowded[l].val() | (self.arrives[l].val() & self.home[p].val());
                self.arrives[l].next = self.arrives[l].val() | self.home[p].val();
                if self.home[p].val() {
                    self.arrival[l].next = self.arrival[l].val() | self.rx_data_i[p].val();
                }
            }
            self.eject_valid[l].d.next = self.arrives[l].val();
            self.eject_data[l].d.next = self.arrival[l].val();
        }
        for q in 0..(self._lanes * self._all) {
            self.eject_valid[q].d.next = self.home[q].val();
            self.eject_data[q].d.next = self.rx_data_i[q].val();
        }
        for q in 0..self._lanes {
            self.eject_valid_o[q].next = self.eject_valid[q].q.val();
            self.eject_data_o[q].next = self.eject_data[q].q.val();
        }
        self.fault.next = false;
        for l in 0..self._one {
            self.fault.next = self.fault.val() | self.astray[l].val() | self.crowded[l].val();
        }
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
