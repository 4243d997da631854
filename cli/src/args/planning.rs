//! Arguments of the commands that do not simulate.

use super::{Format, NetworkArgs};
use clap::Args;
use std::path::PathBuf;

/// `torusgen loads`.
#[derive(Args, Debug)]
pub struct LoadsArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// Print the load of every link, in link-id order
    #[arg(long)]
    pub links: bool,
    /// Make the digest of the loads of more than 2^24 links, too; it goes over all of them
    #[arg(long)]
    pub digest: bool,
    /// File of nodes (one a line) to take as the set S of bound (4)
    #[arg(long, value_name = "FILE")]
    pub separator: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// `torusgen schedule`.
#[derive(Args, Debug)]
pub struct ScheduleArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// How to print
    #[arg(long, value_enum, default_value = "text", conflicts_with = "out")]
    pub format: Format,
    /// Draw the space-time diagram (and in two dimensions the loads) to this file [without a name:
    /// schedule.svg]
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "schedule.svg")]
    pub svg: Option<PathBuf>,
    /// Write the schedule to this file: JSON if its name ends in .json, else text, a line for each message
    /// class; the plan of an algorithm is always JSON
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `torusgen verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// A schedule file
    pub file: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// `torusgen emit`.
#[derive(Args, Debug)]
pub struct EmitArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// Build the hardware from this schedule file, which says torus, placement, routing and kind
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
    /// Folder to make; one that torusgen made before is replaced, or kept as NAME.old where you have changed
    /// it [default: out/NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Put this in front of the paths in file lists, such as the folder as your tools see it [default:
    /// nothing, they are relative to the folder]
    #[arg(long, value_name = "PATH")]
    pub filelist_prefix: Option<String>,
    /// Add properties under `ifdef FORMAL, and what a prover runs: formal/ and .sby files
    #[arg(long)]
    pub formal: bool,
    /// Add AXI4-Lite registers that start exchanges and count what links carry, and their map: axil/
    #[arg(long)]
    pub axil: bool,
    /// How to print the summary
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

impl EmitArgs {
    /// The folder to make for a network of this name.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| ["out", name].iter().collect())
    }
}

/// `torusgen compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Radices, as by --dims: 16x16
    #[arg(value_name = "N1xN2x..")]
    pub radices: Option<String>,
    /// Number of dimensions of a k-ary d-dimensional torus [default: 3, unless --dims is given]
    #[arg(short = 'd', long = "dimensions", value_name = "D")]
    pub d: Option<u32>,
    /// Radix of every dimension [default: 4, unless --dims is given]
    #[arg(short = 'k', long = "radix", value_name = "K")]
    pub k: Option<u32>,
    /// Radices, first dimension first, such as 16x16; instead of -d and -k
    #[arg(long, value_name = "N1xN2x..")]
    pub dims: Option<String>,
    /// What a start-up takes, in any unit of time
    #[arg(long, value_name = "TS", allow_hyphen_values = true)]
    pub startup: String,
    /// What sending a unit of a block takes
    #[arg(long, value_name = "TM", allow_hyphen_values = true)]
    pub transmit: String,
    /// What copying a unit of a block within a node takes
    #[arg(long, value_name = "TR", default_value = "0", allow_hyphen_values = true)]
    pub rearrange: String,
    /// What a hop takes
    #[arg(long, value_name = "TH", default_value = "0", allow_hyphen_values = true)]
    pub hop: String,
    /// Units, such as flits or bytes, of a block, which every node has for every other one
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    pub block: String,
    /// Seed of the tables' search
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// How hard to search tables: cell visits for each length tried, some 10^9 a second
    #[arg(long, value_name = "VISITS", default_value = "400000000")]
    pub effort: u64,
    /// Draw time by block size, and where the fastest changes, to this file [without a name: compare.svg]
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "compare.svg")]
    pub svg: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// `torusgen broadcast-search`.
#[derive(Args, Debug)]
pub struct BroadcastSearchArgs {
    /// Radices, as by --dims: 4x4
    #[arg(value_name = "N1xN2x..", required_unless_present = "dims")]
    pub radices: Option<String>,
    /// Radices, first dimension first, such as 4x4
    #[arg(long, value_name = "N1xN2x..")]
    pub dims: Option<String>,
    /// Steps of the broadcast: start-ups one after the other
    #[arg(long, value_name = "STEPS")]
    pub steps: u32,
    /// Node that it comes from, coordinates joined by commas [default: the first]
    #[arg(long, value_name = "X1,X2,..")]
    pub source: Option<String>,
    /// Seed of the search
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// How hard to search: nodes visited, some 5*10^7 a second
    #[arg(long, value_name = "VISITS", default_value = "400000000")]
    pub effort: u64,
    /// Write the plan to this file, as JSON for torusgen verify and emit
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
