//! Compares what a schedule file states about its entries with the entries.

use super::Written;
use crate::paths::Paths;
use std::{collections::BTreeSet, fmt::Display};
use torus_model::{
    bound::{exchange_bound_with, frame_bound_with},
    quote::shortened,
    route::ordered_route,
    schedule::proved_bound,
    table, Entry, PortModel, Routing, Schedule, ScheduleKind, Symmetry, UnknownName,
};

/// Compares the stated values with those of the entries. Error: the first difference, with both values.
pub(super) fn check(stated: &Written, schedule: &Schedule) -> Result<(), String> {
    let travel = |entry: &Entry| u64::from(schedule.hop_cycles.travel(&entry.route));
    let end = |entry: &Entry| u64::from(entry.slot) + travel(entry);
    let makespan = schedule.entries.iter().map(end).max().unwrap_or(0);
    same("makespan", u64::from(stated.makespan), makespan)?;
    same("number of messages", stated.messages, schedule.entries.len())?;
    if !schedule.kind.is_periodic() {
        same("length", u64::from(stated.length), makespan)?;
    }
    check_processors(stated, schedule)?;
    check_routing(stated, schedule)
}

fn same<T: PartialEq + Display>(what: &str, stated: T, held: T) -> Result<(), String> {
    match stated == held {
        true => Ok(()),
        false => Err(format!("its {what} is stated as {stated}, its entries have {held}")),
    }
}

/// Checks processors and parity, which may be left out if the placement implies them.
fn check_processors(stated: &Written, schedule: &Schedule) -> Result<(), String> {
    let placement = &schedule.placement;
    let ids = placement.node_ids();
    if stated.processors.as_ref().is_some_and(|stated| !ids.eq(stated.iter().copied())) {
        return Err(format!("its processors are not those of the placement {placement}, in order"));
    }
    let Symmetry::Parity { counts } = placement.symmetry() else { return Ok(()) };
    let dims = (1..).zip(counts).filter(|(_, counts)| **counts).map(|(dim, _)| dim);
    match stated.parity.as_ref().is_none_or(|stated| dims.eq(stated.iter().copied())) {
        true => Ok(()),
        false => Err("its parity does not name each dimension once, in order".into()),
    }
}

/// Checks that schedules of this kind can have the routing, and that routes of ODR are those of ODR.
fn check_routing(stated: &Written, schedule: &Schedule) -> Result<(), String> {
    let paths: Paths = stated.routing.parse().map_err(|error: UnknownName| error.to_string())?;
    let exchange = schedule.kind == ScheduleKind::Exchange;
    let possible = match paths {
        Paths::Minimal(None) => exchange,
        Paths::Minimal(Some(_)) => exchange && schedule.ports == PortModel::AllPort,
        Paths::Balanced | Paths::Routed(Routing::Odr) => !exchange,
        Paths::Routed(Routing::Udr) => false,
    };
    if !possible {
        let Schedule { kind, ports, .. } = schedule;
        return Err(format!(
            "its routing is {paths}, which no schedule of kind {kind} and ports {ports} has"
        ));
    }
    let other = |entry: &&Entry| entry.route != ordered_route(schedule.torus(), &entry.offset);
    match schedule.entries.iter().find(other).filter(|_| paths == Paths::Routed(Routing::Odr)) {
        Some(Entry { route, offset, .. }) => Err(format!(
            "its routing is odr, which takes {} to the offset {offset:?}, and not {}",
            shortened(&ordered_route(schedule.torus(), offset).to_string()),
            shortened(&route.to_string())
        )),
        None => Ok(()),
    }
}

/// Describes what is wrong with the bound that a valid schedule states; `None` if it is the one of its kind,
/// ports and routing.
pub fn wrong_bound(schedule: &Schedule) -> Option<String> {
    let Schedule { placement, kind, ports, hop_cycles, lower_bound, .. } = schedule;
    let free = match kind {
        ScheduleKind::Frame => frame_bound_with(placement, *ports, hop_cycles),
        ScheduleKind::OneShot | ScheduleKind::Exchange => exchange_bound_with(placement, *ports, hop_cycles),
    };
    let links = (*kind == ScheduleKind::Exchange).then(|| table::lower_bound(schedule.torus()));
    let known: BTreeSet<u32> = [proved_bound(schedule), free].into_iter().chain(links).collect();
    let listed = known.iter().map(u32::to_string).collect::<Vec<_>>().join(" or ");
    (!known.contains(lower_bound)).then(|| {
        format!("the lower bound {lower_bound} is stated, that of its kind, placement and ports is {listed}")
    })
}
