//! Workloads from options: a pattern with its rate, an exchange, or a trace.

mod decimal;
mod error;
mod limits;
mod rate;

pub use decimal::decimal;
pub use error::WorkloadError;
pub use limits::{exchange_packets, most_packets};
pub use rate::Rate;

use super::{burst, Buffers, PacketNetwork, Routes};
use crate::{file_error::FileError, UsageError};
use num_rational::Ratio;
use serde::Deserialize;
use std::{ops::Range, path::PathBuf};
use torus_model::traffic::{
    all_to_all, expected_loads, link_flits, parse_trace, saturation, Destinations, Injection, Lengths, Order,
    Pattern, Traffic,
};
use torus_model::Placement;
use torus_sim::input;
use torus_sim::traffic::{Fault, Packet, PacketMaker};
use torus_sim::Engine;

/// The options of a workload and of its measurement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrafficOptions {
    /// The name of the traffic; all to all if not given.
    pub traffic: Option<String>,
    /// Flits that a processor offers in a cycle, on average, as a decimal number (patterns).
    pub rate: String,
    /// Packets of a burst, on average (patterns); with 1, the rate is the same in every cycle.
    pub burst: u32,
    /// Flits of a packet: `L`, or `L-M` for all lengths from L to M (patterns).
    pub length: Option<String>,
    /// Cycles before the measured window (patterns).
    pub warmup: u64,
    /// Cycles of the measured window (patterns).
    pub measure: u64,
    /// Cycles after which nothing more is sent.
    pub limit: u64,
}

impl Default for TrafficOptions {
    /// All to all; patterns have a rate of a tenth of a flit per cycle and are measured for 5000 cycles.
    fn default() -> Self {
        TrafficOptions {
            traffic: None,
            rate: "0.1".into(),
            burst: 1,
            length: None,
            warmup: 1000,
            measure: 5000,
            limit: 1_000_000,
        }
    }
}

impl TrafficOptions {
    /// The name of the traffic.
    pub fn subject(&self) -> &str {
        self.traffic.as_deref().unwrap_or("all-to-all")
    }
}

/// The kinds of traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A message from every processor to every other one, once.
    AllToAll(Order),
    /// The packets of a file.
    Trace(PathBuf),
    /// A pattern that does not end.
    Pattern(Pattern),
}

impl Subject {
    /// Parses `all-to-all[:ORDER]`, `trace:FILE`, or the name of a pattern. Errors: any other name.
    pub fn parse(text: &str) -> Result<Self, UsageError> {
        match text.split_once(':') {
            _ if text == "all-to-all" => Ok(Subject::AllToAll(Order::Random)),
            Some(("all-to-all", order)) => Ok(Subject::AllToAll(order.parse()?)),
            Some(("trace", path)) => Ok(Subject::Trace(path.into())),
            _ => text
                .parse()
                .map(Subject::Pattern)
                .map_err(|_| WorkloadError::Traffic { text: text.into() }.into()),
        }
    }
}

/// The packets to send, the measured window, and what is known about them.
pub struct Workload<'a> {
    /// The packets, by cycle.
    pub packets: Box<dyn Iterator<Item = Packet> + 'a>,
    /// Makes the same packets again, for patterns.
    pub again: Option<Box<dyn PacketMaker + 'a>>,
    /// The cycles whose packets are measured; `None`: all.
    pub window: Option<Range<u64>>,
    /// The rate that was asked for, in flits per processor and cycle, for patterns.
    pub rate: Option<Ratio<u64>>,
    /// The highest rate that links and ports allow, in flits per processor and cycle, for patterns.
    pub bound: Option<Ratio<u64>>,
    /// The expected load of every link, by link id, in any unit.
    pub loads: Vec<u64>,
    /// Words `key=value` that reproduce the packets on the same network; for a trace without its path.
    pub label: String,
    /// For exchanges, the flits of every link, computed from the loads and not from the packets.
    pub counts: Option<Vec<u64>>,
    /// Packets that follow these, as fast as local ports take them, and are not measured.
    pub burst: Option<Vec<Packet>>,
    /// The packets of the bench's lists, for an engine that runs the bench.
    pub lists: Option<Vec<Packet>>,
    /// The planted faults.
    pub faults: Vec<Fault>,
}

impl<'a> Workload<'a> {
    /// The traffic in the words of `--traffic`; for a trace without its path.
    pub fn subject(&self) -> &str {
        self.label.split(' ').next().and_then(|word| word.strip_prefix("traffic=")).unwrap_or("")
    }

    fn of(packets: impl Iterator<Item = Packet> + 'a, loads: Vec<u64>, label: String) -> Self {
        let packets = Box::new(packets);
        Workload {
            packets,
            again: None,
            window: None,
            rate: None,
            bound: None,
            loads,
            label,
            counts: None,
            burst: None,
            lists: None,
            faults: Vec::new(),
        }
    }

    /// This workload with all that checks the network afterwards: a burst, and the bench on the fabric
    /// engine.
    pub fn checking(self, network: PacketNetwork, engine: Engine) -> Self {
        let lists = || exchange(network, Order::Random, network.base.effort.seed).packets.collect();
        Workload { burst: Some(burst(network)), lists: (engine == Engine::Fabric).then(lists), ..self }
    }

    /// The workload that options describe. Errors: an unknown name, or traffic that this placement cannot
    /// have; invalid rates, lengths or files.
    pub fn new(network: PacketNetwork<'a>, options: &TrafficOptions, seed: u64) -> Result<Self, UsageError> {
        limits::check_numbers(options)?;
        match Subject::parse(options.subject())? {
            Subject::AllToAll(order) => {
                limits::check_exchange(network)?;
                Ok(exchange(network, order, seed))
            }
            Subject::Trace(path) => trace(network, &path, seed),
            Subject::Pattern(pattern) => endless(network, options, pattern, &options.rate.parse()?, seed),
        }
    }

    /// The workload of a pattern, at this rate instead of the options' own. Errors: traffic that this
    /// placement cannot have; invalid lengths.
    pub fn at_rate(
        network: PacketNetwork<'a>,
        options: &TrafficOptions,
        pattern: Pattern,
        rate: &Rate,
        seed: u64,
    ) -> Result<Self, UsageError> {
        limits::check_numbers(options)?;
        endless(network, options, pattern, rate, seed)
    }
}

/// One exchange of the shortest packets. Unordered routing sends d! copies of each message, equally over all
/// orders.
pub fn exchange(network: PacketNetwork, order: Order, seed: u64) -> Workload {
    let PacketNetwork { base, loads, buffers } = network;
    let placement = &base.placement;
    let routes = Routes::new(placement, buffers, seed);
    let flits = buffers.shortest_packet() as u32;
    let pairs = all_to_all(placement, order, buffers.ties, flits, seed);
    let packets = pairs.into_iter().flat_map(move |p| routes.copies(p.source, p.destination, p.flits));
    let counts: Vec<u64> = loads.numerators().iter().map(|load| load * flits as u64).collect();
    Workload {
        counts: Some(counts.clone()),
        ..Workload::of(packets, counts, format!("traffic=all-to-all:{order}"))
    }
}

fn trace<'a>(
    PacketNetwork { base, buffers, .. }: PacketNetwork<'a>,
    path: &std::path::Path,
    seed: u64,
) -> Result<Workload<'a>, UsageError> {
    let text = input::read(path, input::TRACE).map_err(|error| FileError::unreadable(path, &error))?;
    let list = parse_trace(&base.placement, buffers.flits as u32, &text)
        .map_err(|error| FileError::contents(path, error))?;
    if list.is_empty() {
        return Err(WorkloadError::NoPackets { path: path.into() }.into());
    }
    list.iter().try_for_each(|packet| buffers.check_length(packet.flits))?;
    let mut routes = Routes::new(&base.placement, buffers, seed);
    let packets: Vec<Packet> = list.into_iter().map(|packet| routes.with_way(packet)).collect();
    let loads = link_flits(base.torus(), packets.iter().map(|packet| routes.walked(packet)));
    Ok(Workload::of(packets.into_iter(), loads, "traffic=trace".into()))
}

fn endless<'a>(
    PacketNetwork { base, buffers, .. }: PacketNetwork<'a>,
    options: &TrafficOptions,
    pattern: Pattern,
    rate: &Rate,
    seed: u64,
) -> Result<Workload<'a>, UsageError> {
    let destinations = Destinations::new(&base.placement, pattern)?;
    let loads = expected_loads(&base.placement, &destinations, buffers.routing(), buffers.ties)?;
    let bound = saturation(&loads, &destinations, base.ports);
    let injection = match options.burst {
        1 => Injection::Bernoulli,
        burst => Injection::Bursty { burst },
    };
    let length = length(options, buffers);
    let traffic = Traffic::new(destinations, injection, rate.exact(), lengths(&length, buffers)?)?;
    let endless = Endless { placement: &base.placement, buffers, traffic, seed };
    let window = window(options)?;
    let (subject, TrafficOptions { burst, warmup, measure, .. }) = (options.subject(), options);
    let label = format!(
        "traffic={subject} rate={rate} burst={burst} length={length} warmup={warmup} measure={measure}"
    );
    let packets = endless.iter();
    Ok(Workload {
        again: Some(Box::new(endless)),
        window: Some(window),
        rate: Some(rate.exact()),
        bound: Some(bound),
        ..Workload::of(packets, loads.numerators().to_vec(), label)
    })
}

/// The packets of a pattern.
struct Endless<'a> {
    placement: &'a Placement,
    buffers: &'a Buffers,
    traffic: Traffic,
    seed: u64,
}

impl<'a> Endless<'a> {
    fn iter(&self) -> impl Iterator<Item = Packet> + 'a {
        let mut routes = Routes::new(self.placement, self.buffers, self.seed);
        self.traffic.packets(self.seed).map(move |packet| routes.with_way(packet))
    }
}

impl PacketMaker for Endless<'_> {
    fn packets(&self) -> Box<dyn Iterator<Item = Packet> + '_> {
        Box::new(self.iter())
    }
}

/// The cycles that are measured. Error: the sending ends before them.
fn window(
    &TrafficOptions { warmup, measure, limit, .. }: &TrafficOptions,
) -> Result<Range<u64>, WorkloadError> {
    let end = warmup.saturating_add(measure);
    match limit < end {
        true => Err(WorkloadError::Limit { end, limit }),
        false => Ok(warmup..end),
    }
}

/// The packet length of the options, or the default of the deadlock rule.
fn length(options: &TrafficOptions, buffers: &Buffers) -> String {
    options.length.clone().unwrap_or_else(|| buffers.shortest_packet().to_string())
}

/// Parses `L` or `L-M`.
fn lengths(text: &str, buffers: &Buffers) -> Result<Lengths, UsageError> {
    let number = |part: &str| part.parse().map_err(|_| WorkloadError::Length { text: text.to_string() });
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (number(least)?, number(most)?);
    buffers.check_length(least)?;
    Ok(Lengths::new(least, most, buffers.flits as u32)?)
}
