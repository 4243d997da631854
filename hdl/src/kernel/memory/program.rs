//! The program ROM of a class: its rows, read into a row register.
//!
//! All classes of a network have the same depth, a power of two above the longest program. Every row after
//! the last one is a halt row (`again` without `last`), so the sequencer may rest on the last row of the
//! ROM.

use super::table::Table;
use crate::kernel::{local_labels, port_field_labels};
use crate::signal::{Bv, Labelled, Sig};
use crate::spec::memory::{MemorySpec, MemoryWidths};
use rust_hdl_core::prelude::*;
use torus_model::collective::{RemoteWrite, Row};
use torus_model::PortModel;

/// The program of one class.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct ProgramRom {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub addr_i: Sig<In>,
    pub cycles_o: Sig<Out>,
    pub last_o: Signal<Out, Bit>,
    pub again_o: Signal<Out, Bit>,
    pub send_o: Labelled<Signal<Out, Bit>>,
    pub port_o: Labelled<Sig<Out>>,
    pub head_o: Labelled<Sig<Out>>,
    pub from_o: Labelled<Sig<Out>>,
    pub to_o: Labelled<Sig<Out>>,
    _table: Table,
}

impl ProgramRom {
    /// The program of class `class`.
    pub fn new(spec: &MemorySpec, class: usize) -> Self {
        let (router, widths) = (spec.router(), spec.widths());
        let (local_port, choice) = (local_labels(&router), port_field_labels(&router));
        ProgramRom {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            addr_i: Sig::new(widths.row),
            cycles_o: Sig::new(widths.cycles),
            last_o: Signal::default(),
            again_o: Signal::default(),
            send_o: Labelled::new(&local_port, |_| Signal::default()),
            port_o: Labelled::new(&choice, |_| Sig::new(widths.layout.port_bits)),
            head_o: Labelled::new(&local_port, |_| Sig::new(widths.head())),
            from_o: Labelled::new(&local_port, |_| Sig::new(widths.address())),
            to_o: Labelled::new(&local_port, |_| Sig::new(widths.address())),
            _table: table(spec, class),
        }
    }
}

/// The table of the ROM: its fields and rows.
fn table(spec: &MemorySpec, class: usize) -> Table {
    let (widths, local_ports) = (spec.widths(), spec.program.ports.existing_local_ports(spec.torus));
    let form = Form { only: spec.program.ports != PortModel::AllPort, widths: &widths };
    let mut columns: Vec<(String, usize)> =
        vec![("cycles_o".into(), widths.cycles), ("last_o".into(), 1), ("again_o".into(), 1)];
    columns.extend(local_ports.iter().flat_map(|&local_port| form.columns(local_port)));
    let row = |row: &Row| (form.row(row, &local_ports), form.meaning(row));
    let rows = spec.program.classes[class].rows.iter().map(row).collect();
    let halt = Row {
        cycles: 1,
        last: false,
        again: true,
        writes: vec![None; spec.program.ports.local_ports(spec.torus)],
    };
    Table { address: widths.row, columns, rows, beyond: form.row(&halt, &local_ports) }
}

/// The layout of a row.
struct Form<'a> {
    /// Whether there is only one local port, so that rows also name the port to leave by.
    only: bool,
    widths: &'a MemoryWidths,
}

impl Form<'_> {
    fn columns(&self, local_port: usize) -> Vec<(String, usize)> {
        let widths = self.widths;
        let port = self.only.then(|| (format!("port_{local_port}_o"), widths.layout.port_bits));
        let rest = [("head", widths.head()), ("from", widths.address()), ("to", widths.address())];
        let rest = rest.into_iter().map(|(name, width)| (format!("{name}_{local_port}_o"), width));
        std::iter::once((format!("send_{local_port}_o"), 1)).chain(port).chain(rest).collect()
    }

    fn row(&self, row: &Row, local_ports: &[usize]) -> Vec<u128> {
        let mut values = vec![row.cycles as u128 - 1, row.last as u128, row.again as u128];
        values.extend(
            local_ports.iter().flat_map(|&local_port| self.local_port(row.writes[local_port].as_ref())),
        );
        values
    }

    fn local_port(&self, write: Option<&RemoteWrite>) -> Vec<u128> {
        let port = write.map_or(0, |write| write.route.segments()[0].port.index() as u128);
        let fields = write.map_or([0; 3], |write| {
            let head = self.widths.layout.encode(&write.route);
            [head, self.widths.place(write.from), self.widths.place(write.to)]
        });
        let port = self.only.then_some(port);
        std::iter::once(write.is_some() as u128).chain(port).chain(fields).collect()
    }

    /// The comment of a row, such as `3 cycles, last, again; 1+ aab 0:5 -> 1:7`. Addresses are bank and
    /// place.
    fn meaning(&self, row: &Row) -> String {
        let marks = [(row.last, ", last"), (row.again, ", again")];
        let marks: String = marks.iter().filter(|(set, _)| *set).map(|(_, mark)| *mark).collect();
        let write = |write: &RemoteWrite| {
            let (from, to, port) = (write.from, write.to, write.route.segments()[0].port);
            format!("; {port} {} {}:{} -> {}:{}", write.route, from.bank, from.index, to.bank, to.index)
        };
        let writes: String = row.writes.iter().flatten().map(write).collect();
        format!("{} cycle{}{marks}{writes}", row.cycles, if row.cycles == 1 { "" } else { "s" })
    }
}

impl Logic for ProgramRom {
    fn update(&mut self) {
        if !self.clk_i.pos_edge() {
            return;
        }
        let row = self.rst_ni.val().then(|| self.addr_i.val().value() as usize);
        let mut values = self._table.values(row).into_iter();
        let mut next = || values.next().expect("a row has all fields");
        self.cycles_o.next = Bv::new(next(), self.cycles_o.bits());
        self.last_o.next = next() == 1;
        self.again_o.next = next() == 1;
        for k in 0..self.send_o.iter().len() {
            self.send_o[k].next = next() == 1;
            let only = self.port_o.iter_mut().nth(k);
            for field in only.into_iter().chain([&mut self.head_o[k], &mut self.from_o[k], &mut self.to_o[k]])
            {
                field.next = Bv::new(next(), field.bits());
            }
        }
    }

    fn connect(&mut self) {
        self.cycles_o.connect();
        self.last_o.connect();
        self.again_o.connect();
        self.send_o.iter_mut().for_each(|signal| signal.connect());
        for local_ports in [&mut self.port_o, &mut self.head_o, &mut self.from_o, &mut self.to_o] {
            local_ports.iter_mut().for_each(|signal| signal.connect());
        }
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(self._table.text())
    }
}
