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

/// The least nodes of a rank that is a thread. With fewer, an exchange in every cycle takes longer than their
/// work.
const NODES_PER_RANK: usize = 1024;

/// The ranks that share a run as threads of this process, where so many threads are asked for: at most as
/// many as the nodes are worth and as the torus can be cut for, and at least 1. Engines that are compiled
/// share their nodes out to threads by themselves.
pub fn ranks_as_threads(engine: Engine, torus: &Torus, threads: usize) -> usize {
    let most = threads.min(torus.len() / NODES_PER_RANK);
    match engine {
        Engine::Model => (2..=most).rev().find(|&ranks| Grid::best(torus, ranks).is_some()).unwrap_or(1),
        Engine::Tiles | Engine::Fabric => 1,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_as_many_as_nodes_and_cuts_allow() {
        for (dims, asked, expected) in [
            (&[16, 16][..], 8, 1),
            (&[2047], 2, 1),
            (&[2048], 2, 2),
            (&[16, 16, 16], 8, 4),
            (&[16, 16, 16], 3, 3),
            // Dimensions of radix 2 can be cut into 4 blocks, not into 5, 6 or 7.
            (&[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 7, 4),
            (&[16, 16, 16], 1, 1),
        ] {
            let torus = Torus::new(dims).unwrap();
            assert_eq!(ranks_as_threads(Engine::Model, &torus, asked), expected, "{torus} {asked}");
            assert_eq!(ranks_as_threads(Engine::Tiles, &torus, asked), 1);
        }
    }
}
