//! The schedule ROMs, read from the emitted files: what each group of nodes that send alike sends in each
//! slot.
//!
//! A row holds for each local port `{offsets, header, valid}`, with one port `{offsets, header, port,
//! valid}`, the least significant bit first. Nodes that mirror their rows send the row of their class with
//! `+` and `-` exchanged in flipped dimensions.

use super::fields::Fields;
use crate::build::{code, module_path, module_text, words, Shapes};
use crate::output::shown;
use crate::ranks::Block;
use crate::{Manifest, SimError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::path::PathBuf;
use thiserror::Error;
use torus_model::{route::bits, torus::NodeList, HeaderLayout, NodeId, PortModel, Torus};

/// A node without the ROM of its schedule or program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} is a node without the ROM that its schedule or program is in; the model engine reads it: \
     emit the folder again",
    shown(.path)
)]
pub struct NoRom {
    /// The file of the node.
    pub path: PathBuf,
}

/// A message of a row.
#[derive(Clone, Debug)]
pub struct Inject {
    /// The link by which it leaves.
    pub port: usize,
    /// Its header on the first link.
    pub head: u128,
    /// Destination minus source.
    pub offset: Vec<u32>,
}

/// The node at an offset from these coordinates, computed with the widths of the RTL. An offset above the
/// radix, as in a damaged ROM, gives a coordinate that does not exist.
pub(super) fn destination(torus: &Torus, x: &[u32], offset: &[u32]) -> u32 {
    let term = |dim: usize| {
        let (n, offset) = (torus.dims()[dim], offset[dim]);
        let to = x[dim] + offset - if offset <= n && x[dim] >= n - offset { n } else { 0 };
        lowest(to, bits(n as usize)) * torus.stride(dim) as u32
    };
    lowest((0..x.len()).map(term).sum(), bits(torus.len()))
}

fn lowest(number: u32, bits: usize) -> u32 {
    number & ((1 << bits) - 1)
}

/// Nodes that send the same messages.
#[derive(Clone, Debug)]
pub struct Group {
    /// The nodes.
    pub nodes: NodeList,
    /// What each node sends, slot by slot.
    pub rows: Vec<Vec<Inject>>,
}

/// The nodes at an offset from each of these nodes.
pub(super) fn destinations(torus: &Torus, nodes: &NodeList, offset: &[u32]) -> Vec<u32> {
    let mut all = Vec::new();
    list_destinations(&mut all, torus, nodes, offset);
    all
}

/// Lists messages that are at an offset from their sources: the nodes at which they are, and the nodes that
/// they are for. The memory of both lists is used again.
pub(super) fn list_messages(
    [nodes, destinations]: [&mut Vec<u32>; 2],
    torus: &Torus,
    sources: &NodeList,
    [at, offset]: [&[u32]; 2],
) {
    sources.translate_into(nodes, at);
    match at == offset {
        true => destinations.clone_from(nodes),
        false => list_destinations(destinations, torus, sources, offset),
    }
}

/// Replaces the contents of a vector by [`destinations`]. Its memory is used again.
fn list_destinations(all: &mut Vec<u32>, torus: &Torus, nodes: &NodeList, offset: &[u32]) {
    if offset.iter().zip(torus.dims()).all(|(x, n)| x <= n) {
        return nodes.translate_into(all, offset);
    }
    let nodes = nodes.nodes().iter().filter_map(|&node| torus.node_at(node as usize));
    all.clear();
    all.extend(nodes.map(|node| destination(torus, &torus.coordinates(node), offset)));
}

/// What all nodes send, by group.
#[derive(Clone, Debug)]
pub struct Images {
    /// The torus.
    pub torus: Torus,
    /// The groups.
    pub groups: Vec<Group>,
    /// The block whose nodes these are.
    pub block: Block,
    /// Slots of the schedule.
    pub slots: usize,
}

impl Images {
    /// Reads the ROMs of every kind, for all nodes. Errors: files; a kind with processors but without a ROM.
    pub fn read(
        dir: &Path,
        manifest: &Manifest,
        shapes: &Shapes,
        torus: &Torus,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let slots = manifest.scheduled(dir)?.0.length as usize;
        let mut groups = Vec::new();
        for (kind, roms) in manifest.kinds.iter().zip(&shapes.roms).filter(|(kind, _)| kind.processor) {
            let rom = roms.iter().find(|rom| rom.name == "rom");
            let rom = rom.ok_or_else(|| NoRom { path: module_path(dir, &kind.node) })?;
            let rows: Vec<Vec<Inject>> =
                (0..slots).map(|slot| messages(Fields::new(rom, slot), torus, ports)).collect();
            let flips = flips(dir, &kind.node, torus)?;
            for (odd, nodes) in instances(&kind.nodes, &flips, torus) {
                let rows = rows.iter().map(|row| row.iter().map(|put| put.mirrored(torus, &odd)).collect());
                groups.push(Group { nodes: NodeList::new(torus, &nodes), rows: rows.collect() });
            }
        }
        Ok(Images { torus: torus.clone(), groups, block: Block::whole(torus), slots })
    }

    /// What the nodes of a block send.
    pub fn of_block(self, block: &Block) -> Self {
        if block.is_whole() {
            return self;
        }
        let own = |nodes: &NodeList| {
            let own = nodes.nodes().iter().filter(|&&node| block.node(node as usize).is_some());
            let own: Vec<NodeId> = own.filter_map(|&node| self.torus.node_at(node as usize)).collect();
            NodeList::new(&self.torus, &own)
        };
        let groups =
            self.groups.into_iter().map(|group| Group { nodes: own(&group.nodes), ..group }).collect();
        Images { torus: self.torus.clone(), groups, block: block.clone(), slots: self.slots }
    }

    /// Whether it takes fewer steps to move the messages of a group as a set of nodes than one by one.
    pub fn is_lockstep(&self) -> bool {
        let senders: usize = self.groups.iter().map(|group| group.nodes.nodes().len()).sum();
        let each = senders / self.groups.len().max(1);
        each >= 8 && self.torus.len().div_ceil(64) <= 4 * each
    }
}

/// The dimensions in which a node's module can mirror its row: it has a strap for each.
fn flips(dir: &Path, module: &str, torus: &Torus) -> Result<Vec<usize>, SimError> {
    let text = module_text(dir, module)?;
    let named: BTreeSet<&str> = text.lines().flat_map(|line| words(code(line))).collect();
    Ok((0..torus.d()).filter(|dim| named.contains(&format!("flip_{dim}_i")[..])).collect())
}

/// Nodes, grouped by the dimensions in which their rows are mirrored.
fn instances(nodes: &[u32], flips: &[usize], torus: &Torus) -> BTreeMap<Vec<bool>, Vec<NodeId>> {
    let mut groups = BTreeMap::<Vec<bool>, Vec<NodeId>>::new();
    for node in nodes.iter().filter_map(|&node| torus.node_at(node as usize)) {
        let odd = |dim| flips.contains(&dim) && torus.coordinate(node, dim) % 2 == 1;
        groups.entry((0..torus.d()).map(odd).collect()).or_default().push(node);
    }
    groups
}

/// The messages of a row.
fn messages(mut row: Fields, torus: &Torus, ports: PortModel) -> Vec<Inject> {
    let layout = HeaderLayout::new(torus);
    let mut all = Vec::new();
    for local_port in ports.existing_local_ports(torus) {
        let valid = row.take(1) == 1;
        let port = if ports == PortModel::AllPort { local_port } else { row.take(layout.port_bits) as usize };
        let head = row.take(layout.width());
        let offset = torus.dims().iter().map(|&n| row.take(bits(n as usize).max(1)) as u32).collect();
        all.extend(valid.then_some(Inject { port, head, offset }));
    }
    all
}

impl Inject {
    /// The message with `+` and `-` exchanged in some dimensions.
    fn mirrored(&self, torus: &Torus, swaps: &[bool]) -> Inject {
        let layout = HeaderLayout::new(torus);
        let swap = |port: usize| port ^ usize::from(swaps.get(port / 2).copied().unwrap_or(false));
        let mut head = self.head;
        for run in 0..layout.segments {
            let at = layout.hop_bits + run * layout.group_bits();
            let port = (head >> (at + 1)) as usize & ((1 << layout.port_bits) - 1);
            if head >> at & 1 == 1 && swap(port) != port {
                head ^= 1 << (at + 1);
            }
        }
        // In the width of its field: a damaged ROM may hold more than the radix.
        let negative =
            |x: u32, n: u32| if x == 0 { 0 } else { n.wrapping_sub(x) & ((1 << bits(n as usize)) - 1) };
        let negate = |(dim, &x): (usize, &u32)| if swaps[dim] { negative(x, torus.dims()[dim]) } else { x };
        Inject { port: swap(self.port), head, offset: self.offset.iter().enumerate().map(negate).collect() }
    }
}
