//! Streams of packets into a buffered network: `NAME_axis_send` with `NAME_axis_head`, and what makes streams
//! of the flits that a router has for its processor.

use super::Processors;
use crate::formal::{
    contract::{self, RouterText},
    sby::Proof,
};
use serde::Serialize;
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::{route::bits, Ties};

/// What the harnesses depend on.
pub(crate) struct PacketStreams<'a> {
    pub at: Processors<'a>,
    pub spec: &'a BufferedSpec<'a>,
    /// Packets are filled up to one length, and their own last flit is marked.
    pub filled: bool,
    pub ties: Ties,
}

/// What the templates are filled with; names are those of parameters.
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

/// Cycles in which a packet of one flit is seen to come out.
const COMES_OUT: usize = 8;

/// Path and text of two harnesses and what a prover runs. `modules`: those of routers.
pub(crate) fn packets(streams: &PacketStreams, modules: &[Module]) -> Vec<(String, String)> {
    let (spec, own) = (streams.spec, |part: &str| streams.at.part(part));
    let send = Proof::of(["head", "send"].map(own).to_vec());
    let receive = if streams.filled { vec![own("receive")] } else { Vec::new() };
    let plain = modules.iter().map(|module| module.name.clone()).collect();
    let apart = Some(("LOCAL", spec.local_ports().len()));
    let receive = Proof { plain, apart, ..Proof::of(receive) };
    let cover = COMES_OUT + spec.flits + spec.pipeline;
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
