//! The fields of a row, and those that come from a slot table.

use crate::kernel::expected_labels;
use crate::spec::{Exit, NodeSpec, SlotTable};
use torus_model::{PortModel, RomEntry};

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
