//! Cycle-exact simulation of emitted networks: engines, driver, monitor, scoreboard, waves.
//!
//! # Overview
//! An emitted folder goes in ([`Manifest`]), with what it was emitted to do ([`GoldenModel`]) and the exact
//! loads that it has to show. [`run()`] sets up an engine, drives complete exchanges through it, and compares
//! **everything**: each link in each cycle, each message with its payload, each count. What differs is in
//! [`Report::mismatches`], by name.
//!
//! There are three engines ([`Engine`]). *Tiles* and *fabric* are built by Verilator and a compiler, and kept
//! in a cache ([`build`]). The *cycle model* ([`cycle_model`]) is the registers of the nodes written a second
//! time, in Rust, and needs no tools. They are driven alike, by clock edges ([`mod@engine`], [`driver`]); the
//! [`monitor`] counts what they show, and only the [`scoreboard`] compares it, with the [`mod@reference`].
//! [`traffic`] does the same for any traffic through buffered networks, and [`mod@memory`] for the programs
//! of message memories.
//!
//! [`mod@record`] writes waves, and [`waves`] reads them and counts again, by code that shares nothing with
//! the monitor.
//!
//! Bounds: any dimension up to 24, any radices, any payload up to 1024 bits. The crate knows the emitted
//! files only; it depends on nothing that made them. Unsafe code: [`ffi`] and [`traffic::ffi`] alone.
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

pub mod bandwidth;
pub mod build;
pub mod clock;
pub mod cycle_model;
pub mod deliveries;
pub mod digest;
pub mod driver;
pub mod edits;
pub mod engine;
pub mod error;
pub mod exits;
pub mod experiment;
pub mod ffi;
pub mod golden_model;
pub mod input;
pub mod manifest;
pub mod memory;
pub mod mismatch;
pub mod monitor;
pub mod narrow_payload;
pub mod output;
pub mod port_info;
mod process;
pub mod progress;
pub mod record;
pub mod reference;
pub mod report;
pub mod run;
pub mod scoreboard;
pub mod scratch;
pub mod setup;
pub mod span;
mod stretch;
pub mod timetable;
pub mod traffic;
pub mod transpose;
pub mod waves;

pub use build::{default_cache, Engine, OptLevel, Tools, TIMESCALE};
pub use clock::Spent;
pub use edits::Edits;
pub use error::SimError;
pub use experiment::{Experiment, FURTHER};
pub use golden_model::GoldenModel;
pub use manifest::Manifest;
pub use mismatch::{Mismatch, Mismatches, PacketMismatch};
pub use output::{Output, OutputError};
pub use progress::{Progress, Sample};
pub use record::{Recording, Selection};
pub use report::{link_digest, ExchangeFigures, Further, Report, Timings};
pub use run::{record, run, run_watched};
pub use setup::Setup;
pub use span::{PartError, Span};
pub use waves::{diff, follow, read_loads, Dump, Waves, WavesError};
