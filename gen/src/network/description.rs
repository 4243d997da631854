//! The checked description of a network: the parameters that every network has, and those of its kind.
//!
//! This module decides which kind a network has; each kind reads its own options.

use super::{
    buffered::{Buffers, InterfaceError, Streams},
    memory::Storage,
    scheduled::options::{effort, paths, schedule_kind, schedule_options},
    Additions, KindOptions,
};
use crate::{
    base::{asked_placement, check_size, stages, torus, width_and_name, Base},
    options::NetworkOptions,
    UsageError,
};
use torus_model::PortModel;

/// A checked description of a network.
#[derive(Clone, Debug)]
pub struct Description {
    /// The parameters that every network has.
    pub base: Base,
    /// The parameters of its kind.
    pub kind: KindOptions,
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
        kind.parameters().check(options, &base)?;
        let (kind, width) = with_interface(options, kind, &base)?;
        Ok(Description { base: Base { width, ..base }, kind })
    }

    /// Checks that the folder of this network can be emitted with these additions, before anything is counted
    /// or searched. Errors: a torus too large to emit; a bench that would be too large; a network too large
    /// for provers.
    pub fn check_folder(&self, additions: Additions) -> Result<(), UsageError> {
        check_size(&self.base)?;
        self.kind.parameters().check_folder(&self.base, additions)
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
    let local_clock = options.local_clock == Some(true);
    let asked = Streams::asked(options.interface.as_deref())?;
    if !asked {
        return if local_clock { Err(InterfaceError::LocalClock) } else { Ok((kind, base.width)) };
    }
    let streams = Streams { local_clock, ..kind.parameters().streams(base)? };
    Ok((kind.with_streams(streams), streams.payload()))
}
