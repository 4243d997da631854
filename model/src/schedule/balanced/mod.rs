//! Balanced routing: one shortest route for every message class, chosen so that the maximum load is as small
//! as any shortest routing allows; and schedules of such routes.
//!
//! A message may correct its dimensions in any order and go either way round where both are equally long. As
//! everywhere, a route has one segment for each dimension. [`balanced_routes`] chooses among these routes by
//! local search, and starts at the load bound. Linear placements of two and three dimensions meet
//! [`load_bound`] up to k = 12. In four dimensions k = 7 and 8 take one more, which is the optimum over all
//! dimension orders.
//!
//! [`balanced_frame`] and [`balanced_oneshot`] let the packer choose routes and slots together (`free`), so
//! that a frame is as long as its busiest link has to work, or little longer. Frames of linear placements
//! with the default effort meet the bound for d = 2, for d = 3 and every k tried that 3 does not divide, up
//! to 128 with 16,384 processors, and for d = 4 and k = 3..6 (4, 8, 16, 27). Those above the bound are d = 3
//! and multiples of 3 from 12 on, with a slot more (12: 25 over 24), and d = 4, k = 7 and 8 with 45 over 43
//! and 66 over 64; their maximum loads are 24, 44 and 65.
//!
//! Source: our notes on the papers, section 6; the bounds are those of [`crate::bound`]. Differences: any
//! placement and torus; after a failure, targets between it and the best maximum are tried by halving;
//! messages that are images of each other under turns of the torus start together, which is ours.
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
mod turns;

use crate::{
    bound::{exchange_bound_with, frame_bound_with, load_bound},
    pack::Horizon,
    route::alternatives,
    schedule::{
        frame::{frame_of, over_registers},
        problem::{odr_messages, with_alternatives, Setting},
        ScheduleKind,
    },
    Effort, Entry, HopCycles, Placement, PortModel, Random, Route, Schedule,
};

/// Routes kept for all messages together, which bounds the memory of large placements. Where there are more,
/// routes are drawn at random.
const ROUTES: usize = 4_000_000;

/// Routes of one message for the local search: all of them up to four dimensions.
const ROUTES_OF_ONE: usize = 384;

/// Every message class with its chosen route, in slot 0: by source class, then by destination.
/// The same placement and effort give the same routes.
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

/// The shortest balanced frame found; no message ever waits. Its lower bound is that of
/// [`crate::bound::frame_bound`].
pub fn balanced_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    balanced_frame_with(placement, ports, &HopCycles::one(placement.torus()), effort)
}

/// The same where a hop takes so many cycles.
pub fn balanced_frame_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: &HopCycles,
    effort: Effort,
) -> Schedule {
    let one = HopCycles::one(placement.torus());
    let plain = || packed_frame(Setting { placement, ports, hop_cycles: &one }, effort);
    let setting = Setting { placement, ports, hop_cycles };
    over_registers(setting, plain, || packed_frame(setting, effort))
}

fn packed_frame(setting: Setting, effort: Effort) -> Schedule {
    let lower_bound = frame_bound_with(setting.placement, setting.ports, setting.hop_cycles);
    let packed = free::shortest(setting, Horizon::Periodic, lower_bound, effort);
    let packed = free::even_out(setting, Horizon::Periodic, packed, effort);
    frame_of(setting, packed.messages, &packed.packing, lower_bound)
}

/// One exchange by the routes that make it shortest, as far as found; no message ever waits. Its lower bound
/// is that of [`crate::bound::exchange_bound`].
pub fn balanced_oneshot(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    balanced_oneshot_with(placement, ports, HopCycles::one(placement.torus()), effort)
}

/// The same where a hop takes so many cycles.
pub fn balanced_oneshot_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: HopCycles,
    effort: Effort,
) -> Schedule {
    let lower_bound = exchange_bound_with(placement, ports, &hop_cycles);
    let setting = Setting { placement, ports, hop_cycles: &hop_cycles };
    let packed = free::shortest(setting, Horizon::Finite, lower_bound, effort);
    let starts = packed.packing.choices.iter().map(|choice| choice.start);
    let started = packed.messages.into_iter().zip(starts);
    let mut entries: Vec<Entry> = started.map(|(message, slot)| Entry { slot, ..message }).collect();
    entries.sort();
    let (kind, length) = (ScheduleKind::OneShot, packed.packing.length);
    Schedule { placement: placement.clone(), kind, ports, hop_cycles, length, lower_bound, entries }
}

/// The routes that each message may take: all of them, or some drawn at random.
fn route_lists(placement: &Placement, messages: &[Entry], seed: u64) -> Vec<Vec<Route>> {
    let cap = (ROUTES / messages.len().max(1)).clamp(2, ROUTES_OF_ONE);
    let mut random = Random::new(seed);
    let routes = |message: &Entry| alternatives(placement.torus(), &message.offset, cap, &mut random);
    messages.iter().map(routes).collect()
}
