//! Finds what a stalled network waits for. The run is repeated with every link watched, so runs that do not
//! stall pay nothing. The same flits in the same cycles stall in the same way.

use super::{
    head::{HeadFormat, Hop},
    scoreboard::PacketScoreboard,
    TrafficMachine, RESET_EDGES,
};
use crate::engine::traffic::{Flit, Log};
use std::collections::HashMap;
use torus_model::{quantity, NodeId, Torus};

/// The most lines of a report.
const SHOWN: usize = 24;

/// Cycles that are run at a time.
const BATCH: usize = 64;

/// Where a flit was last seen: the number of links it has used, the last link, and the cycle.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub hops: usize,
    pub link: u32,
    pub cycle: u64,
}

/// What is needed to repeat a run.
pub(super) struct Replay<'a> {
    /// The cycles from which on ejection ports were held or released.
    pub holds: &'a [(u64, bool)],
    /// The cycle in which to stop.
    pub until: u64,
}

/// The first flit of every buffer with what it waits for, and the number of packets that never entered.
/// `places`: those of all flits that entered.
pub(super) fn waiting(
    places: HashMap<u32, Place>,
    torus: &Torus,
    format: &HeadFormat,
    scoreboard: &PacketScoreboard,
    stride: u32,
) -> Vec<String> {
    let mut heads: HashMap<Hop, (u64, u32, Option<Hop>)> = HashMap::new();
    let mut strays = Vec::new();
    for (&serial, place) in &places {
        // A damaged payload may have a serial number that was never sent.
        let Some((_, _, record)) = scoreboard.flit(serial) else { continue };
        if serial % stride < record.arrived + record.misrouted || place.hops == 0 {
            continue;
        }
        let way = format.hops(torus, record.source, record.way());
        let Some(&here) = way.get(place.hops - 1).filter(|hop| hop.link.index() == place.link as usize)
        else {
            strays.push((serial, place.link));
            continue;
        };
        let head = heads.entry(here).or_insert((u64::MAX, 0, None));
        if (place.cycle, serial) < (head.0, head.1) {
            *head = (place.cycle, serial, way.get(place.hops).copied());
        }
    }
    let mut lines = lines(torus, scoreboard, stride, heads);
    lines.extend(off_their_way(torus, scoreboard, stride, strays));
    let outside = scoreboard
        .records
        .iter()
        .filter(|(packet, record)| record.arrived < record.flits && !places.contains_key(&(packet * stride)));
    lines.extend(Some(outside.count()).filter(|&count| count > 0).map(not_entered));
    lines
}

fn not_entered(packets: usize) -> String {
    let have = if packets == 1 { "has" } else { "have" };
    format!("{} {have} not entered", quantity(packets, "packet"))
}

fn lines(
    torus: &Torus,
    scoreboard: &PacketScoreboard,
    stride: u32,
    heads: HashMap<Hop, (u64, u32, Option<Hop>)>,
) -> Vec<String> {
    let mut heads: Vec<_> = heads.into_iter().collect();
    heads.sort_unstable_by_key(|(hop, _)| *hop);
    let name = |hop: &Hop| format!("{} channel {}", torus.link_name(hop.link), hop.channel);
    let line = |(here, (_, serial, next)): &(Hop, (u64, u32, Option<Hop>))| {
        let next = next.as_ref().map_or("its local port".to_string(), name);
        format!("at the end of {}: packet {} waits for {next}", name(here), scoreboard.name(serial / stride))
    };
    shown(heads.iter().map(line))
}

/// The first lines, and how many more there are.
fn shown(lines: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = lines.len().saturating_sub(SHOWN);
    lines.take(SHOWN).chain((more > 0).then(|| format!("and {more} more"))).collect()
}

/// Flits on links that are not on their way.
fn off_their_way(
    torus: &Torus,
    scoreboard: &PacketScoreboard,
    stride: u32,
    mut strays: Vec<(u32, u32)>,
) -> Vec<String> {
    strays.sort_unstable();
    let link = |index: u32| torus.links().find(|link| link.index() == index as usize);
    let name = |index: u32| link(index).map_or(String::new(), |link| torus.link_name(link));
    let line = |&(serial, index): &(u32, u32)| {
        let packet = scoreboard.name(serial / stride);
        format!("at the end of {}: packet {packet}, which has left its way", name(index))
    };
    shown(strays.iter().map(line))
}

/// Repeats the run with all flits that were offered. Returns the last place of every flit that entered and is
/// asked for, in the block of this rank. `simulation` must be new; `known`: whether a flit of this serial
/// number is asked for.
pub(super) fn replay(
    simulation: &mut dyn TrafficMachine,
    flits: impl Iterator<Item = Flit>,
    again: Replay,
    known: impl Fn(u32) -> bool,
) -> HashMap<u32, Place> {
    let block = simulation.network().block.clone();
    let (mut log, mut places, mut holds) = (Log::default(), HashMap::new(), again.holds.iter().peekable());
    simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
    let (mut cycle, mut flits) = (0, flits.peekable());
    while cycle < again.until {
        while let Some(&(_, held)) = holds.next_if(|(from, _)| *from == cycle) {
            simulation.hold(held);
        }
        let steps = holds.peek().map_or(BATCH, |(next, _)| BATCH.min((next - cycle) as usize));
        let end = cycle + steps as u64;
        let now: Vec<Flit> = std::iter::from_fn(|| flits.next_if(|flit| flit.cycle < end)).collect();
        simulation.run(cycle, steps, false, &now, true, &mut log);
        for seen in log.entered().iter().filter(|seen| known(seen.serial)) {
            places.insert(seen.serial, Place { hops: 0, link: 0, cycle: cycle + seen.step as u64 });
        }
        for seen in log.hops().iter().filter(|seen| known(seen.serial)) {
            let place = places.entry(seen.serial).or_insert(Place { hops: 0, link: 0, cycle });
            let (hops, link) = (place.hops + 1, block.link_id(seen.place as usize) as u32);
            *place = Place { hops, link, cycle: cycle + seen.step as u64 };
        }
        cycle = end;
    }
    places
}

/// The node of every local port of these processors.
pub(super) fn node_of_local_port<'a>(
    processors: impl Iterator<Item = &'a NodeId>,
    local_ports_each: usize,
) -> Vec<NodeId> {
    processors.flat_map(|&node| std::iter::repeat_n(node, local_ports_each)).collect()
}
