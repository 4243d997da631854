//! The best bound known for a schedule, from its kind, ports and routes.

use super::{
    jackson::makespan_bound,
    problem::{problem, Setting},
    Entry, Schedule, ScheduleKind,
};
use crate::{
    bound::{exchange_bound_over, exchange_bound_with, frame_bound_over, frame_bound_with},
    pack::Problem,
    route::ordered_route,
};

/// A lower bound of frames in which each message has one route. On links with registers a message may use a
/// link class twice, so some lengths are excluded because it would meet itself.
pub(super) fn routed_frame_bound(setting: Setting, problem: &Problem) -> u32 {
    let Setting { placement, ports, hop_cycles } = setting;
    let bound = frame_bound_over(placement, ports, hop_cycles, problem.lower_bound());
    (bound..).find(|&length| problem.fits_frame(length)).unwrap_or(bound)
}

/// The best bound known for schedules of the same kind and ports. If all routes are those of ODR, it is a
/// bound for these routes. Other routes count as freely chosen.
pub fn proved_bound(schedule: &Schedule) -> u32 {
    let Schedule { placement, hop_cycles, ports, .. } = schedule;
    let ordered = |entry: &Entry| entry.route == ordered_route(placement.torus(), &entry.offset);
    let fixed = schedule.entries.iter().all(ordered);
    let setting = Setting { placement, ports: *ports, hop_cycles };
    let problem = || problem(setting, &schedule.entries);
    match (schedule.kind, fixed) {
        (ScheduleKind::Frame, true) => routed_frame_bound(setting, &problem()),
        (ScheduleKind::Frame, false) => frame_bound_with(placement, *ports, hop_cycles),
        (ScheduleKind::OneShot, true) => {
            exchange_bound_over(placement, *ports, hop_cycles, makespan_bound(&problem()))
        }
        (ScheduleKind::OneShot, false) | (ScheduleKind::Exchange, _) => {
            exchange_bound_with(placement, *ports, hop_cycles)
        }
    }
}
