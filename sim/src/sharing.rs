//! Checks which runs several ranks can share.

use crate::ranks::{Grid, GridError, Ranks};
use crate::Engine;
use thiserror::Error;
use torus_model::Torus;

/// The engines that ranks can share.
const SHARED: [Engine; 2] = [Engine::Model, Engine::Tiles];

/// A run that ranks cannot share.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SharingError {
    /// A torus that cannot be cut into blocks for all ranks.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// An engine that runs in one process only.
    #[error(
        "{ranks} ranks were asked for with the engine {engine}; such a run can be shared with the engine {}: \
         ask for that, or start one process",
        SHARED.map(|engine| engine.to_string()).join(" or ")
    )]
    Engine {
        /// Ranks asked for.
        ranks: usize,
        /// The engine asked for.
        engine: Engine,
    },
    /// A run in which packets are watched in every cycle.
    #[error("{ranks} ranks were asked for with packets that are watched in every cycle: start one process")]
    Watched {
        /// Ranks asked for.
        ranks: usize,
    },
}

/// Refuses ranks that cannot share a run of this torus with this engine.
pub fn refuse(ranks: Option<&dyn Ranks>, engine: Engine, torus: &Torus) -> Result<(), SharingError> {
    let Some(ranks) = ranks else { return Ok(()) };
    Grid::new(torus, ranks)?;
    match ranks.size() {
        ranks if ranks > 1 && !SHARED.contains(&engine) => Err(SharingError::Engine { ranks, engine }),
        _ => Ok(()),
    }
}
