//! Proofs of streams of packets at a buffered network: `NAME_axis_send` with `NAME_axis_head`, and the path
//! from the flits that a router ejects to a stream.

use super::Processors;
use crate::formal::{
    contract::{self, RouterText},
    sby::Proof,
};
use serde::Serialize;
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::{route::bits, Ties};

/// The parameters of the harnesses.
pub(crate) struct PacketStreams<'a> {
    pub at: Processors<'a>,
    pub spec: &'a BufferedSpec<'a>,
    /// Whether packets are filled up to one length, with a mark on the last flit of the stream.
    pub filled: bool,
    pub ties: Ties,
}

/// The values for the templates; the fields have the names of parameters.
#[derive(Serialize)]
struct Values {
    router: RouterText,
    heads: &'static str,
    flits: usize,
    filled: u8,
    count: usize,
    places: usize,
    parity: u8,
}

/// Cycles within which a packet of one flit leaves.
const COMES_OUT: usize = 8;

/// Paths and texts of two harnesses and of their files for SymbiYosys. `modules`: those of routers.
pub(crate) fn packets(streams: &PacketStreams, modules: &[Module]) -> Vec<(String, String)> {
    let (spec, own) = (streams.spec, |part: &str| streams.at.part(part));
    let send = Proof::of(["head", "send"].map(own).to_vec());
    let receive = if streams.filled { vec![own("receive")] } else { Vec::new() };
    let plain = modules.iter().map(|module| module.name.clone()).collect();
    let apart = Some(("LOCAL", spec.local_ports().len()));
    let receive = Proof { plain, apart, ..Proof::of(receive) };
    let cover = COMES_OUT + spec.flits + spec.pipeline.cycles();
    let of = |part, template, proof| streams.at.harness(part, (template, values(streams)), (proof, cover));
    [
        of("stream_in", include_str!("packet_in.v.j2"), &send),
        of("stream_out", include_str!("packet_out.v.j2"), &receive),
    ]
    .concat()
}

fn values(streams: &PacketStreams) -> Values {
    let PacketStreams { spec, filled, ties, .. } = streams;
    Values {
        router: contract::router(spec, false),
        heads: contract::HEADS,
        flits: spec.flits,
        filled: *filled as u8,
        count: bits(spec.flits + 1),
        places: 1 + spec.long() as usize,
        parity: (*ties == Ties::Parity) as u8,
    }
}
