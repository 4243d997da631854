//! The schedule ROM of a processor class: one row for each slot, read into a row register.
//!
//! A row has `{offsets, header, valid}` for each injection port; the header is that on the port's link.
//! With one port it is `{offsets, header, port, valid}`, as a message may leave by any link. The row
//! register is idle where no frame is under way; rows beyond the last slot, which no counter reaches, are
//! too.
//!
//! Up to [`LOGIC_ROWS`](crate::spec::LOGIC_ROWS) rows it asks for logic, above for block RAM. A block RAM
//! takes most of a cycle to answer (5.6 ns on an ECP5), so its output goes to a register before the row
//! register, and the frame begins a cycle later. The text goes straight from the image to a string, ten
//! thousand rows in milliseconds.

use super::{local_labels, offset_labels, port_field_labels};
use crate::signal::{Bv, Labelled, Sig};
use crate::spec::{NodeSpec, Widths};
use rust_hdl_core::prelude::*;
use std::fmt::Write;
use torus_model::{PortModel, RomEntry, RomImage};

/// The ROM of one processor class.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Rom {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub slot_i: Sig<In>,
    pub running_i: Signal<In, Bit>,
    pub valid_o: Labelled<Signal<Out, Bit>>,
    pub port_o: Labelled<Sig<Out>>,
    pub head_o: Labelled<Sig<Out>>,
    pub offset_o: Labelled<Sig<Out>>,
    _image: RomImage,
    _widths: Widths,
    _ports: PortModel,
    _local_ports: Vec<usize>,
    _in_block_ram: bool,
    // The row that a block RAM has read; none: idle.
    _read: Option<usize>,
}

impl Rom {
    /// The ROM of processor class `class`.
    pub fn new(spec: &NodeSpec, class: usize) -> Self {
        let (name, local_port, widths, d) =
            (local_labels(spec), offset_labels(spec), spec.widths(), spec.torus.d());
        Rom {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            slot_i: Sig::new(widths.slot),
            running_i: Signal::default(),
            valid_o: Labelled::new(&name, |_| Signal::default()),
            port_o: Labelled::new(&port_field_labels(spec), |_| Sig::new(widths.layout.port_bits)),
            head_o: Labelled::new(&name, |_| Sig::new(widths.head())),
            offset_o: Labelled::new(&local_port, |k| Sig::new(widths.coordinates[k % d])),
            _image: spec.images[class].clone(),
            _widths: widths,
            _ports: spec.ports,
            _local_ports: spec.local_ports(),
            _in_block_ram: spec.in_block_ram(),
            _read: None,
        }
    }

    /// What a local port sends in a slot.
    fn entry(&self, slot: usize, local_port: usize) -> Option<&RomEntry> {
        self._image.rows.get(slot)?.get(local_port)?.as_ref()
    }

    /// A row as bits, least significant first, local port by local port.
    fn row(&self, slot: usize) -> Vec<bool> {
        let mut row = Vec::new();
        let mut push = |value: u128, width: usize| row.extend((0..width).map(|i| value >> i & 1 == 1));
        for &local_port in &self._local_ports {
            let entry = self.entry(slot, local_port);
            push(entry.is_some() as u128, 1);
            push(entry.map_or(0, first_port), self._widths.port_field(self._ports));
            push(entry.map_or(0, |e| self._widths.layout.encode(&e.route)), self._widths.head());
            for (i, &width) in self._widths.coordinates.iter().enumerate() {
                push(entry.map_or(0, |e| e.offset[i] as u128), width);
            }
        }
        row
    }

    /// The row decoded: `1+ aab -> (2,1)` for each busy local port.
    fn decoded(&self, slot: usize) -> String {
        let one = |&local_port: &usize| {
            let entry = self.entry(slot, local_port)?;
            let offset: Vec<String> = entry.offset.iter().map(u32::to_string).collect();
            Some(format!("{} {} -> ({})", entry.route.segments()[0].port, entry.route, offset.join(",")))
        };
        let local_ports: Vec<String> = self._local_ports.iter().filter_map(one).collect();
        if local_ports.is_empty() {
            "idle".into()
        } else {
            local_ports.join("; ")
        }
    }

    /// The memory and its contents.
    fn memory(&self) -> String {
        let (rows, bits, slot) = (self._image.rows.len(), self.row(0).len(), self._widths.slot);
        let (depth, style) = (1usize << slot, if self._in_block_ram { "block" } else { "logic" });
        let (read, at_first) = match self._in_block_ram {
            true => (format!("reg [{}:0] read_q;\n", bits - 1), format!("  read_q = {bits}'h0;\n")),
            false => Default::default(),
        };
        let mut text = format!("(* rom_style = \"{style}\" *)\n");
        let _ = writeln!(text, "reg [{}:0] rows [0:{}];\n{read}reg [{0}:0] row_q;\n", bits - 1, depth - 1);
        let _ = writeln!(text, "initial begin\n{at_first}  row_q = {bits}'h0;");
        for s in 0..rows {
            let _ = writeln!(text, "  // slot {s}: {}", self.decoded(s));
            let _ = writeln!(text, "  rows[{slot}'d{s}] = {bits}'h{};", hex(&self.row(s)));
        }
        if rows < depth {
            text.push_str("  // Rows that no counter reaches.\n");
        }
        for s in rows..depth {
            let _ = writeln!(text, "  rows[{slot}'d{s}] = {bits}'h0;");
        }
        text.push_str("end\n");
        text
    }

    /// The row register, and the register of a block RAM before it.
    fn registers(&self) -> String {
        let bits = self.row(0).len();
        let register = |name: &str, idle: &str, value: &str| {
            format!(
                "always @(posedge clk_i) begin\n  if ({idle}) begin\n    {name} <= {bits}'h0;\n  \
                 end else begin\n    {name} <= {value};\n  end\nend\n\n"
            )
        };
        let first = if self._in_block_ram { "read_q" } else { "row_q" };
        let mut text = "\n".to_string() + &register(first, "!rst_ni | !running_i", "rows[slot_i]");
        if self._in_block_ram {
            text.push_str("// The output of a block RAM is slow: it has a register of its own.\n");
            text += &register("row_q", "!rst_ni", "read_q");
        }
        text
    }

    /// The row register and its fields.
    fn fields(&self) -> String {
        let mut text = self.registers();
        let mut from = 0;
        let mut field = |name: String, width: usize| {
            let range = if width == 1 { from.to_string() } else { format!("{}:{from}", from + width - 1) };
            let _ = writeln!(text, "assign {name} = row_q[{range}];");
            from += width;
        };
        for q in &self._local_ports {
            field(format!("valid_{q}_o"), 1);
            if self._ports != PortModel::AllPort {
                field(format!("port_{q}_o"), self._widths.layout.port_bits);
            }
            field(format!("head_{q}_o"), self._widths.head());
            for (i, &width) in self._widths.coordinates.iter().enumerate() {
                field(format!("offset_{q}_{i}_o"), width);
            }
        }
        text
    }
}

/// The port that a message leaves its source by.
fn first_port(entry: &RomEntry) -> u128 {
    entry.route.segments()[0].port.index() as u128
}

/// Bits, least significant first, as hexadecimal digits.
pub(super) fn hex(bits: &[bool]) -> String {
    let digit = |nibble: &[bool]| nibble.iter().rev().fold(0, |n, &bit| n * 2 + bit as u32);
    bits.chunks(4).rev().map(|nibble| char::from_digit(digit(nibble), 16).expect("a nibble")).collect()
}

impl Logic for Rom {
    fn update(&mut self) {
        if !self.clk_i.pos_edge() {
            return;
        }
        let (reset, running) = (!self.rst_ni.val(), self.running_i.val());
        let addressed = (!reset && running).then(|| self.slot_i.val().value() as usize);
        let read = std::mem::replace(&mut self._read, addressed);
        let row = if self._in_block_ram { read.filter(|_| !reset) } else { addressed };
        let d = self._widths.coordinates.len();
        for (k, local_port) in self._local_ports.clone().into_iter().enumerate() {
            let entry = row.and_then(|slot| self.entry(slot, local_port).cloned());
            let head = entry.as_ref().map_or(0, |e| self._widths.layout.encode(&e.route));
            self.valid_o[k].next = entry.is_some();
            self.head_o[k].next = Bv::new(head, self._widths.head());
            if self._ports != PortModel::AllPort {
                let port = entry.as_ref().map_or(0, first_port);
                self.port_o[k].next = Bv::new(port, self._widths.layout.port_bits);
            }
            for i in 0..d {
                let offset = entry.as_ref().map_or(0, |e| e.offset[i] as u128);
                self.offset_o[k * d + i].next = Bv::new(offset, self._widths.coordinates[i]);
            }
        }
    }

    fn connect(&mut self) {
        self.valid_o.iter_mut().for_each(|signal| signal.connect());
        self.port_o.iter_mut().for_each(|signal| signal.connect());
        self.head_o.iter_mut().for_each(|signal| signal.connect());
        self.offset_o.iter_mut().for_each(|signal| signal.connect());
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(self.memory() + &self.fields())
    }
}
