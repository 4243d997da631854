//! Frames of ODR: periodic schedules of the routes that ordered routing gives, without buffers.
//!
//! Full tori of equal radices with all ports and more than 64 nodes have frames in closed form
//! (`super::windows`). Elsewhere the packer finds slots modulo the length of the frame. No frame is shorter
//! than E_max, the largest use of a link class, nor than what [`crate::bound::length`] says about the ports.
//! Source: our notes on the papers, sections 2.6 and 6.

use super::{
    letters::Letters,
    problem::{odr_messages, problem},
    windows, Entry, Schedule, ScheduleKind,
};
use crate::{
    bound::frame_bound_over,
    pack::{pack_from, Horizon, Packing},
    Effort, Placement, PortModel,
};

/// Most nodes of a full torus whose frame is searched: up to here the search meets the bound, and exchanges
/// end earlier.
const MOST_SEARCHED: usize = 64;

/// Whether the frame of a placement is known in closed form, so that nothing is searched.
pub fn is_constructed(placement: &Placement, ports: PortModel) -> bool {
    let dims = placement.torus().dims();
    let alike = dims.iter().all(|&radix| radix == dims[0]);
    let large = placement.torus().len() > MOST_SEARCHED && placement.is_full();
    ports == PortModel::AllPort && alike && large
}

/// The ODR frame of a placement; no message ever waits.
pub fn odr_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    if is_constructed(placement, ports) {
        return constructed(placement);
    }
    let messages = odr_messages(placement);
    let problem = problem(placement, ports, &messages);
    let lower_bound = frame_bound_over(placement, ports, problem.lower_bound());
    let packing = pack_from(&problem, lower_bound, Horizon::Periodic, effort.seed, effort.visits);
    frame_of(placement, ports, messages, &packing, lower_bound)
}

/// The frame of a full torus of equal radices with all ports in closed form, as long as the busiest link is
/// used.
fn constructed(placement: &Placement) -> Schedule {
    let torus = placement.torus();
    let (starts, length) = windows::starts(torus);
    let slot = |offset: &[u32]| starts[torus.node(offset).index()];
    let messages = odr_messages(placement).into_iter();
    let entries = messages.map(|message| Entry { slot: slot(&message.offset), ..message }).collect();
    frame_at(placement, PortModel::AllPort, entries, length, length)
}

/// The frame in closed form that letters play ([`Letters`]): that of a full torus of equal even radices from
/// 4 on, with all ports. None: another placement.
pub fn generated_frame(placement: &Placement) -> Option<Schedule> {
    (placement.is_full() && Letters::suit(placement.torus())).then(|| constructed(placement))
}

/// The frame of packed messages, rotated so that one exchange ends as early as possible.
pub(crate) fn frame_of(
    placement: &Placement,
    ports: PortModel,
    messages: Vec<Entry>,
    packing: &Packing,
    lower_bound: u32,
) -> Schedule {
    let starts: Vec<u32> = packing.choices.iter().map(|choice| choice.start).collect();
    let shift = earliest_end(&messages, &starts, packing.length);
    let slot = |start: u32| (start + shift) % packing.length;
    let entries =
        messages.into_iter().zip(&starts).map(|(message, &start)| Entry { slot: slot(start), ..message });
    frame_at(placement, ports, entries.collect(), packing.length, lower_bound)
}

fn frame_at(
    placement: &Placement,
    ports: PortModel,
    mut entries: Vec<Entry>,
    length: u32,
    lower_bound: u32,
) -> Schedule {
    entries.sort();
    Schedule { placement: placement.clone(), kind: ScheduleKind::Frame, ports, length, lower_bound, entries }
}

/// The rotation of a frame that ends one exchange earliest; a frame may begin at any of its slots.
fn earliest_end(messages: &[Entry], starts: &[u32], length: u32) -> u32 {
    let mut longest = vec![0; length as usize];
    for (message, &start) in messages.iter().zip(starts) {
        let longest = &mut longest[start as usize];
        *longest = message.route.hops().max(*longest);
    }
    let end = |shift: &u32| {
        let ends = (0u32..).zip(&longest).filter(|(_, hops)| **hops > 0);
        ends.map(|(start, hops)| (start + shift) % length + hops).max()
    };
    (0..length).min_by_key(end).unwrap_or(0)
}
