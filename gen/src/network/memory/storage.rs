//! The parameters of a network with message memories, from options.

use super::{Algorithm, UnknownAlgorithm};
use crate::{
    base::Base,
    limits::MAX_BLOCK,
    network::{buffered::refuse_channels, streams::Streams, Network, Scheduled},
    options::{NetworkOptions, OptionsError, Router},
    schedule_file::BROADCAST,
    UsageError,
};
use thiserror::Error;
use torus_model::{
    collective::{direct::direct, Plan, Task},
    quote::shortened,
    NodeId, Placement, PortModel, ScheduleKind, Torus,
};

/// Why options describe no memories, or no algorithm that runs on them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StorageError {
    /// An algorithm that is not known.
    #[error(transparent)]
    Algorithm(#[from] UnknownAlgorithm),
    /// A kind that the algorithm does not have.
    #[error(
        "'kind' {} was asked for together with 'algorithm' {algorithm}, which has a kind of its own: leave \
         'kind' out",
        shortened(.kind)
    )]
    Kind {
        /// The algorithm.
        algorithm: String,
        /// The kind asked for.
        kind: String,
    },
    /// An algorithm on a placement with only some of the nodes.
    #[error(
        "{option} {algorithm} was asked for with the placement {placement}; it has a processor on every \
         node: use 'placement' full{}",
        if algorithm.starts_with(BROADCAST) { "" } else { ", or 'algorithm' table for a schedule of it" }
    )]
    Placement {
        /// The option that asks for the algorithm.
        option: &'static str,
        /// The algorithm.
        algorithm: String,
        /// The placement.
        placement: String,
    },
    /// A port model other than that of the algorithm.
    #[error(
        "'algorithm' {algorithm} was asked for with 'ports' {asked}; it is made for 'ports' {has}: leave \
         'ports' out"
    )]
    Ports {
        /// The algorithm.
        algorithm: String,
        /// The ports asked for.
        asked: String,
        /// The ports of the algorithm.
        has: String,
    },
    /// An option of schedule ROMs, given for a network with memories.
    #[error("{option} was asked for with the algorithm {algorithm}; {why}: leave one of the two out")]
    Rows {
        /// The option.
        option: &'static str,
        /// The algorithm.
        algorithm: String,
        /// The reason, as a clause.
        why: &'static str,
    },
    /// An option that the algorithm decides by itself.
    #[error(
        "{option} was asked for together with 'algorithm' {algorithm}, which chooses its paths itself: leave \
         {option} out"
    )]
    Option {
        /// The algorithm.
        algorithm: String,
        /// The option.
        option: &'static str,
    },
    /// Blocks that are too long.
    #[error(
        "'flits' {asked} was asked for; a block or message has 1 to {most} flits: use one of these",
        most = MAX_BLOCK
    )]
    BlockFlits {
        /// Flits of a block.
        asked: usize,
    },
    /// A source for an exchange, in which every node is one.
    #[error(
        "'source' was asked for without a broadcast; every node of an exchange is a source: add 'kind' \
         broadcast, or leave 'source' out"
    )]
    SourceWithoutBroadcast,
    /// A source that is not a node.
    #[error(
        "the source {:?} is not a node of the torus {dims}; a node is a coordinate below its radix for every \
         dimension, joined by commas: give one such as 0,0 in two dimensions",
        shortened(.text)
    )]
    Source {
        /// The text given.
        text: String,
        /// The torus.
        dims: String,
    },
    /// An option that needs message memories.
    #[error(
        "{option} was asked for of a network without message memories: add 'algorithm', such as 'algorithm' \
         table, or leave {option} out"
    )]
    NeedsMemory {
        /// The option.
        option: &'static str,
    },
}

/// The checked parameters of a network with message memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// The algorithm that it runs.
    pub algorithm: Algorithm,
    /// The kind of the schedule that `table` runs; an exchange for all other algorithms.
    pub schedule: ScheduleKind,
    /// Flits of a block, or of the message of a broadcast.
    pub flits: u32,
    /// Flits of a bank; `None`: as many as needed.
    pub depth: Option<usize>,
    /// The source of a broadcast.
    pub source: NodeId,
    /// Streams at the processors, if any.
    pub streams: Option<Streams>,
}

impl Storage {
    /// Checks the options; `None`: a network without memories. Errors: each option with its own message.
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
        check_rows(options, &algorithm)?;
        let flits = block_flits(options)?;
        let source = source(options, &algorithm, torus)?;
        let schedule = ScheduleKind::Exchange;
        Ok(Some(Storage { algorithm, schedule, flits, depth: options.depth, source, streams: None }))
    }

    /// The memories that the options ask for, if any. Errors: those of [`Storage::new`]; a router without
    /// memories.
    pub fn asked(
        options: &NetworkOptions,
        placement: &Placement,
        ports: PortModel,
    ) -> Result<Option<Self>, UsageError> {
        let storage = Storage::new(options, placement, ports)?;
        let option = if options.algorithm.is_some() { "'algorithm'" } else { "'kind' broadcast" };
        match options.router()? == Router::Buffered && storage.is_some() {
            true => Err(OptionsError::BufferedOption { option, what: "a program" }.into()),
            false => Ok(storage),
        }
    }

    /// The kind of schedule that the algorithm implies, except for `table`: blocks that are stored on their
    /// way take any shortest words, as in a total exchange.
    pub fn schedule_kind(&self) -> Option<ScheduleKind> {
        (self.algorithm != Algorithm::Table).then_some(ScheduleKind::Exchange)
    }

    /// The kind of what runs: `exchange`, `broadcast`, or the kind of the schedule that `table` runs.
    pub fn kind(&self) -> String {
        match self.algorithm {
            Algorithm::Table => self.schedule.to_string(),
            algorithm => algorithm.kind().into(),
        }
    }

    /// These parameters with a schedule of this kind. Error: options of channels, which memories do not have.
    pub fn with_schedule(self, options: &NetworkOptions, schedule: ScheduleKind) -> Result<Self, UsageError> {
        refuse_channels(options)?;
        Ok(Storage { schedule, ..self })
    }

    /// Makes the plan. Errors: a torus that the algorithm cannot have; for `table`, those of schedules.
    pub fn plan(&self, base: &Base) -> Result<Plan, UsageError> {
        match self.algorithm {
            Algorithm::Table => {
                let network = Network::<Scheduled>::new(base.clone(), self.schedule)?;
                Ok(direct(&network.kind.schedule))
            }
            other => other.plan(base.torus(), self.source),
        }
    }

    /// The parameters for an existing plan. Error: an unknown algorithm.
    pub fn of_plan(plan: &Plan, flits: u32, depth: Option<usize>) -> Result<Self, UsageError> {
        let first = plan.torus().node_at(0).expect("a torus has nodes");
        let source = match plan.task {
            Task::Broadcast { source } => source,
            Task::Exchange { .. } => first,
        };
        let algorithm = Algorithm::of_plan(&plan.algorithm)?;
        Ok(Storage { algorithm, schedule: ScheduleKind::Exchange, flits, depth, source, streams: None })
    }
}

/// Flits of a block; one if not given. Error: more than the limit.
pub(super) fn block_flits(options: &NetworkOptions) -> Result<u32, StorageError> {
    match options.flits.unwrap_or(1) {
        flits if (1..=MAX_BLOCK as usize).contains(&flits) => Ok(flits as u32),
        asked => Err(StorageError::BlockFlits { asked }),
    }
}

/// The algorithm that is named, or the default one of the kind `broadcast`.
fn asked(options: &NetworkOptions) -> Result<Option<Algorithm>, StorageError> {
    let broadcast = options.kind.as_deref() == Some(BROADCAST);
    let Some(text) = options.algorithm.as_deref() else {
        return Ok(broadcast.then_some(Algorithm::Broadcast));
    };
    let algorithm: Algorithm = text.parse()?;
    match options.kind.as_deref().filter(|&kind| kind != algorithm.kind()) {
        Some(kind) if algorithm != Algorithm::Table || broadcast => {
            Err(StorageError::Kind { algorithm: text.into(), kind: kind.into() })
        }
        _ => Ok(Some(algorithm)),
    }
}

/// Checks placement, ports and paths, which the algorithm decides.
fn check_taken(
    options: &NetworkOptions,
    algorithm: &Algorithm,
    placement: &Placement,
    ports: PortModel,
) -> Result<(), StorageError> {
    let algorithm_name = algorithm.to_string();
    if !placement.is_full() {
        let option = if options.algorithm.is_some() { "'algorithm'" } else { "'kind'" };
        let placement = placement.to_string();
        return Err(StorageError::Placement { option, algorithm: algorithm_name, placement });
    }
    if options.ports.is_some() && ports != algorithm.ports() {
        let [asked, has] = [ports, algorithm.ports()].map(|ports| ports.to_string());
        return Err(StorageError::Ports { algorithm: algorithm_name, asked, has });
    }
    let given = [
        ("'routing'", options.routing.is_some()),
        ("'group'", options.group.is_some()),
        ("'effort'", options.effort.is_some()),
    ];
    let refused = |&(option, _)| Err(StorageError::Option { algorithm: algorithm_name, option });
    given.iter().find(|(_, given)| *given).map_or(Ok(()), refused)
}

/// Refuses options of schedule ROMs.
fn check_rows(options: &NetworkOptions, algorithm: &Algorithm) -> Result<(), StorageError> {
    let given = [
        ("'switching'", options.switching.is_some(), "messages between memories have headers"),
        ("'rom'", options.rom.is_some(), "programs stand in ROMs of their own"),
    ];
    let Some((option, _, why)) = given.into_iter().find(|(_, given, _)| *given) else { return Ok(()) };
    Err(StorageError::Rows { option, algorithm: algorithm.to_string(), why })
}

/// The source of a broadcast, as coordinates joined by commas; node 0 if not given.
fn source(options: &NetworkOptions, algorithm: &Algorithm, torus: &Torus) -> Result<NodeId, StorageError> {
    let first = torus.node_at(0).expect("a torus has nodes");
    let Some(text) = options.source.as_deref() else { return Ok(first) };
    if algorithm.kind() != BROADCAST {
        return Err(StorageError::SourceWithoutBroadcast);
    }
    let refused = || StorageError::Source { text: text.into(), dims: torus.to_string() };
    torus.parse_node(text).ok_or_else(refused)
}
