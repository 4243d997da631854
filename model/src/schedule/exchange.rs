//! Total exchange schedules: every node sends to every other by any shortest words.
//!
//! **All ports**: the word tables as schedules of the real links. A cyclic table is the schedule of one source
//! class. In a dihedral dimension letters are swapped at nodes of odd coordinate, so there is a source class
//! for each pattern of parities; a message goes straight all the same, its sign being the first letter's,
//! swapped where its **source** is odd.
//! **One port**: the packer chooses words and slots, every node alike. What a frame that repeats as soon as it
//! can needs for its first exchange is a good start.
//! **Single port**: the one-row table, all words one after the other; as every node forwards one message in every
//! slot, its length, the sum of all distances from a node, is optimal.
//!
//! Source: Coolsaet, Fack and De Meyer 1994 (tables); Dimakopoulos and Dimopoulos 1998, section 4 (single port),
//! whose phases are not needed here. Bounds: [`crate::length`].

use crate::{
    bound::exchange_bound,
    pack::{pack_into, Choice, Horizon, Problem},
    route::alternatives,
    schedule::{
        balanced::balanced_frame,
        problem::{odr_messages, with_alternatives},
        Kind,
    },
    table::{exchange_table, exchange_table_in, Group, WordTable},
    Effort, Entry, Placement, Port, PortModel, Random, Run, Schedule, Symmetry, Torus, Word,
};

/// Words tried for one message where it has one port.
const WORDS: usize = 24;

/// Searches that share the effort spent on one length.
const RESTARTS: u64 = 8;

/// The shortest total exchange schedule found for a full torus, without buffers.
/// Word tables alone have a group of letters; without one each dimension gets what suits it.
///
/// # Panics
/// Where the group does not [suit](Group::suits) a radix.
pub fn exchange(torus: &Torus, ports: PortModel, group: Option<Group>, effort: Effort) -> Schedule {
    match ports {
        PortModel::AllPort => of_table(&match group {
            Some(group) => exchange_table_in(torus, &vec![group; torus.d()], effort),
            None => exchange_table(torus, effort),
        }),
        PortModel::OnePort => one_port(&Placement::full(torus), effort),
        PortModel::SinglePort => one_row(&Placement::full(torus)),
    }
}

/// One port: the first exchange of a frame, whose end is seldom far from its length; a search of its own at the
/// bound, and at one slot less than the frame's, may end earlier.
fn one_port(placement: &Placement, effort: Effort) -> Schedule {
    let frame = balanced_frame(placement, PortModel::OnePort, effort);
    let bound = exchange_bound(placement, PortModel::OnePort);
    let (length, ports) = (frame.makespan(), frame.ports);
    let sooner = (length > bound).then(|| Free::new(placement, effort.seed)).and_then(|free| {
        let mut lengths = vec![bound, length - 1];
        lengths.dedup();
        lengths.into_iter().find_map(|length| free.pack(length, effort).map(|entries| (length, entries)))
    });
    let (length, entries) = sooner.unwrap_or((length, frame.entries));
    sorted(placement, ports, length, bound, entries)
}

/// The messages of a placement and the words each may take.
struct Free {
    messages: Vec<Entry>,
    words: Vec<Vec<Word>>,
    problem: Problem,
}

impl Free {
    fn new(placement: &Placement, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let messages = odr_messages(placement);
        let words = |message: &Entry| alternatives(placement.torus(), &message.offset, WORDS, &mut random);
        let words: Vec<Vec<Word>> = messages.iter().map(words).collect();
        let problem = with_alternatives(placement, PortModel::OnePort, &messages, &words);
        Free { messages, words, problem }
    }

    /// One exchange of this length, if the effort finds it.
    fn pack(&self, length: u32, Effort { seed, visits }: Effort) -> Option<Vec<Entry>> {
        let choices = pack_into(&self.problem, length, Horizon::Finite, seed, visits, RESTARTS)?;
        let place = |(message, (words, choice)): (&Entry, (&Vec<Word>, Choice))| {
            let word = words[choice.alternative].clone();
            Entry { slot: choice.start, word, ..message.clone() }
        };
        Some(self.messages.iter().zip(self.words.iter().zip(choices)).map(place).collect())
    }
}

/// Single port: one word after the other.
fn one_row(placement: &Placement) -> Schedule {
    let mut messages = odr_messages(placement);
    let mut length = 0;
    for message in &mut messages {
        message.slot = length;
        length += message.word.hops();
    }
    let ports = PortModel::SinglePort;
    sorted(placement, ports, length.max(1), exchange_bound(placement, ports), messages)
}

fn sorted(
    placement: &Placement,
    ports: PortModel,
    length: u32,
    lower_bound: u32,
    mut entries: Vec<Entry>,
) -> Schedule {
    entries.sort();
    Schedule { placement: placement.clone(), kind: Kind::Exchange, ports, length, lower_bound, entries }
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
    sorted(&placement, PortModel::AllPort, table.length, table.lower_bound, entries)
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
