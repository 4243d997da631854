//! The command line.

pub mod advice;
pub mod brief;
pub mod engine;
pub mod headings;
pub mod hints;
mod network;
mod planning;
pub mod refused;
mod regress;
pub mod remedies;
mod runs;
pub mod traffic;

pub use network::{NetworkArgs, NetworkFlags};
pub use planning::{BroadcastSearchArgs, CompareArgs, EmitArgs, LoadsArgs, ScheduleArgs, VerifyArgs};
pub use regress::RegressArgs;
pub use runs::{CheckName, RecordArgs, ReportArgs, SimArgs, SweepArgs, WavesArgs};
pub use traffic::TrafficFlags;

use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use torus_sim::ranks::Blocks;

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
    /// A network simulated: an exchange, a broadcast or packets, every link compared with the exact loads
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
    /// The same run as one page of HTML: loads, heat maps, space and time, schedule or latencies
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
    /// A project to start from: a network, a design around it, a testbench, a Makefile
    #[command(after_help = "Example: torusgen new my_noc")]
    New {
        /// Name of the project, of its folder and of its modules
        name: String,
    },
    /// Which outside programs are there, in which version, and what each is needed for
    ///
    /// Exit code 0: sim has what it needs. 2: it has not
    #[command(after_help = "Example: torusgen doctor --format json")]
    Doctor {
        /// How to print
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Manual pages of all commands, for man, into a folder that exists
    #[command(after_help = "Example: mkdir -p man1 && torusgen man man1 && man -M . torusgen-sim")]
    Man {
        /// The folder, such as /usr/local/share/man/man1
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Completions for a shell, to standard output
    #[command(after_help = "Example: eval \"$(torusgen completions bash)\"")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// The blocks that ranks were asked to cut the torus into.
    pub fn blocks(&self) -> Option<&Blocks> {
        match self {
            Command::Sim(args) => args.blocks.as_ref(),
            _ => None,
        }
    }
}

/// What `torusgen compare --help` explains.
const COMPARE_HELP: &str = "\
    Time = start-ups x TS + blocks on the critical path x B x TM + rearranged blocks x B x TR + hops x TH, \
    in your units. Start-ups, blocks, buffer (blocks held at most, and those of them on their way) and hops \
    are counted in plans that are verified block by block. Rearranging is copying within a node: no link \
    shows it, so it is charged where the paper (Kim, Maeng and Cho 1999) says how much there is, and not for \
    other algorithms. Diagonal propagation (Tseng and others) is there by its published costs, marked so, \
    and takes no part in naming winners. Slots are cycles of the emitted network with blocks of B flits.

Ports: an algorithm is made for nodes that send and receive by every link at once (all), one message \
    each way (one), or one each way with those it forwards (single). Nodes run what is made for fewer ports \
    than they have: the winner of each port model is the fastest of all that it runs, and that with all \
    ports the fastest of all.

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
