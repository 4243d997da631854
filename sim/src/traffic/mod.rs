//! Sends any traffic through a buffered network and checks everything.
//!
//! Tiles are verilated (`NAME_router`, and `NAME_transit` if some nodes have no processor); for the fabric
//! engine also the emitted top and bench around them. The driver offers flits to injection ports in their
//! cycles, takes flits that leave, and counts every link in every cycle. It checks that no flit is lost,
//! doubled, changed, misdelivered, mixed with another packet or overtaken; that every channel of every link
//! carried exactly the flits that the packets' routes need and has all its credits back at the end; and that
//! no node reports an error. If nothing moves for [`PATIENCE`] cycles while flits are inside, the network is
//! stalled: the run ends and reports what each flit waits for.
//!
//! Cycle t is the state after t clock edges with `rst_ni` high. A packet offered in cycle t may enter the
//! router at the edge that ends t. Its latency counts from the cycle in which it is offered to the cycle in
//! which its last flit is at the ejection port. Its latency in the network begins with the cycle in which it
//! enters.
//!
//! Bounds: heads of up to 64 bits; payloads of at least 32 bits.

mod bench;
mod burst;
mod coming;
mod conserve;
mod ending;
pub mod ffi;
mod golden;
mod head;
mod interrupt;
mod latency;
mod machine;
mod needed;
mod order;
mod probe;
mod recorder;
mod records;
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
use coming::Coming;
use golden::Golden;
use machine::EngineFactory;
use needed::Needed;
use recorder::TrafficRecorder;
use scoreboard::PacketScoreboard;
use std::ops::Range;
use together::OfOthers;
use torus_model::{NodeId, Placement, PortModel};

/// Cycles without movement after which flits inside the network count as stuck.
pub const PATIENCE: u64 = 1000;

/// The most cycles that are run at a time.
const BATCH: u64 = 256;

/// Cycles that are checked after the last packet has arrived: nothing may move, and no credit may be wrong.
const QUIET: u64 = 64;

/// A packet to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The cycle in which it is offered.
    pub cycle: u64,
    /// The processor that sends it.
    pub source: NodeId,
    /// The processor that receives it.
    pub destination: NodeId,
    /// Its number of flits.
    pub flits: u32,
    /// Its path, from the source to the destination.
    pub way: Way,
}

/// Makes packets as often as they are asked for.
pub trait PacketMaker {
    /// All packets in the order of their cycles, the same in every call.
    fn packets(&self) -> Box<dyn Iterator<Item = Packet> + '_>;
}

/// A network, and the packets to send through it.
pub struct Traffic<'a> {
    /// The emitted folder of a buffered network, and how it is run.
    pub setup: Setup<'a>,
    /// The processors, which send and receive.
    pub placement: &'a Placement,
    /// The packets in the order of their cycles. They need not end if there is a window.
    pub packets: &'a mut dyn Iterator<Item = Packet>,
    /// Makes the same packets again, from the first one on. With it the run keeps only packets that are on
    /// the way, and its memory does not grow with its length. `None`: all packets are kept.
    pub again: Option<&'a dyn PacketMaker>,
    /// The cycles whose packets are measured. Sending continues until these have arrived. `None`: all
    /// packets, to the end.
    pub window: Option<Range<u64>>,
    /// The cycle from which on no more packets are sent. Then the run goes on as long as packets arrive: it
    /// is given up after twice as many cycles, if none has arrived for as many.
    pub limit: u64,
    /// The flits that every link must carry, by link id, if they are known without the packets. `None`: as
    /// many as the packets need.
    pub counts: Option<&'a [u64]>,
    /// Packets that are sent afterwards if there was no mismatch. They are sent as fast as local ports take
    /// them, regardless of their cycles; then the places of every channel are counted. `None`: the run ends
    /// with the other packets.
    pub burst: Option<Vec<Packet>>,
    /// The packets in the lists of the emitted bench, in order. The fabric engine then also runs the bench if
    /// there was no mismatch. `None`: it does not.
    pub lists: Option<Vec<Packet>>,
    /// The planted faults.
    pub faults: &'a [Fault],
    /// What is shown during the run.
    pub show: Show<'a>,
}

/// The results of a run of traffic. Its counts of messages are counts of packets; `expected_counts` are
/// [`Traffic::counts`], or what the packets need.
pub type TrafficReport = Report<PacketFigures>;

/// The figures of a run of packets.
#[derive(Clone, Debug)]
pub struct PacketFigures {
    /// Latencies of measured packets, from the offer to the last flit at the ejection port.
    pub latency: Summary,
    /// Latencies of measured packets, from entering the router on.
    pub network_latency: Summary,
    /// All of these latencies: total, and in the network.
    pub latencies: [Latencies; 2],
    /// Flits ejected in the window, per processor and cycle.
    pub accepted: f64,
    /// Whether all measured packets arrived while sending continued; otherwise the network is saturated.
    pub drained: bool,
    /// The figures of the burst that followed; `None` without a burst.
    pub burst: Option<BurstReport>,
    /// The cycles for which the bench ran by itself; `None` if it did not run.
    pub bench: Option<u64>,
}

/// Sends the packets and checks everything. Faults of the network are not errors but mismatches, see
/// [`Report::mismatches`].
///
/// On several ranks each runs its block ([`Setup::ranks`]). The report of rank 0 equals that of a single
/// process; the other reports count only their own links. Such runs cannot be watched. Errors: tools; files;
/// a folder without buffered routers, or of another torus or placement; a fault that the engine cannot
/// plant; errors of any rank, and lost ranks.
pub fn run_traffic(traffic: Traffic) -> Result<TrafficReport, SimError> {
    guarded(traffic.setup.ranks, || run_guarded(traffic))
}

fn run_guarded(traffic: Traffic) -> Result<TrafficReport, SimError> {
    let ranks = traffic.setup.ranks;
    let mut session = agree(ranks, Session::open(traffic))?;
    let started = Clock::of(session.threads());
    session.simulate();
    if session.unwritten {
        session.close_files()?;
    }
    session.check_serials(1)?;
    session.finish()?;
    session.close_files()?;
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
    /// The other ranks that share the network, the block of this one, and the counts of the others.
    ranks: Option<&'a dyn Ranks>,
    block: Block,
    others: OfOthers,
    scoreboard: PacketScoreboard<'a>,
    monitor: Monitor,
    recorder: TrafficRecorder<'a>,
    /// The time of the clock edges, and the time of making packets.
    running: Spent,
    sending_took: Spent,
    /// For each link and channel, the flits that the packets sent from this block need; and those of all
    /// ranks, after the run has ended and again after a burst has.
    needed: Needed,
    needed_by_all: Vec<u64>,
    /// The flits offered since cycles were last run.
    flits: Vec<Flit>,
    /// The cycles from which on ejection ports were held or released, for a repetition of the run.
    holds: Vec<(u64, bool)>,
    /// The model engine, during a burst.
    golden: Option<Golden<'a>>,
    coming: Coming,
    cycle: u64,
    /// The cycle before which the run is not given up.
    end: u64,
    moved: u64,
    last_arrival: u64,
    /// The packets that had arrived on all ranks when some last did, and the cycle in which that was noticed.
    delivered_before: u64,
    last_delivery: u64,
    accepted: u64,
    drained: Option<bool>,
    sending: bool,
    stalled: bool,
    /// Whether a node reports an error.
    failed: bool,
    /// Whether waves cannot be written, on any rank.
    unwritten: bool,
}
