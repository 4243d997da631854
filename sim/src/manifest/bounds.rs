//! Upper limits of the numbers of a manifest, which its torus and its kind of network allow.
//!
//! They are checked before memory is allocated for them. Only a simulation shows whether the numbers are
//! true.

use super::{BufferedInfo, InterfaceInfo, Manifest, MemoryInfo};
use crate::limits::{MAX_BLOCK, MAX_DEPTH, MAX_EMITTED, MAX_FLITS, MAX_MEMORY, MAX_WIDTH};
use torus_model::{route::bits, ChannelAssignment, RomStyle, Routing, Switching, Torus};

/// The longest time between two events of a bench, in cycles, without the slots of the schedule.
const LATENCY: usize = 1024;
/// The most banks of a memory: two for each dimension.
const BANKS: usize = 48;
/// The most bits of an address in a memory.
const ADDRESS: usize = u32::BITS as usize;

/// Refuses numbers beyond these limits, with a description.
pub(crate) fn check(manifest: &Manifest) -> Result<(), String> {
    let torus = Torus::new(&manifest.dims).map_err(|error| error.to_string())?;
    at_most("nodes", torus.len(), MAX_EMITTED)?;
    if manifest.nodes != torus.len() {
        return Err(format!("it states {} nodes, and {torus} has {}", manifest.nodes, torus.len()));
    }
    at_most("processors", manifest.processors.len(), torus.len())?;
    at_most("kinds of nodes", manifest.kinds.len(), torus.len())?;
    check_nodes(manifest, torus.len())?;
    check_switching(manifest, torus.len())?;
    manifest.stages(&torus).map_err(|error| error.to_string())?;
    at_most("bits of a payload", manifest.width, MAX_WIDTH)?;
    manifest
        .interface
        .as_ref()
        .map_or(Ok(()), |streams| check_streams(streams, manifest.width, torus.len()))?;
    if let Some(buffers) = &manifest.buffered {
        check_buffers(buffers)?;
        manifest.routing.parse::<Routing>().map_err(|error| error.to_string())?;
    }
    manifest.memory.as_ref().map_or(Ok(()), |memory| check_memory(memory, torus.len()))?;
    // A bench writes every flit of a memory at most once before its first link, and reads it at most once
    // after the last.
    let flits = manifest.memory.as_ref().map_or(0, |memory| memory.banks * memory.depth);
    let most = LATENCY + flits;
    let latency = manifest.latency.map(|latency| [latency.start_to_link, latency.makespan_to_done]);
    let [first, last] = latency.unwrap_or_default().map(|cycles| cycles as usize);
    at_most("start_to_link", first, most)?;
    at_most("makespan_to_done", last, most)
}

/// Checks that all ids are those of nodes, and that no node is in two kinds.
fn check_nodes(manifest: &Manifest, nodes: usize) -> Result<(), String> {
    let all = || manifest.kinds.iter().flat_map(|kind| &kind.nodes);
    if let Some(node) = manifest.processors.iter().chain(all()).find(|&&node| node as usize >= nodes) {
        return Err(format!("it names the node {node}, and the last one is {}", nodes - 1));
    }
    let mut seen = vec![false; nodes];
    match all().find(|&&node| std::mem::replace(&mut seen[node as usize], true)) {
        Some(node) => Err(format!("it names the node {node} twice, and a node is of one kind")),
        None => Ok(()),
    }
}

/// Checks that slots set routers only if there is a processor on every node.
fn check_switching(manifest: &Manifest, nodes: usize) -> Result<(), String> {
    let Some(schedule) = &manifest.schedule else { return Ok(()) };
    let (switching, style) = (schedule.switching, schedule.rom_style);
    if switching == Switching::Generator && style != RomStyle::Auto {
        return Err(format!("it states a ROM style, {style}, of rows that are generated"));
    }
    match manifest.processors.len() {
        some if switching != Switching::Headers && some < nodes => Err(format!(
            "it states that slots set the routers, and {some} processors for {nodes} nodes; each needs one"
        )),
        _ => Ok(()),
    }
}

/// Checks that the fields of streams fit into a payload.
fn check_streams(streams: &InterfaceInfo, width: usize, nodes: usize) -> Result<(), String> {
    at_most("bits of a stream's data", streams.data, width)?;
    at_most("bits of a stream's source", streams.source, bits(nodes))?;
    at_most("bits of a stream's source in a payload", streams.carried(), width - streams.data)?;
    let marks = 1.min(width - streams.data - streams.carried());
    at_most("marks of a stream's last flit", streams.last, marks)?;
    at_most("marks of a stream's words", streams.present, marks - streams.last)
}

fn check_buffers(buffers: &BufferedInfo) -> Result<(), String> {
    at_most("channels of a link", buffers.channels, ChannelAssignment::MAX_CHANNELS)?;
    at_most("flits of a buffer", buffers.depth, MAX_DEPTH)?;
    at_most("flits of a packet", buffers.flits, MAX_FLITS)?;
    let none = [buffers.channels, buffers.depth, buffers.flits].contains(&0);
    match none {
        true => Err("it states 0 channels, or flits of a buffer or packet".to_string()),
        false => buffers.rule.check_depth(buffers.depth, buffers.flits).map_err(|error| error.to_string()),
    }
}

fn check_memory(memory: &MemoryInfo, nodes: usize) -> Result<(), String> {
    at_most("flits of a block", memory.flits, MAX_BLOCK)?;
    at_most("banks of a memory", memory.banks, BANKS)?;
    if memory.flits == 0 || memory.banks == 0 || memory.depth == 0 {
        return Err("it states blocks of 0 flits, or memories of 0 banks or flits".to_string());
    }
    at_most("flits of a bank", memory.depth, MAX_MEMORY / (nodes * memory.banks))?;
    let address = bits(memory.banks) + bits(memory.depth).max(1);
    match memory.address == address {
        true => at_most("bits of an address", address, ADDRESS),
        false => Err(format!(
            "it states {} bits of an address, and its banks and their flits need {address}",
            memory.address
        )),
    }
}

fn at_most<T: PartialOrd + std::fmt::Display>(what: &str, stated: T, most: T) -> Result<(), String> {
    match stated > most {
        true => Err(format!("it states {stated} as its {what}, of which there are {most} at most")),
        false => Ok(()),
    }
}
