//! What the user asked for, checked: what every network has, and what its kind is made with.
//!
//! Each kind reads its own options; here is decided which kind it is.

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

/// A checked description of a network: what every network has, and what its kind is made with.
#[derive(Clone, Debug)]
pub struct Description {
    /// What every network has.
    pub base: Base,
    /// What its kind is made with.
    pub kind: KindOptions,
}

/// What a network of one kind is made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindOptions {
    /// A schedule of this kind in ROMs, and how routers know it.
    Scheduled(ScheduleOptions),
    /// Message memories and what runs on them.
    Memory(Storage),
    /// Buffers, credits and channels.
    Buffered(Buffers),
}

impl KindOptions {
    /// Whether any packets are sent through the network.
    pub fn has_packets(&self) -> bool {
        matches!(self, KindOptions::Buffered(_))
    }

    /// The same with streams at its processors.
    fn with_streams(self, streams: Streams) -> Self {
        let streams = Some(streams);
        match self {
            KindOptions::Buffered(buffers) => KindOptions::Buffered(Buffers { streams, ..buffers }),
            KindOptions::Scheduled(kind) => KindOptions::Scheduled(ScheduleOptions { streams, ..kind }),
            KindOptions::Memory(storage) => KindOptions::Memory(Storage { streams, ..storage }),
        }
    }

    /// Whether its processors have message memories.
    pub fn has_memories(&self) -> bool {
        matches!(self, KindOptions::Memory(_))
    }
}

impl KindOptions {
    /// How long a network of this kind takes to compile, roughly, beside others, in no unit.
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

/// Refuses registers on links where a hop has to take one cycle.
fn check_stages(kind: &KindOptions, stages: &LinkStages) -> Result<(), OptionsError> {
    match kind {
        KindOptions::Memory(_) if !stages.is_none() => Err(OptionsError::StagesWithMemory),
        _ => Ok(()),
    }
}

/// Refuses ports that tell of slots where there is another kind of network. Error: such a port.
fn check_slot_ports(options: &NetworkOptions, kind: &KindOptions) -> Result<(), SlotPortsError> {
    match kind {
        KindOptions::Scheduled(_) => Ok(()),
        KindOptions::Memory(_) => SlotPorts::refused(options, "message memories"),
        KindOptions::Buffered(_) => SlotPorts::refused(options, "buffered routers"),
    }
}

/// What a network is made with and the bits of its payload, where those of `base` were asked for. Errors: an
/// unknown interface, or one that this network cannot have.
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
