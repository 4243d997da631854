//! What a report is about: a scheduled network or one with message memories, behind one face.

use crate::network::{EmittedFile, Memory, Network, Scheduled};
use crate::schedule_file::schedule_digest;
use crate::stored::plan_digest;
use crate::{commands::stored, config::Config, error::Refusal, experiment, progress::searching};
use serde::Serialize;
use std::path::Path;
use torus_model::{Loads, Placement};
use torus_sim::{Manifest, Prescription};

/// A network that can be simulated and shown.
pub enum Reported {
    /// A schedule in the nodes' ROMs.
    Scheduled(Box<Network<Scheduled>>),
    /// Programs and memories.
    Stored(Box<Network<Memory>>),
}

/// A line of the schedule: slot (of a program: step), source class, word, blocks (of a schedule: 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line(u32, usize, String, usize);

impl Reported {
    /// The network of an emitted folder without buffers.
    pub fn of_folder(dir: &Path, manifest: &Manifest) -> Result<Self, Refusal> {
        Ok(match manifest.stored {
            Some(_) => Reported::Stored(experiment::stored_design_of_folder(dir, manifest)?.into()),
            None => Reported::Scheduled(experiment::design_of_folder(dir)?.into()),
        })
    }

    /// The network of options without buffers.
    pub fn of_config(config: Config) -> Result<Self, Refusal> {
        Ok(match config.storage {
            Some(_) => Reported::Stored(stored::design(config)?.into()),
            None => Reported::Scheduled(searching(|| Network::<Scheduled>::to_emit(config))?.into()),
        })
    }

    /// The files to simulate.
    pub fn files(&self) -> Result<Vec<EmittedFile>, Refusal> {
        match self {
            Reported::Scheduled(design) => design.files(),
            Reported::Stored(design) => design.files(),
        }
    }

    /// What was asked for.
    pub fn config(&self) -> &Config {
        match self {
            Reported::Scheduled(design) => &design.config,
            Reported::Stored(design) => &design.config,
        }
    }

    /// Exact loads of one exchange.
    pub fn loads(&self) -> &Loads {
        match self {
            Reported::Scheduled(design) => &design.loads,
            Reported::Stored(design) => &design.loads,
        }
    }

    /// What the simulation is compared with.
    pub fn prescription(&self) -> Prescription<'_> {
        match self {
            Reported::Scheduled(design) => Prescription::Schedule(&design.kind.schedule),
            Reported::Stored(design) => Prescription::Program(&design.kind.program),
        }
    }

    /// Who sends, with the symmetry that the schedule keeps.
    pub fn placement(&self) -> &Placement {
        match self {
            Reported::Scheduled(design) => &design.kind.schedule.placement,
            Reported::Stored(design) => &design.kind.plan.placement,
        }
    }

    /// Cycles from the first use of a link to the last.
    pub fn makespan(&self) -> u32 {
        match self {
            Reported::Scheduled(design) => design.kind.schedule.makespan(),
            Reported::Stored(design) => design.kind.program.makespan,
        }
    }

    /// Slots of a schedule or steps of a plan, and the bound of that.
    pub fn length(&self) -> (u32, u32) {
        match self {
            Reported::Scheduled(design) => (design.kind.schedule.length, design.kind.schedule.lower_bound),
            Reported::Stored(design) => (design.kind.plan.steps(), design.kind.plan.lower_bound),
        }
    }

    /// Kind of the schedule, or algorithm of the plan.
    pub fn kind(&self) -> String {
        match self {
            Reported::Scheduled(design) => design.kind.schedule.kind.to_string(),
            Reported::Stored(design) => {
                format!("{} by {}", design.schedule_kind(), design.kind.plan.algorithm)
            }
        }
    }

    /// Digest of the schedule or plan.
    pub fn digest(&self) -> String {
        match self {
            Reported::Scheduled(design) => schedule_digest(&design.kind.schedule),
            Reported::Stored(design) => plan_digest(&design.kind.plan),
        }
    }

    /// The first lines of the schedule, and how many there are.
    pub fn lines(&self, most: usize) -> (Vec<Line>, usize) {
        match self {
            Reported::Scheduled(design) => {
                let all = &design.kind.schedule.entries;
                let line =
                    |entry: &torus_model::Entry| Line(entry.slot, entry.source, entry.word.to_string(), 1);
                (all.iter().take(most).map(line).collect(), all.len())
            }
            Reported::Stored(design) => sends(design, most),
        }
    }
}

fn sends(design: &Network<Memory>, most: usize) -> (Vec<Line>, usize) {
    let (mut lines, mut begin, mut all) = (Vec::new(), 0, 0);
    for phase in &design.kind.plan.phases {
        let room = most.saturating_sub(lines.len());
        lines.extend(
            phase
                .sends
                .iter()
                .take(room)
                .map(|send| Line(begin + send.step, send.source, send.word.to_string(), send.blocks.len())),
        );
        begin += phase.steps;
        all += phase.sends.len();
    }
    (lines, all)
}
