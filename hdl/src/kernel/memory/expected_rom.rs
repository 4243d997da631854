//! The expected-data ROM of a class: the places of its blocks before and after a run, read into a row
//! register.
//!
//! A row is `{partner offsets, address, valid}`. The blocks to load come first, then the results. All
//! classes of a network have as many rows of each kind as the class that needs most. Rows that a class does
//! not need are not valid.

use super::table::Table;
use crate::signal::{labels, Bv, Labelled, Sig};
use crate::spec::memory::{MemorySpec, MemoryWidths};
use rust_hdl_core::prelude::*;
use torus_model::collective::Place;

/// The expected-data ROM of one class.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct ExpectedRom {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub addr_i: Sig<In>,
    pub valid_o: Signal<Out, Bit>,
    pub place_o: Sig<Out>,
    pub partner_o: Labelled<Sig<Out>>,
    _table: Table,
}

impl ExpectedRom {
    /// The expected-data ROM of class `class`.
    pub fn new(spec: &MemorySpec, class: usize) -> Self {
        let widths = spec.widths();
        ExpectedRom {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            addr_i: Sig::new(widths.expected_row),
            valid_o: Signal::default(),
            place_o: Sig::new(widths.address()),
            partner_o: Labelled::new(&labels(0..spec.torus.d()), |i| Sig::new(widths.coordinates[i])),
            _table: table(spec, class),
        }
    }
}

/// The table of the ROM: its fields and rows.
fn table(spec: &MemorySpec, class: usize) -> Table {
    let (widths, class) = (spec.widths(), &spec.program.classes[class]);
    let mut columns: Vec<(String, usize)> = vec![("valid_o".into(), 1), ("place_o".into(), widths.address())];
    columns
        .extend(widths.coordinates.iter().enumerate().map(|(i, &width)| (format!("partner_{i}_o"), width)));
    let beyond = vec![0; columns.len()];
    let mut rows = Vec::new();
    for (places, count, what) in
        [(&class.load, spec.load_rows(), "load"), (&class.results, spec.result_rows(), "result")]
    {
        rows.extend(places.iter().map(|place| (row(&widths, place), meaning(place, what))));
        rows.extend((places.len()..count).map(|_| (beyond.clone(), format!("no {what}"))));
    }
    Table { address: widths.expected_row, columns, rows, beyond }
}

fn row(widths: &MemoryWidths, place: &Place) -> Vec<u128> {
    let partner = place.partner.iter().map(|&x| x as u128);
    [1, widths.place(place.address)].into_iter().chain(partner).collect()
}

/// The comment of a row, such as `load (0,2) 1:4`: partner, bank and place.
fn meaning(place: &Place, what: &str) -> String {
    let partner: Vec<String> = place.partner.iter().map(u32::to_string).collect();
    format!("{what} ({}) {}:{}", partner.join(","), place.address.bank, place.address.index)
}

impl Logic for ExpectedRom {
    fn update(&mut self) {
        if !self.clk_i.pos_edge() {
            return;
        }
        let row = self.rst_ni.val().then(|| self.addr_i.val().value() as usize);
        let values = self._table.values(row);
        self.valid_o.next = values[0] == 1;
        let fields = std::iter::once(&mut self.place_o).chain(self.partner_o.iter_mut());
        for (field, &value) in fields.zip(&values[1..]) {
            field.next = Bv::new(value, field.bits());
        }
    }

    fn connect(&mut self) {
        self.valid_o.connect();
        self.place_o.connect();
        self.partner_o.iter_mut().for_each(|signal| signal.connect());
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(self._table.text())
    }
}
