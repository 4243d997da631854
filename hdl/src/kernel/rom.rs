//! The schedule ROM of a processor class: one row for each slot, read into a row register.
//!
//! A row has `{offsets, header, valid}` for each injection port. The header is the one on the port's link.
//! With one local port it is `{offsets, header, port, valid}`, because a message may leave by any link. The
//! row register is idle if no frame is under way. Rows after the last slot are idle, too; no counter reaches
//! them. If slots set the routers, a row has `{offsets, valid}` for each injection port, then the settings
//! of all exits and the arrivals that are expected ([`SlotTable`](crate::SlotTable)). If the table follows a
//! rule there is no memory: a generator makes the rows, one a cycle (`generator`, `steps`).
//!
//! The ROM is in logic or in block RAM ([`RomStyle`](torus_model::RomStyle)). A block RAM takes most of a
//! cycle to answer (5.6 ns on an ECP5), so a register takes its answer before the row register, and the
//! frame begins two cycles later. That register has neither reset nor enable, so that tools can use the one
//! at the block RAM's output (it then answers after 1 ns). Separate registers say whether a row belongs to a
//! frame. The image is written to a string directly, ten thousand rows in milliseconds.

mod fields;
mod generator;
mod steps;

use self::fields::{fields, first_port, slot_values, Field};
use self::{generator::Generator, steps::StepGenerator};
use super::{exit_labels, expected_labels, head_labels, local_labels, offset_labels, port_field_labels};
use crate::rom_text::RomText;
use crate::signal::text::part;
use crate::signal::{Bv, Labelled, Sig};
use crate::spec::{NodeSpec, SlotTable, Widths};
use rust_hdl_core::prelude::*;
use std::collections::VecDeque;
use std::fmt::Write;
use torus_model::{schedule::Rule, PortModel, RomEntry, RomImage};

/// The registers that a row passes on its way from a block RAM to the row register.
const READ: &str = "
// The rows are read into read_q. In a block RAM that has an output register, answer_q is that one.
always @(posedge clk_i) begin
  read_q <= rows[slot_i];
  answer_q <= read_q;
end

// Whether the rows in these registers are of a frame.
always @(posedge clk_i) begin
  if (!rst_ni) begin
    busy_q <= 2'h0;
  end else begin
    busy_q <= {busy_q[0], running_i};
  end
end
";

/// The comment above the row register.
const IDLE: &str = "\n// The row register, which is idle without a frame.\n";

/// The ROM of one processor class.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Rom {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub slot_i: Labelled<Sig<In>>,
    pub restart_i: Labelled<Signal<In, Bit>>,
    pub running_i: Signal<In, Bit>,
    pub valid_o: Labelled<Signal<Out, Bit>>,
    pub port_o: Labelled<Sig<Out>>,
    pub head_o: Labelled<Sig<Out>>,
    pub offset_o: Labelled<Sig<Out>>,
    pub setting_o: Labelled<Sig<Out>>,
    pub expected_o: Labelled<Signal<Out, Bit>>,
    _image: RomImage,
    _widths: Widths,
    _ports: PortModel,
    _local_ports: Vec<usize>,
    _fields: Vec<Field>,
    _slot_table: Option<SlotTable>,
    _in_block_ram: bool,
    // The current slot of a generator.
    _slot: usize,
    // The rows in the registers of a block RAM, the oldest first. `None` is an idle row.
    _read: VecDeque<Option<usize>>,
}

impl Rom {
    /// The ROM of processor class `class`.
    pub fn new(spec: &NodeSpec, class: usize) -> Self {
        let (name, local_port, widths, d) =
            (local_labels(spec), offset_labels(spec), spec.widths(), spec.torus.d());
        // Exactly one of the two exists, so it needs no label.
        let generated = vec![String::new(); usize::from(spec.is_generated())];
        let addressed = vec![String::new(); 1 - generated.len()];
        let setting = |e: usize| Sig::new(spec.slot_table.map_or(1, |table| table.exits[e].bits()));
        Rom {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            slot_i: Labelled::new(&addressed, |_| Sig::new(widths.slot)),
            restart_i: Labelled::new(&generated, |_| Signal::default()),
            running_i: Signal::default(),
            valid_o: Labelled::new(&name, |_| Signal::default()),
            port_o: Labelled::new(&port_field_labels(spec), |_| Sig::new(widths.layout.port_bits)),
            head_o: Labelled::new(&head_labels(spec, &name), |_| Sig::new(widths.head())),
            offset_o: Labelled::new(&local_port, |k| Sig::new(widths.coordinates[k % d])),
            setting_o: Labelled::new(&exit_labels(spec), setting),
            expected_o: Labelled::new(&expected_labels(spec), |_| Signal::default()),
            _image: spec.images[class].clone(),
            _widths: widths,
            _ports: spec.ports,
            _local_ports: spec.local_ports(),
            _fields: fields(spec),
            _slot_table: spec.slot_table.cloned(),
            _in_block_ram: spec.in_block_ram(),
            _slot: 0,
            _read: vec![None; spec.rom_registers() - 1].into(),
        }
    }

    /// The message that a local port sends in a slot.
    fn entry(&self, slot: usize, local_port: usize) -> Option<&RomEntry> {
        self._image.rows.get(slot)?.get(local_port)?.as_ref()
    }

    /// The values of a row's fields, least significant first. `None` is an idle row.
    fn values(&self, slot: Option<usize>) -> Vec<u128> {
        let mut all = Vec::with_capacity(self._fields.len());
        for &local_port in &self._local_ports {
            let entry = slot.and_then(|slot| self.entry(slot, local_port));
            all.push(entry.is_some() as u128);
            if self._slot_table.is_none() {
                let port = (self._ports != PortModel::AllPort).then(|| entry.map_or(0, first_port));
                all.extend(port);
                all.push(entry.map_or(0, |entry| self._widths.layout.encode(&entry.route)));
            }
            let offset = |i: usize| entry.map_or(0, |entry| entry.offset[i] as u128);
            all.extend((0..self._widths.coordinates.len()).map(offset));
        }
        all.extend(self._slot_table.iter().flat_map(|table| slot_values(table, slot)));
        all
    }

    /// A row as bits, least significant first.
    fn row(&self, slot: usize) -> Vec<bool> {
        let bits = |(value, (_, width)): (u128, &Field)| (0..*width).map(move |i| value >> i & 1 == 1);
        self.values(Some(slot)).into_iter().zip(&self._fields).flat_map(bits).collect()
    }

    /// The comment of a row: `1+ aab -> (2,1)` for each busy local port.
    fn decoded(&self, slot: usize) -> String {
        let one = |&local_port: &usize| {
            let entry = self.entry(slot, local_port)?;
            let offset: Vec<String> = entry.offset.iter().map(u32::to_string).collect();
            Some(format!("{} {} -> ({})", entry.route.segments()[0].port, entry.route, offset.join(",")))
        };
        let local_ports: Vec<String> = self._local_ports.iter().filter_map(one).collect();
        if local_ports.is_empty() {
            "nothing is injected".into()
        } else {
            local_ports.join("; ")
        }
    }

    /// The memory and its contents.
    fn memory(&self) -> String {
        let (rows, width) = (self._image.rows.len(), self.row(0).len());
        let memory = RomText { name: "rows", address: self._widths.slot, width, indent: "" };
        let (read, at_first) = self.block_registers(width);
        let mut text = memory.declared(self._in_block_ram);
        let _ = writeln!(text, "{read}reg [{}:0] row_q;\n", width - 1);
        let _ = writeln!(text, "// The rows.\ninitial begin\n{at_first}  row_q = {width}'h0;");
        for s in 0..rows {
            let _ = writeln!(text, "  // slot {s}: {}", self.decoded(s));
            let _ = writeln!(text, "{}", memory.row(s, &hex(&self.row(s))));
        }
        text + &memory.unused(rows, "0") + "end\n"
    }

    /// The Verilog of a generator. `None` if the rows are in a memory.
    fn generator(&self) -> Option<String> {
        let table = self._slot_table.as_ref()?;
        let width = self.row(0).len();
        Some(match table.rule.as_ref()? {
            Rule::Letters(letters) => Generator::new(letters, table, width).text(),
            Rule::Steps(steps) => StepGenerator::new(steps, table, width).text(),
        })
    }

    /// The declarations of a block RAM's registers, and their values at power-up.
    fn block_registers(&self, bits: usize) -> (String, String) {
        if !self._in_block_ram {
            return Default::default();
        }
        let wide = ["read_q", "answer_q"];
        let declared = wide.map(|name| format!("reg [{}:0] {name};\n", bits - 1)).concat();
        let at_first = wide.map(|name| format!("  {name} = {bits}'h0;\n")).concat();
        (declared + "reg [1:0] busy_q;\n", at_first + "  busy_q = 2'h0;\n")
    }

    /// The row register, and the registers of a block RAM before it.
    fn registers(&self) -> String {
        match self._in_block_ram {
            true => READ.to_string() + IDLE + &self.register("row_q", "!rst_ni | !busy_q[1]", "answer_q"),
            false => format!("{IDLE}{}", self.register("row_q", "!rst_ni | !running_i", "rows[slot_i]")),
        }
    }

    /// The row register of a generator.
    fn row_register(&self) -> String {
        let register = self.register("row_q", "!rst_ni | !running_i", "row");
        format!("{IDLE}reg [{}:0] row_q;\n{register}", self.row(0).len() - 1)
    }

    fn register(&self, name: &str, idle: &str, value: &str) -> String {
        let bits = self.row(0).len();
        format!(
            "always @(posedge clk_i) begin\n  if ({idle}) begin\n    {name} <= {bits}'h0;\n  \
             end else begin\n    {name} <= {value};\n  end\nend\n\n"
        )
    }

    /// Assigns the fields of the row register to the outputs.
    fn shown(&self) -> String {
        let (mut text, mut from, whole) = (String::from("// The fields of the row.\n"), 0, self.row(0).len());
        for (name, width) in &self._fields {
            let _ = writeln!(text, "assign {name} = {};", part("row_q", whole, from, *width));
            from += width;
        }
        text
    }
}

/// Bits, least significant first, as hexadecimal digits.
pub fn hex(bits: &[bool]) -> String {
    let digit = |nibble: &[bool]| nibble.iter().rev().fold(0, |n, &bit| n * 2 + bit as u32);
    bits.chunks(4).rev().map(|nibble| char::from_digit(digit(nibble), 16).expect("a nibble")).collect()
}

impl Rom {
    /// Puts the values of a row on the outputs.
    fn show(&mut self, values: &mut dyn Iterator<Item = Bv>) {
        let mut next = || values.next().expect("every output has a field");
        let d = self._widths.coordinates.len();
        for k in 0..self._local_ports.len() {
            self.valid_o[k].next = next().value() == 1;
            self.port_o.iter_mut().for_each(|port| port.next = next());
            self.head_o.iter_mut().skip(k).take(1).for_each(|head| head.next = next());
            self.offset_o.iter_mut().skip(k * d).take(d).for_each(|offset| offset.next = next());
        }
        self.setting_o.iter_mut().for_each(|setting| setting.next = next());
        self.expected_o.iter_mut().for_each(|expected| expected.next = next().value() == 1);
    }

    /// The slot of the row that is read.
    fn slot(&self) -> usize {
        self.slot_i.iter().next().map_or(self._slot, |slot| slot.val().value() as usize)
    }

    /// Moves a generator to the next slot, or back to the first one.
    fn step(&mut self, running: bool) {
        let restarts = self.restart_i.iter().next().is_some_and(|restart| restart.val());
        self._slot = if restarts || !running { 0 } else { (self._slot + 1) % self._image.rows.len() };
    }
}

impl Logic for Rom {
    fn update(&mut self) {
        if !self.clk_i.pos_edge() {
            return;
        }
        let (reset, running) = (!self.rst_ni.val(), self.running_i.val());
        let addressed = (!reset && running).then(|| self.slot());
        self.step(running);
        self._read.push_back(addressed);
        let row = self._read.pop_front().flatten().filter(|_| !reset);
        if reset {
            self._read.iter_mut().for_each(|row| *row = None);
        }
        let values =
            self.values(row).into_iter().zip(&self._fields).map(|(value, (_, width))| Bv::new(value, *width));
        self.show(&mut values.collect::<Vec<_>>().into_iter());
    }

    fn connect(&mut self) {
        self.valid_o.iter_mut().for_each(|signal| signal.connect());
        self.port_o.iter_mut().for_each(|signal| signal.connect());
        self.head_o.iter_mut().for_each(|signal| signal.connect());
        self.offset_o.iter_mut().for_each(|signal| signal.connect());
        self.setting_o.iter_mut().for_each(|signal| signal.connect());
        self.expected_o.iter_mut().for_each(|signal| signal.connect());
    }

    fn hdl(&self) -> Verilog {
        let rows = match self.generator() {
            Some(generator) => generator + &self.row_register(),
            None => self.memory() + &self.registers(),
        };
        Verilog::Custom(rows + &self.shown())
    }
}
