//! Proofs of the streams of a broadcast: of the source, and of all other processors.

use super::{BlockStreams, Class};
use crate::formal::sby::Proof;
use serde::Serialize;
use torus_model::{route::bits, NodeId};

/// The values for the templates; the fields have the names of parameters.
#[derive(Serialize)]
struct Values<'a> {
    #[serde(flatten)]
    streams: &'a BlockStreams<'a>,
    others: usize,
    count: usize,
    /// The ROM of the source, and the ROMs of the others.
    source: &'a str,
    roms: Vec<&'a str>,
}

/// Cycles of a broadcast besides those of its beats.
const COMES_OUT: usize = 20;

/// Paths and texts of two harnesses and of their files for SymbiYosys.
pub(crate) fn broadcast(streams: &BlockStreams, source: NodeId) -> Vec<(String, String)> {
    let is_source = |class: &&Class| class.nodes.contains(&source);
    let (sends, others): (Vec<&Class>, _) = streams.classes.iter().partition(is_source);
    let roms: Vec<&str> = others.iter().map(|class| class.rom.as_str()).collect();
    let source = sends.first().expect("a source").rom.as_str();
    let parts = |own: &[&str], roms: &[&str]| {
        let own = own.iter().map(|part| streams.at.part(part));
        roms.iter().map(|rom| rom.to_string()).chain(own).collect()
    };
    let send = Proof::of(parts(&["send", "copy", "control"], &[source]));
    let receive = Proof::of(parts(&["copy", "receive", "control"], &roms));
    let receive = Proof { apart: Some(("CLASS", roms.len())), ..receive };
    let values = || {
        let (others, count) = (streams.at.placement.len() - 1, bits(streams.flits + 1));
        Values { streams, others, count, source, roms: roms.clone() }
    };
    let cover = COMES_OUT + 4 * streams.flits;
    let input = (include_str!("block_in.v.j2"), values());
    let output = (include_str!("block_out.v.j2"), values());
    let files = streams.at.harness("stream_in", input, (&send, cover));
    [files, streams.at.harness("stream_out", output, (&receive, cover))].concat()
}
