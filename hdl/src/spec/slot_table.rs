//! The work of every router in each slot, if all nodes send alike.
//!
//! If every node has a processor and all send by one ROM image, all routers do the same in the same slot.
//! The crossbar then follows from the slot alone. Links carry a payload and a valid bit, but no header:
//! time-division multiplexing, as in Aethereal (Goossens, Dielissen and Radulescu, IEEE Design & Test 22(5),
//! 2005). There slot tables differ between routers. Here one row serves all of them, because the schedule is
//! invariant under translations.
//!
//! For every *exit*, a link or an ejection port, a row says which of its sources it takes. Only sources that
//! some row takes exist: a torus of radix 4 with ties to plus has no message that goes straight on by a
//! minus port. Slots are counted modulo the schedule's length, because frames follow each other without a
//! gap. After the last frame the rows go on until its messages have arrived ([`SlotTable::drain`]).

use crate::router_docs::port_name;
use std::collections::BTreeSet;
use thiserror::Error;
use torus_model::{schedule::Rule, HopCycles, Port, PortModel, RomEntry, RomImage, Torus};

/// Why a schedule has no slot table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SlotTableError {
    /// Some messages have not arrived when the frame after theirs ends.
    #[error(
        "messages arrive up to {drain} slots behind a frame of {slots}; where slots set the routers, at most \
         one frame may follow before they arrive"
    )]
    Drain {
        /// Slots from the end of a frame to the arrival of its last message.
        drain: usize,
        /// Slots of the frame.
        slots: usize,
    },
}

/// A source of messages in a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The message that arrives by a port.
    Arrival(Port),
    /// The message that a local port injects; ports are counted from 0.
    Injection(usize),
}

/// A target of messages in a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The link of a port.
    Link(Port),
    /// An ejection port, by its number.
    Ejection(usize),
}

/// A link or an ejection port of a router, and its sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The link or ejection port.
    pub target: Target,
    /// Its sources, arrivals first, in the order of the ports.
    pub sources: Vec<Source>,
}

impl Exit {
    /// The label of the exit: `x1_plus`, `eject`, or `eject_x1_plus` if every port has an ejection port.
    pub fn label(&self, ports: PortModel) -> String {
        match self.target {
            Target::Link(port) => port_name(port),
            Target::Ejection(_) if ports != PortModel::AllPort => "eject".into(),
            Target::Ejection(local) => format!("eject_{}", port_name(Port::from_index(local))),
        }
    }

    /// The stages of its multiplexer after the first one. There is a stage for each pair of sources.
    pub fn stages(&self) -> usize {
        self.sources.len().div_ceil(2) - 1
    }

    /// Bits of its setting: whether it takes a message, whether the second source of a pair, then for each
    /// later stage whether this stage or one after it chooses. So the first stage waits for no logic.
    pub fn bits(&self) -> usize {
        1 + usize::from(self.sources.len() > 1) + self.stages()
    }

    /// The setting that takes the source at a place. With `None` no message is taken.
    pub fn setting(&self, source: Option<usize>) -> u128 {
        let Some(place) = source else { return 0 };
        let stages = (1 << (place / 2)) - 1;
        1 | (place as u128 % 2) << 1 | stages << 2
    }
}

/// The work of a router in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotRow {
    /// For each exit, the place of the source that it takes.
    pub taken: Vec<Option<usize>>,
    /// For each existing port, whether a message may arrive.
    pub expected: Vec<bool>,
}

/// The work of every router, slot by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotTable {
    /// The links, then the ejection ports.
    pub exits: Vec<Exit>,
    /// A row for each slot of the schedule.
    pub rows: Vec<SlotRow>,
    /// Slots after a frame until its last message is ejected.
    pub drain: usize,
    /// The rule that generates the rows. With `None` they come from a ROM.
    pub rule: Option<Rule>,
}

/// A move of a message at a router: its slot, source and target.
type Move = (usize, Source, Target);

impl SlotTable {
    /// The table of an image that all nodes share. Error: some messages have not arrived when the frame
    /// after theirs ends.
    ///
    /// Panics if two messages meet, which they do not in a verified schedule.
    pub fn new(
        torus: &Torus,
        ports: PortModel,
        hop_cycles: &HopCycles,
        image: &RomImage,
    ) -> Result<Self, SlotTableError> {
        let slots = image.rows.len();
        let busy = |(slot, row): (usize, &Vec<Option<RomEntry>>)| -> Vec<Move> {
            row.iter().flatten().flat_map(|entry| moves(ports, hop_cycles, slot, entry)).collect()
        };
        let moves: Vec<Move> = image.rows.iter().enumerate().flat_map(busy).collect();
        let last = moves.iter().map(|(slot, ..)| slot + 1).max().unwrap_or(0);
        let drain = last.saturating_sub(slots);
        if drain > slots {
            return Err(SlotTableError::Drain { drain, slots });
        }
        let mut table = SlotTable { exits: exits(torus, ports, &moves), rows: Vec::new(), drain, rule: None };
        let idle =
            SlotRow { taken: vec![None; table.exits.len()], expected: vec![false; torus.ports().count()] };
        table.rows = vec![idle; slots];
        moves.iter().for_each(|step| table.set(torus, step));
        Ok(table)
    }

    /// The same table, generated by a rule instead of read from a ROM.
    pub fn played_by(self, rule: Rule) -> Self {
        SlotTable { rule: Some(rule), ..self }
    }

    fn set(&mut self, torus: &Torus, &(slot, source, target): &Move) {
        let row = slot % self.rows.len();
        let exit = self.exits.iter().position(|exit| exit.target == target).expect("every target is an exit");
        let place = self.exits[exit].sources.iter().position(|other| *other == source);
        let before = std::mem::replace(&mut self.rows[row].taken[exit], place);
        assert!(before.is_none(), "Two messages meet in slot {row} at {target:?}.");
        if let Source::Arrival(port) = source {
            let input = torus.ports().position(|other| other == port).expect("a port that exists");
            let expected = std::mem::replace(&mut self.rows[row].expected[input], true);
            assert!(!expected, "Two messages arrive in slot {row} by {port}.");
        }
    }

    /// Bits of a row: the settings and the expected arrivals.
    pub fn bits(&self) -> usize {
        let inputs = self.rows.first().map_or(0, |row| row.expected.len());
        self.exits.iter().map(Exit::bits).sum::<usize>() + inputs
    }

    /// The number of links. They are the first exits.
    pub fn links(&self) -> usize {
        self.exits.iter().filter(|exit| matches!(exit.target, Target::Link(_))).count()
    }
}

/// The moves of a message at every router on its way, from its source to its destination.
fn moves(ports: PortModel, hop_cycles: &HopCycles, slot: usize, entry: &RomEntry) -> Vec<Move> {
    let first = entry.route.segments()[0].port;
    let mut source = Source::Injection(ports.local_port(first));
    let mut all = Vec::new();
    for (time, port) in hop_cycles.uses(&entry.route) {
        all.push((slot + time as usize, source, Target::Link(port)));
        source = Source::Arrival(port);
    }
    let last = entry.route.ports().last().expect("a route has a hop");
    let end = slot + hop_cycles.travel(&entry.route) as usize;
    all.push((end, source, Target::Ejection(ports.local_port(last))));
    all
}

/// Links and ejection ports with the sources that some message uses. Each has at least one source, and each
/// source belongs to some exit, so that no pin of a router is left open.
fn exits(torus: &Torus, ports: PortModel, moves: &[Move]) -> Vec<Exit> {
    let mut pairs: BTreeSet<(Target, Source)> =
        moves.iter().map(|&(_, source, target)| (target, source)).collect();
    for port in torus.ports() {
        let local_port = ports.local_port(port);
        let ends = [
            (Target::Link(port), Source::Injection(local_port)),
            (Target::Ejection(local_port), Source::Arrival(port)),
        ];
        for (target, source) in ends {
            let served =
                pairs.iter().any(|pair| pair.0 == target) && pairs.iter().any(|pair| pair.1 == source);
            if !served {
                pairs.insert((target, source));
            }
        }
    }
    let links = torus.ports().map(Target::Link);
    let ejections = ports.existing_local_ports(torus).into_iter().map(Target::Ejection);
    let exit = |target: Target| {
        let sources = pairs.iter().filter(|(to, _)| *to == target).map(|(_, source)| *source).collect();
        Exit { target, sources }
    };
    links.chain(ejections).map(exit).collect()
}
