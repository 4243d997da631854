//! Networks whose kind is known only when options, a folder or a file have been read. This is the one list of the kinds
//! that there are: everything else asks [`Kind`].

use super::{AnyNetwork, Buffered, Memory, Network, Scheduled};
use crate::{
    config::{placement_of, Config, NetworkOptions},
    error::Refusal,
    schedule_file::{self, read_schedule, Contents},
};
use std::path::Path;
use torus_model::{
    bound::{bounds, Bound},
    Effort, Loads, NodeId, Placement, ScheduleKind, Torus,
};
use torus_sim::Manifest;

impl AnyNetwork {
    /// The network that a configuration describes, with its schedule found. Errors: those of its kind.
    pub fn of_config(config: Config) -> Result<Self, Refusal> {
        match (config.buffers.clone(), config.storage.clone()) {
            (Some(buffers), _) => Ok(Network::<Buffered>::new(config, buffers)?.any()),
            (None, Some(storage)) => Ok(Network::<Memory>::new(config, storage)?.any()),
            (None, None) => Ok(Network::<Scheduled>::to_emit(config)?.any()),
        }
    }

    /// The network that an emitted folder was made from: its schedule or plan is verified again.
    ///
    /// Errors: no manifest of ours; a schedule or plan that is not valid or not the manifest's.
    pub fn of_folder(dir: &Path) -> Result<Self, Refusal> {
        let manifest = Manifest::read(dir)?;
        match (&manifest.buffered, &manifest.stored) {
            (Some(_), _) => Ok(Network::<Buffered>::of_folder(dir, &manifest)?.any()),
            (None, Some(_)) => Ok(Network::<Memory>::of_folder(dir, &manifest)?.any()),
            (None, None) => Ok(Network::<Scheduled>::of_folder(dir, &manifest)?.any()),
        }
    }

    /// The network of a schedule or plan file. `options`: what the file does not say (width, name; of plans also flits and
    /// depth). Errors: a file that is none, a schedule that is not valid.
    pub fn of_schedule_file(path: &Path, options: &NetworkOptions) -> Result<Self, Refusal> {
        match schedule_file::read(path)? {
            Contents::Plan(plan) => Ok(Network::<Memory>::of_plan_file(path, *plan, options)?.any()),
            _ => {
                let (schedule, routing) = read_schedule(path)?;
                Ok(Network::<Scheduled>::of_schedule_file(path, schedule, &routing, options)?.any())
            }
        }
    }
}

/// Exact loads, and what bounds them: of a routing at once, of searched paths with their schedule.
/// `separator`: a set of nodes for equation (4).
pub fn loads_and_bounds(
    config: &Config,
    separator: Option<&[NodeId]>,
) -> Result<(Loads, Vec<Bound>), Refusal> {
    if let Some(buffers) = &config.buffers {
        return Buffered::loads_and_bounds(config, buffers, separator);
    }
    // What is stored on the way counts in flits, which the bounds of routings do not.
    if let Some(storage) = config.storage.clone() {
        return Ok((Network::<Memory>::new(config.clone(), storage)?.loads, Vec::new()));
    }
    let Some(routing) = config.paths.routing() else {
        let network = Network::<Scheduled>::new(config.clone())?;
        let bounds = network.bounds(separator);
        return Ok((network.loads, bounds));
    };
    Ok((Loads::new(&config.placement, routing)?, bounds(&config.placement, routing, separator)))
}

/// The configuration of an emitted folder, with buffers if its routers have any.
pub fn config_of_folder(dir: &Path) -> Result<Config, Refusal> {
    let manifest = Manifest::read(dir)?;
    match manifest.buffered {
        Some(_) => Ok(Network::<Buffered>::of_folder(dir, &manifest)?.config),
        None => config_of_manifest(&manifest, ScheduleKind::Frame),
    }
}

/// The configuration that a manifest states, without buffers or memories.
pub(super) fn config_of_manifest(manifest: &Manifest, kind: ScheduleKind) -> Result<Config, Refusal> {
    let torus = Torus::new(&manifest.dims)?;
    Ok(Config {
        placement: placement_of(&torus, &manifest.placement, &manifest.processors)?,
        paths: manifest.routing.parse()?,
        kind,
        ports: manifest.ports.parse()?,
        buffers: None,
        storage: None,
        width: manifest.width,
        effort: Effort { seed: manifest.seed, visits: manifest.effort },
        name: manifest.name.clone(),
    })
}

/// The configuration of a network that a file describes; width and name come from the options.
pub(super) fn config_of_file(
    placement: &Placement,
    options: &NetworkOptions,
    kind: ScheduleKind,
) -> Result<Config, Refusal> {
    let dims = Some(placement.torus().to_string());
    let given = NetworkOptions {
        dims,
        width: options.width,
        name: options.name.clone(),
        ..NetworkOptions::default()
    };
    let config = Config::new(&given)?;
    Ok(Config { placement: placement.clone(), kind, ..config })
}

/// Refuses a folder whose manifest names another schedule or plan than is in it.
pub(super) fn check_digest(dir: &Path, what: &str, stated: &str, found: &str) -> Result<(), Refusal> {
    if stated == found {
        return Ok(());
    }
    let reason = format!("its manifest names the {what} {stated}, the one in it is {found}");
    Err(Refusal::Manifest { path: dir.into(), reason })
}
