//! The formal properties of a scheduled network.

use super::{
    error::{FormalError, MAX_CLASSES},
    harness, properties,
    quotient::Quotient,
    sby,
};
use torus_hdl::{Module, NodeSpec};
use torus_model::{LinkStages, NodeId, Placement, Schedule};

/// Checks that a scheduled network can have formal properties, which takes no schedule. Errors: too many
/// classes; registers on links.
pub(crate) fn check_scheduled(placement: &Placement, stages: &LinkStages) -> Result<(), FormalError> {
    if !stages.is_none() {
        return Err(FormalError::Stages);
    }
    match placement.symmetry().classes(placement.torus()) {
        ..=MAX_CLASSES => Ok(()),
        classes => Err(FormalError::Classes { classes }),
    }
}

/// Puts assertions into the modules of a scheduled network, which was checked. Returns paths and texts of the
/// files beside them. `module`: the module of a node.
pub(crate) fn scheduled(
    spec: &NodeSpec,
    schedule: &Schedule,
    module: impl Fn(NodeId) -> String,
    modules: &mut [Module],
) -> Vec<(String, String)> {
    let quotient = Quotient::new(spec, schedule, module);
    modules.iter_mut().for_each(|module| asserted(spec, module));
    let names = proved(spec, modules);
    let (top, cover) = (format!("{}_quotient", spec.name), cover_depth(spec, &quotient));
    vec![
        (format!("formal/{top}.v"), harness::text(&top, &quotient)),
        (format!("{top}.sby"), sby::text(&top, &names, quotient.steps(), cover)),
    ]
}

fn asserted(spec: &NodeSpec, module: &mut Module) {
    let name = module.name.clone();
    if (0..spec.images.len()).any(|class| spec.node_module(class) == name) {
        properties::of_node(module, spec.slots(), spec.widths().slot);
    } else if name == spec.router_module() || name == spec.transit_module() {
        properties::of_router(module);
    }
}

/// The modules that are proved: all except those of the bench.
fn proved<'a>(spec: &NodeSpec, modules: &'a [Module]) -> Vec<&'a String> {
    let bench = |name: &String| {
        *name == spec.agent_module() || (0..spec.images.len()).any(|class| spec.tile_module(class) == *name)
    };
    modules.iter().map(|module| &module.name).filter(|name| !bench(name)).collect()
}

/// Cycles within which the first message arrives.
fn cover_depth(spec: &NodeSpec, quotient: &Quotient) -> usize {
    let first = quotient.sends.iter().filter_map(|rows| rows.iter().position(Option::is_some)).min();
    spec.link_latency() + first.unwrap_or(0) + quotient.most_hops() + 2
}
