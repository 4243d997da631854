//! The search of a schedule, and what is too large for it or for the ROMs.

use super::options::{check_generated, ScheduleOptions, ScheduleOptionsError};
use super::ScheduleError;
use crate::{base::Base, paths::Paths};
use torus_model::{
    schedule::{
        balanced::{balanced_frame, balanced_oneshot},
        exchange::exchange,
        frame::{generated_frame, is_constructed, odr_frame},
        oneshot::odr_oneshot,
    },
    Loads, Schedule, ScheduleKind, Switching,
};

/// Places in all ROMs, rows times local ports, that a schedule may have besides those for its hops, and how
/// many for each message.
const MOST_IDLE: u64 = 1 << 19;
const IDLE_OF_MESSAGE: u64 = 32;

/// Refuses a schedule whose ROMs would hold next to nothing.
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

/// Cell visits that one pass of the search may take: some tens of seconds.
const MAX_SEARCH: u64 = 1 << 35;

/// Refuses exchanges that the packer cannot go through once in reasonable time: hops of all message classes
/// times the length. Frames in closed form are not searched.
pub fn check_searchable(base: &Base, options: ScheduleOptions, loads: &Loads) -> Result<(), ScheduleError> {
    let placement = &base.placement;
    let ordered = options.kind == ScheduleKind::Frame && base.paths != Paths::Balanced;
    let constructed = ordered && is_constructed(placement, base.ports);
    if constructed || options.switching == Switching::Generator {
        return Ok(());
    }
    let (classes, slots) = (placement.sources().len() as u64, loads.e_max().to_integer() as u64);
    let hops = (loads.total() / placement.len() as u128) as u64 * classes;
    let visits = hops.saturating_mul(slots);
    if visits > MAX_SEARCH {
        let messages = (placement.len() as u64 - 1) * classes;
        return Err(ScheduleError::TooLarge { messages, slots });
    }
    Ok(())
}

/// The schedule that was asked for.
/// Error: letters play no such schedule, and it is to be generated.
pub fn search(base: &Base, options: ScheduleOptions) -> Result<Schedule, ScheduleOptionsError> {
    if options.switching != Switching::Generator {
        return Ok(searched(base, options.kind));
    }
    check_generated(options.kind, base)?;
    Ok(generated_frame(&base.placement).expect("letters play the frame that was checked"))
}

fn searched(base: &Base, kind: ScheduleKind) -> Schedule {
    let (ports, effort) = (base.ports, base.effort);
    match kind {
        ScheduleKind::Frame if base.paths == Paths::Balanced => {
            balanced_frame(&base.placement, ports, effort)
        }
        ScheduleKind::Frame => odr_frame(&base.placement, ports, effort),
        ScheduleKind::OneShot if base.paths == Paths::Balanced => {
            balanced_oneshot(&base.placement, ports, effort)
        }
        ScheduleKind::OneShot => odr_oneshot(&base.placement, ports, effort),
        ScheduleKind::Exchange => exchange(base.torus(), ports, base.paths.group(), effort),
    }
}
