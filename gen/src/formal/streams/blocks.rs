//! Streams of blocks between processors with message memories: `NAME_axis_send`, `NAME_axis_copy`,
//! `NAME_axis_receive` and `NAME_axis_control`.

use super::{dims, processors, Dim};
use crate::{formal::sby::Proof, jinja};
use serde::Serialize;
use torus_model::{route::bits, NodeId, Placement};

/// What the harness depends on; names are those of its parameters.
#[derive(Serialize)]
pub(crate) struct BlockStreams<'a> {
    pub network: &'a str,
    pub header: &'a [String],
    #[serde(skip)]
    pub placement: &'a Placement,
    pub data: usize,
    /// Bits of a node id.
    pub id: usize,
    pub offset: usize,
    /// Bits of a flit's address.
    pub address: usize,
    /// Bits of a row of the expected-data ROM.
    pub row: usize,
    /// Flits of a block.
    pub flits: usize,
    /// Bits of a flit's number.
    pub flit: usize,
    /// Rows of the ROM: results follow blocks to load.
    #[serde(skip)]
    pub rows: usize,
    /// The processors of every class.
    #[serde(skip)]
    pub classes: Vec<Class>,
}

/// Processors whose blocks lie at the same places.
pub(crate) struct Class {
    /// The ROM that says where.
    pub rom: String,
    pub nodes: Vec<NodeId>,
}

/// What the template is filled with.
#[derive(Serialize)]
struct Harness<'a> {
    top: &'a str,
    #[serde(flatten)]
    streams: &'a BlockStreams<'a>,
    dims: Vec<Dim>,
    nodes: usize,
    processors: String,
    others: usize,
    beats: usize,
    count: usize,
    classes: Vec<Places>,
}

/// A class, and the coordinates of its processors; none where all nodes have one of it.
#[derive(Serialize)]
struct Places {
    rom: String,
    places: String,
}

/// Path and text of a harness, and of what a prover runs.
pub(crate) fn blocks(streams: &BlockStreams) -> Vec<(String, String)> {
    let (top, torus) = (format!("{}_blocks", streams.network), streams.placement.torus());
    let others = streams.placement.len() - 1;
    let beats = others * streams.flits;
    let places = |class: &Class| Places { rom: class.rom.clone(), places: places(streams.placement, class) };
    let harness = Harness {
        top: &top,
        streams,
        dims: dims(torus),
        nodes: torus.len(),
        processors: processors(streams.placement),
        others,
        beats,
        count: bits(beats + 1),
        classes: streams.classes.iter().map(places).collect(),
    };
    let text = jinja::rendered("streams of blocks", include_str!("blocks.v.j2"), &harness);
    let own = ["offset", "source", "send", "copy", "receive", "control"];
    let own = own.map(|part| format!("{}_axis_{part}", streams.network));
    let parts: Vec<String> = streams.classes.iter().map(|class| class.rom.clone()).chain(own).collect();
    // All beats in, all rows, a run, and the way to the watched one.
    let cover = 2 * beats + streams.rows * streams.flits + COMES_BACK;
    let proof = Proof { apart: Some(("CLASS", streams.classes.len())), ..Proof::of(parts) };
    vec![(format!("formal/{top}.v"), text), (format!("{top}.sby"), proof.text(&top, cover))]
}

/// Cycles of an exchange beside those of its beats and rows.
const COMES_BACK: usize = 16;

/// The coordinates of a class's processors, the first dimension lowest.
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
