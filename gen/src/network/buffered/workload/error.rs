//! Errors of workloads.

use std::path::PathBuf;
use thiserror::Error;
use torus_model::{quote::shortened, traffic::PATTERNS};
use torus_sim::output::shown;

/// Why a workload cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorkloadError {
    /// A rate that is not a decimal number.
    #[error(
        "the rate {:?} is not a number such as 0.35, with at most nine decimals: correct 'rate'",
        shortened(.text)
    )]
    Rate {
        /// The text given.
        text: String,
    },
    /// A burst, or a number of cycles, that no run has.
    #[error("{option} {asked} was asked for; it is a number from {least} to {most}: change {option}")]
    Number {
        /// The option.
        option: &'static str,
        /// The number asked for.
        asked: u64,
        /// The least number.
        least: u64,
        /// The most.
        most: u64,
    },
    /// An exchange with more packets than a run tells apart.
    #[error(
        "a complete exchange of {processors} processors has {packets} packets; a run of this network tells \
         up to {most} apart: place fewer processors, or send a pattern"
    )]
    Exchange {
        /// The packets of one exchange.
        packets: u64,
        /// The processors.
        processors: usize,
        /// The most packets.
        most: u64,
    },
    /// A trace without packets.
    #[error(
        "{} has no packets: write a line for each, such as 0 3 5 1 (cycle, source, destination, flits)",
        shown(.path)
    )]
    NoPackets {
        /// The file.
        path: PathBuf,
    },
    /// A kind of traffic that is not known.
    #[error(
        "the traffic {:?} is not known; allowed are all-to-all[:ORDER], trace:FILE, {}: use one of these",
        shortened(.text), PATTERNS.join(", ")
    )]
    Traffic {
        /// The text given.
        text: String,
    },
    /// A limit that ends the sending within the measured window.
    #[error(
        "packets are measured up to cycle {end} (warmup and window), but none is sent from cycle {limit} on: \
         raise 'limit' to {end} or more, or lower 'warmup' or 'measure'"
    )]
    Limit {
        /// The cycle in which the window ends.
        end: u64,
        /// The limit.
        limit: u64,
    },
    /// A packet length that is not a number or range.
    #[error(
        "the packet length {:?} is not a number of flits such as 4, nor a range such as 1-4: correct \
         'length'",
        shortened(.text)
    )]
    Length {
        /// The text given.
        text: String,
    },
}
