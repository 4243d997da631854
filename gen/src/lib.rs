//! The generator: from a description of a network to the folder of its Verilog.
//!
//! Options are checked ([`config`]), become a network ([`network::AnyNetwork`]: its loads are exact, its
//! schedule is verified), and the network becomes files: Verilog, file lists, the schedule and a manifest.
//! The same options give the same bytes.
//!
//! ```
//! use torus_gen::config::{Description, NetworkOptions};
//! use torus_gen::network::AnyNetwork;
//!
//! let options = NetworkOptions { dims: Some("3x4".into()), ..NetworkOptions::default() };
//! let network = AnyNetwork::of(Description::new(&options)?)?;
//! assert_eq!(network.loads.e_max().to_string(), "9");
//! let files = network.files()?;
//! assert!(files.iter().any(|(path, text)| path == "rtl/torus_3x4.v" && text.contains("module torus_3x4 ")));
//! # Ok::<(), torus_gen::error::UsageError>(())
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod base;
pub mod digest;
pub mod error;
pub mod experiment;
pub mod folder;
pub mod limits;
pub mod network;
pub mod options;
pub mod paths;
pub mod placement;
pub mod remedies;
pub mod schedule_file;
pub mod svg;
pub mod top;

pub use network::{buffered, memory, memory as stored};

/// What a description of a network is made of.
pub mod config {
    pub use crate::{
        base::{check_emittable, Config},
        limits::{MAX_EMITTED, MAX_HEADER, MAX_WIDTH},
        network::{Description, KindOptions},
        options::{NetworkOptions, KEYS},
        placement::{nodes_of_file, placement_of},
    };
}
