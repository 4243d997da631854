//! The description of a network from which the files of its package are made: the manifest, and values that
//! follow from it.

use super::{crossing::Crossing, folded, FileSets, Top};
use crate::{
    digest::digest,
    network::{EmittedFile, Frame, Modules},
};
use serde::Serialize;
use torus_model::{Loads, Torus};
use torus_sim::Manifest;

/// The values of a network of any kind that templates see. Templates also see the fields of the manifest.
#[derive(Clone, Debug, Serialize)]
pub struct Core {
    #[serde(flatten)]
    manifest: Manifest,
    /// SHA-256 of `manifest.json`, which itself has the digests of the other files.
    pub manifest_digest: String,
    /// The vendor, for FuseSoC and IP-XACT.
    pub vendor: &'static str,
    /// The library, for FuseSoC and IP-XACT.
    pub library: &'static str,
    /// The version, which is that of the generator.
    pub version: &'static str,
    /// The radices, such as `3x4x5`.
    pub torus: String,
    /// The schedule, memories or buffers in a few words.
    pub words: String,
    /// The Verilog files, by the top that needs them.
    pub rtl: FileSets,
    /// All tops, with their ports and files.
    pub tops: Vec<Top>,
    /// Names of the ports of a node, `1+ 1- 2+ 2-`.
    pub port_names: Vec<String>,
    /// The flits of each message that the loads of the manifest count.
    pub message_flits: usize,
    /// What links are said to carry: messages, or flits if a message has several.
    pub unit: &'static str,
    /// The flits of one exchange on the links that leave each node.
    pub link_loads: Vec<NodeLoads>,
    /// The cycles after which a testbench gives up.
    pub limit: RunLimit,
    /// The simulator of `make sim`.
    pub simulator: &'static str,
    /// Whether Verilator should compile each module of a node once, and not once for each instance.
    pub large: bool,
    /// The clock frequency that the constraints ask for.
    pub clock: Clock,
    /// The channels that packets may be given, if there are several.
    pub channel_choice: Option<String>,
    /// If links have registers: for each dimension, the coordinates in the order of a folded layout.
    pub folded: Vec<String>,
    /// The streams, if they have a clock of their own.
    pub crossing: Option<Crossing>,
    /// Whether the network has AXI4-Lite registers.
    pub axil: bool,
    /// Whether its message memories can be reached by AXI4-Lite, too.
    pub mapped: bool,
}

/// The flits of one exchange on the links that leave a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NodeLoads {
    /// The node with its coordinates.
    pub node: String,
    /// Link id and flits of each of its ports.
    pub links: Vec<(usize, u64)>,
}

/// How long one exchange may take in a testbench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RunLimit {
    /// Cycles from the start pulse on.
    pub cycles: u64,
}

/// A clock that every network of `docs/fpga.md` meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// The period.
    pub ns: &'static str,
    /// Half of it.
    pub half_ns: &'static str,
    /// The frequency.
    pub mhz: &'static str,
}

const CLOCK: Clock = Clock { ns: "20.000", half_ns: "10.000", mhz: "50" };

impl Core {
    /// The description of an emitted network. `message_flits`: the flits of each message that its loads
    /// count. `files`: those that its manifest lists, then the manifest. `words`: the schedule, memories or
    /// buffers in a few words. `axil`: whether the network has registers.
    pub fn new(
        network: &Frame,
        message_flits: usize,
        files: &[EmittedFile],
        words: String,
        axil: bool,
    ) -> Self {
        let torus = network.base.torus();
        let link_loads = link_loads(torus, network.loads, message_flits as u64);
        let (_, text) = files.last().expect("a folder has a manifest");
        let manifest: Manifest = serde_json::from_str(text).expect("the manifest is ours");
        let modules = Modules::of(files);
        Core {
            manifest_digest: digest(text),
            vendor: "torusgen",
            library: "network",
            version: env!("CARGO_PKG_VERSION"),
            torus: torus.to_string(),
            words,
            rtl: FileSets::new(&manifest.name, &modules),
            tops: Top::all(&manifest.interfaces, &modules),
            port_names: port_names(torus),
            message_flits,
            unit: unit(message_flits, &manifest),
            simulator: simulator(&manifest),
            large: node_bytes(&manifest, &modules) > LARGE,
            limit: RunLimit::of(network, &link_loads),
            link_loads,
            clock: CLOCK,
            channel_choice: channel_choice(&manifest, torus),
            folded: folded::orders(network),
            crossing: Crossing::of(&manifest),
            axil,
            mapped: axil && manifest.memory.is_some(),
            manifest,
        }
    }

    /// The manifest of the folder.
    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Whether the streams have a clock of their own.
    pub(super) fn has_local_clock(&self) -> bool {
        self.crossing.is_some()
    }

    /// The flits of one exchange on the busiest link.
    pub(super) fn greatest_load(&self) -> u64 {
        let links = self.link_loads.iter().flat_map(|node| &node.links);
        links.map(|&(_, flits)| flits).max().unwrap_or(0)
    }

    /// A top of the folder.
    pub(super) fn top(&self, module: &str) -> &Top {
        self.tops.iter().find(|top| top.module == module).expect("a top of the folder")
    }

    /// The name of the network.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }
}

fn channel_choice(manifest: &Manifest, torus: &Torus) -> Option<String> {
    let buffered = manifest.buffered.as_ref().filter(|buffered| buffered.channels > 1)?;
    Some(buffered.rule.choice_in_words(manifest.routing.parse().ok()?, torus.d()))
}

/// From this size on, Verilator is faster with each node as a library. The size is the bytes of Verilog of
/// all nodes together. A scheduled network of 3x3 has 0.3 million and is slower with libraries; a buffered
/// one of 4x4 has 0.8 million.
const LARGE: usize = 700_000;

/// The widest port with which Icarus is quick, in bits: each change of an element costs it all bits of the
/// vector. A scheduled network of 4x4 has 2048 and takes seconds, one of 8x8 has 8192 and takes minutes.
const ICARUS_BITS: usize = 2048;

/// The loads of message memories count flits themselves.
fn unit(message_flits: usize, manifest: &Manifest) -> &'static str {
    let counted = manifest.memory.as_ref().map_or(1, |memory| memory.flits as usize);
    if message_flits.max(counted) > 1 {
        "flits"
    } else {
        "messages"
    }
}

fn simulator(manifest: &Manifest) -> &'static str {
    let widest = manifest.interfaces.values().flatten().map(|port| port.width).max();
    if widest.unwrap_or(0) <= ICARUS_BITS {
        "icarus"
    } else {
        "verilator"
    }
}

fn node_bytes(manifest: &Manifest, modules: &Modules) -> usize {
    manifest.kinds.iter().map(|kind| kind.nodes.len() * modules.bytes_below(&kind.node)).sum()
}

fn port_names(torus: &Torus) -> Vec<String> {
    (1..=torus.d()).flat_map(|dim| ["+", "-"].map(|sign| format!("{dim}{sign}"))).collect()
}

/// The loads of all links, of messages of `flits`.
fn link_loads(torus: &Torus, loads: &Loads, flits: u64) -> Vec<NodeLoads> {
    let ports = torus.port_slots();
    let of_node = |(node, counts): (torus_model::NodeId, &[u64])| NodeLoads {
        node: format!("{} at {}", node.index(), torus.node_name(node)),
        links: counts.iter().zip(node.index() * ports..).map(|(count, link)| (link, count * flits)).collect(),
    };
    torus.nodes().zip(loads.numerators().chunks(ports)).map(of_node).collect()
}

impl RunLimit {
    /// Even if one flit moved at a time, an exchange would be over by then.
    fn of(network: &Frame, link_loads: &[NodeLoads]) -> Self {
        let hops: u64 = link_loads.iter().flat_map(|node| &node.links).map(|link| link.1).sum();
        let hop = 4 + 2 * u64::from(network.base.stages.most());
        RunLimit { cycles: hops.saturating_mul(hop).saturating_add(1000).min(i32::MAX as u64) }
    }
}
