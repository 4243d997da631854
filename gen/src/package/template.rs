//! The templates, and the file that each one makes.

use super::{Component, Core};
use crate::{jinja, network::EmittedFile};
use serde::Serialize;

/// A file that is made from the description of a network.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The path in the folder; `NAME` is the name of the network.
    pub path: &'static str,
    source: &'static str,
}

macro_rules! template {
    ($path:literal, $file:literal) => {
        Template { path: $path, source: include_str!(concat!("templates/", $file)) }
    };
}

/// The pins of a board, copied from the repository.
macro_rules! pins {
    ($file:literal) => {
        Template {
            path: concat!("boards/", $file),
            source: include_str!(concat!("../../../constraints/", $file)),
        }
    };
}

/// The files beside the Verilog that every network has.
pub const TEMPLATES: &[Template] = &[
    template!("README.md", "README.md.j2"),
    template!("Makefile", "Makefile.j2"),
    template!("examples/tb_NAME.v", "tb.v.j2"),
    template!("examples/test_NAME.py", "test.py.j2"),
    template!("examples/verilator.vlt", "verilator.vlt.j2"),
    template!("examples/main.cpp", "main.cpp.j2"),
    template!("NAME.core", "core.j2"),
    template!("Bender.yml", "bender.yml.j2"),
    template!("NAME.sdc", "sdc.j2"),
    template!("NAME.xdc", "xdc.j2"),
    template!("NAME.lpf", "lpf.j2"),
    pins!("ulx3s.lpf"),
    pins!("icebreaker.pcf"),
    pins!("tang_nano_9k.cst"),
    pins!("arty_a7.xdc"),
];

/// Further files if streams have a clock of their own: timing constraints.
const LOCAL_CLOCK: &[Template] = &[
    template!("NAME_axis.sdc", "axis/sdc.j2"),
    template!("NAME_axis.xdc", "axis/xdc.j2"),
    template!("NAME_axis.lpf", "axis/lpf.j2"),
];

/// The examples of such streams: packets or an exchange; [`BROADCASTS`] for a broadcast.
const EXAMPLES: &[Template] = &[
    template!("examples/tb_NAME_axis.v", "axis/tb.v.j2"),
    template!("examples/test_NAME_axis.py", "axis/test.py.j2"),
];
const BROADCASTS: &[Template] = &[
    template!("examples/tb_NAME_axis.v", "axis/broadcast_tb.v.j2"),
    template!("examples/test_NAME_axis.py", "axis/broadcast_test.py.j2"),
];

/// The template that the testbenches of both examples extend.
const SHARED: &[(&str, &str)] = &[("axis/bench.v.j2", include_str!("templates/axis/bench.v.j2"))];

/// A top as an IP-XACT component.
const COMPONENT: Template = template!("component.xml", "component.xml.j2");
/// The components, and how the names of their tops end.
const COMPONENTS: [(&str, &str); 4] = [
    ("component.xml", ""),
    ("component_axis.xml", "_axis"),
    ("component_axil.xml", "_axil"),
    ("component_mapped.xml", "_mapped"),
];

/// The files of this network.
pub fn files(core: &Core) -> impl Iterator<Item = EmittedFile> + '_ {
    let broadcast = core.manifest().interface.as_ref().is_some_and(|streams| streams.broadcast.is_some());
    let (more, examples) = match core.has_local_clock() {
        true => (LOCAL_CLOCK, if broadcast { BROADCASTS } else { EXAMPLES }),
        false => (&[][..], &[][..]),
    };
    let all = TEMPLATES.iter().chain(more).chain(examples);
    all.map(move |template| template.file(core, core)).chain(components(core))
}

/// The IP-XACT components: the network, and its tops with streams, registers and memories behind them, if it
/// has such tops.
fn components(core: &Core) -> impl Iterator<Item = EmittedFile> + '_ {
    let of = |(path, what): (&'static str, &str)| {
        let module = format!("{}{what}", core.name());
        let known = core.tops.iter().any(|top| top.module == module);
        known.then(|| Template { path, ..COMPONENT }.file(core, Component::new(core, &module)))
    };
    COMPONENTS.into_iter().filter_map(of)
}

impl Template {
    fn file(&self, core: &Core, value: impl Serialize) -> EmittedFile {
        (self.path.replace("NAME", core.name()), jinja::rendered_with(self.path, self.source, SHARED, value))
    }
}
