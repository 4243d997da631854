//! `NAME_axis`: the network with an AXI4-Stream in and one out at every local port.
//!
//! TDEST is the node id of a packet's destination, from which `NAME_axis_send` makes its head. The source
//! travels beside the data, so the payload of the network is wider than TDATA ([`Streams`]). A packet that
//! cannot be sent is dropped as a whole, and sets a sticky error bit.

mod dim;
mod head;
mod receive;
mod send;
mod stack;
mod store;
mod top;

use crate::formal::{packets, PacketStreams, Processors};
use crate::network::streams::{coordinates_width, crossed, Parts, Streams};
use crate::network::{EmittedFile, Wrapper};
use head::HeadText;
use receive::ReceiveText;
use send::SendText;
use top::TopText;
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::{Placement, Ties};

/// The names of the modules, and the comment of their files.
fn parts<'a>(spec: &'a BufferedSpec) -> Parts<'a> {
    Parts { network: spec.name, header: &spec.header }
}

/// `NAME_axis` and its parts.
pub fn wrapper(spec: &BufferedSpec, streams: &Streams, ties: Ties, placement: &Placement) -> Wrapper {
    let (head, send) = (HeadText { spec, placement, ties }, SendText { spec, streams });
    let (receive, top) = (ReceiveText { spec, streams }, TopText { spec, streams, placement });
    let mut modules = vec![head.module(), send.module()];
    modules.extend(streams.marked.then(|| receive.module()));
    modules.push(top.module());
    let wrapper = Wrapper { modules, ports: top.ports(), info: streams.info(spec.name) };
    crossed(wrapper, spec.name, &spec.header, &top.local())
}

/// The files for provers about streams. `modules`: those of routers.
pub fn proofs(
    spec: &BufferedSpec,
    streams: &Streams,
    ties: Ties,
    placement: &Placement,
    modules: &[Module],
) -> Vec<EmittedFile> {
    let at = Processors {
        network: spec.name,
        header: &spec.header,
        placement,
        data: streams.data,
        id: streams.source,
        offset: coordinates_width(spec.torus),
    };
    packets(&PacketStreams { at, spec, filled: streams.marked, ties }, modules)
}
