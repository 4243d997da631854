//! The generator: from a description of a network to the folder of its Verilog.
//!
//! Options are checked ([`Description`]), become a network ([`network::AnyNetwork`]: its loads are exact, its
//! schedule is verified), and the network becomes files: Verilog, file lists, the schedule and a manifest.
//! The same options give the same bytes.
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
pub mod error;
pub mod experiment;
pub mod files;
pub mod folder;
pub mod limits;
pub mod manifest;
pub mod network;
pub mod options;
pub mod paths;
pub mod placement;
pub mod remedies;
pub mod schedule_file;
pub mod svg;
pub mod top;

pub use base::{check_emittable, Base};
pub use limits::{MAX_EMITTED, MAX_HEADER, MAX_WIDTH};
pub use network::{buffered, memory, Description, KindOptions};
pub use options::{NetworkOptions, KEYS};
pub use placement::{nodes_of_file, placement_of};

use remedies::Hinted;
use std::path::{Path, PathBuf};
use torus_model::quote::shortened;
use torus_sim::output::shown;

/// Why something cannot be had: what was asked, what is allowed, what to do. Each module raises its own
/// error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// The model refused.
    #[error("{}", Hinted(.0))]
    Model(torus_model::Error),
    /// The simulator refused.
    #[error(transparent)]
    Sim(#[from] torus_sim::SimError),
    /// A file of results, or standard output, cannot be written.
    #[error(transparent)]
    Output(#[from] torus_sim::OutputError),
    /// A file that cannot be read or written, or that the model refused.
    #[error(transparent)]
    File(#[from] files::FileError),
    /// Options that cannot be read or taken together.
    #[error(transparent)]
    Options(#[from] options::OptionsError),
    /// A width, name or size that no network has.
    #[error(transparent)]
    Base(#[from] base::BaseError),
    /// What stands in no file list.
    #[error(transparent)]
    Prefix(#[from] network::PrefixError),
    /// Options that describe no schedule.
    #[error(transparent)]
    ScheduleOptions(#[from] network::scheduled::ScheduleOptionsError),
    /// A schedule that cannot be made or taken.
    #[error(transparent)]
    Schedule(#[from] network::scheduled::ScheduleError),
    /// A schedule file that is none.
    #[error(transparent)]
    ScheduleFile(#[from] schedule_file::ScheduleFileError),
    /// Options that describe no memories.
    #[error(transparent)]
    Storage(#[from] memory::StorageError),
    /// A plan that cannot run on memories.
    #[error(transparent)]
    Memory(#[from] memory::MemoryError),
    /// Buffers that cannot be.
    #[error(transparent)]
    Buffers(#[from] buffered::BuffersError),
    /// An exchange that no bench holds.
    #[error(transparent)]
    Bench(#[from] buffered::BenchTooLarge),
    /// Traffic that cannot be.
    #[error(transparent)]
    Workload(#[from] buffered::WorkloadError),
    /// A fault that cannot be.
    #[error(transparent)]
    Fault(#[from] buffered::FaultError),
    /// A folder that does not fit its manifest.
    #[error(transparent)]
    Manifest(#[from] manifest::ManifestError),
    /// A comparison, or a search for a broadcast, that cannot be had.
    #[error(transparent)]
    Compare(#[from] error::CompareError),
    /// A shard, or files of results, that cannot be had.
    #[error(transparent)]
    Regress(#[from] error::RegressError),
    /// Two options with one file.
    #[error(
        "{} and {} were both given {}; they are two files: give two names",
        .options[0], .options[1], shown(.path)
    )]
    OneName {
        /// The options.
        options: [&'static str; 2],
        /// The file.
        path: PathBuf,
    },
    /// Rates that are no range.
    #[error(
        "the rates {:?} are no range FROM:TO:STEP of positive numbers such as 0.05:1:0.05, of at most a \
         thousand rates: correct --rates",
        shortened(.text)
    )]
    Rates {
        /// The text given.
        text: String,
    },
    /// A sweep of something that has no rate.
    #[error(
        "a sweep of {} was asked for; only patterns have a rate: use uniform or another one, or torusgen sim",
        shortened(.text)
    )]
    SweepTraffic {
        /// The traffic.
        text: String,
    },
    /// A burst left out that would not be there.
    #[error(
        "--no-burst was asked for together with --traffic; the burst that it leaves out follows only the \
         exchange that runs without --traffic: leave one of the two out"
    )]
    NoBurst,
    /// A sweep of scheduled routers.
    #[error(
        "a sweep with --router scheduled was asked for; only buffered routers take unscheduled traffic: \
         leave --router out"
    )]
    SweepRouter,
    /// An option that networks with message memories do not have.
    #[error(
        "{option} was asked for of a network with message memories; it is about {what}: leave {option} out"
    )]
    StoredOption {
        /// The option.
        option: &'static str,
        /// What it is about.
        what: &'static str,
    },
    /// An option that changes nothing.
    #[error("{option} was given, which has no effect {here}: leave it out")]
    NoEffect {
        /// The option, with its value if it is about that.
        option: &'static str,
        /// Where it has none, such as `without --from`.
        here: &'static str,
    },
    /// A folder that is not as it was emitted, where it has to be.
    #[error("{0}; --strict takes a folder only as it was emitted: emit it again, or leave --strict out")]
    Edited(torus_sim::Edits),
    /// A shard, filter or other selection that selects nothing.
    #[error(
        "the filter {:?} selects none of the {configurations} configurations; their names are those of \
         torusgen regress --list: change --filter",
        shortened(.filter)
    )]
    NothingSelected {
        /// The filter.
        filter: String,
        /// How many configurations there are.
        configurations: usize,
    },
    /// A part of waves that are not written.
    #[error(
        "{option} says which part of the waves is written, but no waves are: give a file by --vcd or \
         --fst, or leave it out"
    )]
    NoWaves {
        /// The option.
        option: &'static str,
    },
    /// A waveform's comment lacks a number.
    #[error("its comment gives no number for {key}")]
    WavesNumber {
        /// Its key.
        key: String,
    },
    /// Waves of a trace that is not given, or a trace for waves of something else.
    #[error("{}", error::of_trace(.path, *.missing))]
    WavesTrace {
        /// The file.
        path: PathBuf,
        /// Whether one is missing.
        missing: bool,
    },
    /// Waves of some slots, whose loads are asked for.
    #[error(
        "{} has the slots or cycles {} only, and loads are those of whole runs: give a file written without \
         --window, or ask for --busiest, --follow or --diff",
        shown(.path),
        shortened(.window)
    )]
    WavesWindow {
        /// The file.
        path: PathBuf,
        /// The slots.
        window: String,
    },
    /// A node that the torus of the waves does not have.
    #[error(
        "--follow was given the node \"{}\"; the waves are of the torus {torus}, whose nodes are ids 0 to \
         {} or coordinates joined by commas: give two of them",
        shortened(.text),
        nodes - 1
    )]
    WavesNode {
        /// What was given.
        text: String,
        /// The torus.
        torus: String,
        /// Its number of nodes.
        nodes: usize,
    },
    /// A message that the waves do not show.
    #[error(
        "the waves show no message from {sender} to {destination}; {}",
        error::what_to_follow(*.part)
    )]
    WavesMessage {
        /// Its source.
        sender: String,
        /// Its destination.
        destination: String,
        /// Whether the waves are a part of a run.
        part: bool,
    },
    /// Two waveforms without a variable in common.
    #[error(
        "{} and {} have no variable in common; --diff compares waves of one torus: give such files",
        shown(&.paths[0]),
        shown(&.paths[1])
    )]
    WavesApart {
        /// The files.
        paths: [PathBuf; 2],
    },
    /// The waveform reader refused.
    #[error("{}: {error}", shown(.path))]
    Waves {
        /// The file.
        path: PathBuf,
        /// Why.
        error: torus_sim::WavesError,
    },
}

impl UsageError {
    /// A file that cannot be read.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        files::FileError::unreadable(path, error).into()
    }
}
