//! One-shot schedules of ODR: one exchange with the routes of ordered routing, without buffers, as short as
//! found.
//!
//! No one-shot ends before the worst resource has served all its messages (`super::jackson`), or before the
//! longest route and the lemmas of [`crate::bound::length`] allow. The method is ours
//! (`docs/theory.md`, Frames and one-shots).
//!
//! Squares of an odd radix with one port have their messages in circuits (`super::circuits`), at the bound.

use crate::{
    bound::exchange_bound_over,
    pack::{pack_from, Horizon},
    schedule::{
        circuits,
        jackson::makespan_bound,
        problem::{odr_messages, or_one_row, problem, Setting},
        ScheduleKind,
    },
    Effort, Entry, HopCycles, Placement, PortModel, Schedule,
};

/// The ODR one-shot schedule of a placement.
pub fn odr_oneshot(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    odr_oneshot_with(placement, ports, HopCycles::one(placement.torus()), effort)
}

/// The same with hops of `hop_cycles`.
pub fn odr_oneshot_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: HopCycles,
    effort: Effort,
) -> Schedule {
    let in_circuits = hop_cycles.is_one() && circuits::suits_ordered(placement, ports);
    let circuits = || circuits::schedule(placement, ports, ScheduleKind::OneShot, effort);
    if let Some(oneshot) = in_circuits.then(circuits).flatten() {
        return oneshot;
    }
    let messages = odr_messages(placement);
    let problem = problem(Setting { placement, ports, hop_cycles: &hop_cycles }, &messages);
    let lower_bound = exchange_bound_over(placement, ports, &hop_cycles, makespan_bound(&problem));
    let packing = pack_from(&problem, lower_bound, Horizon::Finite, effort.seed, effort.visits);
    let placed = messages.into_iter().zip(&packing.choices);
    let mut entries: Vec<Entry> =
        placed.map(|(message, choice)| Entry { slot: choice.start, ..message }).collect();
    entries.sort();
    let (kind, length) = (ScheduleKind::OneShot, packing.length);
    or_one_row(Schedule {
        placement: placement.clone(),
        kind,
        ports,
        hop_cycles,
        length,
        lower_bound,
        entries,
    })
}
