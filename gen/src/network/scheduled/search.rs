//! The search of a schedule, and checks of what is too large for the search or for the ROMs.

use super::options::{check_generated, hop_cycles, ScheduleOptions, ScheduleOptionsError};
use super::ScheduleError;
use crate::{base::Base, limits::MAX_ROWS, paths::Paths, UsageError};
use torus_model::{
    schedule::{
        balanced::{balanced_frame_with, balanced_oneshot_with},
        circuits,
        exchange::exchange_with,
        frame::{self, generated_frame, odr_frame_with},
        oneshot::odr_oneshot_with,
    },
    table, HopCycles, Loads, PortModel, Routing, Schedule, ScheduleKind, Switching,
};

/// The most places in all ROMs (rows times local ports) beyond those for hops: a constant, and a number for
/// each message.
const MOST_IDLE: u64 = 1 << 19;
const IDLE_OF_MESSAGE: u64 = 32;

/// Refuses a schedule whose ROMs would be almost empty.
pub fn check_rows(schedule: &Schedule) -> Result<(), String> {
    let (local_ports, messages) =
        (schedule.ports.local_ports(schedule.torus()) as u64, schedule.entries.len());
    let rows = schedule.placement.sources().len() as u64 * u64::from(schedule.length);
    let hops: u64 = schedule.entries.iter().map(|entry| u64::from(entry.route.hops())).sum();
    let most = MOST_IDLE + IDLE_OF_MESSAGE * messages as u64 + hops;
    match rows * local_ports > most {
        true => Err(format!(
            "its ROMs would have {rows} rows of {local_ports} local ports for {messages} messages of \
             {hops} hops; at most {most} places are emitted for so many"
        )),
        false => Ok(()),
    }
}

/// The most cell visits for one pass of the search, which takes some tens of seconds.
const MAX_SEARCH: u64 = 1 << 35;

/// Refuses exchanges for which one pass of the packer takes too long: hops of all message classes times the
/// length. Frames in closed form, and frames that registers only stretch, need no search.
pub fn check_searchable(base: &Base, options: ScheduleOptions, loads: &Loads) -> Result<(), UsageError> {
    let placement = &base.placement;
    let length = u32::try_from(loads.e_max().to_integer()).unwrap_or(u32::MAX);
    if options.switching == Switching::Generator || is_constructed(base, options.kind, length)? {
        return Ok(());
    }
    let (classes, slots) = (placement.sources().len() as u64, u64::from(length));
    let hops = (loads.total() / placement.len() as u128) as u64 * classes;
    let visits = hops.saturating_mul(slots);
    if visits > MAX_SEARCH {
        let messages = (placement.len() as u64 - 1) * classes;
        return Err(ScheduleError::TooLarge { messages, slots }.into());
    }
    Ok(())
}

/// Whether the schedule needs no search. `length`: that of a frame with ordered routing.
fn is_constructed(base: &Base, kind: ScheduleKind, length: u32) -> Result<bool, UsageError> {
    let (placement, hop_cycles) = (&base.placement, hop_cycles(base)?);
    let by_table = kind == ScheduleKind::Exchange || base.paths == Paths::Balanced;
    let table = || table::is_constructed(base.torus()) && hop_cycles.is_one() && placement.is_full();
    Ok(match kind {
        _ if by_table && base.ports == PortModel::AllPort => table(),
        _ if by_table => hop_cycles.is_one() && circuits::suits(placement, base.ports),
        ScheduleKind::Frame => frame::is_constructed(placement, base.ports, &hop_cycles, length),
        _ => false,
    })
}

/// Refuses frames and one-shots of ODR with more slots than a ROM has rows, before they are made.
pub fn check_slots(base: &Base, options: ScheduleOptions, ordered: &Loads) -> Result<(), ScheduleError> {
    let slots = ordered.e_max().to_integer();
    let stored = options.switching != Switching::Generator && base.paths == Paths::Routed(Routing::Odr);
    match stored && slots > MAX_ROWS {
        true => Err(ScheduleError::Slots { torus: base.torus().to_string(), slots }),
        false => Ok(()),
    }
}

/// Finds the schedule that was asked for. Errors: a generated schedule that letters cannot generate; wrap
/// links with other registers than the other links.
pub fn search(base: &Base, options: ScheduleOptions) -> Result<Schedule, ScheduleOptionsError> {
    if options.switching != Switching::Generator {
        return Ok(searched(base, options.kind, hop_cycles(base)?));
    }
    check_generated(options.kind, base)?;
    Ok(generated_frame(&base.placement).expect("letters play the frame that was checked").0)
}

fn searched(base: &Base, kind: ScheduleKind, hop_cycles: HopCycles) -> Schedule {
    let (ports, effort) = (base.ports, base.effort);
    match kind {
        ScheduleKind::Frame if base.paths == Paths::Balanced => {
            balanced_frame_with(&base.placement, ports, &hop_cycles, effort)
        }
        ScheduleKind::Frame => odr_frame_with(&base.placement, ports, &hop_cycles, effort),
        ScheduleKind::OneShot if base.paths == Paths::Balanced => {
            balanced_oneshot_with(&base.placement, ports, hop_cycles, effort)
        }
        ScheduleKind::OneShot => odr_oneshot_with(&base.placement, ports, hop_cycles, effort),
        ScheduleKind::Exchange => exchange_with(base.torus(), ports, base.paths.group(), hop_cycles, effort),
    }
}
