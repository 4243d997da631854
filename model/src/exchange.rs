//! Total exchange schedules: word tables as schedules of the real links.
//!
//! A cyclic table is the schedule of one source class. In a dihedral dimension letters are swapped at nodes of
//! odd coordinate, so there is a source class for each pattern of parities; a message goes straight all the
//! same, its sign being the first letter's, swapped where its **source** is odd.

use crate::{
    frame::Effort,
    schedule::{Kind, PortModel},
    tables::{exchange_table, Group, WordTable},
    Entry, Placement, Port, Run, Schedule, Symmetry, Torus, Word,
};

/// The shortest total exchange schedule found for a full torus, all-port, without buffers.
pub fn exchange(torus: &Torus, effort: Effort) -> Schedule {
    of_table(&exchange_table(torus, effort))
}

/// The schedule of a word table.
pub fn of_table(table: &WordTable) -> Schedule {
    let dihedral: Vec<bool> = table.groups.iter().map(|&group| group == Group::Dihedral).collect();
    let placement = Placement::full_by_parity(&table.torus, &dihedral);
    let mut entries = Vec::new();
    for (class, source) in placement.sources().into_iter().enumerate() {
        for entry in &table.entries {
            let word = travelled(&table.torus, placement.symmetry(), source, &entry.word);
            let offset = table.torus.offset(source, word.end(&table.torus, source));
            entries.push(Entry { slot: entry.start, source: class, offset, word });
        }
    }
    entries.sort();
    let (kind, ports) = (Kind::Exchange, PortModel::AllPort);
    Schedule { placement, kind, ports, length: table.length, lower_bound: table.lower_bound, entries }
}

/// The ports that a word of letters takes from a source.
fn travelled(torus: &Torus, symmetry: &Symmetry, source: crate::NodeId, word: &Word) -> Word {
    let swaps = |dim: usize| matches!(symmetry, Symmetry::Parity { counts } if counts[dim]);
    let run = |run: &Run| {
        let odd = swaps(run.port.dim()) && torus.coordinate(source, run.port.dim()) % 2 == 1;
        Run { port: Port::from_index(run.port.index() ^ odd as usize), ..*run }
    };
    Word::new(word.runs().iter().map(run))
}
