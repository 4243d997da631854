//! The processes in which a run was started: one, or the ranks of MPI.

use std::env;
use thiserror::Error;
use torus_sim::ranks::{Blocks, Ranks};

/// The variables in which MPI starters give the number of processes: Open MPI's and MPICH's.
const SIZES: [&str; 2] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"];

/// Ranks that cannot start, or that a command cannot use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RanksError {
    /// Several ranks, with a program that was built without MPI.
    #[error(
        "{size} ranks were started, but this torusgen was built for one process; build it with MPI, cargo \
         build --release --features mpi, or start it without mpirun"
    )]
    WithoutMpi {
        /// The number of ranks.
        size: usize,
    },
    /// MPI does not start.
    #[error(
        "MPI does not start; is Open MPI installed on this machine, and was torusgen started by its mpirun?"
    )]
    NoMpi,
    /// Several ranks, with a command that only one process can run.
    #[error(
        "{size} ranks were started for a command that one process runs; only torusgen sim can be shared: \
         start it without mpirun"
    )]
    OneProcess {
        /// The number of ranks.
        size: usize,
    },
}

crate::passed_on!(RanksError);

/// The number of processes that were started together.
fn size() -> usize {
    let sizes = SIZES.iter().filter_map(|name| env::var(name).ok()?.parse().ok());
    sizes.max().unwrap_or(1)
}

/// The ranks, including this process; `None` if there is only one process. `blocks`: how many there are in
/// each dimension, if the user asked for it. Error: built without MPI.
#[cfg(not(feature = "mpi"))]
pub fn start(_blocks: Option<&Blocks>) -> Result<Option<Box<dyn Ranks>>, RanksError> {
    match size() {
        0 | 1 => Ok(None),
        size => Err(RanksError::WithoutMpi { size }),
    }
}

/// The ranks, including this process; `None` if there is only one process. `blocks`: how many there are in
/// each dimension, if the user asked for it. Error: MPI does not start.
#[cfg(feature = "mpi")]
pub fn start(blocks: Option<&Blocks>) -> Result<Option<Box<dyn Ranks>>, RanksError> {
    use torus_sim::ranks::{mpi::Processes, Lost};
    use torus_sim::scratch::remove_for_good;
    if size() < 2 {
        return Ok(None);
    }
    let blocks = blocks.map(|Blocks(blocks)| &blocks[..]);
    let patience = env::var(PATIENCE).ok().and_then(|seconds| seconds.parse().ok());
    let end = |lost: &Lost| {
        crate::console::complain_line(format_args!("error: {lost}"));
        remove_for_good();
    };
    let ranks = Processes::start(blocks, patience.map(std::time::Duration::from_secs), end);
    Ok(Some(Box::new(ranks.ok_or(RanksError::NoMpi)?)))
}

/// The variable with the number of seconds for which a rank waits for another one.
#[cfg(feature = "mpi")]
const PATIENCE: &str = "TORUSGEN_RANK_PATIENCE";

/// Whether this rank is one of several, but not the one that reports.
pub fn is_silent(ranks: Option<&dyn Ranks>) -> bool {
    ranks.is_some_and(|ranks| ranks.rank() > 0)
}
