//! Options of traffic through buffered networks.

use super::refused::OptionError;
use clap::Args;
use torus_gen::{
    buffered::{Subject, TrafficOptions},
    error::UsageError,
    limits::{MAX_BURST, MAX_CYCLES},
    options::OptionsError,
};

/// What is sent through buffered routers, and how it is measured. An option is `None` if it was not given, so
/// that options that do not fit together can be refused.
#[derive(Args, Clone, Debug)]
pub struct TrafficFlags {
    /// Who sends to whom.
    #[arg(
        long,
        value_name = "TRAFFIC",
        help = "Buffered router: all-to-all[:offset|random|farthest|planned], uniform, transpose, tornado, \
                neighbour, complement, reverse, shuffle, hotspot[:percent=P][:at=N], or trace:FILE of lines \
                `cycle source destination flits` [default: all-to-all, for a sweep uniform]"
    )]
    pub traffic: Option<String>,
    /// Flits that a processor offers in a cycle, on average (patterns) [default: 0.1]
    #[arg(long, value_name = "R")]
    pub rate: Option<String>,
    /// Packets of a burst, on average (patterns); 1: every cycle alike [default: 1]
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_BURST)))]
    pub burst: Option<u32>,
    /// Flits of a packet, L, or L-M for all lengths between (patterns) [default: 1; by the bubble rule
    /// --flits]
    #[arg(long, value_name = "L")]
    pub length: Option<String>,
    /// Cycles before the window that is measured (patterns) [default: 1000]
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u64).range(0..=MAX_CYCLES))]
    pub warmup: Option<u64>,
    /// Cycles of the window (patterns) [default: 5000]
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u64).range(1..=MAX_CYCLES))]
    pub measure: Option<u64>,
    /// Cycles after which no more is sent [default: 1000000, or twice the warmup and window; for a sweep at
    /// most 20 times these]
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u64).range(1..=MAX_CYCLES))]
    pub limit: Option<u64>,
}

impl TrafficFlags {
    /// The options of a workload, completed by their defaults.
    pub fn options(&self) -> TrafficOptions {
        let usual = TrafficOptions::default();
        let (warmup, measure) = (self.warmup.unwrap_or(usual.warmup), self.measure.unwrap_or(usual.measure));
        // A long window has as much time again for its packets to arrive.
        let limit = usual.limit.max(2 * (warmup + measure));
        TrafficOptions {
            traffic: self.traffic.clone(),
            rate: self.rate.clone().unwrap_or(usual.rate),
            burst: self.burst.unwrap_or(usual.burst),
            length: self.length.clone(),
            warmup,
            measure,
            limit: self.limit.unwrap_or(limit),
        }
    }

    /// The same for a sweep. Rates beyond saturation do not drain, so by default a sweep waits less long.
    pub fn options_of_sweep(&self) -> TrafficOptions {
        let options = self.options();
        let most = self.limit.unwrap_or(20 * (options.warmup + options.measure));
        TrafficOptions { limit: options.limit.min(most), ..options }
    }

    /// Refuses options of traffic for a scheduled network. `from`: whether it is in a folder.
    pub fn refuse(&self, from: bool) -> Result<(), UsageError> {
        let others = [("--traffic", self.traffic.is_some()), ("--limit", self.limit.is_some())];
        match others.into_iter().chain(self.of_patterns()).find(|(_, given)| *given) {
            Some((option, _)) => Err(needs_buffered(option, from).into()),
            None => Ok(()),
        }
    }

    /// Refuses options of patterns for traffic that has a fixed list of packets. Errors: such an option;
    /// unknown traffic.
    pub fn refuse_patterns(&self) -> Result<(), UsageError> {
        let here = match Subject::parse(self.options().subject())? {
            Subject::Pattern(_) => return Ok(()),
            Subject::AllToAll(_) => "in a complete exchange, which has no rate and is measured as a whole",
            Subject::Trace(_) => "with a trace, which says what is sent and when",
        };
        match self.of_patterns().into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(OptionError::NoEffect { option, here }.into()),
            None => Ok(()),
        }
    }

    /// The options of patterns, and whether each was given.
    fn of_patterns(&self) -> [(&'static str, bool); 5] {
        [
            ("--rate", self.rate.is_some()),
            ("--burst", self.burst.is_some()),
            ("--length", self.length.is_some()),
            ("--warmup", self.warmup.is_some()),
            ("--measure", self.measure.is_some()),
        ]
    }
}

/// The error of an option of packets, given for a scheduled network. `from`: whether it is in a folder.
pub fn needs_buffered(option: &'static str, from: bool) -> OptionsError {
    match from {
        true => OptionsError::NeedsBufferedFolder { option },
        false => OptionsError::NeedsBuffered { option },
    }
}
