//! The checked description of a network: the parameters that every network has, and those of its kind.
//!
//! This module decides which kind a network has; each kind reads its own options.

use super::{
    buffered::{Buffers, InterfaceError, Streams},
    memory::{streams_of, Storage},
    scheduled::options::{effort, paths, schedule_kind, schedule_options, ScheduleOptions},
    scheduled::{SlotPorts, SlotPortsError},
};
use crate::{
    base::{asked_placement, stages, torus, width_and_name, Base},
    options::{NetworkOptions, OptionsError},
    UsageError,
};
use torus_model::{LinkStages, PortModel};

/// A checked description of a network.
#[derive(Clone, Debug)]
pub struct Description {
    /// The parameters that every network has.
    pub base: Base,
    /// The parameters of its kind.
    pub kind: KindOptions,
}

/// The parameters of each kind of network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindOptions {
    /// A scheduled network: its schedule, ROMs and switching.
    Scheduled(ScheduleOptions),
    /// A network with message memories: the memories and the algorithm.
    Memory(Storage),
    /// A buffered network: buffers, credits and channels.
    Buffered(Buffers),
}

impl KindOptions {
    /// Whether the network takes packets of any traffic.
    pub fn has_packets(&self) -> bool {
        matches!(self, KindOptions::Buffered(_))
    }

    /// These parameters with streams at the processors.
    fn with_streams(self, streams: Streams) -> Self {
        let streams = Some(streams);
        match self {
            KindOptions::Buffered(buffers) => KindOptions::Buffered(Buffers { streams, ..buffers }),
            KindOptions::Scheduled(kind) => KindOptions::Scheduled(ScheduleOptions { streams, ..kind }),
            KindOptions::Memory(storage) => KindOptions::Memory(Storage { streams, ..storage }),
        }
    }

    /// Whether the processors have message memories.
    pub fn has_memories(&self) -> bool {
        matches!(self, KindOptions::Memory(_))
    }
}

impl KindOptions {
    /// A rough measure of how long a network of this kind takes to compile, relative to other kinds.
    pub fn compilation(&self) -> u64 {
        match self {
            KindOptions::Memory(_) => 1 << 14,
            KindOptions::Scheduled(_) | KindOptions::Buffered(_) => 1 << 13,
        }
    }
}

impl Description {
    /// Checks options. Errors: each option with its own message, see [`UsageError`].
    pub fn new(options: &NetworkOptions) -> Result<Description, UsageError> {
        let torus = torus(options)?;
        let ports = options.ports.as_deref().map_or(Ok(PortModel::AllPort), str::parse)?;
        let placement = asked_placement(options, &torus)?;
        let storage = Storage::asked(options, &placement, ports)?;
        let schedule = match storage.as_ref().and_then(Storage::schedule_kind) {
            Some(kind) => kind,
            None => schedule_kind(options, &placement)?,
        };
        let paths = paths(options, schedule, ports, &torus)?;
        let (width, name) = width_and_name(&torus, options)?;
        let (stages, effort) = (stages(&torus, options)?, effort(options, schedule, ports));
        let base = Base { placement, paths, ports, stages, width, effort, name };
        let kind = match storage {
            Some(storage) => KindOptions::Memory(storage.with_schedule(options, schedule)?),
            None => match Buffers::asked(options, &torus, paths, ports, &base.stages)? {
                Some(buffers) => KindOptions::Buffered(buffers),
                None => KindOptions::Scheduled(schedule_options(options, schedule, &base)?),
            },
        };
        check_stages(&kind, &base.stages)?;
        check_slot_ports(options, &kind)?;
        let (kind, width) = with_interface(options, kind, &base)?;
        Ok(Description { base: Base { width, ..base }, kind })
    }
}

/// Refuses registers on links for networks whose hops must take one cycle.
fn check_stages(kind: &KindOptions, stages: &LinkStages) -> Result<(), OptionsError> {
    match kind {
        KindOptions::Memory(_) if !stages.is_none() => Err(OptionsError::StagesWithMemory),
        _ => Ok(()),
    }
}

/// Refuses slot ports for networks that are not scheduled. Error: the first such option.
fn check_slot_ports(options: &NetworkOptions, kind: &KindOptions) -> Result<(), SlotPortsError> {
    match kind {
        KindOptions::Scheduled(_) => Ok(()),
        KindOptions::Memory(_) => SlotPorts::refused(options, "message memories"),
        KindOptions::Buffered(_) => SlotPorts::refused(options, "buffered routers"),
    }
}

/// The parameters of the kind and the bits of its payload, with the interface that the options ask for.
/// `base` has the payload that was asked for. Errors: an unknown interface, or one that this network cannot
/// have.
fn with_interface(
    options: &NetworkOptions,
    kind: KindOptions,
    base: &Base,
) -> Result<(KindOptions, usize), InterfaceError> {
    let (torus, data) = (base.torus(), base.width);
    let local_clock = options.local_clock == Some(true);
    let asked = Streams::asked(options.interface.as_deref())?;
    if !asked {
        return if local_clock { Err(InterfaceError::LocalClock) } else { Ok((kind, data)) };
    }
    let streams = match &kind {
        KindOptions::Buffered(buffers) => Streams::new(&buffers.plan, buffers.flits, data)?,
        KindOptions::Scheduled(_) => Streams::of_messages(torus, data)?,
        KindOptions::Memory(storage) => streams_of(storage, base),
    };
    let streams = Streams { local_clock, ..streams };
    Ok((kind.with_streams(streams), streams.payload()))
}
