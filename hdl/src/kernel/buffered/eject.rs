//! An ejection port: round robin among the flits that leave the network, and the output register.

use super::arbiter::Wires;
use super::column::{column, Offered};
use super::round_robin::RoundRobin;
use super::rows::{bit, bits, unpacked};
use super::sizes::Sizes;
use super::text::{registers, Register, WITHOUT_RESET};
use super::wiring::{self, only, row};
use crate::signal::text::{concat, part, spread, vector};
use crate::signal::{labels, Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// An ejection port: its register, and the arbiter in front of it.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Eject {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_i: Labelled<Sig<In>>,
    pub last_i: Labelled<Sig<In>>,
    pub data_i: Labelled<Sig<In>>,
    pub grant_o: Labelled<Sig<Out>>,
    pub ready_i: Signal<In, Bit>,
    pub valid_o: Signal<Out, Bit>,
    pub last_o: Labelled<Signal<Out, Bit>>,
    pub data_o: Sig<Out>,
    _order: RoundRobin,
    _flit: Option<(Bv, bool)>,
    _lock: bool,
    _sizes: Sizes,
    _network: String,
}

impl Eject {
    /// An ejection port for the flits of `links` links.
    pub(super) fn new(sizes: Sizes, links: usize, network: &str) -> Self {
        let (v, all) = (sizes.channels, labels(0..links));
        let (clk_i, rst_ni, ready_i, valid_o) = Default::default();
        Eject {
            clk_i,
            rst_ni,
            req_i: row(&all, v),
            last_i: row(if sizes.long { &all } else { &[] }, v),
            data_i: row(&all, v * sizes.data),
            grant_o: row(&all, v),
            ready_i,
            valid_o,
            last_o: wiring::bit(&only(sizes.long)),
            data_o: Sig::new(sizes.data),
            _order: RoundRobin::new(links * v),
            _flit: None,
            _lock: false,
            _sizes: sizes,
            _network: network.into(),
        }
    }

    fn links(&self) -> usize {
        self.req_i.iter().count()
    }

    /// The link and the channel of the flit that leaves.
    fn chosen(&self) -> Option<(usize, usize)> {
        let v = self._sizes.channels;
        let free = self._flit.is_none() || self.ready_i.val();
        let asks = |flit: usize| bit(self.req_i[flit / v].val(), flit % v);
        let chosen = self._order.chosen(self._lock, asks).filter(|_| free);
        chosen.map(|flit| (flit / v, flit % v))
    }

    fn clock(&mut self) {
        let (s, chosen) = (self._sizes, self.chosen());
        if let Some((link, v)) = chosen {
            let last = !s.long || bit(self.last_i[link].val(), v);
            let data = Bv::new(unpacked(self.data_i[link].val(), s.data, v), s.data);
            (self._flit, self._lock) = (Some((data, last)), !last);
            self._order.serve(link * s.channels + v);
        } else if self.ready_i.val() {
            self._flit = None;
        }
    }
}

impl Logic for Eject {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true => self.clock(),
                false => {
                    let n = self.links() * self._sizes.channels;
                    (self._flit, self._lock, self._order) = (None, false, RoundRobin::new(n));
                }
            }
        }
        let (chosen, v) = (self.chosen(), self._sizes.channels);
        for (link, row) in self.grant_o.iter_mut().enumerate() {
            row.next = bits((0..v).map(|channel| chosen == Some((link, channel))));
        }
        self.valid_o.next = self._flit.is_some();
        if let Some((data, last)) = self._flit {
            self.data_o.next = data;
            self.last_o.iter_mut().for_each(|bit| bit.next = last);
        }
    }

    fn connect(&mut self) {
        self.grant_o.iter_mut().for_each(|row| row.connect());
        self.last_o.iter_mut().for_each(|bit| bit.connect());
        self.valid_o.connect();
        self.data_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let text = Text { sizes: &self._sizes, links: self.links(), network: &self._network };
        Verilog::Custom(format!("// module eject_{}\n{}", self.links(), text.body()))
    }
}

/// The parameters of the Verilog text.
struct Text<'a> {
    sizes: &'a Sizes,
    links: usize,
    network: &'a str,
}

impl Text<'_> {
    fn body(&self) -> String {
        self.choice() + &self.flit() + &self.registers()
    }

    fn n(&self) -> usize {
        self.links * self.sizes.channels
    }

    /// The rows of all links as one row, the first link lowest.
    fn joined(&self, name: &str) -> String {
        let row = |link: usize| name.replace('#', &link.to_string());
        concat(&(0..self.links).rev().map(row).collect::<Vec<_>>())
    }

    /// Verilog that chooses the flit that leaves.
    fn choice(&self) -> String {
        let (n, v) = (self.n(), self.sizes.channels);
        let range = vector(n);
        let mut text = String::from("// The register is free, or is taken.\nreg valid_q;\n");
        text += "wire free = !valid_q | ready_i;\nassign valid_o = valid_q;\n";
        if self.sizes.long && n > 1 {
            text += "// A packet is leaving.\nreg lock_q;\n";
        }
        text += "\n// Flits at their destination, in the order of round robin; one of them is chosen.\n";
        text += &format!("wire {range}req = {};\nwire {range}chosen;\nwire any;\n", self.joined("req_#_i"));
        let lock = self.sizes.long.then_some("lock_q");
        let stage = Wires { requests: "req", lock, served: "any & free", grant: "chosen", any: "any" };
        text += &stage.arbiter(self.network, "u_arbiter", n);
        for link in 0..self.links {
            text += &format!("wire {}chosen_{link} = {};\n", vector(v), part("chosen", n, link * v, v));
            text += &format!("assign grant_{link}_o = chosen_{link} & {};\n", spread("free", v));
        }
        text
    }

    /// Verilog of the flit that leaves.
    fn flit(&self) -> String {
        let s = self.sizes;
        let offered = |link: usize| Offered {
            grant: format!("chosen_{link}"),
            parts: vec![(format!("data_{link}_i"), s.data)],
            flits: s.channels,
        };
        let offered: Vec<Offered> = (0..self.links).map(offered).collect();
        let mut text = String::from("\n// The flit that leaves: all others are masked.\n");
        text += &column("data", s.data, &offered);
        if s.long {
            text += &format!("wire last = |(chosen & {});\n", self.joined("last_#_i"));
        }
        text
    }

    fn registers(&self) -> String {
        let s = self.sizes;
        let mut all = vec![Register::bit("valid_q", "any | !free")];
        if s.long && self.n() > 1 {
            all.push(Register::bit("lock_q", "(any & free) ? !last : lock_q"));
        }
        let mut text = format!("\n// The register before the processor.\nreg {}data_q;\n", vector(s.data));
        text += "assign data_o = data_q;\n";
        if s.long {
            text += "reg last_q;\nassign last_o = last_q;\n";
        }
        let (zero, load) = match s.long {
            true => ("  last_q = 1'b0;\n", "    last_q <= last;\n"),
            false => ("", ""),
        };
        text += registers(&all).trim_start();
        text += WITHOUT_RESET;
        text += &format!("initial begin\n{zero}  data_q = {}'d0;\nend\n", s.data);
        text + &format!(
            "always @(posedge clk_i) begin\n  if (free) begin\n{load}    data_q <= data;\n  end\nend\n"
        )
    }
}
