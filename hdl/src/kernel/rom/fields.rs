//! The fields of a row, and those that come from a slot table.

use crate::kernel::expected_labels;
use crate::router_docs::direction;
use crate::spec::{Exit, NodeSpec, SlotTable};
use std::fmt::Write;
use torus_model::{Port, PortModel, RomEntry};

/// A field of a row: the output that shows it, and its bits.
pub(super) type Field = (String, usize);

/// The fields of a row, least significant first.
pub(super) fn fields(spec: &NodeSpec) -> Vec<Field> {
    let widths = spec.widths();
    let mut all = Vec::new();
    for q in spec.local_ports() {
        all.push((format!("valid_{q}_o"), 1));
        if spec.slot_table.is_none() {
            let port = (format!("port_{q}_o"), widths.layout.port_bits);
            all.extend((spec.ports != PortModel::AllPort).then_some(port));
            all.push((format!("head_{q}_o"), widths.head()));
        }
        let offset = |(i, width): (usize, &usize)| (format!("offset_{q}_{i}_o"), *width);
        all.extend(widths.coordinates.iter().enumerate().map(offset));
    }
    let exits = spec.slot_table.iter().flat_map(|table| &table.exits);
    all.extend(exits.map(|exit| (format!("setting_{}_o", exit.label(spec.ports)), exit.bits())));
    all.extend(expected_labels(spec).into_iter().map(|port| (format!("expected_{port}_o"), 1)));
    all
}

/// Fields of a row that belong together: what they are, and their values, least significant first.
pub(super) type Group = (String, Vec<String>);

/// The groups of a row that is generated: of local ports, of exits, and of the arrivals that are expected.
pub(super) fn groups(
    table: &SlotTable,
    locals: impl Iterator<Item = (Port, Vec<String>)>,
    settings: impl Iterator<Item = Vec<String>>,
    expected: Vec<String>,
) -> Vec<Group> {
    let local = |(port, values): (Port, _)| {
        let name = direction(port.index());
        (format!("{name}: the offset, the last dimension first, and whether a message begins"), values)
    };
    let exit = |(exit, values): (&Exit, _)| (format!("setting_{}_o", exit.label(PortModel::AllPort)), values);
    let exits = table.exits.iter().zip(settings).map(exit);
    locals.map(local).chain(exits).chain([("expected_o, the last port first".into(), expected)]).collect()
}

/// The row as a concatenation of its groups.
pub(super) fn concatenated(groups: &[Group], width: usize) -> String {
    let mut text =
        format!("// The row of this slot, least significant field last.\nwire [{}:0] row = {{\n", width - 1);
    for (at, (about, values)) in groups.iter().enumerate().rev() {
        let _ = writeln!(text, "  // {about}");
        for (i, value) in values.iter().enumerate().rev() {
            let _ = writeln!(text, "  {value}{}", if at + i > 0 { "," } else { "" });
        }
    }
    text + "};\n"
}

/// The settings of all exits, and the arrivals that are expected.
pub(super) fn slot_values(table: &SlotTable, slot: Option<usize>) -> Vec<u128> {
    let row = slot.and_then(|slot| table.rows.get(slot));
    let setting = |(e, exit): (usize, &Exit)| row.map_or(0, |row| exit.setting(row.taken[e]));
    let expected = |p: usize| row.is_some_and(|row| row.expected[p]) as u128;
    let inputs = table.rows.first().map_or(0, |row| row.expected.len());
    table.exits.iter().enumerate().map(setting).chain((0..inputs).map(expected)).collect()
}

/// The port by which a message leaves its source.
pub(super) fn first_port(entry: &RomEntry) -> u128 {
    entry.route.segments()[0].port.index() as u128
}
