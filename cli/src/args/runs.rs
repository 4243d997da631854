//! Arguments of the commands that simulate, and of those that read waves.

use super::{engine, refused::OptionError, Format, NetworkArgs, TrafficFlags};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use torus_gen::{error::UsageError, KEYS};
use torus_sim::{ranks::Blocks, Engine, OptLevel, Recording, Selection, Span, FURTHER};

/// What is checked besides.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckName {
    /// A complete exchange transposes a matrix of blocks
    Transpose,
}

/// What waves are written.
#[derive(Args, Clone, Debug, Default)]
pub struct RecordArgs {
    /// Write link traffic to this VCD file, with a .gtkw (GTKWave) and a .sucl (Surfer) beside it [without a
    /// name: sim.vcd]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "sim.vcd")]
    pub vcd: Option<PathBuf>,
    /// Write the same to this FST file, which is compressed [without a name: sim.fst]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "sim.fst")]
    pub fst: Option<PathBuf>,
    /// Write these slots, of buffered routers cycles, only.
    #[arg(
        long,
        value_name = "FROM:TO",
        help = "Write only slots FROM to TO-1, counted from slot 0 of the first exchange (buffered router: \
                cycles); either end may be left out"
    )]
    pub window: Option<String>,
    /// Write these links only.
    #[arg(
        long,
        value_name = "SELECTION",
        help = "Write these links only, and the ejections of the nodes that they leave: node=1,2,3 (a \
                coordinate may be a range 0..3, both ends in it, or *), dim=2, dim=2+, dim=2-, busiest=16 \
                (by exact loads), or several of these joined by ; (a link must meet all)"
    )]
    pub links: Option<String>,
}

impl RecordArgs {
    /// The selection of links. Errors: not a selection; no wave file to write.
    pub fn selection(&self) -> Result<Option<Selection>, UsageError> {
        let given = [("--window", &self.window), ("--links", &self.links)];
        if let (Some((option, _)), None, None) =
            (given.iter().find(|(_, given)| given.is_some()), &self.vcd, &self.fst)
        {
            return Err(OptionError::NoWaves { option }.into());
        }
        self.links.as_ref().map(|text| text.parse().map_err(UsageError::from)).transpose()
    }

    /// The recording of the selected links. Error: not a window.
    pub fn recording<'a>(&'a self, links: Option<&'a Selection>) -> Result<Recording<'a>, UsageError> {
        let window = self.window.as_ref().map(|text| text.parse::<Span>()).transpose()?;
        Ok(Recording { vcd: self.vcd.as_deref(), fst: self.fst.as_deref(), window, links })
    }
}

/// `torusgen sim`.
#[derive(Args, Debug)]
pub struct SimArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// Simulate this emitted folder as it stands, instead of emitting one
    #[arg(long, value_name = "DIR", conflicts_with_all = KEYS, conflicts_with_all = ["config", "radices"])]
    pub from: Option<PathBuf>,
    /// Refuse a folder whose files are not those that its manifest has digests of, instead of a warning
    #[arg(long)]
    pub strict: bool,
    /// Which simulator
    #[arg(long, value_name = "ENGINE", value_parser = engine::parser(), default_value = "tiles")]
    pub engine: Engine,
    /// How much the C++ compiler optimises the simulation; every level gives the same results [default: 2]
    #[arg(long, value_name = "LEVEL", value_parser = engine::level_parser())]
    pub optimize: Option<OptLevel>,
    /// Number of exchanges, run back to back [default: 1]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub exchanges: Option<u32>,
    /// Exchanges that are run behind these and checked, but not reported.
    #[arg(
        long,
        value_name = "M",
        value_parser = clap::value_parser!(u32).range(0..=65536),
        help = "Exchanges that follow these and are checked as strictly, to see that the network starts \
                again as it should: the first behind a finished exchange, the second as early as possible, \
                the others each behind a finished one; no figure counts them; 0 saves their time, for \
                benchmarks [default: 4]"
    )]
    pub further: Option<u32>,
    /// Threads that share the nodes of the engines tiles and model.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=64),
        help = "Threads that share the nodes, each at least 256 of them with --engine tiles and 1024 with \
                --engine model; only on a machine that has nothing else to do [default: 1]"
    )]
    pub threads: Option<u32>,
    /// The number of blocks in each dimension, one for each rank.
    #[arg(
        long,
        value_name = "NxN",
        help = "Under mpirun: cut the torus into this many blocks in each dimension, such as 2x4, one for \
                each rank [default: blocks of equal size with few neighbours]"
    )]
    pub blocks: Option<Blocks>,
    /// Show what every stage took, of the wall clock and of processors, and what memory allows at most
    #[arg(long)]
    pub timings: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub traffic: TrafficFlags,
    /// Leave out what follows the exchange of a buffered network.
    #[arg(
        long,
        help = "Buffered router: leave out the burst that follows the exchange, and the probes that count \
                the places of every channel; no figure counts them; for benchmarks"
    )]
    pub no_burst: bool,
    /// Break the network, to see that it is noticed; may be given several times.
    #[arg(
        long,
        value_name = "FAULT",
        help = "Buffered router: break something from cycle C on, to see that it is noticed; links as in \
                --format csv: lost-credit:LINK:CHANNEL:C, flipped-head:LINK:BIT:C (once each), \
                stuck-ready:LOCAL_PORT:C; may be given several times"
    )]
    pub fault: Vec<String>,
    /// Check real data, too: random flits in through every memory's own port, transposed ones out; on tiles
    /// or the model
    #[arg(long, value_enum, value_name = "CHECK")]
    pub check: Option<CheckName>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub waves: RecordArgs,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

impl SimArgs {
    /// The number of exchanges.
    pub fn exchanges(&self) -> u32 {
        self.exchanges.unwrap_or(1)
    }

    /// The largest number of threads that share the nodes.
    pub fn threads(&self) -> u32 {
        self.threads.unwrap_or(1)
    }

    /// The number of further exchanges.
    pub fn further(&self) -> u32 {
        self.further.unwrap_or(FURTHER)
    }
}

/// `torusgen sweep`.
#[derive(Args, Debug)]
pub struct SweepArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// Measure this network, too, from a TOML file of the same keys as --config; options win over each of
    /// the files; may be given several times
    #[arg(long, value_name = "FILE.toml", conflicts_with = "config")]
    pub compare: Vec<PathBuf>,
    /// Measure the network with each of these values, such as channels=2,4; may be given several times, for
    /// all combinations
    #[arg(long, value_name = "KEY=V1,V2,..")]
    pub vary: Vec<String>,
    /// Draw the latencies that BookSim 2 printed to this file, too: what its runs wrote, one behind the other
    #[arg(long, value_name = "FILE")]
    pub baseline: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub traffic: TrafficFlags,
    /// Rates FROM:TO:STEP, in flits per processor and cycle, instead of --rate
    #[arg(long, value_name = "FROM:TO:STEP", default_value = "0.05:1:0.05")]
    pub rates: String,
    /// Draw the curve to this file [without a name: sweep.svg]
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "sweep.svg")]
    pub svg: Option<PathBuf>,
    /// Which simulator
    #[arg(long, value_name = "ENGINE", value_parser = engine::parser(), default_value = "tiles")]
    pub engine: Engine,
    /// Keep finished points in this file, and take those that are there from it
    #[arg(long, value_name = "FILE.json")]
    pub resume: Option<PathBuf>,
    /// Measure the I-th of N parts of all points, 1 to N, and keep them in the file of --resume
    #[arg(
        long,
        value_name = "I/N",
        requires = "resume",
        conflicts_with_all = ["svg", "baseline", "format"]
    )]
    pub shard: Option<String>,
    /// Measure nothing; take all points from the files that the parts kept
    #[arg(long, value_name = "FILE.json", num_args = 1.., conflicts_with_all = ["resume", "shard", "jobs"])]
    pub merge: Vec<PathBuf>,
    /// Rates run at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// `torusgen report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// Simulate this emitted folder as it stands, instead of emitting one
    #[arg(long, value_name = "DIR", conflicts_with_all = KEYS, conflicts_with_all = ["config", "radices"])]
    pub from: Option<PathBuf>,
    /// Compare two emitted folders of one torus, A and B: their loads, when they are done, every link whose
    /// load differs
    #[arg(long, num_args = 2, value_names = ["DIR", "DIR"], conflicts_with_all = KEYS)]
    #[arg(conflicts_with_all = ["from", "config", "radices"])]
    pub diff: Option<Vec<PathBuf>>,
    /// Refuse a folder whose files are not those that its manifest has digests of, instead of a warning
    #[arg(long)]
    pub strict: bool,
    /// Which simulator
    #[arg(long, value_name = "ENGINE", value_parser = engine::parser(), default_value = "tiles")]
    pub engine: Engine,
    /// Number of exchanges, run back to back [default: 1]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub exchanges: Option<u32>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub traffic: TrafficFlags,
    /// The page to write
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
}

/// `torusgen waves`.
#[derive(Args, Debug)]
pub struct WavesArgs {
    /// A VCD or FST file that torusgen sim wrote
    pub file: PathBuf,
    /// Show the N links that carried most, of those in the file
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["from", "follow", "diff"]
    )]
    pub busiest: Option<u32>,
    /// Show the life of a message, cycle by cycle, until its ejection; nodes as coordinates 1,2,3 or ids
    #[arg(long, num_args = 2, value_names = ["SOURCE", "DESTINATION"], conflicts_with_all = ["from", "diff"])]
    pub follow: Option<Vec<String>>,
    /// Compare with another file: the first cycle in which they part, and what each shows
    #[arg(long, value_name = "OTHER", conflicts_with = "from")]
    pub diff: Option<PathBuf>,
    /// Emitted folder whose schedule gives the exact loads, instead of searching it again
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,
    /// Trace that the run sent (--traffic trace:FILE), whose packets the loads are counted from
    #[arg(long, value_name = "FILE", conflicts_with_all = ["busiest", "follow", "diff"])]
    pub trace: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
