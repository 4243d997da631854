//! Balanced routing: one shortest route for every message class, chosen so that the maximum load is as small
//! as any shortest routing allows. Also schedules with such routes.
//!
//! A message may take its dimensions in any order, and either direction in a ring where both are equally
//! long. As everywhere, a route has one segment for each dimension. [`balanced_routes`] chooses among these
//! routes by a local search, which begins with the load bound as its target. Linear placements of two and
//! three dimensions meet [`load_bound`] up to k = 12. In four dimensions k = 7 and 8 have one more, which is
//! the optimum over all orders of the dimensions.
//!
//! On a full torus with all ports, [`balanced_frame`] and [`balanced_oneshot`] return the route table, and
//! on a square with one port, [`circuits`]. For other placements the packer chooses routes and slots
//! together (`free`), so that a frame is as long as its busiest link is used, or little longer. With the
//! default effort, frames of linear placements meet the bound for d = 2, for d = 3 and every k tried, up to
//! 129 with 16,641 processors, and for d = 4 and k = 3..6 (4, 8, 16, 27). If 3 divides k, some messages have
//! fixed slots (`thirds`). Frames above the bound: for d = 4 k = 7 and 8, with 45 over 43 and 66 over 64.
//! Their maximum loads are 44 and 65.
//!
//! The method is ours (`docs/theory.md`, Frames and one-shots); the bounds are those of [`crate::bound`].
//! After a failure, targets between it and the best maximum are tried by halving. Messages that are images
//! of each other under turns of the torus start together.
//!
//! ```
//! use torus_model::{bound::load_bound, schedule::balanced::balanced_frame};
//! use torus_model::{Effort, Placement, PortModel, Torus};
//! let placement = Placement::linear(&Torus::homogeneous(3, 4)?, None, 0)?;
//! assert_eq!(load_bound(&placement), 3);
//! assert_eq!(balanced_frame(&placement, PortModel::AllPort, Effort::with_seed(1)).length, 3);
//! # Ok::<(), torus_model::Error>(())
//! ```

mod free;
mod search;
mod thirds;
mod turns;

use crate::{
    bound::{exchange_bound_with, frame_bound_with, load_bound},
    pack::Horizon,
    route::alternatives,
    schedule::{
        circuits,
        frame::{constructible, frame_of, is_large, over_registers},
        problem::{odr_messages, with_alternatives, Setting},
        ScheduleKind,
    },
    table::{cyclic_bound, exchange_table_in, Group, TableEntry},
    Effort, Entry, HopCycles, Placement, PortModel, Random, Route, Schedule, Torus,
};

/// The most routes kept for all messages together. It limits the memory of large placements. If there are
/// more, routes are drawn at random.
const ROUTES: usize = 4_000_000;

/// The most routes of one message in the local search. Up to four dimensions these are all.
const ROUTES_OF_ONE: usize = 384;

/// Every message class with its chosen route, in slot 0, in the order of source class and destination. The
/// same placement and effort give the same routes.
pub fn balanced_routes(placement: &Placement, effort: Effort) -> Vec<Entry> {
    let mut messages = odr_messages(placement);
    let routes = route_lists(placement, &messages, effort.seed);
    let hop_cycles = &HopCycles::one(placement.torus());
    let setting = Setting { placement, ports: PortModel::AllPort, hop_cycles };
    let problem = with_alternatives(setting, &messages, &routes);
    let target = load_bound(placement).max(problem.lower_bound());
    let chosen = search::balance(&problem, target, effort);
    for ((message, routes), chosen) in messages.iter_mut().zip(routes).zip(chosen) {
        message.route = routes[chosen].clone();
    }
    messages
}

/// The shortest balanced frame found. No message ever waits. Its lower bound is that of
/// [`crate::bound::frame_bound`].
pub fn balanced_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    balanced_frame_with(placement, ports, &HopCycles::one(placement.torus()), effort)
}

/// The same with hops of `hop_cycles`.
pub fn balanced_frame_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: &HopCycles,
    effort: Effort,
) -> Schedule {
    let one = HopCycles::one(placement.torus());
    let plain_setting = Setting { placement, ports, hop_cycles: &one };
    let plain = || {
        let bound = frame_bound_with(placement, ports, &one);
        let table = || tabled(plain_setting, ScheduleKind::Frame, bound, effort);
        let circuits = circuits::schedule(placement, ports, ScheduleKind::Frame, effort);
        let found = circuits.or_else(table);
        found.unwrap_or_else(|| packed_frame(plain_setting, bound, effort))
    };
    let setting = Setting { placement, ports, hop_cycles };
    let bound = || frame_bound_with(placement, ports, hop_cycles);
    over_registers(setting, plain, || packed_frame(setting, bound(), effort))
}

fn packed_frame(setting: Setting, lower_bound: u32, effort: Effort) -> Schedule {
    let searched = || free::shortest(setting, Horizon::Periodic, lower_bound, effort);
    let packed = thirds::frame(setting, lower_bound, effort).unwrap_or_else(searched);
    let packed = free::even_out(setting, Horizon::Periodic, packed, effort);
    frame_of(setting, packed.messages, &packed.packing, lower_bound)
}

/// The shortest exchange found, by any shortest routes. No message ever waits. Its lower bound is that of
/// [`crate::bound::exchange_bound`].
pub fn balanced_oneshot(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    balanced_oneshot_with(placement, ports, HopCycles::one(placement.torus()), effort)
}

/// The same with hops of `hop_cycles`.
pub fn balanced_oneshot_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: HopCycles,
    effort: Effort,
) -> Schedule {
    let lower_bound = exchange_bound_with(placement, ports, &hop_cycles);
    let setting = Setting { placement, ports, hop_cycles: &hop_cycles };
    let circuits = || circuits::schedule(placement, ports, ScheduleKind::OneShot, effort);
    let found = hop_cycles.is_one().then(circuits).flatten();
    let found = found.or_else(|| tabled(setting, ScheduleKind::OneShot, lower_bound, effort));
    if let Some(oneshot) = found {
        return oneshot;
    }
    let packed = free::shortest(setting, Horizon::Finite, lower_bound, effort);
    let starts = packed.packing.choices.iter().map(|choice| choice.start);
    let started = packed.messages.into_iter().zip(starts);
    let mut entries: Vec<Entry> = started.map(|(message, slot)| Entry { slot, ..message }).collect();
    entries.sort();
    let (kind, length) = (ScheduleKind::OneShot, packed.packing.length);
    Schedule { placement: placement.clone(), kind, ports, hop_cycles, length, lower_bound, entries }
}

/// The route table of a full torus with all ports, which is also a frame. `None` if the table is longer than
/// one direction of a dimension is used, or if the torus is small and the packer may reach the bound.
fn tabled(setting: Setting, kind: ScheduleKind, lower_bound: u32, effort: Effort) -> Option<Schedule> {
    let Setting { placement, ports, hop_cycles } = setting;
    let torus = placement.torus();
    let least = cyclic_bound(torus);
    let known = constructible(placement, ports) && placement.is_uniform();
    let sought = known && (is_large(torus) || least > lower_bound);
    let cyclic = || exchange_table_in(torus, &vec![Group::Cyclic; torus.d()], effort);
    let table = (sought && hop_cycles.is_one()).then(cyclic).filter(|table| table.length <= least)?;
    let length = table.length;
    let mut entries: Vec<Entry> = table.entries.into_iter().map(|entry| of_entry(torus, entry)).collect();
    entries.sort();
    let (placement, hop_cycles) = (placement.clone(), hop_cycles.clone());
    Some(Schedule { placement, kind, ports, hop_cycles, length, lower_bound, entries })
}

/// The schedule entry of an entry of a table whose groups are cyclic.
fn of_entry(torus: &Torus, TableEntry { start, route }: TableEntry) -> Entry {
    let origin = torus.node(&vec![0; torus.d()]);
    Entry { slot: start, source: 0, offset: torus.coordinates(route.end(torus, origin)), route }
}

/// The routes that each message may take: all of them, or some that are drawn at random.
fn route_lists(placement: &Placement, messages: &[Entry], seed: u64) -> Vec<Vec<Route>> {
    let cap = (ROUTES / messages.len().max(1)).clamp(2, ROUTES_OF_ONE);
    let mut random = Random::new(seed);
    let routes = |message: &Entry| alternatives(placement.torus(), &message.offset, cap, &mut random);
    messages.iter().map(routes).collect()
}
