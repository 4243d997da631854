//! Arguments of `torusgen regress`.

use super::{engine, Format};
use clap::Args;
use std::path::PathBuf;
use torus_sim::{Engine, OptLevel};

/// `torusgen regress`.
#[derive(Args, Debug)]
pub struct RegressArgs {
    /// File of configurations.
    #[arg(
        long,
        value_name = "FILE.toml",
        help = "TOML file of [[configuration]] tables with the keys of a network, instead of the built-in \
            matrix"
    )]
    pub matrix: Option<PathBuf>,
    /// Only configurations whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub filter: String,
    /// List the configurations' names and stop
    #[arg(
        long,
        conflicts_with_all = ["engine", "engines", "optimize", "jobs", "resume", "junit", "json", "format"]
    )]
    pub list: bool,
    /// Which simulator
    #[arg(long, value_name = "ENGINE", value_parser = engine::parser(), default_value = "tiles")]
    pub engine: Engine,
    /// Several simulators, with commas: the first is compared with the loads, the others with it
    #[arg(
        long,
        value_parser = engine::parser(),
        value_name = "ENGINE,..",
        value_delimiter = ',',
        conflicts_with = "engine",
        help = "Several simulators, such as tiles,model: configurations of up to 512 nodes run on each that \
                has them, and every link must be used in the same cycles"
    )]
    pub engines: Vec<Engine>,
    /// How much the C++ compiler optimises the simulation; every level gives the same results [default: 2]
    #[arg(long, value_name = "LEVEL", value_parser = engine::level_parser())]
    pub optimize: Option<OptLevel>,
    /// Configurations run at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Only the I-th of N parts, 1 to N: the same on every machine, about as long as the others
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Keep every finished configuration in this file; if it exists, skip those that are equal in it
    #[arg(long, value_name = "FILE.json")]
    pub resume: Option<PathBuf>,
    /// Run nothing; put the results of shards, written by --json or --resume, together
    #[arg(
        long,
        value_name = "FILE.json",
        num_args = 1..,
        conflicts_with_all = ["matrix", "filter", "list", "engine", "engines", "optimize", "jobs", "shard"],
        conflicts_with = "resume"
    )]
    pub merge: Vec<PathBuf>,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
    /// Write the results as JSON, to read, or to merge with other shards'
    #[arg(long, value_name = "FILE.json")]
    pub json: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
