//! Text tables: aligned columns, bold heads on a terminal, plain text in a pipe.

use crate::console::is_terminal;
use comfy_table::{presets, Attribute, Cell, CellAlignment, Color, Table};

/// A table with these column heads.
pub fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    if !is_terminal() {
        table.force_no_tty();
    }
    table.set_header(heads.iter().map(|head| Cell::new(head).add_attribute(Attribute::Bold)));
    table
}

/// A number, aligned to the right.
pub fn number(value: impl ToString) -> Cell {
    Cell::new(value.to_string()).set_alignment(CellAlignment::Right)
}

/// A verdict, green or red on a terminal.
pub fn verdict(good: bool, yes: &str, no: &str) -> Cell {
    Cell::new(if good { yes } else { no }).fg(if good { Color::Green } else { Color::Red })
}

/// The text of a table without blanks at the ends of lines.
pub fn text(table: &Table) -> String {
    table.to_string().lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

/// A table with rows of what was compared, what was expected and what was found.
pub struct VerdictTable(Table);

impl VerdictTable {
    /// A table without rows. `found`: the head of the column of found values.
    pub fn new(found: &str) -> Self {
        VerdictTable(table(&["compared", "expected", found, "verdict"]))
    }

    /// Adds a row.
    pub fn add<T: PartialEq + ToString>(&mut self, what: &str, expected: T, found: T) {
        let good = verdict(expected == found, "equal", "DIFFERENT");
        self.0.add_row(vec![what.into(), expected.to_string().into(), found.to_string().into(), good]);
    }

    /// The table's text.
    pub fn text(&self) -> String {
        text(&self.0)
    }
}

/// The part of a digest that tables show.
pub fn short(digest: &str) -> &str {
    &digest[..16]
}
