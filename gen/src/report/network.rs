//! What a report is about: a scheduled network or one with message memories, behind one face.

use crate::{
    commands::stored,
    config::Config,
    design::{schedule_digest, Design, EmittedFile},
    error::Refusal,
    experiment,
    progress::searching,
    stored::{plan_digest, StoredDesign},
};
use serde::Serialize;
use std::path::Path;
use torus_model::{Loads, Placement};
use torus_sim::{Manifest, Prescription};

/// A network that can be simulated and shown.
pub enum Network {
    /// A schedule in the nodes' ROMs.
    Scheduled(Box<Design>),
    /// Programs and memories.
    Stored(Box<StoredDesign>),
}

/// A line of the schedule: slot (of a program: step), source class, word, blocks (of a schedule: 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line(u32, usize, String, usize);

impl Network {
    /// The network of an emitted folder without buffers.
    pub fn of_folder(dir: &Path, manifest: &Manifest) -> Result<Self, Refusal> {
        Ok(match manifest.stored {
            Some(_) => Network::Stored(experiment::stored_design_of_folder(dir, manifest)?.into()),
            None => Network::Scheduled(experiment::design_of_folder(dir)?.into()),
        })
    }

    /// The network of options without buffers.
    pub fn of_config(config: Config) -> Result<Self, Refusal> {
        Ok(match config.storage {
            Some(_) => Network::Stored(stored::design(config)?.into()),
            None => Network::Scheduled(searching(|| Design::to_emit(config))?.into()),
        })
    }

    /// The files to simulate.
    pub fn files(&self) -> Result<Vec<EmittedFile>, Refusal> {
        match self {
            Network::Scheduled(design) => design.files(),
            Network::Stored(design) => Ok(design.files()),
        }
    }

    /// What was asked for.
    pub fn config(&self) -> &Config {
        match self {
            Network::Scheduled(design) => &design.config,
            Network::Stored(design) => &design.config,
        }
    }

    /// Exact loads of one exchange.
    pub fn loads(&self) -> &Loads {
        match self {
            Network::Scheduled(design) => &design.loads,
            Network::Stored(design) => &design.loads,
        }
    }

    /// What the simulation is compared with.
    pub fn prescription(&self) -> Prescription<'_> {
        match self {
            Network::Scheduled(design) => Prescription::Schedule(&design.schedule),
            Network::Stored(design) => Prescription::Program(&design.program),
        }
    }

    /// Who sends, with the symmetry that the schedule keeps.
    pub fn placement(&self) -> &Placement {
        match self {
            Network::Scheduled(design) => &design.schedule.placement,
            Network::Stored(design) => &design.plan.placement,
        }
    }

    /// Cycles from the first use of a link to the last.
    pub fn makespan(&self) -> u32 {
        match self {
            Network::Scheduled(design) => design.schedule.makespan(),
            Network::Stored(design) => design.program.makespan,
        }
    }

    /// Slots of a schedule or steps of a plan, and the bound of that.
    pub fn length(&self) -> (u32, u32) {
        match self {
            Network::Scheduled(design) => (design.schedule.length, design.schedule.lower_bound),
            Network::Stored(design) => (design.plan.steps(), design.plan.lower_bound),
        }
    }

    /// Kind of the schedule, or algorithm of the plan.
    pub fn kind(&self) -> String {
        match self {
            Network::Scheduled(design) => design.schedule.kind.to_string(),
            Network::Stored(design) => format!("{} by {}", design.kind(), design.plan.algorithm),
        }
    }

    /// Digest of the schedule or plan.
    pub fn digest(&self) -> String {
        match self {
            Network::Scheduled(design) => schedule_digest(&design.schedule),
            Network::Stored(design) => plan_digest(&design.plan),
        }
    }

    /// The first lines of the schedule, and how many there are.
    pub fn lines(&self, most: usize) -> (Vec<Line>, usize) {
        match self {
            Network::Scheduled(design) => {
                let all = &design.schedule.entries;
                let line =
                    |entry: &torus_model::Entry| Line(entry.slot, entry.source, entry.word.to_string(), 1);
                (all.iter().take(most).map(line).collect(), all.len())
            }
            Network::Stored(design) => sends(design, most),
        }
    }
}

fn sends(design: &StoredDesign, most: usize) -> (Vec<Line>, usize) {
    let (mut lines, mut begin, mut all) = (Vec::new(), 0, 0);
    for phase in &design.plan.phases {
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
