//! Swaps the signs of a ROM row by the parities of the coordinates, so that one ROM image serves all nodes
//! of a dihedral table.
//!
//! In such a table a node with an odd coordinate sends the messages of a node with an even one, with `+` and
//! `-` exchanged in that dimension (`RomImage::mirrored`). The mirror is between ROM and router. For each
//! dimension whose strap is set, it does three things: it exchanges the entries of the two injection ports,
//! it inverts the low bit of the ports of that dimension in headers, and it negates offsets modulo the
//! radix. With one local port the entry stays in place, and its port field is changed like those of headers.
//! The other bits of an idle entry may change, but it stays idle.

mod update;

use super::{local_labels, offset_labels, port_field_labels};
use crate::signal::{labels, Bv, Cst, Labelled, Sig, Strap};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::*;

/// A ROM row, with its signs as they are or swapped.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Mirror {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub flip_i: Labelled<Sig<In>>,
    pub rom_valid_i: Labelled<Signal<In, Bit>>,
    pub rom_port_i: Labelled<Sig<In>>,
    pub rom_head_i: Labelled<Sig<In>>,
    pub rom_offset_i: Labelled<Sig<In>>,
    pub valid_o: Labelled<Signal<Out, Bit>>,
    pub port_o: Labelled<Sig<Out>>,
    pub head_o: Labelled<Sig<Out>>,
    pub offset_o: Labelled<Sig<Out>>,
    flip: Labelled<Strap>,
    odd: Labelled<Signal<Local, Bit>>,
    // The entry of the opposite port if the dimension is odd. Its fields still have the old signs.
    valid: Labelled<Signal<Local, Bit>>,
    head: Labelled<Sig<Local>>,
    offset: Labelled<Sig<Local>>,
    // The same entry with its signs swapped.
    swapped: Labelled<Sig<Local>>,
    negated: Labelled<Sig<Local>>,
    leaves: Labelled<Sig<Local>>,
    set: Cst,
    // For each further run of a header: the mask of the bits that name its dimension, and of its sign.
    field: Labelled<Cst>,
    sign: Labelled<Cst>,
    // For each run and flipped dimension: the value of these bits.
    code: Labelled<Cst>,
    // The same for the port field of the one local port.
    port_field: Cst,
    port_sign: Cst,
    port_code: Labelled<Cst>,
    radix: Labelled<Cst>,
    none: Labelled<Cst>,
    // Whether two local ports are those of a flipped dimension; whether a dimension is the flipped one.
    opposite: Labelled<Constant<Bit>>,
    turned: Labelled<Constant<Bit>>,
    _local_ports: usize,
    _choices: usize,
    _flips: usize,
    _runs: usize,
    _d: usize,
}

/// The positions of the port fields, in headers and of the one local port.
struct Fields {
    hop_bits: usize,
    port_bits: usize,
    group_bits: usize,
}

impl Fields {
    /// The present bit and the dimension of run `r`; the bits of the dimension are `dim`.
    fn run(&self, r: usize, dim: usize) -> u128 {
        (1 | (dim as u128) << 2) << (self.hop_bits + r * self.group_bits)
    }

    /// A mask of all bits of a dimension in a port number.
    fn dims(&self) -> usize {
        (1 << self.port_bits >> 1) - 1
    }

    /// The sign of run `r`.
    fn sign(&self, r: usize) -> u128 {
        1 << (self.hop_bits + r * self.group_bits + 1)
    }
}

impl Mirror {
    /// The mirror of any node. Its straps say which signs it swaps.
    pub fn new(spec: &NodeSpec) -> Self {
        let (name, local_port, choice) = (local_labels(spec), offset_labels(spec), port_field_labels(spec));
        let (widths, local_ports, flips, d) = (spec.widths(), spec.local_ports(), spec.flips, spec.torus.d());
        let (head, port, ow) = (widths.head(), widths.layout.port_bits, |i: usize| widths.coordinates[i]);
        let (hop_bits, group_bits) = (widths.layout.hop_bits, widths.layout.group_bits());
        let fields = Fields { hop_bits, port_bits: port, group_bits };
        let (runs, flip, axis) = (widths.layout.segments, labels(flips.iter().copied()), labels(0..d));
        let codes: Vec<String> =
            (0..runs).flat_map(|r| flip.iter().map(move |k| format!("{r}_{k}"))).collect();
        let (n, f) = (local_ports.len(), flips.len());
        // With one local port there is no second entry to exchange with.
        let opposite = |k: usize| {
            n > 1
                && local_ports[k / n % n] ^ 1 == local_ports[k % n]
                && local_ports[k % n] / 2 == flips[k / n / n]
        };
        let radix = |i: usize| Bv::wrap(spec.torus.dims()[i] as u128, ow(i)).value();
        Mirror {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            flip_i: Labelled::new(&flip, |_| Sig::new(1)),
            rom_valid_i: Labelled::new(&name, |_| Signal::default()),
            rom_port_i: Labelled::new(&choice, |_| Sig::new(port)),
            rom_head_i: Labelled::new(&name, |_| Sig::new(head)),
            rom_offset_i: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            valid_o: Labelled::new(&name, |_| Signal::default()),
            port_o: Labelled::new(&choice, |_| Sig::new(port)),
            head_o: Labelled::new(&name, |_| Sig::new(head)),
            offset_o: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            flip: Labelled::new(&flip, |_| Strap::new(1)),
            odd: Labelled::new(&flip, |_| Signal::default()),
            valid: Labelled::new(&name, |_| Signal::default()),
            head: Labelled::new(&name, |_| Sig::new(head)),
            offset: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            swapped: Labelled::new(&name, |_| Sig::new(head)),
            negated: Labelled::new(&local_port, |k| Sig::new(ow(k % d))),
            leaves: Labelled::new(&choice, |_| Sig::new(port)),
            set: Cst::new(1, 1),
            field: Labelled::new(&labels(0..runs), |r| Cst::new(fields.run(r, fields.dims()), head)),
            sign: Labelled::new(&labels(0..runs), |r| Cst::new(fields.sign(r), head)),
            code: Labelled::new(&codes, |k| Cst::new(fields.run(k / f, flips[k % f]), head)),
            port_field: Cst::new(2 * fields.dims() as u128, port),
            port_sign: Cst::new(1, port),
            port_code: Labelled::new(&flip, |k| Cst::new(2 * flips[k] as u128, port)),
            radix: Labelled::new(&axis, |i| Cst::new(radix(i), ow(i))),
            none: Labelled::new(&axis, |i| Cst::new(0, ow(i))),
            opposite: Labelled::new(&labels(0..f * n * n), |k| Constant::new(opposite(k))),
            turned: Labelled::new(&labels(0..f * d), |k| Constant::new(flips[k / d] == k % d)),
            _local_ports: n,
            _choices: choice.len(),
            _flips: f,
            _runs: runs,
            _d: d,
        }
    }
}
