//! Cycle-exact simulation of emitted networks: engines, driver, monitor, scoreboard, waves.
//!
//! # Overview
//! The inputs are an emitted folder ([`Manifest`]), its golden model ([`GoldenModel`]) and its exact loads.
//! [`run()`] sets up an engine, runs complete exchanges, and compares **everything**: each link in each
//! cycle, each message with its payload, each count. [`Report::mismatches`] lists the differences, by name.
//!
//! There are three engines ([`Engine`]). *Tiles* and *fabric* are built by Verilator and a compiler, and kept
//! in a cache ([`build`]). The *cycle model* ([`cycle_model`]) has the registers of the nodes written a
//! second time, in Rust, and needs no tools. All are driven in the same way, by clock edges ([`mod@engine`],
//! [`driver`]). The [`monitor`] counts what they show; only the [`scoreboard`] compares it with the
//! [`activity`] and with the [`arrivals`]. [`traffic`] does the same for any traffic
//! through buffered networks, and [`mod@memory`] for the programs of message memories.
//!
//! [`mod@record`] writes waves. [`waves`] reads them and counts again, with code that shares nothing with the
//! monitor.
//!
//! Bounds: up to 24 dimensions, any radices, payloads of up to 1024 bits. The crate uses only the emitted
//! files and does not depend on the generator. Unsafe code is only in [`ffi`], [`traffic::ffi`] and, for one
//! instruction, `prefetch`.
//!
//! # Example
//! An emitted ring of three nodes, simulated by the cycle model:
//! ```
//! use std::path::Path;
//! use torus_model::{schedule::frame::odr_frame, Effort, Loads, Placement, PortModel, Routing, Torus};
//! use torus_sim::{run, Engine, Experiment, GoldenModel, Manifest, Recording, Setup, Tools};
//!
//! let dir = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/golden/ring3"));
//! let torus: Torus = "3".parse()?;
//! let full = Placement::full(&torus);
//! let schedule = odr_frame(&full, PortModel::AllPort, Effort::with_seed(1));
//! let (manifest, loads) = (Manifest::read(dir)?, Loads::new(&full, Routing::Odr)?);
//! let tools = Tools::from_env();
//! let report = run(&Experiment {
//!     setup: Setup::new(dir, &manifest, Engine::Model, &tools),
//!     golden_model: GoldenModel::Schedule(&schedule),
//!     loads: loads.numerators(),
//!     exchanges: 1,
//!     further: 0,
//!     waves: Recording::default(),
//! })?;
//! assert!(report.matches());
//! assert_eq!((report.delivered, &report.link_counts[..]), (6, &[1; 6][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]

pub mod access;
pub mod activity;
pub mod arrivals;
pub mod bandwidth;
pub mod build;
pub mod clock;
pub mod cycle_model;
pub mod deliveries;
pub mod digest;
pub mod driver;
pub mod edits;
pub mod engine;
pub mod exits;
pub mod experiment;
pub mod ffi;
pub mod flit_bits;
pub mod golden_model;
pub mod input;
mod interrupt;
pub mod limits;
pub mod manifest;
pub mod memory;
mod merge;
pub mod mismatch;
pub mod monitor;
pub mod output;
pub mod port_info;
mod prefetch;
mod process;
pub mod progress;
pub mod ranks;
pub mod record;
pub mod report;
pub mod run;
pub mod scoreboard;
pub mod scratch;
pub mod setup;
mod shared_tiles;
pub mod sharing;
pub mod span;
mod stretch;
pub mod timetable;
pub mod traffic;
pub mod transpose;
pub mod waves;

pub use build::{default_cache, Engine, OptLevel, Tools, TIMESCALE};
pub use clock::Spent;
pub use edits::Edits;
pub use experiment::{Experiment, FURTHER};
pub use golden_model::GoldenModel;
pub use manifest::Manifest;
pub use mismatch::{LeftOver, Mismatch, Mismatches, PacketMismatch};
pub use output::{Output, OutputError};
pub use progress::{Progress, Sample};
pub use record::{Recording, Selection};
pub use report::{link_digest, ExchangeFigures, Further, Report, Timings};
pub use run::{record, run, run_watched};
pub use setup::Setup;
pub use span::{PartError, Span};
pub use waves::{diff, follow, read_loads, Dump, Waves, WavesError};

/// Why a simulation cannot run. Each module has its own type of errors, which say what was asked, what is
/// needed and what to do.
///
/// A mismatch between the network and its schedule is not an error but a result of a run, see [`Mismatch`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimError {
    /// An external tool.
    #[error(transparent)]
    Tool(#[from] build::ToolError),
    /// Outputs of a tile that follow an input within a cycle.
    #[error(transparent)]
    CombinationalPath(#[from] build::CombinationalPath),
    /// The text of a number that engines read.
    #[error(transparent)]
    Constant(#[from] build::ConstantError),
    /// A network that is too large for the fabric engine.
    #[error(transparent)]
    FabricTooLarge(#[from] build::FabricTooLarge),
    /// The text of a ROM that engines read.
    #[error(transparent)]
    RomText(#[from] build::RomTextError),
    /// An unknown level of optimisation.
    #[error(transparent)]
    OptLevel(#[from] build::UnknownOptLevel),
    /// A cache folder that no variable names.
    #[error(transparent)]
    NoCacheFolder(#[from] build::NoCacheFolder),
    /// A compiled simulation that cannot be loaded.
    #[error(transparent)]
    Load(#[from] ffi::LoadError),
    /// A ROM that is missing.
    #[error(transparent)]
    NoRom(#[from] cycle_model::NoRom),
    /// An invalid manifest.
    #[error(transparent)]
    Manifest(#[from] manifest::ManifestError),
    /// A folder of another kind of network.
    #[error(transparent)]
    WrongKind(#[from] manifest::WrongKind),
    /// A folder and a golden model of different networks.
    #[error(transparent)]
    Inconsistent(#[from] experiment::Inconsistent),
    /// A program that contradicts itself.
    #[error(transparent)]
    Program(#[from] memory::ContradictoryProgram),
    /// A fault that an engine cannot plant.
    #[error(transparent)]
    FabricFault(#[from] traffic::FabricFault),
    /// Flits that an engine cannot simulate.
    #[error(transparent)]
    Flit(#[from] flit_bits::FlitError),
    /// Ranks that cannot share a run.
    #[error(transparent)]
    Sharing(#[from] sharing::SharingError),
    /// An error of another rank.
    #[error(transparent)]
    OtherRank(#[from] ranks::OtherRank),
    /// A rank that is gone.
    #[error(transparent)]
    Lost(#[from] ranks::Lost),
    /// A file of a folder that cannot be read or written.
    #[error(transparent)]
    Access(#[from] access::AccessError),
    /// The waves asked for cannot be written.
    #[error(transparent)]
    Part(#[from] PartError),
    /// A file of results cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl SimError {
    /// The error of a file that cannot be read.
    pub fn read(path: &std::path::Path, error: &std::io::Error) -> Self {
        access::AccessError::Read { path: path.to_path_buf(), reason: input::reason(error) }.into()
    }

    /// The error of a file or folder that cannot be written.
    pub fn write(path: &std::path::Path, error: &std::io::Error) -> Self {
        access::AccessError::Write { path: path.to_path_buf(), reason: input::reason(error) }.into()
    }
}
