//! Why a network has no schedule.

use std::path::PathBuf;
use thiserror::Error;
use torus_model::schedule::verify::Violation;
use torus_sim::output::shown;

/// Why a network has no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// A schedule for a routing that has none.
    #[error(
        "a schedule for the routing {routing} was asked for; a schedule needs one path for every pair, which \
         odr and balanced have: use one of them, or torusgen loads for the loads of {routing}"
    )]
    NoSchedule {
        /// The routing.
        routing: String,
    },
    /// An exchange too large for the search of a schedule.
    #[error(
        "a schedule of {messages} message classes in at least {slots} slots was asked for, which is more \
         than the search goes through: use a linear or multilinear placement, or a smaller torus; torusgen \
         loads has no such limit"
    )]
    TooLarge {
        /// Message classes to schedule.
        messages: u64,
        /// Slots that the schedule has at least.
        slots: u64,
    },
    /// A schedule that does not do what it claims.
    #[error(
        "{} holds a schedule that is not valid: {violation}; hardware is made from valid schedules only: see \
         torusgen verify",
        shown(.path)
    )]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The violation.
        violation: Violation,
    },
    /// A schedule file together with options that say what it says.
    #[error(
        "{} is a schedule file, which says torus, placement, routing and kind itself; with 'schedule' only \
         'width', 'name', 'switching', 'rom' and 'out' may be given: leave {option} out",
        shown(.path)
    )]
    Options {
        /// The file.
        path: PathBuf,
        /// The option given.
        option: String,
    },
}
