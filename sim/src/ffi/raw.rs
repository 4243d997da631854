//! A network and its ROMs in the form of `shim/abi.h`.

use crate::engine::{Ejection, Network};
use std::ffi::{c_char, CString};

/// A message that left the network, with its clock edge.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct RawEjection {
    step: u32,
    local_port: u32,
    source: u32,
    destination: u32,
    dirty: u32,
}

impl RawEjection {
    /// The clock edge, as its number in the batch, and the message.
    pub fn parts(&self) -> (u32, Ejection) {
        let Self { step, local_port, source, destination, dirty } = *self;
        (step, Ejection { local_port, source, destination, dirty: dirty != 0 })
    }
}

#[repr(C)]
pub(crate) struct RawNetwork {
    nodes: u32,
    dims: u32,
    processors: u32,
    threads: u32,
    arriving: u32,
    cached: u64,
    radices: *const u32,
    kind: *const u32,
    image: *const u32,
    processor: *const u32,
    from: *const u32,
    stages: *const u32,
    coordinates: *const u32,
    contents: *const RawContents,
    contents_count: u64,
}

#[repr(C)]
struct RawContents {
    name: *const c_char,
    image: u32,
    rows: u32,
    words: u32,
    pad: u32,
    data: *const u32,
}

/// The data to which [`RawNetwork`] points, besides the network itself.
pub(crate) struct RawRoms {
    contents: Vec<RawContents>,
    /// Upstream links and numbers of registers, including links that arrive over cuts.
    from: Vec<u32>,
    stages: Vec<u32>,
    _names: Vec<CString>,
}

impl RawRoms {
    pub(crate) fn new(network: &Network) -> Self {
        let all = (0..).zip(&network.roms).flat_map(|(image, roms)| roms.iter().map(move |rom| (image, rom)));
        let names: Vec<CString> = all
            .clone()
            .map(|(_, rom)| CString::new(rom.name.as_str()).expect("a module's name has no zero byte"))
            .collect();
        let contents = all.zip(&names).map(|((image, rom), name)| RawContents {
            name: name.as_ptr(),
            image,
            rows: (rom.data.len() / rom.words) as u32,
            words: rom.words as u32,
            pad: 0,
            data: rom.data.as_ptr(),
        });
        let (mut from, links) = (network.from.clone(), network.links() as u32);
        for ((node, port), link) in network.block.arrivals().zip(links..) {
            from[node * 2 * network.dims + port] = link;
        }
        let stages = [&network.stages[..], &network.arriving].concat();
        RawRoms { contents: contents.collect(), from, stages, _names: names }
    }
}

pub(crate) fn raw_network(network: &Network, roms: &RawRoms) -> RawNetwork {
    let nodes = network.nodes();
    assert_eq!(network.radices.len(), network.dims);
    assert_eq!(network.processor.len(), nodes);
    assert_eq!(network.image.len(), nodes);
    assert_eq!(network.from.len(), network.links());
    assert_eq!(network.stages.len(), network.links());
    assert_eq!(network.coordinates.len(), nodes * network.dims);
    RawNetwork {
        nodes: nodes as u32,
        dims: network.dims as u32,
        processors: network.processors as u32,
        threads: network.threads as u32,
        arriving: network.arriving.len() as u32,
        cached: network.cached as u64,
        radices: network.radices.as_ptr(),
        kind: network.kind.as_ptr(),
        image: network.image.as_ptr(),
        processor: network.processor.as_ptr(),
        from: roms.from.as_ptr(),
        stages: roms.stages.as_ptr(),
        coordinates: network.coordinates.as_ptr(),
        contents: roms.contents.as_ptr(),
        contents_count: roms.contents.len() as u64,
    }
}
