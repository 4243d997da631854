//! Errors: why a network has no schedule.

use crate::{
    limits::{MAX_HOP_CYCLES, MAX_ROWS},
    schedule_file::OF_EMIT,
};
use std::path::PathBuf;
use thiserror::Error;
use torus_model::schedule::verify::Violation;
use torus_sim::output::shown;

/// Why a network has no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// A routing for which there are no schedules.
    #[error(
        "a schedule for the routing {routing} was asked for; a schedule needs one path for every pair, which \
         odr and balanced have: use one of them ('router' buffered runs {routing}, and torusgen loads counts \
         its loads)"
    )]
    NoSchedule {
        /// The routing.
        routing: String,
    },
    /// An exchange that is too large for the search of a schedule.
    #[error(
        "a schedule of {messages} message classes in at least {slots} slots was asked for, which is more \
         than the search goes through: use {remedy}, or a smaller torus; torusgen loads has no such limit"
    )]
    TooLarge {
        /// Message classes to schedule.
        messages: u64,
        /// The least number of slots of the schedule.
        slots: u64,
        /// A network like it whose schedule is made.
        remedy: &'static str,
    },
    /// A schedule whose messages are too many or go too far.
    #[error(
        "a schedule of {messages} message classes was asked for, which are on links for {cycles} cycles in \
         all; schedules of up to {most} are made: use a placement with fewer processors, or a smaller torus; \
         torusgen loads has no such limit",
        most = MAX_HOP_CYCLES
    )]
    Hops {
        /// Message classes to schedule.
        messages: u64,
        /// The cycles that one message of each class is on links.
        cycles: u128,
    },
    /// A schedule with more slots than a ROM has rows.
    #[error(
        "a schedule of at least {slots} slots was asked for on {torus}; a ROM has a row for each, and ROMs \
         of up to {most} rows are emitted: use 'switching' generator where letters play the frame, a \
         placement with fewer processors, or a smaller torus",
        most = MAX_ROWS
    )]
    Slots {
        /// The torus.
        torus: String,
        /// The least number of slots of the schedule.
        slots: u128,
    },
    /// A schedule that violates what it must fulfil.
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
    /// Options given with a schedule file that already decides them.
    #[error(
        "{} is a schedule file, which says torus, placement, routing and kind itself; with 'schedule' only \
         'width', 'name', 'switching', 'rom', {OF_EMIT} may be given: leave {option} out",
        shown(.path)
    )]
    Options {
        /// The file.
        path: PathBuf,
        /// The option given.
        option: String,
    },
}
