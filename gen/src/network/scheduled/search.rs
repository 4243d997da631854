//! The search of a schedule, and checks of what is too large for the search or for the ROMs.

use super::options::{check_generated, hop_cycles, ScheduleOptions, ScheduleOptionsError};
use super::ScheduleError;
use crate::{
    base::Base,
    limits::{MAX_HOP_CYCLES, MAX_ROWS},
    paths::Paths,
    UsageError,
};
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
    let length = u32::try_from(loads.e_max().to_integer()).unwrap_or(u32::MAX);
    if options.switching == Switching::Generator || is_constructed(base, options.kind, length)? {
        return Ok(());
    }
    let (slots, visits) = (u64::from(length), hops(base, loads).saturating_mul(u128::from(length)));
    if visits > u128::from(MAX_SEARCH) {
        let balanced = Base { paths: Paths::Balanced, ..base.clone() };
        let remedy = match is_constructed(&balanced, options.kind, length)? {
            true => "'routing' balanced, which needs no search here",
            false => "a linear or multilinear placement",
        };
        return Err(ScheduleError::TooLarge { messages: messages(base), slots, remedy }.into());
    }
    Ok(())
}

/// Refuses a schedule whose message classes take too many hops, as each is followed hop by hop. All that are
/// taken have fewer slots than fit into 32 bits.
pub fn check_hops(base: &Base, loads: &Loads) -> Result<(), ScheduleError> {
    let cycles = hops(base, loads).saturating_mul(u128::from(base.stages.most()) + 1);
    match cycles > MAX_HOP_CYCLES {
        true => Err(ScheduleError::Hops { messages: messages(base), cycles }),
        false => Ok(()),
    }
}

/// The message classes of a schedule.
fn messages(base: &Base) -> u64 {
    (base.placement.len() as u64 - 1) * base.placement.sources().len() as u64
}

/// The hops of one message of each class.
fn hops(base: &Base, loads: &Loads) -> u128 {
    loads.total() / base.placement.len() as u128 * base.placement.sources().len() as u128
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
