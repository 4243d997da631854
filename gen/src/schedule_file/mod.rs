//! Schedules as files that people read and exchange: JSON, text, and the published tables of S4NOC.
//!
//! Reading checks that a file is well formed; only `verify` checks that what it says is true.

mod faults;
mod json;
mod plan;
mod s4noc;
mod stated;
mod text;

pub use faults::Faults;
pub use plan::{parse_plan, plan_digest, plan_json, read_plan, BROADCAST, PLAN_FILE};
pub use s4noc::{Table, TableReport};
pub use stated::wrong_bound;

use crate::{digest::digest, file_error::FileError, placement::placement_of, UsageError};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;
use torus_model::quote::shortened_reason;
use torus_model::{
    collective::Plan, quote::shortened, Entry, HopCycles, LinkStages, Placement, PortModel, Route, Schedule,
    ScheduleKind, Symmetry, Torus, MAX_STAGES,
};
use torus_sim::{input, output::shown};

/// The options of `emit` that a schedule or plan file leaves open, whatever it holds.
pub(crate) const OF_EMIT: &str = "'axil', 'formal', 'filelist-prefix', 'format' and 'out'";

/// A schedule file that is invalid, or contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} is not a schedule file ({}); a file that torusgen wrote is needed: correct it, or write it again",
    shown(.path), shortened_reason(.reason)
)]
pub struct ScheduleFileError {
    /// The file.
    pub path: PathBuf,
    /// The fault that was found.
    pub reason: String,
}

/// A schedule in the form of its file: the JSON of `torusgen schedule`, whose keys stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// Radices.
    pub dims: Vec<u32>,
    /// Specification of the placement.
    pub placement: String,
    /// The processors, if the placement is a list of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processors: Option<Vec<u32>>,
    /// For dihedral route tables: the dimensions (from 1) by whose parity the source classes differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parity: Option<Vec<usize>>,
    /// Name of the routing.
    pub routing: String,
    /// Kind of schedule.
    pub kind: String,
    /// Port model.
    pub port_model: String,
    /// Registers on the links of each dimension, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_stages: Option<Vec<u32>>,
    /// Length in slots.
    pub length: u32,
    /// A proved bound: no schedule of this kind is shorter.
    pub lower_bound: u32,
    /// Slots from the first injection until all messages are through their last links.
    pub makespan: u32,
    /// Number of entries.
    pub messages: usize,
    /// SHA-256 of the entries.
    pub digest: String,
    /// One for each message class.
    pub entries: Vec<WrittenEntry>,
}

/// A message class in the form of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenEntry {
    /// Injection slot.
    pub slot: u32,
    /// Source class.
    pub class: usize,
    /// Destination minus source, modulo the radices.
    pub offset: Vec<u32>,
    /// Letters, one for each hop.
    pub word: String,
}

/// The contents of a file.
pub enum Contents {
    /// A schedule in one of our forms.
    Schedule(Box<Schedule>, String),
    /// A table of S4NOC's project.
    Table(Table),
    /// A plan for message memories, in which messages are stored on the way.
    Plan(Box<Plan>),
}

/// Reads a schedule file. A file that begins with `{` is JSON, one with `#` our text form, any other an S4NOC
/// table.
pub fn read(path: &Path) -> Result<Contents, UsageError> {
    let text = input::read(path, input::SCHEDULE).map_err(|error| FileError::unreadable(path, &error))?;
    let wrong = |reason: String| ScheduleFileError { path: path.into(), reason };
    if !text.starts_with(['{', '#']) {
        return Ok(Contents::Table(Table::parse(&text).map_err(wrong)?));
    }
    if text.starts_with('{') && text.contains("\"phases\"") {
        return Ok(Contents::Plan(Box::new(parse_plan(&text).map_err(wrong)?)));
    }
    let written =
        if text.starts_with('{') { json::parse(&text) } else { text::parse(&text) }.map_err(wrong)?;
    let schedule = written.schedule().map_err(wrong)?;
    Ok(Contents::Schedule(Box::new(schedule), written.routing))
}

/// Reads one of our schedule files. Error: an S4NOC table or a plan, as neither has entries for our hardware.
pub fn read_schedule(path: &Path) -> Result<(Schedule, String), UsageError> {
    Ok(read(path)?.schedule(path)?)
}

impl Contents {
    /// The schedule and its routing. Error: the contents are something else; `path` is their file.
    pub fn schedule(self, path: &Path) -> Result<(Schedule, String), ScheduleFileError> {
        let reason = match self {
            Contents::Schedule(schedule, routing) => return Ok((*schedule, routing)),
            Contents::Plan(_) => "it is a plan for message memories, not a schedule",
            Contents::Table(_) => {
                "it is an S4NOC table, which torusgen verify reads and which has one port for each node"
            }
        };
        Err(ScheduleFileError { path: path.into(), reason: reason.into() })
    }
}

impl Written {
    /// The form of a schedule for its file.
    pub fn new(schedule: &Schedule, routing: &str) -> Self {
        let placement = &schedule.placement;
        let entry = |entry: &Entry| WrittenEntry {
            slot: entry.slot,
            class: entry.source,
            offset: entry.offset.clone(),
            word: entry.route.to_string(),
        };
        let ids = || placement.node_ids().collect();
        let parity = match placement.symmetry() {
            Symmetry::Parity { counts } => {
                Some((1..).zip(counts).filter(|(_, counts)| **counts).map(|(i, _)| i).collect())
            }
            _ => None,
        };
        Written {
            dims: schedule.torus().dims().to_vec(),
            placement: placement.to_string(),
            processors: (*placement.symmetry() == Symmetry::Trivial).then(ids),
            parity,
            routing: routing.into(),
            kind: schedule.kind.to_string(),
            port_model: schedule.ports.to_string(),
            link_stages: (!schedule.hop_cycles.is_one()).then(|| schedule.hop_cycles.stages()),
            length: schedule.length,
            lower_bound: schedule.lower_bound,
            makespan: schedule.makespan(),
            messages: schedule.entries.len(),
            digest: schedule_digest(schedule),
            entries: schedule.entries.iter().map(entry).collect(),
        }
    }

    /// JSON, with a newline at its end.
    pub fn to_json(&self) -> String {
        json::print(self)
    }

    /// The text form.
    pub fn to_text(&self) -> String {
        text::print(self)
    }

    /// The schedule. Its entries are well formed but not verified.
    fn schedule(&self) -> Result<Schedule, String> {
        let torus = Torus::new(&self.dims).map_err(|error| error.to_string())?;
        let placement = self.placement(&torus)?;
        let kind = self.kind.parse::<ScheduleKind>().map_err(|error| error.to_string())?;
        let ports: PortModel =
            self.port_model.parse().map_err(|error: torus_model::UnknownName| error.to_string())?;
        let mut entries: Vec<Entry> =
            self.entries.iter().map(|entry| entry.entry(&torus)).collect::<Result<_, _>>()?;
        entries.sort();
        let hop_cycles = self.hop_cycles(&torus)?;
        let travels = entries.iter().map(|entry| u64::from(hop_cycles.travel(&entry.route)));
        check_length(self.length.into(), travels.sum())?;
        let (length, lower_bound) = (self.length, self.lower_bound);
        let schedule = Schedule { placement, kind, ports, hop_cycles, length, lower_bound, entries };
        let found = schedule_digest(&schedule);
        if found != self.digest {
            return Err(format!(
                "its digest is stated as {}, its entries have {found}, which belongs there if they are as \
                 you want them",
                shortened(&self.digest)
            ));
        }
        stated::check(self, &schedule).map(|()| schedule)
    }

    fn hop_cycles(&self, torus: &Torus) -> Result<HopCycles, String> {
        let Some(stages) = &self.link_stages else { return Ok(HopCycles::one(torus)) };
        let most = stages.iter().copied().max().unwrap_or(0);
        if stages.len() != torus.d() || most > MAX_STAGES {
            return Err(format!(
                "its link_stages are {}; {torus} needs {} numbers up to {MAX_STAGES}",
                shortened(&format!("{stages:?}")),
                torus.d()
            ));
        }
        let stages = LinkStages::by_dimension(stages);
        Ok(HopCycles::of_stages(torus, &stages).expect("no links are apart"))
    }

    fn placement(&self, torus: &Torus) -> Result<Placement, String> {
        if let Some(parity) = &self.parity {
            let even = |dim: &usize| (1..=torus.d()).contains(dim) && torus.dims()[dim - 1] % 2 == 0;
            if !parity.iter().all(even) || self.placement != "full" {
                return Err(
                    "its parity names dimensions without even radix, or the placement is not full".into()
                );
            }
            let counts: Vec<bool> = (1..=torus.d()).map(|dim| parity.contains(&dim)).collect();
            return Ok(Placement::full_by_parity(torus, &counts));
        }
        let processors = self.processors.as_deref().unwrap_or_default();
        placement_of(torus, &self.placement, processors).map_err(|error| error.to_string())
    }
}

/// Refuses a length of more slots than all routes have hops (or cycles of hops): some slots would be idle.
fn check_length(length: u64, hops: u64) -> Result<(), String> {
    match length > hops {
        true => Err(format!(
            "its length is {length} slots, and its routes have {hops} hops, which leaves slots in which no \
                link is used"
        )),
        false => Ok(()),
    }
}

/// Whether a route has a hop in a dimension that the torus does not have.
fn leaves(route: &Route, torus: &Torus) -> bool {
    route.ports().any(|port| port.dim() >= torus.d())
}

impl WrittenEntry {
    fn entry(&self, torus: &Torus) -> Result<Entry, String> {
        let word = self.word.parse::<Route>().map_err(|error| error.to_string())?;
        if torus.checked_node(&self.offset).is_none() {
            let (offset, word) = (format!("{:?}", self.offset), shortened(&self.word));
            return Err(format!("the offset {} of the word {word} is none of {torus}", shortened(&offset)));
        }
        if leaves(&word, torus) {
            let word = shortened(&self.word);
            return Err(format!("the word {word} names a dimension beyond the {} of {torus}", torus.d()));
        }
        Ok(Entry { slot: self.slot, source: self.class, offset: self.offset.clone(), route: word })
    }
}

/// The digest of a schedule: SHA-256 of a line `slot class offset word` for each entry, offsets joined by
/// commas.
pub fn schedule_digest(schedule: &Schedule) -> String {
    let line = |entry: &torus_model::Entry| {
        let offset: Vec<String> = entry.offset.iter().map(u32::to_string).collect();
        format!("{} {} {} {}\n", entry.slot, entry.source, offset.join(","), entry.route)
    };
    digest(schedule.entries.iter().map(line).collect::<String>())
}
