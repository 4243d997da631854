//! Any traffic through a network of buffered routers: flits in, flits out, everything checked.
//!
//! One tile is verilated (`NAME_router`, and `NAME_transit` where nodes have no processor), on the fabric
//! engine the emitted top and bench around it as well; the driver offers flits to injection ports at their
//! cycles, takes what comes out, and counts every link in every cycle. It checks that nothing is lost,
//! doubled, changed, misdelivered, mixed or overtaken, that every channel of every link carried exactly the
//! flits that the packets' words need and has all its credits back at the end, and that no node reports an
//! error. A network in which nothing moves for [`PATIENCE`] cycles while flits are inside is stalled: the run
//! ends and says what waits for what.
//!
//! Cycle t is the state after t clock edges with `rst_ni` high. A packet offered in cycle t may enter the
//! router by the edge that ends t. Its latency counts from the cycle it was offered in to the cycle in which
//! its last flit stands at the ejection port; the network's part begins with the cycle in which it entered.
//!
//! Bounds: heads of up to 64 bits, payloads of at least 32.

mod bench;
mod burst;
mod conserve;
mod ending;
pub mod ffi;
mod golden;
mod head;
mod interrupt;
mod latency;
mod machine;
mod probe;
mod recorder;
mod scoreboard;
mod sending;
mod session;
mod shared_log;
mod shared_tiles;
mod show;
mod sources;
mod stall;
mod strays;
mod together;
mod way;

pub use burst::BurstReport;
pub use head::{HeadFormat, Hop};
pub use latency::{Latencies, Summary};
pub use machine::FabricFault;
pub use show::{PacketSample, Show, Watch};
pub use way::Way;

pub use crate::engine::traffic::{Fault, Tally, TrafficMachine};

use crate::clock::{Clock, Spent};
use crate::engine::traffic::Flit;
use crate::engine::RESET_EDGES;
use crate::monitor::Monitor;
use crate::ranks::{agree, guarded, Block, Ranks};
use crate::setup::Setup;
use crate::{Report, SimError};
use golden::Golden;
use machine::EngineFactory;
use recorder::TrafficRecorder;
use scoreboard::PacketScoreboard;
use std::ops::Range;
use std::rc::Rc;
use together::OfOthers;
use torus_model::{NodeId, Placement, PortModel};

/// Cycles without a movement after which flits inside the network are taken to be stuck.
pub const PATIENCE: u64 = 1000;

/// Most cycles run at once.
const BATCH: u64 = 256;

/// Cycles watched after the last packet has arrived: nothing may move then, and no credit be wrong.
const QUIET: u64 = 64;

/// A packet to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The cycle in which it is offered.
    pub cycle: u64,
    /// A processor.
    pub source: NodeId,
    /// Another one.
    pub destination: NodeId,
    /// Its length.
    pub flits: u32,
    /// Its path, from the source to the destination.
    pub way: Rc<Way>,
}

/// A network and what to send through it.
pub struct Traffic<'a> {
    /// The emitted folder, of a network of buffered routers, and the engine that runs it.
    pub setup: Setup<'a>,
    /// Who sends and receives.
    pub placement: &'a Placement,
    /// Packets in the order of their cycles; may be without end where there is a window.
    pub packets: &'a mut dyn Iterator<Item = Packet>,
    /// The cycles whose packets are measured. Sending goes on until they have arrived. `None`: all, to the
    /// end.
    pub window: Option<Range<u64>>,
    /// Packets are no longer sent from this cycle on, and the run is given up at twice that many.
    pub limit: u64,
    /// The flits that every link must carry, by link id, where they are known without the packets. `None`:
    /// what the packets sent need.
    pub counts: Option<&'a [u64]>,
    /// What is sent after these packets if they showed nothing wrong, as fast as local ports take it,
    /// whatever the cycles say; then the places of every channel are counted. `None`: the run ends with the
    /// packets.
    pub burst: Option<Vec<Packet>>,
    /// The packets of the lists in the emitted bench, in their order: the fabric engine runs the bench as
    /// well if nothing else was wrong. `None`: it does not.
    pub lists: Option<Vec<Packet>>,
    /// What is broken on purpose.
    pub faults: &'a [Fault],
    /// What is shown as the run goes on.
    pub show: Show<'a>,
}

/// What a run of traffic showed. A report's counts of messages are those of packets; `expected_counts` are
/// [`Traffic::counts`], or what the packets sent need.
pub type TrafficReport = Report<PacketFigures>;

/// What is counted in a run of packets.
#[derive(Clone, Debug)]
pub struct PacketFigures {
    /// From being offered to the last flit at the ejection port; measured packets.
    pub latency: Summary,
    /// From entering the router on.
    pub network_latency: Summary,
    /// All of these latencies: in all, in the network.
    pub latencies: [Latencies; 2],
    /// Flits that came out in the window, per processor and cycle.
    pub accepted: f64,
    /// Whether all measured packets arrived while sending went on: else the network is saturated.
    pub drained: bool,
    /// What a burst after it did; `None`: there was none.
    pub burst: Option<BurstReport>,
    /// Cycles that the bench was run for, by itself; `None`: it was not.
    pub bench: Option<u64>,
}

/// Sends the packets and checks everything. What is wrong with the network is no error, see
/// [`Report::mismatches`].
///
/// On several ranks each runs its block ([`Setup::ranks`]), and the report of rank 0 is that of one process;
/// those of others count their own links. Nobody watches them. Errors: tools, files, a folder
/// without a buffered router or of another placement, a fault that the engine cannot make; those of any rank,
/// and ranks that are lost.
pub fn run_traffic(traffic: Traffic) -> Result<TrafficReport, SimError> {
    guarded(traffic.setup.ranks, || run_guarded(traffic))
}

fn run_guarded(traffic: Traffic) -> Result<TrafficReport, SimError> {
    let ranks = traffic.setup.ranks;
    let mut session = agree(ranks, Session::open(traffic))?;
    let started = Clock::of(session.threads());
    session.simulate();
    session.finish()?;
    session.recorder.finish(session.cycle + 1, session.monitor.counts())?;
    session.took(started.elapsed());
    let mut report = session.report();
    session.burst(&mut report)?;
    session.bench(&mut report)?;
    Ok(report)
}

/// A run in progress.
struct Session<'a> {
    traffic: Traffic<'a>,
    format: HeadFormat,
    ports: PortModel,
    stride: u32,
    factory: EngineFactory,
    simulation: Box<dyn TrafficMachine + 'a>,
    /// The others that share the network, the block of this one, and what they know of theirs.
    ranks: Option<&'a dyn Ranks>,
    block: Block,
    others: OfOthers,
    scoreboard: PacketScoreboard<'a>,
    monitor: Monitor,
    recorder: TrafficRecorder<'a>,
    /// What the clock edges took, and making up packets.
    running: Spent,
    sending_took: Spent,
    /// What the packets sent from this block need, by link and channel; and what those of all ranks do, when
    /// the run has ended, and again when a burst behind it has.
    needed: Vec<u64>,
    needed_by_all: Option<Vec<u64>>,
    /// Flits offered since the last cycles were run.
    flits: Vec<Flit>,
    /// From which cycles on local ports were held or not, for a repetition.
    holds: Vec<(u64, bool)>,
    /// The model engine beside a burst.
    golden: Option<Golden<'a>>,
    next: Option<Packet>,
    cycle: u64,
    /// The run is given up in this cycle.
    end: u64,
    moved: u64,
    last_arrival: u64,
    accepted: u64,
    drained: Option<bool>,
    sending: bool,
    stalled: bool,
    /// A node reports an error.
    failed: bool,
}
