//! Proofs of streams of blocks between processors with message memories: `NAME_axis_send`, `NAME_axis_copy`,
//! `NAME_axis_receive` and `NAME_axis_control`.

use super::{dims, Dim, Processors};
use crate::formal::sby::Proof;
use serde::Serialize;
use torus_model::{route::bits, NodeId, Placement};

/// The parameters of the harness, under their names.
#[derive(Serialize)]
pub(crate) struct BlockStreams<'a> {
    #[serde(skip)]
    pub at: Processors<'a>,
    /// Bits of a flit's address.
    pub address: usize,
    /// Bits of a row of the expected-data ROM.
    pub row: usize,
    /// Flits of a block.
    pub flits: usize,
    /// Bits of a flit's number.
    pub flit: usize,
    /// Rows of the ROM: blocks to load, then results.
    #[serde(skip)]
    pub rows: usize,
    /// The classes of processors.
    #[serde(skip)]
    pub classes: Vec<Class>,
}

/// Processors whose blocks have the same addresses.
pub(crate) struct Class {
    /// The expected-data ROM with these addresses.
    pub rom: String,
    pub nodes: Vec<NodeId>,
}

/// The values for the template.
#[derive(Serialize)]
struct Values<'a> {
    #[serde(flatten)]
    streams: &'a BlockStreams<'a>,
    others: usize,
    beats: usize,
    count: usize,
    classes: Vec<Places>,
}

/// A class and the coordinates of its processors; no coordinates if every node has a processor of this class.
#[derive(Serialize)]
struct Places {
    rom: String,
    places: String,
}

/// Paths and texts of a harness and of its file for SymbiYosys.
pub(crate) fn blocks(streams: &BlockStreams) -> Vec<(String, String)> {
    let others = streams.at.placement.len() - 1;
    let beats = others * streams.flits;
    let places =
        |class: &Class| Places { rom: class.rom.clone(), places: places(streams.at.placement, class) };
    let classes = streams.classes.iter().map(places).collect();
    let values = Values { streams, others, beats, count: bits(beats + 1), classes };
    let own = ["offset", "source", "send", "copy", "receive", "control"].map(|part| streams.at.part(part));
    let parts = streams.classes.iter().map(|class| class.rom.clone()).chain(own).collect();
    // All beats enter, all rows are copied, a run, and the results up to the watched one.
    let cover = 2 * beats + streams.rows * streams.flits + COMES_BACK;
    let proof = Proof { apart: Some(("CLASS", streams.classes.len())), ..Proof::of(parts) };
    streams.at.harness("blocks", (include_str!("blocks.v.j2"), values), (&proof, cover))
}

/// Cycles of an exchange besides those of its beats and rows.
const COMES_BACK: usize = 16;

/// The coordinates of the processors of a class, the first dimension lowest.
fn places(placement: &Placement, class: &Class) -> String {
    let torus = placement.torus();
    if class.nodes.len() == torus.len() {
        return String::new();
    }
    let (dims, width) = (dims(torus), dims(torus).iter().map(|dim| dim.bits).sum::<usize>());
    let place = |&node: &NodeId| {
        let at = |(i, dim): (usize, &Dim)| (torus.coordinate(node, i) as usize) << dim.low;
        format!("{width}'d{}", dims.iter().enumerate().map(at).sum::<usize>())
    };
    class.nodes.iter().map(place).collect::<Vec<_>>().join(", ")
}
