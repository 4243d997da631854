//! Networks that store on the way: their options, their design, their tops, their plan files.

mod algorithm;
mod error;
mod fabric;
mod file;
mod ports;

pub use algorithm::Algorithm;
pub use error::StorageError;
pub(crate) use fabric::StoredFabric;
pub use file::{parse_plan, plan_digest, plan_json, read_plan, PLAN_FILE};

use crate::{config::NetworkOptions, error::UsageError};
use torus_model::{
    collective::{Plan, Task},
    NodeId, Placement, PortModel, ScheduleKind, Torus,
};

/// The longest block or message, in flits.
pub const MAX_FLITS: u32 = 4096;

/// What a network with message memories is made with, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// What it runs.
    pub algorithm: Algorithm,
    /// Kind of the schedule behind a table; an exchange for all other algorithms.
    pub schedule: ScheduleKind,
    /// Flits of a block, or of the message.
    pub flits: u32,
    /// Flits of a bank; `None`: as many as are needed.
    pub depth: Option<usize>,
    /// Where a broadcast comes from.
    pub source: NodeId,
}

impl Storage {
    /// Checks the options; `None`: nothing is stored. Errors: each option with its own message.
    pub fn new(
        options: &NetworkOptions,
        placement: &Placement,
        ports: PortModel,
    ) -> Result<Option<Self>, UsageError> {
        let Some(algorithm) = asked(options)? else {
            return match options.source.is_some() {
                true => Err(StorageError::SourceWithoutBroadcast.into()),
                false => Ok(None),
            };
        };
        let torus = placement.torus();
        if algorithm != Algorithm::Table {
            check_taken(options, &algorithm, placement, ports)?;
        }
        let flits = block_flits(options)?;
        let source = source(options, &algorithm, torus)?;
        let schedule = ScheduleKind::Exchange;
        Ok(Some(Storage { algorithm, schedule, flits, depth: options.depth, source }))
    }
}

impl Storage {
    /// What a plan that was made before runs on. Error: an algorithm that is not known.
    pub fn of_plan(plan: &Plan, flits: u32, depth: Option<usize>) -> Result<Self, UsageError> {
        let first = plan.torus().node_at(0).expect("a torus has nodes");
        let source = match plan.task {
            Task::Broadcast { source } => source,
            Task::Exchange { .. } => first,
        };
        let algorithm = Algorithm::of_plan(&plan.algorithm)?;
        Ok(Storage { algorithm, schedule: ScheduleKind::Exchange, flits, depth, source })
    }
}

/// Flits of a block: one unless asked otherwise. Error: more than are built.
pub(crate) fn block_flits(options: &NetworkOptions) -> Result<u32, UsageError> {
    match options.flits.unwrap_or(1) {
        flits if (1..=MAX_FLITS as usize).contains(&flits) => Ok(flits as u32),
        asked => Err(StorageError::BlockFlits { asked }.into()),
    }
}

/// The algorithm by its name, or by the kind that has but memories for it.
fn asked(options: &NetworkOptions) -> Result<Option<Algorithm>, UsageError> {
    let broadcast = options.kind.as_deref() == Some(BROADCAST);
    match options.algorithm.as_deref() {
        None => Ok(broadcast.then_some(Algorithm::Broadcast)),
        Some(text) => {
            let algorithm: Algorithm = text.parse()?;
            let other = options.kind.as_deref().filter(|&kind| kind != algorithm.kind());
            match other {
                Some(kind) if algorithm != Algorithm::Table || broadcast => {
                    Err(StorageError::AlgorithmKind { algorithm: text.into(), kind: kind.into() }.into())
                }
                _ => Ok(Some(algorithm)),
            }
        }
    }
}

/// The kind that is none of schedules.
pub const BROADCAST: &str = "broadcast";

/// Algorithms bring ports, paths and placement with them.
fn check_taken(
    options: &NetworkOptions,
    algorithm: &Algorithm,
    placement: &Placement,
    ports: PortModel,
) -> Result<(), UsageError> {
    let algorithm_name = algorithm.to_string();
    if placement.len() < placement.torus().len() {
        return Err(StorageError::AlgorithmPlacement {
            algorithm: algorithm_name,
            placement: placement.to_string(),
        }
        .into());
    }
    if options.ports.is_some() && ports != algorithm.ports() {
        let (asked, has) = (ports.to_string(), algorithm.ports().to_string());
        return Err(StorageError::AlgorithmPorts { algorithm: algorithm_name, asked, has }.into());
    }
    let given = [
        ("--routing", options.routing.is_some()),
        ("--group", options.group.is_some()),
        ("--effort", options.effort.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(StorageError::AlgorithmOption { algorithm: algorithm_name, option }.into()),
        None => Ok(()),
    }
}

/// The source of a broadcast: coordinates joined by commas; node 0 if not given.
fn source(options: &NetworkOptions, algorithm: &Algorithm, torus: &Torus) -> Result<NodeId, UsageError> {
    let first = torus.node_at(0).expect("a torus has nodes");
    let Some(text) = options.source.as_deref() else { return Ok(first) };
    if algorithm.kind() != BROADCAST {
        return Err(StorageError::SourceWithoutBroadcast.into());
    }
    let x: Option<Vec<u32>> = text.split(',').map(|x| x.trim().parse().ok()).collect();
    let inside = |x: &Vec<u32>| x.len() == torus.d() && x.iter().zip(torus.dims()).all(|(x, n)| x < n);
    match x.filter(inside) {
        Some(x) => Ok(torus.node(&x)),
        None => Err(StorageError::BroadcastSource { text: text.into(), dims: torus.to_string() }.into()),
    }
}
