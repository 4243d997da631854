//! The formal properties of a buffered network.

use super::sby::Alone;
use super::{arbiters, contract, sby};
use torus_hdl::{
    buffered::{BufferedSpec, Pipeline},
    Module,
};

/// Cycles within which a flit leaves a router, for the cover.
const LEAVES: usize = 8;

/// Puts assertions into the arbiters of a buffered network. Returns paths and texts of the files beside the
/// modules: a harness for each router, and the files for SymbiYosys.
pub(crate) fn buffered(spec: &BufferedSpec, modules: &mut [Module]) -> Vec<(String, String)> {
    let own = |module: &Module| module.name[spec.name.len() + 1..].to_string();
    // With two cycles for a hop, output modules choose by themselves; otherwise they contain arbiters.
    let is_arbiter = |own: &str| spec.pipeline == Pipeline::TwoCycles || own.starts_with("arbiter_");
    let chooses = |module: &mut Module| {
        let own = own(module);
        is_arbiter(&own) && arbiters::asserted(&own, module)
    };
    let arbiters: Vec<String> =
        modules.iter_mut().filter_map(|module| chooses(module).then(|| module.name.clone())).collect();
    let arbiters: Vec<Alone> = arbiters.into_iter().map(|name| alone(name, modules)).collect();
    let names: Vec<String> = modules.iter().map(|module| module.name.clone()).collect();
    let transit = spec.with_transit.then_some((spec.transit_module(), true));
    let mut files = Vec::new();
    // On a ring of two nodes with one channel, nothing has to be chosen.
    if !arbiters.is_empty() {
        files.push((format!("{}_arbiters.sby", spec.name), sby::of_modules(spec.name, &arbiters)));
    }
    for (router, transit) in [(spec.router_module(), false)].into_iter().chain(transit) {
        let top = format!("{router}_contract");
        files.push((format!("formal/{top}.v"), contract::text(&top, spec, transit)));
        files.push((
            format!("{top}.sby"),
            sby::reachable(&top, &names, LEAVES, &contract::inputs(spec, transit)),
        ));
    }
    files
}

/// A module, and the modules that it instantiates.
fn alone(name: String, modules: &[Module]) -> Alone {
    let text = modules.iter().find(|module| module.name == name).map_or("", |module| module.text.as_str());
    let is_part = |module: &&Module| text.contains(&format!("  {} u_", module.name));
    let parts = modules.iter().filter(is_part).map(|module| module.name.clone()).collect();
    Alone { name, parts }
}
