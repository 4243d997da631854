//! The generator: it turns a description of a network into the folder of its Verilog.
//!
//! [`Description`] checks the options. [`network::AnyNetwork`] is the network: its loads are exact and its
//! schedule is verified. Its files are Verilog, file lists, the schedule and a manifest. The same options
//! give the same bytes.
//!
//! ```
//! use torus_gen::{network::AnyNetwork, Description, NetworkOptions};
//!
//! let options = NetworkOptions { dims: Some("3x4".into()), ..NetworkOptions::default() };
//! let network = AnyNetwork::of(Description::new(&options)?)?;
//! assert_eq!(network.loads.e_max().to_string(), "9");
//! let files = network.files()?;
//! assert!(files.iter().any(|(path, text)| path == "rtl/torus_3x4.v" && text.contains("module torus_3x4 ")));
//! # Ok::<(), torus_gen::UsageError>(())
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod base;
pub mod digest;
pub mod experiment;
pub mod file_error;
pub mod folder;
pub mod formal;
mod jinja;
pub mod limits;
pub mod manifest_error;
pub mod network;
pub mod options;
pub mod package;
pub mod paths;
pub mod placement;
pub mod schedule_file;
pub mod svg;
pub mod top;

/// The error of this crate, as a module like those of the other errors.
pub mod error {
    pub use crate::UsageError;
}

pub use base::{check_emittable, Base};
pub use limits::{MAX_EMITTED, MAX_HEADER, MAX_WIDTH};
pub use network::{buffered, memory, Description, KindOptions};
pub use options::{NetworkOptions, KEYS};
pub use placement::{nodes_of_file, placement_of};

use std::{path::Path, sync::Arc};

/// Why a request is refused: what was asked, what is allowed, what to do. Each module has its own type of
/// errors; this type unites them.
#[derive(Clone, Debug, thiserror::Error)]
pub enum UsageError {
    /// The model refused.
    #[error(transparent)]
    Model(torus_model::Error),
    /// The simulator refused.
    #[error(transparent)]
    Sim(#[from] torus_sim::SimError),
    /// A file of results, or standard output, cannot be written.
    #[error(transparent)]
    Output(#[from] torus_sim::OutputError),
    /// A file that cannot be read or written, or that the model refused.
    #[error(transparent)]
    File(#[from] file_error::FileError),
    /// Options that cannot be read or taken together.
    #[error(transparent)]
    Options(#[from] options::OptionsError),
    /// A width, name or size that no network has.
    #[error(transparent)]
    Base(#[from] base::BaseError),
    /// Something asked of a torus that is too large for it.
    #[error(transparent)]
    TooLargeFor(#[from] network::TooLargeFor),
    /// Formal properties for a network that cannot have them.
    #[error(transparent)]
    Formal(#[from] formal::FormalError),
    /// A path prefix that no file list can hold.
    #[error(transparent)]
    Prefix(#[from] network::PrefixError),
    /// Options that describe no schedule.
    #[error(transparent)]
    ScheduleOptions(#[from] network::scheduled::ScheduleOptionsError),
    /// Options of slot ports that this network cannot have.
    #[error(transparent)]
    SlotPorts(#[from] network::scheduled::SlotPortsError),
    /// A schedule that cannot be made or used.
    #[error(transparent)]
    Schedule(#[from] network::scheduled::ScheduleError),
    /// An invalid schedule file.
    #[error(transparent)]
    ScheduleFile(#[from] schedule_file::ScheduleFileError),
    /// Options that describe no memories.
    #[error(transparent)]
    Storage(#[from] memory::StorageError),
    /// An exchange that is too large to plan.
    #[error(transparent)]
    PlanTooLarge(#[from] memory::PlanTooLarge),
    /// A plan that cannot run on memories.
    #[error(transparent)]
    Memory(#[from] memory::MemoryError),
    /// Buffers that cannot be built.
    #[error(transparent)]
    Buffers(#[from] buffered::BuffersError),
    /// Streams that cannot be built.
    #[error(transparent)]
    Interface(#[from] buffered::InterfaceError),
    /// An exchange with more packets than a bench holds.
    #[error(transparent)]
    Bench(#[from] buffered::BenchTooLarge),
    /// Traffic that cannot be generated.
    #[error(transparent)]
    Workload(#[from] buffered::WorkloadError),
    /// A fault that cannot be planted.
    #[error(transparent)]
    Fault(#[from] buffered::FaultError),
    /// A folder that contradicts its manifest.
    #[error(transparent)]
    Manifest(#[from] manifest_error::ManifestError),
    /// What the calling program itself refuses.
    #[error("{0}")]
    Caller(Arc<dyn std::error::Error + Send + Sync>),
}

impl UsageError {
    /// The error of a file that cannot be read.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        file_error::FileError::unreadable(path, error).into()
    }

    /// An error of the calling program.
    pub fn of_caller(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        UsageError::Caller(Arc::new(error))
    }

    /// Whether this is an error of type `E` of the calling program.
    pub fn is<E: std::error::Error + 'static>(&self) -> bool {
        matches!(self, UsageError::Caller(error) if error.is::<E>())
    }
}

/// Converts the errors of the modules of another crate into the variant for that crate.
macro_rules! refuse_errors_of {
    ($crate_is:ident: $($error:ty),+ $(,)?) => {$(
        impl From<$error> for UsageError {
            fn from(error: $error) -> Self {
                UsageError::$crate_is(error.into())
            }
        }
    )+};
}

refuse_errors_of!(
    Model:
    torus_model::Error,
    torus_model::UnknownName,
    torus_model::torus::TorusError,
    torus_model::placement::PlacementError,
    torus_model::load::ClassLoadsError,
    torus_model::load::UdrTooLarge,
    torus_model::channel::ChannelError,
    torus_model::StagesError,
    torus_model::traffic::PatternError,
    torus_model::traffic::InjectionError,
    torus_model::collective::broadcast::BroadcastError,
);

refuse_errors_of!(Sim: torus_sim::PartError, torus_sim::manifest::WrongKind);

impl From<memory::UnknownAlgorithm> for UsageError {
    fn from(error: memory::UnknownAlgorithm) -> Self {
        memory::StorageError::Algorithm(error).into()
    }
}
