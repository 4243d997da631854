//! The units that have to be verilated and compiled for an engine. Each is one Verilog module, one verilated
//! class and one translation unit. Generated headers tell the shim their names.

use super::{lanes, shapes, stubs, Engine, OptLevel, Shapes};
use crate::manifest::BufferedInfo;
use crate::Manifest;
use torus_model::{route::bits, PortModel, Torus};

const ABI_H: &str = include_str!("../shim/abi.h");
const BITS_H: &str = include_str!("../shim/bits.h");
const LINKS_H: &str = include_str!("../shim/links.h");
const ROM_H: &str = include_str!("../shim/rom.h");
const TILE_H: &str = include_str!("../shim/tile.h");
const KIND_CPP: &str = include_str!("../shim/kind.cpp");
const TILES_CPP: &str = include_str!("../shim/tiles.cpp");
const TRAFFIC_ABI_H: &str = include_str!("../shim/traffic_abi.h");
const TRAFFIC_H: &str = include_str!("../shim/traffic.h");
const TRAFFIC_KIND_CPP: &str = include_str!("../shim/traffic_kind.cpp");
const TRAFFIC_CPP: &str = include_str!("../shim/traffic.cpp");
const TRAFFIC_NET_CPP: &str = include_str!("../shim/traffic_net.cpp");
const STUBS_H: &str = include_str!("../shim/stubs.h");
const STUBS_CPP: &str = include_str!("../shim/stubs.cpp");
const FABRIC_CPP: &str = include_str!("../shim/fabric.cpp");

/// Headers of all tiles.
const TILE_HEADERS: [(&str, &str); 9] = [
    ("each_lane.h", include_str!("../shim/each_lane.h")),
    ("edge.h", include_str!("../shim/edge.h")),
    ("group.h", include_str!("../shim/group.h")),
    ("lanes.h", include_str!("../shim/lanes.h")),
    ("layers.h", include_str!("../shim/layers.h")),
    ("nodes.h", include_str!("../shim/nodes.h")),
    ("partitions.h", include_str!("../shim/partitions.h")),
    ("placed.h", include_str!("../shim/placed.h")),
    ("places.h", include_str!("../shim/places.h")),
];

/// A verilated module with its shim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The Verilog module.
    pub module: String,
    /// Name of the verilated class, unique in the library.
    pub prefix: String,
    /// Macros that come before the text of the shim.
    pub macros: String,
    /// The shim.
    pub shim: &'static str,
    /// Verilator configuration (`.vlt`).
    pub config: String,
    /// The part of the network that it is.
    pub extent: Extent,
    /// Whether it is computed for many tiles at once, if its C++ is understood.
    pub in_vectors: bool,
}

/// The part of a network that a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One tile: little code, which runs all the time and whose outputs must be registers.
    Tile,
    /// The whole network: megabytes of code, most of it for set-up.
    Network,
}

impl Extent {
    /// The level of optimisation for the level that was asked for. For a whole network, more optimisation
    /// takes longer than it saves.
    pub fn level(self, asked: OptLevel) -> OptLevel {
        match self {
            Extent::Tile => asked,
            Extent::Network => asked.min(OptLevel::O1),
        }
    }
}

/// Everything from which an engine is made, except paths and tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub units: Vec<Unit>,
    /// Headers beside the units.
    pub headers: Vec<(&'static str, String)>,
    /// Modules that are verilated without their rows or numbers.
    pub bare: Vec<String>,
    /// Modules whose text is replaced, such as stubs.
    pub stubs: Vec<(String, String)>,
    /// A translation unit without a verilated class, if the engine has one.
    pub common: Option<&'static str>,
}

/// The plan of an engine. `traced`: the payloads on links of the fabric must be readable.
pub(crate) fn plan(manifest: &Manifest, shapes: &Shapes, engine: Engine, traced: bool, host: bool) -> Plan {
    let mut headers = shared_headers(config_header(manifest, shapes, host));
    if engine == Engine::Tiles {
        headers.extend(TILE_HEADERS.map(|(name, text)| (name, text.to_string())));
    }
    if manifest.buffered.is_some() {
        headers.push(("traffic_abi.h", TRAFFIC_ABI_H.to_string()));
        headers.push(("traffic.h", TRAFFIC_H.to_string()));
    }
    let stubs = vec![];
    match engine {
        Engine::Tiles if manifest.buffered.is_some() => {
            let units = tile_units(manifest, shapes, host, TRAFFIC_KIND_CPP);
            Plan { units, headers, bare: vec![], stubs, common: Some(TRAFFIC_CPP) }
        }
        Engine::Tiles => {
            headers.push(("tile.h", TILE_H.to_string()));
            headers.push(("rom.h", ROM_H.to_string()));
            let (units, bare) =
                (tile_units(manifest, shapes, host, KIND_CPP), shapes::blank(manifest, shapes));
            Plan { units, headers, bare, stubs, common: Some(TILES_CPP) }
        }
        Engine::Fabric | Engine::Model => match &manifest.buffered {
            Some(info) => {
                headers.push(("stubs.h", STUBS_H.to_string()));
                let stubs = stubs::stubs(manifest, info, &shapes.verilated);
                Plan { units: top_units(manifest), headers, bare: vec![], stubs, common: Some(STUBS_CPP) }
            }
            None => Plan {
                units: vec![fabric_unit(manifest, traced)],
                headers,
                bare: vec![],
                stubs,
                common: None,
            },
        },
    }
}

/// The headers that every engine includes.
fn shared_headers(config: String) -> Vec<(&'static str, String)> {
    let all = [("abi.h", ABI_H), ("bits.h", BITS_H), ("links.h", LINKS_H)];
    all.map(|(name, text)| (name, text.to_string())).into_iter().chain([("config.h", config)]).collect()
}

/// `#define NAME(X) X(0) X(2) ..`
fn list(name: &str, items: impl Iterator<Item = usize>) -> String {
    let calls: Vec<_> = items.map(|item| format!("X({item})")).collect();
    format!("#define {name}(X) {}\n", calls.join(" "))
}

fn config_header(manifest: &Manifest, shapes: &Shapes, host: bool) -> String {
    let dims = &manifest.dims;
    let exists = |q: &usize| stubs::exists(manifest, *q);
    let mut text = format!("#pragma once\n#define TG_PORT_SLOTS {}\n", 2 * dims.len());
    let all_ports = manifest.ports == PortModel::AllPort;
    text += &format!("#define TG_LOCAL_PORT_SLOTS {}\n", if all_ports { 2 * dims.len() } else { 1 });
    let head = if manifest.has_headers() { manifest.header.link.max(manifest.header.width) } else { 0 };
    text += &format!("#define TG_HEAD_BITS {head}\n");
    let torus = Torus::new(dims).expect("a manifest's radices are those of a torus");
    let stages = manifest.stages(&torus).map_or(0, |stages| stages.most());
    text += &format!("#define TG_STAGES {stages}\n");
    text += &format!("#define TG_DATA_BITS {}\n", manifest.width);
    // In networks with memories, the address at the receiver is above the payload.
    let address = manifest.memory.as_ref().map_or(0, |memory| memory.address);
    text += &format!("#define TG_LINK_BITS {}\n#define TG_HOST {}\n", address + manifest.width, host as u8);
    text += &list("TG_PORTS", (0..2 * dims.len()).filter(exists));
    text += &list("TG_LOCAL_PORTS", stubs::local_ports(manifest).into_iter());
    text += &list("TG_DIMS", 0..dims.len());
    text += &list("TG_KINDS", 0..shapes.verilated.len());
    text + &payload_macros(manifest) + &traffic_macros(manifest, all_ports)
}

/// The macros that extract fields from payloads on links. Payloads of buffered networks are never inverted.
fn payload_macros(manifest: &Manifest) -> String {
    let layout = manifest.payload();
    let marked = layout.marked && manifest.buffered.is_none();
    let low = if manifest.is_broadcast() { layout.half.min(32) } else { layout.id };
    format!(
        "#define TG_MARKED {}\n#define TG_TAGGED {}\n#define TG_SOURCE_BITS {}\n\
         #define TG_DESTINATION_BITS {low}\n",
        marked as u8,
        manifest.memory.is_some() as u8,
        layout.id,
    )
}

/// Further macros for a buffered network.
fn traffic_macros(manifest: &Manifest, all_ports: bool) -> String {
    let Some(buffered) = &manifest.buffered else { return String::new() };
    let wraps = |q: &usize| stubs::wraps(manifest, buffered, *q);
    list("TG_WRAPPED", (0..2 * manifest.dims.len()).filter(wraps))
        + &format!("#define TG_CHANNELS {}\n", buffered.channels)
        + &format!("#define TG_CHANNEL_BITS {}\n", bits(buffered.channels))
        + &format!("#define TG_CHANNEL_LOW {}\n", manifest.header.width)
        + &local_port_macros(buffered, if all_ports { 0 } else { bits(2 * manifest.dims.len()) })
}

/// Macros for what only some local ports have: the first port of a packet (`port_bits` bits, if any), and the
/// mark of a packet's end.
fn local_port_macros(buffered: &BufferedInfo, port_bits: usize) -> String {
    let (set_port, set_ports) = match port_bits {
        0 => ("", "(void)(words)"),
        _ => ("TG_IO(group, inject_port_0_i)[lane] = (port)", "tgt_assign((root)->inject_port_i, words)"),
    };
    let (last, last_of) = match buffered.flits {
        1 => ("1", "1"),
        _ => ("TG_IO(group, eject_last_##l##_o)[lane]", "tgs_bit((root)->eject_last_o, place)"),
    };
    format!(
        "#define TG_LAST(group, lane, l) {last}\n#define TG_LAST_OF(root, place) {last_of}\n\
         #define TG_SET_PORT(group, lane, port) {set_port}\n#define TG_SET_PORTS(root, words) {set_ports}\n\
         #define TG_PORT_BITS {}\n",
        port_bits.max(1)
    )
}

fn tile_units(manifest: &Manifest, shapes: &Shapes, host: bool, shim: &'static str) -> Vec<Unit> {
    let nodes: u64 = manifest.dims.iter().map(|radix| u64::from(*radix)).product();
    let in_vectors = nodes >= lanes::FEWEST;
    let unit = |(index, &kind): (usize, &usize)| {
        let kind = &manifest.kinds[kind];
        let prefix = format!("Vtg{index}");
        let mut macros = format!("#include \"{prefix}_tile.h\"\n") + &class_macros(&prefix);
        macros += &format!("#define TG_FACTORY tg_kind_{index}\n");
        macros += &format!("#define TG_PROCESSOR {}\n", kind.processor as u8);
        manifest.buffered.iter().for_each(|info| macros += &stubs::macros(manifest, info, kind));
        let module = kind.module(host).to_string();
        Unit { module, prefix, macros, shim, config: String::new(), extent: Extent::Tile, in_vectors }
    };
    shapes.verilated.iter().enumerate().map(unit).collect()
}

/// The units of the network and its bench, whose nodes are stubs. Links are read from the nets of the
/// network. A folder may have no bench.
fn top_units(manifest: &Manifest) -> Vec<Unit> {
    let unit = |module: &String, prefix: &str, nets: String, shim| {
        let mut macros = class_macros(prefix) + "#define TG_TRACED 0\n#define TG_STUBS 1\n";
        macros += &format!("#define TGS_NET(name) {nets}__DOT__link_##name\n");
        macros += &format!("#define TGS_ERRORS {nets}__DOT__node_error\n");
        let mut config = "`verilator_config\n".to_string();
        for net in ["link_valid", "link_head", "link_data", "link_credit", "node_error"] {
            config += &format!("public_flat_rd -module \"{}\" -var \"{net}\"\n", manifest.top);
        }
        let (module, prefix) = (module.clone(), prefix.to_string());
        Unit { module, prefix, macros, shim, config, extent: Extent::Network, in_vectors: false }
    };
    let (top, bench) = (&manifest.top, &manifest.bench);
    let mut units = vec![unit(top, "Vtgn", top.clone(), TRAFFIC_NET_CPP)];
    let inner = format!("{bench}__DOT__u_net");
    units.extend(manifest.has_bench().then(|| unit(bench, "Vtg", inner, FABRIC_CPP)));
    units
}

fn fabric_unit(manifest: &Manifest, traced: bool) -> Unit {
    let mut macros = class_macros("Vtg");
    macros += &format!("#define TG_TRACED {}\n#define TG_STUBS 0\n", traced as u8);
    macros += &format!("#define TG_LINK_DATA {}__DOT__u_net__DOT__link_data\n", manifest.bench);
    let mut config = "`verilator_config\n".to_string();
    // If they are not inlined, the C++ compiler needs a fifth of the time for the N nodes and P traffic
    // agents.
    let agent = format!("{}_agent", manifest.name);
    for module in manifest.kinds.iter().map(|kind| &kind.node).chain([&agent]) {
        config += &format!("no_inline -module \"{module}\"\n");
    }
    if traced {
        config += &format!("public_flat_rd -module \"{}\" -var \"link_data\"\n", manifest.top);
    }
    let (module, prefix) = (manifest.bench.clone(), "Vtg".to_string());
    Unit { module, prefix, macros, shim: FABRIC_CPP, config, extent: Extent::Network, in_vectors: false }
}

fn class_macros(prefix: &str) -> String {
    format!(
        "#include \"{prefix}.h\"\n#include \"{prefix}___024root.h\"\n#define TG_MODEL {prefix}\n#define \
        TG_ROOT {prefix}___024root\n"
    )
}
