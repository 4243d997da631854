//! The processes that a run was started in: one, or the ranks of MPI.

use std::env;
use thiserror::Error;
use torus_sim::ranks::Ranks;

/// The variables in which starters of MPI say how many processes there are: those of Open MPI and of MPICH.
const SIZES: [&str; 2] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"];

/// Ranks that cannot start, or that a command has no use for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RanksError {
    /// Built without MPI.
    #[error(
        "{size} ranks were started, but this torusgen was built for one process; build it with MPI, cargo \
         build --release --features mpi, or start it without mpirun"
    )]
    WithoutMpi {
        /// How many were started.
        size: usize,
    },
    /// MPI refuses.
    #[error(
        "MPI does not start; is Open MPI installed on this machine, and was torusgen started by its mpirun?"
    )]
    NoMpi,
    /// A command that one process runs.
    #[error(
        "{size} ranks were started for a command that one process runs; only torusgen sim can be shared: \
         start it without mpirun"
    )]
    OneProcess {
        /// How many were started.
        size: usize,
    },
}

crate::passed_on!(RanksError);

/// How many processes were started together.
fn size() -> usize {
    let sizes = SIZES.iter().filter_map(|name| env::var(name).ok()?.parse().ok());
    sizes.max().unwrap_or(1)
}

/// The ranks that this process is one of; `None`: it is alone. Error: it cannot be one.
#[cfg(not(feature = "mpi"))]
pub fn start() -> Result<Option<Box<dyn Ranks>>, RanksError> {
    match size() {
        0 | 1 => Ok(None),
        size => Err(RanksError::WithoutMpi { size }),
    }
}

/// The ranks that this process is one of; `None`: it is alone. Error: MPI does not start.
#[cfg(feature = "mpi")]
pub fn start() -> Result<Option<Box<dyn Ranks>>, RanksError> {
    use torus_sim::ranks::{mpi::Processes, Lost};
    use torus_sim::scratch::remove_for_good;
    if size() < 2 {
        return Ok(None);
    }
    let patience = env::var(PATIENCE).ok().and_then(|seconds| seconds.parse().ok());
    let end = |lost: &Lost| {
        crate::console::complain_line(format_args!("error: {lost}"));
        remove_for_good();
    };
    let ranks = Processes::start(patience.map(std::time::Duration::from_secs), end);
    Ok(Some(Box::new(ranks.ok_or(RanksError::NoMpi)?)))
}

/// The variable that says how many seconds a rank waits for another one.
#[cfg(feature = "mpi")]
const PATIENCE: &str = "TORUSGEN_RANK_PATIENCE";

/// Whether this process is one of several, and not the one that reports.
pub fn is_silent(ranks: Option<&dyn Ranks>) -> bool {
    ranks.is_some_and(|ranks| ranks.rank() > 0)
}
