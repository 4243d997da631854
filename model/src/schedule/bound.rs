//! The best bound known for a schedule, by its kind, its ports and its routes.

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

/// No frame of messages with one route each is shorter. Where links have registers, a message that uses links
/// of one class may meet itself in a frame of some length.
pub(super) fn routed_frame_bound(setting: Setting, problem: &Problem) -> u32 {
    let Setting { placement, ports, hop_cycles } = setting;
    let bound = frame_bound_over(placement, ports, hop_cycles, problem.lower_bound());
    (bound..).find(|&length| problem.fits_frame(length)).unwrap_or(bound)
}

/// The best bound known for schedules like this one: that of its kind and ports. If all its routes are those
/// of ODR, it is a bound for these routes; other routes count as chosen freely.
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
