//! What has to be verilated and compiled for an engine: its units, each one Verilog module, one verilated
//! class and one translation unit, and the generated headers that tell the shim their names.

use super::{shapes, Engine, Shapes};
use crate::Manifest;
use torus_model::{route::bits, Port, PortModel, Sign};

const ABI_H: &str = include_str!("../shim/abi.h");
const BITS_H: &str = include_str!("../shim/bits.h");
const EDGE_H: &str = include_str!("../shim/edge.h");
const SLABS_H: &str = include_str!("../shim/slabs.h");
const PLOT_H: &str = include_str!("../shim/plot.h");
const ROM_H: &str = include_str!("../shim/rom.h");
const TILE_H: &str = include_str!("../shim/tile.h");
const KIND_CPP: &str = include_str!("../shim/kind.cpp");
const TILES_CPP: &str = include_str!("../shim/tiles.cpp");
const TRAFFIC_ABI_H: &str = include_str!("../shim/traffic_abi.h");
const TRAFFIC_H: &str = include_str!("../shim/traffic.h");
const TRAFFIC_KIND_CPP: &str = include_str!("../shim/traffic_kind.cpp");
const TRAFFIC_CPP: &str = include_str!("../shim/traffic.cpp");
const FABRIC_CPP: &str = include_str!("../shim/fabric.cpp");

/// A verilated module and the shim around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The Verilog module.
    pub module: String,
    /// Name of the verilated class, unique in the library.
    pub prefix: String,
    /// Macros before the shim's text.
    pub macros: String,
    /// The shim.
    pub shim: &'static str,
    /// Verilator configuration (`.vlt`).
    pub config: String,
    /// How much of the network it is.
    pub extent: Extent,
}

/// How much of a network a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One tile: little code that runs all the time, and whose outputs have to be registers.
    Tile,
    /// All of it: megabytes of code, mostly set-up.
    Network,
}

/// The compiler's optimisation of tiles.
pub(crate) const TILE_FLAG: &str = "-O2";

impl Extent {
    /// The compiler's optimisation, over that of the `cc` crate.
    pub fn flag(self) -> &'static str {
        match self {
            Extent::Tile => TILE_FLAG,
            Extent::Network => "-O1",
        }
    }
}

/// Everything an engine is made from, paths and tools aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub units: Vec<Unit>,
    /// Headers beside the units.
    pub headers: Vec<(&'static str, String)>,
    /// Modules that are verilated without their rows or numbers.
    pub bare: Vec<String>,
    /// A translation unit without a verilated class, if the engine has one.
    pub common: Option<&'static str>,
}

/// The plan of an engine. `traced`: the fabric's link payloads have to be readable.
pub(crate) fn plan(manifest: &Manifest, shapes: &Shapes, engine: Engine, traced: bool, host: bool) -> Plan {
    let mut headers = vec![("abi.h", ABI_H.to_string()), ("bits.h", BITS_H.to_string())];
    headers.push(("config.h", config_header(manifest, shapes, host)));
    if engine == Engine::Tiles {
        headers.push(("edge.h", EDGE_H.to_string()));
        headers.push(("slabs.h", SLABS_H.to_string()));
        headers.push(("plot.h", PLOT_H.to_string()));
    }
    match engine {
        Engine::Tiles if manifest.buffered.is_some() => {
            headers.push(("traffic_abi.h", TRAFFIC_ABI_H.to_string()));
            headers.push(("traffic.h", TRAFFIC_H.to_string()));
            let units = tile_units(manifest, shapes, host, TRAFFIC_KIND_CPP);
            Plan { units, headers, bare: vec![], common: Some(TRAFFIC_CPP) }
        }
        Engine::Tiles => {
            headers.push(("tile.h", TILE_H.to_string()));
            headers.push(("rom.h", ROM_H.to_string()));
            let (units, bare) =
                (tile_units(manifest, shapes, host, KIND_CPP), shapes::blank(manifest, shapes));
            Plan { units, headers, bare, common: Some(TILES_CPP) }
        }
        Engine::Fabric | Engine::Model => {
            Plan { units: vec![fabric_unit(manifest, traced)], headers, bare: vec![], common: None }
        }
    }
}

/// `#define NAME(X) X(0) X(2) ..`
fn list(name: &str, items: impl Iterator<Item = usize>) -> String {
    let calls: Vec<_> = items.map(|item| format!("X({item})")).collect();
    format!("#define {name}(X) {}\n", calls.join(" "))
}

fn config_header(manifest: &Manifest, shapes: &Shapes, host: bool) -> String {
    let dims = &manifest.dims;
    let exists = |q: &usize| {
        let port = Port::from_index(*q);
        dims[port.dim()] > 2 || port.sign() == Sign::Plus
    };
    let mut text = format!("#pragma once\n#define TG_PORT_SLOTS {}\n", 2 * dims.len());
    let all_ports = manifest.ports == PortModel::AllPort.to_string();
    text += &format!("#define TG_LANE_SLOTS {}\n", if all_ports { 2 * dims.len() } else { 1 });
    let head = manifest.buffered.as_ref().map_or(manifest.header.width, |buffered| buffered.head);
    text += &format!("#define TG_HEAD_BITS {head}\n");
    text += &format!("#define TG_DATA_BITS {}\n", manifest.width);
    // With a memory, the address at the receiver stands above the payload.
    let address = manifest.stored.as_ref().map_or(0, |stored| stored.address);
    text += &format!("#define TG_LINK_BITS {}\n#define TG_HOST {}\n", address + manifest.width, host as u8);
    text += &list("TG_PORTS", (0..2 * dims.len()).filter(exists));
    text += &list("TG_LANES", (0..if all_ports { 2 * dims.len() } else { 1 }).filter(exists));
    text += &list("TG_DIMS", 0..dims.len());
    text += &list("TG_KINDS", 0..shapes.verilated.len());
    text + &payload_macros(manifest) + &traffic_macros(manifest, all_ports)
}

/// How payloads are read off links. Buffered networks have plain ones.
fn payload_macros(manifest: &Manifest) -> String {
    let layout = manifest.payload();
    let marked = layout.marked && manifest.buffered.is_none();
    let low = if manifest.is_broadcast() { layout.half.min(32) } else { layout.id };
    format!(
        "#define TG_MARKED {}\n#define TG_TAGGED {}\n#define TG_SOURCE_BITS {}\n\
         #define TG_DESTINATION_BITS {low}\n",
        marked as u8,
        manifest.stored.is_some() as u8,
        layout.id,
    )
}

/// What the tiles of a buffered network need besides.
fn traffic_macros(manifest: &Manifest, all_ports: bool) -> String {
    let Some(buffered) = &manifest.buffered else { return String::new() };
    let wraps = |q: &usize| buffered.rule == "dateline" && manifest.dims[q / 2] > 2;
    let set_port = if all_ports { "" } else { "(root)->inject_port_0_i = (port)" };
    let last = if buffered.flits > 1 { "(root)->eject_last_##l##_o" } else { "1" };
    list("TG_WRAPPED", (0..2 * manifest.dims.len()).filter(wraps))
        + &format!("#define TG_CHANNELS {}\n", buffered.channels)
        + &format!("#define TG_CHANNEL_BITS {}\n", bits(buffered.channels))
        + &format!("#define TG_CHANNEL_LOW {}\n", manifest.header.width)
        + &format!("#define TG_LAST(root, l) {last}\n")
        + &format!("#define TG_SET_PORT(root, port) {set_port}\n")
}

fn tile_units(manifest: &Manifest, shapes: &Shapes, host: bool, shim: &'static str) -> Vec<Unit> {
    let unit = |(index, &kind): (usize, &usize)| {
        let kind = &manifest.kinds[kind];
        let prefix = format!("Vtg{index}");
        let mut macros = format!("#include \"{prefix}_tile.h\"\n") + &class_macros(&prefix);
        macros += &format!("#define TG_FACTORY tg_kind_{index}\n");
        macros += &format!("#define TG_PROCESSOR {}\n", kind.processor as u8);
        let module = kind.module(host).to_string();
        Unit { module, prefix, macros, shim, config: String::new(), extent: Extent::Tile }
    };
    shapes.verilated.iter().enumerate().map(unit).collect()
}

fn fabric_unit(manifest: &Manifest, traced: bool) -> Unit {
    let mut macros = class_macros("Vtg");
    macros += &format!("#define TG_TRACED {}\n", traced as u8);
    macros += &format!("#define TG_LINK_DATA {}__DOT__u_net__DOT__link_data\n", manifest.bench);
    let mut config = "`verilator_config\n".to_string();
    // Not inlined, the N nodes and P endpoints cost the C++ compiler a fifth of the time.
    let endpoint = format!("{}_endpoint", manifest.name);
    for module in manifest.kinds.iter().map(|kind| &kind.node).chain([&endpoint]) {
        config += &format!("no_inline -module \"{module}\"\n");
    }
    if traced {
        config += &format!("public_flat_rd -module \"{}\" -var \"link_data\"\n", manifest.top);
    }
    let (module, prefix) = (manifest.bench.clone(), "Vtg".to_string());
    Unit { module, prefix, macros, shim: FABRIC_CPP, config, extent: Extent::Network }
}

fn class_macros(prefix: &str) -> String {
    format!("#include \"{prefix}.h\"\n#include \"{prefix}___024root.h\"\n#define TG_MODEL {prefix}\n#define TG_ROOT {prefix}___024root\n")
}
