//! Errors of sweeps.

use std::path::PathBuf;
use torus_gen::{network::GENERATOR, KEYS};
use torus_model::quote::{shortened, shortened_reason};
use torus_sim::output::shown;

/// The most networks of a sweep: a picture with more curves cannot be read.
pub const MOST: usize = 24;

/// Why a sweep cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// Rates that are not a range.
    #[error(
        "the rates {:?} are no range FROM:TO:STEP of positive numbers such as 0.05:1:0.05, of up to 1000 and \
         six decimals, with at most a thousand rates: correct --rates",
        shortened(.text)
    )]
    Rates {
        /// The text given.
        text: String,
    },
    /// A sweep of traffic that has no rate.
    #[error(
        "a sweep of {} was asked for; only patterns have a rate: use uniform or another one, or torusgen sim",
        shortened(.text)
    )]
    Traffic {
        /// The traffic.
        text: String,
    },
    /// A sweep of scheduled routers.
    #[error(
        "a sweep with --router scheduled was asked for; only buffered routers take unscheduled traffic: \
         leave --router out"
    )]
    Router,
    /// A text that is not a key with values.
    #[error(
        "what varies was given as {:?}, which is not a key with its values: write it as channels=2,4",
        shortened(.text)
    )]
    VaryForm {
        /// The text given.
        text: String,
    },
    /// A key that no option has.
    #[error(
        "--vary was given the key {:?}, which is not known: use one of {}",
        shortened(.key), KEYS.join(", ")
    )]
    VaryKey {
        /// The key.
        key: String,
    },
    /// A value that the key cannot have.
    #[error(
        "--vary gives {key} the value {:?}, which this key does not take: give a value as in a configuration \
         file",
        shortened(.value)
    )]
    VaryValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
    },
    /// A key that varies twice, or has a value of its own.
    #[error(
        "{key} was given twice, of which one is by --vary: give all of its values once, as --vary \
         {key}=V1,V2"
    )]
    VaryTwice {
        /// The key.
        key: String,
    },
    /// A value that is given twice, so that one network would be measured twice.
    #[error("--vary gives {key} the value {:?} twice: leave one of them out", shortened(.value))]
    VarySame {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
    },
    /// More curves than a picture has room for.
    #[error(
        "a sweep of more than {MOST} networks was asked for, which is more than a picture shows: leave \
         values out"
    )]
    TooMany,
    /// A file that is not an output of BookSim.
    #[error(
        "{} is not an output of BookSim 2 with latencies: it needs a part \"Overall Traffic Statistics\" \
         with a packet latency and the rates of flits; give what booksim printed",
        shown(.path)
    )]
    Baseline {
        /// The file.
        path: PathBuf,
    },
    /// Points that are in none of the files.
    #[error(
        "{count} of the {of} points of the sweep are in none of the files, the first {}; a merge needs all \
         of them: give the options that the parts had and the files of all parts, or resume those that \
         ended early",
        shortened(.point)
    )]
    Missing {
        /// The first of them.
        point: String,
        /// How many are missing.
        count: usize,
        /// How many the sweep has.
        of: usize,
    },
    /// Points of another version of this program.
    #[error(
        "{} has points of {}; those of {GENERATOR} may differ: run this part of the sweep again",
        shown(.path), shortened(.generator)
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The program and its version.
        generator: String,
    },
    /// A file that is not that of a sweep.
    #[error(
        "{} has no points of a sweep ({}): name a file that --resume wrote, or a new one",
        shown(.path), shortened_reason(.reason)
    )]
    Finished {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

crate::passed_on!(SweepError);
