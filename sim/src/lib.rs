//! Cycle-exact simulation of emitted tori in Verilator: build, driver, monitor, scoreboard, waves.
//!
//! An emitted folder goes in ([`Manifest`]), with the schedule and the exact loads it has to show; [`run()`]
//! verilates it, compiles and loads it (or takes it from the cache), drives complete exchanges through it
//! and compares **everything**: each link in each cycle, each message, each count. Four parts, of which only
//! the scoreboard compares: [`driver`], [`monitor`], [`mod@reference`], [`scoreboard`].
//!
//! Bounds: any dimension up to 24, any radices, any payload up to 1024 bits; scheduled networks with a lane for
//! each port or one lane, and in [`traffic`] any traffic through buffered ones. The crate knows the emitted files
//! only; it depends on nothing that made them. Unsafe code: [`ffi`] and [`traffic::ffi`] alone.

#![deny(unsafe_code)]

pub mod build;
pub mod clock;
pub mod deliveries;
pub mod driver;
pub mod edits;
pub mod error;
pub mod exits;
pub mod ffi;
pub mod machine;
pub mod manifest;
pub mod memory;
pub mod mismatch;
pub mod monitor;
pub mod output;
pub mod port_info;
pub mod prescription;
mod process;
pub mod record;
pub mod reference;
pub mod replica;
pub mod report;
pub mod run;
pub mod scoreboard;
pub mod scratch;
pub mod stored;
mod stretch;
pub mod traffic;
pub mod waves;

pub use build::{default_cache, Engine, Tools};
pub use clock::Spent;
pub use edits::Edits;
pub use error::SimError;
pub use manifest::Manifest;
pub use mismatch::{Mismatch, Mismatches};
pub use output::{Output, OutputError};
pub use prescription::Prescription;
pub use record::{PartError, Recording, Selection, Span};
pub use report::{link_digest, Further, Report, Timings};
pub use run::{record, run, run_watched, Experiment, Progress, Sight, FURTHER};
pub use waves::{diff, follow, read_loads, Dump, Waves, WavesError};
