//! Frames of ODR: periodic schedules with the routes of ordered routing, without buffers.
//!
//! Full tori of equal radices with all ports and more than 64 nodes have frames in closed form
//! (`super::windows`). Those of unequal radices order pairs of messages (`super::mixed`), or repeat the
//! frame of their busiest dimensions (`super::repeated`). Squares of an odd radix with one port have
//! messages in circuits (`super::circuits`). In all other cases, and if these fail or are above the bound,
//! the packer searches for slots modulo the length of the frame. No frame is shorter than E_max, the largest
//! use of a link class, or than the bounds for the ports in [`crate::bound::length`]. The constructions
//! are ours (`docs/theory.md`, Frames and one-shots).
//!
//! If all links have registers and a hop takes c cycles, a frame is stretched (`stretched`): its slots are
//! multiplied by c, because the hops of a message are then c slots apart. Let g be the greatest common
//! divisor of c and the length L. If g is 1, this maps the slots onto themselves, so no two uses meet, and
//! the frame keeps its length. Otherwise the frame is cut into g parts. The slots of a part become every
//! g-th slot, so each part has to be a frame of its own length, as in the closed form for even radices. If
//! neither holds, the packer searches with the times of the hops.

use super::{
    bound::routed_frame_bound,
    circuits, mixed,
    problem::{odr_messages, or_one_row, problem, Setting},
    proved_bound, repeated,
    shorter::shorter,
    verify::verify,
    windows, Entry, Rule, Schedule, ScheduleKind,
};
use crate::{
    pack::{pack_from, Horizon, Packing},
    Effort, HopCycles, Placement, PortModel, Route, Torus,
};

/// The most nodes of a full torus whose frame is searched. Up to this size the search meets the bound, and
/// its exchanges end earlier.
const MOST_SEARCHED: usize = 64;

/// Whether the frame of a placement is known in closed form.
fn has_closed_form(placement: &Placement, ports: PortModel) -> bool {
    let torus = placement.torus();
    constructible(placement, ports) && is_large(torus) && torus.radix().is_some()
}

/// Whether full tori with these ports have schedules without a search.
pub(crate) fn constructible(placement: &Placement, ports: PortModel) -> bool {
    ports == PortModel::AllPort && placement.is_full()
}

/// Whether a torus is so large that known schedules are preferred to a search.
pub(crate) fn is_large(torus: &Torus) -> bool {
    torus.len() > MOST_SEARCHED
}

/// Whether the frame of a placement needs no search: it is known in closed form, or its messages are
/// ordered, which fails on few tori. `length` is that of the frame if hops take one cycle.
pub fn is_constructed(placement: &Placement, ports: PortModel, hop_cycles: &HopCycles, length: u32) -> bool {
    let torus = placement.torus();
    let unequal = constructible(placement, ports) && torus.radix().is_none() && mixed::is_ordered(torus);
    let ordered = unequal || circuits::suits_ordered(placement, ports);
    let parts = if ordered { 1 } else { windows::parts(torus) };
    let whole = |divisor| parts % divisor == 0;
    (ordered || has_closed_form(placement, ports)) && hop_cycles.divisor(length).is_some_and(whole)
}

/// The ODR frame of a placement. No message ever waits.
pub fn odr_frame(placement: &Placement, ports: PortModel, effort: Effort) -> Schedule {
    if has_closed_form(placement, ports) {
        return constructed(placement);
    }
    let in_circuits = circuits::suits_ordered(placement, ports);
    let circuits = || circuits::schedule(placement, ports, ScheduleKind::Frame, effort);
    if let Some(frame) = in_circuits.then(circuits).flatten() {
        return frame;
    }
    let packed =
        || packed(Setting { placement, ports, hop_cycles: &HopCycles::one(placement.torus()) }, effort);
    let sought = constructible(placement, ports) && is_large(placement.torus());
    or_packed(sought.then(|| ordered(placement, effort)).flatten(), packed)
}

/// The known frame if it meets its bound. Otherwise the shorter one of that frame, if any, and the packed
/// one.
fn or_packed(known: Option<Schedule>, packed: impl FnOnce() -> Schedule) -> Schedule {
    or_shorter(known, || Some(packed())).expect("the packer finds a frame")
}

/// The known frame if it meets its bound. Otherwise the shorter one of that frame and the other one, if any.
fn or_shorter(known: Option<Schedule>, other: impl FnOnce() -> Option<Schedule>) -> Option<Schedule> {
    match known {
        Some(frame) if frame.length == frame.lower_bound => Some(frame),
        known => known.into_iter().chain(other()).min_by_key(|frame| frame.length),
    }
}

/// The frame with the bound that is proved for it.
fn proved(frame: Schedule) -> Schedule {
    Schedule { lower_bound: proved_bound(&frame), ..frame }
}

/// The frame in fewer slots, as far as the effort allows.
fn shortened(frame: Schedule, effort: Effort) -> Schedule {
    let setting = Setting { placement: &frame.placement, ports: frame.ports, hop_cycles: &frame.hop_cycles };
    let routes: Vec<Vec<Route>> = frame.entries.iter().map(|entry| vec![entry.route.clone()]).collect();
    let packing = (frame.entries.clone(), frame.length);
    let (entries, length) = shorter(setting, Horizon::Periodic, packing, &routes, frame.lower_bound, effort);
    let starts: Vec<u32> = entries.iter().map(|entry| entry.slot).collect();
    started(frame_at(setting, entries, length, frame.lower_bound), &starts)
}

/// The frame of a full torus of unequal radices, with messages in order or by repeating a smaller frame. If
/// it is above its bound, it is made shorter.
fn ordered(placement: &Placement, effort: Effort) -> Option<Schedule> {
    let torus = placement.torus();
    let frame = |starts: Option<_>| Some(proved(started_at(placement, starts?)));
    let ordered = frame(mixed::starts(torus, effort.seed));
    let frame = or_shorter(ordered, || frame(repeated::starts(torus, effort)))?;
    Some(if frame.length > frame.lower_bound { shortened(frame, effort) } else { frame })
}

/// The same with hops of `hop_cycles`.
pub fn odr_frame_with(
    placement: &Placement,
    ports: PortModel,
    hop_cycles: &HopCycles,
    effort: Effort,
) -> Schedule {
    let setting = Setting { placement, ports, hop_cycles };
    over_registers(setting, || odr_frame(placement, ports, effort), || packed(setting, effort))
}

fn packed(setting: Setting, effort: Effort) -> Schedule {
    let messages = odr_messages(setting.placement);
    let problem = problem(setting, &messages);
    let lower_bound = routed_frame_bound(setting, &problem);
    let packing = pack_from(&problem, lower_bound, Horizon::Periodic, effort.seed, effort.visits);
    or_one_row(frame_of(setting, messages, &packing, lower_bound))
}

/// A frame over links that may have registers: the frame without registers, stretched. If that is no frame
/// or is above the bound, also one that is packed for these links; the shorter one is returned.
pub(crate) fn over_registers(
    Setting { hop_cycles, .. }: Setting,
    plain: impl FnOnce() -> Schedule,
    packed: impl FnOnce() -> Schedule,
) -> Schedule {
    if hop_cycles.is_one() {
        return plain();
    }
    let stretched = hop_cycles.same().and_then(|cycles| stretched(plain(), cycles, hop_cycles));
    or_packed(stretched, packed)
}

/// The frame with its slots multiplied by the cycles of a hop. `None` if messages would meet.
fn stretched(frame: Schedule, cycles: u32, hop_cycles: &HopCycles) -> Option<Schedule> {
    let (length, part) = (u64::from(frame.length), frame.length / hop_cycles.divisor(frame.length)?);
    let slot = |slot: u32| {
        let times = u64::from(slot % part) * u64::from(cycles) + u64::from(slot / part);
        (times % length) as u32
    };
    let starts: Vec<u32> = frame.entries.iter().map(|entry| slot(entry.slot)).collect();
    let frame = proved(Schedule { hop_cycles: hop_cycles.clone(), ..frame });
    Some(started(frame, &starts)).filter(|frame| verify(frame).is_ok())
}

/// The frame in closed form of a full torus of equal radices with all ports. It is as long as the busiest
/// link is used.
fn constructed(placement: &Placement) -> Schedule {
    generated_frame(placement).expect("equal radices have a rule").0
}

/// The frame of a full placement with all ports whose messages start in these slots. The slots are in the
/// order of the node ids of the offsets.
fn started_at(placement: &Placement, (starts, length): (Vec<u32>, u32)) -> Schedule {
    let torus = placement.torus();
    let slot = |offset: &[u32]| starts[torus.node(offset).index()];
    let messages = odr_messages(placement).into_iter();
    let mut entries: Vec<Entry> =
        messages.map(|message| Entry { slot: slot(&message.offset), ..message }).collect();
    entries.sort();
    let hop_cycles = &HopCycles::one(torus);
    frame_at(Setting { placement, ports: PortModel::AllPort, hop_cycles }, entries, length, length)
}

/// The frame in closed form of a full torus of equal radices with all ports, and the rule that generates it.
/// `None` for another placement.
pub fn generated_frame(placement: &Placement) -> Option<(Schedule, Rule)> {
    if !placement.is_full() {
        return None;
    }
    let rule = Rule::of(placement.torus())?;
    Some((started_at(placement, windows::starts(placement.torus(), &rule)), rule))
}

/// The frame of packed messages, rotated so that one exchange ends as early as possible.
pub(crate) fn frame_of(
    setting: Setting,
    messages: Vec<Entry>,
    packing: &Packing,
    lower_bound: u32,
) -> Schedule {
    let starts: Vec<u32> = packing.choices.iter().map(|choice| choice.start).collect();
    started(frame_at(setting, messages, packing.length, lower_bound), &starts)
}

fn frame_at(
    Setting { placement, ports, hop_cycles }: Setting,
    entries: Vec<Entry>,
    length: u32,
    lower_bound: u32,
) -> Schedule {
    let (placement, hop_cycles) = (placement.clone(), hop_cycles.clone());
    Schedule { placement, kind: ScheduleKind::Frame, ports, hop_cycles, length, lower_bound, entries }
}

/// A frame with these starts, rotated so that one exchange ends as early as possible.
fn started(frame: Schedule, starts: &[u32]) -> Schedule {
    let shift = earliest_end(&frame, starts);
    let mut entries = frame.entries;
    for (entry, start) in entries.iter_mut().zip(starts) {
        entry.slot = (start + shift) % frame.length;
    }
    entries.sort();
    Schedule { entries, ..frame }
}

/// The rotation with which one exchange of a frame ends earliest. A frame may begin at any of its slots.
fn earliest_end(frame: &Schedule, starts: &[u32]) -> u32 {
    let mut longest = vec![0; frame.length as usize];
    for (entry, &start) in frame.entries.iter().zip(starts) {
        let longest = &mut longest[start as usize];
        *longest = frame.hop_cycles.travel(&entry.route).max(*longest);
    }
    let end = |shift: &u32| {
        let ends = (0u32..).zip(&longest).filter(|(_, travel)| **travel > 0);
        ends.map(|(start, travel)| (start + shift) % frame.length + travel).max()
    };
    (0..frame.length).min_by_key(end).unwrap_or(0)
}
