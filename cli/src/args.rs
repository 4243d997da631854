//! The command line.

pub mod advice;
pub mod brief;
pub mod engine;
pub mod hints;
mod network;
pub mod refused;
pub mod remedies;
mod traffic;

pub use network::{NetworkArgs, NetworkFlags};
pub use traffic::TrafficFlags;

use clap::{Args, Parser, Subcommand, ValueEnum};
use refused::OptionError;
use std::path::PathBuf;
use torus_gen::error::UsageError;
use torus_gen::KEYS;
use torus_sim::{Engine, Recording, Selection, Span, FURTHER};

/// Verilog tori with proven schedules, simulated against exact link loads.
#[derive(Parser, Debug)]
#[command(name = "torusgen", version, about, long_about = None, max_term_width = 110)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Exact link loads of a complete exchange, and what bounds them
    #[command(after_help = "Example: torusgen loads 8x8x8 --placement linear")]
    Loads(LoadsArgs),
    /// A schedule, verified, beside its lower bound
    #[command(after_help = "Example: torusgen schedule 4x4x4 --placement linear --format json")]
    Schedule(ScheduleArgs),
    /// Any schedule file checked: ours, in JSON or text, or a table of S4NOC
    #[command(after_help = "Example: torusgen schedule 4x4 --out 4x4.json && torusgen verify 4x4.json")]
    Verify(VerifyArgs),
    /// Synthesizable Verilog of the network and of its self-running bench
    #[command(after_help = "Example: torusgen emit 4x4x4 --placement linear --out out/torus_4x4x4")]
    Emit(EmitArgs),
    /// A complete exchange in Verilator, every link compared with the exact loads
    #[command(after_help = "Example: torusgen sim 4x4x4 --placement linear --vcd 4x4x4.vcd")]
    Sim(SimArgs),
    /// What every complete exchange on a torus costs, and which is fastest at which block size
    #[command(
        after_help = "Example: torusgen compare 8x8 --startup 100 --transmit 1 --block 64 --svg compare.svg",
        after_long_help = COMPARE_HELP
    )]
    Compare(CompareArgs),
    /// A broadcast of so many steps, searched and verified
    #[command(after_help = "Example: torusgen broadcast-search 4x4 --steps 2 --out broadcast.json")]
    BroadcastSearch(BroadcastSearchArgs),
    /// A complete exchange in Verilator, shown on one page of HTML: loads, heat maps, space and time,
    /// schedule
    #[command(after_help = "Example: torusgen report 4x4x4 --placement linear --out 4x4x4.html")]
    Report(ReportArgs),
    /// The latency-throughput curve of a traffic pattern through buffered routers
    #[command(
        after_help = "Example: torusgen sweep 4x4 --ports one --traffic uniform --rates 0.1:0.9:0.1 --svg \
            uniform.svg"
    )]
    Sweep(SweepArgs),
    /// Loads recomputed from a waveform, compared with the exact ones; messages followed, two waveforms
    /// compared
    #[command(
        after_help = "Example: torusgen sim 4x4 --vcd 4x4.vcd && torusgen waves 4x4.vcd --follow 0,0 1,2"
    )]
    Waves(WavesArgs),
    /// A matrix of configurations, emitted, simulated and compared
    #[command(after_help = "Example: torusgen regress --filter 4x4-linear-oneshot --junit regress.xml")]
    Regress(RegressArgs),
    /// Completions for a shell, to standard output
    #[command(after_help = "Example: eval \"$(torusgen completions bash)\"")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What `torusgen compare --help` explains.
const COMPARE_HELP: &str = "\
Time = start-ups x TS + blocks on the critical path x B x TM + rearranged blocks x B x TR + hops x TH, in
your units. Start-ups, blocks, buffer (blocks held at most, and those of them on their way) and hops are
counted in plans that are verified block by block. Rearranging is copying within a node: no link shows it, so
it is charged where the paper (Kim, Maeng and Cho 1999) says how much there is, and not for other algorithms.
Diagonal propagation (Tseng and others) is there by its published costs, marked so, and takes no part in
naming winners. Slots are cycles of the emitted network with blocks of B flits.

Ports: an algorithm is made for nodes that send and receive by every link at once (all), one message each way
(one), or one each way with those it forwards (single). Nodes run what is made for fewer ports than they
have: the winner of each port model is the fastest of all that it runs, and that with all ports the fastest
of all.

Example: torusgen compare 8x8 --startup 100 --transmit 1 --block 64 --svg compare.svg";

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people; coloured on a terminal
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// `torusgen loads`.
#[derive(Args, Debug)]
pub struct LoadsArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    /// Print the load of every link, in link-id order
    #[arg(long)]
    pub links: bool,
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
    /// Draw the space-time diagram (and in two dimensions the loads) to this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
    /// Write the schedule to this file: JSON if its name ends in .json, else text, a line for each message
    /// class
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
    /// Folder to make; one that torusgen made before is replaced [default: out/NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Put this in front of the paths in file lists, such as the folder as your tools see it [default:
    /// nothing, they are relative to the folder]
    #[arg(long, value_name = "PATH")]
    pub filelist_prefix: Option<String>,
    /// How to print the summary
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

impl EmitArgs {
    /// The folder to make for the network of this name.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| ["out", name].iter().collect())
    }
}

/// `torusgen sweep`.
#[derive(Args, Debug)]
pub struct SweepArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub network: NetworkArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub traffic: TrafficFlags,
    /// Rates FROM:TO:STEP, in flits per processor and cycle, instead of --rate
    #[arg(long, value_name = "FROM:TO:STEP", default_value = "0.05:1:0.05")]
    pub rates: String,
    /// Draw the curve to this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
    /// Which simulator
    #[arg(long, value_name = "ENGINE", value_parser = engine::parser(), default_value = "tiles")]
    pub engine: Engine,
    /// Rates run at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// What is checked besides.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckName {
    /// A complete exchange transposes a matrix of blocks
    Transpose,
}

/// What waves are written.
#[derive(Args, Clone, Debug, Default)]
pub struct RecordArgs {
    /// Write link traffic to this VCD file, with a .gtkw (GTKWave) and a .sucl (Surfer) beside it
    #[arg(long, value_name = "FILE")]
    pub vcd: Option<PathBuf>,
    /// Write the same to this FST file, which is compressed
    #[arg(long, value_name = "FILE")]
    pub fst: Option<PathBuf>,
    /// Write these slots, of buffered routers cycles, only.
    #[arg(
        long,
        value_name = "FROM:TO",
        help = "Write these slots on the links only, counted from the first exchange's slot 0 on (buffered \
                router: these cycles only); TO is not among them, and may be left out, as FROM"
    )]
    pub window: Option<String>,
    /// Write these links only.
    #[arg(
        long,
        value_name = "SELECTION",
        help = "Write these links only, and the ejections of the nodes that they leave: node=1,2,3 (a \
                coordinate may be a range 0..3, both ends in it, or *), dim=2, dim=2+, dim=2-, busiest=16 \
                (by exact loads), or several joined by ; which a link has to meet all"
    )]
    pub links: Option<String>,
}

impl RecordArgs {
    /// The links asked for. Errors: no selection, or no file to write.
    pub fn selection(&self) -> Result<Option<Selection>, UsageError> {
        let given = [("--window", &self.window), ("--links", &self.links)];
        if let (Some((option, _)), None, None) =
            (given.iter().find(|(_, given)| given.is_some()), &self.vcd, &self.fst)
        {
            return Err(OptionError::NoWaves { option }.into());
        }
        self.links.as_ref().map(|text| text.parse().map_err(UsageError::from)).transpose()
    }

    /// What is recorded, of the links asked for. Error: no window.
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
    /// Number of exchanges, run back to back [default: 1]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub exchanges: Option<u32>,
    /// Exchanges that are run behind these and checked, but not reported.
    #[arg(
        long,
        value_name = "M",
        value_parser = clap::value_parser!(u32).range(0..=65536),
        help = "Exchanges that follow these as closely as they can and are checked as strictly, to see that \
                the network starts again as it should; no figure counts them; 0 saves their time, for \
                benchmarks [default: 2]"
    )]
    pub further: Option<u32>,
    /// Threads that share the nodes of the tile engine.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=64),
        help = "Threads that share the nodes of the tile engine, each at least 256 of them; only on a \
                machine that has nothing else to do [default: 1]"
    )]
    pub threads: Option<u32>,
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
                stuck-ready:LANE:C; may be given several times"
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
    /// Exchanges asked for.
    pub fn exchanges(&self) -> u32 {
        self.exchanges.unwrap_or(1)
    }

    /// Threads of the tile engine.
    pub fn threads(&self) -> u32 {
        self.threads.unwrap_or(1)
    }

    /// Exchanges behind those asked for.
    pub fn further(&self) -> u32 {
        self.further.unwrap_or(FURTHER)
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
    /// Draw time by block size, and where the fastest changes, to this file
    #[arg(long, value_name = "FILE.svg")]
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

/// `torusgen report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
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
        conflicts_with_all = ["engine", "engines", "jobs", "resume", "junit", "json", "format"]
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
        conflicts_with_all = ["matrix", "filter", "list", "engine", "engines", "jobs", "shard", "resume"]
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
