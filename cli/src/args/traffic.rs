//! Options of traffic that nobody scheduled.

use clap::Args;
use torus_gen::{buffered::TrafficOptions, error::Refusal};

/// What is sent through buffered routers, and how it is measured.
#[derive(Args, Clone, Debug)]
pub struct TrafficFlags {
    /// Who sends to whom.
    #[arg(
        long,
        value_name = "TRAFFIC",
        help = "Buffered router: all-to-all[:offset|random|farthest], uniform, transpose, tornado, neighbour, complement, \
                reverse, shuffle, hotspot[:percent=P][:at=N], or trace:FILE of lines `cycle source destination flits` \
                [default: all-to-all, for a sweep uniform]"
    )]
    pub traffic: Option<String>,
    /// Flits that a processor offers in a cycle, on average (patterns)
    #[arg(long, value_name = "R", default_value = "0.1")]
    pub rate: String,
    /// Packets of a burst, on average (patterns); 1: every cycle alike
    #[arg(long, value_name = "B", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub burst: u32,
    /// Flits of a packet, L, or L-M for all lengths between (patterns) [default: 1; by the bubble rule --flits]
    #[arg(long, value_name = "L")]
    pub length: Option<String>,
    /// Cycles before the window that is measured (patterns)
    #[arg(long, value_name = "C", default_value = "1000")]
    pub warmup: u64,
    /// Cycles of the window (patterns)
    #[arg(long, value_name = "C", default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    pub measure: u64,
    /// Cycles after which no more is sent
    #[arg(long, value_name = "C", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
}

impl TrafficFlags {
    /// What the options say.
    pub fn options(&self) -> TrafficOptions {
        TrafficOptions {
            traffic: self.traffic.clone(),
            rate: self.rate.clone(),
            burst: self.burst,
            length: self.length.clone(),
            warmup: self.warmup,
            measure: self.measure,
            limit: self.limit,
        }
    }

    /// Refuses options of unscheduled traffic for a scheduled network.
    pub fn refuse(&self) -> Result<(), Refusal> {
        let given = [
            ("--traffic", self.traffic.is_some()),
            ("--rate", self.rate != "0.1"),
            ("--burst", self.burst != 1),
            ("--length", self.length.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Refusal::NeedsBuffered { option }),
            None => Ok(()),
        }
    }
}
