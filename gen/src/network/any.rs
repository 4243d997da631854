//! Networks whose kind is known only after options, a folder or a file have been read. Kinds are also told
//! apart where options are read (`description.rs`, `kind_options.rs`); everything else in this crate uses the
//! trait [`Kind`](super::Kind).

use super::{AnyNetwork, Buffered, Description, KindOptions, Memory, Network, Scheduled, Takes};
use crate::{
    options::NetworkOptions,
    schedule_file::{self, Contents},
    UsageError,
};
use std::path::Path;
use torus_model::{bound::Bound, Loads, NodeId};
use torus_sim::Manifest;

impl AnyNetwork {
    /// The network of a description, even if it is too large to emit. Errors: those of its kind.
    pub fn planned(Description { base, kind }: Description) -> Result<Self, UsageError> {
        match kind {
            KindOptions::Scheduled(kind) => Ok(Network::<Scheduled>::new(base, kind)?.any()),
            kind => Self::of(Description { base, kind }),
        }
    }

    /// The network of a description, ready to be emitted. Errors: those of its kind.
    pub fn of(Description { base, kind }: Description) -> Result<Self, UsageError> {
        match kind {
            KindOptions::Scheduled(kind) => Ok(Network::<Scheduled>::to_emit(base, kind)?.any()),
            KindOptions::Memory(storage) => Ok(Network::<Memory>::new(base, storage)?.any()),
            KindOptions::Buffered(buffers) => Ok(Network::<Buffered>::new(base, buffers)?.any()),
        }
    }

    /// The network of an emitted folder. Its schedule or plan is verified again.
    ///
    /// Errors: no manifest of torusgen; a schedule or plan that is invalid or not the one of the manifest.
    pub fn of_folder(dir: &Path) -> Result<Self, UsageError> {
        let manifest = Manifest::read(dir)?;
        match Takes::of(&manifest) {
            Takes::Packets => Ok(Network::<Buffered>::of_folder(dir, &manifest)?.any()),
            Takes::Blocks => Ok(Network::<Memory>::of_folder(dir, &manifest)?.any()),
            Takes::Messages => Ok(Network::<Scheduled>::of_folder(dir, &manifest)?.any()),
        }
    }

    /// The network of a schedule or plan file. `options`: what the file does not say (width, name; for plans
    /// also flits and depth). Errors: an invalid file; an invalid schedule.
    pub fn of_schedule_file(path: &Path, options: &NetworkOptions) -> Result<Self, UsageError> {
        match schedule_file::read(path)? {
            Contents::Plan(plan) => Ok(Network::<Memory>::of_plan_file(path, *plan, options)?.any()),
            other => {
                let (schedule, routing) = other.schedule(path)?;
                Ok(Network::<Scheduled>::of_schedule_file(path, schedule, &routing, options)?.any())
            }
        }
    }
}

/// Exact loads and their bounds. Those of a routing are counted directly; for searched paths the schedule is
/// found first. `separator`: a set of nodes for equation (4).
pub fn loads_and_bounds(
    Description { base, kind }: &Description,
    separator: Option<&[NodeId]>,
) -> Result<(Loads, Vec<Bound>), UsageError> {
    match kind {
        KindOptions::Scheduled(kind) => Scheduled::loads_and_bounds(base, *kind, separator),
        KindOptions::Memory(storage) => Memory::loads_and_bounds(base, storage),
        KindOptions::Buffered(buffers) => Buffered::loads_and_bounds(base, buffers, separator),
    }
}
