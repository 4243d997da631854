//! The name of a configuration.

use torus_gen::options::NetworkOptions;
use torus_model::torus::radices;

/// The name: radices, placement, and all options that are not left to their defaults.
pub(super) fn name(options: &NetworkOptions) -> String {
    let homogeneous = || {
        let (d, k) = (options.d.unwrap_or(3), options.k.unwrap_or(4));
        vec![k.to_string(); d.min(64) as usize].join("x")
    };
    let joined = |text: &String| {
        let numbers = radices(text)?.iter().map(u32::to_string).collect::<Vec<_>>();
        Some(numbers.join("x"))
    };
    // Invalid radices are refused later, with the text that was given.
    let dims = options.dims.as_ref().map(|text| joined(text).unwrap_or_else(|| text.clone()));
    let mut parts = vec![dims.unwrap_or_else(homogeneous)];
    parts.push(options.placement.clone().unwrap_or_else(|| "full".into()));
    parts.extend(options.routing.clone());
    parts.extend(options.kind.clone());
    parts.extend(options.group.clone());
    parts.extend(options.ports.as_ref().map(|ports| format!("{ports}-port")));
    parts.extend(options.switching.clone());
    parts.extend(options.rom.as_ref().map(|style| format!("rom-{style}")));
    parts.extend(options.router.clone());
    parts.extend(options.deadlock.clone());
    parts.extend(options.algorithm.clone());
    parts.extend(options.source.as_ref().map(|source| format!("from-{source}")));
    parts.extend(options.ties.as_ref().map(|ties| format!("ties-{ties}")));
    parts.extend(options.link_stages.as_ref().map(|stages| format!("stages-{stages}")));
    parts.extend([&options.interface, &options.eject_source].into_iter().flatten().cloned());
    parts.extend(options.local_clock.filter(|local| *local).map(|_| "local-clock".into()));
    parts.extend(options.status.filter(|status| *status).map(|_| "status".into()));
    parts.extend(options.inject_early.map(|cycles| format!("early-{cycles}")));
    parts.extend(options.channels.map(|channels| format!("v{channels}")));
    parts.extend(options.depth.map(|depth| format!("d{depth}")));
    parts.extend(options.flits.map(|flits| format!("f{flits}")));
    parts.extend(options.pipeline.map(|cycles| format!("p{cycles}")));
    parts.extend(options.width.map(|width| format!("w{width}")));
    parts.extend(options.seed.map(|seed| format!("s{seed}")));
    parts.extend(options.effort.map(|visits| format!("e{visits}")));
    parts.join("-")
}
