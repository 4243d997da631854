//! The best bound known for a schedule, by its kind, its ports and its routes.

use super::{oneshot::makespan_bound, problem::problem, Entry, Schedule, ScheduleKind};
use crate::{
    bound::{exchange_bound, exchange_bound_over, frame_bound, frame_bound_over},
    route::ordered_route,
};

/// The best bound known for schedules like this one: that of its kind and ports. If all its routes are those
/// of ODR, it is a bound for these routes; other routes count as chosen freely.
pub fn proved_bound(schedule: &Schedule) -> u32 {
    let (placement, ports) = (&schedule.placement, schedule.ports);
    let ordered = |entry: &Entry| entry.route == ordered_route(placement.torus(), &entry.offset);
    let fixed = schedule.entries.iter().all(ordered);
    let problem = || problem(placement, ports, &schedule.entries);
    match (schedule.kind, fixed) {
        (ScheduleKind::Frame, true) => frame_bound_over(placement, ports, problem().lower_bound()),
        (ScheduleKind::Frame, false) => frame_bound(placement, ports),
        (ScheduleKind::OneShot, true) => exchange_bound_over(placement, ports, makespan_bound(&problem())),
        (ScheduleKind::OneShot, false) | (ScheduleKind::Exchange, _) => exchange_bound(placement, ports),
    }
}
