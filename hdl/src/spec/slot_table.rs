//! What every router does in each slot, where all nodes send alike.
//!
//! Where every node has a processor and all send by one ROM image, all routers do the same in the same slot.
//! The crossbar then follows from the slot alone, and links carry a payload and whether it is there, no
//! header: time-division multiplexing, as in Aethereal (Goossens, Dielissen and Radulescu, IEEE Design &
//! Test 22(5), 2005). There slot tables differ from router to router; here one row serves all of them,
//! because the schedule is invariant under translations.
//!
//! A row holds for every *exit*, a link or an ejection port, which of its sources it takes. Only sources that
//! some row takes exist: a torus of radix 4 with ties to plus has no message that goes straight on by a minus
//! port. A slot is taken modulo the schedule's length, since frames follow each other without a gap; behind
//! the last frame the rows go on until its messages have arrived ([`SlotTable::drain`]).

use crate::router_docs::port_name;
use std::collections::BTreeSet;
use thiserror::Error;
use torus_model::{schedule::Rule, HopCycles, Port, PortModel, RomEntry, RomImage, Torus};

/// Why a schedule has no slot table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SlotTableError {
    /// Messages outlast the frame behind theirs.
    #[error(
        "messages arrive up to {drain} slots behind a frame of {slots}; where slots set the routers, at most \
         one frame may follow before they arrive"
    )]
    Drain {
        /// Slots from the last one of a frame to the arrival of its last message.
        drain: usize,
        /// Slots of the frame.
        slots: usize,
    },
}

/// Where a router takes a message from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The message that arrives by a port.
    Arrival(Port),
    /// The message that a local port injects; ports are counted from 0.
    Injection(usize),
}

/// Where a router puts a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The link of a port.
    Link(Port),
    /// An ejection port, by its number.
    Ejection(usize),
}

/// A link or an ejection port of a router, and what it can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The link or ejection port.
    pub target: Target,
    /// Its sources, arrivals first, in the order of the ports.
    pub sources: Vec<Source>,
}

impl Exit {
    /// `x1_plus`, `eject`, or `eject_x1_plus` where every port has an ejection port.
    pub fn label(&self, ports: PortModel) -> String {
        match self.target {
            Target::Link(port) => port_name(port),
            Target::Ejection(_) if ports != PortModel::AllPort => "eject".into(),
            Target::Ejection(local) => format!("eject_{}", port_name(Port::from_index(local))),
        }
    }

    /// Stages of its multiplexer behind the first one: sources are in pairs, a stage each.
    pub fn stages(&self) -> usize {
        self.sources.len().div_ceil(2) - 1
    }

    /// Bits of its setting: that it takes something, the second one of a pair, then for each later stage
    /// that it or one behind it chooses: so the first stage waits for no logic.
    pub fn bits(&self) -> usize {
        1 + usize::from(self.sources.len() > 1) + self.stages()
    }

    /// The setting that takes a source, by its place; none: nothing is taken.
    pub fn setting(&self, source: Option<usize>) -> u128 {
        let Some(place) = source else { return 0 };
        let stages = (1 << (place / 2)) - 1;
        1 | (place as u128 % 2) << 1 | stages << 2
    }
}

/// What a router does in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotRow {
    /// For each exit the place of the source that it takes.
    pub taken: Vec<Option<usize>>,
    /// For each existing port whether a message may arrive.
    pub expected: Vec<bool>,
}

/// What every router does, slot by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotTable {
    /// Links, then ejection ports.
    pub exits: Vec<Exit>,
    /// As many as the schedule has slots.
    pub rows: Vec<SlotRow>,
    /// Slots behind a frame until its last message is ejected.
    pub drain: usize,
    /// What generates the rows; none: they come from a ROM.
    pub rule: Option<Rule>,
}

/// A message at a router: the slot, its source, its target.
type Move = (usize, Source, Target);

impl SlotTable {
    /// The table of an image that all nodes share. Error: messages outlast the frame behind theirs.
    ///
    /// Panics where two messages meet, which no verified schedule has.
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

    /// Bits of a row's settings and of its expected arrivals.
    pub fn bits(&self) -> usize {
        let inputs = self.rows.first().map_or(0, |row| row.expected.len());
        self.exits.iter().map(Exit::bits).sum::<usize>() + inputs
    }

    /// Most sources of an exit.
    pub fn most_sources(&self) -> usize {
        self.exits.iter().map(|exit| exit.sources.len()).max().unwrap_or(0)
    }

    /// Links come first: so many.
    pub fn links(&self) -> usize {
        self.exits.iter().filter(|exit| matches!(exit.target, Target::Link(_))).count()
    }
}

/// What becomes of a message at every router on its way, its own included.
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

/// Links and ejection ports with the sources that some message has. Each has one at least, and each source is
/// that of some exit, so that no pin of a router is left open.
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
