//! Checks which runs several ranks can share.

use crate::ranks::Ranks;
use crate::Engine;
use thiserror::Error;

/// The engines that ranks can share.
const SHARED: [Engine; 2] = [Engine::Model, Engine::Tiles];

/// A run that ranks cannot share.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SharingError {
    /// More ranks than planes.
    #[error(
        "{ranks} ranks were asked for; the torus is cut across its first dimension, of radix {radix}, so at \
         most {radix} can share it: start {radix} or fewer, or give the largest radix first"
    )]
    TooMany {
        /// Ranks asked for.
        ranks: usize,
        /// The first radix.
        radix: u32,
    },
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

/// Refuses ranks that cannot share a run with this engine, on a torus with this first radix.
pub fn refuse(ranks: Option<&dyn Ranks>, engine: Engine, radix: u32) -> Result<(), SharingError> {
    match ranks.map_or(1, |ranks| ranks.size()) {
        1 => Ok(()),
        ranks if !SHARED.contains(&engine) => Err(SharingError::Engine { ranks, engine }),
        ranks if ranks > radix as usize => Err(SharingError::TooMany { ranks, radix }),
        _ => Ok(()),
    }
}
